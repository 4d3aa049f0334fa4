// sparse_products.hpp - mxm of distributed matrices: each rank multiplies its rows by all of B.
#pragma once
#include <heddle/detail/ranks/whole.hpp>
#include <heddle/distributed/operations/entrywise.hpp>
#include <heddle/distributed/operations/products.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <memory>

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace distributed_detail {

/// multiply(out, local mask, A's rows, all of B) at every rank; B is of the size rows x cols as the product takes it.
template <class W, index_type I, index_type O, class Mask, class Accum, class A, index_type P, class B, index_type Q,
          class Multiply>
void multiply_rows(distributed::matrix<W, I, O>& c, Mask const& mask, Accum const& accum,
                   distributed::matrix<A, I, P> const& a, distributed::matrix<B, I, Q> const& b, size_type rows,
                   size_type cols, descriptor const& d, Multiply const& multiply) {
  require_product(c, a, b, rows, cols);
  detail::write_rows("mxm", c, mask, accum, d, [&](distributed::member& m, auto& out, auto const& local) {
    std::shared_ptr<heddle::matrix<B, I, Q> const> kept;
    multiply(out, local, a.part(m), detail::whole_of(m, b.dealt_by(), b.part(m), kept));
  });
}

}  // namespace distributed_detail

/// C<mask> = C accum (A (+.*) B), or with transpose(B), over the ranks of a group: what `mxm` of the whole matrices
/// gives, bit for bit. Rows of C and mask are dealt out as those of A, those of B in any way. B is gathered at every
/// rank, which needs memory for all of it; threads of one process have it once. A multiply that asks for positions does
/// not compile. Throws dimension_mismatch; invalid_argument where operands are of different groups or C is dealt out in
/// another way; index_overflow where B's offsets cannot count its entries; and what the local operation throws at any
/// rank; then C is as it was.
template <class W, index_type I, index_type O, class Mask, class Accum, semiring_like SR, class A, index_type P,
          class B, index_type Q>
void mxm(distributed::matrix<W, I, O>& c, Mask const& mask, Accum const& accum, SR const& sr,
         distributed::matrix<A, I, P> const& a, distributed::matrix<B, I, Q> const& b, descriptor const& d = {}) {
  if constexpr (distributed_detail::multiplies_without_positions<SR, A, B>()) {
    distributed_detail::multiply_rows(c, mask, accum, a, b, b.rows(), b.cols(), d,
                                      [&](auto& out, auto const& local, auto const& rows, auto const& whole) {
                                        mxm(out, local, accum, sr, rows, whole, d);
                                      });
  }
}
template <class W, index_type I, index_type O, class Mask, class Accum, semiring_like SR, class A, index_type P,
          class B, index_type Q>
void mxm(distributed::matrix<W, I, O>& c, Mask const& mask, Accum const& accum, SR const& sr,
         distributed::matrix<A, I, P> const& a, transpose_of<distributed::matrix<B, I, Q>> b,
         descriptor const& d = {}) {
  if constexpr (distributed_detail::multiplies_without_positions<SR, A, B>()) {
    distributed_detail::multiply_rows(c, mask, accum, a, *b.matrix, b.matrix->cols(), b.matrix->rows(), d,
                                      [&](auto& out, auto const& local, auto const& rows, auto const& whole) {
                                        mxm(out, local, accum, sr, rows, transpose(whole), d);
                                      });
  }
}
/// C = A (+.*) B.
template <class W, index_type I, index_type O, semiring_like SR, class A, index_type P, class B>
void mxm(distributed::matrix<W, I, O>& c, SR const& sr, distributed::matrix<A, I, P> const& a, B const& b,
         descriptor const& d = {}) {
  mxm(c, no_mask, no_accum, sr, a, b, d);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
