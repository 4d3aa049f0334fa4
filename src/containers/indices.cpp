// indices.cpp - selections of positions: checked on the host, placed and sorted on their executor.
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/ops/detail/indices.hpp>

namespace heddle::detail {

namespace {

[[noreturn]] void refuse(char const* what, char const* name, size_type place, size_type position, size_type size) {
  throw index_out_of_range(
      concat(what, ": ", name, "(", place, ") is ", position, ", which lies outside of [0, ", size, ")"));
}

void check_range(char const* what, char const* name, index_range const& r, size_type size) {
  size_type const count = r.count();
  if (count == 0) return;
  if (r.begin < 0 || r.begin >= size) refuse(what, name, 0, r.begin, size);
  // How many positions of the dimension lie ahead, in steps: the begin is one of them, so nothing overflows.
  size_type const inside = r.stride > 0          ? (size - 1 - r.begin) / r.stride + 1
                           : r.stride < -r.begin ? 1
                                                 : r.begin / -r.stride + 1;
  if (count <= inside) return;
  size_type const last = r.begin + (inside - 1) * r.stride;
  bool const fits = r.stride < 0 || last <= std::numeric_limits<size_type>::max() - r.stride;
  refuse(what, name, inside, fits ? last + r.stride : std::numeric_limits<size_type>::max(), size);
}

template <index_type I>
void check_list(char const* what, char const* name, std::vector<I> const& list, size_type size) {
  I least = 0, most = -1;  // two loops, of which the compiler makes short work
  for (I const i : list) least = std::min(least, i), most = std::max(most, i);
  if (least >= 0 && most < size) return;
  auto const outside = [&](I i) { return i < 0 || i >= size; };
  auto const first = std::find_if(list.begin(), list.end(), outside);
  refuse(what, name, first - list.begin(), *first, size);
}

}  // namespace

template <index_type Index>
placed_indices<Index>::placed_indices(char const* what, char const* name, executor const& exec,
                                      index_set<Index> const& chosen, size_type size)
    : what_(what), name_(name), exec_(exec), chosen_(&chosen), size_(size), count_(chosen.count(size)) {
  if (!chosen.is_list()) {
    index_range const r = chosen.range_of(size);
    check_range(what, name, r, size);
    view_ = {count_ > 0 ? r.begin : 0, count_ > 1 ? r.stride : 1, {}};  // one position is as good as ascending
    ascending_ = view_.stride > 0;
    return;
  }
  auto const& list = chosen.list();
  check_list(what, name, list, size);
  for (std::size_t k = 1; k < list.size(); ++k) ascending_ &= list[k - 1] < list[k];
  if (!exec.is_host()) array_ = buffer<Index>(exec, std::span<Index const>(list));
  view_.list = exec.is_host() ? list.data() : array_->data();
  if (count_ == 0) view_.list = integers();
}

template <index_type Index> Index const* placed_indices<Index>::array() {
  if (is_list() && exec_.is_host()) return chosen_->list().data();
  if (!array_) {
    buffer<Index> made(exec_, count_);
    ops::for_each_index(exec_, count_, chosen_position{view_, {}, made.data()});
    array_ = std::move(made);
  }
  return array_->data();
}

template <index_type Index> void placed_indices<Index>::sort() {
  if (sorted_) return;
  auto order = primitives::stable_order(exec_, array(), count_, static_cast<Index>(size_));
  buffer<Index> sorted(exec_, count_);
  primitives::gather(exec_, sorted.data(), array(), order.data(), count_, sizeof(Index));
  places_ = std::move(order);
  sorted_ = std::move(sorted);
}

template <index_type Index> index_lookup placed_indices<Index>::lookup() {
  if (!is_list() || count_ == 0) return {count_, view_.begin, view_.stride, {}, {}};
  if (ascending_) return {count_, 0, 1, view_.list, {}};
  sort();
  return {count_, 0, 1, sorted_->data(), places_.data()};
}

template <index_type Index> void placed_indices<Index>::require_distinct() {
  if (ascending_ || !is_list()) return;
  sort();
  buffer<primitives::byte> flags(exec_, count_ - 1);
  ops::for_each_index(exec_, count_ - 1, flag_repeated{sorted_->data(), flags.data()});
  auto const repeated = primitives::compact<std::int64_t>(exec_, flags.data(), count_ - 1);
  if (repeated.empty()) return;
  throw invalid_argument(
      concat(what_, ": ", name_, " names position ", sorted_->get(repeated.get(0)), " more than once"));
}

template class placed_indices<std::int32_t>;
template class placed_indices<std::int64_t>;

}  // namespace heddle::detail
