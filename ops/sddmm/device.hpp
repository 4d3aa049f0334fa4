// device.hpp - sampled products on a GPU, as a plain C++ compiler sees them: the problem and who solves it.
#pragma once
#include <heddle/ops/sddmm/product.hpp>
#include <heddle/ops/spmm/device.hpp>
#include <heddle/seam/plan/plan.hpp>

namespace heddle::gpu {

template <class SR, class Index>
inline constexpr bool is_sampled_compiled_in =
    heddle::detail::is_listed<SR, precompiled_dense_products, type_list<>, Index, std::int32_t>;

/// Who multiplies dense operands that are stored as A and B, and what is read of them.
template <class SR, class A, class B, class Index>
using sampled_types = read_types<SR, A, B, is_sampled_compiled_in<SR, Index> && in_domain_or_copied<SR, A, B>>;

/// values(tile) for every entry of the mask.
template <class SR, class A, class B, class Index> struct sampled_problem {
  using result = void;
  static constexpr bool in_library = is_sampled_compiled_in<SR, Index> && reads_domain<SR, A, B>;
  static constexpr bool by_code = true;  // one kernel a walk
  executor exec;
  plan const* chosen;
  offset_tiles<size_type> tiles;
  heddle::detail::sampled_product<SR, A, B, Index> product;
  heddle::detail::sampled_sink<domain_of<SR>> sink;
  static constexpr reduction_call call() {
    return call_of<decltype(product), heddle::detail::sampled_monoid<SR>, decltype(sink)>();
  }

  static std::string kernel() { return heddle::detail::kernel_over<SR>("mxm of dense matrices"); }
};

}  // namespace heddle::gpu
