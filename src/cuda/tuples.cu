// tuples.cu - tuples checked and put in order on a GPU: keys of row and column, sorted by CUB's radix sort of only the
// bits that they have; and the order of compressed arrays.
#include <bit>
#include <cub/device/device_radix_sort.cuh>
#include <heddle/detail/executor/elementwise.cuh>

#include "src/cuda/read_back.hpp"
#include "src/cuda/scratch.cuh"
#include "src/cuda/sorted_rows.cuh"
#include "src/executor/backend.hpp"

namespace heddle::gpu {
namespace {

using detail::ordered_tuples;
using detail::tuple_findings;
using primitives::byte;

constexpr long long none_found = std::numeric_limits<long long>::max();

// The least number of each kind, or none_found.
struct least_found {
  long long outside = none_found, descends = none_found, repeats = none_found;
};

__device__ void note(long long* least, size_type k) {
  if (k < *static_cast<long long volatile*>(least)) atomicMin(least, static_cast<long long>(k));
}

// A thread goes through many tuples, so that few meet at the words of what is found.
__global__ void __launch_bounds__(launch_threads)
    examine_kernel(integers const row, integers const col, size_type rows, size_type cols, size_type n,
                   least_found* const found) {
  least_found mine;
  auto const stride = static_cast<size_type>(gridDim.x) * launch_threads;
  for (size_type k = static_cast<size_type>(blockIdx.x) * launch_threads + threadIdx.x; k < n; k += stride) {
    size_type const i = row.data ? row[k] : 0, j = col[k];  // a vector has no rows
    if (i < 0 || i >= rows || j < 0 || j >= cols) mine.outside = min_of<long long>(mine.outside, k);
    if (k == 0) continue;
    size_type const i_before = row.data ? row[k - 1] : 0, j_before = col[k - 1];
    if (i != i_before ? i > i_before : j > j_before) continue;
    long long& kind = i == i_before && j == j_before ? mine.repeats : mine.descends;
    kind = min_of<long long>(kind, k);
  }
  if (mine.outside != none_found) note(&found->outside, mine.outside);
  if (mine.descends != none_found) note(&found->descends, mine.descends);
  if (mine.repeats != none_found) note(&found->repeats, mine.repeats);
}

struct keyed_tuple {
  integers row, col;
  int col_bits;
  std::int64_t* keys;
  __device__ void operator()(size_type k) const { keys[k] = (row.data ? row[k] << col_bits : 0) | col[k]; }
};

// Tuples in order: as sorted keys, or, where these take too many bits or nothing was to be sorted, as they were given.
struct tuples_in_order {
  std::int64_t const* keys;  // null: there are none
  int col_bits;
  integers row, col;          // as given
  std::int64_t const* order;  // null: in the order given

