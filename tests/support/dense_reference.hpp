// dense_reference.hpp - every operation on dense arrays of values that may be absent, written to be read, not to be
// fast. GraphBLAS C API 2.1, sections 2.3 (accumulator, mask, replace) and 4.3 (operations). Knows nothing of the
// library but its semirings.
#pragma once
#include <heddle/semirings/semirings.hpp>
#include <optional>
#include <ostream>
#include <type_traits>
#include <vector>

namespace heddle::testing {

template <class T> using dense_vector = std::vector<std::optional<T>>;

template <class T> struct dense_matrix {
  size_type rows = 0, cols = 0;
  dense_vector<T> cells;  // row by row

  dense_matrix() = default;
  dense_matrix(size_type m, size_type n) : rows(m), cols(n), cells(static_cast<std::size_t>(m * n)) {}
  std::optional<T>& operator()(size_type i, size_type j) { return cells[static_cast<std::size_t>(i * cols + j)]; }
  std::optional<T> const& operator()(size_type i, size_type j) const {
    return cells[static_cast<std::size_t>(i * cols + j)];
  }
  friend bool operator==(dense_matrix const&, dense_matrix const&) = default;
};

template <class T> dense_matrix<T> transposed(dense_matrix<T> const& a) {
  dense_matrix<T> result(a.cols, a.rows);
  for (size_type i = 0; i < a.rows; ++i) {
    for (size_type j = 0; j < a.cols; ++j) result(j, i) = a(i, j);
  }
  return result;
}

enum class mask_kind { none, value, structural, complement, structural_complement };
inline constexpr mask_kind all_mask_kinds[] = {mask_kind::none, mask_kind::value, mask_kind::structural,
                                               mask_kind::complement, mask_kind::structural_complement};

/// No accumulator: the result replaces what it meets.
struct no_accumulator {};

namespace reference {

/// Whether a position may be written, given what the mask holds there.
template <class M> bool is_open(mask_kind kind, std::optional<M> const& mask) {
  switch (kind) {
    case mask_kind::none:
      return true;
    case mask_kind::value:
      return mask && static_cast<bool>(*mask);
    case mask_kind::structural:
      return mask.has_value();
    case mask_kind::complement:
      return !(mask && static_cast<bool>(*mask));
    case mask_kind::structural_complement:
      return !mask;
  }
  return false;
}

/// z = w accum t: the operator where both are there, else whichever is; without an accumulator, t.
template <class W, class T, class Accum>
std::optional<W> accumulated(std::optional<W> const& w, Accum const& accum, std::optional<T> const& t) {
  if constexpr (!std::is_same_v<Accum, no_accumulator>) {
    if (w && t) return static_cast<W>(accum(*w, *t));
    if (w) return w;
  }
  if (t) return static_cast<W>(*t);
  return std::nullopt;
}

/// w<mask, replace> = w accum t, for vectors and for the cells of matrices. An empty `mask` goes with mask_kind::none.
template <class W, class M, class Accum, class T>
dense_vector<W> written(dense_vector<W> const& w, mask_kind kind, dense_vector<M> const& mask, Accum const& accum,
                        bool replace, dense_vector<T> const& t) {
  dense_vector<W> result(w.size());
  for (std::size_t i = 0; i < w.size(); ++i) {
    bool const open = is_open(kind, kind == mask_kind::none ? std::optional<M>() : mask[i]);
    if (open) {
      result[i] = accumulated(w[i], accum, t[i]);
    } else if (!replace) {
      result[i] = w[i];
    }
  }
  return result;
}

/// sum = sum (+) product, where nothing has been summed yet or something has.
template <class SR> void add_to(std::optional<domain_of<SR>>& sum, SR const& sr, domain_of<SR> product) {
  sum = sum ? static_cast<domain_of<SR>>(sr.add(*sum, product)) : product;
}

/// What a semiring makes of a = A(i, k) and b = B(k, j).
template <class SR, class A, class B>
domain_of<SR> multiplied(SR const& sr, A const& a, B const& b, size_type i, size_type k, size_type j) {
  if constexpr (requires { sr.multiply(a, b, i, k, j); }) {
    return static_cast<domain_of<SR>>(sr.multiply(a, b, i, k, j));
  } else {
    return static_cast<domain_of<SR>>(sr.multiply(a, b));
  }
}

/// t(i) = (+) over k of A(i, k) (*) u(k).
template <class SR, class A, class U>
dense_vector<domain_of<SR>> mxv(SR const& sr, dense_matrix<A> const& a, dense_vector<U> const& u) {
  dense_vector<domain_of<SR>> t(static_cast<std::size_t>(a.rows));
  for (size_type i = 0; i < a.rows; ++i) {
    for (size_type k = 0; k < a.cols; ++k) {
      if (a(i, k) && u[k]) add_to(t[i], sr, reference::multiplied(sr, *a(i, k), *u[k], i, k, 0));
    }
  }
  return t;
}

/// t(j) = (+) over k of u(k) (*) A(k, j).
template <class SR, class U, class A>
dense_vector<domain_of<SR>> vxm(SR const& sr, dense_vector<U> const& u, dense_matrix<A> const& a) {
  dense_vector<domain_of<SR>> t(static_cast<std::size_t>(a.cols));
  for (size_type j = 0; j < a.cols; ++j) {
    for (size_type k = 0; k < a.rows; ++k) {
      if (u[k] && a(k, j)) add_to(t[j], sr, reference::multiplied(sr, *u[k], *a(k, j), 0, k, j));
    }
  }
  return t;
}

/// T(i, j) = (+) over k of A(i, k) (*) B(k, j).
template <class SR, class A, class B>
dense_matrix<domain_of<SR>> mxm(SR const& sr, dense_matrix<A> const& a, dense_matrix<B> const& b) {
  dense_matrix<domain_of<SR>> t(a.rows, b.cols);
  for (size_type i = 0; i < a.rows; ++i) {
    for (size_type j = 0; j < b.cols; ++j) {
      for (size_type k = 0; k < a.cols; ++k) {
        if (!a(i, k) || !b(k, j)) continue;
        add_to(t(i, j), sr, reference::multiplied(sr, *a(i, k), *b(k, j), i, k, j));
      }
    }
  }
  return t;
}

/// t(i) = op(u(i), v(i)) where both have an entry.
template <class Op, class U, class V>
auto ewise_mult(Op const& op, dense_vector<U> const& u, dense_vector<V> const& v) {
  dense_vector<std::invoke_result_t<Op const&, U, V>> t(u.size());
  for (std::size_t i = 0; i < u.size(); ++i) {
    if (u[i] && v[i]) t[i] = op(*u[i], *v[i]);
  }
  return t;
}

/// op(u(i), v(i)) where both have an entry, else the one that there is.
template <class Op, class U, class V> auto ewise_add(Op const& op, dense_vector<U> const& u, dense_vector<V> const& v) {
  using D = std::remove_cvref_t<std::invoke_result_t<Op const&, U, V>>;
  dense_vector<D> t = ewise_mult(op, u, v);
  for (std::size_t i = 0; i < u.size(); ++i) {
    if (u[i] && !v[i]) t[i] = static_cast<D>(*u[i]);
    if (v[i] && !u[i]) t[i] = static_cast<D>(*v[i]);
  }
  return t;
}

/// op(u(i), v(i)), with alpha for u(i) and beta for v(i) where one of them is not there.
template <class Op, class U, class Alpha, class V, class Beta>
auto ewise_union(Op const& op, dense_vector<U> const& u, Alpha alpha, dense_vector<V> const& v, Beta beta) {
  auto t = ewise_mult(op, u, v);
  for (std::size_t i = 0; i < u.size(); ++i) {
    if (u[i] && !v[i]) t[i] = op(*u[i], beta);
    if (v[i] && !u[i]) t[i] = op(alpha, *v[i]);
  }
  return t;
}

/// T(i * rows(B) + k, j * cols(B) + l) = op(A(i, j), B(k, l)).
template <class Op, class A, class B> auto kronecker(Op const& op, dense_matrix<A> const& a, dense_matrix<B> const& b) {
  dense_matrix<std::remove_cvref_t<std::invoke_result_t<Op const&, A, B>>> t(a.rows * b.rows, a.cols * b.cols);
  for (size_type r = 0; r < t.rows; ++r) {
    for (size_type c = 0; c < t.cols; ++c) {
      auto const& left = a(r / b.rows, c / b.cols);
      auto const& right = b(r % b.rows, c % b.cols);
      if (left && right) t(r, c) = op(*left, *right);
    }
  }
  return t;
}

}  // namespace reference

/// One value a position, `.` where there is none.
template <class T> struct printed {
  dense_vector<T> const& cells;
  size_type cols;
  friend std::ostream& operator<<(std::ostream& out, printed const& p) {
    for (std::size_t i = 0; i < p.cells.size(); ++i) {
      if (i > 0) out << (i % static_cast<std::size_t>(p.cols) == 0 ? "; " : " ");
      if (!p.cells[i]) {
        out << '.';
      } else if constexpr (std::is_arithmetic_v<T>) {
        out << +*p.cells[i];
      } else {
        out << *p.cells[i];
      }
    }
    return out;
  }
};
template <class T> printed<T> print(dense_vector<T> const& v) { return {v, static_cast<size_type>(v.size()) + 1}; }
template <class T> printed<T> print(dense_matrix<T> const& a) { return {a.cells, a.cols > 0 ? a.cols : 1}; }

}  // namespace heddle::testing
