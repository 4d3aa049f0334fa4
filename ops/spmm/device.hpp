// device.hpp - products with a dense matrix on a GPU, as a plain C++ compiler sees them: the problem and who solves it.
#pragma once
#include <heddle/dense_matrix.hpp>
#include <heddle/detail/dispatch/dispatch.hpp>
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/ops/mxv/device.hpp>
#include <heddle/ops/spmm/product.hpp>

namespace heddle::gpu {

template <class SR>
inline constexpr bool has_own_product = heddle::detail::contains<SR, products_with_own_kernels>::value;

template <class SR, class Index, class Offset>
inline constexpr bool is_product_compiled_in =
    heddle::detail::is_listed<SR, precompiled_products, type_list<>, Index, Offset>;

/// Who multiplies matrices that are stored as A and B, and what is read of them.
template <class SR, class A, class B, class Index, class Offset>
using product_types = read_types<SR, A, B, is_product_compiled_in<SR, Index, Offset> && in_domain_or_copied<SR, A, B>>;

/// c = a (+.*) b, or c add (a (+.*) b): the memory of b and c does not overlap.
template <class SR, class Index, class Offset, class A, class B> struct dense_problem {
  using result = void;
  static constexpr bool in_library = is_product_compiled_in<SR, Index, Offset> && reads_domain<SR, A, B> &&
                                     !heddle::detail::needs_presence<add_of<SR>>();
  static constexpr bool by_code =
      !has_own_product<SR> && !heddle::detail::contains<SR, precompiled_dense_products>::value;
  executor exec;
  plan const* chosen;
  compressed_view<A, Index, Offset> a;
  dense_view<B const> b;
  dense_view<domain_of<SR>> c;
  bool accumulate;
  SR sr;

  static std::string kernel() { return heddle::detail::kernel_over<SR>("mxm with a dense matrix"); }
};

}  // namespace heddle::gpu
