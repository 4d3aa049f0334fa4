// kit.cu - what docs/kit.md shows: kernels by ranges, and a format of one's own under any schedule.
#include <doctest/doctest.h>

#include <heddle/heddle.hpp>
#include <heddle/seam/ranges.cuh>
#include <limits>

#include "tests/support/executors.hpp"
#include "tests/support/schedules.hpp"

namespace {

namespace seam = heddle::seam;

using csr = heddle::compressed_view<float, std::int32_t, std::int32_t>;

// y += A x: a thread takes so many rows + nonzeros of the merge path as `by` says.
template <class S> __global__ void spmv(S by, csr A, float const* x, float* y) {
  auto const rows = A.tiles();
  for (auto const thread : seam::grid_stride_range(0, by.workers(rows))) {
    for (auto const piece : seam::share_of(by, rows, thread)) {
      float sum = 0;
      for (auto const entry : seam::step_range(piece.first, piece.last)) sum += A.values[entry] * x[A.indices[entry]];
      atomicAdd(y + piece.tile, sum);  // other threads may have pieces of this row
    }
  }
}

// Y = A X for dense X and Y of k columns, row by row: a row to a warp, whose lanes take columns.
__global__ void spmm(csr A, float const* X, heddle::size_type k, float* Y) {
  auto const rows = A.tiles();
  auto const lane = static_cast<int>(threadIdx.x % 32);
  for (auto const row : seam::group_tiles(rows, 32)) {
    for (auto const column : seam::strided(0, k, lane, 32)) {
      float sum = 0;
      for (auto const entry : seam::atoms_of(rows, row)) sum += A.values[entry] * X[A.indices[entry] * k + column];
      Y[row * k + column] = sum;
    }
  }
}

using graph = heddle::compressed_view<unsigned, std::int32_t, std::int32_t>;

// A round of Bellman and Ford: rows that are `active` hand their distance on, and `fell` marks those that were given
// a smaller one.
template <class S> __global__ void relax(S by, graph A, bool const* active, unsigned* distance, bool* fell, bool* any) {
  auto const rows = A.tiles();
  for (auto const thread : seam::grid_stride_range(0, by.workers(rows))) {
    for (auto const piece : seam::share_of(by, rows, thread)) {
      if (!active[piece.tile]) continue;
      unsigned const here = distance[piece.tile];
      for (auto const entry : seam::step_range(piece.first, piece.last)) {
        unsigned const there = here + A.values[entry];
        if (atomicMin(distance + A.indices[entry], there) > there) fell[A.indices[entry]] = *any = true;
      }
    }
  }
}

std::vector<unsigned> distances(heddle::matrix<unsigned> const& A, std::int64_t source) {
  auto const exec = A.exec();
  auto const stream = static_cast<cudaStream_t>(exec.stream());
  auto const by = heddle::schedules::merge_path{.items_per_worker = 7};
  std::vector<unsigned> start(A.rows(), std::numeric_limits<unsigned>::max());
  start[source] = 0;
  heddle::buffer<unsigned> distance(exec, start);
  heddle::buffer<bool> active(exec, A.rows()), fell(exec, A.rows()), any(exec, 1);
  cudaMemsetAsync(active.data(), 0, A.rows(), stream);
  cudaMemsetAsync(active.data() + source, 1, 1, stream);
  do {
    cudaMemsetAsync(fell.data(), 0, A.rows(), stream);
    cudaMemsetAsync(any.data(), 0, 1, stream);
    relax<<<256, 128, 0, stream>>>(by, A.csr(), active.data(), distance.data(), fell.data(), any.data());
    std::swap(active, fell);
  } while (any.get(0));
  return distance.to_host();
}

// The upper triangle of a symmetric matrix, row behind row, without an index: as BLAS packs it.
struct packed_triangle {
  heddle::size_type n = 0;

  HEDDLE_FN constexpr heddle::size_type num_tiles() const { return n; }
  HEDDLE_FN constexpr heddle::size_type num_atoms() const { return first_atom(n); }
  HEDDLE_FN constexpr heddle::size_type first_atom(heddle::size_type row) const {
    return row * n - row * (row - 1) / 2;
  }
};

// What an entry adds to its row.
struct packed_product {
  packed_triangle rows;
  double const *values, *x;

  HEDDLE_FN double operator()(heddle::size_type row, heddle::size_type entry) const {
    return values[entry] * x[row + entry - rows.first_atom(row)];
  }
};

// Where the sum of a row goes.
struct into {
  double* y;
  HEDDLE_FN void operator()(heddle::size_type row, double sum) const { y[row] = sum; }
};

// The same matrix as an array of n x n.
struct unpack {
  packed_triangle rows;
  double const* values;
  double* full;

  HEDDLE_FN void operator()(heddle::size_type row, heddle::size_type entry) const {
    heddle::size_type const column = row + entry - rows.first_atom(row);
    full[row * rows.n + column] = full[column * rows.n + row] = values[entry];
  }
};

// y = U x: the rows of the triangle, shared out by any schedule, on the host or a GPU.
void multiply(heddle::executor const& exec, packed_triangle U, double const* values, double const* x, double* y,
              heddle::schedule const& by = {}) {
  seam::sum_tiles(exec, by, U, packed_product{U, values, x}, heddle::plus_monoid<double>{}, into{y});
}

}  // namespace

