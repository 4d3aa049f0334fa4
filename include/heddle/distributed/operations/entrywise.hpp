// entrywise.hpp - operations of distributed vectors and matrices, entry by entry: each rank has its own part's.
#pragma once
#include <heddle/distributed/operations/products.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/gather/gather.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/scatter/scatter.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/semirings/index_operators.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace distributed_detail {

/// f(x, i), or f(x), of a part whose first position is `begin`.
template <class F> struct from_position {
  F f;
  size_type begin;
  template <class T> HEDDLE_FN decltype(auto) operator()(T const& value, size_type i) const {
    return detail::applied(f, value, i + begin);
  }
};
/// keep(x, i, thunk), or keep(x, thunk).
template <class Keep> struct kept_from_position {
  Keep keep;
  size_type begin;
  template <class T, class Thunk> HEDDLE_FN bool operator()(T const& value, size_type i, Thunk const& thunk) const {
    return detail::holds(keep, value, thunk, i + begin);
  }
};

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

/// f as it is asked about the entries of a part of an X, whose first position or row is `begin`: with positions of the
/// whole, where it takes any.
template <class X, class F> auto asked_of_part(F const& f, size_type begin) {
  using T = typename X::value_type;
  if constexpr (detail::is_distributed_matrix<X> && std::invocable<F const&, T, size_type, size_type>) {
    return from_row<F>{f, begin};
  } else if constexpr (detail::is_distributed_vector<X> && std::invocable<F const&, T, size_type>) {
    return from_position<F>{f, begin};
  } else {
    return f;
  }
}
/// keep, as asked_of_part.
template <class X, class Thunk, class Keep> auto kept_of_part(Keep const& keep, size_type begin) {
  using T = typename X::value_type;
  if constexpr (detail::is_distributed_matrix<X> && std::invocable<Keep const&, T, size_type, size_type, Thunk>) {
    return kept_from_row<Keep>{keep, begin};
  } else if constexpr (detail::is_distributed_vector<X> && std::invocable<Keep const&, T, size_type, Thunk>) {
    return kept_from_position<Keep>{keep, begin};
  } else {
    return keep;
  }
}

/// What a rule of positions is asked with for rows whose first is `begin`; no position is as far as 2^62.
template <detail::position_rule Rule>
constexpr size_type thunk_from_row(position_keeps<Rule>, size_type thunk, size_type begin) {
  using enum detail::position_rule;
  constexpr size_type far = size_type{1} << 62;
  size_type const s = thunk < -far ? -far : detail::min_of(thunk, far);
  if constexpr (Rule == column_le || Rule == column_gt) return s;
  return Rule == row_le || Rule == row_gt ? s - begin : s + begin;
}

/// What every rank compares with: a scalar's value is read once, wherever the scalar is. Throws empty_object.
template <class T> T const& number_for_ranks(char const*, T const& number) { return number; }
template <class T> T number_for_ranks(char const* what, scalar<T> const& number) {
  if (number.is_empty()) throw empty_object(detail::concat(what, ": the scalar is empty"));
  return number.get();
}

/// call(), which has refused a position of p: that is named as it stands in the whole, where p's first is `begin`.
template <class P, class I, class Call>
void with_positions_named(char const* what, heddle::vector<P, I> const& p, size_type begin, size_type size,
                          Call const& call) {
  try {
    call();
  } catch (index_out_of_range const&) {
    auto const entries = p.tuples();
    for (std::size_t k = 0; k < entries.index.size(); ++k) {
      auto const position = static_cast<size_type>(entries.value[k]);
      if (position >= 0 && position < size) continue;
      throw index_out_of_range(detail::concat(what, ": p(", begin + entries.index[k], ") is ", position,
                                              ", which lies outside of [0, ", size, ")"));
    }
    throw;
  }
}

/// A sum of one rank, and whether it is of anything.
template <class D> struct rank_sum {
  D sum;
  bool any;
};

