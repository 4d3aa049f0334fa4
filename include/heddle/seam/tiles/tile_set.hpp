// tile_set.hpp - what is balanced: atoms (stored entries) partitioned into consecutive, possibly empty tiles (rows);
// those of CSR, CSC and frontiers, of equal lengths, and of the expansion of a product.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::seam {

/// A point on the path from (0, 0) to (num_tiles, num_atoms): `tile` tiles are closed and `atom` atoms are consumed.
/// Both are 64-bit: `tile + atom` overflows 32 bits before either part does.
struct path_point {
  size_type tile = 0, atom = 0;
  friend HEDDLE_FN constexpr bool operator==(path_point a, path_point b) {
    return a.tile == b.tile && a.atom == b.atom;
  }
};

/// Tiles and atoms that lie before a point.
HEDDLE_FN constexpr size_type path_length(path_point p) { return p.tile + p.atom; }

/// A trivially copyable view of a partition of atoms [0, num_atoms()) into tiles [0, num_tiles()):
/// tile t owns atoms [first_atom(t), first_atom(t + 1)); first_atom is defined on [0, num_tiles()] and non-decreasing.
template <class T>
concept tile_set = std::is_trivially_copyable_v<T> && requires(T const& t, size_type i) {
  { t.num_tiles() } -> std::convertible_to<size_type>;
  { t.num_atoms() } -> std::convertible_to<size_type>;
  { t.first_atom(i) } -> std::convertible_to<size_type>;
};

/// A tile set whose tiles are a selection of larger ones (a frontier, the rows a mask leaves open): `tile_id(tile)` is
/// the name of the tile outside, `position(tile, atom)` where the atom's entry is stored.
template <class T>
concept selected_tile_set = tile_set<T> && requires(T const& t, size_type i) {
  { t.tile_id(i) } -> std::convertible_to<size_type>;
  { t.position(i, i) } -> std::convertible_to<size_type>;
};

/// The point behind all tiles and atoms.
template <tile_set Tiles> HEDDLE_FN constexpr path_point path_end(Tiles const& tiles) {
  return {static_cast<size_type>(tiles.num_tiles()), static_cast<size_type>(tiles.num_atoms())};
}

/// How many atoms a tile has.
template <tile_set Tiles> HEDDLE_FN constexpr size_type length_of(Tiles const& tiles, size_type tile) {
  if constexpr (requires { tiles.length(tile); }) return tiles.length(tile);
  return static_cast<size_type>(tiles.first_atom(tile + 1)) - static_cast<size_type>(tiles.first_atom(tile));
}

