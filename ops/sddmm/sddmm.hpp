// sddmm.hpp - C<mask> = C accum (A (+.*) B) for dense A and B and a sparse C: the front end.
// Known as sampled dense-dense matrix multiplication (SDDMM).
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/detail/dense_elements.hpp>
#include <heddle/ops/detail/write/matrix.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/sddmm/device.hpp>
#include <heddle/ops/sddmm/host.hpp>
#if defined(__CUDACC__)
#include <heddle/ops/sddmm/device.cuh>
#endif

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace ops::sddmm_detail {

// The mask's true entries, with values of `width` bytes that are to be filled.
template <index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> open_pattern(detail::ready_matrix_mask<I, O> const& mask, std::size_t width) {
  if (!mask.view.truth) return ops::same_pattern(*mask.form, width);
  return detail::kept_entries(*mask.form, nullptr, width, mask.view.truth);
}

// values[e] = sum of the products of entry e of t, of a and b as L and R, which say what is read of them; `solve` gets
// what they multiply.
template <class SR, class L, class R, index_type I, index_type O, class A, class B, class Solve>
void with_product(detail::compressed<I, O> const& t, std::type_identity_t<I> const* rows, SR const& sr,
                  dense_matrix<A> const& a, dense_matrix<B> const& b, Solve const& solve) {
  using reads = detail::reads<SR>;
  buffer<detail::byte> kept_a, kept_b;
  dense_matrix<A> packed_a;
  dense_matrix<B> packed_b;
  dense_view<L const> left{nullptr, a.rows(), a.cols(), 0, 1};
  dense_view<R const> right{nullptr, b.rows(), b.cols(), 1, 0};
  if constexpr (reads::left) left = ops::elements_as<L>(a, packed_a, kept_a);
  if constexpr (reads::right) right = ops::elements_as<R>(b, packed_b, kept_b);
  solve(detail::sampled_product<SR, L, R, I>{rows, t.indices.data(), left, right, a.cols(), sr});
}

template <class SR, index_type I, index_type O, class A, class B>
void sample_on_host(detail::compressed<I, O>& t, SR const& sr, dense_matrix<A> const& a, dense_matrix<B> const& b) {
  auto* const values = detail::values_of<domain_of<SR>>(t);
  with_product<SR, detail::left_of<SR, A>, detail::right_of<SR, B>>(
      t, nullptr, sr, a, b, [&](auto const& product) { host::sample(t.exec, t.tiles(), product, values); });
}

template <class SR, index_type I, index_type O, class A, class B>
void sample_on_device(detail::compressed<I, O>& t, SR const& sr, dense_matrix<A> const& a, dense_matrix<B> const& b,
                      schedule const& asked) {
  using read = gpu::sampled_types<SR, A, B, I>;
  using problem = gpu::sampled_problem<SR, typename read::left, typename read::right, I>;
  detail::sampled_sink<domain_of<SR>> const sink{detail::values_of<domain_of<SR>>(t)};
  size_type const inner = a.cols();
  buffer<size_type> starts(t.exec, t.nnz + 1);
  primitives::fill(t.exec, starts.data(), t.nnz, sizeof(size_type), &inner);
  primitives::exclusive_sum(t.exec, starts.data(), starts.data(), t.nnz);
  offset_tiles<size_type> const tiles{starts.data(), t.nnz, t.nnz * inner};
  plan const chosen = make_plan(t.exec, tiles, asked, problem::call());
  with_product<SR, typename read::left, typename read::right>(t, t.rows().data(), sr, a, b, [&](auto const& product) {
    ops::dispatch(problem{t.exec, &chosen, tiles, product, sink});
  });
}

template <class W, index_type I, index_type O, class Mask, class Accum, class SR, class A, class B>
void run(scope<matrix<W, I, O>, Mask> const& work, Accum const& accum, SR const& sr, dense_matrix<A> const& a,
         dense_matrix<B> const& b, descriptor const& d) {
  auto& c = work.output;
  using D = domain_of<SR>;
  using read = gpu::sampled_types<SR, A, B, I>;
  executor const exec = c.exec();
  if (!exec.is_host()) {
    ops::require_kernels<gpu::sampled_problem<SR, typename read::left, typename read::right, I>>();
  }
  auto const ready = ops::prepare_mask(work);
  auto t = a.cols() > 0 ? open_pattern(ready, sizeof(D)) : ops::empty_result<I, O>(exec, c.rows(), c.cols(), sizeof(D));
  if (t->nnz > 0) exec.is_host() ? sample_on_host(*t, sr, a, b) : sample_on_device(*t, sr, a, b, d.schedule);
  // Into its own pattern C keeps nothing beside T, so nothing has to be merged.
  bool const own = work.mask.structural && ready.form == storage_of(c).share_csr();
  ops::write<D>("mxm", c, ready.view, accum, d.replace || own, std::move(t), true);
}

template <class W, index_type I, index_type O, class Mask, class Accum, class SR, class A, class B>
void multiply(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, SR const& sr, dense_matrix<A> const& a,
              dense_matrix<B> const& b, descriptor const& d) {
  constexpr bool masked = !std::is_same_v<Mask, no_mask_type>;
  static_assert(
      masked, "heddle: mxm of two dense matrices takes a mask, which says what elements of a sparse result to compute");
  if constexpr (masked && detail::can_multiply<SR, A, B>() && ops::goes_into<W, domain_of<SR>, Accum>()) {
    ops::require_semiring<SR, A, B>();
    auto const work = ops::enter("mxm", "C", c, mask, d, "A", a, "B", b);
    ops::fit_product(work, a, b);
    if (mask.complemented) {
      throw invalid_argument(
          "mxm: of two dense matrices only the elements where a mask has entries are computed, so "
          "the mask cannot be a complement");
    }
    run(work, accum, sr, a, b, d);
  }
}

}  // namespace ops::sddmm_detail

/// C<mask> = C accum (A (+.*) B), A and B dense, C sparse: T(i, j) = sum over k of multiply(A(i, k), B(k, j)) where the
/// mask is true, and there alone.
/// Operands: A of m x k, B of k x n, each in either layout; C and mask of m x n. mask is a matrix (its values) or
/// structure(M), and no complement. C may be the mask. Of d replace counts, and on a GPU the schedule.
/// Types: as for mxv. A multiply that asks for positions is given (A(i, k), B(k, j), i, k, j).
/// Throws: dimension_mismatch naming both operands; executor_mismatch; invalid_argument for a complement, as mxv does
/// and in a device_loop; not_compiled on a GPU for a semiring without kernels; out_of_memory. C is then what it was.
/// Cost: O(k nnz(mask)), fastest with A by rows and B by columns; the host may copy an operand of the other layout. A
/// sum is in ascending k, of a commutative monoid in a fixed number of lanes: the same bits in every run.
/// Runs: reads back the number of true entries of a mask of values.
/// Example: docs/operations.md#mxm-of-two-dense-matrices
template <class W, index_type I, index_type O, class Mask, class Accum, semiring_like SR, class A, class B>
void mxm(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, SR const& sr, dense_matrix<A> const& a,
         dense_matrix<B> const& b, descriptor const& d = {}) {
  ops::sddmm_detail::multiply(c, detail::as_mask(mask), accum, sr, a, b, d);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
