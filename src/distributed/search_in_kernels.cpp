// search_in_kernels.cpp - breadth-first search among GPUs of one process by one kernel on each, where all of them can
// run it and reach each other's memory; else by the steps of search_on_device.cpp.
#include <heddle/detail/ranks/parts.hpp>
#include <heddle/detail/ranks/search.hpp>

#include "src/distributed/kernel_ranks.hpp"

namespace heddle::detail {

using distributed::dealing;
using distributed::member;
using primitives::byte;

namespace {

template <index_type O> compressed_view<bool, std::int32_t, O> pattern_of(compressed<std::int32_t, O> const& rows) {
  return {rows.major, rows.minor, rows.nnz, rows.offsets.data(), rows.indices.data(), {}};
}

struct searched_arrays {
  buffer<byte> levels, parents, of_levels, of_parents;
  gpu::rank_search_memory memory;
};

// Nothing where some rank has no room for what the kernels take.
template <index_type O>
std::optional<searched_part<std::int32_t>> search_in_kernels(member& m, dealing const& by,
                                                             compressed<std::int32_t, O> const& rows,
                                                             compressed<std::int32_t, O> const* columns,
                                                             size_type source,
                                                             std::optional<thin_levels> const& until) {
  using I = std::int32_t;
  auto const& exec = m.exec();
  size_type const mine = by.size_of(m.rank());
  auto const by_column = columns ? pattern_of(*columns) : compressed_view<bool, I, O>{};
  auto const cuts = cuts_of(by);
  gpu::rank_search_task<O> task{pattern_of(rows), columns ? &by_column : nullptr, cuts,
                                m.rank(),         m.sum_of_all(rows.nnz),         source};
  if (until) task.thin = *until;
  auto at = if_all_have_room(m, [&] {
    return searched_arrays{buffer<byte>(exec, mine * size_type{sizeof(std::int32_t)}),
                           buffer<byte>(exec, mine * size_type{sizeof(I)}), buffer<byte>(exec, mine),
                           buffer<byte>(exec, mine), with_cuda([&] { return gpu::remember_for_ranks(exec, task); })};
  });
  if (!at) return std::nullopt;
  auto const of_ranks = told_by_all(m, at->memory.shared);
  gpu::rank_search_arrays const found{reinterpret_cast<std::int32_t*>(at->levels.data()), at->of_levels.data(),
                                      reinterpret_cast<I*>(at->parents.data())};
  auto const counts = run_kernel<gpu::rank_search_counts>(m, "bfs", task.patience_s, [&] {
    return with_cuda([&] { return gpu::search_among_ranks(exec, task, at->memory, of_ranks, found); });
  });
  copy_bytes(exec, at->of_parents.data(), exec, at->of_levels.data(), static_cast<std::size_t>(mine));
  vector_storage<I> found_levels(exec, mine, sizeof(std::int32_t)), found_parents(exec, mine, sizeof(I));
  found_levels.assign(bitmap_form{std::move(at->of_levels), std::move(at->levels)});
  found_parents.assign(bitmap_form{std::move(at->of_parents), std::move(at->parents)});
  return searched_part<I>{as_vector<std::int32_t>(std::move(found_levels)),
                          as_vector<I>(std::move(found_parents)),
                          counts.reached,
                          counts.depth,
                          !counts.thin,
                          true};
}

}  // namespace

template <index_type I, index_type O> bool can_search_in_kernels(member& m, dealing const& by) {
  bool fits = sizeof(I) == 4;
  for (int r = 0; r < m.ranks(); ++r) fits = fits && (by.begin(r) % 64 == 0 || by.begin(r) == by.size());
  return fits && are_kernel_ranks(m, with_cuda([&] { return gpu::has_rank_kernel<O>(m.exec()); }));
}

template <index_type I, index_type O>
searched_part<I> search_gpu_part(member& m, dealing const& by, compressed<I, O> const& rows,
                                 compressed<I, O> const* columns, size_type source,
                                 [[maybe_unused]] std::optional<thin_levels> const& until,
                                 [[maybe_unused]] bool in_kernels) {
  if constexpr (sizeof(I) == 4) {
    if (in_kernels) {
      if (auto found = search_in_kernels(m, by, rows, columns, source, until)) return std::move(*found);
    }
  }
  return search_device_part(m, by, rows, columns, source);
}

#define HEDDLE_INSTANTIATE(I, O)                                                                                       \
  template bool can_search_in_kernels<I, O>(member&, dealing const&);                                                  \
  template searched_part<I> search_gpu_part(member&, dealing const&, compressed<I, O> const&, compressed<I, O> const*, \
                                            size_type, std::optional<thin_levels> const&, bool);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
