// prepared_push.hpp - what is put down before a push on a GPU: its edges one by one, its mask in bits, or in a loop the
// rows that it walks.
#pragma once
#include <cstring>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/detail/storage/vector_storage.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/sinks.hpp>
#include <optional>

namespace heddle::gpu {

/// Atoms for which a push on a GPU makes room before it knows how many there are.
inline constexpr size_type most_listed_unread = size_type{1} << 20;

/// The tiles of a push as its lists are made of them: with as many atoms as there may be, or, where these are many,
/// with a negative number that stands for nobody knows.
template <class Index, class Offset> offset_tiles<size_type> tiles_to_list(selected_tiles<Index, Offset> const& tiles) {
  size_type const most = tiles.most_atoms();
  return {tiles.scanned, tiles.tiles, tiles.atoms < 0 && most > most_listed_unread ? -1 : most};
}

/// A plan for visits alone, whose atoms are listed in any order: a thread takes a tile, and reserves places for its
/// atoms by an atomic addition for each where `singly`, else for all of them. Raval et al., 2017: "EP" without and with
/// work chunking. tiles: at most 2^31 - 1, pointers of exec's device, and at most as many atoms as it says; a negative
/// number is read back. O(tiles + atoms).
plan list_atoms_apart(executor const& exec, offset_tiles<size_type> const& tiles, bool singly);

/// What such a schedule wants to be written down before a visit, of which nothing is read back: the tile of every atom,
/// where the shares of blocks begin, or few tiles in bins. tiles: likewise, of at most `longest` atoms each; 0: nobody
/// knows. `maps`: kernels look at no more than the tile of an atom. Empty where the schedule wants none of these, or
/// the number of atoms is negative. O(tiles + atoms).
std::optional<plan> written_down(executor const& exec, offset_tiles<size_type> const& tiles, size_type longest,
                                 schedule const& chosen, bool maps);

/// A bit for each of n positions, 32 a word, set where the mask is open. mask: pointers of exec's device. O(n).
buffer<std::uint32_t> open_bits(executor const& exec, mask_view const& mask, size_type n);

/// What a step of a search writes beside its result, at the positions of the result's entries. Without levels nothing
/// is; with parents an entry becomes the parent of its position, and the position takes its place in the result.
struct search_marks {
  std::int32_t* levels = nullptr;
  primitives::byte* has_level = nullptr;
  std::int32_t level = 0;
  void* parents = nullptr;  // as wide as the entries
  primitives::byte* has_parent = nullptr;
};

/// A bitmap as kernels read it. present: null where it is full; values: null where nobody reads them.
struct bitmap_view {
  size_type n = 0;
  primitives::byte const* present = nullptr;
  primitives::byte const* values = nullptr;
  std::size_t width = 1;
  heddle::detail::listing_view listed = {};
};

/// The rows at which a bitmap has entries, blocks of them in any order, for selected_tiles.
template <class Index> struct counted_rows {
  buffer<Index> ids;
  buffer<size_type> scanned;
  buffer<primitives::byte> values;    // of the bitmap, in the order of ids
  buffer<unsigned long long> counts;  // of rows; whether entries are few

  size_type const* counted() const { return reinterpret_cast<size_type const*>(counts.data()); }
  primitives::byte const* few() const { return reinterpret_cast<primitives::byte const*>(counts.data() + 1); }
};
inline constexpr size_type num_row_counts = 2;

/// Rows, and entries of all rows, that a count of both together has room for.
inline constexpr size_type most_counted_rows = (size_type{1} << 31) - 1,
                           most_counted_entries = (size_type{1} << 33) - 1;

/// Blocks reserve their places by an addition each, so that nothing is read back: the unordered prefix sum of Busato &
/// Bombieri. `few`: so many entries of rows are few. One launch. O(entries of u), and n where they are not listed.
void count_rows(executor const& exec, bitmap_view const& u, integers offsets, integers_out ids, size_type* scanned,
                primitives::byte* values, unsigned long long* counts, size_type few);

/// u: at most most_counted_rows, of a matrix of at most most_counted_entries, which begin at `offsets`.
template <class Index, class Offset>
counted_rows<Index> count_rows(executor const& exec, bitmap_view const& u, Offset const* offsets, size_type few) {
  counted_rows<Index> rows{buffer<Index>(exec, u.n), buffer<size_type>(exec, u.n + 1),
                           buffer<primitives::byte>(exec, u.values ? heddle::detail::bytes_of(u.n, u.width) : 0),
                           buffer<unsigned long long>(exec, num_row_counts)};
  count_rows(exec, u, offsets, rows.ids.data(), rows.scanned.data(), rows.values.data(), rows.counts.data(), few);
  return rows;
}

/// What the values of a bitmap are to be where it has no entry: `bytes` of `bits`; 0 bytes: anything.
struct neutral_value {
  std::uint64_t bits = 0;
  std::uint32_t bytes = 0;  // 0, 1, 4 or 8

  neutral_value() = default;
  template <class D> explicit neutral_value(D const& value) : bytes(sizeof(D)) {
    static_assert(sizeof(D) <= sizeof bits);
    std::memcpy(&bits, &value, sizeof(D));
  }
};

/// A bitmap of n positions has no entry, and its list none. O(entries) where they were listed by someone who began so
/// with the same value, else O(n). One launch.
void begin_listing(executor const& exec, heddle::detail::listing& listed, primitives::byte* present,
                   primitives::byte* values, size_type n, neutral_value const& neutral);

}  // namespace heddle::gpu
