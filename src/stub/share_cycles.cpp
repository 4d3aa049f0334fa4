// share_cycles.cpp - clock cycles of shares in a build without CUDA.
#include <heddle/share_loads.hpp>

#include "src/stub/no_cuda.hpp"

namespace heddle::gpu {

template <class T>
load_figures share_cycles(executor const&, plan const&, compressed_view<T, std::int32_t, std::int32_t> const&,
                          T const*) {
  no_cuda();
}

template load_figures share_cycles(executor const&, plan const&,
                                   compressed_view<float, std::int32_t, std::int32_t> const&, float const*);
template load_figures share_cycles(executor const&, plan const&,
                                   compressed_view<double, std::int32_t, std::int32_t> const&, double const*);

}  // namespace heddle::gpu
