// spmm_op.hpp - C = A (+.*) B through cuSPARSE's SpMMOp, with operators given as source and compiled when it runs.
#pragma once
#include "bench/support/cusparse.cuh"
#include "src/measure/cusparse.hpp"

namespace heddle::bench {

/// Bodies of add(a, b) and multiply(a, b), such as "a + b".
struct operator_sources {
  std::string add, multiply;
};

#if defined(HEDDLE_HAS_CUSPARSE)
/// The plan of a product with `columns` columns; x and y of the operands are then row-major matrices.
template <class T> class cusparse_spmm_op {
 public:
  /// Throws not_compiled where libnvrtc, which compiles operators, cannot be loaded; cuda_error as cuSPARSE does.
  cusparse_spmm_op(executor const& exec, cusparseHandle_t handle, measure::cusparse_problem const& a,
                   operator_sources const& operators, int columns = 1);
  cusparse_spmm_op(cusparse_spmm_op const&) = delete;
  cusparse_spmm_op& operator=(cusparse_spmm_op const&) = delete;
  ~cusparse_spmm_op();
  void operator()() const { check(cusparseSpMMOp(plan_, work_.data()), "cusparseSpMMOp"); }

 private:
  cusparseSpMatDescr_t a_ = nullptr;
  cusparseDnMatDescr_t x_ = nullptr, y_ = nullptr;
  cusparseSpMMOpPlan_t plan_ = nullptr;
  mutable buffer<unsigned char> work_;  // scratch
};
#endif

}  // namespace heddle::bench
