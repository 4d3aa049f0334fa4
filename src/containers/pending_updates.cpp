// pending_updates.cpp - entries of a matrix that were set or removed one by one, before they are merged into its form.
#include <algorithm>
#include <cstring>
#include <heddle/detail/storage/matrix_storage.hpp>
#include <numeric>

namespace heddle::detail {

template <index_type Index> void pending_updates<Index>::clear() noexcept {
  list_.clear();
  values_.clear();
  // clear() would keep its buckets, as would {}, a list without elements; every copy of the matrix would have as many.
  slots_ = decltype(slots_)();
  single_ = settled_ = 0;
  more_ = 0;
}

template <index_type Index> void pending_updates<Index>::add(update const& made, void const* value) {
  values_.resize((list_.size() + 1) * width_);  // first, since a value that no update names does no harm
  list_.push_back(made);
  if (value) std::memcpy(values_.data() + (list_.size() - 1) * width_, value, width_);
}

// The update at `at` becomes what that at `by`, which is later and of the same position, makes of it.
template <index_type Index> void pending_updates<Index>::replace(std::size_t at, std::size_t by) {
  if (at == by) return;
  update& kept = list_[at];
  beneath const known = kept.below == beneath::unknown ? list_[by].below : kept.below;
  if (at < settled_) more_ -= change_of(kept);
  kept = list_[by];
  kept.below = known;
  if (at < settled_) more_ += change_of(kept);
  std::memmove(values_.data() + at * width_, values_.data() + by * width_, width_);
}

template <index_type Index> void pending_updates<Index>::merge_repeated() {
  std::size_t next = single_;
  auto const close_gap = [&] {
    auto const from = [](auto& list, std::size_t at) { return list.begin() + static_cast<std::ptrdiff_t>(at); };
    list_.erase(from(list_, single_), from(list_, next));
    values_.erase(from(values_, single_ * width_), from(values_, next * width_));
  };
  try {
    for (; next < list_.size(); ++next) {
      auto const [slot, is_new] = slots_.try_emplace({list_[next].row, list_[next].col}, single_);
      if (is_new) {
        list_[single_] = list_[next];
        std::memmove(values_.data() + single_ * width_, values_.data() + next * width_, width_);
        ++single_;
      } else {
        replace(slot->second, next);
      }
    }
  } catch (...) {
    close_gap();
    throw;
  }
  close_gap();
}

template <index_type Index> std::size_t pending_updates<Index>::find(size_type row, size_type col) {
  merge_repeated();
  auto const slot = slots_.find({static_cast<Index>(row), static_cast<Index>(col)});
  return slot == slots_.end() ? size() : slot->second;
}

template <index_type Index> bool pending_updates<Index>::may_only_overwrite(std::size_t most) const {
  std::vector<place> asked;
  for (update const& one : list_) {
    if (one.below == beneath::nothing) return false;
    place const at{one.row, one.col};
    if (one.below == beneath::entry || std::find(asked.begin(), asked.end(), at) != asked.end()) continue;
    if (auto const slot = slots_.find(at); slot != slots_.end() && list_[slot->second].below != beneath::unknown) {
      continue;
    }
    if (asked.size() == most) return false;
    asked.push_back(at);
  }
  return true;
}

template <index_type Index> bool pending_updates<Index>::only_overwrite() const {
  return std::all_of(list_.begin(), list_.end(),
                     [](update const& u) { return !u.removes && u.below == beneath::entry; });
}

template <index_type Index> std::vector<std::size_t> pending_updates<Index>::sorted(size_type rows) const {
  std::vector<std::size_t> order(list_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto const is_before = [&](std::size_t x, std::size_t y) {
    update const &a = list_[x], &b = list_[y];
    return a.row != b.row ? a.row < b.row : a.col != b.col ? a.col < b.col : x < y;
  };
  if (std::is_sorted(order.begin(), order.end(), is_before)) return order;
  if (static_cast<size_type>(list_.size()) < rows / 4) {
    std::sort(order.begin(), order.end(), is_before);
    return order;
  }
  // Many for the rows: dealt out to these, and sorted in each.
  std::vector<std::size_t> ends(static_cast<std::size_t>(rows) + 1, 0);
  for (update const& one : list_) ++ends[static_cast<std::size_t>(one.row) + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<std::pair<Index, std::size_t>> by_row(list_.size());  // column, number
  for (std::size_t at = 0; at < list_.size(); ++at) {
    by_row[ends[static_cast<std::size_t>(list_[at].row)]++] = {list_[at].col, at};
  }
  std::size_t begin = 0;
  for (size_type row = 0; row < rows; ++row) {
    std::size_t const end = ends[static_cast<std::size_t>(row)];
    std::sort(by_row.begin() + static_cast<std::ptrdiff_t>(begin), by_row.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  std::transform(by_row.begin(), by_row.end(), order.begin(), [](auto const& one) { return one.second; });
  return order;
}

template class pending_updates<std::int32_t>;
template class pending_updates<std::int64_t>;

}  // namespace heddle::detail
