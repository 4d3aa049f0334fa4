// assign.hpp - w<mask>(I) = w(I) accum u, C<mask>(I, J) = C(I, J) accum A, rows and columns of matrices, numbers and
// scalars in the place of u and A. GraphBLAS C API 2.1, section 4.3.7, with GrB_Scalar.
#pragma once
#include <heddle/ops/assign/part.hpp>
#include <heddle/ops/detail/mistakes.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace ops::assign_detail {

template <class W, index_type I, class Mask, class Accum, class U>
void assign_to_all(scope<vector<W, I>, Mask> const& work, Accum const& accum, vector<U, I> const& u) {
  if (work.is_output(u)) return assign_to_all(work, accum, vector<U, I>(u));
  auto& w = work.output;
  if constexpr (std::is_same_v<Accum, no_accum_type> && std::is_same_v<W, U>) {
    bool const own_mask = detail::listed_mask<I>(work.mask) == &storage_of(u);
    bool stays_list = false;
    if constexpr (ops::merges_lists<W, Accum, U>()) {
      stays_list = ops::is_short_list(w, u) && ops::stays_list<Accum>(w, u, true);
    }
    if (own_mask && !work.replace && !stays_list) {  // every open position has an entry of u
      auto const& entries = storage_of(u).sparse();
      return ops::write_listed(w, entries.indices.data(), entries.nvals, entries.values.data(), W{});
    }
  }
  ops::write(work, accum, u);
}

template <class W, index_type I, class Mask, class Accum, class S>
void assign_to_all(scope<vector<W, I>, Mask> const& work, Accum const& accum, scalar<S> const& value) {
  auto& w = work.output;
  if (value.is_empty()) return assign_to_all(work, accum, vector<W, I>(w.size(), w.exec()));
  buffer<detail::byte> kept;
  W const* const converted = ops::in_domain<W>(w.exec(), value.data(), 1, kept);
  if constexpr (!masks<Mask> && !detail::accumulates<Accum>) {
    ops::write_at_once(w, [&](W* values) { primitives::fill_from(w.exec(), values, w.size(), sizeof(W), converted); });
  } else {
    ops::write_number(w, ops::prepare_mask(work), accum, work.replace, values_view<W>{converted});
  }
}

template <class W, index_type I, class Mask, class Accum, class S>
requires std::is_convertible_v<S, W>
void assign_to_all(scope<vector<W, I>, Mask> const& work, Accum const& accum, S const& value) {
  auto& w = work.output;
  auto const& mask = work.mask;
  W const converted = detail::converted<W>(value);
  if constexpr (masks<Mask> && ops::merges_lists<W, Accum, W>()) {
    if (!mask.complemented && ops::is_listed<I>(mask)) {
      auto const& at = storage_of(*mask.container).sparse();
      if (ops::is_short_list(w, at.nvals)) {
        auto t = ops::number_at(w.exec(), w.size(), at, converted);
        if (ops::stays_list<Accum>(w, t, true)) return ops::write(work, accum, std::move(t));
      }
    }
  }
  if constexpr (std::is_same_v<Accum, no_accum_type>) {
    if constexpr (!masks<Mask>) return w.fill(converted);
    auto const* const listed = detail::listed_mask<I>(mask);
    if (listed && !work.replace && listed != &storage_of(w)) {
      auto const& at = listed->sparse();
      return ops::write_listed(w, at.indices.data(), at.nvals, nullptr, converted);
    }
  }
  ops::write_number(w, ops::prepare_mask(work), accum, work.replace, values_view<W>{nullptr, converted});
}

}  // namespace ops::assign_detail

/// w<mask> = w accum u, u a vector, a number or a scalar. Where the mask is open and u has no entry, w's entry is
/// deleted unless something accumulates. A number is at every open position. A scalar is read when the GPU comes to it,
/// in a device_loop anew in every iteration; an empty one is a vector without entries. A temporary u is taken over
/// where w becomes u.
/// Operands: u, w and mask of one length.
/// Throws: dimension_mismatch; executor_mismatch; not_compiled on a GPU for conversions of a scalar's value that are
/// not precompiled.
/// Cost: O(size). Less of lists: O(entries of u) where w becomes a selection of u (replace, or no mask); O(entries of
/// the mask) of a number under a list, without accumulator and replace; O(entries) where u, w and the mask are lists.
/// Example: docs/operations.md#assign
template <class W, index_type I, class Mask, class Accum, class Source>
requires ops::assign_detail::goes_to_vector<std::remove_cvref_t<Source>, W, I>
void assign(vector<W, I>& w, Mask const& mask, Accum const& accum, Source&& u, descriptor const& d = {}) {
  using source = std::remove_cvref_t<Source>;
  auto const work =
      ops::enter<ops::recordable::yes>("assign", "w", w, mask, d, ops::assign_detail::name_of<source>("u"), u);
  if constexpr (ops::assign_detail::is_vector<source, I>) work.fit(u.size() == w.size(), "w", w, "u", u);
  if constexpr (std::is_same_v<Source, vector<W, I>> && !work.masked && !detail::accumulates<Accum>) {
    storage_of(w).assign(std::move(storage_of(u)));
  } else {
    ops::assign_detail::assign_to_all(work, accum, std::as_const(u));
  }
}

