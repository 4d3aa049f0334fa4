// precompiled.cpp - every semiring that the library holds for users of a plain C++ compiler, against the host.
#include <doctest/doctest.h>

#include <heddle/heddle.hpp>

#include "tests/support/equal_entries.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/uneven_matrix.hpp"

using namespace heddle;

using namespace heddle::testing;

namespace {

template <class D, index_type I> vector<D, I> every(int step) {
  std::vector<I> index;
  std::vector<D> value;
  for (int i = 0; i < 3000; i += step) {
    index.push_back(i), value.push_back(std::is_same_v<D, bool> ? D(i % 3 > 0) : static_cast<D>(1 + i % 3));
  }
  return vector<D, I>::build(3000, index, value, take_first<D>{});
}

template <class SR, index_type I, index_type O> void mxv_is_as_on_the_host() {
  using D = domain_of<SR>;
  executor const gpu = cuda_executor();
  auto const a = uneven_matrix<D, I, O>();
  auto const on_gpu = a.to(gpu);
  auto const open = every<bool, I>(2), open_on_gpu = open.to(gpu);
  auto const full = every<D, I>(1), full_on_gpu = full.to(gpu);
  auto const some = every<D, I>(2), some_on_gpu = some.to(gpu);
  for (schedule const& chosen : kernel_schedules()) {
    for (direction const way : {direction::pull, direction::push}) {
      vector<D, I> w(3000), w_on_gpu(3000, gpu);
      descriptor const d{.schedule = chosen, .direction = way};
      mxv(w, SR{}, a, full, d);
      mxv(w_on_gpu, SR{}, on_gpu, full_on_gpu, d);
      CHECK_MESSAGE(equal_entries(w, w_on_gpu), detail::type_name<SR>(), ", ", chosen.text());
      mxv(w, complement(open), no_accum, SR{}, a, some, d);
      mxv(w_on_gpu, complement(open_on_gpu), no_accum, SR{}, on_gpu, some_on_gpu, d);
      CHECK_MESSAGE(equal_entries(w, w_on_gpu), detail::type_name<SR>(), ", masked, ", chosen.text());
      if constexpr (std::is_same_v<SR, lxor_land>) {  // sums of rows accumulate by the other monoids
        mxv(w, open, logical_xor<bool>{}, SR{}, a, full, d);
        mxv(w_on_gpu, open_on_gpu, logical_xor<bool>{}, SR{}, on_gpu, full_on_gpu, d);
        CHECK_MESSAGE(equal_entries(w, w_on_gpu), detail::type_name<SR>(), ", accumulated, ", chosen.text());
      }
    }
  }
}

template <index_type I, index_type O, class... SRs> void every_mxv(detail::type_list<SRs...>) {
  (mxv_is_as_on_the_host<SRs, I, O>(), ...);
}

template <class D, index_type I, class... SRs> void wide_ones_multiply(detail::type_list<SRs...>) {
  auto const multiply = [](auto sr) {
    if constexpr (std::is_same_v<domain_of<decltype(sr)>, D>) mxv_is_as_on_the_host<decltype(sr), I, std::int64_t>();
  };
  (multiply(SRs{}), ...);
}

}  // namespace

// One case a type, so that sanitizers, under which each takes a minute, run them side by side.

GPU_CASE("every precompiled semiring of f32 multiplies on the GPU as on the host [sanitize]") {
  every_mxv<std::int32_t, std::int32_t>(detail::precompiled_f32{});
}
GPU_CASE("every precompiled semiring of f64 multiplies on the GPU as on the host [sanitize]") {
  every_mxv<std::int32_t, std::int32_t>(detail::precompiled_f64{});
}
GPU_CASE("every precompiled semiring of i32 multiplies on the GPU as on the host [sanitize]") {
  every_mxv<std::int32_t, std::int32_t>(detail::precompiled_i32{});
}
GPU_CASE("every precompiled semiring of i64 multiplies on the GPU as on the host [sanitize]") {
  every_mxv<std::int32_t, std::int32_t>(detail::precompiled_i64{});
}
GPU_CASE("every precompiled semiring of truth values multiplies on the GPU as on the host [sanitize]") {
  every_mxv<std::int32_t, std::int32_t>(detail::precompiled_logic{});
}

GPU_CASE("every wide precompiled semiring of floating point, narrow indices, GPU as host [sanitize]") {
  wide_ones_multiply<float, std::int32_t>(detail::precompiled_wide{});
  wide_ones_multiply<double, std::int32_t>(detail::precompiled_wide{});
}
GPU_CASE("every other wide precompiled semiring, narrow indices, GPU as host [sanitize]") {
  wide_ones_multiply<bool, std::int32_t>(detail::precompiled_wide{});
  wide_ones_multiply<std::int32_t, std::int32_t>(detail::precompiled_wide{});
  wide_ones_multiply<std::int64_t, std::int32_t>(detail::precompiled_wide{});
}
GPU_CASE("every wide precompiled semiring of floating point, wide indices, GPU as host [sanitize]") {
  wide_ones_multiply<float, std::int64_t>(detail::precompiled_wide{});
  wide_ones_multiply<double, std::int64_t>(detail::precompiled_wide{});
}
GPU_CASE("every other wide precompiled semiring, wide indices, GPU as host [sanitize]") {
  wide_ones_multiply<bool, std::int64_t>(detail::precompiled_wide{});
  wide_ones_multiply<std::int32_t, std::int64_t>(detail::precompiled_wide{});
  wide_ones_multiply<std::int64_t, std::int64_t>(detail::precompiled_wide{});
}
