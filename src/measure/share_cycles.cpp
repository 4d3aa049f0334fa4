// share_cycles.cpp - the clock cycles of shares, asked of a GPU where there is CUDA.
#include "src/measure/share_cycles.hpp"

#include "src/with_cuda.hpp"

namespace heddle::measure {

template <class T>
seam::load_figures share_cycles(executor const& exec, seam::plan const& chosen,
                                compressed_view<T, std::int32_t, std::int32_t> const& a, T const* x) {
  return detail::with_cuda([&] { return gpu::share_cycles(exec, chosen, a, x); });
}

template seam::load_figures share_cycles(executor const&, seam::plan const&,
                                         compressed_view<float, std::int32_t, std::int32_t> const&, float const*);
template seam::load_figures share_cycles(executor const&, seam::plan const&,
                                         compressed_view<double, std::int32_t, std::int32_t> const&, double const*);

}  // namespace heddle::measure