/// Sums of all ranks, folded in their order. of(m): the rank's sum of so many entries.
template <class Monoid, class Count, class Sum>
typename Monoid::value_type fold_ranks(distributed::group const& ranks, Monoid const& add, Count const& count,
                                       Sum const& sum) {
  using D = typename Monoid::value_type;
  D result = add.identity();
  ranks.run([&](distributed::member& m) {
    rank_sum<D> const mine{sum(m), count(m) > 0};
    auto const all = m.all_gather({reinterpret_cast<primitives::byte const*>(&mine), sizeof mine});
    if (m.place() != 0) return;
    bool any = false;
    for (int r = 0; r < m.ranks(); ++r) {
      rank_sum<D> theirs;
      std::memcpy(&theirs, all.of(r).data(), sizeof theirs);
      if (!theirs.any) continue;
      result = any ? detail::converted<D>(add(result, theirs.sum)) : theirs.sum;
      any = true;
    }
  });
  return result;
}

}  // namespace distributed_detail

// Each means what it means for local containers; positions are those of the whole. Vectors that are dealt out in
// another way than w are dealt out anew, which sends their entries once. Rows of matrices, and of their mask, have to
// be dealt out as those of C, which invalid_argument says otherwise, and nothing is sent; transpose(A) is no operand. A
// failure at any rank leaves w and C as they were. A function of positions needs nvcc where ranks are GPUs, but for
// tril and the like.

template <class C, class Mask, class Accum, class Op, detail::dealt_operand_into<C> A, detail::dealt_operand_into<C> B>
void ewise_mult(C& c, Mask const& mask, Accum const& accum, Op const& op, A const& a, B const& b,
                descriptor const& d = {}) {
  detail::entry_by_entry(
      "ewise_mult", c, mask, accum, d,
      [&](auto& out, auto const& local, size_type, auto const& x, auto const& y) {
        ewise_mult(out, local, accum, op, x, y, d);
      },
      a, b);
}
template <class C, class Op, detail::dealt_operand_into<C> A, detail::dealt_operand_into<C> B>
void ewise_mult(C& c, Op const& op, A const& a, B const& b, descriptor const& d = {}) {
  ewise_mult(c, no_mask, no_accum, op, a, b, d);
}

template <class C, class Mask, class Accum, class Op, detail::dealt_operand_into<C> A, detail::dealt_operand_into<C> B>
void ewise_add(C& c, Mask const& mask, Accum const& accum, Op const& op, A const& a, B const& b,
               descriptor const& d = {}) {
  detail::entry_by_entry(
      "ewise_add", c, mask, accum, d,
      [&](auto& out, auto const& local, size_type, auto const& x, auto const& y) {
        ewise_add(out, local, accum, op, x, y, d);
      },
      a, b);
}
template <class C, class Op, detail::dealt_operand_into<C> A, detail::dealt_operand_into<C> B>
void ewise_add(C& c, Op const& op, A const& a, B const& b, descriptor const& d = {}) {
  ewise_add(c, no_mask, no_accum, op, a, b, d);
}

template <class C, class Mask, class Accum, class F, detail::dealt_operand_into<C> A>
void apply(C& c, Mask const& mask, Accum const& accum, F const& f, A const& a, descriptor const& d = {}) {
  detail::entry_by_entry(
      "apply", c, mask, accum, d,
      [&](auto& out, auto const& local, size_type begin, auto const& x) {
        apply(out, local, accum, distributed_detail::asked_of_part<A>(f, begin), x, d);
      },
      a);
}
template <class C, class F, detail::dealt_operand_into<C> A>
void apply(C& c, F const& f, A const& a, descriptor const& d = {}) {
  apply(c, no_mask, no_accum, f, a, d);
}

