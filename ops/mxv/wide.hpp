// wide.hpp - full products with 64-bit offsets over plus_times and plus_second of real numbers, which the library sums
// by the kernels of spmv: they carry no presence, as those do that all other products with such offsets share.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/mxv/device.hpp>

namespace heddle::detail {

template <class SR, class D>
inline constexpr bool sums_products = (std::is_same_v<D, float> ||
                                       std::is_same_v<D, double>)&&(std::is_same_v<SR, plus_times<D>> ||
                                                                    std::is_same_v<SR, plus_second<D>>);

/// Whether these kernels serve such operands.
template <class SR, index_type O, class A, class U>
inline constexpr bool pulls_wide = sums_products<SR, domain_of<SR>> && !has_own_offsets<O> &&
                                   std::is_same_v<A, domain_of<SR>> && std::is_same_v<U, domain_of<SR>>;

/// y(i) = sum of A(i, k) x(k) on a GPU; present(i) = whether row i has entries, where `present` is not null. `a`: A's
/// rows, with columns as a locality plan places them.
template <class D, index_type I, index_type O>
void wide_pull(compressed<I, O> const& form, descriptor const& d, compressed_view<D, I, O> const& a, D const* x, D* y,
               primitives::byte* present);

}  // namespace heddle::detail
