// precompiled.cpp - every reduction that the library holds for users of a plain C++ compiler, against the host.
#include <doctest/doctest.h>

#include <heddle/ops/reduce/reduce.hpp>

#include "tests/support/equal_entries.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/uneven_matrix.hpp"

using namespace heddle;

using testing::equal_entries;

namespace {

template <class Monoid, index_type O> void reduces_as_on_the_host() {
  using T = typename Monoid::value_type;
  executor const gpu = cuda_executor();
  Monoid const add{};
  constexpr bool takes_any = std::is_same_v<Monoid, any_monoid<T>>;
  auto const a = heddle::testing::uneven_matrix<T, std::int32_t, O>(takes_any), on_gpu = a.to(gpu);
  auto const open = vector<bool>::build(3000, {0, 7, 10, 2000}, {true, true, false, true}, take_first<bool>{});
  auto const open_on_gpu = open.to(gpu);
  for (schedule const& chosen : heddle::testing::kernel_schedules()) {
    vector<T> w(3000), w_on_gpu(3000, gpu);
    descriptor const d{.schedule = chosen};
    reduce(w, add, a, d);
    reduce(w_on_gpu, add, on_gpu, d);
    CHECK_MESSAGE(equal_entries(w, w_on_gpu), detail::type_name<Monoid>(), ", ", chosen.text());
    reduce(w, complement(open), no_accum, add, a, d);
    reduce(w_on_gpu, complement(open_on_gpu), no_accum, add, on_gpu, d);
    CHECK_MESSAGE(equal_entries(w, w_on_gpu), detail::type_name<Monoid>(), ", masked, ", chosen.text());
    typename detail::operator_of<Monoid>::type const accum;
    reduce(w, open, accum, add, a, d);
    reduce(w_on_gpu, open_on_gpu, accum, add, on_gpu, d);
    CHECK_MESSAGE(equal_entries(w, w_on_gpu), detail::type_name<Monoid>(), ", accumulated, ", chosen.text());
  }
  CHECK_MESSAGE(reduce(add, a) == reduce(add, on_gpu), detail::type_name<Monoid>(), ", to a scalar");
}

template <class T, index_type O, class Monoid> void reduces_if_of() {
  if constexpr (std::is_same_v<typename Monoid::value_type, T>) reduces_as_on_the_host<Monoid, O>();
}

template <class T, index_type O, class... Monoids> void all_reduce(detail::type_list<Monoids...>) {
  static_assert((std::is_same_v<typename Monoids::value_type, T> || ...));
  (reduces_if_of<T, O, Monoids>(), ...);
}

}  // namespace

// In parts, so that sanitizers, under which each takes a minute, run them side by side.

GPU_CASE("every precompiled monoid of f32 reduces on the GPU as on the host [sanitize]") {
  all_reduce<float, std::int32_t>(detail::precompiled_monoids{});
}
GPU_CASE("every precompiled monoid of f64 reduces on the GPU as on the host [sanitize]") {
  all_reduce<double, std::int32_t>(detail::precompiled_monoids{});
}
GPU_CASE("every precompiled monoid of i32 reduces on the GPU as on the host [sanitize]") {
  all_reduce<std::int32_t, std::int32_t>(detail::precompiled_monoids{});
}
GPU_CASE("every precompiled monoid of i64 reduces on the GPU as on the host [sanitize]") {
  all_reduce<std::int64_t, std::int32_t>(detail::precompiled_monoids{});
}
GPU_CASE("every precompiled monoid of truth values reduces on the GPU as on the host [sanitize]") {
  all_reduce<bool, std::int32_t>(detail::precompiled_monoids{});
}
GPU_CASE("every wide precompiled monoid of numbers reduces on the GPU as on the host [sanitize]") {
  all_reduce<float, std::int64_t>(detail::precompiled_wide_monoids{});
  all_reduce<std::int64_t, std::int64_t>(detail::precompiled_wide_monoids{});
}
GPU_CASE("every wide precompiled monoid of f64 reduces on the GPU as on the host [sanitize]") {
  all_reduce<double, std::int64_t>(detail::precompiled_wide_monoids{});
}
