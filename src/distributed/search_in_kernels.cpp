// search_in_kernels.cpp - breadth-first search among GPUs of one process by one kernel on each, where all of them can
// run it and reach each other's memory; else by the steps of search_on_device.cpp.
#include <cstring>
#include <heddle/detail/ranks/each_rank.hpp>
#include <heddle/detail/ranks/parts.hpp>
#include <heddle/detail/ranks/search.hpp>
#include <random>

#include "src/cuda/devices.hpp"
#include "src/traverse/rank_kernels.hpp"

namespace heddle::detail {

using distributed::dealing;
using distributed::member;
using primitives::byte;

namespace {

// What a rank says of itself before a search.
struct searching_gpu {
  std::uint64_t process;
  std::int32_t device, architecture;
  std::int32_t has_kernel, has_columns;
};

// Another one in each process.
std::uint64_t own_process() {
  static std::uint64_t const number = [] {
    std::random_device random;
    return static_cast<std::uint64_t>(random()) << 32 | random();
  }();
  return number;
}

template <class T> std::vector<T> told_by_all(member& m, T const& mine) {
  auto const told = m.all_gather({reinterpret_cast<byte const*>(&mine), sizeof mine});
  std::vector<T> all(static_cast<std::size_t>(m.ranks()));
  for (std::size_t r = 0; r < all.size(); ++r) std::memcpy(&all[r], told.of(static_cast<int>(r)).data(), sizeof(T));
  return all;
}

// The same answer at all ranks.
template <index_type O> bool all_can(member& m, dealing const& by, bool has_columns) {
  bool fits = m.ranks() <= gpu::most_kernel_ranks;
  for (int r = 0; r < m.ranks(); ++r) fits = fits && (by.begin(r) % 64 == 0 || by.begin(r) == by.size());
  if (!fits) return false;
  auto const& exec = m.exec();
  bool const has_kernel = with_cuda([&] { return gpu::has_rank_kernel<O>(exec); });
  searching_gpu const mine{own_process(), exec.device(), exec.architecture(), has_kernel ? 1 : 0, has_columns ? 1 : 0};
  bool can = true;
  for (auto const& other : told_by_all(m, mine)) {
    can = can && other.has_kernel != 0 && other.process == mine.process && other.architecture == mine.architecture &&
          other.has_columns == mine.has_columns && with_cuda([&] { return gpu::may_reach(exec, other.device); });
  }
  return m.sum_of_all(can ? 0 : 1) == 0;
}

template <index_type O> compressed_view<bool, std::int32_t, O> pattern_of(compressed<std::int32_t, O> const& rows) {
  return {rows.major, rows.minor, rows.nnz, rows.offsets.data(), rows.indices.data(), {}};
}

// Nothing where some rank has no room for what the kernels take.
template <index_type O>
std::optional<searched_part<std::int32_t>> search_in_kernels(member& m, dealing const& by,
                                                             compressed<std::int32_t, O> const& rows,
                                                             compressed<std::int32_t, O> const* columns,
                                                             size_type source) {
  using I = std::int32_t;
  auto const& exec = m.exec();
  size_type const mine = by.size_of(m.rank());
  auto const by_column = columns ? pattern_of(*columns) : compressed_view<bool, I, O>{};
  std::vector<size_type> cuts;
  for (int r = 0; r <= m.ranks(); ++r) cuts.push_back(by.begin(r));
  gpu::rank_search_task<O> const task{pattern_of(rows), columns ? &by_column : nullptr, cuts,
                                      m.rank(),         m.sum_of_all(rows.nnz),         source};
  gpu::rank_search_memory memory;
  buffer<byte> levels, parents, of_levels, of_parents;
  bool has_room = true;
  try {
    levels = buffer<byte>(exec, mine * size_type{sizeof(std::int32_t)});
    parents = buffer<byte>(exec, mine * size_type{sizeof(I)});
    of_levels = buffer<byte>(exec, mine), of_parents = buffer<byte>(exec, mine);
    memory = with_cuda([&] { return gpu::remember_for_ranks(exec, task); });
  } catch (out_of_memory const&) { has_room = false; }
  if (m.sum_of_all(has_room ? 0 : 1) > 0) return std::nullopt;
  auto const of_ranks = told_by_all(m, memory.shared);
  gpu::rank_search_arrays const found{reinterpret_cast<std::int32_t*>(levels.data()), of_levels.data(),
                                      reinterpret_cast<I*>(parents.data())};
  m.agree();  // all have the memory of all
  gpu::rank_search_counts counts{};
  all_do(m, [&] { counts = with_cuda([&] { return gpu::search_among_ranks(exec, task, memory, of_ranks, found); }); });
  if (!counts.ended) {
    throw error(concat("bfs: the kernel of rank ", m.rank(), " has waited ", task.patience_s,
                       " s in vain for those of the other GPUs"));
  }
  copy_bytes(exec, of_parents.data(), exec, of_levels.data(), static_cast<std::size_t>(mine));
  vector_storage<I> found_levels(exec, mine, sizeof(std::int32_t)), found_parents(exec, mine, sizeof(I));
  found_levels.assign(bitmap_form{std::move(of_levels), std::move(levels)});
  found_parents.assign(bitmap_form{std::move(of_parents), std::move(parents)});
  return searched_part<I>{as_vector<std::int32_t>(std::move(found_levels)),
                          as_vector<I>(std::move(found_parents)),
                          counts.reached,
                          counts.depth,
                          true,
                          true};
}

}  // namespace

template <index_type I, index_type O>
searched_part<I> search_gpu_part(member& m, dealing const& by, compressed<I, O> const& rows,
                                 compressed<I, O> const* columns, size_type source, [[maybe_unused]] bool stepwise) {
  if constexpr (sizeof(I) == 4) {
    if (!stepwise && all_can<O>(m, by, columns != nullptr)) {
      if (auto found = search_in_kernels(m, by, rows, columns, source)) return std::move(*found);
    }
  }
  return search_device_part(m, by, rows, columns, source);
}

#define HEDDLE_INSTANTIATE(I, O)                                                                                       \
  template searched_part<I> search_gpu_part(member&, dealing const&, compressed<I, O> const&, compressed<I, O> const*, \
                                            size_type, bool);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
