// turns.hpp - a push in the turns that a strategy asks for: which rows of the frontier, which part of them, under which
// schedule.
#pragma once
#include <functional>
#include <heddle/descriptor.hpp>
#include <heddle/detail/base/tuning.hpp>
#include <heddle/detail/storage/compressed.hpp>

namespace heddle::detail {

/// How the edges of a frontier are shared out, and what that has to know of the whole matrix.
struct push_sharing {
  strategy by;
  size_type longest = 0, threshold = 0;
  strategy_costs* costs = nullptr;
  std::shared_ptr<row_split const> split = {};  // split_rows of the matrix, where frontiers are of pieces of rows
  bool scans_few = true;                        // kernels may scan the lengths of few rows themselves
};

/// Behind an edge or not.
inline bool is_automatic(strategy const& by) { return by.as_schedule() && *by.as_schedule() == schedule(); }

/// What `auto` is in a push on a GPU: where no row is long, 8 lanes take a row together, in 8 rounds at most; else
/// blocks take equal edges, whatever rows are like, in four shares each of 256 to 1024; with the mask in bits, and
/// shares of 512 or 1024, where more than 2 M are expected and more than an eighth of the positions.
strategy balanced_for(size_type longest, size_type edges, size_type positions);

/// For a frontier of so many rows, each expected to have the mean of all. Measures the matrix where the strategy asks
/// for that.
template <index_type I, index_type O>
push_sharing sharing_of(descriptor const& d, compressed<I, O> const& rows, size_type frontier);

/// Tells the costs of a strategy apart, where somebody asks: then it waits for the GPU whenever it reads the clock.
class strategy_watch {
 public:
  strategy_watch(executor const& exec, strategy_costs* costs) : exec_(exec), costs_(costs) {
    if (costs_) restart();
  }

  /// What was done since the last reading prepared a turn, in so many bytes; or walked its edges.
  void prepared(size_type bytes) {
    if (!costs_) return;
    costs_->overhead_ms += restart();
    costs_->peak_bytes = max_of(costs_->peak_bytes, bytes);
  }
  void walked() {
    if (costs_) costs_->traversal_ms += restart();
  }
  void count_turn(bool is_first, size_type vertices, size_type edges) {
    if (!costs_) return;
    costs_->steps += is_first;
    ++costs_->turns;
    if (is_first) costs_->vertices += vertices;
    costs_->edges += edges;
  }
  bool counts_edges() const { return costs_ != nullptr; }
  /// That is kept with the matrix.
  void keeps(row_split const& kept) {
    if (!costs_) return;
    costs_->kept_ms = kept.made_ms;
    costs_->kept_bytes = kept.bytes;
  }
  /// A turn is walked under that schedule.
  void note(schedule const& chosen, push_facts const& facts);

 private:
  // Milliseconds since the last time.
  double restart();

  executor exec_;
  strategy_costs* costs_;
  std::int64_t last_ = 0;  // nanoseconds of a steady clock
};

/// What a plan keeps in memory.
inline size_type bytes_of_plan(plan const& made) {
  share_table const& shares = *made.shares;
  return shares.points.size() * size_type{sizeof(path_point)} + shares.order.size() * size_type{8} +
         made.tile_of_atom.size() * size_type{4} + made.atom_at.size() * size_type{8};
}

/// Rows of a frontier, or the same part of each, that are walked together.
template <index_type I, index_type O> struct push_turn {
  schedule chosen;
  selected_tiles<I, O> tiles;
  I const* places = nullptr;   // of these rows in the frontier; null: all of it, in its order
  size_type bytes = 0;         // taken for the turn
  I const* parents = nullptr;  // rows of pieces, which the tiles are; null: tiles are rows
  size_type piece = 0;         // entries of a piece, at most; 0: tiles are rows
  bool is_last = false;        // for certain

  size_type place(size_type tile) const { return places ? places[tile] : tile; }
  size_type row(size_type tile) const { return parents ? parents[tiles.tile_id(tile)] : tiles.tile_id(tile); }
};

/// walk(turn) until all entries of the chosen rows were in a turn, each in one. The number of a turn's atoms is counted
/// on the host, or where the strategy asks; else it is negative.
template <index_type I, index_type O>
void for_each_turn(executor const& exec, push_sharing const& how, O const* offsets, I const* ids, size_type count,
                   strategy_watch& watch,
                   std::type_identity_t<std::function<void(push_turn<I, O> const&)>> const& walk);

}  // namespace heddle::detail
