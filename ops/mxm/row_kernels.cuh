// row_kernels.cuh - one kernel body a scope for the rows of a product: a team of lanes, or a block, and the rows of its
// share; what is done with a row, counting or filling, is the work it is given.
#pragma once
#include <heddle/detail/cuda/shares.cuh>
#include <heddle/detail/executor/check.cuh>
#include <heddle/ops/mxm/device.hpp>
#include <heddle/ops/mxm/row_table.cuh>

namespace heddle::gpu::expansion {

/// Which rows a launch makes, who walks them, and how large their tables are.
struct row_launch {
  std::int64_t const* rows;  // of the class
  size_type num_rows;
  size_type const* bounds;  // [workers + 1] positions in the class; null: a row each
  size_type workers;
  int lanes;         // of a team
  bool by_block;     // a share belongs to a block, whose teams take its rows in turn
  int slots;         // of a row's table
  int threads;       // of a block
  int table_bytes;   // of a row
  int staged_bytes;  // of a block

  __device__ size_type begin(size_type worker) const { return bounds ? bounds[worker] : worker; }
};

template <class Team, class Work> __global__ void __launch_bounds__(256) rows_kernel(Work work, row_launch launch) {
  extern __shared__ __align__(16) unsigned char shared[];
  Team const team = Team::of(launch.lanes);
  int const teams = static_cast<int>(blockDim.x) / team.lanes(), own = static_cast<int>(threadIdx.x) / team.lanes();
  auto* const staged = shared + (threadIdx.x - team.lane()) * 2 * sizeof(typename Work::offset);
  unsigned char* const table = shared + launch.staged_bytes + own * launch.table_bytes;
  size_type worker = blockIdx.x, first = own, step = teams;
  if (!launch.by_block) worker = worker * teams + own, first = 0, step = 1;
  if (worker >= launch.workers) return;
  size_type const to = launch.begin(worker + 1);
  for (size_type at = launch.begin(worker) + first; at < to; at += step) {
    work.make_row(team, reinterpret_cast<typename Work::offset*>(staged), table, launch.slots, launch.rows[at]);
  }
}

template <class Index, class Offset> struct count_work {
  using offset = Offset;
  product_pattern<Index, Offset> in;
  size_type* counts;

  static constexpr int slot_bytes = sizeof(Index), fixed_bytes = 16;

  template <class Team>
  __device__ void make_row(Team const& team, Offset* staged, unsigned char* memory, int slots, size_type row) const {
    column_table<Index> const table{reinterpret_cast<Index*>(memory + 16), slots};
    table.clear(team);
    team.sync();
    int found = 0;
    for_each_factor(team, staged, in.a_offsets, in.a_indices, in.b_offsets, row,
                    [&](size_type, size_type from, size_type to) {
                      for (size_type at = from + team.lane(); at < to; at += team.lanes()) {
                        bool fresh;
                        table.insert(in.b_indices[at], fresh);
                        found += fresh;
                      }
                    });
    int const total = team.sum(found, reinterpret_cast<int*>(memory));
    if (team.lane() == 0) counts[row] = total;
  }
};

template <class SR, class A, class B, class Index, class Offset> struct fill_work {
  using offset = Offset;
  using D = domain_of<SR>;
  compressed_view<A, Index, Offset> a;
  compressed_view<B, Index, Offset> b;
  Offset const* offsets;  // of the result
  Index* columns;
  D* values;
  SR sr;

  static constexpr int slot_bytes = 2 * sizeof(Index) + sizeof(D), fixed_bytes = 16;

  /// Of entry e of A, where positions are asked for.
  __device__ size_type column_asked([[maybe_unused]] size_type e) const {
    if constexpr (heddle::detail::asks_positions<SR, A, B>) {
      return a.indices[e];
    } else {
      return 0;
    }
  }

  template <class Team>
  __device__ void make_row(Team const& team, Offset* staged, unsigned char* memory, int slots, size_type row) const {
    int* const counter = reinterpret_cast<int*>(memory);
    D* const sums = reinterpret_cast<D*>(memory + 16);  // first, as it may want the widest alignment
    column_table<Index> const table{reinterpret_cast<Index*>(memory + 16 + slots * sizeof(D)), slots};
    Index* const list = table.keys + slots;
    table.clear(team);
    if (team.lane() == 0) *counter = 0;
    team.sync();
    for_each_factor(team, staged, a.offsets, a.indices, b.offsets, row, [&](size_type e, size_type from, size_type to) {
      auto const left = a.values[e];
      size_type const k = column_asked(e);
      for (size_type at = from + team.lane(); at < to; at += team.lanes()) {
        Index const j = b.indices[at];
        D const product = heddle::detail::product_of(sr, left, b.values[at], row, k, j);
        bool fresh;
        int const slot = table.insert(j, fresh);  // of no other lane: a row of B has a column once
        if (fresh) list[atomicAdd(counter, 1)] = j;
        sums[slot] = fresh ? product : heddle::detail::converted<D>(sr.add(sums[slot], product));
      }
      team.sync();
    });
    Offset const out = offsets[row];
    int const n = static_cast<int>(offsets[row + 1] - out);
    sort_columns(team, list, n);
    for (int at = team.lane(); at < n; at += team.lanes()) {
      Index const j = list[at];
      columns[out + at] = j;
      values[out + at] = sums[table.find(j)];
    }
    team.sync();
  }
};

/// How many rows' tables fit, and how wide a team must be for it.
/// Up to 40 KB a block keep five blocks resident on an H200; a table that two teams cannot share goes to a whole block.
inline row_launch shape_of_class(int slots, int slot_bytes, int fixed_bytes, std::size_t offset_bytes, int lanes) {
  constexpr int budget = 40 * 1024;
  row_launch launch{};
  launch.slots = slots;
  launch.table_bytes = (slots * slot_bytes + fixed_bytes + 15) / 16 * 16;
  launch.threads = 256;
  launch.lanes = lanes;
  while (launch.lanes <= 32 && launch.threads / launch.lanes * launch.table_bytes > budget) {
    if (launch.lanes < 32) {
      launch.lanes *= 2;
    } else if (launch.threads > 64) {
      launch.threads /= 2;
    } else {
      launch.lanes = launch.threads = 256;
    }
  }
  if (launch.lanes > 32) launch.lanes = launch.threads = 256;
  launch.staged_bytes = launch.threads * 2 * static_cast<int>(offset_bytes);
  return launch;
}

/// Mean length of the rows of B that the entries of A ask for.
inline double mean_length(size_type products, size_type a_nnz) {
  return static_cast<double>(products) / static_cast<double>(max_of<size_type>(a_nnz, 1));
}

/// Lanes of a team before the class has its say: what the schedule asks for, else as many as B's rows are long.
inline int lanes_asked(schedule const& chosen, walk const& walked_by, double mean_length) {
  int lanes = heddle::detail::lanes_of(walked_by);
  if (!chosen.is_automatic() && lanes <= 32) return lanes;
  lanes = 4;
  while (lanes < 32 && lanes < 0.75 * mean_length) lanes *= 2;
  return lanes;
}

template <class Work> void launch_rows(executor const& exec, Work const& work, row_launch const& launch) {
  int const teams = launch.threads / launch.lanes;
  auto const bytes = static_cast<std::size_t>(launch.staged_bytes + teams * launch.table_bytes);
  unsigned const blocks = grid_of(launch.by_block ? launch.workers : ceil_div(launch.workers, teams));
  auto* const kernel = launch.lanes > 32 ? rows_kernel<block_team, Work> : rows_kernel<lane_team, Work>;
  if (bytes > 48 * 1024) {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
          "mxm: shared memory");
  }
  kernel<<<blocks, launch.threads, bytes, stream_of(exec)>>>(work, launch);
  check(cudaGetLastError(), "mxm rows kernel");
}

