// cusparse_spmv.cuh - the baseline: cuSPARSE's y = A x in its four variants, on buffers of others.
#pragma once
#if defined(HEDDLE_HAS_CUSPARSE)
#include <cusparse.h>
#endif
#include <heddle/memory.hpp>
#include <optional>
#include <string>

#include "bench/support/device_timer.cuh"

namespace heddle::bench {

struct baseline {
  double time_us = 0, setup_us = 0;
  std::string variant;
};

template <class T> struct spmv_operands {
  size_type rows, cols, nnz;
  std::int32_t *offsets, *columns;
  T *values, *x, *y;
};

#if defined(HEDDLE_HAS_CUSPARSE)

inline void check(cusparseStatus_t status, char const* what) {
  if (status != CUSPARSE_STATUS_SUCCESS) throw cuda_error(std::string(what) + ": " + cusparseGetErrorString(status));
}

// One matrix under one algorithm, with or without cusparseSpMV_preprocess.
template <class T> class cusparse_spmv {
 public:
  cusparse_spmv(executor const& exec, cusparseHandle_t handle, spmv_operands<T> const& a, cusparseSpMVAlg_t algorithm,
                bool preprocess)
      : handle_(handle), algorithm_(algorithm) {
    check(cusparseCreateCsr(&a_, a.rows, a.cols, a.nnz, a.offsets, a.columns, a.values, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type),
          "cusparseCreateCsr");
    check(cusparseCreateDnVec(&x_, a.cols, a.x, type), "cusparseCreateDnVec");
    check(cusparseCreateDnVec(&y_, a.rows, a.y, type), "cusparseCreateDnVec");
    std::size_t bytes = 0;
    check(cusparseSpMV_bufferSize(handle_, none, &one, a_, x_, &zero, y_, type, algorithm_, &bytes), "bufferSize");
    work_ = buffer<unsigned char>(exec, static_cast<size_type>(bytes) + 16);
    if (preprocess) {
      check(cusparseSpMV_preprocess(handle_, none, &one, a_, x_, &zero, y_, type, algorithm_, work_.data()),
            "cusparseSpMV_preprocess");
    }
  }
  cusparse_spmv(cusparse_spmv const&) = delete;
  cusparse_spmv& operator=(cusparse_spmv const&) = delete;
  ~cusparse_spmv() {
    cusparseDestroySpMat(a_);
    cusparseDestroyDnVec(x_);
    cusparseDestroyDnVec(y_);
  }
  void operator()() const {
    check(cusparseSpMV(handle_, none, &one, a_, x_, &zero, y_, type, algorithm_, work_.data()), "cusparseSpMV");
  }

 private:
  static constexpr cudaDataType type = sizeof(T) == 4 ? CUDA_R_32F : CUDA_R_64F;
  static constexpr cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  T const one = 1, zero = 0;
  cusparseHandle_t handle_;
  cusparseSpMVAlg_t algorithm_;
  cusparseSpMatDescr_t a_ = nullptr;
  cusparseDnVecDescr_t x_ = nullptr, y_ = nullptr;
  mutable buffer<unsigned char> work_;  // scratch
};

/// The fastest of cuSPARSE's variants.
template <class T>
std::optional<baseline> best_cusparse(executor const& exec, spmv_operands<T> const& a, int repetitions) {
  cusparseHandle_t handle = nullptr;
  check(cusparseCreate(&handle), "cusparseCreate");
  check(cusparseSetStream(handle, cuda::stream_of(exec)), "cusparseSetStream");
  std::optional<baseline> best;
  for (auto const algorithm : {CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2}) {
    for (bool const preprocess : {false, true}) {
      device_event start, stop;
      start.record(cuda::stream_of(exec));
      cusparse_spmv<T> multiply(exec, handle, a, algorithm, preprocess);
      stop.record(cuda::stream_of(exec));
      double const setup_us = stop.microseconds_since(start);
      double const time_us = median_microseconds(exec, repetitions, multiply);
      if (best && best->time_us <= time_us) continue;
      best = {time_us, setup_us, algorithm == CUSPARSE_SPMV_CSR_ALG1 ? "ALG1" : "ALG2"};
      if (preprocess) best->variant += "+preprocess";
    }
  }
  cusparseDestroy(handle);
  return best;
}

inline std::string cusparse_version() {
  return std::to_string(CUSPARSE_VER_MAJOR) + "." + std::to_string(CUSPARSE_VER_MINOR) + "." +
         std::to_string(CUSPARSE_VER_PATCH);
}

#else

template <class T> std::optional<baseline> best_cusparse(executor const&, spmv_operands<T> const&, int) { return {}; }
inline std::string cusparse_version() { return "none"; }

#endif

}  // namespace heddle::bench
