// numbers.cu - the same of semirings that nvcc compiles: monoids without a neutral element, which carry presence, and a
// user's neutral element.
#include "tests/support/numbers_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// The larger magnitude; what a reduction of nothing gives is no neutral element.
struct largest_magnitude {
  using value_type = float;
  static constexpr bool commutative = true;
  HEDDLE_FN float identity() const { return 1e30f; }
  HEDDLE_FN float neutral() const { return 0; }
  HEDDLE_FN float operator()(float a, float b) const { return a < b ? b : a; }
};

struct logical_sums : semiring<lor_monoid<int>, times<int>> {
  static constexpr bool rare = true;
};

}  // namespace

EXECUTOR_CASE("a logical sum over int of one product is that product, and of more 0 or 1") {
  number_check<logical_sums>(exec, {}, 1).all();
  check_number_products<logical_sums>(exec, {}, 1);
  check_number_reductions(exec, land_monoid<int>{});
}

EXECUTOR_CASE("sums by a user's monoid start from its neutral element") {
  auto const a = matrix<float>::build(3, 3, {0, 0, 2}, {0, 1, 2}, {3, 5, 2}, take_first<float>{}, exec);
  auto const x = vector<float>::filled(3, 1.0f, exec);
  for (schedule const& s : schedule_variants()) {
    INFO("schedule ", s.text(), ", ", exec.description());
    vector<float> w(3, exec);
    mxv(w, semiring{largest_magnitude{}, times<float>{}}, a, x, {.schedule = s});
    CHECK(to_dense(w) == dense_vector<float>{5.0f, std::nullopt, 2.0f});
  }
  CHECK_EQ(reduce(largest_magnitude{}, a), 5.0f);
  CHECK_EQ(reduce(largest_magnitude{}, vector<float>(2, exec)), 1e30f);
}
