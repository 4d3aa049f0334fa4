// plan.hpp - what is kept of a schedule for one tile set: where shares stand, and who walks them; what a reduction is
// to a plan; and plans for any tile set: a frontier's adjacency lists, a format of the user's, the expansion of a
// product.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/detail/executor/toolchain.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <heddle/seam/tiles/partition.hpp>
#include <heddle/seam/tiles/tile_set.hpp>
#include <heddle/seam/walk/traits.hpp>
#include <heddle/seam/walk/walks.hpp>
#include <memory>
#include <optional>
#include <span>
#include <vector>
#if defined(__CUDACC__)
#include <heddle/detail/executor/copied_offsets.cuh>
#endif

namespace heddle::seam {

/// Atoms of a share between marks are a multiple of this: four a lane of a warp.
inline constexpr size_type marked_place = 128;
/// So many of them that there is about one share for each of `warps`.
constexpr size_type marked_share(size_type atoms, size_type warps) {
  constexpr size_type unit = marked_place;
  return max_of(ceil_div(ceil_div(atoms, max_of(warps, size_type{1})), unit), size_type{1}) * unit;
}

/// Shares of equal numbers of atoms, a multiple of marked_place.
struct tile_marks {
  buffer<std::uint32_t> marks;
  buffer<std::int32_t> tiles, open, filled;
  buffer<path_point> points;  // [shares + 1]
  size_type atoms_per_share = 0, num_atoms = 0;

  size_type shares() const { return points.size() - 1; }
  marked_tiles view() const {
    return {marks.data(), tiles.data(), open.data(), atoms_per_share, shares(), num_atoms, filled.data()};
  }
};

}  // namespace heddle::seam

namespace heddle::gpu {

/// tiles: at least one atom, at most 2^31 - 1 tiles, memory of `exec`, a GPU. atoms_per_share: a multiple of
/// marked_place. Work O(tiles + atoms / 32). Reads nothing back.
tile_marks mark_tiles(executor const& exec, detail::integer_tiles const& tiles, size_type atoms_per_share);

}  // namespace heddle::gpu

namespace heddle::seam {

/// What `auto` decides by.
struct tile_statistics {
  size_type tiles = 0, atoms = 0;
  primitives::row_statistics rows;
  size_type columns = 0;  // length of the vector that atoms gather from; 0: not known
  double nearness = -1;   // of the columns of entries that follow one another (primitives::nearness); < 0: not known
};

/// Consecutive shares that are walked alike: one kernel launch.
struct plan_launch {
  walk walked_by;
  size_type first_worker = 0, workers = 0;
  size_type const* counted = nullptr;  // how many of them there are, where a GPU alone knows; in memory of the plan
};

/// The shares of a tile set under a partition, whoever walks them: shared by plans that differ in the walk. Share w
/// begins and ends at points[w] and points[w + 1]; or it is the tile order[w]; or the tiles_per_share tiles from
/// w * tiles_per_share on.
struct share_table {
  share_source source = share_source::computed;
  size_type workers = 0;
  int tiles_per_share = 0;        // > 0: whole tiles, boundaries are computed
  buffer<path_point> points;      // [workers + 1] on the executor, or empty
  size_type atoms_per_share = 0;  // > 0: between any two of `points`, the last aside
  buffer<std::int64_t> order;     // [tiles] on the executor, or empty: whole tiles in this order
  std::vector<plan_launch> bins;  // of `order`
  bool cuts_tiles = false;        // some tile lies in two shares, so partials must be combined
  size_type max_atoms = 0;        // of the largest share; 0: not measured (whole tiles)
  size_type max_tiles = 0;        // of the largest share; 0: not measured (whole tiles)
  size_type longest_run = 0;      // shares in which one cut tile lies, at most; 0: none, or not measured

  shares_view view() const { return {points.data(), order.data(), workers, tiles_per_share, atoms_per_share}; }
};

/// Made once for a tile set, a schedule and a kind of call; kept with the matrix, used by every operation on it.
struct plan {
  schedule chosen;  // never automatic
  walk walked_by;   // of all shares, where there are no `launches`
  std::shared_ptr<share_table const> shares = std::make_shared<share_table const>();
  std::vector<plan_launch> launches;  // of shares in bins; empty: one launch
  buffer<std::int32_t> tile_of_atom;  // [atoms] on a GPU, for walks that read tile_numbers
  buffer<size_type> atom_at;          // [atoms] where tile_of_atom stands in another order, which visits alone may take
  size_type const* counted_atoms = nullptr;  // how many of these there are, by the tiles' own memory; null: all
  std::shared_ptr<tile_marks const> marks;   // on a GPU, of the same shares, for walks that read them
  reduction_call call;
  std::string reason;      // why `auto` chose this, and why another walk takes the place of the one that was asked for
  bool automatic = false;  // `auto` chose
  device_kind made_for = device_kind::host;
  int architecture = 0;                       // of the executor that it is made for
  std::optional<tile_statistics> statistics;  // empty where nobody had to measure them

  /// Shares of a table for blocks, in whose place a locality plan may put its own walk.
  bool cuts_for_blocks() const;

