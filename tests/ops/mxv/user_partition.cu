// user_partition.cu - a partition of the user's that a GPU asks by itself, in a push: its results, and what it gets
// wrong.
#include <heddle/detail/cuda/for_each_atom.cuh>
#include <heddle/ops/vxm/vxm.hpp>

#include "tests/support/held_stream.cuh"
#include "tests/support/mxm_check.hpp"
#include "tests/support/user_semirings.hpp"

namespace heddle::testing {
namespace {

/// So many shares of equal rows + nonzeros, and as many empty ones behind them as `spare` says.
struct even_shares {
  int shares = 7, spare = 0;
  by_group by = {8};
  static constexpr std::string_view name = "even_shares";
  HEDDLE_FN constexpr walk walked_by() const { return by; }
  template <tile_set Tiles> HEDDLE_FN size_type workers(Tiles const&) const { return shares; }
  template <tile_set Tiles> HEDDLE_FN path_point boundary(Tiles const& tiles, size_type w) const {
    return path_search(tiles, path_length(path_end(tiles)) * w / shares);
  }
  HEDDLE_FN size_type most_workers(tile_capacity) const { return shares + spare; }
  friend constexpr bool operator==(even_shares const& a, even_shares const& b) { return a.shares == b.shares; }
};

/// A share for every nine steps of the path, walked by a block.
struct nines {
  template <tile_set Tiles> HEDDLE_FN size_type workers(Tiles const& tiles) const {
    return ceil_div(path_length(path_end(tiles)), size_type{9});
  }
  template <tile_set Tiles> HEDDLE_FN path_point boundary(Tiles const& tiles, size_type w) const {
    return path_search(tiles, min_of(9 * w, path_length(path_end(tiles))));
  }
  HEDDLE_FN size_type most_workers(tile_capacity most) const { return ceil_div(most.tiles + most.atoms, size_type{9}); }
};

enum class mistake : std::uint8_t { none, begin, end, off_path, back, crowd, shortage };

/// Two shares, and a mistake.
struct mistaken {
  mistake made = mistake::none;
  static constexpr std::string_view name = "mistaken";
  template <tile_set Tiles> HEDDLE_FN size_type workers(Tiles const&) const {
    return made == mistake::crowd ? 3 : made == mistake::shortage ? -1 : 2;
  }
  template <tile_set Tiles> HEDDLE_FN path_point boundary(Tiles const& tiles, size_type w) const {
    path_point const end = path_end(tiles), middle = path_search(tiles, path_length(end) / 2);
    if (w == 0) return made == mistake::begin ? middle : path_point{};
    if (w == 1 && made == mistake::off_path) return {end.tile, 0};
    if (w == 1 && made == mistake::back) return end;
    if (w == 2 && (made == mistake::end || made == mistake::back)) return middle;
    return w == 1 ? middle : end;
  }
  HEDDLE_FN size_type most_workers(tile_capacity) const { return 2; }
};

struct many_workers : even_shares {
  size_type most = 0;
  HEDDLE_FN size_type most_workers(tile_capacity) const { return most; }
};

struct count_visit {
  unsigned* times;
  __device__ void operator()(size_type, size_type atom) const { atomicAdd(times + atom, 1u); }
};

template <class SR> void check_pushes(SR const& sr, schedule const& mine) {
  using T = domain_of<SR>;
  executor const exec = cuda_executor();
  for (tile_case const& tiles : tile_battery()) {
    auto const entries = matrix_of<T>(tiles);
    auto const a = entries.on(exec);
    random_source random(3);
    for (int const filled : {0, 5, 60}) {
      auto const v = draw_vector<T>(random, entries.rows, filled);
      vector<T> pushed(entries.cols, exec);
      vxm(pushed, sr, make_vector(v, held::sparse, exec), a, {.schedule = mine, .direction = direction::push});
      INFO(tiles.name, ", ", mine.name());
      CHECK_EQ(difference(to_dense(pushed), reference::vxm(sr, v, entries)), "");
    }
  }
}

std::string push_by(mistaken const& wrong) {
  executor const exec = cuda_executor();
  auto const a = make_matrix(draw_products<float>(9).front().a, exec);
  vector<float> w(a.cols(), exec);
  w.set(2, 5);
  vector<float> u(a.rows(), exec);
  for (size_type i = 0; i < 20; ++i) u.set(i, 1);
  std::string said;
  try {
    vxm(w, min_plus<float>{}, u, a, {.schedule = wrong, .direction = direction::push});
  } catch (invalid_argument const& e) { said = e.what(); }
  if (!said.empty()) {  // what stood in w stays
    CHECK_EQ(w.nvals(), 1);
    CHECK_EQ(w.get(2), 5.0f);
  }
  return said;
}

TEST_CASE("a partition that says most_workers is one that a GPU can ask") {
  static_assert(partition_on_gpu<even_shares> && partition_on_gpu<nines>);
  schedule const mine = even_shares{5, 3};
  REQUIRE(mine.user()->on_gpu());
  CHECK_EQ(mine.user()->on_gpu()->most_workers({10, 10}), 8);
  CHECK(mine == schedule(even_shares{5, 0}));
  CHECK_FALSE(mine == schedule(even_shares{6, 0}));
}

GPU_CASE("a push plans a partition of the user's on the GPU (gpu) [sanitize]") {
  check_pushes(min_plus<float>{}, even_shares{});
  check_pushes(min_plus<float>{}, even_shares{40, 17, {1}});
}

GPU_CASE("a push plans a partition of the user's, walked by blocks or over another semiring, on the GPU (gpu)") {
  check_pushes(max_times<double>{}, even_shares{3, 1, {32}});
  check_pushes(min_plus<double>{}, nines{});
  check_pushes(any_pair<float>{}, {nines{}, by_thread{}});
}

GPU_CASE("a push by a partition that is none is refused, and says what the GPU found (gpu) [sanitize]") {
  CHECK_EQ(push_by({mistake::none}), "");
  std::string const begin = "schedule 'mistaken' is not a partition: ";
  CHECK_EQ(push_by({mistake::begin}), begin + "worker 0 does not begin at the origin");
  CHECK_EQ(push_by({mistake::end}), begin + "2 workers do not end where the tiles do");
  CHECK_EQ(push_by({mistake::off_path}), begin + "boundary 1 is off the path");
  CHECK_EQ(push_by({mistake::back}), begin + "worker 1 goes back");
  CHECK_EQ(push_by({mistake::crowd}), begin + "it asks for fewer workers than 0, or for more than its most_workers");
  CHECK_EQ(push_by({mistake::shortage}), begin + "it asks for fewer workers than 0, or for more than its most_workers");
}

GPU_CASE("most_workers is from 0 to what a launch can have (gpu)") {
  executor const exec = cuda_executor();
  buffer<std::int64_t> const offsets(exec, std::vector<std::int64_t>{0, 3, 4});
  offset_tiles<std::int64_t> const tiles{offsets.data(), 2, -1};
  for (size_type const most : {size_type{-1}, size_type{1} << 40}) {
    CHECK_THROWS_AS(gpu::visiting::unread(exec, many_workers{{}, most}, tiles, 4), invalid_argument);
  }
}

GPU_CASE("what visits by a partition of the user's does not wait for the GPU, which alone knows the atoms (gpu)") {
  executor const exec = cuda_executor();
  buffer<std::int64_t> const offsets(exec, std::vector<std::int64_t>{0, 3, 3, 500, 501});
  buffer<unsigned> times(exec, std::vector<unsigned>(501, 0));
  offset_tiles<std::int64_t> const tiles{offsets.data(), 4, -1};
  auto const visit = [&] {
    auto by = gpu::visiting::unread(exec, nines{}, tiles, 501);
    gpu::for_each_atom(exec, by, tiles, count_visit{times.data()});
    return by;
  };
  visit();
  held_stream held(exec);
  auto const by = visit();
  CHECK(held.let_go());
  CHECK_NOTHROW(require_partition(by.chosen, by.fault));
  CHECK(times.to_host() == std::vector<unsigned>(501, 2));
}

GPU_CASE("where a partition is none, one share visits everything (gpu)") {
  executor const exec = cuda_executor();
  buffer<std::int64_t> const offsets(exec, std::vector<std::int64_t>{0, 3, 3, 500, 501});
  offset_tiles<std::int64_t> const tiles{offsets.data(), 4, -1};
  for (mistake const made : {mistake::begin, mistake::off_path, mistake::back, mistake::end}) {
    buffer<unsigned> times(exec, std::vector<unsigned>(501, 0));
    auto const by = gpu::visiting::unread(exec, mistaken{made}, tiles, 501);
    gpu::for_each_atom(exec, by, tiles, count_visit{times.data()});
    CHECK(times.to_host() == std::vector<unsigned>(501, 1));
    CHECK_THROWS_AS(require_partition(by.chosen, by.fault), invalid_argument);
  }
}

}  // namespace
}  // namespace heddle::testing
