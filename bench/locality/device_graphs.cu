// device_graphs.cu - pairs drawn by counters, sorted and made unique on the GPU.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/detail/executor/primitives.hpp>

#include "bench/locality/device_graphs.hpp"
#include "src/cuda/scratch.cuh"
#include "src/io/generators/counter_random.hpp"

namespace heddle::bench {
namespace {

using key = std::uint64_t;

struct pair {
  std::int64_t from, to;
};

// As src/io/generators/random_graphs.cpp draws them.
struct rmat_pairs {
  heddle::detail::counter_random random;
  heddle::detail::relabelling relabel;
  int levels;
  __device__ pair operator()(size_type k) const {
    auto const threshold = [](double probability) { return static_cast<key>(probability * 0x1p21); };
    key const past_a = threshold(0.57), past_b = threshold(0.57 + 0.19), past_c = threshold(0.57 + 0.19 + 0.19);
    pair edge{0, 0};
    key bits = 0;
    for (int level = 0; level < levels; ++level) {
      bits = level % 3 == 0 ? random.bits(16 * static_cast<key>(k) + level / 3) : bits >> 21;
      key const draw = bits & 0x1fffff;
      edge.from = 2 * edge.from + (draw >= past_b);
      edge.to = 2 * edge.to + (((draw >= past_a) & (draw < past_b)) | (draw >= past_c));
    }
    return {relabel(edge.from), relabel(edge.to)};
  }
};

struct uniform_pairs {
  heddle::detail::counter_random random;
  std::int64_t n;
  __device__ pair operator()(size_type k) const {
    return {random.below(2 * static_cast<key>(k), n), random.below(2 * static_cast<key>(k) + 1, n)};
  }
};

// Both directions of pair k; self loops sort behind everything else.
template <class Pairs> struct write_pair {
  Pairs pairs;
  int scale;
  key* keys;
  __device__ void operator()(size_type k) const {
    auto const [from, to] = pairs(k);
    bool const loop = from == to;
    key const none = key{1} << 2 * scale;
    keys[2 * k] = loop ? none : static_cast<key>(from) << scale | static_cast<key>(to);
    keys[2 * k + 1] = loop ? none : static_cast<key>(to) << scale | static_cast<key>(from);
  }
};

struct split_key {
  key const* keys;
  int scale;
  std::int32_t *rows, *columns;
  __device__ void operator()(size_type i) const {
    rows[i] = static_cast<std::int32_t>(keys[i] >> scale);
    columns[i] = static_cast<std::int32_t>(keys[i] & ((key{1} << scale) - 1));
  }
};

template <class Pairs>
device_csr from_pairs(executor const& exec, std::string name, int scale, size_type num_pairs, Pairs const& pairs) {
  cudaStream_t const stream = gpu::stream_of(exec);
  buffer<key> drawn(exec, 2 * num_pairs), sorted(exec, 2 * num_pairs);
  gpu::for_each_index(exec, num_pairs, write_pair<Pairs>{pairs, scale, drawn.data()});
  gpu::with_scratch(exec, "sort", [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, drawn.data(), sorted.data(), 2 * num_pairs, 0, 2 * scale + 1,
                                          stream);
  });
  buffer<size_type> kept(exec, 1);
  gpu::with_scratch(exec, "unique", [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceSelect::Unique(scratch, bytes, sorted.data(), drawn.data(), kept.data(), 2 * num_pairs, stream);
  });
  size_type nnz = kept.get(0);
  if (nnz > 0 && drawn.get(nnz - 1) == key{1} << 2 * scale) --nnz;
  device_csr result{std::move(name), size_type{1} << scale, nnz, {}, buffer<std::int32_t>(exec, nnz)};
  buffer<std::int32_t> rows(exec, nnz);
  gpu::for_each_index(exec, nnz, split_key{drawn.data(), scale, rows.data(), result.columns.data()});
  result.offsets = buffer<std::int32_t>(exec, result.n + 1);
  primitives::compress_rows(exec, rows.data(), nnz, result.n, result.offsets.data());
  exec.wait();
  return result;
}

}  // namespace

device_csr rmat_on_device(executor const& exec, int scale) {
  rmat_pairs const pairs{heddle::detail::counter_random(1, 1), heddle::detail::relabelling(scale, 1), scale};
  return from_pairs(exec, "rmat" + std::to_string(scale), scale, size_type{16} << scale, pairs);
}

device_csr erdos_renyi_on_device(executor const& exec, int scale, double edge_factor) {
  uniform_pairs const pairs{heddle::detail::counter_random(1, 2), std::int64_t{1} << scale};
  auto const edges = static_cast<size_type>(edge_factor * static_cast<double>(size_type{1} << scale));
  return from_pairs(exec, "erdos_renyi" + std::to_string(scale), scale, edges, pairs);
}

}  // namespace heddle::bench
