// partition.hpp - who gets which stretch: a monotone map from worker number to a point on the path; where the shares of
// a plan begin and end; and the pieces of tiles in a share.
#pragma once
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::seam {

/// Worker w of [0, workers(tiles)) owns the path from boundary(tiles, w) to boundary(tiles, w + 1). A partition must
/// begin at {0, 0}, end at path_end(tiles), never go back, and give the same answer whenever it is asked; coverage and
/// disjointness follow. `check_partition` (schedule/conformance.hpp) tells what a partition got wrong. Give it an ==:
/// plans are kept by it, and a partition without one that is written into a call is planned anew in each call.
template <class S, class Tiles = offset_tiles<std::int32_t>>
concept partition = requires(S const& s, Tiles const& tiles, size_type worker) {
  { s.workers(tiles) } -> std::convertible_to<size_type>;
  { s.boundary(tiles, worker) } -> std::same_as<path_point>;
};

/// Sizes of a tile set, or what they are at most where a GPU alone knows them.
struct tile_capacity {
  size_type tiles = 0, atoms = 0;
};

/// A partition that a GPU can ask by itself: `most_workers(tile_capacity)` is what workers(tiles) is at most, for all
/// tiles of no more than that. In code that nvcc compiles a push then plans the rows of its operand without reading
/// anything back; so all three functions are HEDDLE_FN, and the struct is trivially copyable.
template <class S>
concept partition_on_gpu = partition<S, offset_tiles<std::int64_t>> && requires(S const& s, tile_capacity most) {
  { s.most_workers(most) } -> std::convertible_to<size_type>;
};

}  // namespace heddle::seam

namespace heddle::detail {

// What a GPU finds wrong with a partition (schedule/conformance.hpp tells the host more).
enum class fault_kind : std::uint8_t { crowd, begin, end, off_path, back };
struct partition_fault {
  static constexpr unsigned long long none = ~0ull;
  size_type worker = 0;
  fault_kind kind = fault_kind::crowd;

  // Ordered by workers.
  HEDDLE_FN constexpr unsigned long long packed() const {
    return static_cast<unsigned long long>(worker) << 8 | static_cast<unsigned long long>(kind);
  }
  HEDDLE_FN static constexpr partition_fault of(unsigned long long packed) {
    return {static_cast<size_type>(packed >> 8), static_cast<fault_kind>(packed & 0xff)};
  }
};

}  // namespace heddle::detail

namespace heddle::seam {

/// Where the shares of a partition stand in a plan: computed from the worker's number (whole tiles), in a table of
/// points, in a list of tiles, or computed too but taken by blocks as they come.
enum class share_source : std::uint8_t { computed, table, order, claims };

/// A parameter of a schedule: a field, and its name in text.
template <class S, class T> struct parameter {
  using member = T S::*;
  std::string_view name;
  member field;
};
template <class S, class T> parameter(char const*, T S::*) -> parameter<S, T>;

/// Parts of whole-tile partitions: `tiles_per_worker` consecutive tiles each, nothing is ever cut. Boundaries are
/// computed where they are needed; reading a table would cost a third of the bandwidth.
template <tile_set Tiles> HEDDLE_FN constexpr size_type whole_workers(Tiles const& tiles, int tiles_per_worker) {
  return ceil_div(tiles.num_tiles(), tiles_per_worker);
}
/// Where a worker of whole tiles begins.
template <tile_set Tiles>
HEDDLE_FN constexpr path_point whole_boundary(Tiles const& tiles, int tiles_per_worker, size_type worker) {
  size_type const tile = min_of(worker * tiles_per_worker, static_cast<size_type>(tiles.num_tiles()));
  return {tile, static_cast<size_type>(tiles.first_atom(tile))};
}

/// The shares of a plan. Where one begins is computed (whole tiles), stands in a table, or is a tile of a list.
struct shares_view {
  path_point const* points = nullptr;   // [workers + 1]
  std::int64_t const* order = nullptr;  // [workers]: share w is the tile order[w]
  size_type workers = 0;
  int tiles_per_share = 0;        // where there is neither
  size_type atoms_per_share = 0;  // > 0: equal atoms, so that only the tile has to be read from the table

  template <class Tiles> HEDDLE_FN path_point begin(Tiles const& tiles, size_type share) const {
    return points ? from_table(tiles, share) : of_tile(tiles, first_tile(share));
  }
  template <class Tiles> HEDDLE_FN path_point end(Tiles const& tiles, size_type share) const {
    if (points) return from_table(tiles, share + 1);
    return of_tile(tiles, order ? first_tile(share) + 1 : first_tile(share + 1));
  }
  /// Where there is a table.
  template <class Tiles> HEDDLE_FN path_point from_table(Tiles const& tiles, size_type share) const {
    if (atoms_per_share == 0) return points[share];
    return {points[share].tile, min_of(share * atoms_per_share, static_cast<size_type>(tiles.num_atoms()))};
  }

 private:
  HEDDLE_FN size_type first_tile(size_type share) const { return order ? order[share] : share * tiles_per_share; }
  template <class Tiles> static HEDDLE_FN path_point of_tile(Tiles const& tiles, size_type tile) {
    size_type const at = min_of(tile, static_cast<size_type>(tiles.num_tiles()));
    return {at, static_cast<size_type>(tiles.first_atom(at))};
  }
};

// For loops that the user writes, on the host or in a kernel. After the ranges of Osama, Porumbescu & Owens, "A
// Programming Model for GPU Load Balancing", PPoPP 2023.

/// The atoms [first, last) of one tile that lie in a share; `whole` when these are all atoms of the tile and the share
/// holds its end, so that nobody else writes the tile's result.
struct tile_piece {
  size_type tile = 0, first = 0, last = 0;
  bool whole = true;
};

/// Pieces of the tiles between two points of the path, in order:
///   for (auto piece : share{tiles, s.boundary(tiles, w), s.boundary(tiles, w + 1)})
///     for (size_type atom = piece.first; atom < piece.last; ++atom) ...
/// Works on the host and in kernels. A tile cut by two shares appears in both, with whole == false.
template <tile_set Tiles> struct share {
  Tiles tiles;
  path_point from, to;

  struct iterator {
    Tiles tiles;
    path_point at, to;

    HEDDLE_FN constexpr tile_piece operator*() const {
      bool const closes = at.tile < to.tile;
      size_type const last = closes ? static_cast<size_type>(tiles.first_atom(at.tile + 1)) : to.atom;
      return {at.tile, at.atom, last, closes && at.atom == static_cast<size_type>(tiles.first_atom(at.tile))};
    }
    HEDDLE_FN constexpr iterator& operator++() {
      at = at.tile < to.tile ? path_point{at.tile + 1, static_cast<size_type>(tiles.first_atom(at.tile + 1))} : to;
      return *this;
    }
    friend HEDDLE_FN constexpr bool operator!=(iterator const& a, iterator const& b) { return !(a.at == b.at); }
  };

  HEDDLE_FN constexpr iterator begin() const { return {tiles, from, to}; }
  HEDDLE_FN constexpr iterator end() const { return {tiles, to, to}; }
};

}  // namespace heddle::seam
