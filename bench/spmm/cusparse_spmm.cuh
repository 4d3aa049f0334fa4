// cusparse_spmm.cuh - the baseline: cuSPARSE's C = A B under its algorithms for CSR, on buffers of others.
#pragma once
#include <heddle/dense_matrix.hpp>
#include <heddle/matrix.hpp>

#include "bench/support/cusparse.cuh"

namespace heddle::bench {

#if defined(HEDDLE_HAS_CUSPARSE)

struct cusparse_spmm_variant {
  char const* name;
  cusparseSpMMAlg_t algorithm;
};

inline constexpr cusparse_spmm_variant cusparse_spmm_variants[] = {{"cusparse_default", CUSPARSE_SPMM_ALG_DEFAULT},
                                                                   {"cusparse_alg1", CUSPARSE_SPMM_CSR_ALG1},
                                                                   {"cusparse_alg2", CUSPARSE_SPMM_CSR_ALG2},
                                                                   {"cusparse_alg3", CUSPARSE_SPMM_CSR_ALG3}};

/// One product, made ready with its work buffer and cusparseSpMM_preprocess; calling it multiplies.
template <class T> class cusparse_spmm {
 public:
  cusparse_spmm(cusparseHandle_t handle, cusparseSpMMAlg_t algorithm, matrix<T> const& a, dense_matrix<T>& b,
                dense_matrix<T>& c)
      : handle_(handle), algorithm_(algorithm) {
    auto const view = a.csr();
    a_ = describe(a.rows(), a.cols(), a.nnz(), view.offsets, view.indices, view.values.data);
    b_ = describe_dense(b);
    c_ = describe_dense(c);
    std::size_t bytes = 0;
    check(cusparseSpMM_bufferSize(handle_, none, none, &one, a_, b_, &zero, c_, type, algorithm_, &bytes),
          "cusparseSpMM_bufferSize");
    work_ = buffer<unsigned char>(a.exec(), static_cast<size_type>(bytes) + 16);
    check(cusparseSpMM_preprocess(handle_, none, none, &one, a_, b_, &zero, c_, type, algorithm_, work_.data()),
          "cusparseSpMM_preprocess");
  }
  cusparse_spmm(cusparse_spmm const&) = delete;
  cusparse_spmm& operator=(cusparse_spmm const&) = delete;
  ~cusparse_spmm() {
    if (a_) cusparseDestroySpMat(a_);
    if (b_) cusparseDestroyDnMat(b_);
    if (c_) cusparseDestroyDnMat(c_);
  }
  void operator()() const {
    check(cusparseSpMM(handle_, none, none, &one, a_, b_, &zero, c_, type, algorithm_, work_.data()), "cusparseSpMM");
  }

 private:
  static constexpr cudaDataType type = cusparse_type<T>;
  static constexpr cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  static constexpr T one = 1, zero = 0;

  static cusparseDnMatDescr_t describe_dense(dense_matrix<T>& x) {
    cusparseDnMatDescr_t result = nullptr;
    bool const by_rows = x.layout() == layout::row_major;
    check(cusparseCreateDnMat(&result, x.rows(), x.cols(), x.leading_dimension(), x.data(), type,
                              by_rows ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL),
          "cusparseCreateDnMat");
    return result;
  }

  cusparseHandle_t handle_;
  cusparseSpMMAlg_t algorithm_;
  cusparseSpMatDescr_t a_ = nullptr;
  cusparseDnMatDescr_t b_ = nullptr, c_ = nullptr;
  mutable buffer<unsigned char> work_;
};

#endif

}  // namespace heddle::bench
