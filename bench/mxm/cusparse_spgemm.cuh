// cusparse_spgemm.cuh - the baseline: cuSPARSE's A * B under one of its algorithms, from operands to a finished result.
#pragma once
#include <heddle/matrix.hpp>

#include "bench/support/cusparse.cuh"

namespace heddle::bench {

/// Descriptors and work memory of one product; everything is freed with it.
template <class T> class cusparse_spgemm {
 public:
  cusparse_spgemm(executor const& exec, cusparseHandle_t handle, cusparseSpGEMMAlg_t algorithm)
      : exec_(exec), handle_(handle), algorithm_(algorithm) {
    check(cusparseSpGEMM_createDescr(&work_), "cusparseSpGEMM_createDescr");
  }
  cusparse_spgemm(cusparse_spgemm const&) = delete;
  cusparse_spgemm& operator=(cusparse_spgemm const&) = delete;
  ~cusparse_spgemm() {
    for (auto descriptor : {a_, b_, c_}) {
      if (descriptor) cusparseDestroySpMat(descriptor);
    }
    cusparseSpGEMM_destroyDescr(work_);
  }

  /// Number of entries of A * A, which stays on the device until the next call. Throws where memory does not suffice.
  size_type square(matrix<T> const& a) {
    auto const view = a.csr();
    offsets_ = buffer<std::int32_t>(exec_, a.rows() + 1);
    for (auto* of_a : {&a_, &b_}) {
      *of_a = describe(a.rows(), a.cols(), a.nnz(), view.offsets, view.indices, view.values.data);
    }
    c_ = describe<T>(a.rows(), a.cols(), 0, offsets_.data(), nullptr, nullptr);
    auto const first = grown([&](std::size_t& bytes, void* memory) {
      return cusparseSpGEMM_workEstimation(handle_, none, none, &one, a_, b_, &zero, c_, type, algorithm_, work_,
                                           &bytes, memory);
    });
    std::size_t bytes = 0;
    if (algorithm_ != CUSPARSE_SPGEMM_DEFAULT) bytes = estimate();
    auto const compute = [&](std::size_t& size, void* memory) {
      return cusparseSpGEMM_compute(handle_, none, none, &one, a_, b_, &zero, c_, type, algorithm_, work_, &size,
                                    memory);
    };
    if (bytes == 0) check(compute(bytes, nullptr), "cusparseSpGEMM_compute");
    buffer<unsigned char> second(exec_, static_cast<size_type>(bytes) + 16);
    check(compute(bytes, second.data()), "cusparseSpGEMM_compute");
    std::int64_t rows = 0, cols = 0, nnz = 0;
    check(cusparseSpMatGetSize(c_, &rows, &cols, &nnz), "cusparseSpMatGetSize");
    indices_ = buffer<std::int32_t>(exec_, nnz);
    values_ = buffer<T>(exec_, nnz);
    check(cusparseCsrSetPointers(c_, offsets_.data(), indices_.data(), values_.data()), "cusparseCsrSetPointers");
    check(cusparseSpGEMM_copy(handle_, none, none, &one, a_, b_, &zero, c_, type, algorithm_, work_),
          "cusparseSpGEMM_copy");
    exec_.wait();
    return nnz;
  }

 private:
  static constexpr cudaDataType type = cusparse_type<T>;
  static constexpr cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  static constexpr float chunk = 0.2f;
  T const one = 1, zero = 0;

  // Asks a function for its needs, and runs it in that much memory.
  template <class Call> buffer<unsigned char> grown(Call const& call) {
    std::size_t bytes = 0;
    check(call(bytes, nullptr), "cusparseSpGEMM");
    buffer<unsigned char> memory(exec_, static_cast<size_type>(bytes) + 16);
    check(call(bytes, memory.data()), "cusparseSpGEMM");
    return memory;
  }
  std::size_t estimate() {
    std::size_t bytes = 0;
    grown([&](std::size_t& own, void* memory) {
      return cusparseSpGEMM_estimateMemory(handle_, none, none, &one, a_, b_, &zero, c_, type, algorithm_, work_, chunk,
                                           &own, memory, memory ? &bytes : nullptr);
    });
    return bytes;
  }

  executor exec_;
  cusparseHandle_t handle_;
  cusparseSpGEMMAlg_t algorithm_;
  cusparseSpGEMMDescr_t work_ = nullptr;
  cusparseSpMatDescr_t a_ = nullptr, b_ = nullptr, c_ = nullptr;
  buffer<std::int32_t> offsets_, indices_;
  buffer<T> values_;
};

}  // namespace heddle::bench
