// apply.hpp - w<mask> = w accum f(u), C<mask> = C accum f(A) (GrB_apply, with positions GrB_apply with an index
// operator), and entries that become their own position. GraphBLAS C API 2.1, section 4.3.8.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/apply/bind.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/write/matrix.hpp>
#include <heddle/ops/detail/write/vector.hpp>

namespace heddle::detail {

/// f(u(i)), or f(u(i), i) where f takes the position.
template <class F, class U> HEDDLE_FN constexpr decltype(auto) applied(F const& f, U const& u, size_type i) {
  if constexpr (std::invocable<F const&, U, size_type>) {
    return called(f, u, i);
  } else {
    return called(f, u);
  }
}
template <class F, class A>
HEDDLE_FN constexpr decltype(auto) applied(F const& f, A const& a, size_type i, size_type j) {
  if constexpr (std::invocable<F const&, A, size_type, size_type>) {
    return called(f, a, i, j);
  } else {
    return called(f, a);
  }
}

/// What `apply` makes of the entries of a vector.
template <class F, class U>
using applied_to_vector =
    std::remove_cvref_t<decltype(applied(std::declval<F const&>(), std::declval<U const&>(), size_type{}))>;
template <class F, class A>
using applied_to_matrix = std::remove_cvref_t<decltype(applied(std::declval<F const&>(), std::declval<A const&>(),
                                                               size_type{}, size_type{}))>;

template <class F, class U, class I> struct applied_entry {
  I const* indices;     // null: k itself
  byte const* present;  // null: everywhere
  U const* u;
  applied_to_vector<F, U>* out;
  F f;

  HEDDLE_FN constexpr void operator()(size_type k) const {
    if (present && !present[k]) return;
    out[k] = applied(f, u[k], indices ? static_cast<size_type>(indices[k]) : k);
  }
  auto by_code() const requires has_entry_code<F, U> {
    return entries_by_code(f, entries_read<U>{{u}, present, indices ? integers(indices) : integers()}, out);
  }
  static std::string kernel() { return concat("apply of ", type_name<F>(), " to ", type_name<U>()); }

  static constexpr bool is_cheap = is_cheap_function<F, U>;
  void run(size_type begin, size_type end) const {
    auto const fill = [=, this](auto const& value) {
      host::fill_run<has_entry_code<F, U>>(out, present, value, begin, end);
    };
    if constexpr (!std::invocable<F const&, U, size_type>) {
      fill([u = u, f = host::in_lanes(f)](size_type k) -> applied_to_vector<F, U> { return called(f, u[k]); });
    } else if (indices) {
      fill([u = u, f = f, at = indices](size_type k) -> applied_to_vector<F, U> {
        return called(f, u[k], static_cast<size_type>(at[k]));
      });
    } else {
      fill([u = u, f = f](size_type k) -> applied_to_vector<F, U> { return called(f, u[k], k); });
    }
  }
};

template <class F, class A, class I> struct applied_matrix_entry {
  I const* rows;  // null: f takes no positions
  I const* columns;
  values_view<A> a;
  applied_to_matrix<F, A>* out;
  F f;

  HEDDLE_FN constexpr void operator()(size_type e) const {
    out[e] = rows ? applied(f, a[e], rows[e], columns[e]) : applied(f, a[e], 0, 0);
  }
  auto by_code() const requires has_entry_code<F, A> {
    return entries_by_code(f, entries_read<A>{a, nullptr, rows, columns}, out);
  }
  static std::string kernel() { return concat("apply of ", type_name<F>(), " to ", type_name<A>()); }

  static constexpr bool is_cheap = is_cheap_function<F, A>;
  void run(size_type begin, size_type end) const {
    if (!a.data || rows) {
      for (size_type e = begin; e < end; ++e) (*this)(e);
    } else {
      host::fill_run<has_entry_code<F, A>>(
          out, nullptr,
          [from = a.data, f = host::in_lanes(f)](size_type e) -> applied_to_matrix<F, A> {
            return applied(f, from[e], 0, 0);
          },
          begin, end);
    }
  }
};

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN {

namespace ops::apply_detail {

template <class W, index_type I, class Mask, class Accum, class F, class U>
void write_applied(char const* what, vector<W, I>& w, Mask const& mask, Accum const& accum, F const& f,
                   vector<U, I> const& u, descriptor const& d) {
  ops::require_marked<F, U, size_type>();
  using T = detail::applied_to_vector<F, U>;
  using entry = detail::applied_entry<F, U, I>;
  auto const work = ops::enter<recordable::yes>(what, "w", w, mask, d, "u", u);
  work.fit(u.size() == w.size(), "w", w, "u", u);
  executor const exec = w.exec();
  if constexpr (std::is_same_v<T, W> && !detail::accumulates<Accum>) {
    if (ops::writes_at_once(work, u)) {
      auto const* const from = detail::values_by_position(u);
      return ops::write_at_once(w, [&](W* out) {
        ops::for_each_index(exec, u.size(), entry{nullptr, nullptr, from, out, f});
      });
    }
  }
  vector<T, I> t(w.size(), exec);
  if (storage_of(u).has_sparse()) {
    auto const& from = storage_of(u).sparse();
    buffer<detail::byte> values(exec, detail::bytes_of(from.nvals, sizeof(T)));
    detail::sparse_form<I> form{from.indices.clone(exec), std::move(values), from.nvals, from.sorted};
    T* const out = reinterpret_cast<T*>(form.values.data());
    ops::for_each_index(exec, from.nvals, entry{from.indices.data(), nullptr, detail::typed<U>(from.values), out, f});
    storage_of(t).assign(std::move(form));
  } else {
    auto const& from = storage_of(u).bitmap();
    detail::bitmap_form form{from.present.clone(exec), detail::bitmap_values(exec, u.size(), sizeof(T)), from.nvals};
    T* const out = reinterpret_cast<T*>(form.values.data());
    ops::for_each_index(
        exec, u.size(),
        entry{nullptr, form.full() ? nullptr : form.present.data(), detail::typed<U>(from.values), out, f});
    storage_of(t).assign(std::move(form));
  }
  ops::write(work, accum, std::move(t));
}

template <class W, index_type I, index_type O, class Mask, class Accum, class F, detail::matrix_argument MatrixArg>
void write_applied(char const* what, matrix<W, I, O>& c, Mask const& mask, Accum const& accum, F const& f,
                   MatrixArg const& matrix, descriptor const& d) {
  auto const a = detail::operand(matrix);
  using A = typename decltype(a)::value_type;
  ops::require_marked<F, A, size_type, size_type>();
  using T = detail::applied_to_matrix<F, A>;
  auto const work = ops::enter(what, "C", c, mask, d, "A", a);
  work.fit(a.rows() == c.rows() && a.cols() == c.cols(), "C", c, "A", a);
  auto const& from = a.by_rows();
  constexpr bool positions = std::invocable<F const&, A, size_type, size_type>;
  auto t = ops::same_pattern(from, sizeof(T));
  ops::for_each_index(
      c.exec(), from.nnz,
      detail::applied_matrix_entry<F, A, I>{positions ? from.rows().data() : nullptr, from.indices.data(),
                                            from.template view<A>().values, detail::values_of<T>(*t), f});
  ops::write<T>(work, accum, std::move(t));
}

/// f as kernels are given it, when it has been seen that a scalar that is bound in it is where they run.
template <class F> auto given(F const& f, executor const& exec) {
  if constexpr (detail::binds_scalar<F>) {
    return f.on(exec);
  } else {
    return f;
  }
}

}  // namespace ops::apply_detail

/// C<mask> = C accum T: T(i, j) = f(A(i, j)), or f(A(i, j), i, j) where f takes the position too, wherever A has an
/// entry; of a vector f(A(i), i).
/// Operands: A, C and mask: vectors of one length, or matrices of one shape, A a matrix or transpose(matrix). f is
/// trivially copyable, and HEDDLE_FN where a GPU runs it; it may be bind_first(op, s) or bind_second(op, s).
/// Types: T has the type that f gives.
/// Throws: dimension_mismatch; executor_mismatch; not_compiled on a GPU unless nvcc compiles the call, or f is a unary
/// operator of the library on A's type, or a precompiled binary one that is bound to a number or a scalar.
/// Cost: O(nnz(A)), and a merge where a matrix C keeps entries or T is masked; of a vector O(entries) where A is a list
/// and T alone decides, or C and the mask are lists too, else O(size).
/// Runs: asynchronously on dense vectors and bitmaps; else it may read back the number of entries.
/// Example: docs/operations.md#apply
template <class C, class Mask, class Accum, class F, detail::operand_into<C> A>
void apply(C& c, Mask const& mask, Accum const& accum, F const& f, A const& a, descriptor const& d = {}) {
  ops::apply_detail::write_applied("apply", c, mask, accum, ops::apply_detail::given(f, c.exec()), a, d);
}

/// C = f(A).
template <class C, class F, detail::operand_into<C> A>
void apply(C& c, F const& f, A const& a, descriptor const& d = {}) {
  apply(c, no_mask, no_accum, f, a, d);
}

/// C<mask> = C accum T: T(i, j) = op(A(i, j), i, j, s), of a vector op(A(i), i, s), wherever A has an entry: apply of
/// an index-unary operator, such as row_index, or of a function object of these.
/// Operands: as for apply; s is a number or a scalar.
/// Throws: as apply does; without nvcc a GPU has `row_index` and its like, of int32 and int64.
/// Cost: that of apply, and so is how it runs.
/// Example: docs/operations.md#apply_index
template <class C, class Mask, class Accum, class Op, detail::operand_into<C> A, class S>
void apply_index(C& c, Mask const& mask, Accum const& accum, Op const& op, A const& a, S const& s,
                 descriptor const& d = {}) {
  ops::apply_detail::write_applied("apply_index", c, mask, accum, detail::bound_scalar<Op, S>{op, s}, a, d);
}

/// C = op(A, i, j, s).
template <class C, class Op, detail::operand_into<C> A, class S>
void apply_index(C& c, Op const& op, A const& a, S const& s, descriptor const& d = {}) {
  apply_index(c, no_mask, no_accum, op, a, s, d);
}

/// Every entry of w, a vector of numbers of its index type, becomes its own position.
/// Cost: O(entries), or O(size) where w is a bitmap.
/// Runs: asynchronously, unless w is a bitmap whose entries have not been counted.
template <index_type I> void apply_index(vector<I, I>& w) {
  auto const work = ops::enter<ops::recordable::yes>("apply_index", "w", w);
  auto& storage = storage_of(w);
  if (storage.has_sparse()) {
    auto const& old = storage.sparse();
    detail::sparse_form<I> numbered{old.indices.clone(w.exec()),
                                    buffer<detail::byte>(w.exec(), detail::bytes_of(old.nvals, sizeof(I))), old.nvals,
                                    old.sorted};
    detail::copy_bytes(w.exec(), numbered.values.data(), w.exec(), old.indices.data(), numbered.values.bytes());
    return storage.assign(std::move(numbered));
  }
  bool const full = w.form() == vector_form::dense;
  size_type const nvals = storage_of(w).form_stays() ? -1 : storage.nvals();  // -1: not counted
  auto& form = full ? storage.write_full() : storage.write_bitmap();
  primitives::iota(w.exec(), reinterpret_cast<I*>(form.values.data()), w.size(), I{0});
  form.nvals = nvals;
}
HEDDLE_EXPLAIN(apply);
HEDDLE_EXPLAIN(apply_index);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
