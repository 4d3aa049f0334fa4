// tuples.cpp - tuples checked and put in order by the host's threads; and the order of compressed arrays.
#include <atomic>
#include <numeric>

#include "src/executor/backend.hpp"
#include "src/host/parallel.hpp"
#include "src/host/stable_order.hpp"

namespace heddle::host {
namespace {

using detail::ordered_tuples;
using detail::tuple_findings;
using detail::tuple_positions;

// A tuple in its place, and where it stood.
template <index_type Index> struct placed {
  Index row, col;
  std::int64_t stood;
};

size_type least(size_type a, size_type b) { return a < 0 || (b >= 0 && b < a) ? b : a; }

// From tuple(i), the i-th in order. `Sorted`: that is where it stood.
template <bool Sorted, index_type Index, class Tuple>
ordered_tuples<Index> collect(executor const& exec, tuple_positions<Index> const& at, integers_out offsets,
                              Tuple const& tuple) {
  size_type const n = at.n;
  auto const for_each_begin = [&](auto const& each) {  // each(chunk, count so far, i, tuple) where a position begins
    for_each_chunk(exec, n, [&](size_type chunk, size_type begin, size_type end) {
      placed<Index> before = tuple(max_of(begin - 1, size_type{0}));
      size_type count = 0;
      for (size_type i = begin; i < end; ++i) {
        placed<Index> const here = tuple(i);
        if (i == 0 || before.row != here.row || before.col != here.col) each(chunk, count++, i, here);
        before = here;
      }
    });
  };
  std::vector<size_type> start(static_cast<std::size_t>(chunks{n}.size()) + 1, 0);
  for_each_begin([&](size_type chunk, size_type count, size_type, auto const&) { start[chunk + 1] = count + 1; });
  for (std::size_t chunk = 1; chunk < start.size(); ++chunk) start[chunk] += start[chunk - 1];
  size_type const positions = start.back();
  bool const repeats = positions < n, by_rows = offsets.data != nullptr;
  ordered_tuples<Index> result{positions, buffer<Index>(exec, positions), {}, {}, {}};
  buffer<Index> row(exec, by_rows ? positions : 0);
  if (repeats) result.first = buffer<std::int64_t>(exec, positions + 1);
  if constexpr (!Sorted) {
    result.order = buffer<std::int64_t>(exec, n);
    std::int64_t* const order = result.order.data();
    parallel_for(exec, n, [&, order](size_type i) { order[i] = tuple(i).stood; });
  }
  for_each_begin([&](size_type chunk, size_type count, size_type i, placed<Index> const& here) {
    size_type const to = start[chunk] + count;
    if (repeats) result.first.data()[to] = i;
    if (by_rows) row.data()[to] = here.row;
    result.indices.data()[to] = here.col;
  });
  if (repeats) result.first.data()[positions] = n;
  if (!by_rows) return result;
  primitives::compress_rows(exec, row.data(), positions, at.rows, offsets);
  return result;
}

}  // namespace

template <index_type I> tuple_findings examine_tuples(executor const& exec, tuple_positions<I> const& at) {
  std::vector<tuple_findings> by_chunk(static_cast<std::size_t>(chunks{at.n}.size()));
  for_each_chunk(exec, at.n, [&](size_type chunk, size_type begin, size_type end) {
    tuple_findings found;
    for (size_type k = begin; k < end; ++k) {
      I const row = at.row ? at.row[k] : I{0}, col = at.col[k];
      if (row < 0 || row >= at.rows || col < 0 || col >= at.cols) {
        found.outside = k;
        break;
      }
      if (k == 0) continue;
      I const row_before = at.row ? at.row[k - 1] : I{0}, col_before = at.col[k - 1];
      if (row != row_before ? row < row_before : col <= col_before) {
        size_type& kind = row == row_before && col == col_before ? found.repeats : found.descends;
        if (kind < 0) kind = k;
      }
    }
    by_chunk[chunk] = found;
  });
  tuple_findings all;
  for (tuple_findings const& found : by_chunk) {
    all = {least(all.outside, found.outside), least(all.descends, found.descends), least(all.repeats, found.repeats)};
  }
  return all;
}

// A block's comparisons are made by vectors; one with a position outside is looked through again.
template <index_type I> size_type first_outside(executor const& exec, I const* positions, size_type n, size_type size) {
  using word = std::make_unsigned_t<I>;  // in which negative positions are large
  auto const limit = static_cast<word>(min_of(size, static_cast<size_type>(std::numeric_limits<I>::max())));
  bool const all_fit = size > std::numeric_limits<I>::max();  // that are not negative
  std::vector<size_type> by_chunk(static_cast<std::size_t>(chunks{n}.size()), -1);
  for_each_chunk(exec, n, [&](size_type chunk, size_type begin, size_type end) {
    constexpr size_type block = 1024;
    auto const lies_outside = [=](size_type k) {
      auto const at = static_cast<word>(positions[k]);
      return all_fit ? at > limit : at >= limit;
    };
    for (size_type from = begin; from < end; from += block) {
      size_type const to = min_of(from + block, end);
      bool any = false;
      for (size_type k = from; k < to; ++k) any |= lies_outside(k);
      for (size_type k = from; any && k < to; ++k) {
        if (!lies_outside(k)) continue;
        by_chunk[chunk] = k;
        return;
      }
    }
  });
  return std::accumulate(by_chunk.begin(), by_chunk.end(), size_type{-1}, least);
}

template <index_type I>
ordered_tuples<I> order_tuples(executor const& exec, tuple_positions<I> const& at, tuple_findings const& found,
                               integers_out offsets) {
  I const *const row = at.row, *const col = at.col;
  if (found.descends < 0) {
    return collect<true>(exec, at, offsets, [=](size_type i) { return placed<I>{row ? row[i] : I{0}, col[i], i}; });
  }
  int const row_bits = row ? bits_below(at.rows) : 0, col_bits = bits_below(at.cols);
  if (row_bits + col_bits <= 64 && col_bits < 64) {
    std::uint64_t const of_col = (std::uint64_t{1} << col_bits) - 1;
    auto const pairs = sorted_pairs(exec, at.n, row_bits + col_bits, [=](size_type i) {
      return (row ? static_cast<std::uint64_t>(row[i]) << col_bits : 0) | static_cast<std::uint64_t>(col[i]);
    });
    return collect<false>(exec, at, offsets, [=, pairs = pairs.get()](size_type i) {
      std::uint64_t const key = pairs[i].key;
      return placed<I>{static_cast<I>(key >> col_bits), static_cast<I>(key & of_col), pairs[i].position};
    });
  }
  auto const by_col = sorted_pairs(exec, at.n, col_bits, [=](size_type i) { return std::uint64_t(col[i]); });
  auto const by_row =
      sorted_pairs(exec, at.n, row_bits, [&](size_type i) { return std::uint64_t(row[by_col[i].position]); });
  return collect<false>(exec, at, offsets, [&](size_type i) {
    std::int64_t const stood = by_col[by_row[i].position].position;
    return placed<I>{row[stood], col[stood], stood};
  });
}

#define HEDDLE_INSTANTIATE(I)                                                                                \
  template tuple_findings examine_tuples(executor const&, tuple_positions<I> const&);                        \
  template size_type first_outside(executor const&, I const*, size_type, size_type);                         \
  template ordered_tuples<I> order_tuples(executor const&, tuple_positions<I> const&, tuple_findings const&, \
                                          integers_out);
#include "src/each_index.hpp"

}  // namespace heddle::host

