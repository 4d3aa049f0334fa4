// reduce.hpp - w<mask> = w accum (sum of each row of A), and sums of a whole matrix or vector, over any monoid.
// GraphBLAS C API 2.1, section 4.3.10.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/detail/host/drivers.hpp>
#include <heddle/ops/detail/merge/pairs.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/write/vector.hpp>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/ops/reduce/device.hpp>
#include <heddle/ops/reduce/host.hpp>
#include <heddle/ops/reduce/lanes.hpp>
#include <heddle/scalar.hpp>
#include <vector>
#if defined(__CUDACC__)
#include <heddle/ops/reduce/device.cuh>
#endif

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace ops::reduce_detail {

// sink(i, add over the values of row i) on the host.
template <class Monoid, class T, class Offset, class Sink>
void rows_on_host(executor const& exec, plan const& chosen, offset_tiles<Offset> const& rows, values_view<T> values,
                  bool empty_rows, Monoid const& add, Sink const& sink) {
  using D = typename Monoid::value_type;
  if constexpr (detail::needs_presence<Monoid>()) {
    host::reduce_tiles(exec, chosen, rows, detail::lifted_entry_value<D, T>{values}, lifted<Monoid>{add}, sink);
  } else {
    host::reduce_tiles(exec, chosen, rows, detail::entry_value<D, T>{values}, add,
                       full_sink<Sink, Offset>{sink, empty_rows ? rows.offsets : nullptr});
  }
}

template <class W, index_type I, class Accum, class Monoid, class A, index_type O>
void write_rows(vector<W, I>& w, mask_view const& mask, Accum const& accum, Monoid const& add,
                detail::matrix_operand<A, I, O> const& a, descriptor const& d) {
  using D = typename Monoid::value_type;
  using problem = gpu::reduce_problem<Monoid, O>;
  bool const on_host = w.exec().is_host();
  if (!on_host) ops::require_kernels<problem>();
  auto const& form = a.by_rows();
  auto const stored = form.template view<A>().values;
  auto const chosen = form.plan_for(d.schedule, problem::call(!mask.trivial()));
  bool const empty_rows = form.statistics().empty_rows > 0;
  if (on_host) {
    auto const rule = detail::rule_of(!mask.trivial(), d.replace, detail::accumulates<Accum>, !empty_rows);
    return ops::write_through(w, mask, rule, accum, [&](auto const& sink) {
      rows_on_host(w.exec(), *chosen, form.tiles(), stored, empty_rows, add, sink);
    });
  }
  buffer<detail::byte> kept;
  auto const values = ops::domain_values<D>(w.exec(), stored, form.nnz, kept);
  ops::write_by_monoid(w, mask, accum, add, d.replace, !empty_rows, [&](auto const& sink) {
    ops::dispatch(problem{w.exec(), chosen.get(), form.tiles(), values, sink, empty_rows, add});
  });
}

// Values as one row, cut into shares of equal length whose partial sums are combined in order; what a block of a GPU
// scans at once is one share, and one launch.
struct whole_row {
  size_type n;
  buffer<std::int32_t> offsets;
  plan chosen;
};

template <class Monoid> whole_row whole_row_of(executor const& exec, size_type n) {
  std::int32_t const ends[] = {0, static_cast<std::int32_t>(n)};
  buffer<std::int32_t> offsets(exec, std::span<std::int32_t const>(ends));
  offset_tiles<std::int32_t> const row{offsets.data(), 1, n};
  tile_statistics const statistics{1, n, {n, 0, static_cast<double>(n), 0}};
  constexpr std::size_t bytes = sizeof(typename Monoid::value_type);
  constexpr int scanned = bytes <= gpu_tuning.max_scanned_bytes ? gpu_tuning.threads * gpu_tuning.items_of(bytes) : 0;
  schedule const shares = !exec.is_host() && n <= scanned
                              ? schedule(nonzero_split{.atoms_per_worker = scanned}, by_block_scan{})
                              : schedule(nonzero_split{});
  plan chosen = make_plan(exec, row, shares, gpu::reduce_problem<Monoid, std::int32_t>::call(), &statistics);
  return {n, std::move(offsets), std::move(chosen)};
}

// *sum = the sum of a row of values.
template <class Monoid, class T>
void sum_row(executor const& exec, whole_row const& row, Monoid const& add, values_view<T> values,
             typename Monoid::value_type* sum) {
  using D = typename Monoid::value_type;
  using problem = gpu::reduce_problem<Monoid, std::int32_t>;
  offset_tiles<std::int32_t> const tiles{row.offsets.data(), 1, row.n};
  vector_sink<D, Monoid> const sink{sum, nullptr, {}, true, false, add};
  if (exec.is_host()) {
    if constexpr (!detail::needs_presence<Monoid>() && !detail::has_terminal<Monoid> && !std::is_same_v<D, bool>) {
      if (row.n >= host::summed_pieces::block) {
        *sum = host::sum_of_values(exec, add, values, row.n);
        return;
      }
    }
    return rows_on_host(exec, row.chosen, tiles, values, false, add, sink);
  }
  ops::require_kernels<problem>();
  buffer<detail::byte> kept;
  auto const converted = ops::domain_values<D>(exec, values, row.n, kept);
  ops::dispatch(problem{exec, &row.chosen, tiles, converted, sink, false, add});
}

// Values as one row. More than 32-bit offsets reach are several rows of nearly equal length, and their sums one more:
// kernels of 64-bit offsets choose the operator by its code for every value.
using whole_rows = std::vector<whole_row>;

template <class Monoid>
whole_rows whole_rows_of(executor const& exec, size_type n, size_type most = std::numeric_limits<std::int32_t>::max()) {
  size_type const count = (n + most - 1) / most;
  whole_rows rows;
  for (size_type k = 0; k < count; ++k) {
    rows.push_back(whole_row_of<Monoid>(exec, n / count + (k < n % count ? 1 : 0)));
  }
  if (count > 1) rows.push_back(whole_row_of<Monoid>(exec, count));
  return rows;
}

// *sum = the sum of all values.
template <class Monoid, class T>
void sum_rows(executor const& exec, whole_rows const& rows, Monoid const& add, values_view<T> values,
              typename Monoid::value_type* sum) {
  using D = typename Monoid::value_type;
  if (rows.size() == 1) return sum_row(exec, rows.front(), add, values, sum);
  buffer<detail::byte> kept(exec, detail::bytes_of(std::ssize(rows) - 1, sizeof(D)));
  D* const sums = reinterpret_cast<D*>(kept.data());
  for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
    sum_row(exec, rows[k], add, values, sums + k);
    if (values.data) values.data += rows[k].n;
  }
  sum_row(exec, rows.back(), add, values_view<D>{sums}, sum);
}