/// First tile that ends after `atom`, in [from, num_tiles()]; the tile that owns `atom` when atom < num_atoms().
/// Cost O(log num_tiles) reads of first_atom.
template <tile_set Tiles>
HEDDLE_FN constexpr size_type tile_of_atom(Tiles const& tiles, size_type atom, size_type from, size_type to) {
  while (from < to) {
    size_type const middle = from + (to - from) / 2;
    if (static_cast<size_type>(tiles.first_atom(middle + 1)) <= atom) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

/// Tiles are rows of a CSR matrix (columns of CSC); atoms are stored entries. `offsets` has tiles + 1 elements.
template <index_type Offset> struct offset_tiles {
  Offset const* offsets = nullptr;
  size_type tiles = 0, atoms = 0;  // atoms == offsets[tiles], kept so that the host never reads device memory

  HEDDLE_FN constexpr size_type num_tiles() const { return tiles; }
  HEDDLE_FN constexpr size_type num_atoms() const { return atoms; }
  HEDDLE_FN constexpr size_type first_atom(size_type tile) const { return offsets[tile]; }
  HEDDLE_FN constexpr offset_tiles as_offsets() const { return *this; }
};

/// Tiles are chosen rows of a CSR matrix: tile t is row ids[t], its atoms are numbered by the scan of the chosen rows'
/// lengths, and its entries are stored from rows[ids[t]] + skip on: a part of each row where `scanned` counts one.
/// Who walks whole tiles alone may have them without that scan, and so may blocks that search for equal shares of few
/// tiles, which scan these themselves: then the atoms of every tile are numbered from 0, their number is
/// length_of(tiles, tile), and the tile set has no path.
/// Where a kernel has `counted` the tiles, `tiles` is how many there may be, until as_counted has looked.
template <class Ids, class Offsets> struct selected_tiles_of {
  size_type const* scanned = nullptr;  // [tiles + 1], exclusive scan of the chosen rows' lengths, or null
  Ids ids = {};                        // [tiles]
  Offsets rows = {};                   // offsets of the whole matrix
  size_type tiles = 0, atoms = 0;
  size_type skip = 0;  // entries of each row, passed over
  size_type const* counted = nullptr;
  size_type most = 0;  // atoms of a tile; 0: all of its row behind `skip`

  HEDDLE_FN constexpr size_type num_tiles() const { return tiles; }
  HEDDLE_FN constexpr size_type num_atoms() const { return atoms; }
  /// The same where it is known, else how many there may be; negative: nobody knows.
  HEDDLE_FN constexpr size_type most_atoms() const { return atoms < 0 && most > 0 ? tiles * most : atoms; }
  HEDDLE_FN constexpr size_type first_atom(size_type tile) const { return scanned ? scanned[tile] : 0; }
  HEDDLE_FN constexpr size_type length(size_type tile) const {
    if (scanned) return scanned[tile + 1] - scanned[tile];
    size_type const row = ids[tile], left = max_of(size_type{rows[row + 1]} - rows[row] - skip, size_type{0});
    return most > 0 ? min_of(left, most) : left;
  }
  HEDDLE_FN constexpr size_type tile_id(size_type tile) const { return ids[tile]; }
  HEDDLE_FN constexpr size_type position(size_type tile, size_type atom) const {
    return rows[ids[tile]] + skip + (atom - first_atom(tile));
  }
  HEDDLE_FN constexpr offset_tiles<size_type> as_offsets() const { return {scanned, tiles, atoms}; }
};
/// Some rows of a matrix, by arrays in memory.
template <class Index, class Offset> using selected_tiles = selected_tiles_of<Index const*, Offset const*>;

/// Tiles of equal length: COO read one atom a tile (`length` = 1), dense rows.
struct uniform_tiles {
  size_type tiles = 0, length = 1;

  HEDDLE_FN constexpr size_type num_tiles() const { return tiles; }
  HEDDLE_FN constexpr size_type num_atoms() const { return tiles * length; }
  HEDDLE_FN constexpr size_type first_atom(size_type tile) const { return tile * length; }
};

/// Where the tiles of a set begin. Shares are of equal numbers of atoms, a multiple of those of a place: four for each
/// lane of a warp.
struct marked_tiles {
  std::uint32_t const* marks;  // bit a of these: atom a is the first of its tile; one more is set, for the end
  std::int32_t const* tiles;   // those with atoms, in order; those without stand at the end, the last of them first
  std::int32_t const* open;    // of every place: where in `tiles` the last stands that begins before it; -1: none does
  size_type atoms_per_share, shares, num_atoms;
  std::int32_t const* filled = nullptr;  // how many tiles have atoms

  HEDDLE_FN bool is_first(size_type atom) const { return marks[atom / 32] >> (atom % 32) & 1; }
};

// The expansion of a sparse product: tiles are rows of A * B, atoms the products a(i,k) * b(k,j). Dalton, Olson & Bell,
// "Optimizing Sparse Matrix-Matrix Multiplication for the GPU", TOMS 2015.

/// Number of atoms that an entry of A brings: the length of B's row k. Summed over A's rows it gives the tiles' sizes.
template <index_type Index, index_type Offset> struct expanded_length {
  static constexpr bool general_walks = true;
  Index const* a_indices = nullptr;
  Offset const* b_offsets = nullptr;

  HEDDLE_FN constexpr size_type operator()(size_type entry) const {
    Index const k = a_indices[entry];
    return static_cast<size_type>(b_offsets[k + 1]) - static_cast<size_type>(b_offsets[k]);
  }
};

/// Row i of the product owns atoms [scanned[i], scanned[i + 1]), in the order of A's entries, then of B's. All 64-bit:
/// the expansion of two matrices with 32-bit offsets is often longer than 2^31.
template <index_type Index, index_type Offset> struct expansion_tiles {
  size_type const* scanned = nullptr;  // [rows + 1]
  Offset const* a_offsets = nullptr;
  expanded_length<Index, Offset> lengths;
  size_type rows = 0, atoms = 0;

  HEDDLE_FN constexpr size_type num_tiles() const { return rows; }
  HEDDLE_FN constexpr size_type num_atoms() const { return atoms; }
  HEDDLE_FN constexpr size_type first_atom(size_type tile) const { return scanned[tile]; }
  HEDDLE_FN constexpr offset_tiles<size_type> as_offsets() const { return {scanned, rows, atoms}; }

  /// The product behind an atom: the entry of A, and the position of B's entry.
  struct product {
    size_type a, b;
  };
  HEDDLE_FN constexpr product factors(size_type tile, size_type atom) const {
    size_type entry = a_offsets[tile], left = atom - scanned[tile];
    for (size_type length = lengths(entry); left >= length; length = lengths(++entry)) left -= length;
    return {entry, static_cast<size_type>(lengths.b_offsets[lengths.a_indices[entry]]) + left};
  }
};

/// First row that begins in a share whose boundary is `p`: shares of a product are rounded to whole rows, because a
/// row's products are combined where they are made.
template <tile_set Tiles> HEDDLE_FN constexpr size_type first_whole_tile(Tiles const& tiles, path_point p) {
  return p.tile + (p.atom > static_cast<size_type>(tiles.first_atom(p.tile)) ? 1 : 0);
}

}  // namespace heddle::seam
