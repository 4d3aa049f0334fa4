// positions.cu - multiplications that ask for positions, compiled by nvcc.
#include "tests/support/mixed_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("a multiply that asks for positions gets its own under every schedule and format, compiled by nvcc") {
  check_semiring_of<float, std::uint32_t>(exec, weigh_places{}, 2.5f);
}

EXECUTOR_CASE("mxv and vxm with positions write as mask, accumulator and replace say, compiled by nvcc [sanitize]") {
  check_mixed_vectors<std::int64_t>(exec, weigh_places{}, plus<std::int64_t>{});
}

EXECUTOR_CASE("a locality plan does not change positions, compiled by nvcc") {
  random_source random(4);
  auto const a = draw_matrix<float>(random, 60, 80, 30);
  auto const u = draw_vector<std::uint32_t>(random, 80, 100);
  vector<std::int64_t> w(60, exec);
  descriptor const placed{.locality = locality{.least_coverage = 0, .least_entries = 0}};
  mxv(w, weigh_places{}, make_matrix(a, exec), make_vector(u, held::bitmap, exec), placed);
  CHECK_EQ(difference(to_dense(w), reference::mxv(weigh_places{}, a, u)), "");
}

EXECUTOR_CASE("firsti and secondj read no values, whatever their type, compiled by nvcc [sanitize]") {
  check_positions_of_patterns(exec, min_firsti<std::int32_t>{});
}
