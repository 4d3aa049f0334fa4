// product_case.hpp - what randomly drawn products share: seeds, accumulators, element types, patterns.
#pragma once
#include <doctest/doctest.h>

#include <heddle/ops/detail/operand.hpp>

#include "tests/support/random_cases.hpp"

namespace heddle::testing {

template <class Accum> auto heddle_accumulator(Accum const& accum) {
  if constexpr (std::is_same_v<Accum, no_accumulator>) {
    return no_accum;
  } else {
    return accum;
  }
}

/// All entries get one value in a fifth of the cases, so that the matrix can be stored as a pattern. Returns whether.
template <class T> bool draw_pattern(random_source& random, dense_matrix<T>& a) {
  if (!random.chance(20)) return false;
  T const one = random.chance(50) ? T(1) : draw_value<T>(random);
  for (auto& cell : a.cells) cell = cell ? std::optional<T>(one) : std::nullopt;
  return true;
}

/// Stored with an array of values, or as a pattern of the one value that all entries have.
template <class T, index_type I, index_type O>
matrix<T, I, O> make_either(dense_matrix<T> const& a, bool pattern, executor const& exec) {
  if (!pattern) return make_matrix<T, I, O>(a, exec);
  T one{};
  for (auto const& cell : a.cells) one = cell ? *cell : one;
  return make_pattern<T, I, O>(a, one, exec);
}

/// Element types of one comparison (output, left and right operand, mask); those that are not named are the
/// semiring's domain. The matrix of a matrix-vector product is the left one.
template <class D, class W_ = D, class A_ = D, class B_ = D, class M_ = D, class I_ = std::int32_t,
          class O_ = std::int32_t>
struct operand_types {
  using W = W_;
  using A = A_;
  using B = B_;
  using M = M_;
  using I = I_;
  using O = O_;
};

/// Another number for every combination of types, the same in every run.
template <class... Types> unsigned seed_of() {
  unsigned hash = 2166136261u;
  for (char const* at = __PRETTY_FUNCTION__; *at; ++at) hash = (hash ^ static_cast<unsigned char>(*at)) * 16777619u;
  return hash % 1000000;
}

}  // namespace heddle::testing
