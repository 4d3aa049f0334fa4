// cusparse.cuh - cuSPARSE as benchmarks are linked with it, for what src/measure does not call: errors, its session,
// and CSR as it sees it.
#pragma once
#if defined(HEDDLE_HAS_CUSPARSE)
#include <cusparse.h>
#endif
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/check.cuh>
#include <string>

namespace heddle::bench {

#if defined(HEDDLE_HAS_CUSPARSE)

inline void check(cusparseStatus_t status, char const* what) {
  if (status != CUSPARSE_STATUS_SUCCESS) throw cuda_error(std::string(what) + ": " + cusparseGetErrorString(status));
}

class cusparse_handle {
 public:
  explicit cusparse_handle(executor const& exec) {
    check(cusparseCreate(&handle_), "cusparseCreate");
    check(cusparseSetStream(handle_, gpu::stream_of(exec)), "cusparseSetStream");
  }
  cusparse_handle(cusparse_handle const&) = delete;
  cusparse_handle& operator=(cusparse_handle const&) = delete;
  ~cusparse_handle() { cusparseDestroy(handle_); }
  operator cusparseHandle_t() const { return handle_; }

 private:
  cusparseHandle_t handle_ = nullptr;
};

template <class T> inline constexpr cudaDataType cusparse_type = sizeof(T) == 4 ? CUDA_R_32F : CUDA_R_64F;

/// Rows, columns, entries, and the arrays of a matrix in CSR.
template <class T>
cusparseSpMatDescr_t describe(size_type rows, size_type cols, size_type nnz, void const* offsets, void const* columns,
                              T const* values) {
  auto const writable = [](void const* array) { return const_cast<void*>(array); };
  cusparseSpMatDescr_t result = nullptr;
  check(cusparseCreateCsr(&result, rows, cols, nnz, writable(offsets), writable(columns), writable(values),
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, cusparse_type<T>),
        "cusparseCreateCsr");
  return result;
}

#endif

}  // namespace heddle::bench
