// matrix_elements.cpp - single entries of a matrix: looked up, set where they stand, or merged into a new form.
#include <cstring>
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/detail/storage/matrix_storage.hpp>
#include <limits>

#include "src/containers/shared_form.hpp"
#include "src/executor/single_elements.hpp"

namespace heddle::detail {
namespace {

// Updates that wait for a GPU: each costs some ten read-backs, all at once the whole matrix.
constexpr std::size_t most_asked = 16;

// Fewer go into a table soon.
constexpr size_type least_merged = 64;

// Where (major, minor) stands among the entries; -1: nowhere. On a GPU each step reads back.
template <index_type Index, index_type Offset>
size_type place_in_form(compressed<Index, Offset> const& form, size_type major, size_type minor) {
  size_type const end = element_at(form.offsets, major + 1);
  size_type const at = first_not_below(form.indices, element_at(form.offsets, major), end, minor);
  return at < end && element_at(form.indices, at) == minor ? at : -1;
}

}  // namespace

template <index_type Index, index_type Offset>
void matrix_storage<Index, Offset>::require_entry(char const* what, size_type row, size_type col) const {
  if (row < 0 || row >= rows_ || col < 0 || col >= cols_) {
    throw index_out_of_range(concat("matrix::", what, ": (", row, ", ", col, ") of ", rows_, " x ", cols_));
  }
}

// In CSR, or, where that is not there, in CSC.
template <index_type Index, index_type Offset>
size_type matrix_storage<Index, Offset>::find(size_type row, size_type col) const {
  if (csr_) return place_in_form(*csr_, row, col);
  return csc_ ? place_in_form(*csc_, col, row) : -1;
}

// So many updates since the last question that a table of them would cost more than a form. Called under the lock.
template <index_type Index, index_type Offset> void matrix_storage<Index, Offset>::settle_where_many() const {
  size_type const in_form = csr_ ? csr_->nnz : csc_ ? csc_->nnz : 0;
  if (updates_.unlisted() > least_merged && updates_.unlisted() > in_form + rows_) settle_csr();
}

template <index_type Index, index_type Offset>
bool matrix_storage<Index, Offset>::get(size_type row, size_type col, void* value) const {
  require_entry("get", row, col);
  std::shared_ptr<form const> made;
  {
    std::lock_guard lock(mutex_);
    settle_where_many();
    if (!updates_.empty()) {
      if (std::size_t const at = updates_.find(row, col); at < updates_.size()) {
        if (!updates_[at].removes) std::memcpy(value, updates_.value(at), width_);
        return !updates_[at].removes;
      }
    }
    made = csr_ ? csr_ : csc_;
    if (!made) return false;
    if (made != csr_) std::swap(row, col);
  }
  size_type const at = place_in_form(*made, row, col);
  if (at < 0) return false;
  if (made->one_value) {
    std::memcpy(value, made->one.data(), width_);
  } else {
    copy_bytes(executor{}, value, exec_, made->values.data() + bytes_of(at, width_), width_);
  }
  return true;
}

template <index_type Index, index_type Offset> size_type matrix_storage<Index, Offset>::nnz() const {
  std::lock_guard lock(mutex_);
  settle_where_many();
  auto const below = [&](size_type row, size_type col) {
    return find(row, col) < 0 ? beneath::nothing : beneath::entry;
  };
  if (!updates_.empty() && !updates_.settle(most_asked, below)) settle_csr();
  size_type const in_form = csr_ ? csr_->nnz : csc_ ? csc_->nnz : 0;
  return in_form + (updates_.empty() ? 0 : updates_.more_entries());
}

// Whether values may be written where they stand: the matrix has them for itself, and they are no memory of the user's.
template <index_type Index, index_type Offset>
bool matrix_storage<Index, Offset>::owns(std::shared_ptr<form const> const& made) const {
  return made && !made->one_value && !made->values.adopted() && is_alone(made, (made == csr_) + (made == csc_));
}

// The entry, which find() found at `at`, has the value; false, and nothing done, where it must not be written there.
template <index_type Index, index_type Offset>
bool matrix_storage<Index, Offset>::overwrite(size_type row, size_type col, size_type at, void const* value) const {
  bool const by_rows = csr_ != nullptr;
  if (!owns(by_rows ? csr_ : csc_)) return false;
  bool const has_both = csr_ && csc_ && csc_ != csr_, keeps_both = has_both && owns(csc_);
  size_type const in_csc = keeps_both ? place_in_form(*csc_, col, row) : -1;
  auto const write = [&](std::shared_ptr<form const> const& made, size_type place) {
    auto& own = const_cast<form&>(*made);  // no form is made constant
    own.forget_values();
    copy_bytes(exec_, own.values.data() + bytes_of(place, width_), executor{}, value, width_);
  };
  write(by_rows ? csr_ : csc_, at);
  if (keeps_both) {
    write(csc_, in_csc);
  } else if (by_rows) {
    csc_.reset();
  }
  return true;
}

template <index_type Index, index_type Offset>
void matrix_storage<Index, Offset>::add_update(char const* what, size_type row, size_type col, void const* value) {
  require_entry(what, row, col);
  // On a GPU a search reads back: there it waits until somebody asks.
  size_type const at = exec_.is_host() ? find(row, col) : -1;
  bool const done = value && at >= 0 && updates_.empty() && overwrite(row, col, at, value);
  if (!done) {
    beneath const below = !exec_.is_host() ? beneath::unknown : at < 0 ? beneath::nothing : beneath::entry;
    updates_.add({static_cast<Index>(row), static_cast<Index>(col), value == nullptr, below}, value);
  }
  symmetric_ = false;
}

template <index_type Index, index_type Offset>
void matrix_storage<Index, Offset>::set(size_type row, size_type col, void const* value) {
  require_unrecorded(exec_, "matrix::set");
  add_update("set", row, col, value);
}

template <index_type Index, index_type Offset>
void matrix_storage<Index, Offset>::remove(size_type row, size_type col) {
  require_unrecorded(exec_, "matrix::remove");
  add_update("remove", row, col, nullptr);
}

// Updates that only give entries other values are written where these stand; false where they are not such, or there
// are many on a GPU, or the form is not to be written to. Called under the lock with csr_ present.
template <index_type Index, index_type Offset> bool matrix_storage<Index, Offset>::overwrite_by_updates() const {
  auto const below = [&](size_type row, size_type col) {
    return find(row, col) < 0 ? beneath::nothing : beneath::entry;
  };
  if (!owns(csr_) || !updates_.may_only_overwrite(most_asked)) return false;
  if (!updates_.settle(most_asked, below) || !updates_.only_overwrite()) return false;
  for (std::size_t u = 0; u < updates_.size(); ++u) {
    auto const& [row, col, removes, known] = updates_[u];
    overwrite(row, col, find(row, col), updates_.value(u));
  }
  updates_.clear();
  return true;
}

// The last update of a position wins. Merges on the host; called under the lock with csr_ present.
template <index_type Index, index_type Offset> void matrix_storage<Index, Offset>::merge_updates() const {
  auto const order = updates_.sorted(rows_);
  auto const old = exec_.is_host() ? csr_ : moved_to(*csr_, executor{});
  Offset const* const old_offsets = old->offsets.data();
  Index const* const old_indices = old->indices.data();
  std::vector<Offset> offsets;
  offsets.reserve(vector_length<Offset>(rows_ + 1));
  offsets.push_back(0);
  std::vector<Index> indices;
  std::vector<byte> values;
  auto const most = static_cast<std::size_t>(old->nnz) + order.size();
  indices.reserve(most);
  values.reserve(most * width_);
  auto const append = [&](Index col, byte const* value) {
    indices.push_back(col);
    values.insert(values.end(), value, value + width_);
  };
  auto const append_old = [&](size_type begin, size_type end) {
    indices.insert(indices.end(), old_indices + begin, old_indices + end);
    if (!old->one_value) {
      byte const* const from = old->values.data();
      values.insert(values.end(), from + bytes_of(begin, width_), from + bytes_of(end, width_));
      return;
    }
    byte const* const one = old->one.data();
    for (size_type a = begin; a < end; ++a) values.insert(values.end(), one, one + width_);
  };
  auto const row_of = [&](std::size_t u) { return updates_[order[u]].row; };
  auto const col_of = [&](std::size_t u) { return updates_[order[u]].col; };
  std::size_t u = 0;
  for (size_type row = 0; row < rows_; ++row) {
    size_type const updated = u < order.size() ? static_cast<size_type>(row_of(u)) : rows_;
    auto const more = static_cast<size_type>(indices.size()) - old_offsets[row];
    append_old(old_offsets[row], old_offsets[updated]);
    for (; row < updated; ++row) offsets.push_back(static_cast<Offset>(old_offsets[row + 1] + more));
    if (updated == rows_) break;
    size_type a = old_offsets[row];
    size_type const end = old_offsets[row + 1];
    while (u < order.size() && row_of(u) == row) {
      Index const col = col_of(u);
      size_type const kept = a;
      while (a < end && old_indices[a] < col) ++a;
      append_old(kept, a);
      while (u + 1 < order.size() && row_of(u + 1) == row && col_of(u + 1) == col) ++u;
      if (!updates_[order[u]].removes) append(col, updates_.value(order[u]));
      ++u;
      if (a < end && old_indices[a] == col) ++a;
    }
    append_old(a, end);
    offsets.push_back(static_cast<Offset>(indices.size()));
  }
  if (indices.size() > static_cast<std::size_t>(std::numeric_limits<Offset>::max())) {
    throw index_overflow(concat("matrix: ", indices.size(), " entries need 64-bit offsets"));
  }
  auto merged = std::make_shared<form>();
  merged->exec = exec_;
  merged->major = rows_;
  merged->minor = cols_;
  merged->nnz = static_cast<size_type>(indices.size());
  merged->width = width_;
  merged->offsets = buffer<Offset>(exec_, std::span<Offset const>(offsets));
  merged->indices = buffer<Index>(exec_, std::span<Index const>(indices));
  merged->values = buffer<byte>(exec_, std::span<byte const>(values));
  csr_ = std::move(merged);
  csc_.reset();
  updates_.clear();
}

template <index_type Index, index_type Offset> bool matrix_storage<Index, Offset>::stays_adopted() const {
  std::lock_guard lock(mutex_);
  return updates_.empty() && ((csr_ && csr_->adopted()) || (csc_ && csc_->adopted()));
}

#define HEDDLE_INSTANTIATE(I, O)                                                                     \
  template void matrix_storage<I, O>::require_entry(char const*, size_type, size_type) const;        \
  template size_type matrix_storage<I, O>::find(size_type, size_type) const;                         \
  template bool matrix_storage<I, O>::get(size_type, size_type, void*) const;                        \
  template size_type matrix_storage<I, O>::nnz() const;                                              \
  template void matrix_storage<I, O>::settle_where_many() const;                                     \
  template bool matrix_storage<I, O>::owns(std::shared_ptr<form const> const&) const;                \
  template bool matrix_storage<I, O>::overwrite(size_type, size_type, size_type, void const*) const; \
  template void matrix_storage<I, O>::add_update(char const*, size_type, size_type, void const*);    \
  template void matrix_storage<I, O>::set(size_type, size_type, void const*);                        \
  template void matrix_storage<I, O>::remove(size_type, size_type);                                  \
  template bool matrix_storage<I, O>::overwrite_by_updates() const;                                  \
  template void matrix_storage<I, O>::merge_updates() const;                                         \
  template bool matrix_storage<I, O>::stays_adopted() const;
#include "src/index_widths.hpp"

}  // namespace heddle::detail
