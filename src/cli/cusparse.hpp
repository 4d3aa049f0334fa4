// cusparse.hpp - cuSPARSE's SpMV to compare with, taken from its shared library at run time: nothing depends on it.
#pragma once
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/vector.hpp>
#include <memory>
#include <span>
#include <string>

namespace heddle::cli {

struct cusparse_variant {
  std::string name;
  int algorithm;  // cusparseSpMVAlg_t
  bool preprocess;
};
/// ALG1 and ALG2 of CSR, each without and with preprocessing.
std::span<cusparse_variant const> cusparse_variants();

/// y = A x on buffers of a CUDA executor.
struct cusparse_problem {
  executor exec;
  size_type rows, cols, nnz;
  void const* offsets;
  void const* indices;
  void const* values;
  void const* x;
  void* y;
  bool wide_indices, double_precision;
};

class cusparse_product {
 public:
  /// Throws not_compiled where libcusparse.so is not found, cuda_error where it refuses.
  cusparse_product(cusparse_problem const& problem, cusparse_variant const& variant);
  ~cusparse_product();

  void run();
  /// Buffer and preprocessing.
  double setup_ms() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Values that A does not store are written out, since cuSPARSE needs them; they live as long as the result.
template <class T, class Index>
cusparse_problem cusparse_problem_of(executor const& exec, compressed_view<T, Index, Index> const& a,
                                     vector<T, Index> const& x, vector<T, Index>& y, vector<T, Index>& ones) {
  if (!a.values.data) ones = vector<T, Index>::filled(a.nnz, a.values.one, exec);
  return {.exec = exec,
          .rows = a.major,
          .cols = a.minor,
          .nnz = a.nnz,
          .offsets = a.offsets,
          .indices = a.indices,
          .values = a.values.data ? static_cast<void const*>(a.values.data) : ones.storage().bitmap().values.data(),
          .x = x.storage().bitmap().values.data(),
          .y = y.storage().write_full().values.data(),
          .wide_indices = sizeof(Index) == 8,
          .double_precision = sizeof(T) == 8};
}

}  // namespace heddle::cli
