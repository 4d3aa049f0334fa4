// paths_in_kernels.cpp - shortest paths among GPUs of one process by one kernel on each, where all of them can run it
// and reach each other's memory.
#include <cmath>
#include <heddle/detail/ranks/parts.hpp>
#include <heddle/detail/ranks/paths.hpp>
#include <heddle/ops/fixpoint/device.hpp>

#include "src/distributed/kernel_ranks.hpp"

namespace heddle::detail {

using distributed::dealing;
using distributed::member;
using primitives::byte;

namespace {

// What a rank knows of its weights and rows.
struct measured_rows {
  primitives::value_statistics weights;
  double mean_length, stddev_length;
  size_type rows, entries;
};

// Of all ranks, as one GPU plans a search of all rows: summed in the same order at each.
struct paths_plan {
  size_type entries = 0;
  double bucket = 0;
  bool by_piles = true;
};
template <class T, index_type O> paths_plan plan_of_paths(member& m, compressed<std::int32_t, O> const& rows) {
  auto const& lengths = rows.statistics();
  measured_rows const mine{rows.template value_statistics<T>(), lengths.mean_length, lengths.stddev_length, rows.major,
                           rows.nnz};
  paths_plan plan;
  primitives::value_statistics weights{std::numeric_limits<double>::infinity(), 0};
  primitives::row_statistics all;
  double sum = 0, squares = 0, count = 0;
  for (auto const& one : told_by_all(m, mine)) {
    auto const n = static_cast<double>(one.rows);
    plan.entries += one.entries;
    weights.least = min_of(weights.least, one.weights.least);
    sum += one.weights.mean * static_cast<double>(one.entries);
    if (one.rows > 0) squares += n * (std::pow(one.mean_length, 2) + std::pow(one.stddev_length, 2));
    count += n;
  }
  auto const entries = static_cast<double>(plan.entries);
  if (plan.entries > 0) weights.mean = sum / entries;
  if (count > 0) all.mean_length = entries / count;
  if (count > 0) all.stddev_length = std::sqrt(max_of(squares / count - std::pow(all.mean_length, 2), 0.0));
  plan.bucket = gpu::first_delta(weights, all);
  // Of equal weights rounds relax every row once.
  plan.by_piles = weights.least < weights.mean;
  return plan;
}

struct paths_arrays {
  buffer<byte> distances;
  gpu::rank_paths_memory memory;
};

template <class T, index_type O>
std::optional<paths_part<T, std::int32_t>> paths_in_kernels(member& m, dealing const& by,
                                                            compressed<std::int32_t, O> const& rows, size_type source,
                                                            std::optional<thin_levels> const& until) {
  auto const& exec = m.exec();
  size_type const mine = by.size_of(m.rank());
  auto const cuts = cuts_of(by);
  auto const plan = plan_of_paths<T>(m, rows);
  gpu::rank_paths_task<T, O> task{rows.template view<T>(), cuts,          m.rank(),   plan.entries, source,
                                  gpu::usual_pieces(rows), plan.by_piles, plan.bucket};
  if (until) task.thin = *until;
  auto at = if_all_have_room(m, [&] {
    return paths_arrays{buffer<byte>(exec, mine * size_type{sizeof(T)}),
                        with_cuda([&] { return gpu::remember_for_paths(exec, task); })};
  });
  if (!at) return std::nullopt;
  auto const of_ranks = told_by_all(m, at->memory.shared);
  auto const counts = run_kernel<gpu::rank_paths_counts>(m, "sssp", task.patience_s, [&] {
    return with_cuda([&] {
      return gpu::find_paths_among_ranks(exec, task, at->memory, of_ranks, reinterpret_cast<T*>(at->distances.data()));
    });
  });
  vector_storage<std::int32_t> distances(exec, mine, sizeof(T));
  distances.assign(bitmap_form{{}, std::move(at->distances), mine});
  return paths_part<T, std::int32_t>{as_vector<T>(std::move(distances)), m.sum_of_all(counts.reached), counts.rounds,
                                     !counts.thin, true};
}

}  // namespace

template <class T, index_type I, index_type O> bool can_find_paths_in_kernels(member& m) {
  return sizeof(I) == 4 && are_kernel_ranks(m, with_cuda([&] { return gpu::has_paths_kernel<T, O>(m.exec()); }));
}

template <class T, index_type I, index_type O>
std::optional<paths_part<T, I>> find_paths_gpu_part([[maybe_unused]] member& m, [[maybe_unused]] dealing const& by,
                                                    [[maybe_unused]] compressed<I, O> const& rows,
                                                    [[maybe_unused]] size_type source,
                                                    [[maybe_unused]] std::optional<thin_levels> const& until) {
  if constexpr (sizeof(I) == 4) {
    return paths_in_kernels<T>(m, by, rows, source, until);
  } else {
    return std::nullopt;
  }
}

#define HEDDLE_INSTANTIATE_FOR(T, I, O)                                                                          \
  template bool can_find_paths_in_kernels<T, I, O>(member&);                                                     \
  template std::optional<paths_part<T, I>> find_paths_gpu_part(member&, dealing const&, compressed<I, O> const&, \
                                                               size_type, std::optional<thin_levels> const&);
#define HEDDLE_INSTANTIATE(I, O)      \
  HEDDLE_INSTANTIATE_FOR(float, I, O) \
  HEDDLE_INSTANTIATE_FOR(double, I, O)
#include "src/index_widths.hpp"
#undef HEDDLE_INSTANTIATE_FOR

}  // namespace heddle::detail
