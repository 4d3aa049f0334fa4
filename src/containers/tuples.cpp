// tuples.cpp - tuples are checked and put in order by the backend of their executor; what is wrong is named.
#include <heddle/detail/executor/recorder.hpp>

#include "src/executor/backend.hpp"

namespace heddle::detail {
namespace {

template <class T> T fetched(executor const& exec, T const* from, size_type k) {
  T value;
  copy_bytes(executor{}, &value, exec, from + k, sizeof(T));
  return value;
}

template <index_type Index> std::string place(executor const& exec, tuple_positions<Index> const& at, size_type k) {
  Index const col = fetched(exec, at.col, k);
  return at.row ? concat("(", fetched(exec, at.row, k), ", ", col, ")") : concat(col);
}

// Two tuples of one position, when it is known that there are such; found on the host, as this is the end of the call.
template <index_type Index>
[[noreturn]] void throw_repeated(char const* what, executor const& exec, tuple_positions<Index> const& at) {
  executor const cpu;
  buffer<Index> row(cpu, at.row ? at.n : 0), col(cpu, at.n);
  copy_bytes(cpu, row.data(), exec, at.row, row.bytes());
  copy_bytes(cpu, col.data(), exec, at.col, col.bytes());
  tuple_positions<Index> const here{at.rows, at.cols, at.n, at.row ? row.data() : nullptr, col.data()};
  auto const ordered = host::order_tuples(cpu, here, host::examine_tuples(cpu, here), {});
  size_type i = 0;
  while (ordered.first.data()[i + 1] - ordered.first.data()[i] == 1) ++i;
  size_type const k = ordered.first.data()[i];
  auto const stood = [&](size_type nth) { return ordered.order.empty() ? nth : ordered.order.data()[nth]; };
  throw invalid_argument(
      concat(what, ": entries ", stood(k), " and ", stood(k + 1), " both stand at ", place(cpu, here, stood(k))));
}

}  // namespace

template <index_type Index> tuple_findings examine_tuples(executor const& exec, tuple_positions<Index> const& at) {
  if (at.n == 0) return {};
  return exec.is_host() ? host::examine_tuples(exec, at) : with_cuda([&] { return gpu::examine_tuples(exec, at); });
}

template <index_type Index>
size_type first_outside(executor const& exec, Index const* positions, size_type n, size_type size) {
  if (n == 0) return -1;
  if (exec.is_host()) return host::first_outside(exec, positions, n, size);
  return examine_tuples(exec, tuple_positions<Index>{1, size, n, nullptr, positions}).outside;
}

template <index_type Index>
void throw_outside(char const* what, executor const& exec, tuple_positions<Index> const& at, size_type k) {
  if (!at.row)
    throw index_out_of_range(concat(what, ": entry ", k, " has index ", place(exec, at, k), " of ", at.cols));
  throw index_out_of_range(
      concat(what, ": entry ", k, " stands at ", place(exec, at, k), " of ", at.rows, " x ", at.cols));
}

template <index_type Index>
ordered_tuples<Index> order_tuples(char const* what, executor const& exec, tuple_positions<Index> const& at,
                                   byte const* values, std::size_t width, bool repeats, integers_out offsets) {
  require_unrecorded(exec, what);
  if (at.n == 0) {
    std::size_t const offset_width = offsets.wide ? 8 : 4;
    std::int64_t const zero = 0;
    if (offsets.data) primitives::fill(exec, offsets.data, at.rows + 1, offset_width, &zero);
    return {};
  }
  tuple_findings const found = examine_tuples(exec, at);
  if (found.outside >= 0) throw_outside(what, exec, at, found.outside);
  auto ordered = exec.is_host() ? host::order_tuples(exec, at, found, offsets)
                                : with_cuda([&] { return gpu::order_tuples(exec, at, values, width, found, offsets); });
  if (!repeats && ordered.positions < at.n) throw_repeated(what, exec, at);
  return ordered;
}

#define HEDDLE_INSTANTIATE(I)                                                                                   \
  template size_type first_outside(executor const&, I const*, size_type, size_type);                            \
  template tuple_findings examine_tuples(executor const&, tuple_positions<I> const&);                           \
  template void throw_outside(char const*, executor const&, tuple_positions<I> const&, size_type);              \
  template ordered_tuples<I> order_tuples(char const*, executor const&, tuple_positions<I> const&, byte const*, \
                                          std::size_t, bool, integers_out);
#include "src/each_index.hpp"

}  // namespace heddle::detail
