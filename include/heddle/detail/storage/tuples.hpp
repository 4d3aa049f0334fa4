// tuples.hpp - tuples in an executor's memory put in order, and those of one position combined: what containers are
// built from. GraphBLAS C API 2.1, sections 4.2.4.9 and 4.2.5.9 (GrB_Vector_build, GrB_Matrix_build).
#pragma once
#include <heddle/base/arrays.hpp>
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/semirings/precompiled.hpp>

namespace heddle::detail {

using primitives::byte;

/// Where n tuples stand; those of a vector have no `row`.
template <index_type Index> struct tuple_positions {
  size_type rows, cols, n;
  Index const* row;
  Index const* col;
};

/// What is wrong with the order of tuples: the least k of each kind, or -1.
struct tuple_findings {
  size_type outside = -1;   // stands outside
  size_type descends = -1;  // stands before the one before it
  size_type repeats = -1;   // stands where the one before it does
};
template <index_type Index> tuple_findings examine_tuples(executor const& exec, tuple_positions<Index> const& at);

/// The first of n positions that lies outside of [0, size), or -1: all that examine_tuples is asked where the order of
/// positions does not matter.
template <index_type Index>
size_type first_outside(executor const& exec, Index const* positions, size_type n, size_type size);

/// Throws index_out_of_range naming entry k, which stands outside.
template <index_type Index>
[[noreturn]] void throw_outside(char const* what, executor const& exec, tuple_positions<Index> const& at, size_type k);

/// n tuples by position, those of one position in the order given.
template <index_type Index> struct ordered_tuples {
  size_type positions = 0;
  buffer<Index> indices;       // [positions]: columns, or indices of a vector
  buffer<byte> values;         // [n], in order; empty: they are where they were, as `order` says
  buffer<std::int64_t> order;  // [n]: the tuple that is k-th; empty: k
  buffer<std::int64_t> first;  // [positions + 1]: where the tuples of each position begin; empty: each has one
};

/// Puts tuples in order, on the executor in whose memory they are, and writes to `offsets` where rows begin, rows + 1
/// of them; none for a vector. `values` of `width` bytes, or null, are moved along where that is cheaper than to gather
/// them. Throws index_out_of_range naming the first tuple that lies outside; where `repeats` are not allowed
/// invalid_argument naming two tuples of one position. Reads back.
template <index_type Index>
ordered_tuples<Index> order_tuples(char const* what, executor const& exec, tuple_positions<Index> const& at,
                                   byte const* values, std::size_t width, bool repeats, integers_out offsets);

/// out[i] = the values of the tuples of position i, combined from left to right.
template <class T, class Op> struct combined_run {
  T const* values;
  integers order;  // without data: values are in order
  std::int64_t const* first;
  T* out;
  Op op;

  HEDDLE_FN T value(size_type k) const { return values[order.data ? order[k] : k]; }
  HEDDLE_FN void operator()(size_type i) const {
    T combined = value(first[i]);
    for (size_type k = first[i] + 1; k < first[i + 1]; ++k) combined = converted<T>(called(op, combined, value(k)));
    out[i] = combined;
  }
};

/// The same by the codes of the type and of the operator.
struct run_by_code {
  static constexpr bool in_library = true;
  void const* values;
  integers order;
  std::int64_t const* first;
  void* out;
  int type, op;

  HEDDLE_FN void operator()(size_type i) const;  // in the library alone, as it takes long to compile
};

/// Whether the library has a kernel that combines by it.
template <class T, class Op>
inline constexpr bool has_run_code = is_precompiled_element<T>&& known_by_code<plain_operator<Op>, T, table::runs>;

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::tuples_detail {

/// Keeps what nvcc makes of a member template apart from what another compiler does.
struct toolchain {};

// The host combines what the GPU has put in order.
template <class T, class Op>
void combine_on_host(executor const& exec, size_type n, detail::combined_run<T, Op> const& runs, size_type num_tuples) {
  executor const cpu;
  buffer<T> in_order(exec, num_tuples), combined(cpu, n);
  if (runs.order.data) {
    auto const* const order = static_cast<std::int64_t const*>(runs.order.data);
    primitives::gather(exec, in_order.data(), runs.values, order, num_tuples, sizeof(T));
  } else {
    detail::copy_bytes(exec, in_order.data(), exec, runs.values, in_order.bytes());
  }
  buffer<std::int64_t> first(cpu, n + 1);
  detail::copy_bytes(cpu, first.data(), exec, runs.first, first.bytes());
  buffer<T> const fetched = in_order.clone(cpu);
  detail::combined_run<T, Op> const here{fetched.data(), {}, first.data(), combined.data(), runs.op};
  host::parallel_for(cpu, n, here);
  detail::copy_bytes(exec, runs.out, cpu, combined.data(), combined.bytes());
}

/// out[i] for the n positions.
template <class T, class Op>
void combine_runs(executor const& exec, size_type n, detail::combined_run<T, Op> const& runs, size_type num_tuples) {
  if (exec.is_host()) return host::parallel_for(exec, n, runs);
  if constexpr (std::is_same_v<detail::plain_operator<Op>, take_first<T>>) {
    buffer<std::int64_t> stood(exec, runs.order.data ? n : 0);
    if (runs.order.data) primitives::gather(exec, stood.data(), runs.order.data, runs.first, n, sizeof(std::int64_t));
    primitives::gather(exec, runs.out, runs.values, runs.order.data ? stood.data() : runs.first, n, sizeof(T));
  } else if constexpr (detail::has_run_code<T, Op>) {
    int const type = detail::code_of<T, precompiled_elements>;
    int const op = detail::code_of<detail::plain_operator<Op>, detail::binary_operators<T>>;
    ops::dispatch_each(exec, n, detail::run_by_code{runs.values, runs.order, runs.first, runs.out, type, op});
  } else if constexpr (ops::compiles_kernels) {
    ops::for_each_index(exec, n, runs);
  } else {
    combine_on_host(exec, n, runs, num_tuples);
  }
}

/// One value a position, of tuples whose values were given at `given`.
template <class T, class Index, class Duplicate>
buffer<T> combined_values(executor const& exec, detail::ordered_tuples<Index>& tuples, T const* given,
                          Duplicate const& duplicate, size_type num_tuples) {
  bool const moved = !tuples.values.empty(), single = tuples.first.empty();
  if (moved && single) return buffer<T>::from_bytes(std::move(tuples.values));
  T const* const in = moved ? reinterpret_cast<T const*>(tuples.values.data()) : given;
  std::int64_t const* const order = tuples.order.empty() ? nullptr : tuples.order.data();
  size_type const n = tuples.positions;
  buffer<T> out(exec, n);
  if (single && order) {
    primitives::gather(exec, out.data(), in, order, n, sizeof(T));
  } else if (single) {
    detail::copy_bytes(exec, out.data(), exec, in, out.bytes());
  } else if constexpr (!std::is_same_v<Duplicate, no_duplicates_type>) {
    integers places;
    if (order) places = integers(order);
    auto const* const begins = tuples.first.data();
    combine_runs(exec, n, detail::combined_run<T, Duplicate>{in, places, begins, out.data(), duplicate}, num_tuples);
  }
  return out;
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::tuples_detail
