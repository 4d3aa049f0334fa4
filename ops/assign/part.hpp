// part.hpp - parts of vectors and matrices as what is assigned to: one of a vector is taken out, written, and put back;
// one of a matrix is spread over its shape and merged. The mask is of the whole (assign) or of the part (subassign).
#pragma once
#include <heddle/ops/detail/index_work.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/write/matrix.hpp>
#include <heddle/ops/detail/write/vector.hpp>
#include <heddle/ops/extract/operand.hpp>
#include <heddle/scalar.hpp>

namespace heddle::detail {

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

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::assign_detail {

template <class Mask> inline constexpr bool masks = !std::is_same_v<std::remove_cv_t<Mask>, no_mask_type>;

template <class Source, class I> inline constexpr bool is_vector = false;
template <class U, index_type I> inline constexpr bool is_vector<vector<U, I>, I> = true;

/// A number, or a scalar that may hold one, which is assigned to what has elements of type W.
template <class Source, class W> constexpr bool gives_number() {
  if constexpr (detail::is_scalar<Source>) {
    return std::is_convertible_v<typename Source::value_type, W>;
  } else {
    return std::is_convertible_v<Source, W>;
  }
}
template <class Source, class W, class I>
concept goes_to_vector = is_vector<Source, I> || gives_number<Source, W>();
template <class Source, class W>
concept goes_to_matrix = detail::matrix_argument<Source> || gives_number<Source, W>();

/// What messages call a source.
template <class Source> constexpr char const* name_of(char const* container) {
  return detail::is_scalar<Source> ? "the scalar" : container;
}
/// run(number), or run(nothing()) of an empty scalar, which is asked; any other source is what it is.
template <class Source, class Nothing, class Run>
void with_source(Source const& source, Nothing const& nothing, Run const& run) {
  if constexpr (detail::is_scalar<Source>) {
    auto const held = source.value();
    held ? run(*held) : run(nothing());
  } else {
    run(source);
  }
}

/// Whether the mask has the shape of all of the output, and replacement reaches as far, or that of the part.
enum class mask_covers : bool { part, whole };

/// w(at), whose positions are distinct.
template <class W, index_type I> struct vector_part {
  vector<W, I>& w;
  detail::placed_indices<I>& at;

  /// w(at)<mask> = w(at) accum source, by a mask of these positions; a vector or a number.
  template <class Mask, class Accum, class Source>
  void assign_by_own(Mask const& mask, Accum const& accum, Source const& source, bool replace) const {
    constexpr bool reads = masks<Mask> || detail::accumulates<Accum>;
    if (at.is_all()) return assign(w, mask, accum, source, {.replace = replace});
    if constexpr (std::is_same_v<Source, vector<W, I>> && !reads) {
      if (&w != &source) return ops::write_at(w, at, source);
    }
    vector<W, I> p = reads ? detail::extracted(w, at) : vector<W, I>(at.count(), w.exec());
    assign(p, mask, accum, source, {.replace = replace});
    ops::write_at(w, at, p);
  }

  /// w<mask>(at) = w(at) accum source, by a mask of all positions: replacement comes at the end.
  template <class Mask, class Accum, class Source>
  void assign_by_whole(Mask const& mask, Accum const& accum, Source const& source, bool replace) const {
    if constexpr (!masks<Mask>) {
      assign_by_own(no_mask, accum, source, false);
    } else {
      if (at.is_all()) return assign(w, mask, accum, source, {.replace = replace});
      auto const chosen = detail::extracted(*mask.container, at);
      Mask const of_part{&chosen, mask.structural, mask.complemented};
      if (!replace) return assign_by_own(of_part, accum, source, false);
      auto const ready = ops::prepare_mask(mask, w);
      vector<W, I> kept(w);
      vector_part{kept, at}.assign_by_own(of_part, accum, source, false);
      ops::write(w, ready.view, no_accum, true, std::as_const(kept));
    }
  }
};

/// form(i) = value for all entries.
template <class W, index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> filled(std::shared_ptr<detail::compressed<I, O>> form, W const& value) {
  primitives::fill(form->exec, form->values.data(), form->nnz, sizeof(W), &value);
  return form;
}

/// C(rows, columns).
template <class W, index_type I, index_type O> struct matrix_part {
  char const* what;
  matrix<W, I, O>& c;
  detail::placed_indices<I> rows, columns;

  matrix_part(char const* operation, matrix<W, I, O>& of, index_set<I> const& i, index_set<I> const& j)
      : what(operation), c(of), rows(what, "I", c.exec(), i, c.rows()), columns(what, "J", c.exec(), j, c.cols()) {}

  /// Positions are distinct: as many as there are, are all, in whatever order.
  detail::written_part view() {
    auto const looked_up = [](detail::placed_indices<I>& at) {
      return at.count() == at.size() ? detail::all_positions(at.size()) : at.lookup();
    };
    if (rows.count() == rows.size() && columns.count() == columns.size()) return {};
    return {false, looked_up(rows), looked_up(columns)};
  }

  /// C<mask, replace>(I, J) = C(I, J) accum p, the mask of C's shape. Rows that lie side by side and are replaced as
  /// they are cost a copy of C.
  template <class T, class Accum>
  void merge(matrix_mask_view<I, O> const& mask, Accum const& accum, bool replace, detail::compressed<I, O> const& p) {
    if (mask.trivial() && !detail::accumulates<Accum> && rows.consecutive() && columns.is_all()) {
      std::shared_ptr<detail::compressed<I, O>> converted;
      if constexpr (!std::is_same_v<W, T>) converted = ops::values_in_domain<W, T>(p);
      auto const old = storage_of(c).share_csr();
      return storage_of(c).assign(
          detail::with_rows(what, *old, converted ? *converted : p, rows.view().begin, sizeof(W)));
    }
    ops::write<T>(what, c, mask, accum, replace, detail::spread(what, p, rows, columns), false, view());
  }

  template <class Mask, class Accum, class A>
  void assign_by_whole(Mask const& mask, Accum const& accum, detail::matrix_operand<A, I, O> const& a, bool replace) {
    merge<A>(ops::prepare_mask(mask, c).view, accum, replace, a.by_rows());
  }
  template <class Mask, class Accum>
  void assign_by_whole(Mask const& mask, Accum const& accum, W const& value, bool replace) {
    auto const ready = ops::prepare_mask(mask, c);
    if (ready.form && !ready.view.complemented) {
      auto t = filled(detail::open_pattern(*ready.form, ready.view.truth, view(), sizeof(W)), value);
      return ops::write<W>(what, c, ready.view, accum, replace, std::move(t), true, view());
    }
    auto const p = detail::full_pattern<I, O>(what, c.exec(), rows.count(), columns.count(), sizeof(W));
    merge<W>(ready.view, accum, replace, *filled(p, value));
  }

  /// C(I, J)<mask> = C(I, J) accum source, the mask of the part's shape.
  template <class Mask, class Accum, class Source>
  void assign_by_own(Mask const& mask, Accum const& accum, Source const& source, bool replace) {
    if constexpr (!masks<Mask>) {
      assign_by_whole(no_mask, accum, source, false);
    } else {
      matrix<W, I, O> p(rows.count(), columns.count(), c.exec());
      storage_of(p).assign(detail::extracted(what, storage_of(c).csr(), rows, columns));
      assign(p, mask, accum, source, all, all, {.replace = replace});
      merge<W>({}, no_accum, false, storage_of(p).csr());
    }
  }
};

template <mask_covers Covers, class Part, class Mask, class Accum, class Source>
void assign_to(Part&& part, Mask const& mask, Accum const& accum, Source const& source, bool replace) {
  if constexpr (Covers == mask_covers::whole) {
    part.assign_by_whole(mask, accum, source, replace);
  } else {
    part.assign_by_own(mask, accum, source, replace);
  }
}

/// The mask that an operation's scope checks: none where it is as large as the part.
template <mask_covers Covers, class Mask> auto mask_of_whole(Mask const& mask) {
  if constexpr (Covers == mask_covers::whole) {
    return mask;
  } else {
    return no_mask;
  }
}
/// Any other one, of a vector, that goes with what is called `name`.
template <class Scope, class Mask, class X>
void check_mask(Scope const& work, Mask const& mask, size_type length, char const* name, X const& x) {
  if constexpr (masks<Mask>) {
    work.fit(mask.container->size() == length, name, x, "the mask", *mask.container);
    detail::check_executor(work.what, work.exec(), "the mask", mask.container->exec());
  }
}

/// w(I) as an operation on w.
template <mask_covers Covers, class W, index_type I, class MaskArgument, class Accum, class Source>
void assign_to_vector(char const* what, vector<W, I>& w, MaskArgument const& mask_argument, Accum const& accum,
                      Source const& source, index_set<I> const& at, descriptor const& d) {
  auto const mask = detail::mask_for<vector<W, I>>(mask_argument);
  auto const work =
      ops::enter<recordable::yes>(what, "w", w, mask_of_whole<Covers>(mask), d, name_of<Source>("u"), source);
  detail::placed_indices<I> chosen(what, "I", w.exec(), at, w.size());
  if constexpr (is_vector<Source, I>) work.fit(source.size() == chosen.count(), "u", source, "I", chosen);
  if constexpr (Covers == mask_covers::part) check_mask(work, mask, chosen.count(), "I", chosen);
  chosen.require_distinct();
  with_source(
      source, [&] { return vector<W, I>(chosen.count(), w.exec()); },
      [&](auto const& from) {
        assign_to<Covers>(vector_part<W, I>{w, chosen}, mask, accum, from, d.replace);
      });
}

/// C(I, J) as an operation on C; the source is an operand, a scalar or a number.
template <mask_covers Covers, class W, index_type I, index_type O, class MaskArgument, class Accum, class Source>
void assign_to_matrix(char const* what, matrix<W, I, O>& c, MaskArgument const& mask_argument, Accum const& accum,
                      Source const& source, index_set<I> const& rows, index_set<I> const& columns,
                      descriptor const& d) {
  auto const mask = detail::mask_for<matrix<W, I, O>>(mask_argument);
  auto const work = ops::enter(what, "C", c, mask_of_whole<Covers>(mask), d, name_of<Source>("A"), source);
  matrix_part<W, I, O> part(what, c, rows, columns);
  auto const is_of_part = [&](auto const& x) {
    return x.rows() == part.rows.count() && x.cols() == part.columns.count();
  };
  if constexpr (detail::matrix_argument<Source>)
    work.fit(is_of_part(source), "A", source, "I", part.rows, "J", part.columns);
  if constexpr (Covers == mask_covers::part && masks<decltype(mask)>) {
    work.fit(is_of_part(*mask.container), "the mask", *mask.container, "I", part.rows, "J", part.columns);
    detail::check_executor(what, c.exec(), "the mask", mask.container->exec());
  }
  part.rows.require_distinct();
  part.columns.require_distinct();
  with_source(
      source, [&] { return matrix<W, I, O>(part.rows.count(), part.columns.count(), c.exec()); },
      [&]<class From>(From const& from) {
        if constexpr (detail::matrix_argument<From>) {
          assign_to<Covers>(part, mask, accum, detail::operand(from), d.replace);
        } else {
          assign_to<Covers>(part, mask, accum, detail::converted<W>(from), d.replace);
        }
      });
}

/// Row i of C at the columns `at`, or column i at these rows: taken out of C whole, and put back.
enum class line : bool { row, column };
template <mask_covers Covers, class W, index_type I, index_type O, class MaskArgument, class Accum, class U>
void assign_to_line(char const* what, line which, matrix<W, I, O>& c, MaskArgument const& mask_argument,
                    Accum const& accum, vector<U, I> const& u, size_type i, index_set<I> const& at,
                    descriptor const& d) {
  bool const is_row = which == line::row;
  auto const mask = detail::mask_for<vector<bool, I>>(mask_argument);
  auto const work = ops::enter(what, "C", c, no_mask, d, "u", u);
  detail::check_line(what, is_row ? "row" : "column", i, is_row ? c.rows() : c.cols(), detail::size_of("C", c));
  size_type const length = is_row ? c.cols() : c.rows();
  if constexpr (Covers == mask_covers::whole) check_mask(work, mask, length, "C", c);
  detail::placed_indices<I> chosen(what, is_row ? "J" : "I", c.exec(), at, length);
  work.fit(u.size() == chosen.count(), "u", u, chosen.name(), chosen);
  if constexpr (Covers == mask_covers::part) check_mask(work, mask, chosen.count(), chosen.name(), chosen);
  chosen.require_distinct();
  index_set<I> const here = heddle::range(i, i + 1), everything = all;
  matrix_part<W, I, O> whole(what, c, is_row ? here : everything, is_row ? everything : here);
  auto const of_c = detail::operand(std::as_const(c));
  vector<W, I> p = is_row ? detail::extracted_column(of_c.transpose(), whole.columns, i)
                          : detail::extracted_column(of_c, whole.rows, i);
  assign_to<Covers>(vector_part<W, I>{p, chosen}, mask, accum, u, d.replace);
  auto const form =
      is_row ? detail::as_row<O>(storage_of(p), sizeof(W)) : detail::as_column<O>(storage_of(p), sizeof(W));
  whole.template merge<W>({}, no_accum, false, *form);
}

/// A matrix as an operand; a scalar or a number as it is.
template <class Source> decltype(auto) source_of(Source const& source) {
  if constexpr (detail::matrix_argument<Source>) {
    return detail::operand(source);
  } else {
    return (source);
  }
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::assign_detail
