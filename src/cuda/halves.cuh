// halves.cuh - products of matrices of two-byte numbers, summed in float. y = alpha A x + beta y and pulls have their
// kernels in common: what is done with a sum is chosen at run time.
#pragma once
#include <heddle/ops/mxv/device.cuh>
#include <heddle/ops/spmv/device.cuh>

#include "src/cuda/by_code.cuh"

namespace heddle::gpu {

using float_ring = plus_times<float>;
using float_sums = vector_sink<float, add_of<float_ring>>;

/// Closes a row of a pull, or scales its sum for a y in float or in H.
template <class H> struct half_sink {
  template <class Y> using scaling = heddle::detail::scaling_sink<float, Y, std::int32_t>;
  enum class target : std::uint8_t { pulled, scaled_float, scaled_half } to;
  unmasked_sink<float_sums, std::int32_t> pulled;
  scaling<float> scaled;
  H* y = nullptr;

  half_sink(unmasked_sink<float_sums, std::int32_t> const& sink) : to(target::pulled), pulled(sink), scaled{} {}
  half_sink(scaling<float> const& sink) : to(target::scaled_float), pulled{}, scaled(sink) {}
  half_sink(scaling<H> const& sink)
      : to(target::scaled_half), pulled{}, scaled{nullptr, sink.alpha, sink.beta, sink.offsets}, y(sink.y) {}

  __device__ void operator()(size_type i, float sum) const {
    if (to == target::pulled) return pulled(i, sum);
    if (to == target::scaled_float) return scaled(i, sum);
    scaling<H>{y, scaled.alpha, scaled.beta, scaled.offsets}(i, sum);
  }
};

template <class H, class X, class Problem>
void multiply_halves(Problem const& p, X const* x, half_sink<H> const& close) {
  heddle::detail::full_product<float_ring, H, X, std::int32_t> const full{p.a.indices, p.a.values, x, {}};
  reduce_tiles_of(p, p.a.tiles(), typename Problem::product{full}, add_of<float_ring>{}, close);
}

/// Numbers of two bytes or of four, told apart at run time.
struct short_numbers {
  enum class format : std::uint8_t { f32, f16, bf16 } stored;
  void const* data;
  float one;

  short_numbers(float const* values) : stored(format::f32), data(values), one(0) {}
  short_numbers(f16 const* values, f16 same = {}) : stored(format::f16), data(values), one(same) {}
  short_numbers(bf16 const* values, bf16 same = {}) : stored(format::bf16), data(values), one(same) {}
  __device__ float operator[](size_type i) const {
    if (!data) return one;
    if (stored == format::f32) return static_cast<float const*>(data)[i];
    if (stored == format::f16) return static_cast<f16 const*>(data)[i];
    return static_cast<bf16 const*>(data)[i];
  }
};

/// The product where a mask refuses rows or u lacks entries, for all pairs of types.
struct product_of_either_half {
  static constexpr bool rare = true;
  std::int32_t const* columns;
  short_numbers a, u;
  primitives::byte const* present;

  __device__ maybe<float> operator()(size_type atom) const {
    std::int32_t const k = columns[atom];
    if (present && !present[k]) return {0, false};
    return {float_ring{}.multiply(a[atom], u[k]), true};
  }
};

/// Defined in by_code.cu.
void pull_halves(executor const& exec, plan const& chosen, offset_tiles<std::int32_t> const& rows,
                 product_of_either_half const& product, float_sums const& sink);

template <class H, class U>
requires is_short_real<H>
void solve_by_code(pull_problem<float_ring, std::int32_t, std::int32_t, H, U, true> const& p) {
  unmasked_sink<float_sums, std::int32_t> const close{p.sink, p.empty_rows ? p.a.offsets : nullptr};
  multiply_halves<H>(p, p.u, close);
}

template <class H, class U>
requires is_short_real<H>
void solve_by_code(pull_problem<float_ring, std::int32_t, std::int32_t, H, U> const& p) {
  static_assert(heddle::detail::has_walks_for<product_of_either_half, lifted<add_of<float_ring>>, float_sums>(
      pull_problem<float_ring, std::int32_t, std::int32_t, H, U>::call()));
  product_of_either_half const product{p.a.indices, {p.a.values.data, p.a.values.one}, p.u, p.u_present};
  pull_halves(p.exec, *p.chosen, p.a.tiles(), product, p.sink);
}

template <class H, class X, class Y>
requires is_short_real<H>
void solve_by_code(spmv_problem<spmv_types<H, X, Y>, std::int32_t, std::int32_t> const& p) {
  multiply_halves<H>(p, p.x, p.close);
}

}  // namespace heddle::gpu