namespace heddle::primitives {
namespace {

using namespace host;

// The first i < n that is bad, or -1.
template <class Bad> size_type first_where(executor const& exec, size_type n, Bad const& bad) {
  std::atomic<size_type> found = n;
  for_each_chunk(exec, n, [&](size_type, size_type begin, size_type end) {
    if (begin > found.load(std::memory_order_relaxed)) return;
    size_type i = begin;
    while (i < end && !bad(i)) ++i;
    if (i == end) return;
    for (size_type known = found; i < known && !found.compare_exchange_weak(known, i);) {}
  });
  return found == n ? -1 : found.load();
}

}  // namespace

size_type find_decrease(executor const& exec, integers offsets, size_type major) {
  if (!exec.is_host()) return with_cuda([&] { return gpu::find_decrease(exec, offsets, major); });
  return first_where(exec, major, [=](size_type row) { return offsets[row + 1] < offsets[row]; });
}

size_type find_disorder(executor const& exec, integer_tiles const& rows, integers indices, size_type minor) {
  if (!exec.is_host()) return with_cuda([&] { return gpu::find_disorder(exec, rows, indices, minor); });
  return first_where(exec, rows.num_atoms(), [=](size_type a) {
    size_type const j = indices[a];
    if (j < 0 || j >= minor) return true;
    return a > 0 && j <= indices[a - 1] && rows.first_atom(tile_of_atom(rows, a, 0, rows.num_tiles())) != a;
  });
}

}  // namespace heddle::primitives
