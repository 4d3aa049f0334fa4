// share_cycles.hpp - how long the shares of a plan take on a GPU, by a clock around each. Its kernels are those of
// every product with that clock in them, so they stand here and not in the library.
#pragma once
#include <heddle/explain.hpp>
#include <heddle/seam/views.hpp>

namespace heddle::measure {

/// Clock cycles of the shares of y = A x over plus and times: of the threads that walk one the slowest counts, other
/// launches (the fix-up) do not. x: [a.minor], everything in memory of `exec`. T is float or double. Runs twice, and
/// reads back a number for each share. Throws not_compiled where CUDA is absent.
template <class T>
seam::load_figures share_cycles(executor const& exec, seam::plan const& chosen,
                                compressed_view<T, std::int32_t, std::int32_t> const& a, T const* x);

}  // namespace heddle::measure

namespace heddle::gpu {

template <class T>
seam::load_figures share_cycles(executor const& exec, seam::plan const& chosen,
                                compressed_view<T, std::int32_t, std::int32_t> const& a, T const* x);

}  // namespace heddle::gpu
