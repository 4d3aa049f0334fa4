// entries.cpp - selections of the entries of vectors and matrices, on any executor.
#include <heddle/ops/sparse_result.hpp>
#include <heddle/recorder.hpp>

#include "src/host/forms.hpp"

namespace heddle::detail {

template <index_type I>
sparse_form<I> kept_entries(executor const& exec, sparse_form<I> const& u, std::size_t width, byte const* flags) {
  if (recorder const* const recording = exec.state().recording()) {
    recording->refuse(concat(recording->operation(), " of some entries of a list"));
  }
  buffer<std::int64_t> const chosen = primitives::compact<std::int64_t>(exec, flags, u.nvals);
  sparse_form<I> result;
  result.nvals = chosen.size();
  result.sorted = u.sorted;
  result.indices = buffer<I>(exec, result.nvals);
  result.values = buffer<byte>(exec, result.nvals * static_cast<size_type>(width));
  primitives::gather(exec, result.indices.data(), u.indices.data(), chosen.data(), result.nvals, sizeof(I));
  primitives::gather(exec, result.values.data(), u.values.data(), chosen.data(), result.nvals, width);
  return result;
}

template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> kept_entries(compressed<I, O> const& pattern, byte const* values, std::size_t width,
                                               byte const* flags) {
  executor const& exec = pattern.exec;
  if (exec.is_host()) return host::kept_entries(pattern, values, width, flags);
  buffer<O> const chosen = primitives::compact<O>(exec, flags, pattern.nnz);
  size_type const n = chosen.size();
  auto result = new_result<I, O>("", exec, pattern.major, pattern.minor, n, width);
  buffer<I> rows(exec, n);
  primitives::gather(exec, rows.data(), pattern.rows().data(), chosen.data(), n, sizeof(I));
  primitives::gather(exec, result->indices.data(), pattern.indices.data(), chosen.data(), n, sizeof(I));
  if (values) primitives::gather(exec, result->values.data(), values, chosen.data(), n, width);
  primitives::compress_rows(exec, rows.data(), n, pattern.major, result->offsets.data());
  return result;
}

template <index_type I>
sparse_form<I> open_entries(executor const& exec, sparse_form<I> const& u, std::size_t width, mask_view const& mask) {
  buffer<byte> flags(exec, u.nvals);
  ops::for_each_index(exec, u.nvals, flag_open{u.indices.data(), mask, flags.data()});
  return kept_entries(exec, u, width, flags.data());
}

template <class I>
using vector_entries = sparse_form<I>(executor const&, sparse_form<I> const&, std::size_t, byte const*);
template <class I>
using masked_entries = sparse_form<I>(executor const&, sparse_form<I> const&, std::size_t, mask_view const&);
template <class I, class O>
using matrix_entries = std::shared_ptr<compressed<I, O>>(compressed<I, O> const&, byte const*, std::size_t,
                                                         byte const*);

template vector_entries<std::int32_t> kept_entries;
template vector_entries<std::int64_t> kept_entries;
template masked_entries<std::int32_t> open_entries;
template masked_entries<std::int64_t> open_entries;
template matrix_entries<std::int32_t, std::int32_t> kept_entries;
template matrix_entries<std::int32_t, std::int64_t> kept_entries;
template matrix_entries<std::int64_t, std::int32_t> kept_entries;
template matrix_entries<std::int64_t, std::int64_t> kept_entries;

}  // namespace heddle::detail
