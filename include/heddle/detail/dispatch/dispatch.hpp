// dispatch.hpp - how a call finds its code on a GPU: among the kernels of the library, among those that nvcc compiles
// with the call, or not at all.
#pragma once
#include <heddle/base/error.hpp>
#include <heddle/detail/executor/toolchain.hpp>
#include <string>
#if defined(__CUDACC__)
#include <heddle/detail/cuda/user_partition.cuh>
#endif

namespace heddle::gpu {

/// What is asked of a GPU is a problem: a struct that holds the operands, and says
///   using result = ...;                      what it comes to
///   static constexpr bool in_library = ...;  the library has kernels for it
///   static constexpr bool by_code = ...;     if so, those that problems share, launched by solve_by_code(problem)
///   static constexpr reduction_call call();  what its plan, where it has one, is asked for, by what is launched
///   static std::string kernel();             whose kernel is missing where nobody has one: "mxv: ... for semiring ..."
/// Beside it `result solve(problem)` launches the kernels; only nvcc sees that.
///
/// `run` solves a problem of the library's own. Defined in src/instances/run.hpp.
template <class Problem> typename Problem::result run(Problem const& problem);

}  // namespace heddle::gpu

namespace heddle::detail {

/// The compiler's name of T, for messages.
template <class T> std::string type_name() {
  std::string const text = __PRETTY_FUNCTION__;
  std::size_t const from = text.find("T = ") + 4;
  return text.substr(from, text.find_first_of(";]", from) - from);
}

/// For messages: "mxv over semiring ... and the types of its operands".
template <class SR> std::string kernel_over(char const* operation) {
  return concat(operation, " over semiring ", type_name<SR>(), " and the types of its operands");
}

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

#if defined(__CUDACC__)
inline constexpr bool compiles_kernels = true;
#else
inline constexpr bool compiles_kernels = false;
#endif

/// Whose kernels solve a problem: nobody's, those that nvcc compiles with the call, those that the library's problems
/// share, which choose operators and widths at run time, or those that the library has for this problem alone.
enum class kernel_source : std::uint8_t { none, with_call, by_code, own };

template <class Problem> constexpr kernel_source source_of_kernels() {
  if (!Problem::in_library) return compiles_kernels ? kernel_source::with_call : kernel_source::none;
  constexpr bool by_code = requires { requires Problem::by_code; };
  return by_code ? kernel_source::by_code : kernel_source::own;
}

/// The one answer: calls are dispatched and refused by it, and the library's sources launch by it.
template <class Problem> inline constexpr kernel_source kernel_of = source_of_kernels<Problem>();
template <class Problem> inline constexpr bool has_kernels = kernel_of<Problem> != kernel_source::none;

/// Throws not_compiled where nobody has kernels for the problem: to be asked before anything is made ready for it.
template <class Problem> void require_kernels() {
  if constexpr (!has_kernels<Problem>) {
    throw not_compiled(detail::concat("no GPU kernel is precompiled for ", Problem::kernel(),
                                      "; compile this call with nvcc (a .cu file), or use a host executor"));
  }
}

/// Solves a problem on the GPU of its executor, asynchronously. Throws not_compiled where nobody has kernels for it.
template <class Problem> typename Problem::result dispatch(Problem const& problem) {
  if constexpr (Problem::in_library) {
    return gpu::run(problem);
  } else if constexpr (has_kernels<Problem>) {
    return solve(problem);
  } else {
    require_kernels<Problem>();
    return typename Problem::result();  // not reached
  }
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
