// widths.cpp - piles whose width the weights mislead: how often rows are relaxed again.
#include "tests/support/fixpoint_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// A way of steps of 1 beside entries from its beginning of 2 a step: in rounds every vertex is improved in most of
// them.
// The last vertex is so far away that weights are long on average.
matrix<float> beside_long_entries(std::int32_t n, float last, executor const& exec) {
  std::vector<std::int32_t> from, to;
  std::vector<float> weight;
  for (std::int32_t v = 1; v < n; ++v) {
    from.push_back(v - 1), to.push_back(v), weight.push_back(1);
    if (v > 1) from.push_back(0), to.push_back(v), weight.push_back(static_cast<float>(2 * v));
  }
  from.push_back(0), to.push_back(n), weight.push_back(last);
  return matrix<float>::build(n + 1, n + 1, from, to, weight, take_first<float>{}, exec);
}

}  // namespace

GPU_CASE("a pile that relaxes the same entries again and again is cut") {
  std::int32_t const n = 60000;
  auto const gpu = cuda_executor();
  auto const a = beside_long_entries(n, 1, gpu);
  auto const relaxed = [&](fixpoint_method method) {
    auto x = vector<float>::build(a.rows(), {0}, {0.0f}, take_first<float>{}).to(gpu);
    auto const result = fixpoint(x, no_mask, min_plus<float>{}, a, {.method = method});
    auto const found = x.to_dense(-1);
    size_type wrong = 0;
    for (std::int32_t v = 0; v < n; ++v) wrong += found[static_cast<std::size_t>(v)] != static_cast<float>(v);
    CHECK_EQ(wrong, 0);
    return result.edges;
  };
  CHECK_LT(relaxed(fixpoint_method::automatic), relaxed(fixpoint_method::rounds) / 4);
}

TEST_CASE(
    "piles on the host become narrower where rows are relaxed again and again, and wider where entries wait long") {
  auto const search = [](matrix<float> const& a, double delta) {
    auto x = vector<float>::build(a.rows(), {0}, {0.0f}, take_first<float>{});
    auto const result = fixpoint(x, no_mask, min_plus<float>{}, a, {.delta = delta});
    CHECK(result.complete);
    return std::pair(x.to_dense(-1), result.edges);
  };
  std::int32_t const n = 4000;
  auto const repeating = beside_long_entries(n, 1e9f, host_executor(1));
  auto const [distances, edges] = search(repeating, 0);
  size_type wrong = 0;
  for (std::int32_t v = 0; v < n; ++v) wrong += distances[static_cast<std::size_t>(v)] != static_cast<float>(v);
  CHECK_EQ(wrong, 0);
  CHECK_LT(edges, 40 * (repeating.nnz() + n));
  CHECK_GT(search(repeating, 1e9).second, 100 * (repeating.nnz() + n));  // one that is given stays

  // Steps of 1 on a way, and 20,000 entries of 1e6 from its beginning: nothing of these is to be looked at for
  // every 64.
  std::vector<std::int32_t> from, to;
  std::vector<float> weight;
  for (std::int32_t v = 1; v < n; ++v) from.push_back(v - 1), to.push_back(v), weight.push_back(1);
  for (std::int32_t v = n; v < 6 * n; ++v) from.push_back(0), to.push_back(v), weight.push_back(1e6f);
  auto const waiting = matrix<float>::build(6 * n, 6 * n, from, to, weight, take_first<float>{}, host_executor(1));
  CHECK((search(waiting, 0).first == search(waiting, 1e-2).first));
}
