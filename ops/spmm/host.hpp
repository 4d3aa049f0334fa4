// host.hpp - products with a dense matrix on the CPU: shares in parallel, a few columns of a row at a time in
// registers.
#pragma once
#include <heddle/host/drivers.hpp>
#include <heddle/ops/spmm/product.hpp>
#include <heddle/walk/dense_fix_up.hpp>
#include <memory>

namespace heddle::host {

namespace dense_driver {

/// The block of a fix-up that is one thread.
struct lone_thread {
  static constexpr int threads = 1;
  static int rank() { return 0; }
  static void sync() {}
};

/// Sums of `Columns` columns from j on over the atoms of a piece, in order. `Step`: between columns of b, 0: known at
/// run time alone. Of no atoms they mean nothing.
template <int Columns, int Step, class Product, class V, class Monoid>
void reduce_columns(Product const& product, tile_piece const& piece, size_type j, Monoid const& add, V* to) {
  using B = typename Product::right;
  size_type const step = Step > 0 ? Step : product.column_step;
  [[maybe_unused]] auto const* const from = product.from_column(j);
  V sum[Columns];
  auto const each = [&](size_type atom, auto const& take) {
    auto const k = product.columns[atom];
    auto const left = product.value_of(atom);
    [[maybe_unused]] B const* const row =
        reinterpret_cast<B const*>(from + k * static_cast<size_type>(product.row_bytes));
    for (int c = 0; c < Columns; ++c) {
      if constexpr (Product::reads_right) {
        take(sum[c], product.of(piece.tile, k, j + c, left, row[c * step]));
      } else {
        take(sum[c], product.of(piece.tile, k, j + c, left, B{}));
      }
    }
  };
  if (piece.first == piece.last) return;
  each(piece.first, [](V& s, V const& x) { s = x; });
  for (size_type atom = piece.first + 1; atom < piece.last; ++atom) {
    each(atom, [&](V& s, V const& x) { s = add(s, x); });
  }
  for (int c = 0; c < Columns; ++c) to[c] = sum[c];
}

/// All columns of a piece: write(j, n, sums) for a few of them at a time.
template <int Step, class Product, class Monoid, class Write>
void reduce_piece(Product const& product, tile_piece const& piece, size_type columns, Monoid const& add,
                  Write const& write) {
  using V = typename Monoid::value_type;
  constexpr int many = sizeof(V) <= 4 ? 32 : sizeof(V) <= 8 ? 16 : 4;
  V sums[many] = {};
  size_type j = 0;
  for (; j + many <= columns; j += many) {
    reduce_columns<many, Step>(product, piece, j, add, sums);
    write(j, many, sums);
  }
  for (; j + 4 <= columns; j += 4) {
    reduce_columns<4, Step>(product, piece, j, add, sums);
    write(j, 4, sums);
  }
  for (; j < columns; ++j) {
    reduce_columns<1, Step>(product, piece, j, add, sums);
    write(j, 1, sums);
  }
}

}  // namespace dense_driver

/// sink.close(tile, column, sum, whether the tile has no atoms, add), exactly once for every tile and column; sums are
/// in the order of atoms. The result depends on the plan, not on the number of threads. Work O(columns * (atoms +
/// tiles)); memory for two rows of the dense matrix for each share of a plan that cuts tiles, asked for first.
template <class Tiles, class Product, class Monoid, class Sink>
void reduce_dense(executor const& exec, plan const& chosen, Tiles const& tiles, size_type columns,
                  Product const& product, Monoid const& add, Sink const& sink) {
  using V = typename Monoid::value_type;
  shares_view const shares = chosen.shares->view();
  bool const cuts_tiles = chosen.shares->cuts_tiles;
  size_type const parts = cuts_tiles ? shares.workers * columns : 0;
  buffer<V> kept(exec, 2 * parts);
  dense_cuts<V> const cuts{kept.data(), cuts_tiles ? kept.data() + parts : nullptr};
  auto const walk = [&]<int Step>(std::integral_constant<int, Step>, size_type worker) {
    for (tile_piece const piece : driver::share_of(shares, tiles, worker)) {
      bool const is_head = piece.first > static_cast<size_type>(tiles.first_atom(piece.tile));
      V* const part = piece.whole ? nullptr : (is_head ? cuts.heads : cuts.tails) + worker * columns;
      bool const empty = piece.first == piece.last;
      dense_driver::reduce_piece<Step>(product, piece, columns, add, [&](size_type j, int n, V const* sums) {
        for (int c = 0; c < n; ++c) {
          if (part) {
            part[j + c] = sums[c];
          } else {
            sink.close(piece.tile, j + c, dense_pack<V, 1>{{sums[c]}}, empty, add);
          }
        }
      });
    }
  };
  int const threads = tiles.num_atoms() * columns + tiles.num_tiles() > 16384 ? exec.num_workers() : 1;
  for_each_run(threads, shares.workers, driver::shares_at_once(shares, threads), [&](size_type first, size_type last) {
    for (size_type worker = first; worker < last; ++worker) {
      if (product.column_step == 1) {
        walk(std::integral_constant<int, 1>{}, worker);
      } else {
        walk(std::integral_constant<int, 0>{}, worker);
      }
    }
  });
  if (!cuts_tiles) return;
  parallel_for(exec, shares.workers - 1, [&](size_type before) {
    dense_driver::lone_thread block;
    dense_fix_up_storage<V, 1> storage;
    combine_dense(block, storage, tiles, shares.points, shares.workers, before + 1, 1, cuts, columns, add, sink);
  });
}

}  // namespace heddle::host
