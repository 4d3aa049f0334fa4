// cast.hpp - the same matrix or vector with elements of another type.
#pragma once
#include <heddle/matrix.hpp>
#include <heddle/ops/detail/write/vector.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

/// cast<f16>(A): the entries of A as elements of type To. The rule is that of all conversions
/// (docs/semirings.md#conversions): an integer of a floating-point number is the whole part, or the bound that it
/// passes, and 0 of NaN; integers wrap; real numbers round. A matrix without an array of values stays one.
/// Throws: not_compiled on a GPU for types of the user's, unless nvcc compiles the call.
/// Cost: O(nnz(A)).
/// Example: docs/operations.md#cast
template <element To, element T, index_type I, index_type O>
requires std::is_convertible_v<T, To> || std::is_constructible_v<To, T>
[[nodiscard]] matrix<To, I, O> cast(matrix<T, I, O> const& a) {
  if constexpr (std::is_same_v<To, T>) {
    return a;
  } else {
    auto const& from = storage_of(a).csr();
    auto const values = from.template view<T>().values;
    matrix<To, I, O> result(a.rows(), a.cols(), a.exec());
    auto form = result.new_form(from.nnz, from.one_value, detail::converted<To>(values.one));
    form->offsets = from.offsets.clone(a.exec());
    form->indices = from.indices.clone(a.exec());
    if (!from.one_value) form->values = ops::convert<To>(a.exec(), values.data, from.nnz);
    storage_of(result).assign(std::move(form));
    storage_of(result).set_symmetric(storage_of(a).symmetric());
    return result;
  }
}

/// cast<f16>(u): the entries of u as elements of type To. Work O(size). Throws as for a matrix.
template <element To, element T, index_type I>
requires std::is_convertible_v<T, To> || std::is_constructible_v<To, T>
[[nodiscard]] vector<To, I> cast(vector<T, I> const& u) {
  vector<To, I> result(u.size(), u.exec());
  ops::write(result, {}, no_accum, false, u);
  return result;
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
