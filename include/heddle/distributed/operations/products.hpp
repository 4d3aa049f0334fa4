// products.hpp - mxv and vxm of distributed operands.
#pragma once
#include <heddle/detail/distributed/write.hpp>
#include <heddle/distributed/matrix.hpp>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/vxm/vxm.hpp>
#include <optional>

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace distributed_detail {

/// The sum at this rank of what every rank has for its part of w, in the order of ranks.
template <class D, index_type I, class Add>
heddle::vector<D, I> folded(distributed::member& m, heddle::vector<D, I>&& products, distributed::dealing const& by,
                            Add const& add) {
  if (m.ranks() == 1) return std::move(products);
  auto sums = detail::for_me(m, products, by);
  for (std::size_t r = 1; r < sums.size(); ++r) ewise_add(sums[0], add, sums[0], sums[r]);
  return std::move(sums[0]);
}

/// w = w accum the sums for all of w that make(m, sums) has at every rank: each goes to its owner once.
template <class D, class W, index_type I, class Mask, class Accum, class Add, class Make>
void write_folded(char const* what, distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, Add const& add,
                  descriptor const& d, Make const& make) {
  detail::write_parts(
      what, w, mask, accum, d, w.dealt_by(), [&](distributed::member& m, heddle::vector<W, I>& out, auto const& local) {
        heddle::vector<D, I> sums(w.size(), m.exec());
        make(m, sums);
        apply(out, local, accum, identity<D>{}, folded(m, std::move(sums), w.dealt_by(), add), {.replace = d.replace});
      });
}

template <class SR, class A, class B> constexpr bool multiplies_without_positions() {
  static_assert(!detail::asks_positions<SR, A, B>,
                "a distributed product multiplies by values: positions are those of a part at a rank");
  return !detail::asks_positions<SR, A, B>;
}

/// Throws unless A and u, which has to be of `size`, are of one group.
template <class A, index_type I, index_type O, class U>
void require_right(char const* what, distributed::matrix<A, I, O> const& a, char const* name,
                   distributed::vector<U, I> const& u, size_type size) {
  if (!(u.ranks() == a.ranks())) {
    throw invalid_argument(detail::concat(what, ": A and ", name, " are of different groups"));
  }
  if (u.size() != size) {
    throw dimension_mismatch(detail::concat(what, ": A is ", a.rows(), " x ", a.cols(), ", ", name, " has ", u.size()));
  }
}

/// Throws unless A, B, which is rows x cols as the product takes it, and C are of one group and fit, and rows of C are
/// dealt out as those of A.
template <class C, class A, class B>
void require_product(C const& c, A const& a, B const& b, size_type rows, size_type cols) {
  if (!(a.ranks() == c.ranks()) || !(b.ranks() == c.ranks())) {
    throw invalid_argument("mxm: A, B and C are of different groups");
  }
  if (a.cols() != rows || c.rows() != a.rows() || c.cols() != cols) {
    throw dimension_mismatch(detail::concat("mxm: A is ", a.rows(), " x ", a.cols(), ", B ", rows, " x ", cols, ", C ",
                                            c.rows(), " x ", c.cols()));
  }
  if (!(c.dealt_by() == a.dealt_by())) {
    throw invalid_argument("mxm: the rows of C have to be dealt out as those of A: make it by A.dealt_by()");
  }
}

/// Rows of A meet u, all of it where it stands, or what they need of it, or all, gathered at every rank; there is no
/// reduction between ranks. multiply(m, out, mask, rows, u) is what a rank does.
template <class W, index_type I, class Mask, class Accum, class A, index_type O, class U, class Multiply>
void pull(char const* what, distributed::vector<W, I>& w, Mask const& mask, Accum const& accum,
          distributed::matrix<A, I, O> const& a, distributed::vector<U, I> const& u, descriptor const& d,
          Multiply const& multiply) {
  detail::require_alike(what, w, "A", a, a.rows());
  require_right(what, a, "u", u, a.cols());
  auto const standing = detail::view_of_all(u);
  auto const* const needed = !standing && u.is_full() ? detail::needed_access::rows(a, u.dealt_by()) : nullptr;
  detail::write_parts(
      what, w, mask, accum, d, a.dealt_by(), [&](distributed::member& m, heddle::vector<W, I>& out, auto const& local) {
        detail::kept_vector<U, I> kept;
        auto const& there = standing ? *standing
                            : needed ? detail::needed_of(m, (*needed)[m.place()], u.dealt_by(), 1, u.part(m), kept)
                                     : detail::whole_of(m, u.part(m), u.dealt_by(), kept);
        multiply(m, out, local, a.part(m), there);
      });
}

/// Rows of A meet their part of u: a rank has products for all columns, each goes to its owner once, and is folded
/// there in the order of ranks, which is that of rows.
template <class W, index_type I, class Mask, class Accum, class SR, class A, index_type O, class U, class Multiply>
void push(char const* what, distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, SR const& sr,
          distributed::matrix<A, I, O> const& a, distributed::vector<U, I> const& u, descriptor const& d,
          Multiply const& multiply) {
  detail::require_alike(what, w, "A", a, a.cols());
  require_right(what, a, "u", u, a.rows());
  write_folded<domain_of<SR>>(what, w, mask, accum, sr.add, d, [&](distributed::member& m, auto& products) {
    std::optional<heddle::vector<U, I>> kept;
    multiply(products, detail::part_by(m, u, a.dealt_by(), kept), a.part(m));
  });
}

}  // namespace distributed_detail

