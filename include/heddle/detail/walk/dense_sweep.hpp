// dense_sweep.hpp - a few lanes that together have all columns of a dense matrix go through the entries of a share in
// order. Each reads every entry, the same as its neighbours, so that nothing is handed round, and has several rows of
// the matrix on their way.
// Merrill & Garland, "Merge-based Parallel Sparse Matrix-Vector Multiplication", SC16, cut rows likewise; here they are
// put together in order, without atomics (dense_fix_up.hpp).
#pragma once
#include <heddle/detail/walk/dense_lanes.hpp>
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::detail {

/// What numbers atoms, which offsets do not exceed: with 32 bits there are registers for more rows.
template <class Tiles> struct atom_number { using type = size_type; };
template <class Offset> struct atom_number<offset_tiles<Offset>> { using type = Offset; };

template <int Width, int Packs, int Unroll, bool Cuts, class Tiles, class Product, class Monoid, class Sink>
class dense_sweeper {
  using V = typename Monoid::value_type;
  using number = typename atom_number<Tiles>::type;
  using right_pack = dense_pack<typename Product::right, Width>;
  using pack_rows = few<few<right_pack, Packs>, Unroll>;
  struct entries {
    few<typename Product::column, Unroll> column;
    few<typename Product::left, Unroll> value;
  };
  static constexpr number never = -1;

 public:
  HEDDLE_FN dense_sweeper(int lane, int lane_bits, Tiles const& tiles, size_type first_column, size_type columns,
                          Product const& product, Monoid const& add, Sink const& sink, dense_cuts<V> const& cuts,
                          size_type share)
      : lane_(lane),
        lane_bits_(lane_bits),
        tiles_(tiles),
        first_column_(first_column),
        columns_(columns),
        product_(product),
        add_(add),
        sink_(sink),
        cuts_(cuts),
        share_(share) {
    HEDDLE_UNROLL
    for (int p = 0; p < Packs; ++p) row_of_b_[p] = product.from_column(is_live(0) ? column(is_live(p) ? p : 0) : 0);
  }

  HEDDLE_FN void run(path_point begin, path_point end) {
    if (!is_live(0)) return;
    tile_ = begin.tile;
    auto at = static_cast<number>(begin.atom);
    if constexpr (Cuts) {
      auto const stop = static_cast<number>(end.atom);
      last_ = end.tile;
      found_open_ = at > first_atom(tile_);
      end_ = end_of(tile_);
      next_end_ = end_of(tile_ + 1);
      begin_row(at);
      end_rows(at);
      add_entries(at, stop);
      if (begun_ < stop) keep(found_open_ ? cuts_.heads : cuts_.tails);
    } else {
      for (; tile_ < end.tile; ++tile_) {
        number const to = first_atom(tile_ + 1);
        begin_row(at);
        add_entries(at, to);
        close(at == to);
        at = to;
      }
    }
  }

 private:
  HEDDLE_FN size_type column(int p) const { return first_column_ + ((p << lane_bits_) + lane_) * Width; }
  // Of a pack that is not the sums are made of the first pack's columns, and nobody gets them.
  HEDDLE_FN bool is_live(int p) const { return column(p) < columns_; }
  HEDDLE_FN number first_atom(size_type tile) const { return static_cast<number>(tiles_.first_atom(tile)); }
  HEDDLE_FN number end_of(size_type tile) const { return tile < last_ ? first_atom(tile + 1) : never; }

  HEDDLE_FN void begin_row(number at) {
    begun_ = at;
    HEDDLE_UNROLL
    for (int p = 0; p < Packs; ++p) {
      for (int v = 0; v < Width; ++v) {
        if constexpr (!needs_presence<Monoid>()) {
          sum_[p].value[v] = neutral_of(add_);
        } else {
          sum_[p].value[v] = V{};
        }
      }
    }
  }

  // The rows that end at this atom, all but the first of them without any.
  HEDDLE_FN void end_rows(number at) {
    while (end_ == at) {
      if (found_open_) {
        keep(cuts_.heads);
      } else {
        close(begun_ == at);
      }
      found_open_ = false;
      ++tile_;
      end_ = next_end_;
      next_end_ = end_of(tile_ + 1);
      begin_row(at);
    }
  }

  HEDDLE_FN void close(bool empty) const {
    HEDDLE_UNROLL
    for (int p = 0; p < Packs; ++p) {
      if (is_live(p)) sink_.close(tile_, column(p), sum_[p], empty, add_);
    }
  }

  HEDDLE_FN void keep(V* parts) const {
    if (!parts) return;
    HEDDLE_UNROLL
    for (int p = 0; p < Packs; ++p) {
      if (is_live(p)) store_pack(parts + share_ * columns_ + column(p), sum_[p]);
    }
  }

  // Of entries that go on into other rows the next are fetched while rows of the dense matrix are on their way.
  HEDDLE_FN void add_entries(number at, number stop) {
    entries next;
    if (Cuts && stop - at >= Unroll) fetch(at, next);
    HEDDLE_ROLLED
    for (; stop - at >= Unroll; at += Unroll) {
      if (!Cuts) fetch(at, next);
      entries const now = next;
      pack_rows rows;
      gather(now, Unroll, rows);
      if (Cuts) fetch(stop - at >= 2 * Unroll ? at + Unroll : at, next);  // a branch would make it wait for the rows
      add(at, now, Unroll, rows);
    }
    if constexpr (Cuts) {
      HEDDLE_ROLLED
      for (; at < stop; ++at) add_one(at);
    } else if (at < stop) {
      int const here = static_cast<int>(stop - at);
      HEDDLE_UNROLL
      for (int u = 0; u < Unroll; ++u) {
        next.column[u] = product_.column_if(u < here, at + u);
        next.value[u] = product_.value_if(u < here, at + u);
      }
      pack_rows rows = {};  // else registers would be kept for them from one row to the next
      gather(next, here, rows);
      add(at, next, here, rows);
    }
  }

  HEDDLE_FN void add_one(number at) {
    auto const k = product_.column_if(true, at);
    auto const left = product_.value_if(true, at);
    few<right_pack, Packs> row;
    HEDDLE_UNROLL
    for (int p = 0; p < Packs; ++p) row[p] = product_.template load<Width>(row_of_b_[p], k);
    add_products(at, k, left, row);
    end_rows(at + 1);
  }

  HEDDLE_FN void fetch(number at, entries& to) const { product_.read_run(at, to.column, to.value); }

  HEDDLE_FN void gather(entries const& from, int here, pack_rows& rows) const {
    HEDDLE_UNROLL
    for (int u = 0; u < Unroll; ++u) {
      HEDDLE_UNROLL
      for (int p = 0; p < Packs; ++p) {
        if (u < here) rows[u][p] = product_.template load<Width>(row_of_b_[p], from.column[u]);
      }
    }
  }

  HEDDLE_FN void add(number at, entries const& from, int here, pack_rows const& rows) {
    HEDDLE_UNROLL
    for (int u = 0; u < Unroll; ++u) {
      if (u < here) add_products(at + u, from.column[u], from.value[u], rows[u]);
      if constexpr (Cuts) end_rows(at + u + 1);
    }
  }

  HEDDLE_FN void add_products(number at, typename Product::column k, typename Product::left const& left,
                              few<right_pack const, Packs>& row) {
    HEDDLE_UNROLL
    for (int p = 0; p < Packs; ++p) {
      HEDDLE_UNROLL
      for (int v = 0; v < Width; ++v) {
        V const product = product_.of(tile_, k, column(is_live(p) ? p : 0) + v, left, row[p].value[v]);
        if constexpr (!needs_presence<Monoid>()) {
          sum_[p].value[v] = add_(sum_[p].value[v], product);
        } else {
          sum_[p].value[v] = at == begun_ ? product : add_(sum_[p].value[v], product);
        }
      }
    }
  }

  int lane_, lane_bits_;
  Tiles const& tiles_;
  size_type first_column_, columns_;
  Product const& product_;
  Monoid const& add_;
  Sink const& sink_;
  dense_cuts<V> const& cuts_;
  size_type share_;
  few<typename Product::row_of_right, Packs> row_of_b_;
  few<dense_pack<V, Width>, Packs> sum_;
  size_type tile_ = 0, last_ = 0;
  number begun_ = 0;                       // where the atoms of `sum_` begin
  number end_ = never, next_end_ = never;  // of this row and the next, where they lie in the share
  bool found_open_ = false;
};

/// Walks the share [begin, end): sink.close(tile, column, sums of `Width` columns, whether there are no atoms, add) for
/// every tile that lies in it, and of the others, where it `Cuts` any, the parts go to `cuts`. 2^lane_bits lanes, of
/// which this is `lane`, have Packs * Width columns each from `first_column` on; they need not come together. Atoms are
/// added in order, `Unroll` rows of B being on their way at once. `product` says what B is and how it is read (see
/// ops/spmm/product.hpp). `columns` is a multiple of Width.
template <int Width, int Packs, int Unroll, bool Cuts, tile_set Tiles, class Product, class Monoid, class Sink>
HEDDLE_FN void dense_sweep(int lane, int lane_bits, Tiles const& tiles, size_type share, path_point begin,
                           path_point end, size_type first_column, size_type columns, Product const& product,
                           Monoid const& add, Sink const& sink, dense_cuts<typename Monoid::value_type> const& cuts) {
  dense_sweeper<Width, Packs, Unroll, Cuts, Tiles, Product, Monoid, Sink>(lane, lane_bits, tiles, first_column, columns,
                                                                          product, add, sink, cuts, share)
      .run(begin, end);
}

}  // namespace heddle::detail
