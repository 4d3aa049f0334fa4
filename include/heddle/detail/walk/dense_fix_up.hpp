// dense_fix_up.hpp - a block puts together the rows of a dense result that shares cut, in the order of the shares.
#pragma once
#include <heddle/detail/walk/dense_lanes.hpp>
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::detail {

/// Memory that the threads of a block share. Runs of up to `short_run` heads are combined by one thread a column.
template <class V, int Threads> struct dense_fix_up_storage {
  static constexpr int short_run = 16;
  static constexpr bool combines_together = sizeof(V) <= 64;
  few<size_type, Threads> first, end;                // of the long run of each group; first < 0: there is none
  few<V, combines_together ? Threads : 1> part;      // of a team's stretch of a run
  few<bool, combines_together ? Threads : 1> found;  // whether the stretch had any entry
};

template <class Block, class Storage, class Tiles, class V, class Monoid, class Sink> class dense_combiner {
 public:
  HEDDLE_FN dense_combiner(Block& block, Storage& storage, Tiles const& tiles, path_point const* points,
                           size_type workers, dense_cuts<V> const& cuts, size_type columns, Monoid const& add,
                           Sink const& sink)
      : block_(block),
        storage_(storage),
        tiles_(tiles),
        points_(points),
        workers_(workers),
        cuts_(cuts),
        columns_(columns),
        add_(add),
        sink_(sink) {}

  /// A group of `lanes` threads a boundary, the first of which is `boundary` for the block's first group.
  HEDDLE_FN void run(size_type boundary, int lanes) {
    int const slot = block_.rank() / lanes;
    find(boundary + slot, lanes, slot);
    block_.sync();
    if constexpr (Storage::combines_together) {
      for (int s = 0; s < Block::threads / lanes; ++s) {
        if (storage_.first[s] >= 0) combine_together(storage_.first[s], storage_.end[s], lanes);
      }
    }
  }

 private:
  HEDDLE_FN void find(size_type boundary, int lanes, int slot) {
    int const lane = block_.rank() % lanes;
    size_type const end = begins_run(boundary) ? end_of_run(boundary) : boundary;
    bool const is_long = Storage::combines_together && end - boundary > Storage::short_run;
    if (lane == 0) {
      storage_.first[slot] = is_long ? boundary : -1;
      storage_.end[slot] = end;
    }
    if (is_long || end == boundary) return;
    for (size_type j = lane; j < columns_; j += lanes) {
      V sum = cuts_.tails[(boundary - 1) * columns_ + j];
      for (size_type share = boundary; share < end; ++share) {
        if (has_part(share)) sum = add_(sum, cuts_.heads[share * columns_ + j]);
      }
      close(points_[boundary].tile, j, sum);
    }
  }

  // Whether the row that is open at the boundary was begun by the share before.
  HEDDLE_FN bool begins_run(size_type boundary) const {
    if (boundary >= workers_) return false;
    path_point const here = points_[boundary], before = points_[boundary - 1];
    if (here.tile >= static_cast<size_type>(tiles_.num_tiles())) return false;
    size_type const first = tiles_.first_atom(here.tile);
    return here.atom > first && (before.tile < here.tile || before.atom <= first);
  }

  // The first share behind `boundary` that begins in another row.
  HEDDLE_FN size_type end_of_run(size_type boundary) const {
    size_type const tile = points_[boundary].tile;
    size_type from = boundary, step = 1;  // `from` begins in the row
    while (from + step < workers_ && points_[from + step].tile == tile) {
      from += step;
      step *= 2;
    }
    size_type to = min_of(from + step, workers_);  // does not, or there are no more
    while (to - from > 1) {
      size_type const middle = from + (to - from) / 2;
      (points_[middle].tile == tile ? from : to) = middle;
    }
    return to;
  }

  // A share that ends where it begins, or at the end of the row's atoms, has none of them.
  HEDDLE_FN bool has_part(size_type share) const {
    path_point const begin = points_[share], end = points_[share + 1];
    size_type const last = end.tile > begin.tile ? static_cast<size_type>(tiles_.first_atom(begin.tile + 1)) : end.atom;
    return begin.atom < last;
  }

  // All threads: each team takes a stretch of the run, for as many columns at a time as it has threads.
  HEDDLE_FN void combine_together(size_type first, size_type end, int lanes) {
    int const teams = Block::threads / lanes;
    int const team = block_.rank() / lanes, lane = block_.rank() % lanes;
    size_type const stretch = ceil_div(end - first, teams);
    size_type const from = min_of(first + team * stretch, end), to = min_of(from + stretch, end);
    for (size_type j = lane; j < ceil_div(columns_, lanes) * lanes; j += lanes) {
      V sum{};
      bool found = false;
      for (size_type share = from; share < to && j < columns_; ++share) {
        if (!has_part(share)) continue;
        V const head = cuts_.heads[share * columns_ + j];
        sum = found ? add_(sum, head) : head;
        found = true;
      }
      storage_.part[block_.rank()] = sum;
      storage_.found[block_.rank()] = found;
      block_.sync();
      if (team == 0 && j < columns_) {
        V all = cuts_.tails[(first - 1) * columns_ + j];
        for (int t = 0; t < teams; ++t) {
          if (storage_.found[t * lanes + lane]) all = add_(all, storage_.part[t * lanes + lane]);
        }
        close(points_[first].tile, j, all);
      }
      block_.sync();
    }
  }

  HEDDLE_FN void close(size_type tile, size_type j, V const& sum) const {
    sink_.close(tile, j, dense_pack<V, 1>{{sum}}, false, add_);
  }

  Block& block_;
  Storage& storage_;
  Tiles const& tiles_;
  path_point const* points_;
  size_type workers_;
  dense_cuts<V> cuts_;
  size_type columns_;
  Monoid const& add_;
  Sink const& sink_;
};

/// All threads of the block call it together; blocks whose first boundaries are 1, 1 + threads / lanes, ... below
/// `workers` close every cut tile once. `lanes`: a power of two up to a warp.
template <class Block, class Storage, tile_set Tiles, class V, class Monoid, class Sink>
HEDDLE_FN void combine_dense(Block& block, Storage& storage, Tiles const& tiles, path_point const* points,
                             size_type workers, size_type first_boundary, int lanes, dense_cuts<V> const& cuts,
                             size_type columns, Monoid const& add, Sink const& sink) {
  dense_combiner<Block, Storage, Tiles, V, Monoid, Sink>(block, storage, tiles, points, workers, cuts, columns, add,
                                                         sink)
      .run(first_boundary, lanes);
}

}  // namespace heddle::detail