  /// The statistics, the rule's questions with figures and answers, the choice, and what each schedule is expected to
  /// cost: lines of text. explain(plan) of explain.hpp gives the same as data.
  std::string explain() const;
};

/// The rule of `auto`: see the definition for the measurements behind it.
schedule choose_schedule(tile_statistics const& statistics, device_kind kind, reduction_call const& call);

/// (Number of the tallest of so many bins of tiles by length, over their number) x the longest: Raval et al., 2017
/// ("MDT"), who have ten. At most 256 bins. Reads back.
template <index_type Offset>
size_type degree_threshold(executor const& exec, offset_tiles<Offset> const& tiles, size_type longest, int bins = 10);

/// A plan for the rows given by offsets[0..rows] (memory of `exec`) and calls of that kind. A number of atoms that the
/// host does not know (negative) is read back. Cost O(workers log rows),
/// and a few read-backs of some bytes on a GPU; `binned` also sorts the rows, by_segments writes a number an atom, and
/// the offsets are copied to the host to ask a user's partition. `statistics` may be null; `auto` then measures them
/// itself. Those given must be of these rows: walks rely on the longest, and on how many are empty. `known` are plans
/// of other walks or calls for the same rows, whose shares are taken over where the partition is the same. Throws
/// invalid_argument where a parameter makes no sense, or a user's partition is none (see check_partition).
template <index_type Offset>
plan make_plan(executor const& exec, offset_tiles<Offset> const& tiles, schedule const& chosen,
               reduction_call const& call, tile_statistics const* statistics = nullptr,
               std::span<std::shared_ptr<plan const> const> known = {});

/// The same for visits, by the GPU of `exec` itself, of tiles of at most so many atoms: nothing is read back, and what
/// is wrong with the partition goes to `fault` (memory of the GPU), for require_partition; then one share has all
/// tiles. Empty where that cannot be: other partitions than a partition_on_gpu that nvcc compiled, and walks that want
/// more than shares. counted: how many tiles there are, at most as many as `tiles` says, in the GPU's memory; or null.
/// Asynchronous; two launches. Throws invalid_argument where most_workers is out of range.
std::optional<plan> plan_on_gpu(executor const& exec, offset_tiles<std::int64_t> const& tiles, schedule const& chosen,
                                reduction_call const& call, size_type most_atoms, buffer<unsigned long long>& fault,
                                size_type const* counted = nullptr);

/// Waits for the GPU, and throws invalid_argument where plan_on_gpu found that `chosen` is not a partition.
void require_partition(schedule const& chosen, buffer<unsigned long long> const& fault);

inline namespace HEDDLE_TOOLCHAIN {

/// A plan for tiles of any kind, pointers of exec's memory, as make_plan of plan.hpp makes it for rows: a tile set that
/// has its offsets as an array lends them (`as_offsets()`), of any other they are written out, O(tiles). Throws as that
/// one does, and not_compiled where the offsets have to be written out on a GPU by a call that nvcc did not compile.
template <tile_set Tiles>
plan make_plan(executor const& exec, Tiles const& tiles, schedule const& chosen, reduction_call const& call) {
  if constexpr (requires { tiles.as_offsets(); }) {
    return make_plan(exec, tiles.as_offsets(), chosen, call, nullptr);
  } else {
    size_type const n = tiles.num_tiles();
    buffer<size_type> offsets(exec, n + 1);
    if (exec.is_host()) {
      size_type* const to = offsets.data();
      host::parallel_for(exec, n + 1, [=](size_type tile) { to[tile] = tiles.first_atom(tile); });
    } else {
#if defined(__CUDACC__)
      gpu::copy_offsets(exec, tiles, offsets.data());
#else
      throw not_compiled(
          "make_plan: tiles of this kind are planned on a GPU by a call that nvcc compiles (a .cu file)");
#endif
    }
    return make_plan(exec, offset_tiles<size_type>{offsets.data(), n, -1}, chosen, call, nullptr);
  }
}

}  // namespace HEDDLE_TOOLCHAIN
/// For make_plan, before a reduce_tiles with these functors.
template <class Value, class Monoid, class Close> constexpr reduction_call call_of() {
  using V = typename Monoid::value_type;
  constexpr bool masked = detail::has_open<Close> || detail::takes_general_walks<Value>();
  constexpr bool full = !masked && !detail::carries_presence<Monoid>();
  std::size_t entry_bytes = 0;
  if constexpr (full && reads_entries<Value>) {
    using arrays = decltype(std::declval<Value const&>().entries());
    using column = typename arrays::column;
    entry_bytes = (std::is_same_v<column, no_columns> ? 0 : sizeof(column)) + sizeof(typename arrays::entry);
  }
  reduction_call call{sizeof(V), entry_bytes, full, detail::takes_tile<Value>};
  call.masked = masked;
  if constexpr (detail::carries_presence<Monoid>()) call.element_bytes = sizeof(V::value);
  call.decided = detail::is_decided_by_one<Monoid>() && !detail::takes_general_walks<Value>();
  call.usual_walks = full && detail::takes_usual_walks<Value>();
  call.marked = !call.usual_walks || detail::takes_marks<Value>();
  if constexpr (reads_entries<Value>) {
    call.gathers = !std::is_same_v<typename decltype(std::declval<Value const&>().entries())::column, no_columns>;
  }
  return call;
}

}  // namespace heddle::seam

namespace heddle::detail {

/// The same where a sink that can tell refuses no tile this time: what a plan may have been told.
template <class Value, class Monoid, class Close> constexpr reduction_call open_call_of() {
  reduction_call call = call_of<Value, Monoid, Close>();
  if constexpr (requires(Close const& close) { close.all_open(); }) call.masked = takes_general_walks<Value>();
  return call;
}

/// Whether every walk that a plan may choose for such a call is compiled for these functors.
template <class Value, class Monoid, class Close> constexpr bool has_walks_for(reduction_call const& asked) {
  constexpr reduction_call compiled = open_call_of<Value, Monoid, Close>();
  return [&]<class... Ws>(std::variant<Ws...> const*) {
    return ((lacks(Ws::needs, asked) || !lacks(Ws::needs, compiled)) && ...);
  }(static_cast<walk const*>(nullptr));
}

}  // namespace heddle::detail
