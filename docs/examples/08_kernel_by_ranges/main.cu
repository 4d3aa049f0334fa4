// main.cu - A kernel by ranges: a CUDA kernel of your own, whose loops run over the shares of a partition.
// The partition says which entries a thread has, here by the merge path. The kernel says what is done with them.
// Without a GPU the host goes through the same shares.
#include <heddle/heddle.hpp>
#include <heddle/seam/ranges.cuh>
#include <iostream>

namespace seam = heddle::seam;

using csr = heddle::compressed_view<float, std::int32_t, std::int32_t>;

// y += |A| x: a thread takes so many rows + nonzeros of the path as `by` says.
template <class S> __global__ void absolute_spmv(S by, csr A, float const* x, float* y) {
  auto const rows = A.tiles();
  for (auto const worker : seam::grid_stride_range(0, by.workers(rows))) {
    for (auto const piece : seam::share_of(by, rows, worker)) {
      float sum = 0;
      for (auto const entry : seam::step_range(piece.first, piece.last)) {
        sum += fabsf(A.values[entry]) * x[A.indices[entry]];
      }
      atomicAdd(y + piece.tile, sum);  // other threads may have pieces of this row
    }
  }
}

template <class S> void absolute_spmv_on_host(S by, csr A, float const* x, float* y) {
  auto const rows = A.tiles();
  for (heddle::size_type worker = 0; worker < by.workers(rows); ++worker) {
    for (auto const piece : seam::share{rows, by.boundary(rows, worker), by.boundary(rows, worker + 1)}) {
      for (auto entry = piece.first; entry < piece.last; ++entry) {
        y[piece.tile] += std::abs(A.values[entry]) * x[A.indices[entry]];
      }
    }
  }
}

int main() {
  heddle::executor const exec = heddle::default_executor();
  auto const A = heddle::io::generate_matrix<float>("rmat", {{"scale", 10}}, exec,
                                                    {.weights = heddle::io::weight_options{.low = -9, .high = 9}});
  std::vector<float> ones(static_cast<std::size_t>(A.cols()), 1), zeros(static_cast<std::size_t>(A.rows()), 0);
  heddle::buffer<float> const x(exec, ones);  // memory of the executor
  heddle::buffer<float> y(exec, zeros);

  heddle::schedules::merge_path const by{.items_per_worker = 7};
  if (exec.is_host()) {
    absolute_spmv_on_host(by, A.csr(), x.data(), y.data());
  } else {
    absolute_spmv<<<256, 128, 0, static_cast<cudaStream_t>(exec.stream())>>>(by, A.csr(), x.data(), y.data());
  }
  auto const got = y.to_host();  // waits for the kernel

  // The same by operations: |A|, then a product.
  heddle::matrix<float> magnitudes(A.rows(), A.cols(), exec);
  heddle::apply(magnitudes, heddle::absolute<float>{}, A);
  heddle::vector<float> want(A.rows(), exec);
  heddle::mxv(want, heddle::plus_times<float>{}, magnitudes, heddle::vector<float>::dense(ones, exec));

  double total = 0;
  for (float const value : got) total += value;
  std::cout << A.nnz() << " entries, magnitudes sum to " << static_cast<long>(total) << '\n';
  bool const right = got == want.to_dense(0);  // sums of small whole numbers are exact
  std::cout << (right ? "as by mxv" : "NOT as by mxv") << '\n';
  return right ? 0 : 1;
}
