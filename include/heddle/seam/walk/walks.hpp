// walks.hpp - how a share is walked, as values: the table of walks and what each needs. Only GPUs tell them apart: on
// the CPU a share is always walked by one thread.
#pragma once
#include <heddle/detail/base/tuning.hpp>
#include <heddle/seam/tiles/partition.hpp>

namespace heddle::seam {

/// What a plan has to know of a reduction: of how many bytes its partial results are, how many bytes an entry has that
/// a walk may read by itself (0: only the product knows how), whether every atom has a value and no tile is refused (no
/// mask, no absent operands) and walks for that are compiled, whether a product asks for the tile of its atom, whether
/// of the walks for what is full only those that `auto` chooses from are compiled, and that between marks, how many
/// columns of a dense operand are reduced at once, and whether an atom's product gathers by the atom's column.
struct reduction_call {
  std::size_t value_bytes, entry_bytes = 0;
  std::size_t element_bytes;  // of what a matrix, a vector and a result hold: values that may be absent are larger
  bool full = false, by_tile = false, usual_walks = false;
  bool masked = true;      // tiles may be refused, or the kernels are general
  bool marked = true;      // of the usual walks that between marks too
  bool one_value = false;  // all entries have the same value, so that no array of values is read
  bool decided = false;    // by one of its atoms a tile's sum may be (see decided_by_one)
  bool gathers = true;     // an element for each of them, by a column that is read with its value
  bool sums = true;        // else atoms are visited, and nobody asks what shares cut
  int columns = 0;         // of a dense operand, rounded up to a power of two, 128 at most; 0: there is none

  HEDDLE_FN constexpr reduction_call(std::size_t value, std::size_t entry, bool everything, bool asks_tile = false)
      : value_bytes(value),
        entry_bytes(entry),
        element_bytes(value),
        full(everything),
        by_tile(asks_tile),
        masked(!everything) {}
  /// y = A x with values of so many bytes and 4-byte columns, nothing absent, nothing masked.
  HEDDLE_FN constexpr reduction_call(std::size_t value = 4)
      : reduction_call(value, value + sizeof(std::int32_t), true) {}
  friend HEDDLE_FN constexpr bool operator==(reduction_call const&, reduction_call const&) = default;
};

/// What a walk asks of shares and of the call, and what plans and drivers have to know of it: they ask for no walk by
/// its name.
struct walk_needs {
  bool computed = false, tabulated = false, ordered = false, claimed = false;  // sources of shares that it can walk
  bool equal_atoms = false;                                                    // shares of equal numbers of atoms
  std::size_t max_value_bytes = std::numeric_limits<std::size_t>::max();       // of a partial result
  bool full = false;                                                           // no mask, no absent values
  bool unmasked = false;                                                       // no mask
  bool on_request = false;                                                     // `auto` never chooses it
  bool entries = false;                                                        // it reads entries by itself
  bool atoms_alone = false;                                                    // no product asks for its tile
  bool decided = false;                                                        // one atom may decide a tile's sum
  bool copies = false;        // a block copies the entries of its share first, which it must have room for
  bool scans = false;         // a block sums its share by a scan, and holds it at once
  bool tile_numbers = false;  // it reads the tile of every atom beside it
  bool marks = false;         // it reads marks where tiles begin
  bool deals = false;         // a block deals tiles out to its lanes, as many at once as it has threads
  bool columns = false;       // its lanes may share out the columns of a dense operand
  bool searches = false;      // its thread may search for where its share begins, where nothing is tabulated
  HEDDLE_FN constexpr bool beside_atoms() const { return tile_numbers || marks; }
};

struct by_thread {
  static constexpr std::string_view name = "thread";
  static constexpr std::string_view summary = "one thread takes a share alone";
  static constexpr walk_needs needs{
      .computed = true, .tabulated = true, .ordered = true, .columns = true, .searches = true};
  static constexpr int lanes = 1;
  friend HEDDLE_FN constexpr bool operator==(by_thread, by_thread) = default;
};

/// lanes: 1, 2, 4, 8, 16 or 32.
struct by_group {
  static constexpr int least_lanes = 1, most_lanes = 32;
  int lanes = 8;

