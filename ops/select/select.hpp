// select.hpp - the entries for which a predicate holds: of a value, its position and a scalar (GrB_select), or of the
// values of two vectors.
// GraphBLAS C API 2.1, section 4.3.9.
#pragma once
#include <heddle/ops/apply/codes.hpp>
#include <heddle/ops/detail/merge/pairs.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/write/matrix.hpp>
#include <heddle/ops/detail/write/vector.hpp>
#include <heddle/ops/select/compared.hpp>

namespace heddle::detail {

/// keep(value, thunk), or keep(value, i, thunk) where it takes the position, of a matrix's entry keep(value, i, j,
/// thunk).
template <class Keep, class T, class Thunk, class... Positions>
HEDDLE_FN constexpr bool holds(Keep const& keep, T const& value, Thunk const& thunk, Positions... at) {
  if constexpr (std::invocable<Keep const&, T, Positions..., Thunk>) {
    return called(keep, value, at..., thunk);
  } else {
    return called(keep, value, thunk);
  }
}

/// Whether a predicate can be asked of entries at such positions: of vectors one, of matrices two.
template <class Keep, class T, class Thunk, class... Positions>
concept keeps_at = std::predicate<Keep const&, T, Positions..., Thunk> || std::predicate<Keep const&, T, Thunk>;

/// A predicate of two values of one type, as the library has them for pairs of vectors.
template <class Keep, class T, class Thunk>
concept compares_with =
    std::is_same_v<T, Thunk> && !std::invocable<Keep const&, T, size_type, Thunk> &&
    !std::invocable<Keep const&, T, size_type, size_type, Thunk> && requires(Keep const& keep, T const& value) {
  { keep(value, value) } -> std::same_as<bool>;
};

template <class Keep, class Number>
concept has_rule_code =
    is_position_rule<Keep> && is_given<Number> && std::is_convertible_v<typename Number::type, size_type>;

template <class Keep, class T, class Number, class I> struct selected_entry {
  I const* indices;     // null: k itself
  byte const* present;  // null: everywhere
  T const* u;
  byte* flags;
  Keep keep;
  Number thunk;

  HEDDLE_FN constexpr void operator()(size_type k) const {
    size_type const i = indices ? static_cast<size_type>(indices[k]) : k;
    flags[k] = (!present || present[k]) && holds(keep, u[k], thunk.get(), i);
  }
  rule_by_code by_code() const requires has_rule_code<Keep, Number> {
    return {indices ? integers(indices) : integers(),
            {},
            present,
            converted<size_type>(thunk.get()),
            rule_of_keep(keep),
            flags};
  }
  static std::string kernel() { return concat("select by ", type_name<Keep>(), " on ", type_name<T>()); }

  static constexpr bool is_cheap = false;
  void run(size_type begin, size_type end) const {
    if (present) host::store_values<true>(flags, begin, end, [](size_type) { return byte{0}; });
    auto const kept = [*this](size_type k) -> byte {
      return holds(keep, u[k], thunk.get(), indices ? static_cast<size_type>(indices[k]) : k);
    };
    host::fill_run<false>(flags, present, kept, begin, end);
  }
};

template <class Keep, class T, class Number, class I> struct selected_matrix_entry {
  I const* rows;
  I const* columns;
  values_view<T> a;
  byte* flags;
  Keep keep;
  Number thunk;

  HEDDLE_FN constexpr void operator()(size_type e) const {
    flags[e] = holds(keep, a[e], thunk.get(), static_cast<size_type>(rows[e]), static_cast<size_type>(columns[e]));
  }
  rule_by_code by_code() const requires has_rule_code<Keep, Number> {
    return {rows, columns, nullptr, converted<size_type>(thunk.get()), rule_of_keep(keep), flags};
  }
  static std::string kernel() { return concat("select by ", type_name<Keep>(), " on ", type_name<T>()); }
};

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace ops::select_detail {

// `clear`: where not all of them will be written.
inline buffer<detail::byte> flags_of(executor const& exec, size_type n, bool clear) {
  buffer<detail::byte> flags(exec, max_of<size_type>(n, 1));
  detail::byte const no = 0;
  if (clear) primitives::fill(exec, flags.data(), n, 1, &no);
  return flags;
}

// flags[e] = keep(values[e], thunk).
template <class Keep, class T>
buffer<detail::byte> compared_on_host(executor const& exec, size_type n, Keep const& keep, values_view<T> const& values,
                                      T const thunk) {
  buffer<detail::byte> flags(exec, n);
  detail::byte* const to = flags.data();
  host::parallel_for(exec, n, [=](size_type e) { to[e] = detail::called(keep, values[e], thunk); });
  return flags;
}

// flags[e] = keep holds, row by row, so that the number of every entry's row need not be written down.
template <class Keep, class T, class Thunk, index_type I, index_type O>
buffer<detail::byte> asked_on_host(detail::compressed<I, O> const& from, Keep const& keep, values_view<T> const& values,
                                   Thunk const thunk) {
  executor const& exec = from.exec;
  buffer<detail::byte> flags(exec, from.nnz);
  auto const tiles = from.tiles();
  I const* const columns = from.indices.data();
  detail::byte* const to = flags.data();
  host::for_each_run(exec.num_workers(), from.nnz, [=](size_type begin, size_type end) {
    size_type row = tile_of_atom(tiles, begin, 0, tiles.num_tiles());
    for (size_type e = begin; e < end; ++row) {
      for (size_type const last = min_of(end, tiles.first_atom(row + 1)); e < last; ++e) {
        to[e] = detail::holds(keep, values[e], thunk, row, static_cast<size_type>(columns[e]));
      }
    }
  });
  return flags;
}

// flags[k] = keep holds, entry by entry of a sparse u, else position by position.
template <class Keep, class T, index_type I, class Number>
void flag_positions(Keep const& keep, vector<T, I> const& u, Number const& thunk, detail::byte* flags) {
  detail::selected_entry<Keep, T, Number, I> entry{nullptr, nullptr, nullptr, flags, keep, thunk};
  if (storage_of(u).has_sparse()) {
    auto const& from = storage_of(u).sparse();
    entry.indices = from.indices.data();
    entry.u = detail::typed<T>(from.values);
    return ops::for_each_index(u.exec(), from.nvals, entry);
  }
  auto const& from = storage_of(u).bitmap();
  entry.present = from.full() ? nullptr : from.present.data();
  entry.u = detail::typed<T>(from.values);
  ops::for_each_index(u.exec(), u.size(), entry);
}

// flags[k] = keep(u's value k, thunk), of the entries of a sparse u, else of positions with an entry.
template <class Keep, class T, index_type I, class Number>
void flag_compared(Keep const& keep, vector<T, I> const& u, Number const& thunk, detail::byte* flags) {
  bool const listed = storage_of(u).has_sparse();
  if (listed || storage_of(u).bitmap().full()) {
    size_type const n = listed ? storage_of(u).sparse().nvals : u.size();
    auto const values = listed ? ops::merge_detail::by_list(u).values : ops::merge_detail::by_position(u).values;
    if (detail::compare_by_fours(u.exec(), n, keep, values, thunk, flags)) return;
  }
  ops::merge_detail::combine(keep, u, detail::operand_of(thunk), flags, nullptr);
}

// The entries of u whose flag is set; flags as for kept_entries of a list, or for every position of a bitmap.
template <class T, index_type I>
vector<T, I> flagged(vector<T, I> const& u, bool listed, buffer<detail::byte>&& flags) {
  vector<T, I> t(u.size(), u.exec());
  if (listed) {
    storage_of(t).assign(detail::kept_entries(u.exec(), storage_of(u).sparse(), sizeof(T), flags.data()));
  } else {
    storage_of(t).assign(detail::bitmap_form{std::move(flags), storage_of(u).bitmap().values.clone(u.exec()), -1});
  }
  return t;
}

template <class W, index_type I, class Mask, class Accum, class Keep, class T, class Number>
void select_entries(vector<W, I>& w, Mask const& mask, Accum const& accum, Keep const& keep, vector<T, I> const& u,
                    Number const& thunk, descriptor const& d) {
  static_assert(detail::keeps_at<Keep, T, typename Number::type, size_type>,
                "heddle: keep(value, i, thunk) or keep(value, thunk) answers bool");
  if constexpr (detail::compares_with<Keep, T, typename Number::type>) {
    ops::require_marked<Keep, T, typename Number::type>();
  } else {
    ops::require_marked<Keep, T, size_type, typename Number::type>();
  }
  auto const work = ops::enter<recordable::yes>("select", "w", w, mask, d, "u", u);
  work.fit(u.size() == w.size(), "w", w, "u", u);
  bool const listed = storage_of(u).has_sparse();
  constexpr bool compares = detail::compares_with<Keep, T, typename Number::type>;
  auto flags = flags_of(w.exec(), listed ? storage_of(u).sparse().nvals : u.size(),
                        compares && !listed && !storage_of(u).bitmap().full());
  if constexpr (compares) {
    flag_compared(keep, u, thunk, flags.data());
  } else {
    flag_positions(keep, u, thunk, flags.data());
  }
  ops::write(work, accum, flagged(u, listed, std::move(flags)));
}

template <class W, index_type I, index_type O, class Mask, class Accum, class Keep, class MatrixArg, class Number>
void select_entries(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Keep const& keep, MatrixArg const& matrix,
                    Number const& thunk, descriptor const& d) {
  auto const a = detail::operand(matrix);
  using T = typename decltype(a)::value_type;
  using Thunk = typename Number::type;
  static_assert(detail::keeps_at<Keep, T, Thunk, size_type, size_type>,
                "heddle: keep(value, i, j, thunk) or keep(value, thunk) answers bool");
  if constexpr (detail::compares_with<Keep, T, Thunk>) {
    ops::require_marked<Keep, T, Thunk>();
  } else {
    ops::require_marked<Keep, T, size_type, size_type, Thunk>();
  }
  auto const work = ops::enter("select", "C", c, mask, d, "A", a);
  work.fit(a.rows() == c.rows() && a.cols() == c.cols(), "C", c, "A", a);
  executor const& exec = c.exec();
  auto const& from = a.by_rows();
  auto const values = from.template view<T>().values;
  auto const flags = [&] {
    if constexpr (detail::compares_with<Keep, T, Thunk>) {
      if (exec.is_host()) return compared_on_host(exec, from.nnz, keep, values, thunk.get());
      buffer<detail::byte> kept(exec, from.nnz);
      if (detail::compare_by_fours(exec, from.nnz, keep, values, thunk, kept.data())) return kept;
      ops::merge_detail::combine(exec, from.nnz, keep, detail::none_alone{}, detail::paired_operand<T>{values},
                                 detail::operand_of(thunk), kept.data(), nullptr);
      return kept;
    } else {
      if (exec.is_host()) return asked_on_host(from, keep, values, thunk.get());
      buffer<detail::byte> kept(exec, from.nnz);
      ops::for_each_index(exec, from.nnz,
                          detail::selected_matrix_entry<Keep, T, Number, I>{from.rows().data(), from.indices.data(),
                                                                            values, kept.data(), keep, thunk});
      return kept;
    }
  }();
  auto t = detail::kept_entries(from, from.one_value ? nullptr : from.values.data(), sizeof(T), flags.data());
  if (from.one_value) primitives::fill(exec, t->values.data(), t->nnz, sizeof(T), &values.one);
  ops::write<T>(work, accum, std::move(t));
}

}  // namespace ops::select_detail

/// C<mask> = C accum T: T(i, j) = A(i, j) where A has an entry and keep(A(i, j), i, j, thunk) holds, of a vector
/// keep(A(i), i, thunk), or of a predicate that takes no position keep(A(i, j), thunk); T has no other entries.
/// Operands: A, C and mask: vectors of one length, or matrices of one shape, A a matrix or transpose(matrix). thunk is
/// a number, or a scalar, which is read when the GPU comes to it. `keep` is trivially copyable, and HEDDLE_FN where a
/// GPU runs it.
/// Throws: dimension_mismatch; executor_mismatch; not_compiled on a GPU unless nvcc compiles the call, or `keep` is a
/// rule of positions (tril, row_le and so on) with a number, or a precompiled comparison and the scalar is of A's type.
/// Cost: that of apply.
/// Runs: reads back the number of entries.
/// Example: docs/operations.md#select
template <class C, class Mask, class Accum, class Keep, detail::operand_into<C> A, class Thunk>
void select(C& c, Mask const& mask, Accum const& accum, Keep const& keep, A const& a, Thunk const& thunk,
            descriptor const& d = {}) {
  ops::select_detail::select_entries(c, mask, accum, keep, a, detail::number_of("select", c.exec(), thunk), d);
}

/// C = the entries of A that are kept; thunk is a number or a scalar.
template <class C, class Keep, detail::operand_into<C> A, class Thunk>
void select(C& c, Keep const& keep, A const& a, Thunk const& thunk, descriptor const& d = {}) {
  select(c, no_mask, no_accum, keep, a, thunk, d);
}

/// w<mask> = w accum t: t(i) = u(i) where u and v both have an entry and keep(u(i), v(i)) holds; t has no other
/// entries: GrB_select with a vector in the place of the scalar.
/// Operands: u, v, w and mask of one length; u and v of one element type.
/// Throws: dimension_mismatch; executor_mismatch; not_compiled on a GPU for predicates that are not precompiled.
/// Cost: that of apply.
/// Runs: reads back the number of entries.
/// Example: docs/operations.md#select_with
template <class W, index_type I, class Mask, class Accum, class Keep, class T>
void select_with(vector<W, I>& w, Mask const& mask, Accum const& accum, Keep const& keep, vector<T, I> const& u,
                 vector<T, I> const& v, descriptor const& d = {}) {
  static_assert(std::is_same_v<std::invoke_result_t<Keep const&, T, T>, bool>, "heddle: keep(u, v) answers bool");
  ops::require_marked<Keep, T, T>();
  auto const work = ops::enter<ops::recordable::yes>("select_with", "w", w, mask, d, "u", u, "v", v);
  work.fit(u.size() == w.size() && v.size() == w.size(), "w", w, "u", u, "v", v);
  bool const listed = storage_of(u).has_sparse();
  bool const all_meet = listed && v.form() == vector_form::dense;
  auto flags = ops::select_detail::flags_of(w.exec(), listed ? storage_of(u).sparse().nvals : u.size(), !all_meet);
  ops::merge_detail::combine(keep, u, v, flags.data(), nullptr);
  ops::write(work, accum, ops::select_detail::flagged(u, listed, std::move(flags)));
}

/// w = the entries of u that are kept beside v's.
template <class W, index_type I, class Keep, class T>
void select_with(vector<W, I>& w, Keep const& keep, vector<T, I> const& u, vector<T, I> const& v,
                 descriptor const& d = {}) {
  select_with(w, no_mask, no_accum, keep, u, v, d);
}
HEDDLE_EXPLAIN(select);
HEDDLE_EXPLAIN(select_with);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
