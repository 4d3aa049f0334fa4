// program.cpp - uses a partition, a walk and an operator that were added to a copy of heddle; ends with 0 where all is
// right.
#include <cstdio>
#include <heddle/detail/host/drivers.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/schedule/conformance.hpp>
#include <heddle/semirings/by_code.hpp>
#include <heddle/semirings/monoids.hpp>

#include "tests/support/tile_battery.hpp"
#if defined(__CUDACC__)
#include <heddle/detail/cuda/for_each_atom.cuh>
#include <heddle/detail/cuda/reduce_tiles.cuh>
#endif

namespace {

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::seam;
using namespace heddle::testing;

int failures = 0;

void expect(bool holds, std::string const& what) {
  if (holds) return;
  std::printf("wrong: %s\n", what.c_str());
  ++failures;
}

template <class T, class F> void expect_throw(F const& call, std::string const& words, std::string const& what) {
  try {
    call();
    expect(false, what);
  } catch (T const& error) {
    expect(std::string(error.what()).find(words) != std::string::npos, what + ": " + error.what());
  }
}

struct its_atom {
  HEDDLE_FN size_type operator()(size_type, size_type atom) const { return 3 * atom + 1; }
};
struct keep_sum {
  size_type* sums;
  HEDDLE_FN void operator()(size_type tile, size_type sum) const { sums[tile] = sum; }
};

void check_names() {
  auto const names = schedule::names();
  expect(std::find(names.begin(), names.end(), "growing") != names.end(), "the partition is in the list");
  schedule const s = schedule::parse("growing:items_of_first=7+pairs");
  expect(s.text() == "growing:items_of_first=7+pairs", "text and back: " + s.text());
  expect(s == schedule(growing{7}, by_pairs{}), "text and code are the same");
  expect(schedule(growing{}).text() == "growing", "the default's text");
  expect_throw<invalid_argument>([] { schedule::parse("thread_mapped+pairs"); }, "thread", "a pair that never goes");
}

void check_operator() {
  using op = heddle::distance<int>;
  detail::operator_by_code<int, detail::table::pairs> const chosen{detail::code_of<op, detail::binary_operators<int>>};
  expect(chosen(3, 8) == 5 && chosen(8, 3) == 5, "kernels by code know the operator");
  heddle::vector<int> w(3);
  ewise_add(w, op{}, heddle::vector<int>::dense({1, 7, -2}), heddle::vector<int>::dense({4, 5, 2}));
  expect(w.to_dense(0) == std::vector<int>{3, 2, 4}, "ewise_add by the operator");
}

std::vector<size_type> wanted(tile_case const& c) {
  std::vector<size_type> sums(static_cast<std::size_t>(c.tiles()), 0);
  for (std::size_t tile = 0; tile < sums.size(); ++tile) {
    for (auto atom = c.offsets[tile]; atom < c.offsets[tile + 1]; ++atom) sums[tile] += 3 * atom + 1;
  }
  return sums;
}

using sum = plus_monoid<size_type>;

void check_host(tile_case const& c, schedule const& s) {
  offset_tiles<std::int64_t> const tiles{c.offsets.data(), c.tiles(), c.atoms()};
  std::vector<size_type> sums(static_cast<std::size_t>(c.tiles()), -1);
  plan const made = make_plan(host_executor(), tiles, s, sizeof(size_type));
  host::reduce_tiles(host_executor(), made, tiles, its_atom{}, sum{}, keep_sum{sums.data()});
  expect(sums == wanted(c), "host, " + s.text() + ": " + c.name);
}

#if defined(__CUDACC__)
struct count_visits {
  unsigned* times;
  __device__ void operator()(size_type, size_type atom) const { atomicAdd(times + atom, 1u); }
};

void check_device(tile_case const& c, schedule const& s) {
  executor const exec = cuda_executor();
  buffer<std::int64_t> const offsets(exec, c.offsets);
  offset_tiles<std::int64_t> const tiles{offsets.data(), c.tiles(), c.atoms()};
  buffer<size_type> sums(exec, std::vector<size_type>(static_cast<std::size_t>(c.tiles()), -1));
  plan const made = make_plan(exec, tiles, s, call_of<its_atom, sum, keep_sum>());
  expect(made.reason.empty() && made.walked_by == s.walked_by(), "the walk that was asked for: " + made.reason);
  gpu::reduce_tiles(exec, made, tiles, its_atom{}, sum{}, keep_sum{sums.data()});
  expect(sums.to_host() == wanted(c), "GPU, " + s.text() + ": " + c.name);
  buffer<unsigned> times(exec, std::vector<unsigned>(static_cast<std::size_t>(c.atoms()), 0));
  gpu::for_each_atom(exec, made, tiles, count_visits{times.data()});
  expect(times.to_host() == std::vector<unsigned>(static_cast<std::size_t>(c.atoms()), 1), "visits: " + c.name);
}
#endif

bool has_gpu() {
  try {
    return !cuda_executor().is_host();
  } catch (error const&) { return false; }
}

}  // namespace

int main() {
  check_names();
  check_operator();
  schedule const all[] = {growing{}, {growing{5}, by_pairs{}}, {merge_path{100}, by_pairs{}}};
  for (tile_case const& c : tile_battery()) {
    offset_tiles<std::int64_t> const tiles{c.offsets.data(), c.tiles(), c.atoms()};
    expect(check_partition(growing{}, tiles).empty(), "a partition: " + c.name);
    for (schedule const& s : all) {
      check_host(c, s);
#if defined(__CUDACC__)
      if (has_gpu()) check_device(c, s);
#endif
    }
  }
  std::printf("%s, %d wrong\n", has_gpu() ? "on host and GPU" : "on the host", failures);
  return failures != 0;
}
