// user_semiring.cpp - a user's semirings from a plain C++ compiler: they run on the host, and on a GPU say what to
// do.
#include "tests/support/schedule_check.hpp"
#include "tests/support/user_semirings.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("a semiring over a struct agrees with the reference under every schedule and format on the host") {
  check_semiring(host_executor(), count_walks{}, walks{2, 3});
}

TEST_CASE("a monoid that is not commutative keeps the order of entries under every schedule and format on the host") {
  check_semiring(host_executor(), compose_affine{}, affine_map{5, 11});
}

TEST_CASE("a semiring of two callables runs on the host") {
  auto const sr = semiring{monoid_of{0, [](int a, int b) { return a ^ b; }}, [](int a, int b) { return 3 * a + b; }};
  auto const a = matrix<int>::build(2, 2, {0, 0, 1}, {0, 1, 1}, {1, 2, 4}, plus<int>{});
  vector<int> w(2);
  mxv(w, sr, a, vector<int>::dense({5, 6}));
  CHECK_EQ(w.get(0), (3 * 1 + 5) ^ (3 * 2 + 6));
  CHECK_EQ(w.get(1), 3 * 4 + 6);
}

// A line of a cache of its own, which memory of the standard library's sorts need not be aligned to.
struct alignas(64) aligned_number {
  double value = 0;
  bool operator==(aligned_number const&) const = default;
};

TEST_CASE("a push of values with an alignment of their own keeps the order of entries [sanitize]") {
  semiring const sr{monoid_of{aligned_number{},
                              [](aligned_number x, aligned_number y) { return aligned_number{3 * x.value + y.value}; }},
                    [](aligned_number x, aligned_number y) { return aligned_number{x.value * y.value}; }};
  std::vector<std::int32_t> row, col;
  std::vector<aligned_number> values;
  for (std::int32_t k = 0; k < 200; ++k) {
    row.push_back(k % 10), col.push_back(k * 7 % 31), values.push_back({1.0 + k % 5});
  }
  auto const a = matrix<aligned_number>::build(10, 31, row, col, values, take_first<aligned_number>{});
  auto const u = vector<aligned_number>::dense(std::vector<aligned_number>(10, aligned_number{2}));
  vector<aligned_number> pushed(31), pulled(31);
  vxm(pushed, sr, u, a, {.direction = direction::push});
  vxm(pulled, sr, u, a, {.direction = direction::pull});
  CHECK_EQ(pushed.nvals(), 31);
  CHECK(pushed.to_dense({}) == pulled.to_dense({}));
}

TEST_CASE("a user's semiring called from a .cpp on a GPU is not compiled, and the message says what to do" *
          doctest::skip(!cuda_available())) {
  executor const exec = cuda_executor();
  matrix<walks> const a(2, 2, exec);
  vector<walks> const u(2, exec);
  vector<walks> w(2, exec);
  try {
    mxv(w, count_walks{}, a, u);
    FAIL("no exception");
  } catch (not_compiled const& e) {
    std::string const text = e.what();
    INFO(text);
    CHECK(text.find("count_walks") != std::string::npos);
    CHECK(text.find("nvcc") != std::string::npos);
    CHECK(text.find("host executor") != std::string::npos);
  }
}