  static constexpr std::string_view name = "group";
  static constexpr std::string_view summary = "a group of lanes strides over the tiles of a share, one after the other";
  static constexpr walk_needs needs{.computed = true, .tabulated = true, .ordered = true, .columns = true};
  HEDDLE_FN static constexpr auto parameters(auto const& f) { return f(parameter{"lanes", &by_group::lanes}); }
  friend HEDDLE_FN constexpr bool operator==(by_group, by_group) = default;
};

struct by_asking {
  static constexpr std::string_view name = "asking";
  static constexpr std::string_view summary =
      "where one atom may decide: a lane asks the first of a tile, then all lanes those of the tiles that are left";
  static constexpr walk_needs needs{.computed = true, .decided = true};
  static constexpr int lanes = 1;
  HEDDLE_FN static constexpr by_group substitute() { return {}; }
  friend HEDDLE_FN constexpr bool operator==(by_asking, by_asking) = default;
};

struct by_block_rows {
  static constexpr std::string_view name = "rows";
  static constexpr std::string_view summary =
      "a block stages the values of its share, then lanes take tiles, as many lanes each as tiles leave free";
  static constexpr walk_needs needs{.computed = true,
                                    .tabulated = true,
                                    .ordered = true,
                                    .claimed = true,
                                    .max_value_bytes = detail::gpu_tuning.max_staged_bytes};
  static constexpr int lanes = detail::gpu_tuning.threads;
  HEDDLE_FN static constexpr by_group substitute() { return {32}; }
  friend HEDDLE_FN constexpr bool operator==(by_block_rows, by_block_rows) = default;
};

/// lanes: 1, 2, 4, 8, 16 or 32, which take the tiles that nobody sets aside. 0: none are set aside for these.
struct by_gathering {
  static constexpr int least_lanes = 1, most_lanes = 32;
  int lanes = 1;
  int warp_above = 32;    // tiles of more atoms are set aside for all lanes of the warp
  int block_above = 256;  // tiles of more atoms for all threads of the block

  static constexpr std::string_view name = "gathering";
  static constexpr std::string_view summary = "long tiles are set aside for a warp or the block, lanes take the others";
  static constexpr walk_needs needs{.computed = true,
                                    .max_value_bytes = detail::gpu_tuning.max_staged_bytes,
                                    .full = true,
                                    .on_request = true,
                                    .deals = true};
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"lanes", &by_gathering::lanes}, parameter{"warp_above", &by_gathering::warp_above},
             parameter{"block_above", &by_gathering::block_above});
  }
  HEDDLE_FN constexpr by_group substitute() const { return {lanes}; }
  friend HEDDLE_FN constexpr bool operator==(by_gathering, by_gathering) = default;
};

/// lanes: 2 to 256; of sizes that are no power of two the last group of a block has what is left. 0: no tiles are set
/// aside.
struct by_flattened_group {
  static constexpr int least_lanes = 2, most_lanes = 256;
  int lanes = 32;
  int warp_above = 0, block_above = 0;

  static constexpr std::string_view name = "flattened";
  static constexpr std::string_view summary =
      "a group takes as many tiles as it has lanes and deals their atoms out evenly, by a prefix sum";
  static constexpr walk_needs needs{.computed = true,
                                    .max_value_bytes = detail::gpu_tuning.max_staged_bytes,
                                    .full = true,
                                    .on_request = true,
                                    .deals = true};
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"lanes", &by_flattened_group::lanes}, parameter{"warp_above", &by_flattened_group::warp_above},
             parameter{"block_above", &by_flattened_group::block_above});
  }
  HEDDLE_FN constexpr by_group substitute() const {
    int fewer = least_lanes;  // a power of two
    while (fewer < 32 && 2 * fewer <= lanes) fewer *= 2;
    return {fewer};
  }
  friend HEDDLE_FN constexpr bool operator==(by_flattened_group, by_flattened_group) = default;
};

struct by_segments {
  static constexpr std::string_view name = "segments";
  static constexpr std::string_view summary =
      "a warp, one atom a lane, with the tile of each read beside it; runs of a tile by a segmented scan";
  static constexpr walk_needs needs{.tabulated = true, .full = true, .on_request = true, .tile_numbers = true};
  static constexpr int lanes = 32;
  HEDDLE_FN static constexpr by_group substitute() { return {32}; }
  friend HEDDLE_FN constexpr bool operator==(by_segments, by_segments) = default;
};

