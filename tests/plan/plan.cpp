// plan.cpp - plans hold the points of their schedule, and say what was chosen.
#include <algorithm>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/schedule/conformance.hpp>

#include "src/plan/choose.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/schedules.hpp"
#include "tests/support/tile_battery.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

// Tiles of a case in the memory of an executor.
template <index_type O> struct placed {
  std::vector<O> host_offsets;
  buffer<O> offsets;
  placed(executor const& exec, tile_case const& c)
      : host_offsets(c.offsets_as<O>()), offsets(exec, std::span<O const>(host_offsets)) {}
  offset_tiles<O> tiles() const { return {offsets.data(), offsets.size() - 1, size_type{host_offsets.back()}}; }
  offset_tiles<O> host_tiles() const { return tiles_of(host_offsets); }
};

tile_case case_named(std::string const& name) {
  for (tile_case& c : tile_battery()) {
    if (c.name == name) return c;
  }
  throw invalid_argument("no such case: " + name);
}

// Every tile once, and every place of the order in one launch.
void expect_order(plan const& p, size_type tiles) {
  std::vector<std::int64_t> order = p.shares->order.to_host();
  std::sort(order.begin(), order.end());
  REQUIRE_EQ(static_cast<size_type>(order.size()), p.shares->workers);
  for (size_type tile = 0; tile < tiles; ++tile) REQUIRE_EQ(order[tile], tile);
  size_type next = 0;
  for (plan_launch const& launch : p.shares->bins) {
    CHECK_EQ(launch.first_worker, next);
    next += launch.workers;
  }
  CHECK_EQ(next, p.shares->workers);
}

// What the plan says of its shares is what its points say.
template <index_type O> void expect_sound(plan const& p, placed<O> const& rows) {
  CHECK_FALSE(p.chosen.is_automatic());
  share_table const& shares = *p.shares;
  if (shares.tiles_per_share > 0) {
    CHECK(shares.points.empty());
    CHECK_FALSE(shares.cuts_tiles);
    CHECK_EQ(shares.workers, ceil_div(rows.tiles().tiles, shares.tiles_per_share));
    return;
  }
  if (shares.points.empty()) return expect_order(p, rows.tiles().tiles);
  std::vector<path_point> const points = shares.points.to_host();
  CHECK_EQ(check_points<offset_tiles<O>>(points, rows.host_tiles()), "");
  REQUIRE_EQ(static_cast<size_type>(points.size()), shares.workers + 1);
  size_type max_atoms = 0, max_tiles = 0;
  bool cuts = false;
  for (size_type w = 0; w < shares.workers; ++w) {
    cuts = cuts || points[w].atom > rows.host_tiles().first_atom(points[w].tile);
    max_atoms = max_of(max_atoms, points[w + 1].atom - points[w].atom);
    max_tiles = max_of(max_tiles, points[w + 1].tile - points[w].tile);
  }
  CHECK_EQ(shares.cuts_tiles, cuts);
  CHECK_EQ(shares.max_atoms, max_atoms);
  CHECK_EQ(shares.max_tiles, max_tiles);
}

template <index_type O> void expect_sound_plans(executor const& exec, schedule const& s) {
  for (tile_case const& c : tile_battery()) {
    INFO("schedule ", s.text(), ", tiles: ", c.name);
    placed<O> const rows(exec, c);
    expect_sound(make_plan(exec, rows.tiles(), s, sizeof(double)), rows);
  }
}

// Half of the tiles to each of two workers.
struct halves {
  static constexpr std::string_view name = "halves";
  template <tile_set Tiles> size_type workers(Tiles const&) const { return 2; }
  template <tile_set Tiles> path_point boundary(Tiles const& tiles, size_type w) const {
    if (w == 0) return {};
    size_type const tile = w == 2 ? tiles.num_tiles() : tiles.num_tiles() / 2;
    return {tile, tiles.first_atom(tile)};
  }
};

// Forgets the second half.
struct first_half : halves {
  static constexpr std::string_view name = "first_half";
  template <tile_set Tiles> size_type workers(Tiles const&) const { return 1; }
};

template <class S> S chosen_by(plan const& p) { return std::get<S>(p.chosen.built_in()); }

}  // namespace

EXECUTOR_CASE("plans of every schedule hold a partition of every tile set") {
  for (schedule const& s : schedule_variants()) {
    expect_sound_plans<std::int32_t>(exec, s);
    expect_sound_plans<std::int64_t>(exec, s);
  }
}

