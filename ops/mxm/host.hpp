// host.hpp - sparse matrix products on the CPU, row by row.
// Gustavson, "Two Fast Algorithms for Sparse Matrices: Multiplication and Permuted Transposition", TOMS 1978.
#pragma once
#include <algorithm>
#include <bit>
#include <heddle/host/drivers.hpp>
#include <heddle/plan_of_tiles.hpp>
#include <heddle/semirings/multiply.hpp>
#include <heddle/tiles/expansion_tiles.hpp>
#include <heddle/views.hpp>
#include <vector>

namespace heddle::host {

/// A sparse accumulator: the columns of one row and what they have summed to. A hash table by open addressing, or an
/// array over all columns where that is no larger.
template <class D, class Index> class row_accumulator {
 public:
  /// What one takes: slots, and the list of columns.
  static size_type bytes(size_type most, size_type cols) {
    return min_of(hash_slots(most), cols) * static_cast<size_type>(sizeof(Index) + sizeof(D)) +
           min_of(most, cols) * static_cast<size_type>(sizeof(Index));
  }

  /// For rows of at most `most` entries in `cols` columns.
  row_accumulator(size_type most, size_type cols) {
    size_type const hashed = hash_slots(most);
    direct_ = hashed >= cols;
    slots_ = direct_ ? cols : hashed;
    shift_ = 64 - std::countr_zero(static_cast<std::uint64_t>(hashed));
    keys_.assign(static_cast<std::size_t>(slots_), Index{-1});
    values_ = std::make_unique<D[]>(static_cast<std::size_t>(slots_));
    columns_.reserve(static_cast<std::size_t>(min_of(most, cols)));
  }

  /// The sum of column j so far; null, and a place for its first value in `fresh`, when there is none.
  D* find(Index j, D*& fresh) {
    size_type slot = direct_ ? static_cast<size_type>(j) : hash(j);
    while (keys_[slot] != j) {
      if (keys_[slot] < 0) {
        keys_[slot] = j;
        columns_.push_back(j);
        fresh = &values_[slot];
        return nullptr;
      }
      slot = slot + 1 == slots_ ? 0 : slot + 1;
    }
    return &values_[slot];
  }

  size_type size() const { return static_cast<size_type>(columns_.size()); }

  /// visit(column, value) by ascending column.
  template <class Visit> void for_each_sorted(Visit const& visit) {
    std::sort(columns_.begin(), columns_.end());
    D* none = nullptr;
    for (std::size_t at = 0; at < columns_.size(); ++at) visit(columns_[at], *find(columns_[at], none));
  }

  void clear() {
    for (Index j : columns_) {
      if (direct_) {
        keys_[static_cast<size_type>(j)] = Index{-1};
      } else {
        free_run(hash(j));
      }
    }
    columns_.clear();
  }

 private:
  static size_type hash_slots(size_type most) {
    return static_cast<size_type>(std::bit_ceil(static_cast<std::uint64_t>(2 * max_of<size_type>(most, 1))));
  }
  size_type hash(Index j) const {
    return static_cast<size_type>((static_cast<std::uint64_t>(j) * 0x9E3779B97F4A7C15ull) >> shift_);
  }
  // Every taken slot lies in the unbroken run that begins at its column's hash, so freeing all runs frees all slots.
  void free_run(size_type slot) {
    for (; keys_[slot] >= 0; slot = slot + 1 == slots_ ? 0 : slot + 1) keys_[slot] = Index{-1};
  }

  bool direct_;
  size_type slots_;
  int shift_;
  std::vector<Index> keys_;  // -1: free
  std::unique_ptr<D[]> values_;
  std::vector<Index> columns_;
};

namespace expansion {

/// Rows of the product that a share owns.
struct row_range {
  size_type from, to;
};

template <class Tiles> row_range rows_of(shares_view const& shares, Tiles const& tiles, size_type worker) {
  share<Tiles> const mine = driver::share_of(shares, tiles, worker);
  return {first_whole_tile(tiles, mine.from), first_whole_tile(tiles, mine.to)};
}

struct nothing {};

/// What counting and filling share.
template <class Index, class Offset> struct rows_of_product {
  executor const& exec;
  plan shares;
  expansion_tiles<Index, Offset> tiles;
  size_type longest = 0, cols = 0;  // of the rows; columns of B
  size_type table_bytes;            // for the accumulators of all threads

  rows_of_product(executor const& exec, schedule const& chosen, expansion_tiles<Index, Offset> const& tiles,
                  size_type cols, std::size_t value_bytes, size_type table_bytes)
      : exec(exec),
        shares(make_plan(exec, tiles, chosen, value_bytes)),
        tiles(tiles),
        cols(cols),
        table_bytes(table_bytes) {
    for (size_type i = 0; i < tiles.rows; ++i) longest = max_of(longest, tiles.scanned[i + 1] - tiles.scanned[i]);
    longest = min_of(longest, cols);
  }

  /// As many as have tables, one at least.
  int threads(size_type bytes_of_table) const {
    if (shares.shares->workers <= 1 || tiles.num_atoms() <= 4096) return 1;
    return static_cast<int>(
        std::clamp<size_type>(table_bytes / max_of<size_type>(bytes_of_table, 1), 1, max_of(exec.num_workers(), 1)));
  }
};

// body(accumulator, row) for every row, each thread with an accumulator of its own.
template <class D, class Index, class Offset, class Body>
void for_each_row(rows_of_product<Index, Offset> const& in, Body const& body) {
  using table = row_accumulator<D, Index>;
  shares_view const shares = in.shares.shares->view();
  auto const& tiles = in.tiles;
  int const threads = in.threads(table::bytes(in.longest, in.cols));
  std::vector<table> accumulators;
  accumulators.reserve(static_cast<std::size_t>(threads));
  for (int t = 0; t < threads; ++t) accumulators.emplace_back(in.longest, in.cols);
  size_type const at_once = driver::shares_at_once(shares, threads);
  for_each_run(threads, shares.workers, at_once, [&](int thread, size_type first, size_type last) {
    auto& accumulator = accumulators[thread];
    for (size_type worker = first; worker < last; ++worker) {
      auto const range = rows_of(shares, tiles, worker);
      for (size_type row = range.from; row < range.to; ++row) body(accumulator, row);
    }
  });
}

/// counts[i] = columns of row i of A * B.
template <class A, class B, class Index, class Offset>
void count_rows(rows_of_product<Index, Offset> const& in, compressed_view<A, Index, Offset> const& a,
                compressed_view<B, Index, Offset> const& b, size_type* counts) {
  for_each_row<nothing>(in, [&](auto& row, size_type i) {
    nothing* fresh = nullptr;
    for (size_type e = a.offsets[i]; e < a.offsets[i + 1]; ++e) {
      Index const k = a.indices[e];
      for (size_type at = b.offsets[k]; at < b.offsets[k + 1]; ++at) row.find(b.indices[at], fresh);
    }
    counts[i] = row.size();
    row.clear();
  });
}

/// The columns of every row, ascending, and their sums, from first[i] on. Products are combined in ascending k.
template <class SR, class A, class B, class Index, class Offset>
void fill_rows(rows_of_product<Index, Offset> const& in, compressed_view<A, Index, Offset> const& a,
               compressed_view<B, Index, Offset> const& b, SR const& sr, size_type const* first, Index* columns,
               domain_of<SR>* values) {
  using D = domain_of<SR>;
  for_each_row<D>(in, [&](auto& row, size_type i) {
    for (size_type e = a.offsets[i]; e < a.offsets[i + 1]; ++e) {
      Index const k = a.indices[e];
      for (size_type at = b.offsets[k]; at < b.offsets[k + 1]; ++at) {
        D const product = detail::product_of(sr, a.values[e], b.values[at], i, k, b.indices[at]);
        D* fresh = nullptr;
        if (D* const sum = row.find(b.indices[at], fresh)) {
          *sum = sr.add(*sum, product);
        } else {
          *fresh = product;
        }
      }
    }
    size_type at = first[i];
    row.for_each_sorted([&](Index j, D const& value) {
      columns[at] = j;
      values[at++] = value;
    });
    row.clear();
  });
}

}  // namespace expansion
}  // namespace heddle::host
