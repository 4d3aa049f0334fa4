// draw_rows.cu - random graphs made in the memory of a GPU: edges are drawn, keyed by row and column, sorted by the
// bits that these have, and kept once each. Rows come in stripes, for each of which all edges are drawn anew: that
// costs hashes alone, and so the memory for keys has a bound whatever the graph is.
#include <bit>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/seam/sinks.hpp>

#include "src/cuda/read_back.hpp"
#include "src/cuda/scratch.cuh"
#include "src/io/generators/drawn_rows.hpp"

namespace heddle::gpu {
namespace {

using key = std::uint64_t;
using tally = unsigned long long;

template <class Pair> struct count_ends {
  Pair pair;
  tally* counts;
  __device__ void operator()(size_type k) const {
    auto const [from, to] = pair(k);
    if (from == to) return;
    atomicAdd(counts + from, tally{1});
    atomicAdd(counts + to, tally{1});
  }
};

// Rows [first, last), which have `drawn` ends of edges.
struct stripe {
  size_type first, last, drawn;
};

// The most rows from `first` on that have up to `most` ends, but one at least, and no more than `most_rows`.
__global__ void next_stripe_kernel(std::int64_t const* begins, size_type end, size_type first, size_type most,
                                   size_type most_rows, stripe* next) {
  size_type from = first + 1, to = min_of(end, first + most_rows);
  while (from < to) {
    size_type const middle = from + (to - from + 1) / 2;
    if (begins[middle] - begins[first] <= most) {
      from = middle;
    } else {
      to = middle - 1;
    }
  }
  *next = {first, from, begins[from] - begins[first]};
}

// Keys in any order; threads of a warp that have one each ask for places together.
template <class Pair> struct draw_keys {
  Pair pair;
  size_type first, last;
  int col_bits;
  tally* listed;
  key* keys;

  __device__ void operator()(size_type k) const {
    auto const [from, to] = pair(k);
    if (from == to) return;
    if (from >= first && from < last) list(from, to);
    if (to >= first && to < last) list(to, from);
  }

 private:
  __device__ void list(size_type row, size_type col) const {
    unsigned const with = __activemask();
    int const lane = static_cast<int>(threadIdx.x) & 31, leader = __ffs(static_cast<int>(with)) - 1;
    tally at = 0;
    if (lane == leader) at = atomicAdd(listed, static_cast<tally>(__popc(with)));
    at = __shfl_sync(with, at, leader) + __popc(with & ((1u << lane) - 1));
    keys[at] = static_cast<key>(row - first) << col_bits | static_cast<key>(col);
  }
};

struct column_of_key {
  key const* keys;
  key of_column;
  integers_out columns;
  __device__ void operator()(size_type a) const { columns.set(a, static_cast<size_type>(keys[a] & of_column)); }
};

// Where rows [first, last] begin, `before` entries being those of earlier ones.
struct begin_of_drawn_row {
  key const* keys;
  size_type entries;
  int col_bits;
  size_type before;
  std::int64_t* offsets;  // from `first` on
  __device__ void operator()(size_type row) const {
    offsets[row] = before + heddle::detail::lower_bound(keys, 0, entries, static_cast<key>(row) << col_bits);
  }
};

stripe next_stripe(executor const& exec, buffer<std::int64_t> const& begins, size_type first, size_type end,
                   size_type most, size_type most_rows) {
  return receive<stripe>(exec, [&](stripe* next) {
    next_stripe_kernel<<<1, 1, 0, stream_of(exec)>>>(begins.data(), end, first, most, most_rows, next);
    check(cudaGetLastError(), "stripes of a drawn graph");
  });
}

// The keys of a stripe in order, each once.
struct distinct_keys {
  buffer<key> keys;
  size_type size = 0;
};

template <class Pair>
distinct_keys keys_of(executor const& exec, heddle::detail::drawn_graph<Pair> const& graph, stripe const& rows,
                      int col_bits) {
  buffer<key> drawn(exec, rows.drawn), other(exec, rows.drawn);
  buffer<tally> count(exec, 1);
  tally const none = 0;
  primitives::fill(exec, count.data(), 1, sizeof(tally), &none);
  for_each_index(exec, graph.num_pairs,
                 draw_keys<Pair>{graph.pair, rows.first, rows.last, col_bits, count.data(), drawn.data()},
                 "drawing edges");
  cub::DoubleBuffer<key> both(drawn.data(), other.data());
  int const bits = col_bits + std::bit_width(static_cast<key>(rows.last - rows.first - 1));
  with_scratch(exec, "sorting drawn edges", [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, both, rows.drawn, 0, bits, stream_of(exec));
  });
  with_scratch(exec, "dropping duplicates", [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceSelect::Unique(scratch, bytes, both.Current(), both.Alternate(), count.data(), rows.drawn,
                                     stream_of(exec));
  });
  auto& kept = both.Alternate() == drawn.data() ? drawn : other;
  return {std::move(kept), static_cast<size_type>(read_back(exec, count.data()))};
}

}  // namespace

