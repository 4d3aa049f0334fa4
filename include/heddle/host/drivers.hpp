// drivers.hpp - run a plan on CPU threads: shares in parallel, each by the thread walk.
#pragma once
#include <algorithm>
#include <heddle/plan.hpp>
#include <heddle/walk/share.hpp>
#include <heddle/walk/thread_walk.hpp>
#include <vector>

namespace heddle::host {

namespace driver {

template <class Tiles> share<Tiles> share_of(plan const& chosen, Tiles const& tiles, size_type worker) {
  if (!chosen.points.empty()) return {tiles, chosen.points.data()[worker], chosen.points.data()[worker + 1]};
  int const run = max_of(chosen.tiles_per_worker, 1);
  size_type const from = chosen.order.empty() ? min_of(worker * run, static_cast<size_type>(tiles.num_tiles()))
                                              : static_cast<size_type>(chosen.order.data()[worker]);
  size_type const to = min_of(from + run, static_cast<size_type>(tiles.num_tiles()));
  return {tiles,
          {from, static_cast<size_type>(tiles.first_atom(from))},
          {to, static_cast<size_type>(tiles.first_atom(to))}};
}

// Shares taken at once by a thread: few enough to balance, many enough that the loop is not felt.
inline size_type shares_at_once(plan const& chosen, int threads) {
  return std::clamp<size_type>(chosen.workers / (threads * size_type{64}), 1, 4096);
}

// Threads take longer to wake than one takes for so few.
template <class Tiles> bool worth_waking(Tiles const& tiles) { return tiles.num_tiles() + tiles.num_atoms() > 16384; }

// Combines runs of partials of one tile in the order of the shares.
template <class V, class Monoid, class Close>
void close_cut_tiles(std::vector<cut_partials<V>> const& cuts, Monoid const& add, Close const& close) {
  partial<V> run;
  auto const feed = [&](partial<V> const& next) {
    if (next.tile < 0) return;
    if (next.tile == run.tile) {
      run.value = add(run.value, next.value);
      return;
    }
    if (run.tile >= 0) close(run.tile, run.value);
    run = next;
  };
  for (auto const& cut : cuts) {
    feed(cut.head);
    feed(cut.tail);
  }
  if (run.tile >= 0) close(run.tile, run.value);
}

}  // namespace driver

/// close(tile, add over value(tile, atom) for its atoms, in order), exactly once for every tile, those without atoms
/// included, which get neutral_of(add); from several threads at once, for different tiles. close may have `open(tile)`:
/// where it is false no atom of the tile is read and it is closed with that too. The result depends on the plan, not on
/// the number of threads. Work O(atoms + tiles).
template <class Tiles, class Value, class Monoid, class Close>
void reduce_tiles(executor const& exec, plan const& chosen, Tiles const& tiles, Value const& value, Monoid const& add,
                  Close const& close) {
  static_assert(tile_set<Tiles>);
  int const threads = exec.num_workers();
  size_type const at_once = driver::shares_at_once(chosen, threads);
  std::vector<cut_partials<typename Monoid::value_type>> cuts(
      chosen.cuts_tiles ? static_cast<std::size_t>(chosen.workers) : 0);
#pragma omp parallel for schedule(dynamic, at_once) num_threads(threads) if (driver::worth_waking(tiles))
  for (size_type worker = 0; worker < chosen.workers; ++worker) {
    share<Tiles> const mine = driver::share_of(chosen, tiles, worker);
    auto const cut = thread_walk(tiles, mine.from, mine.to, value, add, close);
    if (!cuts.empty()) cuts[static_cast<std::size_t>(worker)] = cut;
  }
  driver::close_cut_tiles(cuts, add, close);
}

/// visit(tile, atom) for every atom, each once, in any order and from several threads at once. Work O(atoms + tiles).
template <class Tiles, class Visit>
void for_each_atom(executor const& exec, plan const& chosen, Tiles const& tiles, Visit const& visit) {
  static_assert(tile_set<Tiles>);
  int const threads = exec.num_workers();
  size_type const at_once = driver::shares_at_once(chosen, threads);
#pragma omp parallel for schedule(dynamic, at_once) num_threads(threads) if (driver::worth_waking(tiles))
  for (size_type worker = 0; worker < chosen.workers; ++worker) {
    for (tile_piece const piece : driver::share_of(chosen, tiles, worker)) {
      for (size_type atom = piece.first; atom < piece.last; ++atom) visit(piece.tile, atom);
    }
  }
}

}  // namespace heddle::host
