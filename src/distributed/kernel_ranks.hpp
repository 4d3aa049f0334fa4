// kernel_ranks.hpp - what searches among GPUs by one kernel on each settle before: whether all ranks can, whether all
// have room, and where the memory of the others is.
#pragma once
#include <cstring>
#include <heddle/detail/ranks/each_rank.hpp>
#include <heddle/distributed/ranks/dealing.hpp>
#include <heddle/distributed/ranks/group.hpp>

#include "src/traverse/rank_kernels.hpp"

namespace heddle::detail {

/// What every rank says of itself, in the order of ranks.
template <class T> std::vector<T> told_by_all(distributed::member& m, T const& mine) {
  auto const told = m.all_gather({reinterpret_cast<primitives::byte const*>(&mine), sizeof mine});
  std::vector<T> all(static_cast<std::size_t>(m.ranks()));
  for (std::size_t r = 0; r < all.size(); ++r) std::memcpy(&all[r], told.of(static_cast<int>(r)).data(), sizeof(T));
  return all;
}

/// Whether all ranks are GPUs of one process and one architecture that reach each other's memory, and all have the
/// kernel. The same answer at all ranks.
bool are_kernel_ranks(distributed::member& m, bool has_kernel);

/// Where ranks begin, and the end.
std::vector<size_type> cuts_of(distributed::dealing const& by);

/// What this rank makes, or nothing where some rank has no room for what it makes.
template <class Make>
auto if_all_have_room(distributed::member& m, Make const& make) -> std::optional<decltype(make())> {
  std::optional<decltype(make())> made;
  try {
    made.emplace(make());
  } catch (out_of_memory const&) {}
  if (m.sum_of_all(made ? 0 : 1) > 0) made.reset();
  return made;
}

/// Does `run`, which launches this rank's kernel and tells how it ended, as all ranks do, and leaves it when all have.
/// Throws where the kernel has waited in vain.
template <class Counts, class Run>
Counts run_kernel(distributed::member& m, char const* what, double patience_s, Run const& run) {
  Counts counts{};
  m.agree();  // all have the memory of all
  all_do(m, [&] { counts = run(); });
  if (counts.ended) return counts;
  throw error(concat(what, ": the kernel of rank ", m.rank(), " has waited ", patience_s,
                     " s in vain for those of the other GPUs"));
}

}  // namespace heddle::detail
