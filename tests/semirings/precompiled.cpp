// precompiled.cpp - the lists of what has GPU kernels of its own lie within the lists of what the library has kernels
// of.
#include <doctest/doctest.h>

#include <heddle/ops/mxm/device.hpp>
#include <heddle/ops/mxv/device.hpp>
#include <heddle/ops/reduce/device.hpp>

using namespace heddle;

namespace {

template <class List, class... Ts> constexpr bool holds_all(detail::type_list<Ts...>) {
  return (detail::contains<Ts, List>::value && ...);
}

template <class... SRs> constexpr bool compiled_in_as_listed(detail::type_list<SRs...>) {
  using I = std::int32_t;
  return ((gpu::is_compiled_in<SRs, I, I> && !gpu::is_compiled_in<SRs, std::int64_t, I>)&&...);
}

template <class... SRs> constexpr bool compiled_in_wide(detail::type_list<SRs...>) {
  using I = std::int32_t;
  using L = std::int64_t;
  return ((gpu::is_compiled_in<SRs, I, L> && gpu::is_compiled_in<SRs, L, L>)&&...);
}

}  // namespace

TEST_CASE("what has kernels of its own is precompiled, and so is what has 64-bit offsets") {
  CHECK(holds_all<detail::precompiled_semirings>(detail::precompiled_with_own_kernels{}));
  CHECK(holds_all<detail::precompiled_semirings>(detail::precompiled_with_own_masked_kernels{}));
  CHECK(holds_all<detail::precompiled_with_own_kernels>(detail::precompiled_with_every_walk{}));
  CHECK(holds_all<detail::precompiled_semirings>(detail::precompiled_wide{}));
  CHECK(holds_all<detail::precompiled_monoids>(detail::monoids_with_own_kernels{}));
  CHECK(holds_all<detail::precompiled_monoids>(detail::precompiled_wide_monoids{}));
  CHECK(holds_all<gpu::precompiled_products>(gpu::products_with_own_kernels{}));
  CHECK(holds_all<detail::precompiled_semirings>(gpu::precompiled_with_hubs{}));
}

TEST_CASE("every semiring of the lists is compiled in, with 32-bit indices or as wide as its list says") {
  CHECK(compiled_in_as_listed(detail::precompiled_semirings{}));
  CHECK(compiled_in_wide(detail::precompiled_wide{}));
  CHECK_FALSE(gpu::is_compiled_in<plus_pair<std::int32_t>, std::int32_t, std::int64_t>);
  CHECK_FALSE(gpu::is_compiled_in<plus_first<std::int32_t>, std::int32_t, std::int32_t>);
}
