// part.hpp - what assign and subassign are made of: a part of a vector is taken out, written, and put back; a part of a
// matrix is spread over its shape and merged.
#pragma once
#include <heddle/ops/detail/index_work.hpp>
#include <heddle/ops/detail/write/matrix.hpp>
#include <heddle/ops/detail/write/vector.hpp>
#include <heddle/ops/extract/operand.hpp>

namespace heddle {

namespace detail {

/// flags[e] = whether an entry lies in the part, and is true where truth is asked for.
struct flag_in_part {
  static constexpr bool in_library = true;
  integers rows, columns;
  byte const* truth;  // null: not asked for
  written_part part;
  byte* flags;
  HEDDLE_FN void operator()(size_type e) const { flags[e] = (!truth || truth[e]) && part.holds(rows[e], columns[e]); }
};

/// A pattern with an entry everywhere, with room for values.
template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> full_pattern(char const* what, executor const& exec, size_type rows,
                                               size_type columns, std::size_t width);

/// The entries of a mask that is true there, in the part; with room for values.
template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> open_pattern(compressed<I, O> const& mask, byte const* truth,
                                               written_part const& part, std::size_t width);

/// Where rows of C begin once those from `first` on are as many of another matrix. Row `rows` of C is its end.
struct replaced_offsets {
  static constexpr bool in_library = true;
  integers of_c, of_others;
  size_type first, count;
  integers_out out;
  HEDDLE_FN void operator()(size_type row) const {
    size_type const before = of_c[min_of(row, first)],
                    others = of_others[max_of<size_type>(0, min_of(row - first, count))];
    size_type const behind = row > first + count ? of_c[row] - of_c[first + count] : 0;
    out.set(row, before + others + behind);
  }
};

/// C with the rows of another matrix, as wide, in the place of as many from `first` on; values of either of `width`
/// bytes. Work that of a copy. Reads back two offsets. Throws index_overflow where there are too many entries.
template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> with_rows(char const* what, compressed<I, O> const& c, compressed<I, O> const& others,
                                            size_type first, std::size_t width);

}  // namespace detail

inline namespace HEDDLE_TOOLCHAIN {
namespace ops::assign_detail {

template <class Mask> inline constexpr bool masks = !std::is_same_v<std::remove_cv_t<Mask>, no_mask_type>;

/// run(mask), for the positions of the part.
template <index_type I, class Run> void with_mask_of_part(no_mask_type, detail::placed_indices<I>&, Run const& run) {
  run(no_mask);
}
template <class M, index_type I, class Run>
void with_mask_of_part(mask_of<vector<M, I>> const& mask, detail::placed_indices<I>& at, Run const& run) {
  vector<M, I> const part = detail::extracted(*mask.container, at);
  run(mask_of<vector<M, I>>{&part, mask.structural, mask.complemented});
}

/// w(at) becomes what run(p) makes of p: `reads`: of that part, else of a vector without entries.
template <class W, index_type I, class Run>
void rewrite_part(vector<W, I>& w, detail::placed_indices<I>& at, bool reads, Run const& run) {
  vector<W, I> p = reads ? detail::extracted(w, at) : vector<W, I>(at.count(), w.exec());
  run(p);
  ops::write_at(w, at, p);
}

/// assign of vectors: run(p, mask, replace) writes the part under a mask of its positions. Replacement reaches what
/// lies outside, so it comes at the end.
template <class W, index_type I, class Mask, class Run>
void rewrite_under_mask(vector<W, I>& w, Mask const& mask, bool accumulates, bool replace,
                        detail::placed_indices<I>& at, Run const& run) {
  auto const rewrite = [&](vector<W, I>& out) {
    with_mask_of_part(mask, at, [&](auto const& part_mask) {
      rewrite_part(out, at, masks<Mask> || accumulates, [&](vector<W, I>& p) { run(p, part_mask); });
    });
  };
  if (!masks<Mask> || !replace) return rewrite(w);
  auto const ready = ops::prepare_mask(mask, w.exec(), &w);
  vector<W, I> kept(w);
  rewrite(kept);
  ops::write(w, ready.view, no_accum, true, std::as_const(kept));
}

/// Selections of rows and columns of C, without duplicates.
template <index_type I> struct matrix_part {
  detail::placed_indices<I> rows, columns;

  matrix_part(char const* what, executor const& exec, index_set<I> const& i, index_set<I> const& j, size_type num_rows,
              size_type num_columns)
      : rows(what, "I", exec, i, num_rows), columns(what, "J", exec, j, num_columns) {}
  /// Throws invalid_argument where a position is there more than once: asked for once all sizes are right.
  void require_distinct() {
    rows.require_distinct();
    columns.require_distinct();
  }
  detail::written_part view() {
    if (rows.is_all() && columns.is_all()) return {};
    return {false, rows.lookup(), columns.lookup()};
  }
};

/// C<mask, replace>(I, J) = C(I, J) accum p, the mask of C's shape. Rows that lie side by side and are replaced as they
/// are cost a copy of C.
template <class T, class W, index_type I, index_type O, class Accum>
void merge_part(char const* what, matrix<W, I, O>& c, matrix_mask_view<I, O> const& mask, Accum const& accum,
                bool replace, matrix_part<I>& part, detail::compressed<I, O> const& p) {
  if (mask.trivial() && !detail::accumulates<Accum> && part.rows.consecutive() && part.columns.is_all()) {
    std::shared_ptr<detail::compressed<I, O>> converted;
    if constexpr (!std::is_same_v<W, T>) converted = ops::values_in_domain<W, T>(p);
    auto const old = c.storage().share_csr();
    return c.storage().assign(
        detail::with_rows(what, *old, converted ? *converted : p, part.rows.view().begin, sizeof(W)));
  }
  auto t = detail::spread(what, p, part.rows, part.columns);
  ops::write<T>(what, c, mask, accum, replace, std::move(t), false, part.view());
}

/// Throws dimension_mismatch where A does not have the shape of the part.
template <class Operand, index_type I> void check_part(char const* what, Operand const& a, matrix_part<I> const& part) {
  if (a.rows() == part.rows.count() && a.cols() == part.columns.count()) return;
  throw dimension_mismatch(detail::concat(what, ": ", detail::size_of("A", a), " but ", detail::size_of(part.rows),
                                          " and ", detail::size_of(part.columns)));
}
/// The same for u and the positions that it goes to.
template <class U, index_type I>
void check_length(char const* what, vector<U, I> const& u, detail::placed_indices<I> const& at) {
  if (u.size() == at.count()) return;
  throw dimension_mismatch(detail::concat(what, ": ", detail::size_of("u", u), " but ", detail::size_of(at)));
}
/// The mask of something else than the whole output: `whose` is as long as `size` says.
inline void check_mask_length(char const*, no_mask_type, executor const&, std::string const&, size_type) {}
template <class M, index_type I>
void check_mask_length(char const* what, mask_of<vector<M, I>> const& mask, executor const& exec,
                       std::string const& whose, size_type size) {
  if (mask.container->size() != size) {
    throw dimension_mismatch(detail::concat(what, ": ", whose, " but ", detail::size_of("the mask", *mask.container)));
  }
  detail::check_executor(what, exec, "the mask", mask.container->exec());
}

/// A row of C, or a column, becomes what run(line) makes of it.
enum class line { row, column };
template <class W, index_type I, index_type O, class Run>
void rewrite_line(char const* what, line which, matrix<W, I, O>& c, size_type i, Run const& run) {
  auto const& exec = c.exec();
  index_set<I> const here = heddle::range(i, i + 1), everything = all;
  bool const is_row = which == line::row;
  matrix_part<I> part(what, exec, is_row ? here : everything, is_row ? everything : here, c.rows(), c.cols());
  auto const of_c = detail::operand(std::as_const(c));
  vector<W, I> p = is_row ? detail::extracted_column(of_c.transpose(), part.columns, i)
                          : detail::extracted_column(of_c, part.rows, i);
  run(p);
  auto const form = is_row ? detail::as_row<O>(p.storage(), sizeof(W)) : detail::as_column<O>(p.storage(), sizeof(W));
  merge_part<W>(what, c, {}, no_accum, false, part, *form);
}

/// Values that are all one.
template <class W, index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> filled(std::shared_ptr<detail::compressed<I, O>> form, W const& value) {
  primitives::fill(form->exec, form->values.data(), form->nnz, sizeof(W), &value);
  return form;
}

}  // namespace ops::assign_detail
}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
