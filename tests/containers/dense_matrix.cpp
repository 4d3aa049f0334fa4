// dense_matrix.cpp - dense matrices in both layouts: owned, adopted with room between lines, copied, read and written.
#include <heddle/dense_matrix.hpp>
#include <numeric>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

std::vector<int> counted_from_one(int n) {
  std::vector<int> result(static_cast<std::size_t>(n));
  std::iota(result.begin(), result.end(), 1);
  return result;
}

constexpr layout both_layouts[] = {layout::row_major, layout::column_major};

}  // namespace

EXECUTOR_CASE("a dense matrix is made of defaults, of one value, or of rows") {
  for (layout const order : both_layouts) {
    CHECK_EQ(heddle::dense_matrix<int>(2, 3, exec, order).to_rows(), std::vector<int>(6));
    CHECK_EQ(heddle::dense_matrix<double>::filled(3, 2, 1.5, exec, order).to_rows(), std::vector<double>(6, 1.5));
    auto const a = heddle::dense_matrix<int>::from_rows(2, 3, {1, 2, 3, 4, 5, 6}, exec, order);
    CHECK_EQ(a.to_rows(), counted_from_one(6));
    CHECK(a.rows() == 2);
    CHECK(a.cols() == 3);
    CHECK(a.layout() == order);
    CHECK(a.leading_dimension() == (order == layout::row_major ? 3 : 2));
    CHECK(a.packed());
    CHECK(a.exec() == exec);
  }
  CHECK(heddle::dense_matrix<float>().to_rows().empty());
  CHECK(heddle::dense_matrix<float>(0, 4, exec).to_rows().empty());
  CHECK(heddle::dense_matrix<float>(4, 0, exec).to_rows().empty());
}

EXECUTOR_CASE("elements stand in memory as layout and leading dimension say, and room between lines is left alone") {
  for (layout const order : both_layouts) {
    buffer<int> memory(exec, std::span<int const>(counted_from_one(20)));
    auto a = heddle::dense_matrix<int>::adopt(exec, memory.data(), 3, 3, order, 5);
    bool const by_rows = order == layout::row_major;
    CHECK_EQ(a.to_rows(),
             by_rows ? std::vector<int>{1, 2, 3, 6, 7, 8, 11, 12, 13} : std::vector<int>{1, 6, 11, 2, 7, 12, 3, 8, 13});
    CHECK(a.get(0, 2) == (by_rows ? 3 : 11));
    CHECK(a.view().row_step == (by_rows ? 5 : 1));
    CHECK(a.bytes() == 13 * sizeof(int));
    CHECK_FALSE(a.packed());
    a.fill(-1);
    a.set(1, 2, 70);
    auto expected = counted_from_one(20);
    for (int line = 0; line < 3; ++line) {
      for (int k = 0; k < 3; ++k) expected[static_cast<std::size_t>(5 * line + k)] = -1;
    }
    expected[by_rows ? 7 : 11] = 70;
    CHECK_EQ(memory.to_host(), expected);
  }
}

EXECUTOR_CASE("copies of dense matrices are deep, on any executor, and have no room between lines") {
  for (layout const order : both_layouts) {
    buffer<int> memory(exec, std::span<int const>(counted_from_one(30)));
    auto const adopted = heddle::dense_matrix<int>::adopt(exec, memory.data(), 4, 4, order, 7);
    heddle::dense_matrix<int> copy = adopted, assigned;
    assigned = adopted;
    auto const on_host = adopted.to(host_executor()), back = on_host.to(exec);
    memory = buffer<int>(exec, 30);
    for (auto const* same :
         std::initializer_list<heddle::dense_matrix<int> const*>{&copy, &assigned, &on_host, &back}) {
      CHECK(same->packed());
      CHECK(same->layout() == order);
      CHECK_EQ(same->get(3, 2), order == layout::row_major ? 24 : 18);
    }
    CHECK_EQ(copy.to_rows(), back.to_rows());
    heddle::dense_matrix<int> const moved = std::move(copy);
    CHECK(copy.rows() == 0);
    CHECK(copy.leading_dimension() == 0);
    CHECK_EQ(moved.to_rows(), assigned.to_rows());
  }
}

EXECUTOR_CASE("adopted elements are given back when the work is done, and freed by nobody else") {
  buffer<float> memory(exec, 6);
  int released = 0;
  {
    auto a = heddle::dense_matrix<float>::adopt(exec, memory.data(), 2, 3, layout::row_major, 0, [&] { ++released; });
    a.fill(2);
    auto const b = std::move(a);
    CHECK(released == 0);
  }
  CHECK(released == 1);
  CHECK_EQ(memory.to_host(), std::vector<float>(6, 2));
}

EXECUTOR_CASE("dense matrices say what is wrong with a shape, a leading dimension or a position") {
  using matrix_type = heddle::dense_matrix<float>;
  CHECK_THROWS_WITH_AS(matrix_type(-1, 2, exec), "dense_matrix: shape -1 x 2 is negative", invalid_argument);
  CHECK_THROWS_WITH_AS(matrix_type::from_rows(2, 2, {1.0f}, exec), "dense_matrix::from_rows: 1 values for 2 x 2",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(matrix_type(size_type{1} << 40, size_type{1} << 40, exec),
                       "dense_matrix: 1099511627776 times 1099511627776 elements cannot be had", out_of_memory);
  float one = 0;
  CHECK_THROWS_WITH_AS(matrix_type::adopt(exec, &one, 3, 4, layout::row_major, 3),
                       "dense_matrix::adopt: leading dimension 3, but a line of 3 x 4 has 4 elements",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(matrix_type::adopt(exec, nullptr, 3, 4), "dense_matrix::adopt: no memory for 3 x 4 elements",
                       invalid_argument);
  matrix_type a(2, 3, exec);
  CHECK_THROWS_WITH_AS(a.set(2, 0, 1), "dense_matrix::set: (2, 0) is not in 2 x 3", index_out_of_range);
  CHECK_THROWS_WITH_AS((void)a.get(0, -1), "dense_matrix::get: (0, -1) is not in 2 x 3", index_out_of_range);
}