template <class Monoid, class T>
typename Monoid::value_type reduce_values(executor const& exec, Monoid const& add, values_view<T> values, size_type n) {
  ops::require_monoid<Monoid, T>();
  using D = typename Monoid::value_type;
  if (n == 0) return add.identity();
  if constexpr (host::is_sum_in_any_order<Monoid>()) {
    if (exec.is_host() && values.data) return host::sum_in_any_order(exec, add, values.data, n);
  }
  auto const rows = whole_rows_of<Monoid>(exec, n);
  buffer<detail::byte> sum(exec, sizeof(D));
  sum_rows(exec, rows, add, values, reinterpret_cast<D*>(sum.data()));
  D result;
  detail::copy_bytes(executor{}, &result, exec, sum.data(), sizeof(D));
  return result;
}

// Its address stands for a kind of reduction.
template <class Monoid> inline constexpr char kind_of_row = 0;

template <class Monoid, class T>
void reduce_into(scalar<typename Monoid::value_type>& sum, Monoid const& add, values_view<T> values, size_type n) {
  ops::require_monoid<Monoid, T>();
  executor const exec = sum.exec();
  if (n == 0) {
    sum.set(add.identity());
    return sum.mark_sum_of_none();
  }
  detail::tell_written(exec, sum.data());
  if constexpr (host::is_sum_in_any_order<Monoid>()) {
    if (exec.is_host() && values.data) {
      *sum.data() = host::sum_in_any_order(exec, add, values.data, n);
      return sum.mark(true);
    }
  }
  void const* const kind = &kind_of_row<Monoid>;
  detail::kept_row& kept = sum.kept();
  if (kept.kind != kind || kept.n != n) {
    kept = {kind, n, std::make_shared<whole_rows const>(whole_rows_of<Monoid>(exec, n))};
  }
  detail::keep_in_loop(exec, kept.made);
  sum_rows(exec, *static_cast<whole_rows const*>(kept.made.get()), add, values, sum.data());
  sum.mark(true);
}

