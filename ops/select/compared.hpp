// compared.hpp - flags of values that stand side by side, each compared with one number: four at once on a GPU, which
// reads and writes wide words then.
#pragma once
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/ops/detail/number.hpp>
#include <heddle/semirings/precompiled.hpp>

namespace heddle::detail {

/// Elements of which the library has kernels for this.
template <class T> inline constexpr bool is_compared_by_fours = is_precompiled_element<T> && sizeof(T) >= 4;

/// flags[k] = holds(values[k], number) for the four k < n from 4 i on, by the comparison of code `op`.
template <class T> struct compared_four {
  static constexpr bool in_library = true;
  static constexpr std::size_t alignment = 16;
  struct alignas(alignment) four_values {
    T of[4];
  };
  struct alignas(4) four_flags {
    byte of[4];
  };
  T const* values;  // aligned
  byte* flags;      // aligned to 4
  size_type n;
  T const* stored;  // the number; null: `given`
  T given;
  int op;

  HEDDLE_FN void operator()(size_type i) const {
    T const number = stored ? *stored : given;
    by_code<binary_operators<T>, table::numbers>(op,
                                                 [&]<class Op>(std::type_identity<Op>) { compare(Op{}, number, i); });
  }
  template <class Op> HEDDLE_FN void compare(Op const& holds, T number, size_type i) const {
    if (4 * i + 4 <= n) {
      four_values const four = reinterpret_cast<four_values const*>(values)[i];
      four_flags answers;
      for (int k = 0; k < 4; ++k) answers.of[k] = holds(four.of[k], number);
      reinterpret_cast<four_flags*>(flags)[i] = answers;
    } else {
      for (size_type k = 4 * i; k < n; ++k) flags[k] = holds(values[k], number);
    }
  }
};

/// flags[k] = holds(values[k], number) for k < n, on a GPU; returns false where it has no such kernel, or values are
/// one for all or not aligned. `number`: a given_number or a stored_number.
template <class Holds, class T, class Number>
bool compare_by_fours(executor const& exec, size_type n, Holds const&, values_view<T> const& values,
                      Number const& number, byte* flags) {
  if constexpr (is_compared_by_fours<T> && known_by_code<Holds, T, table::numbers>) {
    if (exec.is_host() || !values.data) return false;
    if (reinterpret_cast<std::uintptr_t>(values.data) % compared_four<T>::alignment != 0) return false;
    compared_four<T> four{values.data, flags, n, nullptr, {}, code_of<Holds, binary_operators<T>>};
    if constexpr (is_given<Number>) {
      four.given = number.value;
    } else {
      four.stored = number.at;
    }
    ops::for_each_index(exec, ceil_div(n, size_type{4}), four);
    return true;
  } else {
    return false;
  }
}

}  // namespace heddle::detail
