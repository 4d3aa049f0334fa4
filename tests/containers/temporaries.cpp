// temporaries.cpp - what refers to a container does not compile for one that is gone at the end of the line.
#include <doctest/doctest.h>

#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>
#include <utility>

using namespace heddle;

namespace {

template <class C>
concept has_structure = requires(C&& c) {
  structure(std::forward<C>(c));
};
template <class C>
concept has_complement = requires(C&& c) {
  complement(std::forward<C>(c));
};
template <class C>
concept has_transpose = requires(C&& c) {
  transpose(std::forward<C>(c));
};
template <class C>
concept has_views = requires(C&& c) {
  std::forward<C>(c).csr();
}
|| requires(C&& c) { std::forward<C>(c).csc(); }
|| requires(C&& c) { std::forward<C>(c).coo(); };

using vector_type = vector<float>;
using matrix_type = matrix<float>;

static_assert(has_structure<vector_type const&> && has_structure<matrix_type&> && !has_structure<vector_type> &&
              !has_structure<matrix_type> && !has_structure<matrix_type const>);
static_assert(has_complement<vector_type&> && has_complement<matrix_type const&> && !has_complement<vector_type> &&
              !has_complement<matrix_type>);
static_assert(has_structure<mask_of<vector_type>> && has_complement<mask_of<matrix_type>>);
static_assert(has_transpose<matrix_type const&> && has_transpose<transpose_of<matrix_type>> &&
              !has_transpose<matrix_type>);
static_assert(has_views<matrix_type const&> && has_views<matrix_type&> && !has_views<matrix_type>);

}  // namespace

TEST_CASE("masks of masks and transposes of transposes keep the container they were made of") {
  matrix_type const a = matrix_type::build(2, 3, {0}, {2}, {5.0f}, take_first<float>{});
  CHECK_EQ(&transpose(transpose(a)), &a);
  CHECK_EQ(structure(complement(a)).container, &a);
  CHECK(complement(structure(a)).structural);
  CHECK(complement(structure(a)).complemented);
}