struct by_marks {
  static constexpr std::string_view name = "marks";
  static constexpr std::string_view summary =
      "a block, four atoms a lane; a bit for each atom tells where tiles begin, and no offsets are read";
  static constexpr walk_needs needs{.tabulated = true,
                                    .equal_atoms = true,
                                    .max_value_bytes = detail::gpu_tuning.max_staged_bytes,
                                    .full = true,
                                    .entries = true,
                                    .marks = true};
  static constexpr int lanes = detail::gpu_tuning.marked_threads;
  HEDDLE_FN static constexpr by_group substitute() { return {32}; }
  friend HEDDLE_FN constexpr bool operator==(by_marks, by_marks) = default;
};

struct by_block_entries {
  static constexpr std::string_view name = "entries";
  static constexpr std::string_view summary =
      "a block copies the entries of its share first, then lanes take tiles and gather for neighbouring tiles together";
  static constexpr walk_needs needs{.tabulated = true, .full = true, .entries = true, .copies = true};
  static constexpr int lanes = detail::gpu_tuning.threads;
  HEDDLE_FN static constexpr by_block_rows substitute() { return {}; }
  friend HEDDLE_FN constexpr bool operator==(by_block_entries, by_block_entries) = default;
};

struct by_block_scan {
  static constexpr std::string_view name = "scan";
  static constexpr std::string_view summary =
      "a block sums its tiles by a segmented scan, which takes as long whatever their lengths";
  static constexpr walk_needs needs{.tabulated = true,
                                    .max_value_bytes = detail::gpu_tuning.max_scanned_bytes,
                                    .unmasked = true,
                                    .atoms_alone = true,
                                    .scans = true};
  static constexpr int lanes = detail::gpu_tuning.threads;
  HEDDLE_FN static constexpr by_block_rows substitute() { return {}; }
  friend HEDDLE_FN constexpr bool operator==(by_block_scan, by_block_scan) = default;
};

/// The one table of walks. To add one: write its file in walk/; its struct, with what it needs, the lanes that walk a
/// share together and its substitute, and its line here; its kernel and launch in reduce_by_{lanes,blocks}.cuh.
using walk = std::variant<by_thread, by_group, by_gathering, by_flattened_group, by_asking, by_segments, by_marks,
                          by_block_rows, by_block_entries, by_block_scan>;

}  // namespace heddle::seam

namespace heddle::detail {

/// What a call has not that a walk needs: a sentence, and how many bytes, where these are what is wrong.
struct walk_lack {
  char const* what = nullptr;  // null: nothing
  std::size_t bytes = 0;
  HEDDLE_FN constexpr explicit operator bool() const { return what; }
};

/// The one answer, apart from lengths of shares, to who chooses a walk, who compiles its kernels, and who says why not.
HEDDLE_FN constexpr walk_lack lacks(walk_needs const& needs, reduction_call const& call) {
  if (call.columns > 0) {
    return needs.columns ? walk_lack{} : walk_lack{"of a dense operand, which lanes share out by columns"};
  }
  if (needs.full && !call.full) return {"of a mask or absent values, or the kernels are general"};
  if (needs.unmasked && call.masked) return {"of a mask, or the kernels are general"};
  if ((needs.on_request && call.usual_walks) || (needs.marks && !call.marked)) {
    return {"of these products only the walks that auto chooses are compiled"};
  }
  if (needs.atoms_alone && call.by_tile) return {"products ask for their rows"};
  if (needs.decided && !call.decided) return {"no single product decides a sum"};
  if (needs.entries && call.entry_bytes == 0) return {"products are not of entries"};
  if (call.value_bytes > needs.max_value_bytes) return {"values have", call.value_bytes};
  constexpr std::size_t most_entry_bytes = gpu_tuning.most_entry_bytes();
  if (needs.copies && call.entry_bytes > most_entry_bytes) return {"entries have", call.entry_bytes};
  return {};
}

/// Atoms that a share may have at most under such a walk; 0: any number.
HEDDLE_FN constexpr size_type longest_share(walk_needs const& needs, reduction_call const& call) {
  constexpr tuning tuned = gpu_tuning;  // device code has no address of the other
  if (needs.copies) return tuned.most_copied();
  return needs.scans ? tuned.threads * tuned.items_of(call.value_bytes) : 0;
}

template <class W, class Table> struct is_one_of;
template <class W, class... Known>
struct is_one_of<W, std::variant<Known...>> : std::bool_constant<(std::is_same_v<W, Known> || ...)> {};

}  // namespace heddle::detail
