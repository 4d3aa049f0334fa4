// host.hpp - products with a dense matrix on the CPU: shares in parallel, a few columns of a row at a time in
// registers.
#pragma once
#include <algorithm>
#include <heddle/detail/host/drivers.hpp>
#include <heddle/detail/walk/dense_fix_up.hpp>
#include <heddle/ops/spmm/product.hpp>

namespace heddle::host {

namespace dense_driver {

/// The block of a fix-up that is one thread.
struct lone_thread {
  static constexpr int threads = 1;
  static HEDDLE_FN int rank() { return 0; }
  static HEDDLE_FN void sync() {}
};

/// Sums of `Columns` columns from j on over the atoms [from, to), in order, behind those that `sums` holds unless they
/// are fresh. `Step`: between columns of b, 0: known at run time alone. Operands by value: nothing that is written can
/// be thought to change them.
template <int Columns, int Step, class Product, class V, class Monoid>
void add_columns(Product const product, size_type const tile, size_type from, size_type const to, size_type const j,
                 Monoid const add, bool const fresh, V* const sums) {
  using B = typename Product::right;
  size_type const step = Step > 0 ? Step : product.column_step, row_bytes = product.row_bytes;
  [[maybe_unused]] auto const* const first_row = product.from_column(j);
  auto const row_at = [=]([[maybe_unused]] auto k) -> B const* {
    return Product::reads_right ? reinterpret_cast<B const*>(first_row + k * row_bytes) : nullptr;
  };
  auto const times = [=](auto k, auto const& left, [[maybe_unused]] B const* row, int c) {
    if constexpr (Product::reads_right) {
      return product.of(tile, k, j + c, left, row[c * step]);
    } else {
      return product.of(tile, k, j + c, left, B{});
    }
  };
  detail::few<V, Columns> sum;
  if (fresh) {
    auto const k = product.columns[from];
    auto const left = product.value_of(from);
    B const* const row = row_at(k);
    for (int c = 0; c < Columns; ++c) sum[c] = times(k, left, row, c);
    ++from;
  } else {
    for (int c = 0; c < Columns; ++c) sum[c] = sums[c];
  }
  for (size_type atom = from; atom < to; ++atom) {
    auto const k = product.columns[atom];
    auto const left = product.value_of(atom);
    B const* const row = row_at(k);
    for (int c = 0; c < Columns; ++c) sum[c] = add(sum[c], times(k, left, row, c));
  }
  for (int c = 0; c < Columns; ++c) sums[c] = sum[c];
}

inline constexpr size_type columns_at_once = 128;

/// All columns of a piece: write(j, n, sums) for columns_at_once of them at a time, which are what they were where
/// there are no atoms. A few atoms are taken for all these columns before the next, so that rows of b are read once and
/// from end to end, and as many columns at a time as there are registers for.
template <int Step, class Product, class Monoid, class Write>
void reduce_piece(Product const& product, tile_piece const& piece, size_type columns, Monoid const& add,
                  typename Monoid::value_type* const sums, Write const& write) {
  using V = typename Monoid::value_type;
  constexpr size_type at_once = columns_at_once, atoms_at_once = 8;
  constexpr int many = sizeof(V) <= 4 ? 16 : sizeof(V) <= 8 ? 8 : 4;
  for (size_type first = 0; first < columns; first += at_once) {
    size_type const n = min_of(at_once, columns - first);
    for (size_type atom = piece.first; atom < piece.last; atom += atoms_at_once) {
      size_type const to = min_of(atom + atoms_at_once, piece.last);
      bool const fresh = atom == piece.first;
      size_type c = 0;
      for (; c + many <= n; c += many) {
        add_columns<many, Step>(product, piece.tile, atom, to, first + c, add, fresh, sums + c);
      }
      for (; c + 4 <= n; c += 4) {
        add_columns<4, Step>(product, piece.tile, atom, to, first + c, add, fresh, sums + c);
      }
      for (; c < n; ++c) add_columns<1, Step>(product, piece.tile, atom, to, first + c, add, fresh, sums + c);
    }
    write(first, n, sums);
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
    V room[dense_driver::columns_at_once] = {};  // once a share: rows may be shorter than it takes to clear
    for (tile_piece const piece : driver::share_of(shares, tiles, worker)) {
      bool const is_head = piece.first > static_cast<size_type>(tiles.first_atom(piece.tile));
      V* const part = piece.whole ? nullptr : (is_head ? cuts.heads : cuts.tails) + worker * columns;
      bool const empty = piece.first == piece.last;
      dense_driver::reduce_piece<Step>(product, piece, columns, add, room,
                                       [&](size_type j, size_type n, V const* sums) {
                                         if (part) {
                                           std::copy_n(sums, n, part + j);
                                         } else {
                                           sink.close_columns(piece.tile, j, n, sums, empty, add);
                                         }
                                       });
    }
  };
  int const threads = tiles.num_atoms() * columns + tiles.num_tiles() > 16384 ? exec.num_workers() : 1;
  parallel_for(threads, shares.workers, driver::shares_at_once(shares, threads), [&](size_type worker) {
    if (product.column_step == 1) {
      walk(std::integral_constant<int, 1>{}, worker);
    } else {
      walk(std::integral_constant<int, 0>{}, worker);
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