EXECUTOR_CASE("a plan keeps the parameters that the user gave") {
  placed<std::int32_t> const rows(exec, case_named("power law"));
  CHECK_EQ(chosen_by<merge_path>(make_plan(exec, rows.tiles(), merge_path{37}, 8)).items_per_worker, 37);
  CHECK_EQ(make_plan(exec, rows.tiles(), thread_mapped{5}, 8).shares->tiles_per_share, 5);
}

EXECUTOR_CASE("parameters that make no sense are refused by name") {
  placed<std::int32_t> const rows(exec, case_named("uniform 7"));
  auto const message = [&](schedule const& s) -> std::string {
    try {
      make_plan(exec, rows.tiles(), s, 4);
    } catch (invalid_argument const& wrong) { return wrong.what(); }
    return "no complaint";
  };
  CHECK_EQ(message(merge_path{-1}), "merge_path: items_per_worker is -1, but must be 0 or more");
  CHECK_EQ(message(thread_mapped{0}), "thread_mapped: tiles_per_worker is 0, but must be 1 or more");
  CHECK_EQ(message(dynamic{-3}), "dynamic: tiles_per_worker is -3, but must be 0 or more");
  CHECK_EQ(message(binned{0}), "binned: atoms_per_lane is 0, but must be 1 or more");
  CHECK_EQ(message(cut_tiles{.lanes = 3}), "cut_tiles: lanes is 3, but must be 1, 2, 4, 8, 16 or 32");
  CHECK_EQ(message(group_mapped{64}), "group_mapped: lanes is 64, but must be 2, 4, 8, 16 or 32");
  CHECK_EQ(message(group_mapped{.lanes = 512}), "group_mapped: lanes is 512, but must be 2, 4, 8, 16 or 32");
}

EXECUTOR_CASE("cut_tiles takes its threshold from the histogram of lengths") {
  placed<std::int32_t> const even(exec, case_named("uniform 7")), long_ones(exec, case_named("two giants"));
  CHECK_EQ(chosen_by<cut_tiles>(make_plan(exec, even.tiles(), cut_tiles{}, 4)).max_atoms, 32);
  CHECK_EQ(make_plan(exec, even.tiles(), cut_tiles{}, 4).shares->workers, 500);
  CHECK_EQ(chosen_by<cut_tiles>(make_plan(exec, long_ones.tiles(), cut_tiles{}, 4)).max_atoms, 512);
  CHECK_EQ(make_plan(exec, long_ones.tiles(), cut_tiles{}, 4).shares->workers, 20);
}

EXECUTOR_CASE("a plan says which share it chose") {
  placed<std::int32_t> const rows(exec, case_named("uniform 7"));
  CHECK_GT(chosen_by<merge_path>(make_plan(exec, rows.tiles(), merge_path{}, 8)).items_per_worker, 0);
  CHECK_GT(chosen_by<nonzero_split>(make_plan(exec, rows.tiles(), nonzero_split{}, 8)).atoms_per_worker, 0);
}

EXECUTOR_CASE("auto chooses and says why; a choice of the user's needs no reason") {
  placed<std::int32_t> const rows(exec, case_named("uniform 7"));
  plan const chosen = make_plan(exec, rows.tiles(), automatic{}, 4);
  CHECK_EQ(chosen.reason.substr(0, 25), "mean row 7.0, longest 7: ");
  CHECK(make_plan(exec, rows.tiles(), merge_path{}, 4).reason.empty());
}

EXECUTOR_CASE("statistics that are known are not measured again") {
  placed<std::int32_t> const rows(exec, case_named("uniform 7"));
  tile_statistics const claimed{500, 3500, {.max_length = 9, .empty_rows = 0, .mean_length = 8.5, .stddev_length = 0}};
  CHECK_NE(make_plan(exec, rows.tiles(), automatic{}, 4, &claimed).reason.find("mean row 8.5, longest 9"),
           std::string::npos);
}

EXECUTOR_CASE("a user's partition is tabulated as it stands") {
  expect_sound_plans<std::int32_t>(exec, halves{});
  expect_sound_plans<std::int64_t>(exec, halves{});
  placed<std::int32_t> const rows(exec, case_named("power law"));
  plan const p = make_plan(exec, rows.tiles(), halves{}, 8);
  CHECK_EQ(p.shares->workers, 2);
  CHECK_EQ(p.chosen.name(), "halves");
}

