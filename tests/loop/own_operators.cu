// own_operators.cu - loops on a GPU over a user's functions, semirings and streams.
#include "tests/loop/loops_of_bitmaps.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

struct collatz {
  HEDDLE_FN std::int32_t operator()(std::int32_t v) const { return v == 1 ? 1 : v % 2 == 0 ? v / 2 : 3 * v + 1; }
};

struct weaker {
  HEDDLE_FN float operator()(float a, float b) const { return a < b ? a : b; }
};

// What a vertex asks of those that come from it: 12 bytes, and 3.
struct toll {
  float base, rate, extra;
};
struct short_toll {
  std::uint8_t base, rate, extra;
};
struct cheapest {
  min_monoid<float> add;
  template <class Toll> HEDDLE_FN float multiply(float length, Toll const& t) const {
    return t.base + t.rate * length + t.extra;
  }
};

template <class Toll> void check_tolls(executor const& exec) {
  int const n = 5000;
  std::vector<std::int32_t> row, col, at;
  std::vector<float> length;
  std::vector<Toll> toll;
  for (int e = 0; e < 6 * n; ++e) {
    row.push_back(e * 37 % n), col.push_back(e * 101 % 4999), length.push_back(static_cast<float>(1 + e % 9));
  }
  for (int v = 3; v < n; v += 7) {
    at.push_back(v);
    toll.push_back({static_cast<decltype(Toll::base)>(v % 5), static_cast<decltype(Toll::rate)>(1 + v % 3), 1});
  }
  auto const a = matrix<float>::build(n, n, row, col, length, take_first<float>{}, exec);
  auto const u = vector<Toll>::build(n, at, toll, take_first<Toll>{}, exec);
  vector<float> expected(n, exec), found(n, exec);
  mxv(expected, cheapest{}, a, u, {.direction = direction::pull});
  scalar<std::int32_t> left(1, exec);
  auto loop = device_loop(
      exec, operands(found, left),
      [&](loop_step&) {
        mxv(found, no_mask, no_accum, cheapest{}, a, u, {.direction = direction::push});
        left.set(0);
      },
      left > 0);
  INFO(loop.why());
  CHECK(loop.on_device() == !exec.is_host());
  loop.run();
  CHECK(found.nvals() > 1000);
  CHECK(found.tuples().index == expected.tuples().index);
  CHECK(found.tuples().value == expected.tuples().value);
}

// So many shares of equal rows + nonzeros; as a GPU finds them, for frontiers of any length.
struct equal_shares {
  int shares = 5;
  walk by = by_block_rows{};
  HEDDLE_FN walk walked_by() const { return by; }
  template <tile_set Tiles> HEDDLE_FN size_type workers(Tiles const&) const { return shares; }
  template <tile_set Tiles> HEDDLE_FN path_point boundary(Tiles const& tiles, size_type w) const {
    return path_search(tiles, path_length(path_end(tiles)) * w / shares);
  }
  HEDDLE_FN size_type most_workers(tile_capacity) const { return shares; }
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

EXECUTOR_CASE("a semiring of the user's pushes structs in a loop, of whole words and not [sanitize]") {
  check_tolls<toll>(exec);
  check_tolls<short_toll>(exec);
}

GPU_CASE("a loop pushes under a partition of the user's that a GPU can ask (gpu) [sanitize]") {
  executor const exec = cuda_executor();
  for (schedule const& mine :
       {schedule(equal_shares{}), schedule(equal_shares{70, by_group{8}}), schedule(equal_shares{300, by_thread{}})}) {
    level_search search(random_graph(3000, 20000, 3, exec), exec,
                        {.replace = true, .schedule = mine, .direction = direction::push});
    INFO(search.loop.why());
    CHECK(search.loop.on_device());
    for (size_type source : {0, 17}) check_search(search, source);
  }
}

// Where a graph would choose, the host reads the flag.
GPU_CASE("a loop that the host runs chooses its directions by the same rule (gpu)") {
  executor const plain = cuda_executor(cuda_options{.stream = cudaStreamLegacy});
  for (double const below : {0.0, 1.0 / 16, 2.0}) {
    level_search search(random_graph(3000, 45000, 1, plain), plain, {.replace = true, .push_below = below});
    CHECK(!search.loop.on_device());
    check_search(search, 17);
  }
}

GPU_CASE("a loop on a stream that cannot be recorded is run by the host, with the same bits (gpu)") {
  auto const recorded = iterated(cuda_executor());
  auto const by_host = iterated(cuda_executor(cuda_options{.stream = cudaStreamLegacy}));
  CHECK(recorded.second);
  CHECK(!by_host.second);
  CHECK(recorded.first == by_host.first);
  CHECK(recorded.first == iterated(cuda_executor()).first);
}
