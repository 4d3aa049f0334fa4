// assign.hpp - w<mask>(I) = w(I) accum u, C<mask>(I, J) = C(I, J) accum A, rows and columns of matrices, scalars in the
// place of u and A. GraphBLAS C API 2.1, section 4.3.7.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/detail/executor/trace_range.hpp>
#include <heddle/ops/assign/part.hpp>
#include <heddle/scalar.hpp>

namespace heddle {

inline namespace HEDDLE_TOOLCHAIN {

/// w<mask> = w accum value at every position that the mask leaves open.
/// Work O(size), or O(entries of the mask) where that is a list of positions, nothing accumulates and nothing is
/// replaced; O(entries of both) where w is a list of fewer than size / 65536 and the mask is an ascending one. Throws
/// dimension_mismatch, executor_mismatch.
template <class W, index_type I, class Mask, class Accum, class S>
requires std::is_convertible_v<S, W>
void assign(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, S const& value, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_mask("assign", mask, "w", w);
  detail::trace_range const traced(w.exec(), "assign");
  W const converted = detail::converted<W>(value);
  if constexpr (!std::is_same_v<decltype(mask), no_mask_type const> && ops::merges_lists<W, Accum, W>()) {
    if (!mask.complemented && ops::is_listed<I>(mask)) {
      auto const& at = mask.container->storage().sparse();
      if (ops::is_short_list(w, at.nvals)) {
        auto t = ops::number_at(w.exec(), w.size(), at, converted);
        if (ops::stays_list<Accum>(w, t, true)) return ops::write_masked(w, mask, accum, d.replace, std::move(t));
      }
    }
  }
  if constexpr (std::is_same_v<Accum, no_accum_type>) {
    if constexpr (std::is_same_v<decltype(mask), no_mask_type const>) return w.fill(converted);
    auto const* const listed = detail::listed_mask<I>(mask);
    if (listed && !d.replace && listed != &w.storage()) {
      auto const& at = listed->sparse();
      return ops::write_listed(w, at.indices.data(), at.nvals, nullptr, converted);
    }
  }
  auto const ready = ops::prepare_mask(mask, w.exec(), &w);
  ops::write_number(w, ready, accum, d.replace, values_view<W>{nullptr, converted});
}

/// The same with what stands in a scalar, which is read when the GPU comes to it: in a device_loop anew in every
/// iteration. Of an empty scalar as of a vector without entries. Work O(size). Throws executor_mismatch where it is on
/// another executor, not_compiled on a CUDA executor for conversions of its value to W that are not precompiled.
template <class W, index_type I, class Mask, class Accum, class S>
requires std::is_convertible_v<S, W>
void assign(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, scalar<S> const& value,
            descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_executor("assign", w.exec(), "the scalar", value.exec());
  detail::check_mask("assign", mask, "w", w);
  if (!value.has_value() && !w.exec().state().recording()) {
    return assign(w, mask, accum, vector<W, I>(w.size(), w.exec()), d);
  }
  detail::trace_range const traced(w.exec(), "assign");
  buffer<detail::byte> kept;
  W const* const converted = ops::in_domain<W>(w.exec(), value.data(), 1, kept);
  if constexpr (std::is_same_v<Accum, no_accum_type> && std::is_same_v<decltype(mask), no_mask_type const>) {
    ops::write_at_once(w, [&](W* values) { primitives::fill_from(w.exec(), values, w.size(), sizeof(W), converted); });
  } else {
    auto const ready = ops::prepare_mask(mask, w.exec(), &w);
    ops::write_number(w, ready, accum, d.replace, values_view<W>{converted});
  }
}

/// w<mask> = w accum u. Where the mask is open and u has no entry, w's entry is deleted unless something accumulates.
/// Work O(size), or O(entries of u) where w is a selection of u's entries (replace, or no mask) and u is sparse,
/// or O(entries) where u, w and the mask are lists (see ops/detail/write/lists.hpp). Throws dimension_mismatch,
/// executor_mismatch.
template <class W, index_type I, class Mask, class Accum, class U>
void assign(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, vector<U, I> const& u,
            descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  if (u.size() != w.size()) {
    throw dimension_mismatch(detail::concat("assign: ", detail::size_of("w", w), " but ", detail::size_of("u", u)));
  }
  detail::check_executors("assign", w, "u", u);
  detail::check_mask("assign", mask, "w", w);
  if (static_cast<void const*>(&w) == static_cast<void const*>(&u)) {
    vector<U, I> const copy(u);
    return assign(w, mask_argument, accum, copy, d);
  }
  detail::trace_range const traced(w.exec(), "assign");
  if constexpr (std::is_same_v<Accum, no_accum_type> && std::is_same_v<W, U>) {
    bool const own_mask = detail::listed_mask<I>(mask) == &u.storage();
    bool stays_list = false;
    if constexpr (ops::merges_lists<W, Accum, U>()) {
      stays_list = ops::is_short_list(w, u) && ops::stays_list<Accum>(w, u, true);
    }
    if (own_mask && !d.replace && !stays_list) {  // every open position has an entry of u
      auto const& entries = u.storage().sparse();
      return ops::write_listed(w, entries.indices.data(), entries.nvals, entries.values.data(), W{});
    }
  }
  ops::write_masked(w, mask, accum, d.replace, u);
}

/// The same for a temporary: without mask, accumulator and conversion w takes u over.
template <class W, index_type I, class Mask, class Accum, class U>
void assign(vector<W, I>& w, Mask const& mask, Accum const& accum, vector<U, I>&& u, descriptor const& d = {}) {
  detail::check_descriptor(d);
  constexpr bool unchanged =
      std::is_same_v<W, U> && std::is_same_v<Mask, no_mask_type> && std::is_same_v<Accum, no_accum_type>;
  if constexpr (unchanged) {
    if (w.size() == u.size() && w.exec() == u.exec()) return w.storage().assign(std::move(u.storage()));
  }
  assign(w, mask, accum, std::as_const(u), d);
}

namespace ops::assign_detail {

/// assign of what is made ready; `source`: a vector or a scalar.
template <class W, index_type I, class Mask, class Accum, class Source>
void assign_at(vector<W, I>& w, Mask const& mask, Accum const& accum, Source const& source,
               detail::placed_indices<I>& at, bool replace) {
  if (at.is_all()) return assign(w, mask, accum, source, {.replace = replace});
  if constexpr (std::is_same_v<Source, vector<W, I>> && !detail::accumulates<Accum> && !masks<Mask>) {
    if (&w != &source) return ops::write_at(w, at, source);
  }
  rewrite_under_mask(w, mask, detail::accumulates<Accum>, replace, at,
                     [&](vector<W, I>& p, auto const& part_mask) { assign(p, part_mask, accum, source); });
}

}  // namespace ops::assign_detail

/// w<mask>(I) = w(I) accum u: as for all positions, but where I names none w is left as it is; replacement reaches it
/// too. I: `all`, `range(begin, end, stride)` or a list, of positions of w that are named once each; u: as long as I;
/// mask: as long as w. Where the mask is open and u has no entry, w's entry is deleted unless something accumulates.
/// Work O(length of I) where w is a bitmap or dense and nothing is replaced under a mask; of few entries of w and u
/// O(these) without mask and accumulator, times log(length of I) for a list; else O(size). Throws dimension_mismatch,
/// index_out_of_range naming the first position that lies outside, invalid_argument where a position is named twice,
/// executor_mismatch, not_compiled on a CUDA executor for accumulators and conversions that are not precompiled.
template <class W, index_type I, class Mask, class Accum, class U>
void assign(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, vector<U, I> const& u,
            index_argument<I> const& at, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_executors("assign", w, "u", u);
  detail::check_mask("assign", mask, "w", w);
  detail::trace_range const traced(w.exec(), "assign");
  detail::placed_indices<I> chosen("assign", "I", w.exec(), at, w.size());
  ops::assign_detail::check_length("assign", u, chosen);
  chosen.require_distinct();
  ops::assign_detail::assign_at(w, mask, accum, u, chosen, d.replace);
}

/// w<mask>(I) = w(I) accum value at every position of I that the mask leaves open. Otherwise as for a vector.
template <class W, index_type I, class Mask, class Accum, class S>
requires std::is_convertible_v<S, W>
void assign(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, S const& value, index_argument<I> const& at,
            descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_mask("assign", mask, "w", w);
  detail::trace_range const traced(w.exec(), "assign");
  detail::placed_indices<I> chosen("assign", "I", w.exec(), at, w.size());
  chosen.require_distinct();
  ops::assign_detail::assign_at(w, mask, accum, value, chosen, d.replace);
}

/// C<mask>(I, J) = C(I, J) accum A: where the mask is open and A has no entry, C's entry in the part is deleted unless
/// something accumulates; outside of the part C is left as it is, but for replacement. A: a matrix or
/// transpose(matrix), length of I x length of J; I, J: as for a vector, of C's rows and columns; mask: of C's shape.
/// Work that of merging nnz(A) entries into C's, times log(length) of lists, and two sorts of A's entries where J is a
/// list that is not ascending. Reads back the number of entries. Throws as for a vector.
template <class W, index_type I, index_type O, class Mask, class Accum, class MatrixArg>
requires requires(MatrixArg const& a) { detail::operand(a); }
void assign(matrix<W, I, O>& c, Mask const& mask_argument, Accum const& accum, MatrixArg const& matrix,
            index_argument<I> const& rows, index_argument<I> const& columns, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const a = detail::operand(matrix);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_executors("assign", c, "A", a);
  detail::check_mask("assign", mask, "C", c);
  detail::trace_range const traced(c.exec(), "assign");
  detail::require_unrecorded(c.exec(), "assign");
  ops::assign_detail::matrix_part<I> part("assign", c.exec(), rows, columns, c.rows(), c.cols());
  ops::assign_detail::check_part("assign", a, part);
  part.require_distinct();
  auto const ready = ops::prepare_matrix_mask<I, O>(mask, c.exec());
  using T = typename decltype(a)::value_type;
  ops::assign_detail::merge_part<T>("assign", c, ready.view, accum, d.replace, part, a.by_rows());
}

/// C<mask>(I, J) = C(I, J) accum value at every position of I x J that the mask leaves open. Otherwise as for a
/// matrix. Work O(nnz(mask)) and that of merging where the mask is not complemented, else O(length of I x length of J)
/// too. Throws index_overflow where C would have too many entries.
template <class W, index_type I, index_type O, class Mask, class Accum, class S>
requires std::is_convertible_v<S, W>
void assign(matrix<W, I, O>& c, Mask const& mask_argument, Accum const& accum, S const& value,
            index_argument<I> const& rows, index_argument<I> const& columns, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_mask("assign", mask, "C", c);
  executor const exec = c.exec();
  detail::trace_range const traced(exec, "assign");
  detail::require_unrecorded(exec, "assign");
  ops::assign_detail::matrix_part<I> part("assign", exec, rows, columns, c.rows(), c.cols());
  part.require_distinct();
  auto const ready = ops::prepare_matrix_mask<I, O>(mask, exec);
  W const converted = detail::converted<W>(value);
  if (ready.form && !ready.view.complemented) {
    auto t = detail::open_pattern(*ready.form, ready.view.truth, part.view(), sizeof(W));
    t = ops::assign_detail::filled(std::move(t), converted);
    return ops::write<W>("assign", c, ready.view, accum, d.replace, std::move(t), true, part.view());
  }
  auto p = detail::full_pattern<I, O>("assign", exec, part.rows.count(), part.columns.count(), sizeof(W));
  p = ops::assign_detail::filled(std::move(p), converted);
  ops::assign_detail::merge_part<W>("assign", c, ready.view, accum, d.replace, part, *p);
}

/// C<mask>(i, J) = C(i, J) accum u: a part of row i of C, of which alone entries are replaced. u: as long as J; mask: a
/// vector as long as the row. Work that of assigning to a vector, and O(nnz(C)). Throws as for a matrix.
template <class W, index_type I, index_type O, class Mask, class Accum, class U>
void assign(matrix<W, I, O>& c, Mask const& mask_argument, Accum const& accum, vector<U, I> const& u, size_type i,
            index_argument<I> const& columns, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_executors("assign", c, "u", u);
  detail::check_line("assign", "row", i, c.rows(), detail::size_of("C", c));
  ops::assign_detail::check_mask_length("assign", mask, c.exec(), detail::size_of("C", c), c.cols());
  detail::trace_range const traced(c.exec(), "assign");
  detail::require_unrecorded(c.exec(), "assign");
  detail::placed_indices<I> chosen("assign", "J", c.exec(), columns, c.cols());
  ops::assign_detail::check_length("assign", u, chosen);
  chosen.require_distinct();
  ops::assign_detail::rewrite_line("assign", ops::assign_detail::line::row, c, i, [&](vector<W, I>& row) {
    ops::assign_detail::assign_at(row, mask, accum, u, chosen, d.replace);
  });
}

/// C<mask>(I, j) = C(I, j) accum u: a part of column j of C. As for a row.
template <class W, index_type I, index_type O, class Mask, class Accum, class U>
void assign(matrix<W, I, O>& c, Mask const& mask_argument, Accum const& accum, vector<U, I> const& u,
            index_argument<I> const& rows, size_type j, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_executors("assign", c, "u", u);
  detail::check_line("assign", "column", j, c.cols(), detail::size_of("C", c));
  ops::assign_detail::check_mask_length("assign", mask, c.exec(), detail::size_of("C", c), c.rows());
  detail::trace_range const traced(c.exec(), "assign");
  detail::require_unrecorded(c.exec(), "assign");
  detail::placed_indices<I> chosen("assign", "I", c.exec(), rows, c.rows());
  ops::assign_detail::check_length("assign", u, chosen);
  chosen.require_distinct();
  ops::assign_detail::rewrite_line("assign", ops::assign_detail::line::column, c, j, [&](vector<W, I>& column) {
    ops::assign_detail::assign_at(column, mask, accum, u, chosen, d.replace);
  });
}

// Short forms. Of a whole vector they take no descriptor: without a mask there is nothing in it for them.

/// w = value at every position.
template <class W, index_type I, class S>
requires std::is_convertible_v<S, W>
void assign(vector<W, I>& w, S const& value) { assign(w, no_mask, no_accum, value); }

/// w = what stands in a scalar, at every position; of an empty one w has no entry left.
template <class W, index_type I, class S>
requires std::is_convertible_v<S, W>
void assign(vector<W, I>& w, scalar<S> const& value) { assign(w, no_mask, no_accum, value); }

/// w = u; a temporary is taken over where types are the same.
template <class W, index_type I, class U> void assign(vector<W, I>& w, vector<U, I> const& u) {
  assign(w, no_mask, no_accum, u);
}
template <class W, index_type I, class U> void assign(vector<W, I>& w, vector<U, I>&& u) {
  assign(w, no_mask, no_accum, std::move(u));
}

/// w(I) = u.
template <class W, index_type I, class U>
void assign(vector<W, I>& w, vector<U, I> const& u, index_argument<I> const& at, descriptor const& d = {}) {
  assign(w, no_mask, no_accum, u, at, d);
}

/// w(I) = value.
template <class W, index_type I, class S>
requires std::is_convertible_v<S, W>
void assign(vector<W, I>& w, S const& value, index_argument<I> const& at, descriptor const& d = {}) {
  assign(w, no_mask, no_accum, value, at, d);
}

/// C(I, J) = A.
template <class W, index_type I, index_type O, detail::matrix_argument MatrixA>
void assign(matrix<W, I, O>& c, MatrixA const& a, index_argument<I> const& rows, index_argument<I> const& columns,
            descriptor const& d = {}) {
  assign(c, no_mask, no_accum, a, rows, columns, d);
}

/// C(I, J) = value.
template <class W, index_type I, index_type O, class S>
requires std::is_convertible_v<S, W>
void assign(matrix<W, I, O>& c, S const& value, index_argument<I> const& rows, index_argument<I> const& columns,
            descriptor const& d = {}) {
  assign(c, no_mask, no_accum, value, rows, columns, d);
}

/// C(i, J) = u.
template <class W, index_type I, index_type O, class U>
void assign(matrix<W, I, O>& c, vector<U, I> const& u, size_type i, index_argument<I> const& columns,
            descriptor const& d = {}) {
  assign(c, no_mask, no_accum, u, i, columns, d);
}

/// C(I, j) = u.
template <class W, index_type I, index_type O, class U>
void assign(matrix<W, I, O>& c, vector<U, I> const& u, index_argument<I> const& rows, size_type j,
            descriptor const& d = {}) {
  assign(c, no_mask, no_accum, u, rows, j, d);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
