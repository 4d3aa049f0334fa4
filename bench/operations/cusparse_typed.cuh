// cusparse_typed.cuh - cuSPARSE's y = alpha A x + beta y on operands of several types, summed in float or double.
#pragma once
#if defined(HEDDLE_HAS_CUSPARSE)
#include <cusparse.h>
#endif
#include <heddle/base/half.hpp>
#include <heddle/matrix.hpp>
#include <heddle/vector.hpp>
#include <optional>

#include "bench/support/device_timer.cuh"

namespace heddle::bench {

#if defined(HEDDLE_HAS_CUSPARSE)

template <class T> inline constexpr cudaDataType cuda_type = CUDA_R_32F;
template <> inline constexpr cudaDataType cuda_type<double> = CUDA_R_64F;
template <> inline constexpr cudaDataType cuda_type<f16> = CUDA_R_16F;
template <> inline constexpr cudaDataType cuda_type<bf16> = CUDA_R_16BF;

inline bool succeeded(cusparseStatus_t status) {
  if (status == CUSPARSE_STATUS_NOT_SUPPORTED) return false;
  if (status != CUSPARSE_STATUS_SUCCESS) throw cuda_error(cusparseGetErrorString(status));
  return true;
}

/// Median of the faster of ALG1 and ALG2, both preprocessed; nothing where cuSPARSE does not take the types.
template <class A, class X, class Y, class S>
std::optional<double> cusparse_microseconds(matrix<A> const& a, vector<X> const& x, vector<Y>& y, S alpha, S beta,
                                            int repetitions) {
  executor const& exec = y.exec();
  cusparseHandle_t handle = nullptr;
  cusparseSpMatDescr_t matrix = nullptr;
  cusparseDnVecDescr_t left = nullptr, right = nullptr;
  auto const view = a.csr();
  succeeded(cusparseCreate(&handle));
  succeeded(cusparseSetStream(handle, gpu::stream_of(exec)));
  succeeded(cusparseCreateCsr(&matrix, a.rows(), a.cols(), view.nnz, const_cast<std::int32_t*>(view.offsets),
                              const_cast<std::int32_t*>(view.indices), const_cast<A*>(view.values.data),
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, cuda_type<A>));
  auto const* const from = x.storage().bitmap().values.data();
  succeeded(cusparseCreateDnVec(&right, x.size(), const_cast<unsigned char*>(from), cuda_type<X>));
  succeeded(cusparseCreateDnVec(&left, y.size(), y.storage().write_full().values.data(), cuda_type<Y>));
  std::optional<double> best;
  for (auto const algorithm : {CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2}) {
    constexpr auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
    std::size_t bytes = 0;
    if (!succeeded(cusparseSpMV_bufferSize(handle, plain, &alpha, matrix, right, &beta, left, cuda_type<S>, algorithm,
                                           &bytes))) {
      continue;
    }
    buffer<unsigned char> work(exec, static_cast<size_type>(bytes) + 16);
    succeeded(cusparseSpMV_preprocess(handle, plain, &alpha, matrix, right, &beta, left, cuda_type<S>, algorithm,
                                      work.data()));
    double const time_us = median_microseconds(exec, repetitions, [&] {
      succeeded(cusparseSpMV(handle, plain, &alpha, matrix, right, &beta, left, cuda_type<S>, algorithm, work.data()));
    });
    if (!best || time_us < *best) best = time_us;
  }
  cusparseDestroyDnVec(left);
  cusparseDestroyDnVec(right);
  cusparseDestroySpMat(matrix);
  cusparseDestroy(handle);
  return best;
}

#else

template <class A, class X, class Y, class S>
std::optional<double> cusparse_microseconds(matrix<A> const&, vector<X> const&, vector<Y>&, S, S, int) {
  return {};
}

#endif

}  // namespace heddle::bench
