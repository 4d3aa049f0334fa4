// cusparse.hpp - the rival: cuSPARSE's SpMV, taken from its shared library at run time, so that nothing depends on it.
#pragma once
#include <heddle/base/half.hpp>
#include <heddle/base/memory.hpp>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

namespace heddle::measure {

/// Which function multiplies, and of which form.
enum class cusparse_call : unsigned char { csr, preprocessed_csr, coo, spmv_op };

struct cusparse_variant {
  char const *name, *word;  // as a table names it, and as part of a name
  int algorithm;            // cusparseSpMVAlg_t, or cusparseSpMVOpAlg_t
  cusparse_call call;
};
/// ALG1 and ALG2 of CSR, each without and with preprocessing, both of COO, and both of SpMVOp where the library has it.
std::span<cusparse_variant const> cusparse_variants();

/// Whether libcusparse.so is found on this machine.
bool has_cusparse();
/// Its version as it says itself, such as 12.9.4, with ", without SpMVOp" where it lacks that; or "none".
std::string cusparse_version();

/// cudaDataType.
template <class T>
inline constexpr int cusparse_type = std::is_same_v<T, double> ? 1
                                     : std::is_same_v<T, f16>  ? 2
                                     : std::is_same_v<T, bf16> ? 14
                                                               : 0;

/// y = alpha A x + beta y on buffers of a CUDA executor, summed in `sum_type`. Without row numbers, one an entry, there
/// is no COO.
struct cusparse_problem {
  executor exec;
  size_type rows, cols, nnz;
  void const *offsets, *indices, *values, *x;
  void* y;
  bool wide_indices;
  int a_type, x_type, y_type, sum_type;
  double alpha = 1, beta = 0;
  void const* row_numbers = nullptr;
};

/// y = A x, where all is of one type.
template <class T, class Index>
cusparse_problem cusparse_problem_of(executor const& exec, size_type rows, size_type cols, size_type nnz,
                                     Index const* offsets, Index const* indices, void const* values, void const* x,
                                     void* y, void const* row_numbers = nullptr) {
  constexpr int t = cusparse_type<T>;
  constexpr bool wide = sizeof(Index) == 8;
  return {exec, rows, cols, nnz, offsets, indices, values, x, y, wide, t, t, t, t, 1, 0, row_numbers};
}

using cusparse_handle = std::unique_ptr<void, int (*)(void*)>;

/// cuSPARSE itself, on the stream of an executor. Throws not_compiled where its library is not found.
cusparse_handle cusparse_session(executor const& exec);

/// One problem under one variant, made ready: its buffer, and the preprocessing that is asked for. A call multiplies.
class cusparse_product {
 public:
  /// Throws invalid_argument where cuSPARSE does not take the types, cuda_error where it refuses else.
  cusparse_product(cusparse_handle const& session, cusparse_problem const& problem, cusparse_variant const& variant);
  void operator()() const;

 private:
  using step = int (*)(void*, int, void const*, void*, void*, void const*, void*, int, int, void*);
  using planned_step = int (*)(void*, void*, void const*, void const*, void*, void*, void*);

  void prepare_by_plan(executor const& exec);
  void prepare(executor const& exec, bool preprocess);
  void run(step what, char const* name) const;
  void const* scalar(float const& narrow, double const& wide) const;

  void* session_;
  int sum_type_, algorithm_;
  double alpha_, beta_;
  float narrow_alpha_, narrow_beta_;
  cusparse_handle a_, x_, y_;
  buffer<char> work_;
  cusparse_handle description_{nullptr, nullptr}, plan_{nullptr, nullptr};  // of SpMVOp
  step multiply_ = nullptr;
  planned_step multiply_by_plan_ = nullptr;
};

}  // namespace heddle::measure
