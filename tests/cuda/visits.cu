// visits.cu - for_each_atom on the GPU under every schedule, visitors that work block by block, and plans of tile sets
// that are no rows.
#include <algorithm>
#include <heddle/detail/cuda/block_list.cuh>
#include <heddle/detail/cuda/for_each_atom.cuh>
#include <heddle/detail/cuda/reduce_tiles.cuh>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/semirings/monoids.hpp>
#include <numeric>
#include <tests/cuda/driver_cases.cuh>
#include <tests/support/stairs.hpp>

namespace heddle::testing {
namespace {

// Counts visits and remembers the tile of every atom.
struct record {
  unsigned* times;
  size_type* tile_of;
  __device__ void operator()(size_type tile, size_type atom) const {
    atomicAdd(times + atom, 1u);
    tile_of[atom] = tile;
  }
};

std::string wrong_visit(tile_case const& c, std::vector<unsigned> const& times, std::vector<size_type> const& tile_of) {
  for (size_type tile = 0; tile < c.tiles(); ++tile) {
    auto const t = static_cast<std::size_t>(tile);
    for (auto atom = static_cast<std::size_t>(c.offsets[t]); atom < static_cast<std::size_t>(c.offsets[t + 1]);
         ++atom) {
      if (times[atom] != 1) return detail::concat(c.name, ": atom ", atom, " visited ", times[atom], " times");
      if (tile_of[atom] != tile) return detail::concat(c.name, ": atom ", atom, " given to tile ", tile_of[atom]);
    }
  }
  return "";
}

struct rare_record : record {
  static constexpr bool rare = true;
};

template <class Record> void check_visits(std::vector<tile_case> const& cases, bool count_known) {
  executor const exec = cuda_executor();
  for (tile_case const& c : cases) {
    buffer<std::int64_t> const offsets(exec, c.offsets);
    offset_tiles<std::int64_t> const tiles{offsets.data(), c.tiles(), count_known ? c.atoms() : -1};
    for (schedule const& chosen : driver_schedules()) {
      CAPTURE(chosen.text());
      buffer<unsigned> times(exec, std::vector<unsigned>(static_cast<std::size_t>(c.atoms()), 0));
      buffer<size_type> tile_of(exec, c.atoms());
      gpu::for_each_atom(exec, chosen, tiles, Record{times.data(), tile_of.data()});
      CHECK(wrong_visit(c, times.to_host(), tile_of.to_host()) == "");
    }
  }
}

GPU_CASE("for_each_atom visits every atom once with its tile under every schedule (gpu)") {
  check_visits<record>(tile_battery(), true);
}

GPU_CASE("for_each_atom needs no number of atoms on the host (gpu) [sanitize]") {
  check_visits<record>(few_cases(), false);
  check_visits<rare_record>(few_cases(), false);
}

// Counts visits of stored entries.
struct count_entries {
  selected_tiles<std::int32_t, std::int64_t> tiles;
  unsigned* times;
  __device__ void operator()(size_type tile, size_type atom) const {
    atomicAdd(times + tiles.position(tile, atom), 1u);
  }
};

bool walks_whole_tiles(schedule const& chosen) {
  return !chosen.user() && std::visit(
                               []<class S>(S const& s) {
                                 if constexpr (requires { s.run(); }) {
                                   return heddle::detail::source_of<S> == share_source::computed;
                                 }
                                 return false;
                               },
                               chosen.built_in());
}

// Whether blocks search for their shares, and scan few tiles that nobody has.
bool scans_few_tiles(schedule const& chosen, tile_case const& c) {
  if (chosen.user() || chosen.asked_walk() || c.tiles() > detail::gpu_tuning.unscanned_tiles) return false;
  return chosen.is_automatic() || std::holds_alternative<schedules::merge_path>(chosen.built_in()) ||
         std::holds_alternative<schedules::nonzero_split>(chosen.built_in());
}

// Rows backwards, all entries of each or some behind the first: their number is not known here, but bounded.
void check_chosen_rows(tile_case const& c, primitives::row_part part) {
  executor const exec = cuda_executor();
  std::vector<std::int32_t> ids;
  std::vector<size_type> scanned{0};
  std::vector<unsigned> expected(static_cast<std::size_t>(c.atoms()), 0);
  size_type longest = 1;
  for (size_type row = c.tiles() - 1; row >= 0; --row) {
    auto const r = static_cast<std::size_t>(row);
    size_type const length = part.of(c.offsets[r + 1] - c.offsets[r]);
    ids.push_back(static_cast<std::int32_t>(row));
    scanned.push_back(scanned.back() + length);
    longest = max_of(longest, length);
    std::fill_n(expected.begin() + c.offsets[r] + (length > 0 ? part.skip : 0), length, 1u);
  }
  buffer<std::int64_t> const offsets(exec, c.offsets);
  buffer<std::int32_t> const chosen_rows(exec, ids);
  buffer<size_type> const sums(exec, scanned);
  for (schedule const& chosen : driver_schedules()) {
    INFO("schedule ", chosen.text(), ", tiles: ", c.name);
    for (bool const whole : {false, true}) {
      if (whole && !walks_whole_tiles(chosen) && !scans_few_tiles(chosen, c)) continue;
      buffer<unsigned> times(exec, std::vector<unsigned>(expected.size(), 0));
      selected_tiles<std::int32_t, std::int64_t> const tiles{whole ? nullptr : sums.data(),
                                                             chosen_rows.data(),
                                                             offsets.data(),
                                                             c.tiles(),
                                                             -1,
                                                             part.skip,
                                                             nullptr,
                                                             longest};
      gpu::for_each_atom(exec, chosen, tiles, count_entries{tiles, times.data()});
      CHECK(times.to_host() == expected);
    }
  }
}

GPU_CASE("chosen rows are visited without the number of their entries, and whole ones without a scan (gpu)") {
  for (tile_case const& c : few_cases()) {
    check_chosen_rows(c, {});
    check_chosen_rows(c, {.skip = 2, .most = 5});
  }
}

// Lists the atoms that it visits, and counts how often blocks begin and end.
template <int Held> struct list_atoms {
  gpu::block_list<std::int64_t, Held> list;
  unsigned* times;  // [0]: threads that began, [1]: that ended

  template <class Block> __device__ void block_begin(Block const&) const {
    list.begin();
    atomicAdd(times, 1u);
  }
  template <class Block> __device__ void block_done(Block const& block) const {
    list.flush();
    atomicAdd(times + 1, 1u);
    block.sync();  // all threads of the block are here
  }
  __device__ void operator()(size_type, size_type atom) const { list.append(atom); }
};

template <int Held> void check_lists(std::vector<tile_case> const& cases) {
  executor const exec = cuda_executor();
  for (tile_case const& c : cases) {
    buffer<std::int64_t> const offsets(exec, c.offsets);
    offset_tiles<std::int64_t> const tiles{offsets.data(), c.tiles(), c.atoms()};
    for (schedule const& chosen : driver_schedules()) {
      INFO("schedule ", chosen.text(), ", tiles: ", c.name);
      buffer<std::int64_t> list(exec, c.atoms());
      buffer<unsigned long long> length(exec, std::vector<unsigned long long>{0});
      buffer<unsigned> times(exec, std::vector<unsigned>{0, 0});
      gpu::for_each_atom(exec, chosen, tiles, list_atoms<Held>{{list.data(), length.data()}, times.data()});
      REQUIRE_EQ(static_cast<size_type>(length.get(0)), c.atoms());
      auto listed = list.to_host();
      std::sort(listed.begin(), listed.end());
      for (std::size_t i = 0; i < listed.size(); ++i) REQUIRE_EQ(listed[i], static_cast<std::int64_t>(i));
      CHECK_EQ(times.get(0) % gpu::block_threads, 0u);
      CHECK_EQ(times.get(1) % gpu::block_threads, 0u);
      if (c.atoms() > 0) CHECK_GT(times.get(1), 0u);
    }
  }
}

GPU_CASE("visitors append what a block finds at once, however little of it waits (gpu)") {
  check_lists<1024>(tile_battery());
  check_lists<16>(tile_battery());
}

GPU_CASE("visitors append block by block (gpu) [sanitize]") { check_lists<16>(few_cases()); }

struct its_atom {
  __device__ __host__ size_type operator()(size_type, size_type atom) const { return atom; }
};

// Tiles that are a formula, so that their offsets have to be written out.
void check_formula(size_type tiles) {
  executor const exec = cuda_executor();
  stairs const set{tiles};
  using sum = plus_monoid<size_type>;
  for (schedule const& chosen : driver_schedules()) {
    CAPTURE(chosen.text());
    plan const made = make_plan(exec, set, chosen, call_of<its_atom, sum, keep<size_type>>());
    buffer<size_type> values(exec, tiles);
    buffer<unsigned> times(exec, std::vector<unsigned>(static_cast<std::size_t>(tiles), 0));
    gpu::reduce_tiles(exec, made, set, its_atom{}, sum{}, keep<size_type>{values.data(), times.data()});
    auto const got = values.to_host();
    auto const closed = times.to_host();
    for (size_type tile = 0; tile < tiles; ++tile) {
      CHECK_EQ(got[static_cast<std::size_t>(tile)], set.sum_of_atoms(tile));
      CHECK_EQ(closed[static_cast<std::size_t>(tile)], 1u);
    }
  }
}

GPU_CASE("a tile set of any kind is planned and reduced under every schedule (gpu) [sanitize]") {
  check_formula(0);
  check_formula(300);
}

}  // namespace
}  // namespace heddle::testing
