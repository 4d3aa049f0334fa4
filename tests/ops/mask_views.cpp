// mask_views.cpp - structure and complement of a mask, in any order and more than once.
#include <heddle/heddle.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

// Positions of a vector of four that get a 1 under the mask: it is 5 at 0, 0 at 1, and has no entry at 2 and 3.
template <class Make> std::vector<std::int32_t> opened(executor const& exec, Make const& make) {
  auto const m = vector<std::int32_t>::build(4, {0, 1}, {5, 0}, plus<std::int32_t>{}, exec);
  vector<std::int32_t> w(4, exec);
  assign(w, make(m), no_accum, 1);
  return w.tuples().index;
}

using positions = std::vector<std::int32_t>;

}  // namespace

EXECUTOR_CASE("a mask is its values, its structure, or the complement of either") {
  CHECK(opened(
            exec, [](auto const& m) -> auto const& { return m; }) == positions{0});
  CHECK(opened(exec, [](auto const& m) { return structure(m); }) == positions{0, 1});
  CHECK(opened(exec, [](auto const& m) { return complement(m); }) == positions{1, 2, 3});
  CHECK(opened(exec, [](auto const& m) { return complement(structure(m)); }) == positions{2, 3});
  CHECK(opened(exec, [](auto const& m) { return structure(complement(m)); }) == positions{2, 3});
}

EXECUTOR_CASE("the complement of a complement is the mask itself") {
  CHECK(opened(exec, [](auto const& m) { return complement(complement(m)); }) == positions{0});
  CHECK(opened(exec, [](auto const& m) { return complement(complement(structure(m))); }) == positions{0, 1});
  CHECK(opened(exec, [](auto const& m) { return structure(complement(complement(m))); }) == positions{0, 1});
}
