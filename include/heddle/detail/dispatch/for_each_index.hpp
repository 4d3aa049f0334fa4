// for_each_index.hpp - one loop over positions for every operation that balances nothing, on host and GPU.
#pragma once
#include <heddle/detail/dispatch/dispatch.hpp>
#include <heddle/detail/executor/flagged.hpp>
#include <heddle/detail/host/vector_loop.hpp>
#if defined(__CUDACC__)
#include <heddle/detail/executor/elementwise.cuh>
#endif

namespace heddle::gpu {

/// f(i) for i < n. A functor F is a named struct with a constant operator() that is HEDDLE_FN, and with one of
///   static constexpr bool in_library = true;    the library has its kernel
///   auto by_code() const;                       a functor of the library's that does the same, its types or operators
///                                               chosen at run time (see semirings/rows.hpp)
///   static std::string kernel();                what is missing where only nvcc can compile it
/// With `byte const* flags() const` it says where f(i) does nothing: see heddle/detail/executor/flagged.hpp, of which
/// the GPU makes use. With `void run(begin, end) const` and `is_cheap` it is called for runs of positions on the host:
/// see vector_loop.hpp.
template <class F> struct index_problem {
  using result = void;
  static constexpr bool by_code = requires(F const& f) { f.by_code(); };
  static constexpr bool in_library = by_code || requires { requires F::in_library; };
  executor exec;
  size_type n;
  F f;
  static std::string kernel() {
    if constexpr (requires { F::kernel(); }) {
      return F::kernel();
    } else {
      return detail::type_name<F>();
    }
  }
};

/// f(t, lane, lanes) for t < n and every lane: who has a tile has its elements lane, lane + lanes, ... As above, but
/// for flags.
template <class F> struct tiles_problem : index_problem<F> {};

#if defined(__CUDACC__)
template <class F> void solve(index_problem<F> const& p) { for_each_index(p.exec, p.n, p.f); }
template <class F> void solve(tiles_problem<F> const& p) { for_each_in_tiles(p.exec, p.n, p.f); }
#endif

}  // namespace heddle::gpu

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

/// Whether a GPU can be given f: nvcc is at work, or the library has its kernel.
template <class F> inline constexpr bool has_kernel_for = has_kernels<gpu::index_problem<F>>;

/// As for_each_index, on a GPU alone: what only GPUs are given takes no time to compile for the host.
template <class F> void dispatch_each(executor const& exec, size_type n, F const& f) {
  if constexpr (gpu::index_problem<F>::by_code) {
    dispatch_each(exec, n, f.by_code());
  } else {
    dispatch(gpu::index_problem<F>{exec, n, f});
  }
}

/// f(i) for i < n, in any order, on several threads at once; on a GPU asynchronously on the executor's stream, with a
/// copy of f. Throws not_compiled where no GPU can be given f.
template <class F> void for_each_index(executor const& exec, size_type n, F const& f) {
  if (n <= 0) return;
  if (exec.is_host()) {
    if constexpr (host::run_functor<F>) {
      return host::for_each_vector_run(exec.num_workers(), n, F::is_cheap,
                                       [&](size_type begin, size_type end) { f.run(begin, end); });
    }
    return host::parallel_for(exec, n, f);
  }
  dispatch_each(exec, n, f);
}

/// The same by tiles, on a GPU alone.
template <class F> void for_each_in_tiles(executor const& exec, size_type n, F const& f) {
  if constexpr (gpu::index_problem<F>::by_code) {
    for_each_in_tiles(exec, n, f.by_code());
  } else {
    dispatch(gpu::tiles_problem<F>{{exec, n, f}});
  }
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
