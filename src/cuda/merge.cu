// merge.cu - element-wise kernels: merging into an output, casts, truth of mask values, masks at positions.
#include <heddle/cuda/elementwise.cuh>
#include <heddle/ops/assign/assign.hpp>

namespace heddle {

namespace cuda {

namespace {

// to[i] = convert(from[i]), where `from` holds the precompiled element at position `type`.
template <class To, class Convert> struct converted_entry {
  To* to;
  void const* from;
  int type;

  HEDDLE_FN void operator()(size_type i) const {
    with_coded(precompiled_elements{}, type,
               [&]<class From>(std::type_identity<From>) { to[i] = Convert{}(static_cast<From const*>(from)[i]); });
  }
};

template <class To> struct cast_to {
  template <class From> HEDDLE_FN To operator()(From value) const { return static_cast<To>(value); }
};

struct truth_of {
  template <class M> HEDDLE_FN bool operator()(M value) const { return value != M(0); }
};

}  // namespace

template <class W> void merge(executor const& exec, size_type n, merge_entry<W, coded_accumulator<W>> const& entry) {
  for_each_index(exec, n, entry);
}

template <class To> void cast(executor const& exec, To* to, void const* from, int type, size_type n) {
  for_each_index(exec, n, converted_entry<To, cast_to<To>>{to, from, type});
}

template <index_type I>
void mask_flags(executor const& exec, I const* indices, size_type n, mask_view const& mask, primitives::byte* flags) {
  for_each_index(exec, n, [=] __device__(size_type k) { flags[k] = mask.open(indices[k]); });
}

template void mask_flags(executor const&, std::int32_t const*, size_type, mask_view const&, primitives::byte*);
template void mask_flags(executor const&, std::int64_t const*, size_type, mask_view const&, primitives::byte*);

}  // namespace cuda

template <class M> void detail::cuda_truth(executor const& exec, M const* values, size_type n, byte* truth) {
  int const type = cuda::code_of<M>(precompiled_elements{});
  cuda::for_each_index(exec, n, cuda::converted_entry<byte, cuda::truth_of>{truth, values, type});
}

}  // namespace heddle

#include "src/core/instantiate.hpp"

namespace heddle::detail {
void emit_merges() { emit_merge_all(precompiled_elements{}); }
}  // namespace heddle::detail
