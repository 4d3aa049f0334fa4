// dense_products.hpp - spmv of distributed operands, and mxm of a distributed matrix with a dense one.
#pragma once
#include <heddle/distributed/dense_matrix.hpp>
#include <heddle/distributed/operations/products.hpp>
#include <heddle/ops/spmm/spmm.hpp>
#include <heddle/ops/spmv/spmv.hpp>
#include <optional>

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace distributed_detail {

template <class Y, class A, class I, class O, class X>
using spmv_scalar = ops::spmv_detail::scalar_t<Y, heddle::matrix<A, I, O>, X>;

/// Whether products may be summed by columns apart: what is here first, then what comes from other ranks.
template <class W, class Accum, class SR>
inline constexpr bool sums_apart = is_commutative<add_of<SR>>() && std::is_same_v<W, domain_of<SR>> &&
                                   (!detail::accumulates<Accum> || detail::accumulates_as<Accum, add_of<SR>>);

/// Rows that are cut by columns meet what is dealt out by `by`, `width` elements each: own() multiplies by this rank's
/// part while those of others come, then add(columns, elements) by them.
template <class A, index_type I, index_type O, class B, class Own, class Add>
void multiply_beside(distributed::member& m, distributed::dealing const& by, detail::column_parts<A, I, O> const& rows,
                     B const* part, size_type width, Own const& own, Add const& add) {
  size_type const first = by.begin(m.rank()), last = by.begin(m.rank() + 1);
  buffer<B> whole(m.exec(), by.size() * width);
  detail::exchanged_arrays arrays;
  std::optional<detail::needed_exchange<I>> packed;
  if (rows.needed.few) {
    packed.emplace(m, rows.needed, static_cast<std::size_t>(width) * sizeof(B));
    packed->send(part, arrays);
  }
  for (int r = 0; !packed && r < m.ranks(); ++r) {
    if (r == m.rank()) continue;
    arrays.send(r, part, (last - first) * width);
    arrays.await(r, whole.data() + by.begin(r) * width, by.size_of(r) * width);
  }
  {
    detail::exchange_under_way const others(m, arrays);
    own();
  }
  if (packed) packed->receive(whole.data());
  if (rows.before.nnz() > 0) add(rows.before, whole.data());
  if (rows.behind.nnz() > 0) add(rows.behind, whole.data() + last * width);
}

/// C's part at this rank.
template <class W, class Accum, class SR, class A, index_type I, index_type O, class B>
auto dense_product_beside(distributed::member& m, distributed::dense_matrix<W> const& c, Accum const& accum,
                          SR const& sr, detail::column_parts<A, I, O> const& rows,
                          distributed::dense_matrix<B> const& b, descriptor const& d) {
  using elements = typename distributed::dense_matrix<W>::elements_type::part_type;
  size_type const columns = b.cols();
  auto const part = b.part(m);
  auto const& old = c.elements().part(m);
  auto out = detail::accumulates<Accum> ? elements(old) : elements::adopt(buffer<W>(m.exec(), old.size()));
  auto result = detail::as_rows(out, rows.own.rows(), columns);
  multiply_beside(
      m, b.dealt_by(), rows, part.data(), columns, [&] { mxm(result, no_mask, accum, sr, rows.own, part, d); },
      [&](heddle::matrix<A, I, O> const& others, B* there) {
        mxm(result, no_mask, sr.add, sr, others, dense_matrix<B>::adopt(m.exec(), there, others.cols(), columns), d);
      });
  return out;
}

/// This rank's part of y.
template <class Y, index_type I, class S, class A, index_type O, class X>
void spmv_beside(distributed::member& m, heddle::vector<Y, I>& y, S const& alpha,
                 detail::column_parts<A, I, O> const& rows, distributed::vector<X, I> const& x, S const& beta,
                 descriptor const& d) {
  auto const& part = x.part(m);
  multiply_beside(
      m, x.dealt_by(), rows, detail::typed<X>(storage_of(part).bitmap().values), 1,
      [&] { spmv(y, alpha, rows.own, part, beta, d); },
      [&](heddle::matrix<A, I, O> const& others, X* there) {
        spmv(y, alpha, others, heddle::vector<X, I>::adopt(m.exec(), there, others.cols()), 1, d);
      });
}

/// The rows of A cut by columns, where x is full and is gathered whole, so that others' part of it takes longer than to
/// read and write y once more. Null: products begin when all of x is there. A plan of d is of all columns.
template <class A, index_type I, index_type O, class X>
auto const* cut_for(distributed::matrix<A, I, O> const& a, distributed::vector<X, I> const& x, descriptor const& d) {
  bool const gathers = x.is_full() && !d.locality && !d.compact && !detail::needed_access::rows(a, x.dealt_by());
  return gathers ? detail::needed_access::cut_rows(a, x.dealt_by()) : nullptr;
}

}  // namespace distributed_detail