EXECUTOR_CASE("a user's partition that breaks the contract is refused, saying how") {
  placed<std::int32_t> const rows(exec, case_named("uniform 7"));
  CHECK_THROWS_WITH_AS(make_plan(exec, rows.tiles(), first_half{}, 8),
                       "schedule 'first_half' is not a partition: 1 workers end at (tile 250, atom 1750), not at "
                       "(tile 500, atom 3500)",
                       invalid_argument);
}

EXECUTOR_CASE("parameters without sense are refused") {
  placed<std::int32_t> const rows(exec, case_named("uniform 7"));
  CHECK_THROWS_AS(make_plan(exec, rows.tiles(), thread_mapped{0}, 8), invalid_argument);
  CHECK_THROWS_AS(make_plan(exec, rows.tiles(), merge_path{-1}, 8), invalid_argument);
  CHECK_THROWS_AS(make_plan(exec, rows.tiles(), nonzero_split{-5}, 8), invalid_argument);
}

TEST_CASE("a host plan does not depend on the number of threads") {
  tile_case const c = case_named("power law");
  for (schedule const& s : {schedule(merge_path{}), schedule(nonzero_split{}), schedule(automatic{})}) {
    plan const one = make_plan(host_executor(1), tiles_of(c.offsets), s, 8);
    plan const many = make_plan(host_executor(5), tiles_of(c.offsets), s, 8);
    CHECK(one.chosen == many.chosen);
    CHECK(one.shares->points.to_host() == many.shares->points.to_host());
  }
}

namespace {

tile_statistics rows_with(size_type tiles, double mean, size_type longest, double stddev, size_type empty = 0) {
  return {tiles, static_cast<size_type>(static_cast<double>(tiles) * mean), {longest, empty, mean, stddev}};
}

schedule gpu_schedule(tile_statistics const& rows, std::size_t value_bytes) {
  return choose_schedule(rows, device_kind::cuda, value_bytes);
}

template <class S> S gpu_choice(tile_statistics const& rows, std::size_t value_bytes) {
  return std::get<S>(gpu_schedule(rows, value_bytes).built_in());
}

schedule scanned(nonzero_split const& s) { return {s, by_block_scan{}}; }

}  // namespace