template <class C, class Mask, class Accum, class Keep, detail::dealt_operand_into<C> A, class Thunk>
void select(C& c, Mask const& mask, Accum const& accum, Keep const& keep, A const& a, Thunk const& thunk,
            descriptor const& d = {}) {
  auto const& number = distributed_detail::number_for_ranks("select", thunk);
  using given = std::remove_cvref_t<decltype(number)>;
  detail::entry_by_entry(
      "select", c, mask, accum, d,
      [&](auto& out, auto const& local, size_type begin, auto const& x) {
        if constexpr (detail::is_distributed_matrix<C> && detail::is_position_rule<Keep> && std::is_integral_v<given>) {
          // the library has its kernel
          select(out, local, accum, keep, x,
                 distributed_detail::thunk_from_row(keep, detail::converted<size_type>(number), begin), d);
        } else {
          select(out, local, accum, distributed_detail::kept_of_part<A, given>(keep, begin), x, number, d);
        }
      },
      a);
}
template <class C, class Keep, detail::dealt_operand_into<C> A, class Thunk>
void select(C& c, Keep const& keep, A const& a, Thunk const& thunk, descriptor const& d = {}) {
  select(c, no_mask, no_accum, keep, a, thunk, d);
}

template <class W, index_type I, class Mask, class Accum, class Keep, class T>
void select_with(distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, Keep const& keep,
                 distributed::vector<T, I> const& u, distributed::vector<T, I> const& v, descriptor const& d = {}) {
  detail::entry_by_entry(
      "select_with", w, mask, accum, d,
      [&](auto& out, auto const& local, size_type, auto const& x, auto const& y) {
        select_with(out, local, accum, keep, x, y, d);
      },
      u, v);
}
template <class W, index_type I, class Keep, class T>
void select_with(distributed::vector<W, I>& w, Keep const& keep, distributed::vector<T, I> const& u,
                 distributed::vector<T, I> const& v, descriptor const& d = {}) {
  select_with(w, no_mask, no_accum, keep, u, v, d);
}

/// To all positions.
template <class W, index_type I, class Mask, class Accum, class U>
void assign(distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, distributed::vector<U, I> const& u,
            descriptor const& d = {}) {
  detail::entry_by_entry(
      "assign", w, mask, accum, d,
      [&](auto& out, auto const& local, size_type, auto const& x) { assign(out, local, accum, x, d); }, u);
}
template <class W, index_type I, class Mask, class Accum, class Number>
requires std::is_convertible_v<Number, W>
void assign(distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, Number const& value,
            descriptor const& d = {}) {
  detail::entry_by_entry("assign", w, mask, accum, d,
                         [&](auto& out, auto const& local, size_type) { assign(out, local, accum, value, d); });
}
/// The scalar is read once, wherever it is.
template <class W, index_type I, class Mask, class Accum, class T>
void assign(distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, scalar<T> const& value,
            descriptor const& d = {}) {
  if (!value.is_empty()) return assign(w, mask, accum, value.get(), d);
  detail::entry_by_entry("assign", w, mask, accum, d, [&](auto& out, auto const& local, size_type) {
    assign(out, local, accum, scalar<T>(std::nullopt, out.exec()), d);
  });
}
template <class W, index_type I, class Source>
requires detail::is_distributed_vector<Source> || detail::is_scalar<Source> || std::is_convertible_v<Source, W>
void assign(distributed::vector<W, I>& w, Source const& source) { assign(w, no_mask, no_accum, source); }

/// w(i) = u(p(i)): u is gathered at every rank.
template <class W, index_type I, class Mask, class Accum, class U, index_type P>
void gather(distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, distributed::vector<U, I> const& u,
            distributed::vector<P, I> const& p, descriptor const& d = {}) {
  detail::require_alike("gather", w, "p", p, p.size());
  detail::require_alike("gather", w, "u", u, w.size());
  auto const standing = detail::view_of_all(u);
  detail::write_parts("gather", w, mask, accum, d, w.dealt_by(),
                      [&](distributed::member& m, heddle::vector<W, I>& out, auto const& local) {
                        std::optional<heddle::vector<P, I>> kept;
                        detail::kept_vector<U, I> whole;
                        auto const& positions = detail::part_by(m, p, w.dealt_by(), kept);
                        auto const& x = standing ? *standing : detail::whole_of(m, u.part(m), u.dealt_by(), whole);
                        distributed_detail::with_positions_named("gather", positions, w.dealt_by().begin(m.rank()),
                                                                 u.size(),
                                                                 [&] { gather(out, local, accum, x, positions, d); });
                      });
}
template <class W, index_type I, class U, index_type P>
void gather(distributed::vector<W, I>& w, distributed::vector<U, I> const& u, distributed::vector<P, I> const& p,
            descriptor const& d = {}) {
  gather(w, no_mask, no_accum, u, p, d);
}

