// operand.hpp - the operands of operations: matrices as they are or transposed, their entries as kernels read them, and
// the checks that operands fit together, with the sentences that name them.
#pragma once
#include <heddle/detail/dispatch/convert.hpp>
#include <heddle/matrix.hpp>
#include <heddle/vector.hpp>

namespace heddle::detail {

/// What a vector has at every position; where it has no entry, anything.
template <class T, index_type I> T const* values_by_position(vector<T, I> const& u) {
  return typed<T>(storage_of(u).bitmap().values);
}
/// The array of a vector which is to have an entry everywhere.
template <class T, index_type I> T* written(vector<T, I>& dense) {
  return reinterpret_cast<T*>(storage_of(dense).write_full().values.data());
}

/// An entry of true wherever a form has one; it shares the form's memory, and keeps it.
template <index_type I, index_type O>
matrix<bool, I, O> pattern_of(std::shared_ptr<compressed<I, O> const> const& form) {
  csr_arrays<bool, I, O> const arrays{form->major,          form->minor, form->nnz, form->offsets.data(),
                                      form->indices.data(), nullptr,     true};
  return matrix<bool, I, O>::adopt_csr(arrays, form->exec, [form] {});
}

/// A matrix operand: its storage, and whether it is read transposed.
template <class T, index_type I, index_type O> struct matrix_operand {
  using value_type = T;
  using offset_type = O;
  matrix_storage<I, O> const* storage;
  bool transposed;

  executor const& exec() const { return storage->exec(); }
  size_type rows() const { return transposed ? storage->cols() : storage->rows(); }
  size_type cols() const { return transposed ? storage->rows() : storage->cols(); }
  matrix_operand transpose() const { return {storage, !transposed}; }
  /// CSR of the operand, and CSR of its transpose.
  compressed<I, O> const& by_rows() const { return transposed ? storage->csc() : storage->csr(); }
  std::shared_ptr<compressed<I, O> const> share_by_rows() const {
    return transposed ? storage->share_csc() : storage->share_csr();
  }
  compressed<I, O> const& by_columns() const { return transposed ? storage->csr() : storage->csc(); }
  bool has_by_columns() const { return transposed || storage->has_csc(); }
};

template <class T, index_type I, index_type O> matrix_operand<T, I, O> operand(matrix<T, I, O> const& a) {
  return {&storage_of(a), false};
}
template <class T, index_type I, index_type O> matrix_operand<T, I, O> operand(transpose_of<matrix<T, I, O>> a) {
  return {&storage_of(*a.matrix), true};
}
template <class T, index_type I, index_type O> matrix_operand<T, I, O> operand(matrix_operand<T, I, O> const& a) {
  return a;
}
/// The entries of a matrix whatever their type, for semirings that do not read them.
template <class T, index_type I, index_type O> matrix_operand<bool, I, O> pattern_of(matrix<T, I, O> const& a) {
  return {&storage_of(a), false};
}

/// A matrix, or transpose(matrix).
template <class M>
concept matrix_argument = requires(M const& m) {
  operand(m);
};
/// What an operation that goes entry by entry takes into C: a vector into a vector, a matrix_argument into a matrix.
template <class X, class C> inline constexpr bool is_operand_into = false;
template <class U, class W, index_type I> inline constexpr bool is_operand_into<vector<U, I>, vector<W, I>> = true;
template <matrix_argument M, class W, index_type I, index_type O>
inline constexpr bool is_operand_into<M, matrix<W, I, O>> = true;
template <class X, class C>
concept operand_into = is_operand_into<X, C>;

/// The type of an operand's elements.
template <class X> struct elements { using type = typename decltype(operand(std::declval<X const&>()))::value_type; };
template <class T, index_type I> struct elements<vector<T, I>> { using type = T; };
template <class X> using element_of = typename elements<X>::type;

/// For messages: "4 x 5".
inline std::string shape(size_type rows, size_type cols) { return concat(rows, " x ", cols); }
template <class Matrix> std::string shape_of(Matrix const& a) { return shape(a.rows(), a.cols()); }

/// For messages: "A is 4 x 5", "u has length 4", and of placed_indices "I has 3 positions".
template <class X> std::string size_of(char const* name, X const& x) {
  if constexpr (requires { x.rows(); }) {
    return concat(name, " is ", shape_of(x));
  } else if constexpr (requires { x.count(); }) {
    return concat(name, " has ", x.count(), " positions");
  } else {
    return concat(name, " has length ", x.size());
  }
}

inline void check_executor(char const* what, executor const& w, char const* name, executor const& other) {
  if (!(w == other)) {
    throw executor_mismatch(
        concat(what, ": the output is on ", w.description(), " but ", name, " is on ", other.description()));
  }
}

/// The operands of an operation into w: their names, each with its operand. Numbers of the host's are anywhere.
template <class W> void check_executors(char const*, W const&) {}
template <class W, class X, class... Rest>
void check_executors(char const* what, W const& w, char const* name, X const& x, Rest const&... rest) {
  if constexpr (requires { x.exec(); }) check_executor(what, w.exec(), name, x.exec());
  check_executors(what, w, rest...);
}

inline bool fits(no_mask_type, auto const&) { return true; }
template <class M, index_type I, class W> bool fits(mask_of<vector<M, I>> const& mask, vector<W, I> const& w) {
  return mask.container->size() == w.size();
}
template <class M, class W, index_type I, index_type O>
bool fits(mask_of<matrix<M, I, O>> const& mask, matrix<W, I, O> const& w) {
  return mask.container->rows() == w.rows() && mask.container->cols() == w.cols();
}

/// The mask of an operation into w, which messages call `name`.
template <class Mask, class W> void check_mask(char const* what, Mask const& mask, char const* name, W const& w) {
  if constexpr (!std::is_same_v<Mask, no_mask_type>) {
    if (!fits(mask, w)) {
      throw dimension_mismatch(concat(what, ": ", size_of(name, w), " but ", size_of("the mask", *mask.container)));
    }
    check_executor(what, w.exec(), "the mask", mask.container->exec());
  }
}

/// The entries of a form without their values.
template <class D, index_type I, index_type O> compressed_view<D, I, O> pattern_view(compressed<I, O> const& form) {
  return {form.major, form.minor, form.nnz, form.offsets.data(), form.indices.data(), {}};
}

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

/// Values of entries as D: as they are stored, or a converted copy that `kept` holds.
template <class D, class T>
values_view<D> domain_values(executor const& exec, values_view<T> stored, size_type n, buffer<detail::byte>& kept) {
  values_view<D> result;
  if (stored.data) {
    result.data = in_domain<D>(exec, stored.data, n, kept);
  } else if constexpr (std::is_convertible_v<T, D>) {
    result.one = detail::converted<D>(stored.one);
  }
  return result;
}

/// The entries of a form with their values as D; without values where they are not read.
template <class D, bool Reads, class T, index_type I, index_type O>
compressed_view<D, I, O> domain_view(detail::compressed<I, O> const& form, buffer<detail::byte>& kept) {
  auto result = detail::pattern_view<D>(form);
  if constexpr (Reads) { result.values = domain_values<D>(form.exec, form.template view<T>().values, form.nnz, kept); }
  return result;
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
