// spmm.hpp - C = C accum (A (+.*) B) for a sparse A and dense B and C: the front end.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/detail/dense_elements.hpp>
#include <heddle/ops/detail/operand.hpp>
#include <heddle/ops/detail/scope.hpp>
#include <heddle/ops/detail/write/dense.hpp>
#include <heddle/ops/spmm/device.hpp>
#include <heddle/ops/spmm/host.hpp>
#include <heddle/semirings/precompiled.hpp>
#if defined(__CUDACC__)
#include <heddle/ops/spmm/device.cuh>
#endif

namespace heddle::detail {

/// Whether elements of one lie between elements of the other.
template <class X, class Y> bool share_memory(dense_matrix<X> const& x, dense_matrix<Y> const& y) {
  auto const begin = [](auto const& m) { return reinterpret_cast<std::uintptr_t>(m.data()); };
  auto const end = [&](auto const& m) { return begin(m) + m.bytes(); };
  return begin(x) < end(y) && begin(y) < end(x);
}

/// What a product with so many columns is to a plan.
template <class D> reduction_call dense_call(size_type columns) {
  reduction_call call(sizeof(D), 0, false);
  call.columns = 1;
  while (call.columns < 128 && call.columns < columns) call.columns *= 2;
  return call;
}

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace ops::spmm_detail {

// c = t, or c add t, over the entries of a form of A. elements_of_b.operator()<T>(): those of B as T, which are asked
// for where they are read.
template <class SR, class A, class B, index_type I, index_type O, class Elements>
void multiply_into(dense_view<domain_of<SR>> const& c, bool accumulate, SR const& sr,
                   detail::compressed<I, O> const& form, plan const& chosen, Elements const& elements_of_b) {
  using D = domain_of<SR>;
  using reads = detail::reads<SR>;
  executor const& exec = form.exec;
  buffer<detail::byte> kept;
  // A kernel by code reads B whatever its multiply does with it.
  auto const with_operands = [&]<class Left, class Right, bool ReadsB>(std::type_identity<Left>,
                                                                       std::type_identity<Right>,
                                                                       std::bool_constant<ReadsB>, auto const& solve) {
    auto const left = ops::domain_view<Left, reads::left, A>(form, kept);
    dense_view<Right const> right{nullptr, form.minor, c.cols, 0, 0};
    if constexpr (ReadsB) right = elements_of_b.template operator()<Right>();
    solve(left, right);
  };
  if (exec.is_host()) {
    using left_type = detail::left_of<SR, A>;
    using right_type = detail::right_of<SR, B>;
    using product = detail::dense_product<SR, left_type, right_type, I, size_type>;
    return with_operands(std::type_identity<left_type>{}, std::type_identity<right_type>{},
                         std::bool_constant<reads::right>{}, [&](auto const& left, auto const& right) {
                           auto const row_bytes = right.row_step * static_cast<size_type>(sizeof(right_type));
                           product const products{left.indices, left.values,       right.data,
                                                  row_bytes,    right.column_step, sr};
                           detail::dense_sink<D> const sink{c.data, c.row_step, c.column_step, accumulate};
                           host::reduce_dense(exec, chosen, left.tiles(), c.cols, products, sr.add, sink);
                         });
  }
  using read = gpu::product_types<SR, A, B, I, O>;
  using problem = gpu::dense_problem<SR, I, O, typename read::left, typename read::right>;
  ops::require_kernels<problem>();
  with_operands(std::type_identity<typename read::left>{}, std::type_identity<typename read::right>{},
                std::bool_constant < reads::right || (problem::in_library && problem::by_code) > {},
                [&](auto const& left, auto const& right) {
                  ops::dispatch(problem{exec, &chosen, left, right, c, accumulate, sr});
                });
}

template <class W, class Accum, class SR, class A, index_type I, index_type O, class B>
void run(dense_matrix<W>& c, Accum const& accum, SR const& sr, detail::matrix_operand<A, I, O> const& a,
         dense_matrix<B> const& b, descriptor const& d) {
  using D = domain_of<SR>;
  constexpr bool accumulates = detail::accumulates<Accum>;
  auto const& form = a.by_rows();
  dense_matrix<B> packed;
  buffer<detail::byte> kept;
  auto const elements_of_b = [&]<class T>() { return ops::elements_as<T>(b, packed, kept); };
  auto const multiply = [&](dense_view<D> const& into, bool accumulate) {
    auto const chosen = form.plan_for(d.schedule, detail::dense_call<D>(c.cols()));
    multiply_into<SR, A, B>(into, accumulate, sr, form, *chosen, elements_of_b);
  };
  if constexpr (std::is_same_v<W, D> && (!accumulates || detail::accumulates_as<Accum, add_of<SR>>)) {
    if (!detail::share_memory(c, b)) return multiply(c.view(), accumulates);
  }
  auto t = c.template draft<D>();
  multiply(t.view(), false);
  integers const offsets = form.statistics().empty_rows > 0 ? integers(form.offsets.data()) : integers();
  ops::write(c, accum, t, offsets);
}

template <class W, class Accum, class SR, class A, index_type I, index_type O, class B>
void multiply(dense_matrix<W>& c, Accum const& accum, SR const& sr, detail::matrix_operand<A, I, O> const& a,
              dense_matrix<B> const& b, descriptor const& d) {
  ops::require_semiring<SR, A, B>();
  auto const work = ops::enter("mxm", "C", c, no_mask, d, "A", a, "B", b);
  ops::fit_product(work, a, b);
  if constexpr (detail::can_multiply<SR, A, B>() && ops::goes_into<W, domain_of<SR>, Accum>()) {
    run(c, accum, sr, a, b, d);
  }
}

}  // namespace ops::spmm_detail

/// C = C accum (A (+.*) B), B and C dense: T(i, j) = sum over k of multiply(A(i, k), B(k, j)) in ascending k, over the
/// entries of A's row i.
/// Operands: A of m x k, a matrix or transpose(matrix); B of k x n; C of m x n; B and C in either layout. C may be B.
/// There is no mask. Where row i has no entry, C(i, j) becomes the monoid's identity, or stays where something
/// accumulates. Of d the schedule counts.
/// Types: as for mxv. A multiply that asks for positions is given (A(i, k), B(k, j), i, k, j).
/// Throws: dimension_mismatch naming both operands; executor_mismatch; invalid_argument as mxv does and in a
/// device_loop; not_compiled on a GPU for a semiring without kernels; out_of_memory. C is then what it was.
/// Cost: O(n (nnz(A) + m)), and memory for two rows of C for each share that cuts a row. Rows of B and C of 16-byte
/// multiples, aligned so, are fastest. A single column is what mxv and spmv are for.
/// Runs: asynchronously once the plan is made.
/// Example: docs/operations.md#mxm-of-dense-matrices
template <class W, class Accum, semiring_like SR, class MatrixA, class B>
void mxm(dense_matrix<W>& c, no_mask_type, Accum const& accum, SR const& sr, MatrixA const& a, dense_matrix<B> const& b,
         descriptor const& d = {}) {
  ops::spmm_detail::multiply(c, accum, sr, detail::operand(a), b, d);
}

/// C = A (+.*) B.
template <class W, semiring_like SR, class MatrixA, class B>
void mxm(dense_matrix<W>& c, SR const& sr, MatrixA const& a, dense_matrix<B> const& b, descriptor const& d = {}) {
  mxm(c, no_mask, no_accum, sr, a, b, d);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
