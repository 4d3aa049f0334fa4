// entrywise_matrices.hpp - operations of distributed matrices, entry by entry, where rows are dealt out alike: each
// rank has its own rows'.
#pragma once
#include <heddle/distributed/matrix.hpp>
#include <heddle/distributed/operations/entrywise.hpp>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/semirings/index_operators.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace distributed_detail {

template <class T> inline constexpr bool is_dealt_matrix = false;
template <class T, index_type I, index_type O>
inline constexpr bool is_dealt_matrix<distributed::matrix<T, I, O>> = true;
template <class M> inline constexpr bool is_dealt_matrix<mask_of<M>> = is_dealt_matrix<M>;

/// Rows of an operand stand where those of C do, and are as many and as long.
template <class C, class A> void require_rows_alike(char const* what, C const& c, char const* name, A const& a) {
  if (!(a.ranks() == c.ranks())) {
    throw invalid_argument(detail::concat(what, ": C and ", name, " are of different groups"));
  }
  if (a.rows() != c.rows() || a.cols() != c.cols()) {
    throw dimension_mismatch(
        detail::concat(what, ": C is ", c.rows(), " x ", c.cols(), ", ", name, " ", a.rows(), " x ", a.cols()));
  }
  if (!(a.dealt_by() == c.dealt_by())) {
    throw invalid_argument(detail::concat(what, ": the rows of ", name, " have to be dealt out as those of C"));
  }
}

/// C = what compute(m, out, local mask) writes to `out`, the rows of each rank; C is as it was where that fails at any.
template <class W, index_type I, index_type O, class Mask, class Accum, class Compute>
void write_rows(char const* what, distributed::matrix<W, I, O>& c, Mask const& mask, Accum const&, descriptor const& d,
                Compute const& compute) {
  using part = heddle::matrix<W, I, O>;
  constexpr bool masked = !std::is_same_v<Mask, no_mask_type>;
  static_assert(!masked || is_dealt_matrix<Mask>,
                "heddle: the mask of a distributed matrix is no_mask, a distributed matrix M, structure(M) or "
                "complement(M)");
  detail::check_descriptor(d);
  bool const keeps = !std::is_same_v<Accum, no_accum_type> || (masked && !d.replace);
  auto const make = [&](distributed::member& m, auto const& local) {
    part out = keeps ? c.part(m) : part(c.dealt_by().size_of(m.rank()), c.cols(), m.exec());
    compute(m, out, local);
    return out;
  };
  auto const write = [&](auto const& make_part) {
    c = distributed::matrix<W, I, O>::from_parts(c.dealt_by(), c.cols(), c.ranks(), make_part);
  };
  if constexpr (!masked) {
    write([&](distributed::member& m) { return make(m, no_mask); });
  } else if constexpr (requires { mask.container; }) {
    require_rows_alike(what, c, "the mask", *mask.container);
    write([&](distributed::member& m) {
      auto const& local = mask.container->part(m);
      return make(m, mask_of<std::remove_cvref_t<decltype(local)>>{&local, mask.structural, mask.complemented});
    });
  } else if constexpr (is_dealt_matrix<Mask>) {
    require_rows_alike(what, c, "the mask", mask);
    write([&](distributed::member& m) { return make(m, mask.part(m)); });
  }
}

/// C = what compute(out, local mask, first row, parts of the operands) writes, whose rows stand where those of C do.
template <class W, index_type I, index_type O, class Mask, class Accum, class Compute, class... Operands>
void rows_by_rows(char const* what, distributed::matrix<W, I, O>& c, Mask const& mask, Accum const& accum,
                  descriptor const& d, Compute const& compute, Operands const&... operands) {
  (require_rows_alike(what, c, "an operand", operands), ...);
  write_rows(what, c, mask, accum, d, [&](distributed::member& m, auto& out, auto const& local) {
    compute(out, local, c.dealt_by().begin(m.rank()), operands.part(m)...);
  });
}

/// f(x, i, j) of rows whose first is `begin`.
template <class F> struct from_row {
  F f;
  size_type begin;
  template <class T> HEDDLE_FN decltype(auto) operator()(T const& value, size_type i, size_type j) const {
    return detail::applied(f, value, i + begin, j);
  }
};
/// keep(x, i, j, thunk).
template <class Keep> struct kept_from_row {
  Keep keep;
  size_type begin;
  template <class T, class Thunk>
  HEDDLE_FN bool operator()(T const& value, size_type i, size_type j, Thunk const& thunk) const {
    return detail::holds(keep, value, thunk, i + begin, j);
  }
};

