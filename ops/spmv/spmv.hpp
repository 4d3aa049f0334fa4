// spmv.hpp - y = alpha A x + beta y for vectors that are full, in one pass over A.
// Blackford et al., "An Updated Set of Basic Linear Algebra Subprograms (BLAS)", ACM TOMS 28(2), 2002: usmv.
#pragma once
#include <heddle/detail/host/drivers.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/scope.hpp>
#include <heddle/ops/mxv/compact.hpp>
#include <heddle/ops/mxv/placed_operand.hpp>
#include <heddle/ops/spmv/device.hpp>
#if defined(__CUDACC__)
#include <heddle/ops/spmv/device.cuh>
#endif

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace ops::spmv_detail {

template <class... T>
concept of_real_numbers = (detail::real_element<T> && ...);

// The type of alpha and beta, which does not take part in deduction.
template <class Y, class MatrixArg, class X> using scalar_t = detail::sum_type<Y, detail::element_of<MatrixArg>, X>;

// The values of a vector in which every position has one.
template <class T, index_type I> T const* full_values(char const* name, vector<T, I> const& v) {
  auto const& form = storage_of(v).bitmap();
  if (!form.full() && v.nvals() != v.size()) {
    throw invalid_argument(detail::concat("spmv: ", name, " has ", v.nvals(), " entries at ", v.size(),
                                          " positions, but must be full; mxv takes vectors that are not"));
  }
  return detail::typed<T>(form.values);
}

}  // namespace ops::spmv_detail

/// y = alpha A x + beta y: y(i) = alpha (sum over j of A(i, j) x(j)) + beta y(i).
/// Operands: A of m x n, or transpose(A) of n x m; x of n, full; y of m, full unless beta is 0. x and y share no
/// memory. Where beta is 0 y is not read; where alpha is 0 what stands in A and x does not matter. Of d the schedule
/// and the plans count.
/// Types: float, double, f16 or bf16, each operand's its own; others do not compile (mxv takes them). Sums are double
/// where one operand is, else float; only y(i) is rounded to y's type.
/// Throws: dimension_mismatch naming the operands' sizes; executor_mismatch; invalid_argument for an x or y that is not
/// full and as mxv does; not_compiled on a GPU for types that are not precompiled.
/// Cost: O(nnz(A) + m), one pass.
/// Runs: asynchronously once the plan is made, unless the entries of a bitmap have to be counted.
/// Example: docs/operations.md#spmv
template <class Y, index_type I, detail::matrix_argument MatrixArg, class X>
requires ops::spmv_detail::of_real_numbers<Y, detail::element_of<MatrixArg>, X>
void spmv(vector<Y, I>& y, ops::spmv_detail::scalar_t<Y, MatrixArg, X> alpha, MatrixArg const& matrix,
          vector<X, I> const& x, ops::spmv_detail::scalar_t<Y, MatrixArg, X> beta, descriptor const& d = {}) {
  using A = detail::element_of<MatrixArg>;
  using S = detail::sum_type<Y, A, X>;
  auto const a = detail::operand(matrix);
  auto const work = ops::enter<ops::recordable::yes>("spmv", "y", y, no_mask, d, "A", a, "x", x);
  work.fit(a.cols() == x.size() && a.rows() == y.size(), "A", a, "x", x, "y", y);
  if (work.is_output(x)) return spmv(y, alpha, matrix, vector<X, I>(x), beta, d);
  using offset = typename decltype(a)::offset_type;
  using problem = gpu::spmv_problem<gpu::spmv_types<A, X, Y>, I, offset>;
  constexpr bool has_compact = detail::has_compact<Y, I, offset> && std::is_same_v<A, Y> && std::is_same_v<X, Y>;
  if (d.compact && !has_compact) ops::refuse_compact("spmv");
  if (!y.exec().is_host()) ops::require_kernels<problem>();
  auto const* const operand = ops::spmv_detail::full_values("x", x);
  if (beta != S(0)) ops::spmv_detail::full_values("y", y);
  auto const& form = a.by_rows();
  auto view = form.template view<A>();
  auto const placed = detail::place_operand(form, d, operand, nullptr, sizeof(X));
  view.indices = placed.columns;
  auto const* const gathered = static_cast<X const*>(placed.values);
  auto const chosen = form.plan_for(d.schedule, problem::call());
  bool const empty_rows = form.statistics().empty_rows > 0;
  auto out = storage_of(y).draft_full();
  typename problem::sink const close{reinterpret_cast<Y*>(out.values), alpha, beta,
                                     empty_rows ? view.offsets : nullptr};
  if (y.exec().is_host()) {
    gpu::spmv_product<typename gpu::spmv_types<A, X, Y>, I> const product{view.indices, view.values, gathered, {}};
    host::reduce_tiles(y.exec(), *chosen, view.tiles(), product, plus_monoid<S>{}, close);
  } else {
    bool done = false;
    if constexpr (has_compact) {
      done = d.compact &&
             detail::compact_pull<Y>(form, d, placed.columns, gathered, {close.y, nullptr, alpha, beta, close.offsets});
    }
    if (!done) ops::dispatch(problem{y.exec(), chosen.get(), view, gathered, close});
  }
  storage_of(y).keep(std::move(out));
}

// Other elements: compiling this says so.
template <class Y, index_type I, class Alpha, detail::matrix_argument MatrixArg, class X, class Beta>
requires(!ops::spmv_detail::of_real_numbers<Y, detail::element_of<MatrixArg>, X>) void spmv(
    vector<Y, I>&, Alpha const&, MatrixArg const&, vector<X, I> const&, Beta const&, descriptor const& = {}) {
  static_assert(ops::spmv_detail::of_real_numbers<Y, detail::element_of<MatrixArg>, X>,
                "heddle: spmv takes elements of float, double, f16 and bf16: write mxv(y, plus_times<int>{}, A, x) for "
                "integers, or cast<double>(A)");
}
HEDDLE_EXPLAIN(spmv);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