  __device__ size_type given(size_type k) const { return order ? order[k] : k; }
  __device__ size_type row_of(size_type k) const {
    if (keys) return keys[k] >> col_bits;
    return row.data ? row[given(k)] : 0;
  }
  __device__ size_type col_of(size_type k) const {
    auto const of_col = (std::uint64_t{1} << col_bits) - 1;
    return keys ? static_cast<size_type>(static_cast<std::uint64_t>(keys[k]) & of_col) : col[given(k)];
  }
};

// Of n + 1 flags the last is set, so that the list of what is set ends with n.
struct begins_position {
  tuples_in_order tuples;
  size_type n;
  byte* flags;
  __device__ void operator()(size_type k) const {
    flags[k] = k == 0 || k == n || tuples.col_of(k) != tuples.col_of(k - 1) || tuples.row_of(k) != tuples.row_of(k - 1);
  }
};

struct column_of_position {
  tuples_in_order tuples;
  std::int64_t const* first;  // null: every tuple has a position
  integers_out columns;
  __device__ void operator()(size_type i) const { columns.set(i, tuples.col_of(first ? first[i] : i)); }
};

struct rows_of_positions {
  tuples_in_order tuples;
  std::int64_t const* first;  // null: every tuple has a position
  __device__ size_type operator[](size_type i) const { return tuples.row_of(first ? first[i] : i); }
};

struct note_decrease {
  integers offsets;
  long long* found;
  __device__ void operator()(size_type row) const {
    if (offsets[row + 1] < offsets[row]) note(found, row);
  }
};

struct note_disorder {
  integer_tiles rows;
  integers indices;
  size_type minor;
  long long* found;
  __device__ void operator()(size_type a) const {
    size_type const j = indices[a];
    bool bad = j < 0 || j >= minor;
    if (!bad && a > 0 && j <= indices[a - 1]) {  // right where a row begins
      bad = rows.first_atom(tile_of_atom(rows, a, 0, rows.num_tiles())) != a;
    }
    if (bad) note(found, a);
  }
};

template <class F> size_type least_noted(executor const& exec, size_type n, F const& noting, char const* what) {
  buffer<long long> found(exec, 1);
  primitives::fill(exec, found.data(), 1, sizeof(long long), &none_found);
  for_each_index(exec, n, noting(found.data()), what);
  long long const least = read_back(exec, found.data());
  return least == none_found ? -1 : least;
}

// Whether elements of `width` bytes at `values` are words that the sort can carry along.
bool is_word(byte const* values, std::size_t width) {
  return (width == 4 || width == 8) && reinterpret_cast<std::uintptr_t>(values) % width == 0;
}

template <class... Payload>
void sort(executor const& exec, std::int64_t const* keys, std::int64_t* sorted, size_type n, int bits,
          Payload*... payload) {
  with_scratch(exec, "sorting tuples", [&](void* scratch, std::size_t& bytes) {
    if constexpr (sizeof...(Payload) == 0) {
      // No key is negative. As unsigned ones they go by the kernels that sort the edges of drawn graphs.
      auto const* const from = reinterpret_cast<std::uint64_t const*>(keys);
      auto* const to = reinterpret_cast<std::uint64_t*>(sorted);
      return cub::DeviceRadixSort::SortKeys(scratch, bytes, from, to, n, 0, bits, stream_of(exec));
    } else {
      return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, sorted, payload..., n, 0, bits, stream_of(exec));
    }
  });
}

template <index_type I> int bits_of(I const*, size_type bound) {
  return std::bit_width(static_cast<std::uint64_t>(max_of(bound, size_type{2}) - 1));
}

// By column, then, stable, by row.
template <index_type I>
buffer<std::int64_t> order_by_two_sorts(executor const& exec, detail::tuple_positions<I> const& at) {
  auto const by_col = primitives::stable_order(exec, at.col, at.n, static_cast<I>(at.cols));
  buffer<I> rows(exec, at.n);
  primitives::gather(exec, rows.data(), at.row, by_col.data(), at.n, sizeof(I));
  auto const by_row = primitives::stable_order(exec, rows.data(), at.n, static_cast<I>(at.rows));
  buffer<std::int64_t> order(exec, at.n);
  primitives::gather(exec, order.data(), by_col.data(), by_row.data(), at.n, sizeof(std::int64_t));
  return order;
}

}  // namespace

template <index_type I> tuple_findings examine_tuples(executor const& exec, detail::tuple_positions<I> const& at) {
  least_found const nothing;
  buffer<least_found> found(exec, 1);
  primitives::fill(exec, found.data(), 1, sizeof(nothing), &nothing);
  integers const row = at.row ? integers(at.row) : integers();
  {
    device_guard const guard(exec);
    auto const most = size_type{16} * exec.num_workers();
    auto const blocks = static_cast<unsigned>(min_of(ceil_div(at.n, launch_threads), most));
    examine_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(row, at.col, at.rows, at.cols, at.n, found.data());
    check(cudaGetLastError(), "examining tuples");
  }
  auto const least = read_back(exec, found.data());
  auto const number = [](long long k) { return k == none_found ? size_type{-1} : size_type{k}; };
  return {number(least.outside), number(least.descends), number(least.repeats)};
}

