// integer_ways.cpp - shortest and longest ways of integers near the bounds of their type: by every method of fixpoint,
// by loops of products, and by products of matrices.
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/mxm/mxm.hpp>

#include "tests/support/fixpoint_check.hpp"
#include "tests/support/random_cases.hpp"
#include "tests/support/schedules.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// Ways 0 -> 1 -> 2 -> 3 and 4 -> 5 -> 0, the latter of what no way from 0 reaches.
template <class T> matrix<T> ways(std::vector<T> const& weight, executor const& exec) {
  return matrix<T>::build(6, 6, {0, 1, 2, 4, 5}, {1, 2, 3, 5, 0}, weight, no_duplicates, exec);
}

/// x by n rounds of a product of x and A.
template <class SR, class T> vector<T> by_rounds(SR const& sr, matrix<T> const& a, vector<T> x) {
  vector<T> offered(x.size(), x.exec());
  for (size_type round = 0; round < x.size(); ++round) {
    vxm(offered, sr, x, a);
    ewise_add(x, sr.add, x, vector<T>(offered));
  }
  return x;
}

/// x A* by squares of I + A.
template <class SR, class T> vector<T> by_squares(SR const& sr, matrix<T> a, vector<T> const& x) {
  for (std::int32_t i = 0; i < a.rows(); ++i) a.set(i, i, T(0));
  for (int doublings = 0; doublings < 3; ++doublings) {
    matrix<T> square(a.rows(), a.cols(), a.exec());
    mxm(square, sr, a, a);
    a = square;
  }
  vector<T> result(x.size(), x.exec());
  vxm(result, sr, x, a);
  return result;
}

template <class SR, class T>
void check_ways(executor const& exec, SR const& sr, std::vector<T> const& weight, vector<T> const& start,
                std::vector<T> const& expected, bool ordered) {
  auto const a = ways(weight, exec);
  for (fixpoint_method const method : methods_of<SR, T>(exec, ordered)) {
    CAPTURE(static_cast<int>(method));
    auto x = start.to(exec);
    fixpoint(x, no_mask, sr, a, {.method = method});
    CHECK(x.to_dense(sr.add.identity()) == expected);
  }
  CHECK(by_rounds(sr, a, start.to(exec)).to_dense(sr.add.identity()) == expected);
  CHECK(by_squares(sr, a, start.to(exec)).to_dense(sr.add.identity()) == expected);
}

template <class T> void check_shortest(executor const& exec) {
  T const most = std::numeric_limits<T>::max(), large = static_cast<T>(most - 10);
  auto full = vector<T>::filled(6, most);
  full.set(0, T(3));
  constexpr bool ordered = primitives::is_measured<T> || std::is_unsigned_v<T>;
  auto const one = vector<T>::build(6, {0}, {T(3)}, no_duplicates);
  for (auto const& start : {full, one}) {
    check_ways<min_plus<T>, T>(exec, {}, {5, large, 1, 7, 9}, start,
                               {3, 8, static_cast<T>(most - 2), static_cast<T>(most - 1), most, most}, ordered);
    check_ways<min_plus<T>, T>(exec, {}, {7, large, 1, 7, 9}, start, {3, 10, most, most, most, most}, ordered);
  }
}

// Weights below zero: what is not reached stays so, and what falls too low stays at the bound.
template <class T> void check_negative(executor const& exec) {
  T const most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::lowest();
  auto full = vector<T>::filled(6, most);
  full.set(0, T(-3));
  check_ways<min_plus<T>, T>(exec, {}, {-5, 4, -8, -7, -9}, full, {-3, -8, -4, -12, most, most}, false);
  check_ways<min_plus<T>, T>(exec, {}, {least, -1, -2, -7, -9}, full, {-3, least, least, least, most, most}, false);
}

template <class T> void check_longest(executor const& exec) {
  T const most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::lowest();
  auto full = vector<T>::filled(6, least);
  full.set(0, T(3));
  T const large = static_cast<T>(most - 10);
  check_ways<max_plus<T>, T>(exec, {}, {5, large, 1, 7, 9}, full,
                             {3, 8, static_cast<T>(most - 2), static_cast<T>(most - 1), least, least}, false);
  check_ways<max_plus<T>, T>(exec, {}, {7, large, 1, 7, 9}, full, {3, 10, most, most, least, least}, false);
}

}  // namespace

EXECUTOR_CASE("[sanitize] shortest ways of integers do not wrap, by fixpoint, by loops of products and by squares") {
  check_shortest<std::int32_t>(exec);
  check_shortest<std::int64_t>(exec);
  check_negative<std::int32_t>(exec);
  check_negative<std::int64_t>(exec);
}

TEST_CASE("ways of integers that GPUs have no kernels for do not wrap either") {
  executor const exec = host_executor();
  check_shortest<std::uint32_t>(exec);
  check_shortest<std::int8_t>(exec);
  check_negative<std::int8_t>(exec);
  check_longest<std::int32_t>(exec);
  auto const a = matrix<unsigned>::build(2, 2, {0}, {1}, {5u}, no_duplicates);
  vector<unsigned> longest(2);
  vxm(longest, max_plus<unsigned>{}, vector<unsigned>::filled(2, 0u), a);
  CHECK_EQ(longest.get(1), 5u);  // 0 is a length: unsigned numbers have no minus infinity
}

TEST_CASE("one step of shortest ways is its definition, with and without values below zero, whoever shares the rows") {
  executor const exec = host_executor(2);
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  random_source random(5);
  for (std::int32_t const least : {0, -40}) {
    auto const drawn = [&] { return random.chance(30) ? most - random.below(3) : least + random.below(90); };
    std::vector<std::int32_t> row, col, value;
    for (std::int32_t i = 0; i < 300; ++i) {
      for (int k = i % 7; k > 0; --k) row.push_back(i), col.push_back(random.below(300)), value.push_back(drawn());
    }
    auto const a = matrix<std::int32_t>::build(300, 300, row, col, value, take_first<std::int32_t>{}, exec);
    std::vector<std::int32_t> u(300);
    for (auto& x : u) x = drawn();
    dense_vector<std::int64_t> expected(300);
    min_plus<std::int32_t> const sr;
    for (auto const [i, j, weight] : a.entries()) {
      auto const product = sr.multiply(weight, u[static_cast<std::size_t>(j)]);
      auto& sum = expected[static_cast<std::size_t>(i)];
      sum = sum ? std::min<std::int64_t>(*sum, product) : product;
    }
    for (schedule const& s : schedule_variants()) {
      INFO("least ", least, ", schedule ", s.text());
      vector<std::int64_t> w(300, exec);
      mxv(w, sr, a, vector<std::int32_t>::dense(u, exec), {.schedule = s});
      CHECK(to_dense(w) == expected);
    }
  }
}

TEST_CASE("element-wise products by a semiring of ways saturate as its multiply does") {
  int const most = std::numeric_limits<int>::max();
  auto const u = vector<int>::dense({most, 1, most - 1}), v = vector<int>::dense({-5, 2, 9});
  vector<int> w(3);
  ewise_mult(w, min_plus<int>{}, u, v);
  CHECK(w.to_dense(0) == std::vector<int>{most, 3, most});
  ewise_mult(w, plus<int>{}, u, v);
  CHECK(w.to_dense(0) == std::vector<int>{most - 5, 3, std::numeric_limits<int>::lowest() + 7});
}
