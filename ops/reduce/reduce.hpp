// reduce.hpp - w<mask> = w accum (sum of each row of A), and sums of a whole matrix or vector, over any monoid.
// GraphBLAS C API 2.1, section 4.3.10.
#pragma once
#include <heddle/ops/mxv/mxv.hpp>
#include <heddle/ops/reduce/device.hpp>
#if defined(__CUDACC__)
#include <heddle/ops/reduce/device.cuh>
#endif

namespace heddle {
inline namespace HEDDLE_TOOLCHAIN {
namespace reduce_detail {

// What a reduction of rows is to a plan: entries have values alone.
template <class Monoid, class Offset> constexpr reduction_call call_for(bool full) {
  using D = typename Monoid::value_type;
  constexpr bool shares_kernels = cuda::is_reduced_by<Monoid, Offset> && !cuda::has_own_reduction<Monoid, Offset>;
  if constexpr (detail::needs_presence<Monoid>() || shares_kernels) return {sizeof(maybe<D>), 0, false};
  reduction_call call{sizeof(D), sizeof(D), full};
  call.usual_walks = full && cuda::is_reduced_by<Monoid, Offset> && !cuda::reduces_by_every_walk;
  return call;
}

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

// Throws unless there are kernels: precompiled ones for a plain C++ compiler, any for nvcc.
template <class Monoid, class Offset> void require_kernels() {
#if !defined(__CUDACC__)
  if constexpr (!cuda::is_reduced_by<Monoid, Offset>) {
    throw not_compiled(detail::concat("reduce: no GPU kernel is precompiled for monoid ", detail::type_name<Monoid>(),
                                      "; compile this call with nvcc (a .cu file), or use a host executor"));
  }
#endif
}

template <class Monoid, class Offset> void rows_on_device(cuda::reduce_problem<Monoid, Offset> const& problem) {
  if constexpr (cuda::is_reduced_by<Monoid, Offset>) {
    cuda::reduce_rows<Monoid, Offset>(problem);
  } else {
#if defined(__CUDACC__)
    cuda::reduce_rows_body(problem);
#endif
  }
}

template <class W, index_type I, class Accum, class Monoid, class A, index_type O>
void write_on_host(vector<W, I>& w, mask_view const& mask, Accum const& accum, Monoid const& add,
                   detail::matrix_operand<A, I, O> const& a, descriptor const& d) {
  auto const& form = a.by_rows();
  bool const empty_rows = form.statistics().empty_rows > 0;
  constexpr bool accumulates = !std::is_same_v<Accum, no_accum_type>;
  bool const keeps = accumulates || (!mask.trivial() && !d.replace);
  auto const chosen = form.plan_for(d.schedule, call_for<Monoid, O>(mask.trivial()));
  auto out = detail::open_output(w, keeps, !empty_rows && mask.trivial());
  auto const sink = detail::sink_of<W>(out, mask, d.replace || !keeps, accumulates, accum);
  rows_on_host(w.exec(), *chosen, form.tiles(), form.template view<A>().values, empty_rows, add, sink);
  w.storage().keep(std::move(out));
  w.storage().choose_form();
}

// The kernels write the monoid's domain and accumulate by the monoid; what differs is merged afterwards.
template <class W, index_type I, class Accum, class Monoid, class A, index_type O>
void write_on_device(vector<W, I>& w, mask_view const& mask, Accum const& accum, Monoid const& add,
                     detail::matrix_operand<A, I, O> const& a, descriptor const& d) {
  using D = typename Monoid::value_type;
  constexpr bool none = std::is_same_v<Accum, no_accum_type>;
  if constexpr (!std::is_same_v<W, D> || !(none || detail::accumulates_as<Accum, Monoid>)) {
    vector<D, I> t(w.size(), w.exec());
    descriptor fresh = d;
    fresh.replace = true;
    write_on_device(t, mask, no_accum, add, a, fresh);
    auto const& form = t.storage().bitmap();
    merge_into(w, mask, accum, d.replace, detail::typed<D>(form.values), form.full() ? nullptr : form.present.data());
  } else {
    require_kernels<Monoid, O>();
    auto const& form = a.by_rows();
    bool const keeps = !none || (!mask.trivial() && !d.replace);
    buffer<detail::byte> kept;
    auto const view = detail::domain_view<D, true, A>(form, kept);
    auto const chosen = form.plan_for(d.schedule, call_for<Monoid, O>(mask.trivial()));
    bool const empty_rows = form.statistics().empty_rows > 0;
    auto out = detail::open_output(w, keeps, !empty_rows && mask.trivial());
    auto const sink = detail::sink_of<W>(out, mask, d.replace || !keeps, !none, add);
    rows_on_device(
        cuda::reduce_problem<Monoid, O>{w.exec(), chosen.get(), view.tiles(), view.values, sink, empty_rows, add});
    w.storage().keep(std::move(out));
  }
}

// All values as one row, cut into shares of equal length whose partial sums are combined in order.
template <class Offset, class Monoid, class T>
auto reduce_row(executor const& exec, Monoid const& add, values_view<T> values, size_type n) {
  using D = typename Monoid::value_type;
  Offset const ends[] = {0, static_cast<Offset>(n)};
  buffer<Offset> const offsets(exec, std::span<Offset const>(ends));
  offset_tiles<Offset> const row{offsets.data(), 1, n};
  tile_statistics const statistics{1, n, {n, 0, static_cast<double>(n), 0}};
  plan const chosen = make_plan(exec, row, nonzero_split{}, call_for<Monoid, Offset>(true), &statistics);
  buffer<detail::byte> sum(exec, sizeof(D));
  vector_sink<D, Monoid> const sink{reinterpret_cast<D*>(sum.data()), nullptr, {}, true, false, add};
  if (exec.is_host()) {
    rows_on_host(exec, chosen, row, values, false, add, sink);
  } else {
    require_kernels<Monoid, Offset>();
    buffer<detail::byte> kept;
    values_view<D> converted;
    if (values.data) {
      converted.data = detail::in_domain<D>(exec, values.data, n, kept);
    } else if constexpr (std::is_convertible_v<T, D>) {
      converted.one = static_cast<D>(values.one);
    }
    rows_on_device(cuda::reduce_problem<Monoid, Offset>{exec, &chosen, row, converted, sink, false, add});
  }
  D result;
  detail::copy_bytes(executor{}, &result, exec, sum.data(), sizeof(D));
  return result;
}

template <class Monoid, class T>
typename Monoid::value_type reduce_values(executor const& exec, Monoid const& add, values_view<T> values, size_type n) {
  if (n == 0) return add.identity();
  if (n <= std::numeric_limits<std::int32_t>::max()) return reduce_row<std::int32_t>(exec, add, values, n);
  return reduce_row<std::int64_t>(exec, add, values, n);
}

}  // namespace reduce_detail

/// w<mask> = w accum t, t(i) = sum over j of A(i, j), in ascending j, by the monoid; rows without an entry have no
/// result. By columns: reduce(w, ..., transpose(A)).
/// A: m x n, or transpose of n x m; w, mask: m. A's values are converted to the monoid's domain. `mask`, `accum`,
/// descriptor as for mxv (the direction is not used).
/// Under min and max, which pass over NaNs, a row of NaNs alone is NaN.
/// Throws dimension_mismatch naming both sizes, executor_mismatch, invalid_argument as mxv does, not_compiled on a CUDA
/// executor for a monoid that is not precompiled. Work O(nnz(A) + m). Asynchronous on the executor's stream once the
/// plan is made.
template <class W, index_type I, class Mask, class Accum, monoid Monoid, class MatrixArg>
void reduce(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, Monoid const& add, MatrixArg const& matrix,
            descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  auto const a = detail::operand(matrix);
  if (a.rows() != w.size()) {
    throw dimension_mismatch(
        detail::concat("reduce: A is ", detail::shape(a.rows(), a.cols()), " but w has length ", w.size()));
  }
  detail::check_executor("reduce", w.exec(), "A", a.storage->exec());
  detail::check_mask("reduce", mask, w.size(), w.exec());
  detail::trace_range const traced(w.exec(), "reduce", &d.schedule);
  auto const ready = detail::prepare_mask(mask, w.exec(), &w);
  if (w.exec().is_host()) return reduce_detail::write_on_host(w, ready.view, accum, add, a, d);
  reduce_detail::write_on_device(w, ready.view, accum, add, a, d);
}

/// w(i) = sum of row i of A.
template <class W, index_type I, monoid Monoid, class MatrixArg>
void reduce(vector<W, I>& w, Monoid const& add, MatrixArg const& matrix, descriptor const& d = {}) {
  reduce(w, no_mask, no_accum, add, matrix, d);
}

/// The sum of all entries of A, a matrix or a transpose, by the monoid, row by row; its identity where A has none.
/// Throws not_compiled on a CUDA executor for a monoid that is not precompiled. Work O(nnz(A)); the same bits in every
/// run. Reads back.
template <monoid Monoid, class MatrixArg>
requires requires(MatrixArg const& a) { detail::operand(a); }
[[nodiscard]] typename Monoid::value_type reduce(Monoid const& add, MatrixArg const& matrix) {
  auto const a = detail::operand(matrix);
  auto const& form = a.by_rows();
  using T = typename decltype(a)::value_type;
  return reduce_detail::reduce_values(a.storage->exec(), add, form.template view<T>().values, form.nnz);
}

/// The sum of all entries of u by the monoid, by ascending position; its identity where u has none. As for a matrix;
/// work O(entries) where u is dense or sparse, else O(size).
template <monoid Monoid, class T, index_type I>
[[nodiscard]] typename Monoid::value_type reduce(Monoid const& add, vector<T, I> const& u) {
  bool const dense = u.form() == vector_form::dense;
  auto const& bytes = dense ? u.storage().bitmap().values : u.storage().sparse(true).values;
  return reduce_detail::reduce_values(u.exec(), add, values_view<T>{detail::typed<T>(bytes)}, u.nvals());
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
