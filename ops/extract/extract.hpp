// extract.hpp - w<mask> = w accum u(I), C<mask> = C accum A(I, J), w<mask> = w accum A(I, j): the entries at chosen
// positions. GraphBLAS C API 2.1, section 4.3.6.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/write/matrix.hpp>
#include <heddle/ops/detail/write/vector.hpp>
#include <heddle/ops/extract/operand.hpp>
#include <heddle/scalar.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

/// w<mask> = w accum t: t(k) = u(I(k)) where u has an entry there.
/// Operands: I is `all`, `range(begin, end, stride)` or a list of positions of u, repeated ones too; w and mask as long
/// as I.
/// Throws: dimension_mismatch; index_out_of_range naming the first position that lies outside; executor_mismatch;
/// not_compiled on a GPU for accumulators and conversions that are not precompiled.
/// Cost: O(length of I), of a list and a range O(entries of u) where that is less, of a list times log(entries of u);
/// and O(length of w) where w keeps entries or t is masked.
/// Runs: reads back where u is a list.
/// Example: docs/operations.md#extract
template <class W, index_type I, class Mask, class Accum, class U>
void extract(vector<W, I>& w, Mask const& mask, Accum const& accum, vector<U, I> const& u,
             detail::index_argument<I> const& at, descriptor const& d = {}) {
  auto const work = ops::enter<ops::recordable::yes>("extract", "w", w, mask, d, "u", u);
  detail::placed_indices<I> chosen("extract", "I", w.exec(), at, u.size());
  work.fit(w.size() == chosen.count(), "w", w, "I", chosen);
  auto const ready = ops::prepare_mask(work);
  bool const has_kernel = w.exec().is_host() || ops::compiles_kernels || detail::is_precompiled_element<U>;
  if (has_kernel && chosen.consecutive() && u.form() != vector_form::sparse && !storage_of(u).has_sparse() &&
      !work.is_output(u)) {
    auto const& from = storage_of(u).bitmap();  // read where it stands
    size_type const begin = chosen.view().begin;
    return ops::write(w, ready.view, accum, d.replace, detail::typed<U>(from.values) + begin,
                      from.full() ? nullptr : from.present.data() + begin);
  }
  ops::write(w, ready.view, accum, d.replace, chosen.is_all() ? u : detail::extracted(u, chosen));
}

/// w = u(I).
template <class W, index_type I, class U>
void extract(vector<W, I>& w, vector<U, I> const& u, detail::index_argument<I> const& at, descriptor const& d = {}) {
  extract(w, no_mask, no_accum, u, at, d);
}

/// C<mask> = C accum T: T(k, l) = A(I(k), J(l)) where A has an entry there.
/// Operands: A is a matrix or transpose(matrix); I and J as for a vector, of A's rows and columns; C and mask: length
/// of I x length of J.
/// Throws: as for a vector; index_overflow where T has too many entries.
/// Cost: O(length of I + entries of the chosen rows + nnz(T)), times log(length of J) where J is a list, and two sorts
/// of T's entries where that is not ascending; a merge where C keeps entries or T is masked.
/// Runs: reads back the number of entries.
template <class W, index_type I, index_type O, class Mask, class Accum, detail::matrix_argument MatrixArg>
void extract(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, MatrixArg const& matrix,
             detail::index_argument<I> const& rows, detail::index_argument<I> const& columns,
             descriptor const& d = {}) {
  auto const a = detail::operand(matrix);
  using T = typename decltype(a)::value_type;
  auto const work = ops::enter("extract", "C", c, mask, d, "A", a);
  detail::placed_indices<I> chosen_rows("extract", "I", c.exec(), rows, a.rows());
  detail::placed_indices<I> chosen_columns("extract", "J", c.exec(), columns, a.cols());
  work.fit(c.rows() == chosen_rows.count() && c.cols() == chosen_columns.count(), "C", c, "I", chosen_rows, "J",
           chosen_columns);
  ops::write<T>(work, accum, detail::extracted("extract", a.by_rows(), chosen_rows, chosen_columns));
}

/// C = A(I, J).
template <class W, index_type I, index_type O, detail::matrix_argument MatrixA>
void extract(matrix<W, I, O>& c, MatrixA const& a, detail::index_argument<I> const& rows,
             detail::index_argument<I> const& columns, descriptor const& d = {}) {
  extract(c, no_mask, no_accum, a, rows, columns, d);
}

/// w<mask> = w accum t: t(k) = A(I(k), j) where A has an entry there.
/// Operands: A is a matrix, or transpose(matrix), of which this is a row; I as for a vector, of A's rows; w and mask as
/// long as I.
/// Throws: as for a vector; index_out_of_range where A has no column j.
/// Cost: O(length of I * log(longest row)); where columns of A are at hand, as rows of a transpose are, that of
/// extracting from a list.
/// Runs: reads back.
template <class W, index_type I, class Mask, class Accum, detail::matrix_argument MatrixArg>
void extract(vector<W, I>& w, Mask const& mask, Accum const& accum, MatrixArg const& matrix,
             detail::index_argument<I> const& rows, size_type j, descriptor const& d = {}) {
  auto const a = detail::operand(matrix);
  auto const work = ops::enter("extract", "w", w, mask, d, "A", a);
  detail::check_line("extract", "column", j, a.cols(), detail::size_of("A", a));
  detail::placed_indices<I> chosen("extract", "I", w.exec(), rows, a.rows());
  work.fit(w.size() == chosen.count(), "w", w, "I", chosen);
  ops::write(work, accum, detail::extracted_column(a, chosen, j));
}

/// w = A(I, j).
template <class W, index_type I, detail::matrix_argument MatrixA>
void extract(vector<W, I>& w, MatrixA const& a, detail::index_argument<I> const& rows, size_type j,
             descriptor const& d = {}) {
  extract(w, no_mask, no_accum, a, rows, j, d);
}

/// s = u(i), or A(i, j) of a matrix or its transpose; without an entry there s is empty.
/// Throws: index_out_of_range; executor_mismatch.
/// Cost: that of `get`.
/// Runs: reads back.
/// Source: GraphBLAS C API 2.1, sections 4.2.4.11 and 4.2.5.12.
template <class S, class U, index_type I>
requires std::is_convertible_v<U, S>
void extract(scalar<S>& s, vector<U, I> const& u, size_type i) {
  auto const work = ops::enter("extract of an element", "s", s, "u", u);
  auto const found = u.get(i);
  found ? s.set(detail::converted<S>(*found)) : s.clear();
}
template <class S, detail::matrix_argument MatrixArg>
void extract(scalar<S>& s, MatrixArg const& matrix, size_type i, size_type j) {
  auto const a = detail::operand(matrix);
  using T = typename decltype(a)::value_type;
  auto const work = ops::enter("extract of an element", "s", s, "A", a);
  T found;
  bool const there = a.transposed ? a.storage->get(j, i, &found) : a.storage->get(i, j, &found);
  there ? s.set(detail::converted<S>(found)) : s.clear();
}
HEDDLE_EXPLAIN(extract);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
