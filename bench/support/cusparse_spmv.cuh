// cusparse_spmv.cuh - the baseline: cuSPARSE's y = A x in its variants, on buffers of others.
#pragma once
#if defined(HEDDLE_HAS_CUSPARSE)
#include <cusparse.h>
#endif
#include <cstdio>
#include <heddle/base/memory.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/support/device_timer.cuh"

namespace heddle::bench {

/// One variant as measured; `verified` false: its result was wrong, or it failed.
struct measured_variant {
  std::string name;
  timing time;
  double setup_us = 0;
  bool verified = false;
};

/// The fastest that was right, or null.
inline measured_variant const* best_of(std::vector<measured_variant> const& all) {
  measured_variant const* best = nullptr;
  for (measured_variant const& each : all) {
    if (each.verified && (!best || each.time.median < best->time.median)) best = &each;
  }
  return best;
}

struct baseline {
  double time_us = 0, setup_us = 0;
  std::string variant;
};

template <class T> struct spmv_operands {
  size_type rows, cols, nnz;
  std::int32_t *offsets, *columns;
  T *values, *x, *y;
  std::int32_t* row_numbers = nullptr;  // of the entries; without them the coordinate format is left out
};

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

struct cusparse_variant {
  char const* name;
  cusparseSpMVAlg_t algorithm;
  bool preprocess;
  bool is_coo() const { return algorithm == CUSPARSE_SPMV_COO_ALG1 || algorithm == CUSPARSE_SPMV_COO_ALG2; }
};

inline constexpr cusparse_variant cusparse_variants[] = {
    {"ALG1", CUSPARSE_SPMV_CSR_ALG1, false},     {"ALG1+preprocess", CUSPARSE_SPMV_CSR_ALG1, true},
    {"ALG2", CUSPARSE_SPMV_CSR_ALG2, false},     {"ALG2+preprocess", CUSPARSE_SPMV_CSR_ALG2, true},
    {"COO_ALG1", CUSPARSE_SPMV_COO_ALG1, false}, {"COO_ALG2", CUSPARSE_SPMV_COO_ALG2, false}};

template <class T> inline constexpr cudaDataType cusparse_type = sizeof(T) == 4 ? CUDA_R_32F : CUDA_R_64F;

/// A as cuSPARSE sees it.
template <class T> cusparseSpMatDescr_t describe(spmv_operands<T> const& a, bool coo) {
  cusparseSpMatDescr_t result = nullptr;
  if (coo) {
    check(cusparseCreateCoo(&result, a.rows, a.cols, a.nnz, a.row_numbers, a.columns, a.values, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_BASE_ZERO, cusparse_type<T>),
          "cusparseCreateCoo");
  } else {
    check(cusparseCreateCsr(&result, a.rows, a.cols, a.nnz, a.offsets, a.columns, a.values, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, cusparse_type<T>),
          "cusparseCreateCsr");
  }
  return result;
}

// One matrix under one algorithm, with or without cusparseSpMV_preprocess.
template <class T> class cusparse_spmv {
 public:
  cusparse_spmv(executor const& exec, cusparseHandle_t handle, spmv_operands<T> const& a,
                cusparse_variant const& variant)
      : handle_(handle), algorithm_(variant.algorithm) {
    a_ = describe(a, variant.is_coo());
    check(cusparseCreateDnVec(&x_, a.cols, a.x, type), "cusparseCreateDnVec");
    check(cusparseCreateDnVec(&y_, a.rows, a.y, type), "cusparseCreateDnVec");
    std::size_t bytes = 0;
    check(cusparseSpMV_bufferSize(handle_, none, &one, a_, x_, &zero, y_, type, algorithm_, &bytes), "bufferSize");
    work_ = buffer<unsigned char>(exec, static_cast<size_type>(bytes) + 16);
    if (variant.preprocess) {
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
  static constexpr cudaDataType type = cusparse_type<T>;
  static constexpr cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  T const one = 1, zero = 0;
  cusparseHandle_t handle_;
  cusparseSpMVAlg_t algorithm_;
  cusparseSpMatDescr_t a_ = nullptr;
  cusparseDnVecDescr_t x_ = nullptr, y_ = nullptr;
  mutable buffer<unsigned char> work_;  // scratch
};

/// Every variant; is_right() looks at a.y. Set-up is what cuSPARSE makes from finished buffers: descriptors, its work
/// buffer and, where it is asked for, the preprocessing.
template <class T, class IsRight>
std::vector<measured_variant> measure_cusparse(executor const& exec, spmv_operands<T> const& a, repeat const& count,
                                               cache_flusher const& flush, IsRight const& is_right) {
  cusparse_handle const handle(exec);
  std::vector<measured_variant> all;
  for (cusparse_variant const& variant : cusparse_variants) {
    if (variant.is_coo() && !a.row_numbers) continue;
    measured_variant& result = all.emplace_back();
    result.name = variant.name;
    try {
      device_event start, stop;
      start.record(gpu::stream_of(exec));
      cusparse_spmv<T> const multiply(exec, handle, a, variant);
      stop.record(gpu::stream_of(exec));
      result.setup_us = stop.microseconds_since(start);
      gpu::check(cudaMemsetAsync(a.y, 0xff, static_cast<std::size_t>(a.rows) * sizeof(T), gpu::stream_of(exec)),
                 "cudaMemsetAsync");
      multiply();
      result.verified = is_right();
      if (result.verified) result.time = measure(exec, count, flush, multiply);
    } catch (error const& refusal) {
      std::fprintf(stderr, "cuSPARSE, %s: %s\n", variant.name, refusal.what());
      result.verified = false;
    }
  }
  return all;
}

inline std::string cusparse_version() {
  return std::to_string(CUSPARSE_VER_MAJOR) + "." + std::to_string(CUSPARSE_VER_MINOR) + "." +
         std::to_string(CUSPARSE_VER_PATCH);
}

#else

template <class T, class IsRight>
std::vector<measured_variant> measure_cusparse(executor const&, spmv_operands<T> const&, repeat const&,
                                               cache_flusher const&, IsRight const&) {
  return {};
}
inline std::string cusparse_version() { return "none"; }

#endif

/// The fastest by warm medians alone, its result not looked at.
template <class T>
std::optional<baseline> best_cusparse(executor const& exec, spmv_operands<T> const& a, int repetitions) {
  auto const all =
      measure_cusparse(exec, a, {.warm = repetitions, .cold = 0}, cache_flusher(exec), [] { return true; });
  measured_variant const* const best = best_of(all);
  return best ? std::optional<baseline>({best->time.median, best->setup_us, best->name}) : std::nullopt;
}

}  // namespace heddle::bench