template <index_type I>
ordered_tuples<I> order_tuples(executor const& exec, detail::tuple_positions<I> const& at, byte const* values,
                               std::size_t width, tuple_findings const& found, integers_out offsets) {
  size_type const n = at.n;
  integers const row = at.row ? integers(at.row) : integers();
  int const row_bits = at.row ? bits_of(at.row, at.rows) : 0, col_bits = bits_of(at.col, at.cols);
  ordered_tuples<I> result;
  buffer<std::int64_t> keys;
  if (found.descends >= 0 && row_bits + col_bits > 63) {
    result.order = order_by_two_sorts(exec, at);
  } else if (found.descends >= 0) {
    keys = buffer<std::int64_t>(exec, n);
    buffer<std::int64_t> given(exec, n);
    for_each_index(exec, n, keyed_tuple{row, at.col, col_bits, given.data()}, "build");
    int const bits = row_bits + col_bits;
    if (!values) {
      sort(exec, given.data(), keys.data(), n, bits);
    } else if (is_word(values, width)) {
      result.values = buffer<byte>(exec, detail::bytes_of(n, width));
      byte* const sorted = result.values.data();
      if (width == 4) {
        sort(exec, given.data(), keys.data(), n, bits, reinterpret_cast<std::int32_t const*>(values),
             reinterpret_cast<std::int32_t*>(sorted));
      } else {
        sort(exec, given.data(), keys.data(), n, bits, reinterpret_cast<std::int64_t const*>(values),
             reinterpret_cast<std::int64_t*>(sorted));
      }
    } else {
      buffer<std::int64_t> positions(exec, n);
      primitives::iota(exec, positions.data(), n);
      result.order = buffer<std::int64_t>(exec, n);
      sort(exec, given.data(), keys.data(), n, bits, static_cast<std::int64_t const*>(positions.data()),
           result.order.data());
    }
  }
  tuples_in_order const tuples{keys.data(), col_bits, row, at.col, result.order.data()};
  result.positions = n;
  if (found.descends >= 0 || found.repeats >= 0) {
    buffer<byte> begins(exec, n + 1);
    for_each_index(exec, n + 1, begins_position{tuples, n, begins.data()}, "build");
    result.positions = primitives::count(exec, begins.data(), n);
    if (result.positions < n) result.first = primitives::compact<std::int64_t>(exec, begins.data(), n + 1);
  }
  std::int64_t const* const first = result.first.data();
  result.indices = buffer<I>(exec, result.positions);
  for_each_index(exec, result.positions, column_of_position{tuples, first, result.indices.data()}, "build");
  if (offsets.data) {
    write_row_begins(exec, rows_of_positions{tuples, first}, result.positions, at.rows, offsets, "build");
  }
  return result;
}

size_type find_decrease(executor const& exec, integers offsets, size_type major) {
  return least_noted(
      exec, major,
      [=](long long* found) {
        return note_decrease{offsets, found};
      },
      "checking offsets");
}

size_type find_disorder(executor const& exec, integer_tiles const& rows, integers indices, size_type minor) {
  auto const noting = [=](long long* found) { return note_disorder{rows, indices, minor, found}; };
  return least_noted(exec, rows.num_atoms(), noting, "checking indices");
}

#define HEDDLE_INSTANTIATE(I)                                                                              \
  template tuple_findings examine_tuples(executor const&, detail::tuple_positions<I> const&);              \
  template ordered_tuples<I> order_tuples(executor const&, detail::tuple_positions<I> const&, byte const*, \
                                          std::size_t, tuple_findings const&, integers_out)
HEDDLE_INSTANTIATE(std::int32_t);
HEDDLE_INSTANTIATE(std::int64_t);
#undef HEDDLE_INSTANTIATE

}  // namespace heddle::gpu
