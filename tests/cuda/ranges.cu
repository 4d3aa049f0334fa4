// ranges.cu - every schedule through the public ranges, in kernels that the test writes and launches itself.
#include <doctest/doctest.h>

#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/check.cuh>
#include <heddle/seam/ranges.cuh>
#include <heddle/seam/schedule/schedule.hpp>
#include <tests/support/tile_battery.hpp>

namespace heddle::testing {
namespace {

using int_tiles = offset_tiles<std::int32_t>;

// Each kernel counts the visits of every atom and adds its number to the sum of its tile.
struct tally {
  unsigned* visits;
  unsigned long long* sums;
  __device__ void operator()(size_type tile, size_type atom) const {
    atomicAdd(visits + atom, 1u);
    atomicAdd(sums + tile, static_cast<unsigned long long>(atom));
  }
};

__global__ void by_threads(int_tiles tiles, tally count) {
  for (auto const tile : seam::thread_tiles(tiles)) {
    for (auto const atom : seam::atoms_of(tiles, tile)) count(tile, atom);
  }
}

__global__ void by_groups(int_tiles tiles, int lanes, tally count) {
  for (auto const tile : seam::group_tiles(tiles, lanes)) {
    auto const lane = static_cast<int>(threadIdx.x) % lanes;
    for (auto const atom : seam::strided(seam::atoms_of(tiles, tile), lane, lanes)) count(tile, atom);
  }
}

__global__ void by_blocks(int_tiles tiles, tally count) {
  for (auto const tile : seam::block_tiles(tiles)) {
    auto const lanes = static_cast<int>(blockDim.x), lane = static_cast<int>(threadIdx.x);
    for (auto const atom : seam::strided(seam::atoms_of(tiles, tile), lane, lanes)) count(tile, atom);
  }
}

template <class S> __global__ void by_shares(S partition, int_tiles tiles, tally count) {
  for (auto const worker : seam::grid_stride_range(0, partition.workers(tiles))) {
    for (auto const piece : seam::share_of(partition, tiles, worker)) {
      for (auto const atom : seam::step_range(piece.first, piece.last)) count(piece.tile, atom);
    }
  }
}

__global__ void until_found(int limit, int* found) {
  for (auto const i : seam::infinite_range(threadIdx.x, blockDim.x)) {
    if (i < limit) continue;
    found[threadIdx.x] = static_cast<int>(i);
    break;
  }
}

template <class Launch> std::string wrong_sum(tile_case const& c, Launch const& launch) {
  executor const exec = cuda_executor();
  auto const offsets = c.offsets_as<std::int32_t>();
  buffer<std::int32_t> const on_gpu(exec, offsets);
  buffer<unsigned> visits(exec, std::vector<unsigned>(static_cast<std::size_t>(c.atoms()), 0));
  buffer<unsigned long long> sums(exec, std::vector<unsigned long long>(static_cast<std::size_t>(c.tiles()), 0));
  launch(int_tiles{on_gpu.data(), c.tiles(), c.atoms()}, tally{visits.data(), sums.data()}, gpu::stream_of(exec));
  gpu::check(cudaGetLastError(), "a user's kernel");
  for (unsigned const n : visits.to_host()) {
    if (n != 1) return c.name + ": an atom was not visited once";
  }
  auto const got = sums.to_host();
  for (std::size_t tile = 0; tile < got.size(); ++tile) {
    std::int64_t const first = c.offsets[tile], last = c.offsets[tile + 1];
    if (static_cast<std::int64_t>(got[tile]) != (last - first) * (first + last - 1) / 2) return c.name + ": wrong tile";
  }
  return "";
}

TEST_CASE("a user's kernel walks tiles by thread, group and block ranges (gpu) [sanitize]" *
          doctest::skip(!cuda_available())) {
  for (tile_case const& c : tile_battery()) {
    CHECK(wrong_sum(c, [](auto tiles, auto count, auto stream) { by_threads<<<7, 64, 0, stream>>>(tiles, count); }) ==
          "");
    for (int const lanes : {2, 4, 8, 16, 32}) {
      CHECK(wrong_sum(c, [&](auto tiles, auto count, auto stream) {
              by_groups<<<7, 64, 0, stream>>>(tiles, lanes, count);
            }) == "");
    }
    CHECK(wrong_sum(c, [](auto tiles, auto count, auto stream) { by_blocks<<<7, 64, 0, stream>>>(tiles, count); }) ==
          "");
  }
}

TEST_CASE("a user's kernel walks the shares of every partition (gpu)" * doctest::skip(!cuda_available())) {
  for (tile_case const& c : tile_battery()) {
    auto const check = [&](auto const& partition) {
      CHECK(wrong_sum(c, [&](auto tiles, auto count, auto stream) {
              by_shares<<<7, 64, 0, stream>>>(partition, tiles, count);
            }) == "");
    };
    check(schedules::merge_path{13});
    check(schedules::nonzero_split{13});
    check(schedules::thread_mapped{3});
  }
}

TEST_CASE("an infinite range runs until the loop is left (gpu)" * doctest::skip(!cuda_available())) {
  executor const exec = cuda_executor();
  buffer<int> found(exec, 4);
  until_found<<<1, 4, 0, gpu::stream_of(exec)>>>(10, found.data());
  CHECK(found.to_host() == std::vector<int>{12, 13, 10, 11});
}

}  // namespace
}  // namespace heddle::testing
