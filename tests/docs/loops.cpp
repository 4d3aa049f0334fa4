// loops.cpp - docs/loops.md's search, and docs/library.md's scalars.
#include <doctest/doctest.h>

#include <heddle/heddle.hpp>

namespace {

// What the page shows: a breadth-first search by levels.
heddle::vector<std::int32_t> levels_from(heddle::size_type source, heddle::matrix<bool> const& A) {
  heddle::vector<bool> frontier(A.rows(), A.exec()), next = frontier;
  heddle::vector<std::int32_t> levels(A.rows(), A.exec());
  heddle::scalar<std::int64_t> found(1, A.exec());
  frontier.set(source, true);
  auto loop = heddle::device_loop(
      A.exec(), heddle::operands(frontier, next, levels, found),
      [&](heddle::loop_step& step) {
        heddle::assign(levels, heddle::structure(frontier), heddle::no_accum, step.iteration());
        heddle::vxm(next, heddle::complement(heddle::structure(levels)), heddle::no_accum, heddle::any_pair<bool>{},
                    frontier, A, {.replace = true});
        heddle::nvals(found, next);
        step.swap(frontier, next);
      },
      found > 0);
  loop.run();
  return levels;
}

// What the page shows: a sum that is taken from every entry, and what is less than it then.
void below_sum(heddle::vector<float>& x, heddle::scalar<float>& sum, heddle::scalar<std::int64_t>& left) {
  heddle::reduce(sum, heddle::plus_monoid<float>{}, x);  // a scalar<float>
  heddle::apply(x, heddle::no_mask, heddle::no_accum, heddle::bind_second(heddle::minus<float>{}, sum), x);
  heddle::select(x, heddle::no_mask, heddle::no_accum, heddle::less<float>{}, x, sum);
  heddle::nvals(left, x);  // a scalar<std::int64_t>
}

}  // namespace

TEST_CASE("the search in docs finds the levels") {
  // 0 leads to 1 and 2, these to 3; 4 leads to 0.
  auto const A = heddle::matrix<bool>::build(5, 5, {0, 0, 1, 2, 4}, {1, 2, 3, 3, 0}, {}, heddle::take_first<bool>{});
  auto const levels = levels_from(0, A);
  CHECK(levels.tuples().index == std::vector<std::int32_t>{0, 1, 2, 3});
  CHECK(levels.tuples().value == std::vector<std::int32_t>{0, 1, 1, 2});
}

TEST_CASE("the scalars in docs are right") {
  auto x = heddle::vector<float>::dense({-9, 1, 2, 3});
  heddle::scalar<float> sum;
  heddle::scalar<std::int64_t> left;
  below_sum(x, sum, left);
  CHECK(sum.get() == -3);
  CHECK(left.get() == 1);
  CHECK(x.tuples().index == std::vector<std::int32_t>{0});
  CHECK(x.get(0) == -6.0f);
}