/// Largest table in shared memory, and with it the number of classes: 32, 64, ... slots, then rows beyond.
template <class Work> constexpr int num_classes() {
  int classes = 1;
  while (classes < 10 && (32 << (classes - 1)) * Work::slot_bytes <= 96 * 1024) ++classes;
  return classes;
}

/// Runs `work` on every class of rows that has a table; the rest, [first, last) of classes.rows, is for the caller.
template <class Work>
void make_classed_rows(executor const& exec, schedule const& chosen, Work const& work, row_classes const& classes,
                       size_type const* scanned, double mean_length, std::size_t value_bytes) {
  for (std::size_t c = 0; c + 2 < classes.from.size(); ++c) {
    size_type const from = classes.from[c], num_rows = classes.from[c + 1] - from;
    if (num_rows == 0) continue;
    std::int64_t const* const rows = classes.rows.data() + from;
    class_shares const shares = share_class(exec, chosen, scanned, rows, num_rows, value_bytes);
    int lanes = lanes_asked(chosen, shares.walked_by, mean_length);
    bool const by_block = heddle::detail::lanes_of(shares.walked_by) > 32, wide = by_block && !shares.workers;
    row_launch launch =
        shape_of_class(32 << c, Work::slot_bytes, Work::fixed_bytes, sizeof(typename Work::offset), wide ? 256 : lanes);
    launch.rows = rows;
    launch.num_rows = num_rows;
    launch.bounds = shares.workers ? shares.bounds.data() : nullptr;
    launch.workers = shares.workers ? shares.workers : num_rows;
    launch.by_block = shares.workers > 0 && by_block;
    launch_rows(exec, work, launch);
  }
}

}  // namespace heddle::gpu::expansion