/// w<mask>(I) = w(I) accum u: as for all positions, but where I names none w is left as it is; replacement reaches it
/// too.
/// Operands: I is `all`, `range(begin, end, stride)` or a list of positions of w, each named once; u is a vector as
/// long as I, a number, or a scalar, which is read back; mask as long as w.
/// Throws: dimension_mismatch; index_out_of_range naming the first position that lies outside; invalid_argument where a
/// position is named twice; executor_mismatch; not_compiled on a GPU for accumulators and conversions that are not
/// precompiled.
/// Cost: O(length of I) where w is a bitmap or dense and nothing is replaced under a mask; of few entries of w and u
/// O(these) without mask and accumulator, times log(length of I) for a list; else O(size).
template <class W, index_type I, class Mask, class Accum, class Source>
requires ops::assign_detail::goes_to_vector<Source, W, I>
void assign(vector<W, I>& w, Mask const& mask, Accum const& accum, Source const& u, detail::index_argument<I> const& at,
            descriptor const& d = {}) {
  using ops::assign_detail::mask_covers;
  ops::assign_detail::assign_to_vector<mask_covers::whole>("assign", w, mask, accum, u, at, d);
}

/// C<mask>(I, J) = C(I, J) accum A: where the mask is open and A has no entry, C's entry in the part is deleted unless
/// something accumulates; outside of the part C is left as it is, but for replacement.
/// Operands: A is a matrix or transpose(matrix) of length of I x length of J, a number, which is at every position, or
/// a scalar, which is read back; I and J as for a vector, of C's rows and columns; mask of C's shape.
/// Throws: as for a vector, and index_overflow where C would have too many entries.
/// Cost: that of merging nnz(A) entries into C's, times log(length) of lists, and two sorts of A's entries where J is a
/// list that is not ascending. A number has as many entries as the mask where that is not complemented, else length of
/// I x length of J.
/// Runs: reads back the number of entries.
template <class W, index_type I, index_type O, class Mask, class Accum, class Source>
requires ops::assign_detail::goes_to_matrix<Source, W>
void assign(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Source const& a,
            detail::index_argument<I> const& rows, detail::index_argument<I> const& columns, descriptor const& d = {}) {
  using ops::assign_detail::mask_covers;
  ops::assign_detail::assign_to_matrix<mask_covers::whole>("assign", c, mask, accum, ops::assign_detail::source_of(a),
                                                           rows, columns, d);
}

/// C<mask>(i, J) = C(i, J) accum u: a part of row i of C, of which alone entries are replaced.
/// Operands: u as long as J; mask: a vector as long as the row.
/// Throws: as for a matrix.
/// Cost: that of assigning to a vector, and O(nnz(C)).
template <class W, index_type I, index_type O, class Mask, class Accum, class U>
void assign(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, vector<U, I> const& u, size_type i,
            detail::index_argument<I> const& columns, descriptor const& d = {}) {
  using namespace ops::assign_detail;
  assign_to_line<mask_covers::whole>("assign", line::row, c, mask, accum, u, i, columns, d);
}

/// C<mask>(I, j) = C(I, j) accum u: a part of column j of C. As for a row.
template <class W, index_type I, index_type O, class Mask, class Accum, class U>
void assign(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, vector<U, I> const& u,
            detail::index_argument<I> const& rows, size_type j, descriptor const& d = {}) {
  using namespace ops::assign_detail;
  assign_to_line<mask_covers::whole>("assign", line::column, c, mask, accum, u, j, rows, d);
}

// Short forms. Of a whole vector they take no descriptor: without a mask there is nothing in it for them.

/// w = u.
template <class W, index_type I, class Source>
requires ops::assign_detail::goes_to_vector<std::remove_cvref_t<Source>, W, I>
void assign(vector<W, I>& w, Source&& u) { assign(w, no_mask, no_accum, std::forward<Source>(u)); }

/// w(I) = u.
template <class W, index_type I, class Source>
requires ops::assign_detail::goes_to_vector<Source, W, I>
void assign(vector<W, I>& w, Source const& u, detail::index_argument<I> const& at, descriptor const& d = {}) {
  assign(w, no_mask, no_accum, u, at, d);
}

/// C(I, J) = A.
template <class W, index_type I, index_type O, class Source>
requires ops::assign_detail::goes_to_matrix<Source, W>
void assign(matrix<W, I, O>& c, Source const& a, detail::index_argument<I> const& rows,
            detail::index_argument<I> const& columns, descriptor const& d = {}) {
  assign(c, no_mask, no_accum, a, rows, columns, d);
}

/// C(i, J) = u.
template <class W, index_type I, index_type O, class U>
void assign(matrix<W, I, O>& c, vector<U, I> const& u, size_type i, detail::index_argument<I> const& columns,
            descriptor const& d = {}) {
  assign(c, no_mask, no_accum, u, i, columns, d);
}

/// C(I, j) = u.
template <class W, index_type I, index_type O, class U>
void assign(matrix<W, I, O>& c, vector<U, I> const& u, detail::index_argument<I> const& rows, size_type j,
            descriptor const& d = {}) {
  assign(c, no_mask, no_accum, u, rows, j, d);
}
HEDDLE_EXPLAIN(assign);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
