// dense_walk.hpp - a group of lanes reduces the rows of its share against a dense matrix of few columns: a team of
// lanes has them all, and teams take the entries of a row in turns. Pang et al., "A Row Decomposition-based Approach
// for Sparse Matrix Multiplication on GPUs", PPoPP 2024, cuts rows into equal pieces likewise; here any partition does,
// and cut rows are put together in order, without atomics.
#pragma once
#include <heddle/tiles/tile_set.hpp>
#include <heddle/walk/dense_lanes.hpp>
#include <heddle/walk/dense_pack.hpp>

namespace heddle {

namespace detail {

// What a lane keeps is little: with few registers many warps take turns.
template <int Width, class Group, class Tiles, class Product, class Monoid, class Sink> class dense_walker {
  using V = typename Monoid::value_type;
  static constexpr int packs = columns_of_lane<V>() / Width;
  using sums = dense_pack<V, Width>[packs];
  using right_pack = dense_pack<typename Product::right, Width>;
  static_assert(may_form_teams<Monoid>());
  static constexpr int unrolled = sizeof(V) <= 4 ? 8 : 4;
  // Entries of a row: as many as offsets can count.
  using count = std::remove_cvref_t<decltype(std::declval<Tiles const&>().first_atom(size_type{}))>;

 public:
  HEDDLE_FN dense_walker(Group& group, int team_bits, Tiles const& tiles, size_type first_column, size_type columns,
                         Product const& product, Monoid const& add, Sink const& sink, dense_cuts<V> const& cuts,
                         size_type share)
      : group_(group),
        team_bits_(team_bits),
        tiles_(tiles),
        first_column_(first_column),
        columns_(columns),
        product_(product),
        add_(add),
        sink_(sink),
        cuts_(cuts),
        share_(share) {
    for (int p = 0; p < packs; ++p) {
      live_[p] = column(p) < columns;
      row_of_b_[p] = product.from_column(live_[p] ? column(p) : 0);
    }
  }

  HEDDLE_FN void run(path_point begin, path_point end) {
    size_type atom = begin.atom;
    bool found_open = !(begin == end) && atom > static_cast<size_type>(tiles_.first_atom(begin.tile));
    for (size_type tile = begin.tile;; ++tile) {
      bool const ends = tile < end.tile;
      size_type const to = ends ? static_cast<size_type>(tiles_.first_atom(tile + 1)) : end.atom;
      if (!ends && !found_open && atom == to) return;
      sums sum;
      reduce(tile, atom, to, sum);
      if (found_open || !ends) {
        keep(found_open ? cuts_.heads : cuts_.tails, sum);
      } else if (team() == 0) {
        for (int p = 0; p < packs; ++p) {
          if (live_[p]) sink_.close(tile, column(p), sum[p], atom == to, add_);
        }
      }
      if (!ends) return;
      found_open = false;
      atom = to;
    }
  }

 private:
  HEDDLE_FN int team_lanes() const { return 1 << team_bits_; }
  HEDDLE_FN int teams() const { return group_.lanes() >> team_bits_; }
  HEDDLE_FN int team() const { return group_.lane() >> team_bits_; }
  HEDDLE_FN size_type column(int p) const {
    return first_column_ + ((p << team_bits_) + (group_.lane() & (team_lanes() - 1))) * Width;
  }

  HEDDLE_FN void keep(V* parts, sums const& sum) const {
    if (team() != 0 || !parts) return;
    for (int p = 0; p < packs; ++p) {
      if (!live_[p]) continue;
      V* const to = parts + share_ * columns_ + column(p);
      for (int v = 0; v < Width; ++v) to[v] = sum[p].value[v];
    }
  }

  struct held {
    typename Product::column column{};
    typename Product::left value{};
  };
  HEDDLE_FN held held_at(size_type chunk, size_type end) const {
    held entry;
    if (chunk + group_.lane() < end) {
      entry.column = product_.column_of(chunk + group_.lane());
      entry.value = product_.value_of(chunk + group_.lane());
    }
    return entry;
  }

  // Of the first team's lanes.
  HEDDLE_FN void reduce(size_type tile, size_type from, size_type to, sums& sum) {
    for (int p = 0; p < packs; ++p) {
      for (int v = 0; v < Width; ++v) sum[p].value[v] = neutral_of(add_);
    }
    for (auto left = static_cast<count>(to - from); left > 0; left -= min_of(left, count{group_.lanes()})) {
      add_chunk(tile, held_at(to - left, to), static_cast<int>(min_of(left, count{group_.lanes()})), sum);
    }
    for (int offset = team_lanes(); offset < group_.lanes(); offset *= 2) {
      for (int p = 0; p < packs; ++p) {
        dense_pack<V, Width> const other = group_.above(sum[p], offset);
        for (int v = 0; v < Width; ++v) sum[p].value[v] = add_(sum[p].value[v], other.value[v]);
      }
    }
  }

  // A lane reads one entry of the chunk; each is then handed to a team, which multiplies its row of B. All lanes take
  // part in handing, whether their team has an entry or not. What hides the loads are the warps that take turns: with
  // few registers there are many of them.
  HEDDLE_FN void add_chunk(size_type tile, held const& entry, int here, sums& sum) {
    auto const& mine = entry.column;
    auto const& value = entry.value;
#pragma unroll unrolled
    for (int first = 0; first < here; first += teams()) {
      int const at = first + team();
      auto const k = group_.broadcast(mine, at & (group_.lanes() - 1));
      auto const left = group_.broadcast(value, at & (group_.lanes() - 1));
      if (at >= here) continue;
#pragma unroll
      for (int p = 0; p < packs; ++p) {
        if (live_[p]) { add_pack(tile, k, column(p), left, product_.template load<Width>(row_of_b_[p], k), sum[p]); }
      }
    }
  }

  HEDDLE_FN void add_pack(size_type tile, typename Product::column k, size_type column,
                          typename Product::left const& left, right_pack const& right,
                          dense_pack<V, Width>& sum) const {
#pragma unroll
    for (int v = 0; v < Width; ++v) {
      sum.value[v] = add_(sum.value[v], product_.of(tile, k, column + v, left, right.value[v]));
    }
  }

  Group& group_;
  int team_bits_;
  Tiles const& tiles_;
  size_type first_column_, columns_;
  Product const& product_;
  Monoid const& add_;
  Sink const& sink_;
  dense_cuts<V> const& cuts_;
  size_type share_;
  bool live_[packs];
  typename Product::row_of_right row_of_b_[packs];
};

}  // namespace detail

/// Walks the share [begin, end): sink.close(tile, column, sums of `Width` columns, whether there are no atoms, add) for
/// every tile that lies in it, and of the others the parts go to `cuts`. The lanes of a group call it together;
/// 2^team_bits of them have the columns from `first_column` on, as many as they can hold. For monoids that
/// may_form_teams. `product` says what B is and how it is read (see ops/spmm/product.hpp). `columns` is a multiple of
/// Width.
template <int Width, class Group, tile_set Tiles, class Product, class Monoid, class Sink>
HEDDLE_FN void dense_walk(Group& group, int team_bits, Tiles const& tiles, size_type share, path_point begin,
                          path_point end, size_type first_column, size_type columns, Product const& product,
                          Monoid const& add, Sink const& sink, dense_cuts<typename Monoid::value_type> const& cuts) {
  detail::dense_walker<Width, Group, Tiles, Product, Monoid, Sink>(group, team_bits, tiles, first_column, columns,
                                                                   product, add, sink, cuts, share)
      .run(begin, end);
}

}  // namespace heddle
