// own_operators.cu - loops on a GPU over a user's functions, semirings and streams.
#include "tests/loop/counted_loop.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

struct collatz {
  HEDDLE_FN std::int32_t operator()(std::int32_t v) const { return v == 1 ? 1 : v % 2 == 0 ? v / 2 : 3 * v + 1; }
};

struct weaker {
  HEDDLE_FN float operator()(float a, float b) const { return a < b ? a : b; }
};

// A sum of squares, of which the last bits tell how it was bracketed.
struct squares {
  vector<float> x, y;
  matrix<float> a;

  explicit squares(executor const& exec) : x(vector<float>::filled(4000, 1.1f, exec)), y(x), a(heavy_rows(exec)) {}

  // Rows that lie in many shares.
  static matrix<float> heavy_rows(executor const& exec) {
    std::vector<std::int32_t> row, col;
    for (std::int32_t k = 0; k < 40000; ++k) row.push_back(k % 7 * 13), col.push_back(k % 4000);
    std::vector<float> value(row.size());
    for (std::size_t k = 0; k < value.size(); ++k) value[k] = 1.0f / static_cast<float>(k + 3);
    return matrix<float>::build(4000, 4000, row, col, value, plus<float>{}, exec);
  }
  void step(countdown& count) {
    spmv(y, 0.01f, a, x, 0.5f, {.schedule = {nonzero_split{}, by_block_scan{}}});
    ewise_mult(x, no_mask, no_accum, weaker{}, x, y);
    count.tick();
  }
};

std::pair<std::vector<float>, bool> iterated(executor const& exec) {
  squares s(exec);
  countdown count(exec);
  auto loop = device_loop(
      exec, operands(s.x, s.y, count.ticks, count.left), [&](loop_step&) { s.step(count); }, count.left > 0);
  count.start(20);
  CHECK(loop.run().iterations == 20);
  return {s.x.to_dense(-1), loop.on_device()};
}

}  // namespace

EXECUTOR_CASE("a loop applies a user's function until nothing is greater than one [sanitize]") {
  std::vector<std::int32_t> first(300);
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = static_cast<std::int32_t>(i + 1);
  auto v = vector<std::int32_t>::dense(first, exec);
  scalar<std::int32_t> largest(300, exec);
  auto loop = device_loop(
      exec, operands(v, largest),
      [&](loop_step&) {
        apply(v, no_mask, no_accum, collatz{}, v);
        reduce(largest, max_monoid<std::int32_t>{}, v);
      },
      largest > 1);
  INFO(loop.why());
  CHECK(loop.on_device() == !exec.is_host());
  CHECK(loop.run().iterations == 127);  // of 231, the longest way below 300
  CHECK(v.to_dense(0) == std::vector<std::int32_t>(300, 1));
}

GPU_CASE("a loop on a stream that cannot be recorded is run by the host, with the same bits (gpu)") {
  auto const recorded = iterated(cuda_executor());
  auto const by_host = iterated(cuda_executor(cuda_options{.stream = cudaStreamLegacy}));
  CHECK(recorded.second);
  CHECK(!by_host.second);
  CHECK(recorded.first == by_host.first);
  CHECK(recorded.first == iterated(cuda_executor()).first);
}
