// dense_product.hpp - C<mask> = C accum (A (+.*) B) on dense arrays of optional values, and random cases of it.
#pragma once
#include <doctest/doctest.h>

#include <heddle/ops/mxm/mxm.hpp>
#include <optional>
#include <random>
#include <string>

namespace heddle::testing {

template <class T> struct dense {
  size_type rows, cols;
  std::vector<std::optional<T>> at;
  dense(size_type r, size_type c) : rows(r), cols(c), at(static_cast<std::size_t>(r * c)) {}
  std::optional<T>& operator()(size_type i, size_type j) { return at[static_cast<std::size_t>(i * cols + j)]; }
  std::optional<T> const& operator()(size_type i, size_type j) const {
    return at[static_cast<std::size_t>(i * cols + j)];
  }
};

template <class T> dense<T> transposed(dense<T> const& a) {
  dense<T> result(a.cols, a.rows);
  for (size_type i = 0; i < a.rows; ++i) {
    for (size_type j = 0; j < a.cols; ++j) result(j, i) = a(i, j);
  }
  return result;
}

template <class T, class I, class O> dense<T> dense_of(matrix<T, I, O> const& a) {
  dense<T> result(a.rows(), a.cols());
  auto const host = a.to(host_executor());
  auto const view = host.csr();
  bool ascending = true;
  for (size_type i = 0; i < a.rows(); ++i) {
    for (size_type e = view.offsets[i]; e < view.offsets[i + 1]; ++e) {
      ascending = ascending && (e == view.offsets[i] || view.indices[e - 1] < view.indices[e]);
      result(i, view.indices[e]) = view.values[e];
    }
  }
  CHECK(ascending);
  return result;
}

template <class T, class I = std::int32_t, class O = std::int32_t>
matrix<T, I, O> from_dense(dense<T> const& a, executor const& exec) {
  std::vector<O> offsets{0};
  std::vector<I> indices;
  std::vector<T> found;
  auto values = std::make_unique<T[]>(a.at.size());
  for (size_type i = 0; i < a.rows; ++i) {
    for (size_type j = 0; j < a.cols; ++j) {
      if (!a(i, j)) continue;
      values[indices.size()] = *a(i, j);
      indices.push_back(static_cast<I>(j));
    }
    offsets.push_back(static_cast<O>(indices.size()));
  }
  return matrix<T, I, O>::from_csr(
      {a.rows, a.cols, static_cast<size_type>(indices.size()), offsets.data(), indices.data(), values.get()}, exec);
}

template <class SR, class A, class B>
dense<domain_of<SR>> dense_product(SR const& sr, dense<A> const& a, dense<B> const& b) {
  dense<domain_of<SR>> t(a.rows, b.cols);
  for (size_type i = 0; i < a.rows; ++i) {
    for (size_type j = 0; j < b.cols; ++j) {
      for (size_type k = 0; k < a.cols; ++k) {
        if (!a(i, k) || !b(k, j)) continue;
        auto const product = static_cast<domain_of<SR>>(sr.multiply(*a(i, k), *b(k, j)));
        t(i, j) = t(i, j) ? sr.add(*t(i, j), product) : product;
      }
    }
  }
  return t;
}

enum class product_mask { none, value, structural, not_value, not_structural };
inline constexpr product_mask mask_kinds[] = {product_mask::none, product_mask::value, product_mask::structural,
                                              product_mask::not_value, product_mask::not_structural};

template <class M> bool is_open(dense<M> const& mask, product_mask kind, size_type i, size_type j) {
  auto const& m = mask(i, j);
  switch (kind) {
    case product_mask::none:
      return true;
    case product_mask::value:
      return m && *m;
    case product_mask::structural:
      return m.has_value();
    case product_mask::not_value:
      return !(m && *m);
    default:
      return !m.has_value();
  }
}

template <class W, class Accum, class D, class M>
dense<W> dense_merge(dense<W> c, dense<M> const& mask, product_mask kind, Accum const& accum, bool replace,
                     dense<D> const& t) {
  for (size_type i = 0; i < c.rows; ++i) {
    for (size_type j = 0; j < c.cols; ++j) {
      auto& old = c(i, j);
      if (!is_open(mask, kind, i, j)) {
        if (replace) old.reset();
        continue;
      }
      if constexpr (std::is_same_v<Accum, no_accum_type>) {
        old = t(i, j) ? std::optional<W>(static_cast<W>(*t(i, j))) : std::nullopt;
      } else if (t(i, j)) {
        old = old ? static_cast<W>(accum(*old, static_cast<W>(*t(i, j)))) : static_cast<W>(*t(i, j));
      }
    }
  }
  return c;
}

template <class T, class Make>
dense<T> random_dense(size_type rows, size_type cols, double density, std::mt19937& random, Make const& make) {
  dense<T> result(rows, cols);
  std::bernoulli_distribution present(density);
  for (auto& v : result.at) {
    if (present(random)) v = make(random);
  }
  return result;
}

template <class Accum, class SR, class W, class MatrixA, class MatrixB>
void call_mxm(matrix<W>& c, matrix<std::int32_t> const& mask, product_mask kind, Accum const& accum, SR const& sr,
              MatrixA const& a, MatrixB const& b, descriptor const& d) {
  if (kind == product_mask::none) return mxm(c, no_mask, accum, sr, a, b, d);
  bool const structural = kind == product_mask::structural || kind == product_mask::not_structural;
  bool const complemented = kind == product_mask::not_value || kind == product_mask::not_structural;
  mxm(c, mask_of<matrix<std::int32_t>>{&mask, structural, complemented}, accum, sr, a, b, d);
}

struct product_shape {
  size_type rows, inner, cols;
};

/// One random case of A (T) times B (T) into C (W), every mask kind, replace and transposes, against the dense product.
/// `mask_density`: by the seed, unless told.
template <class W, class T, class SR, class Accum, class Make>
void check_product(executor const& exec, SR const& sr, Accum const& accum, product_shape shape, double density,
                   schedule const& chosen, unsigned seed, Make const& make, size_type budget = 0,
                   std::optional<double> mask_density = {}) {
  std::mt19937 random(seed);
  auto const a = random_dense<T>(shape.rows, shape.inner, density, random, make);
  auto const b = random_dense<T>(shape.inner, shape.cols, seed % 3 == 0 ? 1.0 : density, random, make);
  auto const c = random_dense<W>(shape.rows, shape.cols, density, random, [&](auto& r) { return W(make(r)); });
  auto const mask = random_dense<std::int32_t>(shape.rows, shape.cols, mask_density.value_or(seed % 2 ? 0.1 : 0.6),
                                               random, [](auto& r) { return static_cast<std::int32_t>(r() % 2); });
  auto const t = dense_product(sr, a, b);
  matrix<std::int32_t> const mask_matrix = from_dense(mask, exec);
  for (product_mask kind : mask_kinds) {
    bool const replace = random() % 2, flip_a = random() % 2, flip_b = random() % 2;
    auto const a_matrix = from_dense(flip_a ? transposed(a) : a, exec);
    auto const b_matrix = from_dense(flip_b ? transposed(b) : b, exec);
    auto const a_operand = flip_a ? detail::operand(transpose(a_matrix)) : detail::operand(a_matrix);
    auto const b_operand = flip_b ? detail::operand(transpose(b_matrix)) : detail::operand(b_matrix);
    matrix<W> result = from_dense(c, exec);
    call_mxm(result, mask_matrix, kind, accum, sr, a_operand, b_operand,
             {.replace = replace, .schedule = chosen, .memory_budget = budget});
    auto const expected = dense_merge(c, mask, kind, accum, replace, t);
    INFO("seed ", seed, ", ", shape.rows, " x ", shape.inner, " x ", shape.cols, ", density ", density, ", schedule ",
         chosen.name(), ", mask ", static_cast<int>(kind), ", replace ", replace, ", transposes ", flip_a, flip_b,
         ", budget ", budget);
    CHECK(dense_of(result).at == expected.at);
  }
}

}  // namespace heddle::testing