TEST_CASE("auto on a GPU: the shapes that were measured get the schedule and share that were fastest") {
  tile_statistics const band = rows_with(4'096'000, 26.5, 27, 1.7), grid = rows_with(4096 * 4096, 4.999, 5, 0.03);
  tile_statistics random = rows_with(1 << 22, 16, 42, 4), rmat = rows_with(1 << 20, 30, 60'000, 200, 300'000);
  random.nearness = 0.004, rmat.nearness = 0.1;
  tile_statistics const links = rows_with(2'000'000, 20, 16'000, 100);  // columns not known
  CHECK(gpu_schedule(band, 4) == schedule(nonzero_split{3072}, by_block_entries{}));
  CHECK(gpu_schedule(band, 8) == schedule(nonzero_split{3072}, by_block_entries{}));
  CHECK_EQ(gpu_choice<nonzero_split>(random, 4).atoms_per_worker, 1024);
  CHECK_EQ(gpu_choice<nonzero_split>(rmat, 8).atoms_per_worker, 1024);
  CHECK_EQ(gpu_choice<nonzero_split>(links, 8).atoms_per_worker, 2048);
  CHECK_EQ(gpu_choice<thread_mapped>(grid, 4), thread_mapped{});
}

TEST_CASE("auto on a GPU: rows that differ in length are walked between marks, or scanned where nothing is marked") {
  tile_statistics rmat = rows_with(65'536, 28, 9800, 137, 18'000);
  rmat.rows.histogram = {18'000, 9000, 9000, 8000, 7000, 7000, 1000, 4000, 1500, 300, 600, 120, 0, 16};
  rmat.nearness = 0.2;
  auto const scans = [](tile_statistics const& rows, std::size_t value_bytes) {
    reduction_call call(value_bytes);
    call.marked = false;  // of a matrix of halves, whose products are not walked between marks
    return choose_schedule(rows, device_kind::cuda, call);
  };
  CHECK(gpu_schedule(rmat, 4) == schedule(coo{1024}, by_marks{}));
  CHECK(gpu_schedule(rmat, 8) == schedule(coo{2048}, by_marks{}));
  CHECK(scans(rmat, 4) == scanned({2048}));
  CHECK(scans(rmat, 8) == scanned({2048}));
  CHECK(gpu_schedule(rmat, 16) == nonzero_split{1024});
  CHECK(choose_schedule(rmat, device_kind::cuda, {8, 0, false}) == nonzero_split{2048});  // masked: as long, unscanned
  tile_statistics large = rmat;
  large.tiles *= 16, large.atoms *= 16;
  for (auto& rows : large.rows.histogram) rows *= 16;
  CHECK(gpu_schedule(large, 4) == nonzero_split{1024});
  large.nearness = 0.75;
  CHECK(gpu_schedule(large, 4) == scanned({4096}));
  tile_statistics hubs = rows_with(65'536, 28, 9800, 137);  // all but a few rows alike
  hubs.rows.histogram = {0, 0, 0, 0, 0, 65'520, 0, 0, 0, 0, 0, 0, 0, 16};
  hubs.nearness = 0.6;
  CHECK(scans(hubs, 4) == scanned({2048}));  // few enough to look back: one launch
}

TEST_CASE("auto on a GPU: scanned shares are long where that spares the launch that combines them") {
  auto const share = [](tile_statistics const& rows, reduction_call const& call) {
    schedule const s = detail::with_items(schedule(nonzero_split{}, by_block_scan{}), {rows, device_kind::cuda, call});
    return std::get<nonzero_split>(s.built_in()).atoms_per_worker;
  };
  tile_statistics const rmat17 = rows_with(118'000, 28, 15'000, 180), rmat16 = rows_with(65'536, 28, 9800, 137),
                        links = rows_with(200'000, 24, 20'000, 120), empty = rows_with(3'000'000, 0.9, 20'000, 20),
                        giant = rows_with(40'000, 80, 2'000'000, 10'000);
  CHECK(share(rmat17, 4) == 4096);
  CHECK(share(rmat17, 8) == 2048);  // all that a block holds
  CHECK(share(rmat16, 4) == 2048);  // few enough
  CHECK(share(links, 4) == 2048);   // too many in any case
  CHECK(share(empty, 4) == 2048);   // rows are what counts
  CHECK(share(giant, 4) == 2048);   // one row through too many shares
}

TEST_CASE("auto on a GPU: hardly any nonzeros are merged, small matrices cut nothing, giant structs get short shares") {
  tile_statistics giant = rows_with(10'000'000, 0.1, 500'000, 158, 9'500'000),
                  sparse = rows_with(1 << 22, 4, 5000, 60, 3 << 20);
  giant.rows.histogram[0] = 9'500'000, giant.rows.histogram[1] = 499'999, giant.rows.histogram[19] = 1;
  sparse.rows.histogram[0] = 3 << 20, sparse.rows.histogram[4] = 1 << 20, sparse.rows.histogram[13] = 1;
  giant.nearness = sparse.nearness = 1;
  CHECK_EQ(gpu_choice<merge_path>(giant, 4).items_per_worker, 4096);
  CHECK_GT(gpu_choice<nonzero_split>(sparse, 4).atoms_per_worker, 0);
  CHECK_EQ(gpu_choice<group_mapped>(rows_with(10'000, 10, 25, 3), 4), group_mapped{8});
  CHECK_EQ(gpu_choice<group_mapped>(rows_with(30'000, 10, 25, 3), 4), group_mapped{4});
  CHECK_EQ(gpu_choice<group_mapped>(rows_with(9000, 100, 110, 3), 4), group_mapped{16});
  CHECK(gpu_schedule(rows_with(100'000, 27, 27, 0), 4) == schedule(nonzero_split{3072 - 26, true}, by_block_entries{}));
  CHECK_EQ(gpu_choice<thread_mapped>(rows_with(100'000, 0.8, 16, 3, 95'000), 4), thread_mapped{});
  CHECK(gpu_schedule(rows_with(8192, 20, 1200, 90), 4) == scanned({512, true}));
  CHECK(gpu_choice<nonzero_split>(rows_with(20'000, 20, 500, 40), 4).at_tile_ends);
  CHECK_EQ(gpu_choice<nonzero_split>(rows_with(4'096'000, 26.5, 27, 1.7), 64).atoms_per_worker, 256);
  CHECK_GE(gpu_choice<nonzero_split>(rows_with(4'096'000, 26.5, 27, 1.7), 100'000).atoms_per_worker, 32);
}
