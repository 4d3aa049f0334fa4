// turns.hpp - a push in the turns that a strategy asks for: which rows of the frontier, which part of them, under which
// schedule.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/detail/base/tuning.hpp>
#include <heddle/detail/storage/compressed.hpp>

namespace heddle {
namespace detail {

/// How the edges of a frontier are shared out, and what that has to know of the whole matrix.
struct push_sharing {
  strategy by;
  size_type longest = 0, threshold = 0;
  strategy_costs* costs = nullptr;
};

/// Behind an edge or not.
inline bool is_automatic(strategy const& by) { return by.as_schedule() && *by.as_schedule() == schedule(); }

/// What `auto` is in a push on a GPU: where no row is long, 8 lanes take a row together, in 8 rounds at most; else
/// blocks take equal edges, whatever rows are like, and look up a mask in bits where enough edges are expected for it
/// to be worth packing.
strategy balanced_for(size_type longest, size_type edges, size_type positions);

/// For a frontier of so many rows, each expected to have the mean of all. Measures the matrix where the strategy asks
/// for that.
template <index_type I, index_type O>
push_sharing sharing_of(descriptor const& d, compressed<I, O> const& rows, size_type frontier) {
  push_sharing result{d.strategy ? *d.strategy : strategy(d.schedule), 0, 0, d.costs};
  if (!rows.exec.is_host() && is_automatic(result.by)) {
    double const edges = static_cast<double>(rows.nnz) / static_cast<double>(max_of(rows.major, size_type{1})) *
                         static_cast<double>(frontier);
    result.by = balanced_for(rows.statistics().max_length, static_cast<size_type>(edges), rows.minor);
  }
  if (result.by.wants_longest()) result.longest = rows.statistics().max_length;
  if (result.by.wants_threshold()) result.threshold = rows.degree_threshold();
  return result;
}

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

/// Threads that a strategy counts on: of a GPU those that it holds at once, of the host enough to share out.
inline size_type resident_threads(executor const& exec) {
  return exec.num_workers() * (exec.is_host() ? size_type{256} : gpu_tuning.resident_threads);
}

/// Rows of a frontier, or the same part of each, that are walked together.
template <index_type I, index_type O> struct push_turn {
  schedule chosen;
  selected_tiles<I, O> tiles;
  I const* places = nullptr;  // of these rows in the frontier; null: all of it, in its order
  size_type bytes = 0;        // taken for the turn

  size_type place(size_type tile) const { return places ? places[tile] : tile; }
};

/// The rows of a frontier that still have entries to walk.
template <index_type I, index_type O> struct remaining_rows {
  executor exec;
  O const* offsets;
  I const* ids;
  size_type count;
  buffer<I> kept_ids = {}, places = {};

  /// Only those of more than `length` entries stay. Reads back how many.
  void keep_longer(size_type length) {
    buffer<byte> flags(exec, count);
    primitives::flag_longer_rows(exec, offsets, ids, count, length, flags.data());
    buffer<I> const kept = primitives::compact<I>(exec, flags.data(), count);
    count = kept.size();
    kept_ids = chosen(ids, kept);
    places = places.empty() ? kept.clone(exec) : chosen(places.data(), kept);
    ids = kept_ids.data();
  }

 private:
  buffer<I> chosen(I const* from, buffer<I> const& at) const {
    buffer<I> result(exec, at.size());
    primitives::gather(exec, result.data(), from, at.data(), at.size(), sizeof(I));
    return result;
  }
};

/// walk(turn) until all entries of the chosen rows were in a turn, each in one. The number of a turn's atoms is counted
/// on the host, or where the strategy asks; else it is negative.
template <index_type I, index_type O, class Walk>
void for_each_turn(executor const& exec, push_sharing const& how, O const* offsets, I const* ids, size_type count,
                   strategy_watch& watch, Walk const& walk) {
  remaining_rows<I, O> rows{exec, offsets, ids, count};
  step_facts step{.longest = how.longest, .threshold = how.threshold, .threads = resident_threads(exec)};
  primitives::row_part part;
  if (how.by.discards_leaves()) rows.keep_longer(how.by.longest_leaf());
  for (bool is_first = true; rows.count > 0; is_first = false) {
    step.vertices = rows.count;
    part.most = how.by.edges_a_turn(step);
    buffer<size_type> scanned(exec, rows.count + 1);
    bool const counts = exec.is_host() || how.by.counts_edges() || watch.counts_edges();
    step.edges = primitives::scan_row_lengths(exec, offsets, rows.ids, rows.count, scanned.data(), counts, part);
    watch.count_turn(is_first, rows.count, step.edges);
    size_type const bytes = (rows.count + 1) * size_type{sizeof(size_type)} +
                            (rows.kept_ids.size() + rows.places.size()) * size_type{sizeof(I)};
    walk(push_turn<I, O>{how.by.of_step(step),
                         {scanned.data(), rows.ids, offsets, rows.count, step.edges, part.skip},
                         rows.places.data(),
                         bytes});
    if (part.most == 0) return;
    part.skip += part.most;
    rows.keep_longer(part.skip);
  }
}

}  // namespace detail
}  // namespace heddle