template <class Pair>
buffer<std::int64_t> drawn_before(executor const& exec, heddle::detail::drawn_graph<Pair> const& graph) {
  buffer<std::int64_t> before(exec, graph.vertices + 1);
  std::int64_t const zero = 0;
  primitives::fill(exec, before.data(), before.size(), sizeof(zero), &zero);
  static_assert(sizeof(tally) == sizeof(std::int64_t));
  for_each_index(exec, graph.num_pairs, count_ends<Pair>{graph.pair, reinterpret_cast<tally*>(before.data())},
                 "counting drawn edges");
  primitives::exclusive_sum(exec, before.data(), before.data(), graph.vertices);
  return before;
}

template <class Pair>
drawn_rows draw_rows(executor const& exec, heddle::detail::drawn_graph<Pair> const& graph,
                     buffer<std::int64_t> const& before, size_type first, size_type last, std::size_t index_width,
                     size_type key_bytes) {
  int const col_bits = std::bit_width(static_cast<key>(graph.vertices - 1));
  size_type const most = max_of(key_bytes / static_cast<size_type>(2 * sizeof(key)), size_type{1});
  size_type const most_rows = size_type{1} << (62 - col_bits);  // so that keys have 62 bits at most
  size_type const drawn = last > first ? before.get(last) - before.get(first) : 0;
  drawn_rows result{buffer<std::int64_t>(exec, last - first + 1), {}};
  result.columns = buffer<primitives::byte>(exec, heddle::detail::bytes_of(drawn, index_width));
  if (last == first) {
    std::int64_t const zero = 0;
    primitives::fill(exec, result.offsets.data(), 1, sizeof(zero), &zero);
  }
  size_type entries = 0;
  for (size_type row = first; row < last;) {
    stripe const rows = next_stripe(exec, before, row, last, most, most_rows);
    auto const found = rows.drawn > 0 ? keys_of(exec, graph, rows, col_bits) : distinct_keys{};
    integers_out out;
    out.data = result.columns.data() + heddle::detail::bytes_of(entries, index_width);
    out.wide = index_width == sizeof(std::int64_t);
    for_each_index(exec, found.size, column_of_key{found.keys.data(), (key{1} << col_bits) - 1, out},
                   "columns of drawn edges");
    for_each_index(
        exec, rows.last - row + 1,
        begin_of_drawn_row{found.keys.data(), found.size, col_bits, entries, result.offsets.data() + (row - first)},
        "rows of drawn edges");
    entries += found.size;
    row = rows.last;
  }
  auto const bytes = heddle::detail::bytes_of(entries, index_width);
  if (bytes < result.columns.size() - result.columns.size() / 4) {
    buffer<primitives::byte> needed(exec, bytes);
    heddle::detail::copy_bytes(exec, needed.data(), exec, result.columns.data(), needed.bytes());
    result.columns = std::move(needed);
  }
  result.columns.truncate(bytes);
  return result;
}

template buffer<std::int64_t> drawn_before(executor const&, heddle::detail::drawn_graph<detail::quadrant_pairs> const&);
template buffer<std::int64_t> drawn_before(executor const&, heddle::detail::drawn_graph<detail::uniform_pairs> const&);
template drawn_rows draw_rows(executor const&, heddle::detail::drawn_graph<detail::quadrant_pairs> const&,
                              buffer<std::int64_t> const&, size_type, size_type, std::size_t, size_type);
template drawn_rows draw_rows(executor const&, heddle::detail::drawn_graph<detail::uniform_pairs> const&,
                              buffer<std::int64_t> const&, size_type, size_type, std::size_t, size_type);

}  // namespace heddle::gpu
