// part.cpp - assign at chosen positions, as the reference has them.
#include "tests/failure/allocations.hpp"
#include "tests/support/assign_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Bytes of the host's memory that `work` asks for.
template <class Work> std::int64_t bytes_asked_by(Work const& work) {
  host_meter().start();
  work();
  host_meter().stop();
  return host_meter().total();
}

}  // namespace

EXECUTOR_CASE("assign writes to chosen positions of a vector under a mask of all its positions") {
  check_vector_assigns<double, int>(exec, minus<double>{}, true);
  check_vector_assigns<float, float>(exec, plus<float>{}, true);
}

EXECUTOR_CASE("assign writes to chosen rows and columns of a matrix under a mask of its shape") {
  check_matrix_assigns<double, int>(exec, minus<double>{}, true);
}

EXECUTOR_CASE("assign writes to a row or a column of a matrix") {
  check_line_assigns<double, int>(exec, minus<double>{}, true);
}

namespace {

// Entries along the diagonal and to its right, all of one value, of which no array is kept.
template <class T> matrix<T> of_one_value(int rows, int cols, T value, executor const& exec) {
  std::vector<std::int32_t> row, col;
  for (int i = 0; i < rows; ++i) {
    for (int j = i; j < cols; j += 2) row.push_back(i), col.push_back(j);
  }
  coo_arrays<T> const arrays{rows, cols, static_cast<size_type>(row.size()), row.data(), col.data(), nullptr, value};
  return matrix<T>::build(arrays, take_first<T>{}, executor{}).to(exec);
}

}  // namespace

EXECUTOR_CASE("rows that lie side by side are replaced where either matrix has one value for all [sanitize]") {
  auto const other = of_one_value<float>(2, 5, 7.0f, exec);
  for (int const first_row : {0, 1, 4}) {
    auto c = of_one_value<double>(6, 5, 2.0, exec);
    auto const old = to_dense(c).cells;
    assign(c, other, heddle::range(first_row, first_row + 2), heddle::all);
    auto wanted = old;
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 5; ++j) {
        auto& cell = wanted[static_cast<std::size_t>((first_row + i) * 5 + j)];
        cell.reset();
        if (j >= i && (j - i) % 2 == 0) cell = 7.0;
      }
    }
    CHECK(to_dense(c).cells == wanted);
  }
  auto c = of_one_value<double>(6, 5, 2.0, exec);
  auto const old = to_dense(c).cells;
  assign(c, matrix<float>(0, 5, exec), heddle::range(3, 3), heddle::all);
  CHECK(to_dense(c).cells == old);
}

TEST_CASE("structs are assigned to parts, and accumulated by operators of any kind (host)") {
  check_vector_assigns<labelled, labelled>(executor{}, relabel_first{}, true);
  check_matrix_assigns<labelled, labelled>(executor{}, relabel_first{}, true);
  check_line_assigns<labelled, labelled>(executor{}, relabel_first{}, true);
}

TEST_CASE("all of C in another order takes the memory that extracting takes, and some rows of C little more") {
  constexpr int n = 3000;
  std::vector<std::int32_t> row, col, order(n);
  std::vector<double> value;
  for (int k = 0; k < 16 * n; ++k)
    row.push_back(k / 16), col.push_back((k / 16 * 7 + k % 16 * 101) % n), value.push_back(k);
  for (int k = 0; k < n; ++k) order[k] = k * 1001 % n;
  auto const host = host_executor(1);
  auto const a = matrix<double>::build(n, n, row, col, value, take_first<double>{}, host);
  index_set<std::int32_t> const at(order), some(std::vector<std::int32_t>(order.begin(), order.begin() + n / 2));
  matrix<double> part(n, n, host), half(n / 2, n, host);
  auto const extracting = bytes_asked_by([&] { extract(part, a, at, at); });
  extract(half, a, some, all);
  auto c = a, d = a;
  CHECK_LE(bytes_asked_by([&] { assign(c, part, at, at); }), extracting + extracting / 4);
  CHECK(c.tuples().col == a.tuples().col);
  CHECK(c.tuples().value == a.tuples().value);
  CHECK_LE(bytes_asked_by([&] { assign(d, half, some, all); }), 3 * extracting);
  CHECK(d.tuples().value == a.tuples().value);
}
