// run.hpp - what the library does with problems of its own: it launches kernels, or, in a build without CUDA, says that
// there are none. The sources of this folder emit it for lists of problems: nvcc makes kernels of them, a plain C++
// compiler, from one file that CMake writes, stubs.
#pragma once
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/semirings/rows.hpp>
#if !defined(__CUDACC__)
#include "src/with_cuda.hpp"
#endif

namespace heddle::gpu {

template <class Problem> typename Problem::result run([[maybe_unused]] Problem const& problem) {
#if !defined(__CUDACC__)
  no_cuda();
#else
  if constexpr (ops::kernel_of<Problem> == ops::kernel_source::by_code) {
    return solve_by_code(problem);
  } else {
    return solve(problem);
  }
#endif
}

}  // namespace heddle::gpu

namespace heddle::detail {

// A function whose address is stored where the compiler cannot see it unused must be emitted.
template <class Problem> void emit() {
  using function = typename Problem::result(Problem const&);
  [[maybe_unused]] static function* volatile kept;
  kept = &gpu::run<Problem>;
}

/// One of a list, with the widths of indices and offsets.
template <class One, index_type Index, index_type Offset> struct instance {};

/// emit_one(instance<One, Index, Offset>) for those of a list, with 32-bit indices and offsets, or with wider offsets:
/// as is_listed has it.
template <class... Ones> void emit_narrow(type_list<Ones...>, auto const& emit_one) {
  (emit_one(instance<Ones, std::int32_t, std::int32_t>{}), ...);
}
template <class... Ones> void emit_wide(type_list<Ones...>, auto const& emit_one) {
  (emit_one(instance<Ones, std::int32_t, std::int64_t>{}), ...);
  (emit_one(instance<Ones, std::int64_t, std::int64_t>{}), ...);
}

/// The kernel of a functor of for_each_index.
template <class F> void emit_index() { emit<gpu::index_problem<F>>(); }

}  // namespace heddle::detail
