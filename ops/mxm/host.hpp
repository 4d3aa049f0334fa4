// host.hpp - sparse matrix products on the CPU, row by row.
// Gustavson, "Two Fast Algorithms for Sparse Matrices: Multiplication and Permuted Transposition", TOMS 1978.
#pragma once
#include <algorithm>
#include <bit>
#include <heddle/detail/host/drivers.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/tiles/tile_set.hpp>
#include <heddle/seam/views.hpp>
#include <heddle/semirings/multiply.hpp>
#include <vector>

namespace heddle::host {

/// A sparse accumulator: the columns of one row and what they have summed to. An array over all columns, each marked
/// with the last row that had it; or a hash table by open addressing where that would be large and rows are short.
template <class D, class Index> class row_accumulator {
 public:
  /// What one takes: slots, the list of columns, and what sorts it.
  static size_type bytes(size_type most, size_type cols) {
    bool const direct = is_direct(most, cols);
    return (direct ? cols : hash_slots(most)) * static_cast<size_type>(sizeof(Index) + sizeof(D)) +
           (min_of(most, cols) + 1) * static_cast<size_type>(sizeof(Index)) +
           (direct ? 8 * (words(cols) + words(words(cols))) : 0);
  }

  /// For rows of at most `most` entries in `cols` columns.
  row_accumulator(size_type most, size_type cols)
      : direct_(is_direct(most, cols)),
        slots_(direct_ ? cols : hash_slots(most)),
        shift_(64 - std::countr_zero(static_cast<std::uint64_t>(hash_slots(most)))),
        keys_(static_cast<std::size_t>(slots_), Index{-1}),
        values_(std::make_unique<D[]>(static_cast<std::size_t>(slots_))),
        columns_(static_cast<std::size_t>(min_of(most, cols) + 1)) {
    if (!direct_) return;
    set_.resize(static_cast<std::size_t>(words(cols)));
    set_words_.resize(static_cast<std::size_t>(words(words(cols))));
  }

  bool direct() const { return direct_; }
  /// Of each column the last row that had it, where direct().
  Index* marks() { return keys(); }
  D* values() { return values_.get(); }
  /// Columns in the order in which they came, and room for one more than a row has.
  Index* columns() { return columns_.data(); }

  /// The slot of column j, where not direct(); a fresh one is listed.
  size_type slot_of(Index j, bool& fresh) {
    size_type slot = hash(j);
    for (; keys()[slot] != j; slot = slot + 1 == slots_ ? 0 : slot + 1) {
      if (keys()[slot] >= 0) continue;
      keys()[slot] = j;
      columns()[size_++] = j;
      fresh = true;
      return slot;
    }
    fresh = false;
    return slot;
  }

  size_type size() const { return size_; }

  /// to_columns, to_values = the n columns that are listed, ascending, and what they have summed to. The table is empty
  /// afterwards.
  void take_sorted(size_type n, Index* to_columns, D* to_values) {
    if (direct_) {
      sort_by_bits(n, to_columns);
      for (size_type c = 0; c < n; ++c) to_values[c] = values()[to_columns[c]];
      return;
    }
    std::sort(columns_.begin(), columns_.begin() + n);
    bool fresh = false;
    for (size_type c = 0; c < n; ++c) {
      to_columns[c] = columns()[c];
      to_values[c] = values()[slot_of(columns()[c], fresh)];
    }
    clear();
  }

  void clear() {
    for (size_type c = 0; c < size_; ++c) free_run(hash(columns()[c]));
    size_ = 0;
  }

 private:
  static constexpr size_type direct_bytes = size_type{1} << 23;  // a core's part of a last-level cache
  static constexpr size_type few = 24;                           // so many are sorted by comparison faster

  Index* keys() { return keys_.data(); }

  static bool is_direct(size_type most, size_type cols) {
    return cols <= max_of(hash_slots(most), direct_bytes / static_cast<size_type>(sizeof(Index) + sizeof(D)));
  }
  static size_type words(size_type n) { return ceil_div(n, 64); }
  static size_type hash_slots(size_type most) {
    return static_cast<size_type>(std::bit_ceil(static_cast<std::uint64_t>(2 * max_of<size_type>(most, 1))));
  }
  size_type hash(Index j) const {
    return static_cast<size_type>((static_cast<std::uint64_t>(j) * std::uint64_t{0x9E3779B97F4A7C15}) >> shift_);
  }
  // Every taken slot lies in the unbroken run that begins at its column's hash, so freeing all runs frees all slots.
  void free_run(size_type slot) {
    for (; keys()[slot] >= 0; slot = slot + 1 == slots_ ? 0 : slot + 1) keys()[slot] = Index{-1};
  }

  // A bit a column, a bit a word of those, and all set ones in order; words in between are looked at 64 at a time.
  void sort_by_bits(size_type n, Index* to) {
    auto const [least, most] = std::minmax_element(columns_.begin(), columns_.begin() + n);
    if (n <= few || (*most - *least) / 4096 > 4 * n) {
      std::copy_n(columns_.begin(), n, to);
      return std::sort(to, to + n);
    }
    size_type const first = *least / 4096, last = *most / 4096;
    for (size_type c = 0; c < n; ++c) {
      auto const j = static_cast<std::uint64_t>(columns()[c]);
      set_[j / 64] |= std::uint64_t{1} << j % 64;
      set_words_[j / 4096] |= std::uint64_t{1} << j / 64 % 64;
    }
    for (size_type at = first; at <= last; ++at) {
      for (auto words = std::exchange(set_words_.data()[at], 0); words != 0; words &= words - 1) {
        size_type const word = at * 64 + std::countr_zero(words);
        for (auto bits = std::exchange(set_.data()[word], 0); bits != 0; bits &= bits - 1) {
          *to++ = static_cast<Index>(word * 64 + std::countr_zero(bits));
        }
      }
    }
  }

  bool direct_;
  size_type slots_;
  int shift_;
  std::vector<Index> keys_;  // -1: free
  std::unique_ptr<D[]> values_;
  std::vector<Index> columns_;
  size_type size_ = 0;
  std::vector<std::uint64_t> set_, set_words_;
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

  rows_of_product(executor const& by, schedule const& chosen, expansion_tiles<Index, Offset> const& of,
                  size_type cols_of_b, std::size_t value_bytes, size_type bytes_of_tables)
      : exec(by),
        shares(make_plan(by, of, chosen, value_bytes)),
        tiles(of),
        cols(cols_of_b),
        table_bytes(bytes_of_tables) {
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

// body(table, row) for every row, each thread with a table of its own, of so many bytes.
template <class Table, class Index, class Offset, class Make, class Body>
void for_each_row_with(rows_of_product<Index, Offset> const& in, size_type bytes, Make const& make, Body const& body) {
  shares_view const shares = in.shares.shares->view();
  auto const& tiles = in.tiles;
  int const threads = in.threads(bytes);
  std::vector<Table> tables;
  tables.reserve(static_cast<std::size_t>(threads));
  for (int t = 0; t < threads; ++t) tables.push_back(make());
  size_type const at_once = driver::shares_at_once(shares, threads);
  for_each_run(threads, shares.workers, at_once, [&](int thread, size_type first, size_type last) {
    auto& table = tables[static_cast<std::size_t>(thread)];
    for (size_type worker = first; worker < last; ++worker) {
      auto const range = rows_of(shares, tiles, worker);
      for (size_type row = range.from; row < range.to; ++row) body(table, row);
    }
  });
}

template <class D, class Index, class Offset, class Body>
void for_each_row(rows_of_product<Index, Offset> const& in, Body const& body) {
  using table = row_accumulator<D, Index>;
  for_each_row_with<table>(
      in, table::bytes(in.longest, in.cols), [&] { return table(in.longest, in.cols); }, body);
}

/// The columns of a row of A * B, and their number.
template <class Index, class Table, class Visit>
size_type columns_of_row(Table& row, Index i, Visit const& for_each_column) {
  if (!row.direct()) {
    bool fresh = false;
    for_each_column([&](Index j) { row.slot_of(j, fresh); });
    size_type const n = row.size();
    row.clear();
    return n;
  }
  Index* const marks = row.marks();
  size_type n = 0;
  for_each_column([&](Index j) {  // without a branch: whether a column is new is anyone's guess
    n += marks[j] != i;
    marks[j] = i;
  });
  return n;
}

/// counts[i] = columns of row i of A * B.
template <class A, class B, class Index, class Offset>
void count_rows(rows_of_product<Index, Offset> const& in, compressed_view<A, Index, Offset> const& a,
                compressed_view<B, Index, Offset> const& b, size_type* counts) {
  for_each_row<nothing>(in, [&](auto& row, size_type i) {
    size_type const begin = a.offsets[i], end = a.offsets[i + 1];
    if (end - begin == 1) {
      counts[i] = b.offsets[a.indices[begin] + 1] - b.offsets[a.indices[begin]];
      return;
    }
    counts[i] = columns_of_row(row, static_cast<Index>(i), [&](auto const& visit) {
      for (size_type e = begin; e < end; ++e) {
        Index const k = a.indices[e];
        for (size_type at = b.offsets[k], last = b.offsets[k + 1]; at < last; ++at) visit(b.indices[at]);
      }
    });
  });
}

/// Sums that may be made of what an older row has left, and not be used: nobody can see that.
template <class SR>
inline constexpr bool adds_at_will =
    std::is_floating_point_v<domain_of<SR>>&& std::is_same_v<add_of<SR>, plus_monoid<domain_of<SR>>>;

/// The sums of a row of A * B; returns their number.
template <class SR, class Index, class Table, class Visit>
size_type sums_of_row(SR const& sr, Table& row, Index i, Visit const& for_each_product) {
  using D = domain_of<SR>;
  D* const values = row.values();
  if (!row.direct()) {
    for_each_product([&](Index j, D const& product) {
      bool fresh = false;
      size_type const slot = row.slot_of(j, fresh);
      values[slot] = fresh ? product : sr.add(values[slot], product);
    });
    return row.size();
  }
  Index *const marks = row.marks(), *const columns = row.columns();
  size_type n = 0;
  for_each_product([&](Index j, D const& product) {
    bool const fresh = marks[j] != i;
    if constexpr (adds_at_will<SR>) {
      D const sum = sr.add(values[j], product);
      columns[n] = j;
      n += fresh;
      marks[j] = i;
      values[j] = fresh ? product : sum;
    } else if (fresh) {
      columns[n++] = j;
      marks[j] = i;
      values[j] = product;
    } else {
      values[j] = sr.add(values[j], product);
    }
  });
  return n;
}

/// The columns of every row, ascending, and their sums, from first[i] on. Products are combined in ascending k.
template <class SR, class A, class B, class Index, class Offset>
void fill_rows(rows_of_product<Index, Offset> const& in, compressed_view<A, Index, Offset> const& a,
               compressed_view<B, Index, Offset> const& b, SR const& sr, size_type const* first, Index* columns,
               domain_of<SR>* values) {
  using D = domain_of<SR>;
  for_each_row<D>(in, [&](auto& row, size_type i) {
    size_type const begin = a.offsets[i], end = a.offsets[i + 1];
    auto const for_each_product = [&](auto const& visit) {
      for (size_type e = begin; e < end; ++e) {
        Index const k = a.indices[e];
        A const left = a.values[e];
        for (size_type at = b.offsets[k], last = b.offsets[k + 1]; at < last; ++at) {
          visit(b.indices[at], detail::product_of(sr, left, b.values[at], i, k, b.indices[at]));
        }
      }
    };
    if (end - begin == 1) {  // in order already, and nothing is summed
      size_type at = first[i];
      return for_each_product([&](Index j, D const& product) {
        columns[at] = j;
        values[at++] = product;
      });
    }
    size_type const n = sums_of_row(sr, row, static_cast<Index>(i), for_each_product);
    row.take_sorted(n, columns + first[i], values + first[i]);
  });
}

}  // namespace expansion
}  // namespace heddle::host
