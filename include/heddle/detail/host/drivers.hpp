// drivers.hpp - run a plan on CPU threads: shares in parallel, each by the row walk.
#pragma once
#include <algorithm>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/detail/host/row_walk.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/tiles/partition.hpp>
#include <vector>

namespace heddle::host {

namespace driver {

template <class Tiles> share<Tiles> share_of(shares_view const& shares, Tiles const& tiles, size_type worker) {
  return {tiles, shares.begin(tiles, worker), shares.end(tiles, worker)};
}

// Shares taken at once by a thread: few enough to balance, many enough that the loop is not felt.
inline size_type shares_at_once(shares_view const& shares, int threads) {
  return std::clamp<size_type>(shares.workers / (threads * size_type{64}), 1, 4096);
}

// Threads take longer to wake than one takes for so few.
template <class Tiles> int threads_worth_waking(executor const& exec, Tiles const& tiles) {
  return tiles.num_tiles() + tiles.num_atoms() > 16384 ? exec.num_workers() : 1;
}

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
  int const threads = driver::threads_worth_waking(exec, tiles);
  shares_view const shares = chosen.shares->view();
  std::vector<cut_partials<typename Monoid::value_type>> cuts(
      chosen.shares->cuts_tiles ? static_cast<std::size_t>(shares.workers) : 0);
  for_each_run(threads, shares.workers, driver::shares_at_once(shares, threads), [&](size_type first, size_type last) {
    for (size_type worker = first; worker < last; ++worker) {
      share<Tiles> const mine = driver::share_of(shares, tiles, worker);
      auto const cut = row_walk(tiles, mine.from, mine.to, value, add, close);
      if (!cuts.empty()) cuts[static_cast<std::size_t>(worker)] = cut;
    }
  });
  driver::close_cut_tiles(cuts, add, close);
}

/// visit(tile, atom) for every atom, each once, in any order and from several threads at once. Work O(atoms + tiles).
template <class Tiles, class Visit>
void for_each_atom(executor const& exec, plan const& chosen, Tiles const& tiles, Visit const& visit) {
  static_assert(tile_set<Tiles>);
  int const threads = driver::threads_worth_waking(exec, tiles);
  shares_view const shares = chosen.shares->view();
  for_each_run(threads, shares.workers, driver::shares_at_once(shares, threads), [&](size_type first, size_type last) {
    for (size_type worker = first; worker < last; ++worker) {
      for (tile_piece const piece : driver::share_of(shares, tiles, worker)) {
        for (size_type atom = piece.first; atom < piece.last; ++atom) visit(piece.tile, atom);
      }
    }
  });
}

}  // namespace heddle::host