/// y = alpha A x + beta y over the ranks of a group, for vectors that are full: what `spmv` of the whole matrix gives,
/// up to rounding. x is gathered at every rank; threads of one process read it where it stands, if that is one array,
/// as y's then does that is dealt out as A's rows. Where ranks are GPUs with room for it, A's entries are kept once
/// more, cut by columns: a rank multiplies by its own part of x while those of others come. Throws dimension_mismatch,
/// invalid_argument where operands are of different groups, and what the local operation throws at any rank; then y is
/// as it was. For transpose(A): mxv.
template <detail::real_element Y, index_type I, detail::real_element A, index_type O, detail::real_element X>
void spmv(distributed::vector<Y, I>& y, distributed_detail::spmv_scalar<Y, A, I, O, X> alpha,
          distributed::matrix<A, I, O> const& a, distributed::vector<X, I> const& x,
          distributed_detail::spmv_scalar<Y, A, I, O, X> beta, descriptor const& d = {}) {
  detail::full_parts<Y, I> made(a.dealt_by());
  auto const multiply = [&](distributed::member& m, auto& out, auto const&, auto const& rows, auto const& whole) {
    if (beta == 0 && m.shares_memory()) out = made.of(m);
    spmv(out, alpha, rows, whole, beta, d);
  };
  detail::require_alike("spmv", y, "A", a, a.rows(), "y");
  distributed_detail::require_right("spmv", a, "x", x, a.cols());
  auto const* const cut = distributed_detail::cut_for(a, x, d);
  auto const write = [&](auto const& accum) {
    if (!cut) return distributed_detail::pull("spmv", y, no_mask, accum, a, x, d, multiply);
    detail::write_parts("spmv", y, no_mask, accum, d, a.dealt_by(),
                        [&](distributed::member& m, heddle::vector<Y, I>& out, auto const&) {
                          distributed_detail::spmv_beside(m, out, alpha, *(*cut)[m.place()], x, beta, d);
                        });
  };
  if (beta != 0) return write(plus<Y>{});
  write(no_accum);
}

/// C = C accum (A (+.*) B), B and C dense, over the ranks of a group: what `mxm` of the whole matrices gives, bit for
/// bit where the monoid is exact. Rows of C are dealt out as those of A, those of B in any way. B is gathered at every
/// rank, so each needs memory for all of it; threads of one process read it where it stands, if that is one array, as
/// C's then does. The product needs nothing else of other ranks. A multiply that asks for positions does not compile.
/// Throws dimension_mismatch, invalid_argument where operands are of different groups or C is dealt out in another way,
/// and what the local operation throws at any rank; then C is as it was. Where ranks are GPUs with room for it, and the
/// monoid is commutative, A's entries are kept once more, cut by columns: a rank multiplies by its own rows of B while
/// those of others come, or those that it needs.
template <class W, class Accum, semiring_like SR, class A, index_type I, index_type O, class B>
void mxm(distributed::dense_matrix<W>& c, no_mask_type, Accum const& accum, SR const& sr,
         distributed::matrix<A, I, O> const& a, distributed::dense_matrix<B> const& b, descriptor const& d = {}) {
  if constexpr (distributed_detail::multiplies_without_positions<SR, A, B>()) {
    distributed_detail::require_product(c, a, b, b.rows(), b.cols());
    detail::check_descriptor(d);
    constexpr bool keeps = !std::is_same_v<Accum, no_accum_type>;
    using elements = typename distributed::dense_matrix<W>::elements_type::part_type;
    auto const standing = detail::view_of_all(b.elements());
    auto const* const needed = !standing && b.cols() > 0 ? detail::needed_access::rows(a, b.dealt_by()) : nullptr;
    if constexpr (distributed_detail::sums_apart<W, Accum, SR>) {
      if (auto const* cut =
              !standing && !needed && b.cols() > 0 ? detail::needed_access::cut_rows(a, b.dealt_by()) : nullptr) {
        return c.replace_parts(detail::each_makes<elements>(c.ranks(), [&](distributed::member& m) {
          return distributed_detail::dense_product_beside(m, c, accum, sr, *(*cut)[m.place()], b, d);
        }));
      }
    }
    bool const stays_in_one_array = keeps && detail::one_array_access::begin_of(c.elements());
    detail::full_parts<W, std::int64_t> made(c.elements().dealt_by());
    c.replace_parts(detail::each_makes<elements>(c.ranks(), [&](distributed::member& m) {
      detail::kept_vector<B, std::int64_t> gathered;
      auto const& mine = b.elements().part(m);
      auto const& all = standing ? *standing
                        : needed ? detail::needed_of(m, (*needed)[m.place()], b.dealt_by(), b.cols(), mine, gathered)
                                 : detail::whole_of(m, mine, b.elements().dealt_by(), gathered);
      auto const& old = c.elements().part(m);
      auto out = stays_in_one_array ? made.copy_of(m.rank(), old) : keeps ? elements(old) : made.of(m);
      auto rows = detail::as_rows(out, a.part(m).rows(), c.cols());
      mxm(rows, no_mask, accum, sr, a.part(m), detail::as_rows(all, b.rows(), b.cols()), d);
      return out;
    }));
  }
}
/// C = A (+.*) B.
template <class W, semiring_like SR, class A, index_type I, index_type O, class B>
void mxm(distributed::dense_matrix<W>& c, SR const& sr, distributed::matrix<A, I, O> const& a,
         distributed::dense_matrix<B> const& b, descriptor const& d = {}) {
  mxm(c, no_mask, no_accum, sr, a, b, d);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
