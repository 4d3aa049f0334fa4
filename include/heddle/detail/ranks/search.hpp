// search.hpp - breadth-first search among ranks: of the host, edge by edge, and of GPUs.
#pragma once
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/distributed/ranks/dealing.hpp>
#include <heddle/distributed/ranks/group.hpp>
#include <heddle/vector.hpp>
#include <optional>

namespace heddle::detail {

/// Of how many levels a search looks at the work, vertices and entries: where it is less than so much a level, ranks
/// take longer to meet than one of them would take for all of it. As it is for ranks of the host.
struct thin_levels {
  size_type levels = 64, work = 8192;
};

/// What a search finds at a rank; reached and depth are those of all ranks.
template <class I> struct searched_part {
  heddle::vector<std::int32_t, I> levels;
  heddle::vector<I, I> parents;
  size_type reached = 0, depth = 0;
  bool ended = true;        // else its levels are thin
  bool in_kernels = false;  // by one kernel a GPU
};

/// The search at this rank, whose vertices have `rows` of the graph. Where all ranks have `columns` too, large
/// frontiers are pulled. Where `until` is given the search may stop there. Takes a bit for each vertex of the graph, or
/// three, beside the result and what is sent.
template <index_type I, index_type O>
searched_part<I> search_host_part(distributed::member& m, distributed::dealing const& by, compressed<I, O> const& rows,
                                  compressed<I, O> const* columns, size_type source,
                                  std::optional<thin_levels> const& until);

/// The same by steps that GPUs do, each over all elements at once. Takes six bytes a vertex of the graph, with 64-bit
/// indices ten, beside the result and what is sent.
template <index_type I, index_type O>
searched_part<I> search_device_part(distributed::member& m, distributed::dealing const& by,
                                    compressed<I, O> const& rows, compressed<I, O> const* columns, size_type source);

/// Whether GPUs that are ranks can search by one kernel on each, which reads the memory of others: vertices are 32-bit,
/// ranks begin at multiples of 64 and are at most 16 GPUs of one process and architecture that reach each other.
template <index_type I, index_type O>
bool can_search_in_kernels(distributed::member& m, distributed::dealing const& by);

/// On GPUs: so where `in_kernels`, which they can, and all have room; else as search_device_part. Takes 16 bytes for
/// each vertex of another rank, and the lists of one GPU's search. Kernels may stop where `until` is given. Throws
/// error where a kernel waits for another for 10 s.
template <index_type I, index_type O>
searched_part<I> search_gpu_part(distributed::member& m, distributed::dealing const& by, compressed<I, O> const& rows,
                                 compressed<I, O> const* columns, size_type source,
                                 std::optional<thin_levels> const& until, bool in_kernels);

/// Whether unreached vertices, `open` of them and of their entries, are to look for one of the frontier, of `work`
/// vertices and entries. Each asks its neighbours until one is in it: about as many as there are vertices and entries
/// for one of the frontier's. An entry of a push costs two questions.
inline bool pull_pays(size_type open, size_type vertices, size_type work) {
  double const asked = min_of(1.0, static_cast<double>(vertices) / static_cast<double>(work));
  return static_cast<double>(open) * asked < 0.5 * static_cast<double>(work);
}

}  // namespace heddle::detail
