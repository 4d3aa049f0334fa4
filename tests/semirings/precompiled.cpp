// precompiled.cpp - the lists of what has GPU kernels of its own lie within the lists of what the library has kernels
// of, and whose kernels a call has follows from them, with what its plan is asked for.
#include <doctest/doctest.h>

#include <heddle/detail/dispatch/convert.hpp>
#include <heddle/ops/mxm/device.hpp>
#include <heddle/ops/mxv/device.hpp>
#include <heddle/ops/reduce/device.hpp>
#include <heddle/ops/spmv/device.hpp>

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

TEST_CASE("a call has kernels of its own, those that problems share, or none, as the lists say") {
  using I = std::int32_t;
  using L = std::int64_t;
  using ops::kernel_of, ops::kernel_source;
  auto const shared = detail::all_kernels ? kernel_source::own : kernel_source::by_code;
  CHECK(kernel_of<gpu::pull_problem<min_plus<double>, I, I>> == kernel_source::own);
  CHECK(kernel_of<gpu::pull_problem<plus_times<float>, I, I, float, float, true>> == kernel_source::own);
  CHECK(kernel_of<gpu::pull_problem<plus_first<float>, I, I>> == shared);
  CHECK(kernel_of<gpu::pull_problem<min_plus<double>, I, L>> == shared);
  CHECK(kernel_of<gpu::pull_problem<plus_times<float>, I, I, f16, float, true>> == kernel_source::by_code);
  CHECK(kernel_of<gpu::push_problem<min_plus<double>, I, I>> == kernel_source::own);
  CHECK(kernel_of<gpu::push_problem<min_first<float>, I, I>> == shared);
  CHECK(kernel_of<gpu::fill_problem<plus_pair<L>, L, L, I, I>> == kernel_source::own);
  CHECK(kernel_of<gpu::fill_problem<min_plus<I>, I, I, I, I>> == shared);
  CHECK(kernel_of<gpu::reduce_problem<min_monoid<float>, I>> == shared);
  CHECK(kernel_of<gpu::spmv_problem<gpu::spmv_types<float, float, float>, I, I>> == kernel_source::own);
  CHECK(kernel_of<gpu::spmv_problem<gpu::spmv_types<float, float, float>, I, L>> == shared);
  CHECK(kernel_of<gpu::index_problem<detail::conversion<float, double>>> == kernel_source::by_code);
  CHECK(kernel_of<gpu::index_problem<detail::conversion_by_code<float>>> == kernel_source::own);
  auto const others = ops::compiles_kernels ? kernel_source::with_call : kernel_source::none;
  CHECK(kernel_of<gpu::pull_problem<min_plus<double>, L, I>> == others);
  CHECK(kernel_of<gpu::push_problem<plus_times<I>, I, I, float, float>> == others);
  CHECK_FALSE(gpu::pulls_full<any_pair<bool>, I, I, bool, bool>);
  CHECK_EQ(gpu::pulls_full<plus_times<double>, I, L, double, double>, detail::all_kernels);
}

TEST_CASE("a plan is asked for what the kernels of its call can do") {
  using I = std::int32_t;
  using L = std::int64_t;
  bool const all = detail::all_kernels;
  constexpr auto asked = gpu::pull_problem<any_pair<bool>, I, I>::call();
  CHECK((asked.decided && !asked.masked && !asked.full));
  CHECK(gpu::pull_problem<any_pair<bool>, I, I>::call(true).masked);
  constexpr auto wide = gpu::pull_problem<any_pair<bool>, I, L>::call();  // by code there is one kernel a walk
  CHECK((wide.decided == all && wide.masked == !all));
  constexpr auto full = gpu::pull_problem<plus_times<float>, I, I, float, float, true>::call();
  CHECK((full.full && !full.masked && !full.usual_walks && full.entry_bytes == 8));
  CHECK_EQ(gpu::pull_problem<plus_times<float>, I, I, f16, float, true>::call().usual_walks, !all);
  CHECK_EQ(gpu::reduce_problem<min_monoid<float>, I>::call().masked, !all);
  CHECK_EQ(gpu::spmv_problem<gpu::spmv_types<float, float, float>, I, L>::call().full, all);
}
