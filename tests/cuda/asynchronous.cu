// asynchronous.cu - operations that promise so return while the work given to the stream before is still under way.
#include <doctest/doctest.h>

#include <functional>
#include <heddle/detail/executor/check.cuh>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/spmv/spmv.hpp>
#include <heddle/ops/vxm/vxm.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/held_stream.cuh"

namespace heddle::testing {
namespace {

// Once to make plans and forms, then held.
template <class Operation> void check_asynchronous(char const* what, executor const& exec, Operation const& operation) {
  operation();
  held_stream held(exec);
  operation();
  INFO(what);
  CHECK(held.let_go());
}

matrix<float> uneven_rows(executor const& exec) {
  std::vector<std::int32_t> row, col;
  for (std::int32_t i = 0; i < 3000; ++i) {
    for (std::int32_t j = 0; j < (i % 100 == 7 ? 900 : i % 5); ++j)
      row.push_back(i), col.push_back((i + 31 * j) % 3000);
  }
  return matrix<float>::build(3000, 3000, row, col, std::vector<float>(row.size(), 1), plus<float>{}, exec);
}

__global__ void write_late(unsigned long long* to, unsigned long long value, long long cycles) {
  for (long long const begin = clock64(); clock64() - begin < cycles;) {}
  *to = value;
}

constexpr long long late = 20'000'000;  // cycles, some 10 ms

unsigned long long receive_number(executor const& exec, unsigned long long value, long long cycles,
                                  std::function<void()> const& meanwhile = {}) {
  auto const launch = [&](unsigned long long* to) { write_late<<<1, 1, 0, gpu::stream_of(exec)>>>(to, value, cycles); };
  return gpu::receive<unsigned long long>(exec, launch, meanwhile);
}

GPU_CASE("a number whose kernel is followed by a failure is not taken for the next one (gpu)") {
  executor const exec = cuda_executor();
  CHECK_THROWS_AS((void)receive_number(exec, 7, late, [] { throw std::bad_alloc(); }), std::bad_alloc);
  CHECK(receive_number(exec, 8, late) == 8);
  CHECK(receive_number(exec, 9, 0) == 9);
}

GPU_CASE("a number that comes late is there before what follows its kernel is done (gpu)") {
  executor const exec = cuda_executor();
  buffer<unsigned long long> other(exec, 1);
  auto const follow = [&] { write_late<<<1, 1, 0, gpu::stream_of(exec)>>>(other.data(), 1, 10 * late); };
  CHECK(receive_number(exec, 7, late, follow) == 7);
  CHECK(cudaStreamQuery(gpu::stream_of(exec)) == cudaErrorNotReady);
}

GPU_CASE("pulled products, sums of rows, assigned numbers and spmv do not wait for the GPU (gpu)") {
  executor const exec = cuda_executor();
  auto const a = uneven_rows(exec);
  auto const u = vector<float>::filled(3000, 1, exec), mask = vector<float>::filled(3000, 2, exec);
  auto w = vector<float>::filled(3000, 5, exec);
  vector<std::int32_t> numbers = vector<std::int32_t>::filled(3000, 4, exec);
  descriptor const pull{.direction = direction::pull};
  for (schedule const& s : {schedule(schedules::nonzero_split{}, seam::by_block_scan{}),
                            schedule(schedules::merge_path{8}), schedule(schedules::binned{})}) {
    CAPTURE(s.text());
    descriptor const by{.schedule = s, .direction = direction::pull};
    check_asynchronous("mxv", exec, [&] { mxv(w, plus_times<float>{}, a, u, by); });
  }
  check_asynchronous("vxm", exec, [&] { vxm(w, min_plus<float>{}, u, a, pull); });
  check_asynchronous("masked mxv that accumulates", exec,
                     [&] { mxv(w, structure(mask), plus<float>{}, plus_times<float>{}, a, u, pull); });
  check_asynchronous("reduce", exec, [&] { reduce(w, plus_monoid<float>{}, a); });
  check_asynchronous("assign", exec, [&] { assign(w, structure(mask), no_accum, 3); });
  check_asynchronous("fill", exec, [&] { w.fill(2); });
  check_asynchronous("apply_index", exec, [&] { apply_index(numbers); });
  check_asynchronous("spmv", exec, [&] { spmv(w, 2, a, u, 1); });
}

}  // namespace
}  // namespace heddle::testing
