// cusparse_forms.cuh - cuSPARSE's ways from one form of a matrix to another.
#pragma once
#include <heddle/matrix.hpp>
#include <optional>

#include "bench/support/cusparse.cuh"
#include "bench/support/device_timer.cuh"

namespace heddle::bench {

/// Medians in microseconds; nothing where there is no cuSPARSE.
struct form_times {
  std::optional<double> transposed = {}, compressed = {}, expanded = {};
};

#if defined(HEDDLE_HAS_CUSPARSE)

inline form_times cusparse_form_times(matrix<float> const& a, int repetitions) {
  executor const& exec = a.exec();
  cusparse_handle const handle(exec);
  auto const csr = a.csr();
  auto const coo = a.coo();
  int const rows = static_cast<int>(a.rows()), cols = static_cast<int>(a.cols()), nnz = static_cast<int>(csr.nnz);
  buffer<std::int32_t> offsets(exec, seam::max_of(rows, cols) + 1), indices(exec, nnz);
  buffer<float> values(exec, nnz);
  std::size_t bytes = 0;
  auto const kind = CUSPARSE_CSR2CSC_ALG1;
  check(cusparseCsr2cscEx2_bufferSize(handle, rows, cols, nnz, csr.values.data, csr.offsets, csr.indices, values.data(),
                                      offsets.data(), indices.data(), CUDA_R_32F, CUSPARSE_ACTION_NUMERIC,
                                      CUSPARSE_INDEX_BASE_ZERO, kind, &bytes),
        "cusparseCsr2cscEx2_bufferSize");
  buffer<unsigned char> work(exec, static_cast<size_type>(bytes) + 16);
  form_times times;
  times.transposed = median_microseconds(exec, repetitions, [&] {
    check(cusparseCsr2cscEx2(handle, rows, cols, nnz, csr.values.data, csr.offsets, csr.indices, values.data(),
                             offsets.data(), indices.data(), CUDA_R_32F, CUSPARSE_ACTION_NUMERIC,
                             CUSPARSE_INDEX_BASE_ZERO, kind, work.data()),
          "cusparseCsr2cscEx2");
  });
  times.compressed = median_microseconds(exec, repetitions, [&] {
    check(cusparseXcoo2csr(handle, coo.row, nnz, rows, offsets.data(), CUSPARSE_INDEX_BASE_ZERO), "cusparseXcoo2csr");
  });
  times.expanded = median_microseconds(exec, repetitions, [&] {
    check(cusparseXcsr2coo(handle, csr.offsets, nnz, rows, indices.data(), CUSPARSE_INDEX_BASE_ZERO),
          "cusparseXcsr2coo");
  });
  return times;
}

#else

inline form_times cusparse_form_times(matrix<float> const&, int) { return {}; }

#endif

}  // namespace heddle::bench
