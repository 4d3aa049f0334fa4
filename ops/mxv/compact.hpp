// compact.hpp - products with compact columns, which the library has kernels for.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/mxv/device.hpp>

namespace heddle::gpu {

/// sink(i, sum of A(i, k) x(k)) with compact columns, over plus_times. Its plan is that of the product without.
template <class T> struct compact_problem {
  using result = void;
  static constexpr bool in_library = true;
  using sink = detail::filling_sink<T>;
  static constexpr reduction_call call() {
    reduction_call asked = pull_problem<plus_times<T>, std::int32_t, std::int32_t, T, T, true>::call();
    asked.usual_walks = true, asked.marked = false;
    return asked;
  }
  executor exec;
  plan const* chosen;
  offset_tiles<std::int32_t> rows;
  detail::compact_product<T> product;
  sink close;

  static std::string kernel() { return "mxv of compact columns"; }
};

}  // namespace heddle::gpu

namespace heddle::detail {

/// Whether a compact plan serves such operands.
template <class D, index_type I, index_type O>
inline constexpr bool has_compact = (std::is_same_v<D, float> || std::is_same_v<D, double>)&&sizeof(I) == 4 &&
                                    sizeof(O) == 4;

/// close(i, sum of A(i, k) x(k)) on a GPU where the compact plan helps; else false, and nothing was written. `columns`
/// and x: those of the form, or as a locality plan places them.
template <class D>
bool compact_pull(compressed<std::int32_t, std::int32_t> const& form, descriptor const& d, std::int32_t const* columns,
                  D const* x, filling_sink<D> const& close);

}  // namespace heddle::detail
