// mark_tiles.cu - the marks of a set of tiles: a bit for every atom that begins one, and the tiles that have atoms.
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/seam/plan/plan.hpp>

#include "src/executor/backend.hpp"

namespace heddle::gpu {
namespace {

struct has_atoms {
  integer_tiles tiles;
  size_type* flags;
  __device__ void operator()(size_type tile) const { flags[tile] = length_of(tiles, tile) > 0; }
};

// `place`: tiles with atoms before each, and behind the last all of them. Those without are listed from the end on.
struct mark_tile {
  integer_tiles tiles;
  size_type const* place;
  std::uint32_t* marks;
  std::int32_t* listed;
  std::int32_t* filled;
  __device__ void operator()(size_type tile) const {
    size_type const atom = tiles.first_atom(tile);
    if (tile == tiles.num_tiles()) {
      atomicOr(marks + atom / 32, 1u << (atom % 32));
      *filled = static_cast<std::int32_t>(place[tile]);
    } else if (length_of(tiles, tile) > 0) {
      atomicOr(marks + atom / 32, 1u << (atom % 32));
      listed[place[tile]] = static_cast<std::int32_t>(tile);
    } else {
      listed[tiles.num_tiles() - 1 - (tile - place[tile])] = static_cast<std::int32_t>(tile);
    }
  }
};

struct find_open {
  integer_tiles tiles;
  size_type const* place;
  std::int32_t* open;
  __device__ void operator()(size_type i) const {
    size_type const atom = i * marked_place - 1;
    open[i] = atom < 0 ? -1 : static_cast<std::int32_t>(place[tile_of_atom(tiles, atom, 0, tiles.num_tiles())]);
  }
};

}  // namespace

tile_marks mark_tiles(executor const& exec, integer_tiles const& tiles, size_type atoms_per_share) {
  constexpr size_type ahead = 8;  // words that the last step of the last share reads behind the end
  tile_marks result;
  result.num_atoms = tiles.atoms;
  result.atoms_per_share = atoms_per_share;
  buffer<size_type> place(exec, tiles.tiles + 1);
  for_each_index(exec, tiles.tiles, has_atoms{tiles, place.data()}, "marks");
  primitives::exclusive_sum(exec, place.data(), place.data(), tiles.tiles);
  result.marks = buffer<std::uint32_t>(exec, tiles.atoms / 32 + ahead);
  primitives::byte const zero = 0;
  primitives::fill(exec, result.marks.data(), result.marks.bytes(), 1, &zero);
  result.tiles = buffer<std::int32_t>(exec, tiles.tiles);
  result.filled = buffer<std::int32_t>(exec, 1);
  mark_tile const mark{tiles, place.data(), result.marks.data(), result.tiles.data(), result.filled.data()};
  for_each_index(exec, tiles.tiles + 1, mark, "marks");
  result.open = buffer<std::int32_t>(exec, ceil_div(tiles.atoms, marked_place));
  for_each_index(exec, result.open.size(), find_open{tiles, place.data(), result.open.data()}, "marks");
  nonzero_split const shares{.atoms_per_worker = static_cast<int>(result.atoms_per_share)};
  result.points = tabulate(exec, tiles, heddle::detail::schedule_table(shares));
  return result;
}

}  // namespace heddle::gpu
