// entries.cpp - selections of a sparse vector's entries, on any executor.
#include <heddle/ops/assign/assign.hpp>

namespace heddle::detail {

template <index_type I>
void mask_flags(executor const& exec, I const* indices, size_type n, mask_view const& mask, byte* flags) {
  if (!exec.is_host()) return cuda::mask_flags(exec, indices, n, mask, flags);
  host::parallel_for(exec, n, [=](size_type k) { flags[k] = mask.open(indices[k]); });
}

template <index_type I>
sparse_form<I> flagged_entries(executor const& exec, sparse_form<I> const& u, std::size_t width, byte const* flags) {
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

template <index_type I>
sparse_form<I> open_entries(executor const& exec, sparse_form<I> const& u, std::size_t width, mask_view const& mask) {
  buffer<byte> flags(exec, u.nvals);
  mask_flags(exec, u.indices.data(), u.nvals, mask, flags.data());
  return flagged_entries(exec, u, width, flags.data());
}

template void mask_flags(executor const&, std::int32_t const*, size_type, mask_view const&, byte*);
template void mask_flags(executor const&, std::int64_t const*, size_type, mask_view const&, byte*);
template sparse_form<std::int32_t> flagged_entries(executor const&, sparse_form<std::int32_t> const&, std::size_t,
                                                   byte const*);
template sparse_form<std::int64_t> flagged_entries(executor const&, sparse_form<std::int64_t> const&, std::size_t,
                                                   byte const*);
template sparse_form<std::int32_t> open_entries(executor const&, sparse_form<std::int32_t> const&, std::size_t,
                                                mask_view const&);
template sparse_form<std::int64_t> open_entries(executor const&, sparse_form<std::int64_t> const&, std::size_t,
                                                mask_view const&);

}  // namespace heddle::detail
