// entries.cpp - selections of the entries of vectors and matrices, on any executor.
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/ops/detail/sparse_result.hpp>

#include "src/containers/kept_flags.hpp"
#include "src/containers/vector_forms.hpp"
#include "src/host/forms.hpp"

namespace heddle::detail {

template <index_type I>
sparse_form<I> kept_entries(executor const& exec, sparse_form<I> const& u, std::size_t width, byte const* flags) {
  if (recorder const* const recording = exec.state().recording()) {
    recording->refuse(concat(recording->operation(), " of some entries of a list"));
  }
  sparse_form<I> result;
  auto const make_room = [&](size_type nvals) {
    result = new_list<I>(exec, nvals, width);
    result.sorted = u.sorted;
  };
  if (!exec.is_host()) {
    with_cuda([&] {
      if (u.nvals <= gpu::most_kept_at_once) {
        make_room(u.nvals);
        result.nvals = gpu::keep_few(exec, flags, u.nvals, result.indices.data(), u.indices.data(),
                                     {result.values.data(), u.values.data(), width});
        result.indices.truncate(result.nvals);
        result.values.truncate(bytes_of(result.nvals, width));
        return;
      }
      auto const ranks = gpu::rank_flags(exec, flags, u.nvals);
      make_room(ranks.count);
      gpu::keep_flagged(exec, ranks, flags, u.nvals, result.indices.data(), u.indices.data(),
                        {result.values.data(), u.values.data(), width});
    });
    return result;
  }
  buffer<std::int64_t> const chosen = primitives::compact<std::int64_t>(exec, flags, u.nvals);
  make_room(chosen.size());
  primitives::gather(exec, result.indices.data(), u.indices.data(), chosen.data(), result.nvals, sizeof(I));
  primitives::gather(exec, result.values.data(), u.values.data(), chosen.data(), result.nvals, width);
  return result;
}

template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> kept_entries(compressed<I, O> const& pattern, byte const* values, std::size_t width,
                                               byte const* flags) {
  executor const& exec = pattern.exec;
  if (exec.is_host()) return host::kept_entries(pattern, values, width, flags);
  return with_cuda([&] {
    size_type const n = pattern.nnz;
    auto const ranks = gpu::rank_flags(exec, flags, n);
    auto result = new_result<I, O>("", exec, pattern.major, pattern.minor, ranks.count, width);
    gpu::ranks_at(exec, ranks, flags, n, pattern.offsets.data(), pattern.major + 1, result->offsets.data());
    gpu::keep_flagged(exec, ranks, flags, n, result->indices.data(), pattern.indices.data(),
                      {result->values.data(), values, width});
    return result;
  });
}

template <index_type I>
sparse_form<I> open_entries(executor const& exec, sparse_form<I> const& u, std::size_t width, mask_view const& mask) {
  buffer<byte> flags(exec, u.nvals);
  ops::for_each_index(exec, u.nvals, flag_open{u.indices.data(), mask, flags.data()});
  return kept_entries(exec, u, width, flags.data());
}

#define HEDDLE_INSTANTIATE(I)                                                                             \
  template sparse_form<I> kept_entries(executor const&, sparse_form<I> const&, std::size_t, byte const*); \
  template sparse_form<I> open_entries(executor const&, sparse_form<I> const&, std::size_t, mask_view const&);
#include "src/each_index.hpp"

#define HEDDLE_INSTANTIATE(I, O)                                                                             \
  template std::shared_ptr<compressed<I, O>> kept_entries(compressed<I, O> const&, byte const*, std::size_t, \
                                                          byte const*);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