// sum = sum accum (sum of n values), where either may be nothing.
template <class Accum, class Monoid, class T>
void accumulate_into(scalar<typename Monoid::value_type>& sum, Accum const& accum, Monoid const& add,
                     values_view<T> values, size_type n) {
  using D = typename Monoid::value_type;
  executor const exec = sum.exec();
  if constexpr (!detail::accumulates<Accum>) {
    reduce_into(sum, add, values, n);
  } else {
    static_assert(std::is_same_v<detail::paired_result<Accum, D, D>, D>, "heddle: the accumulator gives another type");
    using step = detail::combined_pair<Accum, D>;
    if (n == 0) return;
    if (!exec.is_host()) ops::require_kernels<gpu::index_problem<step>>();
    if (!sum.has_value()) return reduce_into(sum, add, values, n);
    scalar<D> t(D{}, exec);
    std::swap(t.kept(), sum.kept());  // the plan of the sum before
    reduce_into(t, add, values, n);
    std::swap(t.kept(), sum.kept());
    ops::for_each_index(exec, 1, step{{{{sum.data()}}, {{t.data()}}, sum.data()}, accum});
  }
}

// How many entries there are is not asked: positions without one have the identity.
template <class Monoid, class T, index_type I>
void reduce_bitmap(scalar<typename Monoid::value_type>& sum, Monoid const& add, vector<T, I> const& u) {
  using D = typename Monoid::value_type;
  executor const exec = u.exec();
  size_type const n = u.size();
  auto const& form = storage_of(u).bitmap();
  buffer<detail::byte> all(exec, detail::bytes_of(n, sizeof(D)));
  D const identity = add.identity();
  primitives::fill(exec, all.data(), n, sizeof(D), &identity);
  vector_sink<D, no_accum_type> const sink{reinterpret_cast<D*>(all.data()), nullptr, {}, false, false, {}};
  ops::write_entries(exec, n, sink, detail::typed<T>(form.values), form.present.data());
  reduce_into(sum, add, values_view<D>{detail::typed<D>(all)}, n);
}

// The values of entries, by ascending position.
template <class T, index_type I> values_view<T> values_in_order(vector<T, I> const& u) {
  bool const dense = u.form() == vector_form::dense;
  return {detail::typed<T>(dense ? storage_of(u).bitmap().values : storage_of(u).sparse(true).values)};
}

}  // namespace ops::reduce_detail

/// w<mask> = w accum t, t(i) = sum over j of A(i, j), in ascending j, by the monoid; rows without an entry have no
/// result.
/// Operands: A of m x n, or transpose(A) of n x m, which sums columns; w and mask of m; mask, accum and d as for mxv.
/// Types: A's values are converted to the monoid's domain. Under min and max a row of NaNs alone is NaN.
/// Throws: dimension_mismatch naming both sizes; executor_mismatch; invalid_argument as mxv does; not_compiled on a GPU
/// for a monoid that is not precompiled.
/// Cost: O(nnz(A) + m).
/// Runs: asynchronously once the plan is made.
/// Example: docs/operations.md#reduce
template <class W, index_type I, class Mask, class Accum, monoid Monoid, class MatrixArg>
void reduce(vector<W, I>& w, Mask const& mask, Accum const& accum, Monoid const& add, MatrixArg const& matrix,
            descriptor const& d = {}) {
  auto const a = detail::operand(matrix);
  ops::require_monoid<Monoid, typename decltype(a)::value_type>();
  auto const work = ops::enter<ops::recordable::yes>("reduce", "w", w, mask, d, "A", a);
  work.fit(a.rows() == w.size(), "A", a, "w", w);
  auto const ready = ops::prepare_mask(work);
  if constexpr (ops::goes_into<W, typename Monoid::value_type, Accum>()) {
    ops::reduce_detail::write_rows(w, ready.view, accum, add, a, d);
  }
}

/// w(i) = sum of row i of A.
template <class W, index_type I, monoid Monoid, class MatrixArg>
void reduce(vector<W, I>& w, Monoid const& add, MatrixArg const& matrix, descriptor const& d = {}) {
  reduce(w, no_mask, no_accum, add, matrix, d);
}