/// w(j) = the sum of all u(i) with p(i) = j, in ascending i: every sum of a rank goes to its owner once.
template <class W, index_type I, class Mask, class Accum, index_type P, class U, monoid Monoid>
void scatter(distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, distributed::vector<P, I> const& p,
             distributed::vector<U, I> const& u, Monoid const& add, descriptor const& d = {}) {
  detail::require_alike("scatter", w, "p", p, w.size());  // of one group, of any size
  detail::require_alike("scatter", u, "p", p, p.size(), "u");
  distributed_detail::write_folded<typename Monoid::value_type>(
      "scatter", w, mask, accum, add, d, [&](distributed::member& m, auto& sums) {
        std::optional<heddle::vector<U, I>> kept;
        auto const& values = detail::part_by(m, u, p.dealt_by(), kept);
        distributed_detail::with_positions_named("scatter", p.part(m), p.dealt_by().begin(m.rank()), w.size(),
                                                 [&] { scatter(sums, no_mask, no_accum, p.part(m), values, add); });
      });
}
template <class W, index_type I, index_type P, class U, monoid Monoid>
void scatter(distributed::vector<W, I>& w, distributed::vector<P, I> const& p, distributed::vector<U, I> const& u,
             Monoid const& add, descriptor const& d = {}) {
  scatter(w, no_mask, no_accum, p, u, add, d);
}

/// The sum of all entries, by ascending position, at every process; the identity where there are none. Ranks' sums are
/// folded in their order, so that of inexact numbers it depends on how u is dealt out.
template <monoid Monoid, class T, index_type I>
[[nodiscard]] typename Monoid::value_type reduce(Monoid const& add, distributed::vector<T, I> const& u) {
  return distributed_detail::fold_ranks(
      u.ranks(), add, [&](distributed::member& m) { return u.part(m).nvals(); },
      [&](distributed::member& m) { return reduce(add, u.part(m)); });
}
template <monoid Monoid, class T, index_type I, index_type O>
[[nodiscard]] typename Monoid::value_type reduce(Monoid const& add, distributed::matrix<T, I, O> const& a) {
  return distributed_detail::fold_ranks(
      a.ranks(), add, [&](distributed::member& m) { return a.part(m).nnz(); },
      [&](distributed::member& m) { return reduce(add, a.part(m)); });
}

/// w(i) = the sum of row i of A.
template <class W, index_type I, class Mask, class Accum, monoid Monoid, class T, index_type O>
void reduce(distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, Monoid const& add,
            distributed::matrix<T, I, O> const& a, descriptor const& d = {}) {
  detail::require_alike("reduce", w, "A", a, a.rows());
  detail::write_parts("reduce", w, mask, accum, d, a.dealt_by(),
                      [&](distributed::member& m, heddle::vector<W, I>& out, auto const& local) {
                        reduce(out, local, accum, add, a.part(m), d);
                      });
}
/// w(j) = the sum of column j of A.
template <class W, index_type I, class Mask, class Accum, monoid Monoid, class T, index_type O>
void reduce(distributed::vector<W, I>& w, Mask const& mask, Accum const& accum, Monoid const& add,
            transpose_of<distributed::matrix<T, I, O>> a, descriptor const& d = {}) {
  detail::require_alike("reduce", w, "A", *a.matrix, a.matrix->cols());
  distributed_detail::write_folded<typename Monoid::value_type>(
      "reduce", w, mask, accum, add, d,
      [&](distributed::member& m, auto& sums) { reduce(sums, add, transpose(a.matrix->part(m))); });
}
template <class W, index_type I, monoid Monoid, class A>
void reduce(distributed::vector<W, I>& w, Monoid const& add, A const& a, descriptor const& d = {}) {
  reduce(w, no_mask, no_accum, add, a, d);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
