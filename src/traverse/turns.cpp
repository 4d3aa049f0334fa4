// turns.cpp - the turns of a push, what it is shared out by on a GPU unless told, and the clock of a strategy's costs.
#include <chrono>
#include <heddle/ops/mxv/push_in_loop.hpp>
#include <heddle/ops/mxv/turns.hpp>

namespace heddle::detail {
namespace {

// Threads that a strategy counts on: of a GPU those that it holds at once, of the host enough to share out.
size_type resident_threads(executor const& exec) {
  return exec.num_workers() * (exec.is_host() ? size_type{256} : gpu_tuning.resident_threads);
}

// Pieces of a frontier for which there is room before anybody knows how many there are.
constexpr size_type most_pieces_unread = size_type{1} << 20;

// The rows of a frontier that still have entries to walk.
template <index_type I, index_type O> struct remaining_rows {
  executor exec;
  O const* offsets;
  I const* ids;
  size_type count;
  buffer<I> kept_ids = {}, places = {};
  buffer<size_type> first_pieces = {}, kept_count = {};
  size_type const* counted = nullptr;  // how many of `count` there are, where the GPU alone knows

  // Only those of more than `length` entries stay. Reads back how many.
  void keep_longer(size_type length) {
    count = keep_longer(length, nullptr);
    kept_ids.truncate(count);
    places.truncate(count);
  }
  // Likewise, and the GPU alone knows how many.
  void keep_longer_unread(size_type length) {
    kept_count = buffer<size_type>(exec, 1);
    keep_longer(length, kept_count.data());
    counted = kept_count.data();
  }

  // Pieces take the place of the rows, where some row has several. Reads back how many. False: none has.
  bool cut(split_rows<I, O> const& into) {
    size_type const total = count_pieces(into, true);
    if (total == count) return false;
    list_pieces(into, total);
    return true;
  }
  // Likewise, with room for `most` pieces of every row, of which the GPU counts those that there are.
  void cut_unread(split_rows<I, O> const& into, size_type most) {
    count_pieces(into, false);
    counted = first_pieces.data() + count;
    list_pieces(into, count * most);
  }

 private:
  size_type keep_longer(size_type length, size_type* into) {
    buffer<I> longer(exec, count), at(exec, count);
    size_type const kept = primitives::keep_longer_rows(exec, offsets, ids, std::as_const(places).data(), count, length,
                                                        longer.data(), at.data(), into);
    kept_ids = std::move(longer);
    places = std::move(at);
    ids = kept_ids.data();
    return kept;
  }
  size_type count_pieces(split_rows<I, O> const& into, bool reads_back) {
    first_pieces = buffer<size_type>(exec, count + 1);
    return primitives::scan_row_lengths(exec, into.first.data(), ids, count, first_pieces.data(), reads_back);
  }
  void list_pieces(split_rows<I, O> const& into, size_type total) {
    buffer<I> pieces(exec, total), of(exec, total);
    primitives::list_pieces(exec, into.first.data(), ids, first_pieces.data(), count, total, pieces.data(), of.data());
    kept_ids = std::move(pieces);
    places = std::move(of);
    ids = kept_ids.data();
    offsets = into.offsets.data();
    count = total;
  }
};

// Whether kernels walk whole rows, so that nobody looks at how many entries stand before one.
bool walks_whole_rows(schedule const& chosen) {
  if (chosen.user()) return false;
  return std::visit(
      []<class S>(S const& s) {
        if constexpr (requires { s.run(); }) return source_of<S> == share_source::computed;
        return false;
      },
      chosen.built_in());
}

// Whether a step's schedule depends on how many edges there are of so many that there may be; negative: of any number.
bool depends_on_edges(strategy const& by, step_facts step, size_type most) {
  if (!by.counts_edges() || most < 0) return by.counts_edges();
  step.edges = 0;
  schedule const of_none = by.of_step(step);
  step.edges = most;
  return !(by.of_step(step) == of_none);
}

// Whether a kernel finds the shares of rows that were counted on the GPU.
bool counts_on_gpu(schedule const& chosen) {
  if (chosen.user()) {
    walk_needs const& needs = needs_of(chosen.walked_by());
    return chosen.user()->on_gpu() && !needs.beside_atoms() && !needs.copies && !needs.scans;
  }
  if (walks_whole_rows(chosen)) return true;
  if (chosen.asked_walk()) return false;
  return chosen.is_automatic() || std::holds_alternative<merge_path>(chosen.built_in()) ||
         std::holds_alternative<nonzero_split>(chosen.built_in());
}

// Whether blocks of a kernel search for their shares of so few rows, of `most` entries at most, that each may scan all.
bool scans_in_blocks(push_sharing const& how, schedule const& chosen, size_type rows, size_type most) {
  constexpr size_type most_entries = size_type{1} << 30;  // counted in int
  if (!how.scans_few || chosen.user() || !counts_on_gpu(chosen)) return false;
  return rows <= gpu_tuning.unscanned_tiles && most > 0 && most <= most_entries / gpu_tuning.unscanned_tiles;
}

// Whether kernels of the only turn of so few rows need neither their number nor a scan from the host.
bool walks_unread(push_sharing const& how, step_facts const& step) {
  if (step.vertices > gpu_tuning.unscanned_tiles || how.split || how.by.edges_a_turn(step) > 0) return false;
  if (depends_on_edges(how.by, step, how.longest > 0 ? how.longest * step.vertices : -1)) return false;
  schedule const chosen = how.by.of_step(step);
  return walks_whole_rows(chosen) || scans_in_blocks(how, chosen, step.vertices, how.longest);
}

// Whether a strategy is one schedule in every step, and nothing is done around it.
bool is_one_schedule(strategy const& by, step_facts step) {
  if (by.counts_edges() || by.discards_leaves() || by.packs_mask() || by.lists_edges_apart()) return false;
  step.vertices = 1;
  schedule const of_one = by.of_step(step);
  step.vertices = std::numeric_limits<std::int32_t>::max();
  if (by.wants_threshold() || by.edges_a_turn(step) > 0 || by.edges_a_piece(step) > 0) return false;
  return by.of_step(step) == of_one;
}

// Shares of so many edges of a step that blocks have four each or more: of fewer the end is uneven.
int edges_a_block(size_type edges) {
  constexpr size_type shares = 4 * gpu_tuning.resident_threads / gpu_tuning.threads * gpu_tuning.multiprocessors;
  return static_cast<int>(edges < gpu_tuning.short_share * shares ? gpu_tuning.least_share : gpu_tuning.short_share);
}

}  // namespace

strategy balanced_for(size_type longest, size_type edges, size_type positions) {
  constexpr size_type longest_of_a_group = 64, many_edges = size_type{1} << 21;
  if (longest <= longest_of_a_group) return group_mapped{};
  if (edges <= many_edges || edges <= positions / 8) return {};
  return balanced_gathering{.edges_per_block = edges_a_block(edges), .status_bitmap = true};
}

template <index_type I, index_type O>
schedule schedule_in_loop(recorder const& recording, descriptor const& d, compressed<I, O> const& rows) {
  if (d.costs) recording.refuse(concat("the costs of ", recording.operation()));
  schedule chosen = d.schedule;
  if (d.strategy) {
    step_facts const step{.longest = d.strategy->wants_longest() ? rows.statistics().max_length : 0,
                          .threads = resident_threads(rows.exec)};
    if (!is_one_schedule(*d.strategy, step)) {
      throw invalid_argument(concat("device_loop: ", recording.operation(), " by ", d.strategy->text(),
                                    ": a loop takes strategies that are one schedule in every step"));
    }
    chosen = d.strategy->of_step(step);
  }
  if (counts_on_gpu(chosen)) return chosen;
  throw invalid_argument(
      concat("device_loop: ", recording.operation(), " by push under ", strategy_of(d).text(),
             ": edges are counted on the GPU, and shared out by auto, merge_path, nonzero_split, a schedule of whole "
             "rows, or a partition with most_workers that nvcc compiled"));
}

double strategy_watch::restart() {
  exec_.wait();
  std::chrono::nanoseconds const now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<double>(now.count() - std::exchange(last_, now.count())) / 1e6;
}

void strategy_watch::note(schedule const& chosen, push_facts const& facts) {
  if (!costs_) return;
  std::string text = text_of_turn(chosen, facts);
  auto& all = costs_->ran_as;
  if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(std::move(text));
}

template <index_type I, index_type O>
push_sharing sharing_of(descriptor const& d, compressed<I, O> const& rows, size_type frontier) {
  push_sharing result{strategy_of(d), 0, 0, d.costs};
  if (!rows.exec.is_host() && is_automatic(result.by)) {
    double const edges = static_cast<double>(rows.nnz) / static_cast<double>(max_of(rows.major, size_type{1})) *
                         static_cast<double>(frontier);
    result.by = balanced_for(rows.statistics().max_length, static_cast<size_type>(edges), rows.minor);
  }
  if (!rows.exec.is_host() || result.by.wants_longest()) result.longest = rows.statistics().max_length;
  if (result.by.wants_threshold()) result.threshold = rows.degree_threshold(result.by.threshold_bins());
  size_type const piece = result.by.edges_a_piece({.longest = result.longest, .threshold = result.threshold});
  if (piece > 0) result.split = rows.split_at(piece);
  return result;
}

template <index_type I, index_type O>
void for_each_turn(executor const& exec, push_sharing const& how, O const* offsets, I const* ids, size_type count,
                   strategy_watch& watch,
                   std::type_identity_t<std::function<void(push_turn<I, O> const&)>> const& walk) {
  remaining_rows<I, O> rows{exec, offsets, ids, count};
  step_facts step{.longest = how.longest, .threshold = how.threshold, .threads = resident_threads(exec)};
  primitives::row_part part;
  if (how.by.discards_leaves()) {
    step.vertices = count;
    bool const unread = !exec.is_host() && !watch.counts_edges() && count > 0 && walks_unread(how, step);
    unread ? rows.keep_longer_unread(how.by.longest_leaf()) : rows.keep_longer(how.by.longest_leaf());
  }
  size_type const vertices = rows.count;
  split_rows<I, O> const* pieces = nullptr;
  if (how.split) {
    watch.keeps(*how.split);
    pieces = static_cast<split_rows<I, O> const*>(how.split.get());
    size_type const most = ceil_div(how.longest, pieces->most);  // of a row
    bool const reads_back = exec.is_host() || watch.counts_edges() || vertices * most > most_pieces_unread;
    if (vertices == 0) {
      pieces = nullptr;
    } else if (!reads_back) {
      rows.cut_unread(*pieces, most);
    } else if (!rows.cut(*pieces)) {
      pieces = nullptr;
    }
  }
  for (; rows.count > 0; ++step.turn) {
    step.vertices = rows.count;
    part.most = how.by.edges_a_turn(step);
    step.edges = -1;
    bool const is_last = part.most == 0;
    size_type const most = is_last ? how.longest : part.most, most_edges = most > 0 ? most * rows.count : -1;
    bool const counts = exec.is_host() || watch.counts_edges() || depends_on_edges(how.by, step, most_edges);
    schedule const as_if_none = how.by.of_step(step);
    bool const scans = counts || !(walks_whole_rows(as_if_none) || scans_in_blocks(how, as_if_none, rows.count, most));
    buffer<size_type> scanned(exec, scans ? rows.count + 1 : 0);
    if (!scanned.empty()) {
      step.edges = primitives::scan_row_lengths(exec, rows.offsets, rows.ids, rows.count, scanned.data(), counts, part);
    }
    watch.count_turn(step.turn == 0, vertices, step.edges);
    size_type const bytes = scanned.size() * size_type{sizeof(size_type)} +
                            (rows.kept_ids.size() + rows.places.size()) * size_type{sizeof(I)};
    walk(
        push_turn<I, O>{how.by.of_step(step),
                        {scanned.data(), rows.ids, rows.offsets, rows.count, step.edges, part.skip, rows.counted, most},
                        rows.places.data(),
                        bytes,
                        pieces ? pieces->parents.data() : nullptr,
                        pieces ? pieces->most : 0,
                        is_last});
    if (is_last) return;
    part.skip += part.most;
    rows.keep_longer(part.skip);
  }
}

#define HEDDLE_INSTANTIATE(I, O)                                                                                    \
  template schedule schedule_in_loop(recorder const&, descriptor const&, compressed<I, O> const&);                  \
  template push_sharing sharing_of(descriptor const&, compressed<I, O> const&, size_type);                          \
  template void for_each_turn(executor const&, push_sharing const&, O const*, I const*, size_type, strategy_watch&, \
                              std::function<void(push_turn<I, O> const&)> const&);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
