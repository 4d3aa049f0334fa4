// containers.cpp - examples of docs/operations.md: what is asked of vectors and matrices themselves.
#include <heddle/io/save.hpp>
#include <sstream>

#include "tests/docs/operations/operands.hpp"

using namespace heddle::testing;

// ## vector, matrix: GrB_new, GrB_dup, GrB_size, GrB_nvals, GrB_clear, GrB_resize, in include/heddle/matrix.hpp
// - `vector<T>(size, exec)`, `matrix<T>(rows, cols, exec)`: without entries; a copy holds what it is a copy of.
// - `size()`, `rows()`, `cols()`, and the number of entries: `nvals()` of a vector, `nnz()` of a matrix.
// - `clear()` takes all entries away; `resize(size)`, `resize(rows, cols)` those that lie beyond.
EXECUTOR_CASE("the example of making containers in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::vector<float> w(5, exec);
  heddle::matrix<float> C = A;
  C.resize(2, 2);
  auto const entries = C.nnz() + w.nvals();
  // end
  CHECK_EQ(shown(w), ". . . . .");
  CHECK_EQ(shown(C), "1 2 / . .");
  CHECK_EQ(shown(entries), "2");
}

// ## build: GrB_build, in include/heddle/matrix.hpp
// - `matrix<T>::build(rows, cols, row, col, value, duplicate, exec)`, `vector<T>::build(size, index, value, duplicate,
//   exec)`: from arrays in host memory in any order; entries of one position are combined by `duplicate`.
// - `vector<T>::dense(values, exec)`, `vector<T>::filled(size, value, exec)`: an entry at every position.
EXECUTOR_CASE("the example of build in docs is right") {
  // begin
  auto const w = heddle::vector<float>::build(4, {3, 1, 3}, {1, 2, 4}, heddle::plus<float>{}, exec);
  // end
  CHECK_EQ(shown(w), ". 2 . 5");
}

// ## set, get, remove: GrB_setElement, GrB_extractElement, GrB_removeElement, in include/heddle/vector.hpp
// - `w.set(i, value)`, `C.set(i, j, value)`; `w.remove(i)`, `C.remove(i, j)`.
// - `w.get(i)`, `C.get(i, j)`: a `std::optional`, empty where there is no entry.
EXECUTOR_CASE("the example of set, get and remove in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto w = u;
  w.set(1, 20);
  w.remove(0);
  float const second = *w.get(1);
  // end
  CHECK_EQ(shown(w), ". 20 30");
  CHECK_EQ(shown(second), "20");
}

// ## tuples, entries: GrB_extractTuples, in include/heddle/entries.hpp
// - `w.tuples()`, `C.tuples()`: arrays of positions and values in host memory, in order.
// - `for (auto [i, j, value] : C.entries())`, `for (auto [i, value] : w.entries())`: without copy on the host.
EXECUTOR_CASE("the example of tuples in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const [row, col, value] = A.tuples();
  float const last = value.back();
  // end
  CHECK_EQ(row, std::vector{0, 0, 1, 2});
  CHECK_EQ(shown(last), "4");
}

// ## from_csr, adopt_csr, csr: GrB_import, GrB_export, in include/heddle/matrix.hpp
// - `matrix<T>::from_csr({rows, cols, nnz, offsets, indices, values}, exec)`: a copy of arrays in host memory, checked.
// - `matrix<T>::adopt_csr(..., exec, release)`, `vector<T>::adopt(exec, values, size, release)`: the arrays themselves.
// - `C.csr()`, `C.csc()`, `C.coo()`: views of what the matrix holds.
EXECUTOR_CASE("the example of from_csr in docs is right") {
  // begin
  std::vector<int> const offsets = {0, 1, 2}, columns = {1, 0};
  std::vector<float> const values = {5, 6};
  auto const C = heddle::matrix<float>::from_csr({2, 2, 2, offsets.data(), columns.data(), values.data()}, exec);
  // end
  CHECK_EQ(shown(C), ". 5 / 6 .");
}

// ## save, load: GrB_serialize, GrB_deserialize, GrB_serializeSize, in include/heddle/io/save.hpp
// - `save(C, path)`, `save(C, stream)`, `load<matrix<T>>(path, exec)`: bytes with type, form and a checksum.
// - `serialized_bytes(C)`: how many these are.
EXECUTOR_CASE("the example of save and load in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  std::stringstream bytes;
  heddle::save(A, bytes);
  auto const C = heddle::load<heddle::matrix<float>>(bytes, exec);
  // end
  CHECK_EQ(shown(C), "1 2 . / . . 3 / 4 . .");
}

// ## wait, error: GrB_wait, GrB_error, in include/heddle/base/executor.hpp
// - `exec.wait()` returns when all work that the executor was given is done; reading an entry waits, too.
// - Errors are exceptions, whose text names operands and sizes: see [When something fails](failure.md).
EXECUTOR_CASE("the example of wait in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::vector<float> w(3, exec);
  heddle::mxv(w, heddle::plus_times<float>{}, A, v);
  exec.wait();
  // end
  CHECK_EQ(shown(w), "5 9 4");
}