/// What a rule of positions is asked with for rows whose first is `begin`; no position is as far as 2^62.
template <detail::position_rule Rule>
constexpr size_type thunk_from_row(position_keeps<Rule>, size_type thunk, size_type begin) {
  using enum detail::position_rule;
  constexpr size_type far = size_type{1} << 62;
  size_type const s = thunk < -far ? -far : detail::min_of(thunk, far);
  if constexpr (Rule == column_le || Rule == column_gt) return s;
  return Rule == row_le || Rule == row_gt ? s - begin : s + begin;
}

}  // namespace distributed_detail

// Each means what it means for local matrices; positions are those of the whole. Rows of operands and mask have to be
// dealt out as those of C, which invalid_argument says otherwise; transpose(A) is no operand. Nothing is sent. A
// failure at any rank leaves C as it was. A function of positions needs nvcc where ranks are GPUs, but for tril and the
// like.

template <class W, index_type I, index_type O, class Mask, class Accum, class Op, class A, class B>
void ewise_mult(distributed::matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Op const& op,
                distributed::matrix<A, I, O> const& a, distributed::matrix<B, I, O> const& b,
                descriptor const& d = {}) {
  distributed_detail::rows_by_rows(
      "ewise_mult", c, mask, accum, d,
      [&](auto& out, auto const& local, size_type, auto const& x, auto const& y) {
        ewise_mult(out, local, accum, op, x, y, d);
      },
      a, b);
}
template <class W, index_type I, index_type O, class Op, class A, class B>
void ewise_mult(distributed::matrix<W, I, O>& c, Op const& op, distributed::matrix<A, I, O> const& a,
                distributed::matrix<B, I, O> const& b, descriptor const& d = {}) {
  ewise_mult(c, no_mask, no_accum, op, a, b, d);
}

template <class W, index_type I, index_type O, class Mask, class Accum, class Op, class A, class B>
void ewise_add(distributed::matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Op const& op,
               distributed::matrix<A, I, O> const& a, distributed::matrix<B, I, O> const& b, descriptor const& d = {}) {
  distributed_detail::rows_by_rows(
      "ewise_add", c, mask, accum, d,
      [&](auto& out, auto const& local, size_type, auto const& x, auto const& y) {
        ewise_add(out, local, accum, op, x, y, d);
      },
      a, b);
}
template <class W, index_type I, index_type O, class Op, class A, class B>
void ewise_add(distributed::matrix<W, I, O>& c, Op const& op, distributed::matrix<A, I, O> const& a,
               distributed::matrix<B, I, O> const& b, descriptor const& d = {}) {
  ewise_add(c, no_mask, no_accum, op, a, b, d);
}

template <class W, index_type I, index_type O, class Mask, class Accum, class F, class A>
void apply(distributed::matrix<W, I, O>& c, Mask const& mask, Accum const& accum, F const& f,
           distributed::matrix<A, I, O> const& a, descriptor const& d = {}) {
  distributed_detail::rows_by_rows(
      "apply", c, mask, accum, d,
      [&](auto& out, auto const& local, size_type begin, auto const& x) {
        if constexpr (std::invocable<F const&, A, size_type, size_type>) {
          apply(out, local, accum, distributed_detail::from_row<F>{f, begin}, x, d);
        } else {
          apply(out, local, accum, f, x, d);
        }
      },
      a);
}
template <class W, index_type I, index_type O, class F, class A>
void apply(distributed::matrix<W, I, O>& c, F const& f, distributed::matrix<A, I, O> const& a,
           descriptor const& d = {}) {
  apply(c, no_mask, no_accum, f, a, d);
}

template <class W, index_type I, index_type O, class Mask, class Accum, class Keep, class A, class Thunk>
void select(distributed::matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Keep const& keep,
            distributed::matrix<A, I, O> const& a, Thunk const& thunk, descriptor const& d = {}) {
  auto const& number = distributed_detail::number_for_ranks("select", thunk);
  using given = std::remove_cvref_t<decltype(number)>;
  distributed_detail::rows_by_rows(
      "select", c, mask, accum, d,
      [&](auto& out, auto const& local, size_type begin, auto const& x) {
        if constexpr (detail::is_position_rule<Keep> && std::is_integral_v<given>) {  // the library has its kernel
          select(out, local, accum, keep, x,
                 distributed_detail::thunk_from_row(keep, detail::converted<size_type>(number), begin), d);
        } else if constexpr (std::invocable<Keep const&, A, size_type, size_type, given>) {
          select(out, local, accum, distributed_detail::kept_from_row<Keep>{keep, begin}, x, number, d);
        } else {
          select(out, local, accum, keep, x, number, d);
        }
      },
      a);
}
template <class W, index_type I, index_type O, class Keep, class A, class Thunk>
void select(distributed::matrix<W, I, O>& c, Keep const& keep, distributed::matrix<A, I, O> const& a,
            Thunk const& thunk, descriptor const& d = {}) {
  select(c, no_mask, no_accum, keep, a, thunk, d);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
