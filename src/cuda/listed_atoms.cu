// listed_atoms.cu - what is written down before a push under schedules that want it: its edges one by one, the row of
// each, where shares begin, or rows in bins.
#include <heddle/detail/cuda/combine.cuh>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/ops/mxv/prepared_push.hpp>

#include "src/executor/backend.hpp"

namespace heddle::gpu {
namespace {

struct list_tile {
  size_type const* offsets;
  std::int32_t* tile_of_atom;
  size_type* atom_at;
  unsigned long long* listed;
  bool singly;

  __device__ void operator()(size_type tile) const {
    size_type const begin = offsets[tile], end = offsets[tile + 1];
    auto place = singly || begin == end ? 0 : atomicAdd(listed, static_cast<unsigned long long>(end - begin));
    for (size_type atom = begin; atom < end; ++atom, ++place) {
      if (singly) place = add_alone(listed, 1ull);
      tile_of_atom[place] = static_cast<std::int32_t>(tile);
      atom_at[place] = atom;
    }
  }
};

// The table of shares of as many atoms as the GPU counts; behind the last they are empty.
struct place_counted {
  nonzero_split split;
  offset_tiles<size_type> tiles;
  path_point* points;

  __device__ void operator()(size_type worker) const {
    offset_tiles<size_type> const counted{tiles.offsets, tiles.tiles, tiles.offsets[tiles.tiles]};
    points[worker] = split.boundary(counted, worker);
  }
};

// An atom a lane, whatever the shares are.
void write_tiles_of_atoms(executor const& exec, offset_tiles<size_type> const& tiles, plan& into) {
  auto const whole = std::make_shared<share_table>();
  whole->workers = 1;
  into.shares = whole;
  into.counted_atoms = tiles.offsets + tiles.tiles;
  into.tile_of_atom = buffer<std::int32_t>(exec, tiles.atoms);
  primitives::expand_offsets(exec, tiles.offsets, tiles.tiles, tiles.atoms, into.tile_of_atom.data());
}

void write_points(executor const& exec, offset_tiles<size_type> const& tiles, nonzero_split const& split, plan& into) {
  auto const table = std::make_shared<share_table>();
  table->source = share_source::table;
  table->workers = split.workers(tiles);
  table->points = buffer<path_point>(exec, table->workers + 1);
  for_each_index(exec, table->points.size(), place_counted{split, tiles, table->points.data()}, "written_down");
  into.shares = table;
}

// Bins that are walked alike are one class.
constexpr int most_classes = 8;
struct class_of_bin {
  std::int8_t of[binned::num_bins];
};

// By one block: class c has the tiles order[c * tiles ...), in any order; behind those of all `num` classes stands how
// many each has.
__global__ __launch_bounds__(launch_threads) void list_classes(offset_tiles<size_type> const tiles,
                                                               class_of_bin const classes, int num,
                                                               std::int64_t* order) {
  __shared__ unsigned counts[most_classes];
  if (threadIdx.x < most_classes) counts[threadIdx.x] = 0;
  __syncthreads();
  unsigned const lane = threadIdx.x % 32, before = (1u << lane) - 1;
  for (size_type first = 0; first < tiles.tiles; first += launch_threads) {
    size_type const tile = first + threadIdx.x;
    int const mine = tile < tiles.tiles ? classes.of[binned::bin_of(length_of(tiles, tile))] : -1;
    for (int one = 0; one < num; ++one) {
      unsigned const alike = __ballot_sync(~0u, mine == one);
      if (alike == 0) continue;
      unsigned place = lane == 0 ? atomicAdd(counts + one, static_cast<unsigned>(__popc(alike))) : 0;
      place = __shfl_sync(~0u, place, 0) + __popc(alike & before);
      if (mine == one) order[one * tiles.tiles + place] = tile;
    }
  }
  __syncthreads();
  if (static_cast<int>(threadIdx.x) < num) order[num * tiles.tiles + threadIdx.x] = counts[threadIdx.x];
}

// A launch for each class that there may be.
void write_bins(executor const& exec, offset_tiles<size_type> const& tiles, size_type longest, binned const& bins,
                plan& into) {
  class_of_bin classes{};
  int const last = longest > 0 ? binned::bin_of(longest) : binned::num_bins - 1;
  for (int bin = 0; bin <= last; ++bin) {
    walk const by = bins.walked_by(bin);
    if (bin == 0 || !(into.launches.back().walked_by == by)) into.launches.push_back({by, 0, tiles.tiles});
    classes.of[bin] = static_cast<std::int8_t>(into.launches.size() - 1);
  }
  auto const num = static_cast<int>(into.launches.size());
  auto const table = std::make_shared<share_table>();
  table->source = share_source::order;
  table->workers = tiles.tiles;
  table->order = buffer<std::int64_t>(exec, num * tiles.tiles + num);
  for (int one = 0; one < num; ++one) {
    plan_launch& launch = into.launches[static_cast<std::size_t>(one)];
    launch.first_worker = one * tiles.tiles;
    launch.counted = table->order.data() + num * tiles.tiles + one;
  }
  device_guard const guard(exec);
  list_classes<<<1, launch_threads, 0, stream_of(exec)>>>(tiles, classes, num, table->order.data());
  check(cudaGetLastError(), "written_down");
  into.shares = table;
}

}  // namespace

plan list_atoms_apart(executor const& exec, offset_tiles<size_type> const& tiles, bool singly) {
  size_type atoms = max_of(tiles.atoms, size_type{0});
  if (tiles.atoms < 0 && tiles.tiles > 0) {
    heddle::detail::copy_bytes(executor{}, &atoms, exec, tiles.offsets + tiles.tiles, sizeof(atoms));
  }
  plan listed = make_plan(exec, offset_tiles<size_type>{tiles.offsets, tiles.tiles, atoms}, thread_mapped{},
                          reduction_call{sizeof(size_type), 0, true});
  listed.counted_atoms = tiles.offsets + tiles.tiles;
  listed.tile_of_atom = buffer<std::int32_t>(exec, atoms);
  listed.atom_at = buffer<size_type>(exec, atoms);
  buffer<unsigned long long> count(exec, 1);
  device_guard const guard(exec);
  check(cudaMemsetAsync(count.data(), 0, sizeof(unsigned long long), stream_of(exec)), "list_atoms_apart");
  for_each_index(exec, tiles.tiles,
                 list_tile{tiles.offsets, listed.tile_of_atom.data(), listed.atom_at.data(), count.data(), singly},
                 "list_atoms_apart");
  return listed;
}

std::optional<plan> written_down(executor const& exec, offset_tiles<size_type> const& tiles, size_type longest,
                                 schedule const& chosen, bool maps) {
  constexpr size_type most_binned = 4096;  // by one block
  auto const& asked = chosen.asked_walk();
  bool const fits = tiles.tiles > 0 && tiles.tiles <= std::numeric_limits<std::int32_t>::max() && tiles.atoms >= 0;
  if (!fits || chosen.user()) return {};
  plan result{.chosen = chosen, .walked_by = chosen.walked_by(), .made_for = exec.kind()};
  auto const* const split = std::get_if<nonzero_split>(&chosen.built_in());
  auto const* const bins = std::get_if<binned>(&chosen.built_in());
  if (bins && !asked && tiles.tiles <= most_binned) {
    write_bins(exec, tiles, longest, *bins, result);
  } else if (detail::needs_of(result.walked_by).tile_numbers) {
    if (!maps) return {};
    write_tiles_of_atoms(exec, tiles, result);
  } else if (split && split->atoms_per_worker > 0 && asked && *asked == walk{split->walked_by()}) {
    write_points(exec, tiles, *split, result);
  } else {
    return {};
  }
  return result;
}

}  // namespace heddle::gpu