EXECUTOR_CASE("a format of one's own is multiplied and unpacked under any schedule") {
  for (heddle::size_type const n : {0, 1, 5, 300}) {
    packed_triangle const U{n};
    std::vector<double> values(U.num_atoms()), x(n), want(n, 0.0), full(n * n, 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 17) - 3;
    for (heddle::size_type i = 0, entry = 0; i < n; ++i) {
      x[i] = static_cast<double>(i % 5) + 1;
      for (heddle::size_type j = i; j < n; ++j, ++entry) full[i * n + j] = full[j * n + i] = values[entry];
    }
    for (heddle::size_type i = 0; i < n; ++i) {
      for (heddle::size_type j = i; j < n; ++j) want[i] += full[i * n + j] * (static_cast<double>(j % 5) + 1);
    }
    heddle::buffer<double> const there(exec, values), right(exec, x);
    for (heddle::schedule const& by : heddle::testing::schedule_variants()) {
      CAPTURE(by.text());
      heddle::buffer<double> y(exec, std::vector<double>(n, -1.0)), whole(exec, std::vector<double>(n * n, -1.0));
      multiply(exec, U, there.data(), right.data(), y.data(), by);
      CHECK(y.to_host() == want);  // sums of small whole numbers are exact
      seam::visit_atoms(exec, by, U, unpack{U, there.data(), whole.data()});
      CHECK(whole.to_host() == full);
    }
  }
}

namespace {

// 400 rows of 0 to 40 entries, and one of 300, with small whole numbers.
template <class T> heddle::matrix<T> uneven(heddle::executor const& exec) {
  std::vector<std::int32_t> rows, columns;
  std::vector<T> values;
  for (std::int32_t i = 0; i < 400; ++i) {
    std::int32_t const length = i == 77 ? 300 : i * 7 % 41;
    for (std::int32_t k = 0; k < length; ++k) {
      rows.push_back(i);
      columns.push_back((i * 13 + k) % 400);
      values.push_back(static_cast<T>((i + k) % 9 + 1));
    }
  }
  return heddle::matrix<T>::build(400, 400, rows, columns, values, heddle::plus<T>{}, exec);
}

std::vector<float> ramp(std::size_t n) {
  std::vector<float> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i % 7);
  return x;
}

}  // namespace

GPU_CASE("the page's SpMV by ranges is mxv (gpu) [sanitize]") {
  auto const exec = heddle::cuda_executor();
  auto const A = uneven<float>(exec);
  auto const x = ramp(400);
  heddle::vector<float> want(400, exec);
  heddle::mxv(want, heddle::plus_times<float>{}, A, heddle::vector<float>::dense(x, exec));
  heddle::buffer<float> const right(exec, x);
  auto const multiplied = [&](auto by) {
    heddle::buffer<float> y(exec, std::vector<float>(400, 0.0f));
    spmv<<<60, 128, 0, static_cast<cudaStream_t>(exec.stream())>>>(by, A.csr(), right.data(), y.data());
    return y.to_host();
  };
  CHECK(multiplied(heddle::schedules::merge_path{.items_per_worker = 7}) == want.to_dense(0));
  CHECK(multiplied(heddle::schedules::nonzero_split{.atoms_per_worker = 5}) == want.to_dense(0));
  CHECK(multiplied(heddle::schedules::thread_mapped{}) == want.to_dense(0));
}

GPU_CASE("the page's SpMM by ranges is SpMV of every column (gpu) [sanitize]") {
  auto const exec = heddle::cuda_executor();
  auto const A = uneven<float>(exec);
  heddle::size_type const k = 37;
  auto const X = ramp(static_cast<std::size_t>(400 * k));
  heddle::buffer<float> const right(exec, X);
  heddle::buffer<float> Y(exec, std::vector<float>(static_cast<std::size_t>(400 * k), -1.0f));
  spmm<<<60, 128, 0, static_cast<cudaStream_t>(exec.stream())>>>(A.csr(), right.data(), k, Y.data());
  auto const got = Y.to_host();
  for (std::size_t column = 0; column < static_cast<std::size_t>(k); ++column) {
    std::vector<float> x(400), y(400);
    for (std::size_t i = 0; i < 400; ++i) {
      x[i] = X[i * static_cast<std::size_t>(k) + column];
      y[i] = got[i * static_cast<std::size_t>(k) + column];
    }
    heddle::vector<float> want(400, exec);
    heddle::mxv(want, heddle::plus_times<float>{}, A, heddle::vector<float>::dense(x, exec));
    CHECK(y == want.to_dense(0));
  }
}

GPU_CASE("the page's shortest paths by ranges are sssp's (gpu) [sanitize]") {
  auto const exec = heddle::cuda_executor();
  auto const A = uneven<unsigned>(exec);
  auto const want = heddle::sssp(heddle::cast<double>(A), 3).distances.to_dense(-1.0);
  auto const got = distances(A, 3);
  for (std::size_t i = 0; i < got.size(); ++i) {
    bool const reached = got[i] != std::numeric_limits<unsigned>::max();
    CHECK((reached ? static_cast<double>(got[i]) : std::numeric_limits<double>::infinity()) == want[i]);
  }
}