/// The sum of all entries of A, a matrix or a transpose, by the monoid, row by row; its identity where A has none.
/// Throws: not_compiled on a GPU for a monoid that is not precompiled.
/// Cost: O(nnz(A)); the same bits in every run.
/// Runs: reads back.
template <monoid Monoid, detail::matrix_argument MatrixArg>
[[nodiscard]] typename Monoid::value_type reduce(Monoid const& add, MatrixArg const& matrix) {
  auto const a = detail::operand(matrix);
  auto const work = ops::enter("reduce to a number of the host's", "A", a);
  auto const& form = a.by_rows();
  using T = typename decltype(a)::value_type;
  return ops::reduce_detail::reduce_values(a.storage->exec(), add, form.template view<T>().values, form.nnz);
}

/// The sum of all entries of u by the monoid, by ascending position; its identity where u has none.
/// Throws: as for a matrix.
/// Cost: O(entries) where u is dense or a list, else O(size).
/// Runs: reads back.
template <monoid Monoid, class T, index_type I>
[[nodiscard]] typename Monoid::value_type reduce(Monoid const& add, vector<T, I> const& u) {
  auto const work = ops::enter("reduce to a number of the host's", "u", u);
  auto const values = ops::reduce_detail::values_in_order(u);
  return ops::reduce_detail::reduce_values(u.exec(), add, values, u.nvals());
}

/// The same into a scalar of u's executor, which keeps the plan for the next sum of as many entries. Where u has no
/// entries the scalar is empty. In the body of a device_loop it has the identity, positions of a bitmap without an
/// entry count as that, and a monoid without a neutral element (`needs_presence`) is refused.
/// Throws: executor_mismatch.
/// Runs: asynchronously once the plan is made, where u is dense or its entries have been counted.
template <monoid Monoid, class T, index_type I>
void reduce(scalar<typename Monoid::value_type>& sum, Monoid const& add, vector<T, I> const& u) {
  auto const work = ops::enter<ops::recordable::yes>("reduce", "sum", sum, "u", u);
  if (u.form() != vector_form::dense && storage_of(u).form_stays()) {
    if constexpr (!detail::needs_presence<Monoid>()) {
      if (u.form() == vector_form::bitmap) return ops::reduce_detail::reduce_bitmap(sum, add, u);
    }
    work.reads_back("reduce of a vector that is not dense");
  }
  auto const values = ops::reduce_detail::values_in_order(u);
  ops::reduce_detail::reduce_into(sum, add, values, storage_of(u).nvals());
}

/// sum = sum accum t, t the sum of all entries of u. Where u has none, sum is what it was; where sum is empty, it is t.
/// With no_accum it is t, or empty. Not in a device_loop.
/// Throws: executor_mismatch; not_compiled on a GPU for an accumulator that is not precompiled.
template <class Accum, monoid Monoid, class T, index_type I>
void reduce(scalar<typename Monoid::value_type>& sum, Accum const& accum, Monoid const& add, vector<T, I> const& u) {
  if constexpr (!detail::accumulates<Accum>) {
    reduce(sum, add, u);
  } else {
    auto const work = ops::enter("reduce with an accumulator into a scalar", "sum", sum, "u", u);
    auto const values = ops::reduce_detail::values_in_order(u);
    ops::reduce_detail::accumulate_into(sum, accum, add, values, u.nvals());
  }
}

/// The same of all entries of A, a matrix or a transpose, row by row.
template <class Accum, monoid Monoid, detail::matrix_argument MatrixArg>
void reduce(scalar<typename Monoid::value_type>& sum, Accum const& accum, Monoid const& add, MatrixArg const& matrix) {
  auto const a = detail::operand(matrix);
  auto const work = ops::enter("reduce of a matrix into a scalar", "sum", sum, "A", a);
  auto const& form = a.by_rows();
  using T = typename decltype(a)::value_type;
  ops::reduce_detail::accumulate_into(sum, accum, add, form.template view<T>().values, form.nnz);
}
template <monoid Monoid, detail::matrix_argument MatrixArg>
void reduce(scalar<typename Monoid::value_type>& sum, Monoid const& add, MatrixArg const& matrix) {
  reduce(sum, no_accum, add, matrix);
}
HEDDLE_EXPLAIN(reduce);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
