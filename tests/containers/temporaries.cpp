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

using numbers = vector<float>;
using graph = matrix<float>;

static_assert(has_structure<numbers const&> && has_structure<graph&> && !has_structure<numbers> &&
              !has_structure<graph> && !has_structure<graph const>);
static_assert(has_complement<numbers&> && has_complement<graph const&> && !has_complement<numbers> &&
              !has_complement<graph>);
static_assert(has_structure<mask_of<numbers>> && has_complement<mask_of<graph>>);
static_assert(has_transpose<graph const&> && has_transpose<transpose_of<graph>> && !has_transpose<graph>);
static_assert(has_views<graph const&> && has_views<graph&> && !has_views<graph>);

}  // namespace

TEST_CASE("masks of masks and transposes of transposes keep the container they were made of") {
  graph const a = graph::build(2, 3, {0}, {2}, {5.0f}, first<float>{});
  CHECK_EQ(&transpose(transpose(a)), &a);
  CHECK_EQ(structure(complement(a)).container, &a);
  CHECK(complement(structure(a)).structural);
  CHECK(complement(structure(a)).complemented);
}
