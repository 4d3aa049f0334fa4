// share_cycles.cu - y = A x once more, by the kernels of every product, with a clock around each share.
#include <heddle/detail/cuda/reduce_tiles.cuh>
#include <heddle/semirings/monoids.hpp>

#include "src/measure/share_cycles.hpp"

namespace heddle::gpu {
namespace {

template <class T> struct timed_product {
  std::int32_t const* columns;
  values_view<T> values;
  T const* x;
  unsigned long long* cycles;
  size_type num_shares;
  __device__ T operator()(size_type atom) const { return values[atom] * x[columns[atom]]; }
  HEDDLE_FN entry_arrays<std::int32_t, T> entries() const { return {columns, values.data, values.one}; }
  __device__ T of(std::int32_t k, T value) const { return value * x[k]; }
  __device__ T streamed(size_type atom) const { return values.streamed(atom) * x[load_once(columns + atom)]; }
};

template <class T> struct row_store {
  T* y;
  __device__ void operator()(size_type row, T value) const { y[row] = value; }
};

}  // namespace

template <class T>
load_figures share_cycles(executor const& exec, plan const& chosen,
                          compressed_view<T, std::int32_t, std::int32_t> const& a, T const* x) {
  static_assert(timed_value<timed_product<T>>);
  buffer<T> y(exec, a.major);
  buffer<unsigned long long> cycles(exec, chosen.shares->workers);
  timed_product<T> const product{a.indices, a.values, x, cycles.data(), chosen.shares->workers};
  for (int run = 0; run < 2; ++run) {  // the first warms the caches
    primitives::byte const zero = 0;
    primitives::fill(exec, cycles.data(), cycles.bytes(), 1, &zero);
    reduce_tiles(exec, chosen, a.tiles(), product, plus_monoid<T>{}, row_store<T>{y.data()});
  }
  std::vector<std::int64_t> walked;
  for (unsigned long long const elapsed : cycles.to_host()) {
    if (elapsed > 0) walked.push_back(static_cast<std::int64_t>(elapsed));
  }
  return figures_of(walked);
}

template load_figures share_cycles(executor const&, plan const&,
                                   compressed_view<float, std::int32_t, std::int32_t> const&, float const*);
template load_figures share_cycles(executor const&, plan const&,
                                   compressed_view<double, std::int32_t, std::int32_t> const&, double const*);

}  // namespace heddle::gpu
