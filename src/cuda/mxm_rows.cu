// mxm_rows.cu - rows of matrix products by the size of their table, and who makes them.
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/ops/mxm/device.hpp>

namespace heddle::gpu {

namespace {

// Smallest class whose table of 32 << class slots is at most 80 % full.
struct class_of_row {
  size_type const* scanned;
  size_type cols;
  int classes;
  std::int32_t* keys;
  __device__ void operator()(size_type row) const {
    size_type const n = min_of(scanned[row + 1] - scanned[row], cols), slots = n + n / 4 + 1;
    int c = 0;
    while (c < classes - 1 && (size_type{32} << c) < slots) ++c;
    keys[row] = c;
  }
};

// from[c] = number of rows in the classes before c, from the rows in the order of their classes.
struct class_begin {
  std::int32_t const* keys;
  std::int64_t const* rows;
  size_type num_rows;
  std::int64_t* from;
  __device__ void operator()(size_type c) const {
    size_type low = 0, high = num_rows;
    while (low < high) {
      size_type const middle = low + (high - low) / 2;
      if (keys[rows[middle]] < c) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    from[c] = low;
  }
};

struct chosen_lengths {
  size_type const* scanned;
  std::int64_t const* rows;
  size_type* out;
  __device__ void operator()(size_type at) const { out[at] = scanned[rows[at] + 1] - scanned[rows[at]]; }
};

struct whole_tile_bounds {
  offset_tiles<size_type> tiles;
  shares_view shares;
  size_type* out;
  __device__ void operator()(size_type worker) const {
    out[worker] = first_whole_tile(tiles, shares.begin(tiles, worker));
  }
};

}  // namespace

row_classes classify_rows(executor const& exec, size_type const* scanned, size_type rows, size_type cols, int classes) {
  buffer<std::int32_t> keys(exec, rows);
  for_each_index(exec, rows, class_of_row{scanned, cols, classes, keys.data()});
  row_classes result;
  result.rows = primitives::stable_order(exec, keys.data(), rows, static_cast<std::int32_t>(classes));
  buffer<std::int64_t> from(exec, classes + 1);
  for_each_index(exec, classes + 1, class_begin{keys.data(), result.rows.data(), rows, from.data()});
  result.from = from.to_host();
  return result;
}

class_shares share_class(executor const& exec, schedule const& chosen, size_type const* scanned,
                         std::int64_t const* rows, size_type num_rows, std::size_t value_bytes) {
  class_shares shares;
  if (chosen.is_automatic()) return shares;
  buffer<size_type> offsets(exec, num_rows + 1);
  for_each_index(exec, num_rows, chosen_lengths{scanned, rows, offsets.data()});
  primitives::exclusive_sum(exec, offsets.data(), offsets.data(), num_rows);
  offset_tiles<size_type> const tiles{offsets.data(), num_rows, offsets.get(num_rows)};
  plan const made = make_plan(exec, tiles, chosen, {value_bytes, 0, false});
  shares_view const view = made.shares->view();
  shares.walked_by = made.walked_by;
  if (view.order) shares.walked_by = by_group{8};  // rows are classed by size here anyway
  if (view.tiles_per_share == 1 || view.order) return shares;
  shares.workers = view.workers;
  shares.bounds = buffer<size_type>(exec, view.workers + 1);
  for_each_index(exec, view.workers + 1, whole_tile_bounds{tiles, view, shares.bounds.data()});
  return shares;
}

}  // namespace heddle::gpu