/// w<mask> = w accum (A (+.*) u), or with transpose(A), over the ranks of a group: the result of the local operation,
/// bit for bit where the monoid is exact. Work of the local one, shared; A u gathers u at every rank in its shortest
/// form, A^T u sends every product to its owner once. A multiply that asks for positions does not compile. Throws
/// dimension_mismatch, invalid_argument where operands are of different groups, and what the local operation throws at
/// any rank; then w is as it was.
template <class W, index_type I, class Mask, class Accum, semiring_like SR, class A, index_type O, class U>
void mxv(distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, SR const& sr,
         distributed::matrix<A, I, O> const& a, distributed::vector<U, I> const& u, descriptor const& d = {}) {
  if constexpr (distributed_detail::multiplies_without_positions<SR, A, U>()) {
    distributed_detail::pull("mxv", w, mask, accum, a, u, d,
                             [&](distributed::member&, auto& out, auto const& local, auto const& rows, auto const& x) {
                               mxv(out, local, accum, sr, rows, x, d);
                             });
  }
}
template <class W, index_type I, class Mask, class Accum, semiring_like SR, class A, index_type O, class U>
void mxv(distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, SR const& sr,
         transpose_of<distributed::matrix<A, I, O>> a, distributed::vector<U, I> const& u, descriptor const& d = {}) {
  if constexpr (distributed_detail::multiplies_without_positions<SR, A, U>()) {
    distributed_detail::push(
        "mxv", w, mask, accum, sr, *a.matrix, u, d, [&](auto& products, auto const& x, auto const& rows) {
          mxv(products, sr, transpose(rows), x, {.schedule = d.schedule, .direction = d.direction});
        });
  }
}
/// w = A (+.*) u.
template <class W, index_type I, semiring_like SR, class A, class U>
void mxv(distributed::vector<W, I>& w, SR const& sr, A const& a, distributed::vector<U, I> const& u,
         descriptor const& d = {}) {
  mxv(w, no_mask, no_accum, sr, a, u, d);
}

/// w<mask> = w accum (u (+.*) A), or with transpose(A); as mxv.
template <class W, index_type I, class Mask, class Accum, semiring_like SR, class U, class A, index_type O>
void vxm(distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, SR const& sr,
         distributed::vector<U, I> const& u, distributed::matrix<A, I, O> const& a, descriptor const& d = {}) {
  if constexpr (distributed_detail::multiplies_without_positions<SR, U, A>()) {
    distributed_detail::push("vxm", w, mask, accum, sr, a, u, d, [&](auto& products, auto const& x, auto const& rows) {
      vxm(products, sr, x, rows, {.schedule = d.schedule, .direction = d.direction});
    });
  }
}
template <class W, index_type I, class Mask, class Accum, semiring_like SR, class U, class A, index_type O>
void vxm(distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, SR const& sr,
         distributed::vector<U, I> const& u, transpose_of<distributed::matrix<A, I, O>> a, descriptor const& d = {}) {
  if constexpr (distributed_detail::multiplies_without_positions<SR, U, A>()) {
    distributed_detail::pull("vxm", w, mask, accum, *a.matrix, u, d,
                             [&](distributed::member&, auto& out, auto const& local, auto const& rows, auto const& x) {
                               vxm(out, local, accum, sr, x, transpose(rows), d);
                             });
  }
}
/// w = u (+.*) A.
template <class W, index_type I, semiring_like SR, class U, class A>
void vxm(distributed::vector<W, I>& w, SR const& sr, distributed::vector<U, I> const& u, A const& a,
         descriptor const& d = {}) {
  vxm(w, no_mask, no_accum, sr, u, a, d);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
