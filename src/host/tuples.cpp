// tuples.cpp - tuples of a matrix put in order: checked, sorted by row and column, those of one position found.
#include <heddle/matrix_storage.hpp>

#include "src/host/parallel.hpp"
#include "src/host/stable_order.hpp"

namespace heddle::detail {
namespace {

template <index_type Index> struct tuple_positions {
  size_type rows, cols;
  Index const* row;
  Index const* col;

  bool inside(size_type k) const { return row[k] >= 0 && row[k] < rows && col[k] >= 0 && col[k] < cols; }
  bool ascend(size_type k) const { return row[k - 1] < row[k] || (row[k - 1] == row[k] && col[k - 1] <= col[k]); }
};

// Whether the tuples are sorted; throws naming the first that lies outside.
template <index_type Index> bool are_sorted(executor const& exec, tuple_positions<Index> const& at, size_type n) {
  struct findings {
    size_type outside = -1;
    bool sorted = true;
  };
  std::vector<findings> by_chunk(static_cast<std::size_t>(host::chunks{n}.size()));
  host::for_each_chunk(exec, n, [&](size_type chunk, size_type begin, size_type end) {
    findings found;
    for (size_type k = begin; k < end && found.outside < 0; ++k) {
      if (!at.inside(k)) found.outside = k;
      if (k > 0) found.sorted = found.sorted && at.ascend(k);
    }
    by_chunk[chunk] = found;
  });
  bool sorted = true;
  for (findings const& found : by_chunk) {
    if (size_type const k = found.outside; k >= 0) {
      throw index_out_of_range(concat("matrix::build: entry ", k, " stands at (", at.row[k], ", ", at.col[k], ") of ",
                                      at.rows, " x ", at.cols));
    }
    sorted = sorted && found.sorted;
  }
  return sorted;
}

// A tuple in its place, and where it stood.
template <index_type Index> struct placed {
  Index row, col;
  std::int64_t stood;
};

// From tuple(i), the i-th in order.
template <index_type Index, class Tuple>
sorted_tuples<Index> collect(executor const& exec, size_type n, Tuple const& tuple) {
  auto const begins = [&](size_type i, placed<Index> const& before, placed<Index> const& here) {
    return i == 0 || before.row != here.row || before.col != here.col;
  };
  auto const for_each_begin = [&](auto const& each) {  // each(chunk, count so far, i, tuple) where a position begins
    host::for_each_chunk(exec, n, [&](size_type chunk, size_type begin, size_type end) {
      placed<Index> before = tuple(max_of(begin - 1, size_type{0}));
      size_type count = 0;
      for (size_type i = begin; i < end; ++i) {
        placed<Index> const here = tuple(i);
        if (begins(i, before, here)) each(chunk, count++, i, here);
        before = here;
      }
    });
  };
  std::vector<size_type> start(static_cast<std::size_t>(host::chunks{n}.size()) + 1, 0);
  for_each_begin([&](size_type chunk, size_type count, size_type, auto const&) { start[chunk + 1] = count + 1; });
  for (std::size_t chunk = 1; chunk < start.size(); ++chunk) start[chunk] += start[chunk - 1];
  size_type const positions = start.back();
  sorted_tuples<Index> result{buffer<std::int64_t>(exec, n), buffer<std::int64_t>(exec, positions + 1),
                              buffer<Index>(exec, positions), buffer<Index>(exec, positions)};
  std::int64_t* const order = result.order.data();
  host::parallel_for(exec, n, [&, order](size_type i) { order[i] = tuple(i).stood; });
  for_each_begin([&](size_type chunk, size_type count, size_type i, placed<Index> const& here) {
    size_type const at = start[chunk] + count;
    result.first.data()[at] = i;
    result.row.data()[at] = here.row;
    result.col.data()[at] = here.col;
  });
  result.first.data()[positions] = n;
  return result;
}

}  // namespace

template <index_type Index>
sorted_tuples<Index> sort_tuples(executor const& exec, size_type rows, size_type cols, Index const* row,
                                 Index const* col, size_type n) {
  if (are_sorted(exec, tuple_positions<Index>{rows, cols, row, col}, n)) {
    return collect<Index>(exec, n, [=](size_type i) { return placed<Index>{row[i], col[i], i}; });
  }
  int const row_bits = host::bits_below(rows), col_bits = host::bits_below(cols);
  if (row_bits + col_bits <= 64 && col_bits < 64) {
    std::uint64_t const of_col = (std::uint64_t{1} << col_bits) - 1;
    auto const pairs = host::sorted_pairs(exec, n, row_bits + col_bits, [=](size_type i) {
      return static_cast<std::uint64_t>(row[i]) << col_bits | static_cast<std::uint64_t>(col[i]);
    });
    return collect<Index>(exec, n, [=, pairs = pairs.get()](size_type i) {
      std::uint64_t const key = pairs[i].key;
      return placed<Index>{static_cast<Index>(key >> col_bits), static_cast<Index>(key & of_col), pairs[i].position};
    });
  }
  auto const by_col = host::sorted_pairs(exec, n, col_bits, [=](size_type i) { return std::uint64_t(col[i]); });
  auto const by_row =
      host::sorted_pairs(exec, n, row_bits, [&](size_type i) { return std::uint64_t(row[by_col[i].position]); });
  return collect<Index>(exec, n, [&](size_type i) {
    std::int64_t const stood = by_col[by_row[i].position].position;
    return placed<Index>{row[stood], col[stood], stood};
  });
}

template sorted_tuples<std::int32_t> sort_tuples(executor const&, size_type, size_type, std::int32_t const*,
                                                 std::int32_t const*, size_type);
template sorted_tuples<std::int64_t> sort_tuples(executor const&, size_type, size_type, std::int64_t const*,
                                                 std::int64_t const*, size_type);

}  // namespace heddle::detail
