// boundaries.cpp - products with dense matrices where registers, rounds of columns and rounds of atoms are just
// full, and where the output lies over a part of the operand.
#include <heddle/ops/sddmm/sddmm.hpp>
#include <heddle/ops/spmm/spmm.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

// Rows of these lengths; entry e has the column e % columns, and the value 1 + e % 5.
matrix<double> rows_for_dense(std::vector<int> const& lengths, size_type columns, executor const& exec) {
  std::vector<std::int32_t> row, col;
  std::vector<double> value;
  int e = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    for (int k = 0; k < lengths[i]; ++k, ++e) {
      row.push_back(static_cast<std::int32_t>(i)), col.push_back(k), value.push_back(1 + e % 5);
    }
  }
  return matrix<double>::build(static_cast<size_type>(lengths.size()), columns, row, col, value, take_first<double>{},
                               exec);
}

}  // namespace

EXECUTOR_CASE("dense results are right whatever is left of columns and of atoms in the last round") {
  std::vector<int> const lengths{0, 1, 7, 8, 9, 15, 16, 17, 40};
  auto const a = rows_for_dense(lengths, 40, exec);
  auto const entries = a.tuples();
  for (size_type const columns : {1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 127, 128, 129, 256, 257}) {
    std::vector<double> elements, wanted(lengths.size() * static_cast<std::size_t>(columns), 0);
    for (size_type k = 0; k < 40 * columns; ++k) elements.push_back(static_cast<double>(k % 101));
    for (std::size_t e = 0; e < entries.row.size(); ++e) {
      for (size_type j = 0; j < columns; ++j) {
        wanted[entries.row[e] * columns + j] += entries.value[e] * elements[entries.col[e] * columns + j];
      }
    }
    auto const b = heddle::dense_matrix<double>::from_rows(40, columns, elements, exec);
    for (char const* text : {"thread_mapped", "nonzero_split:atoms_per_worker=8", "merge_path:items_per_worker=16"}) {
      CAPTURE(columns);
      CAPTURE(std::string(text));
      heddle::dense_matrix<double> c(static_cast<size_type>(lengths.size()), columns, exec);
      mxm(c, plus_times<double>{}, a, b, {.schedule = schedule::parse(text)});
      CHECK(c.to_rows() == wanted);
    }
  }
}

EXECUTOR_CASE("a dense output may lie over a part of the operand, rows of which are read after they are written") {
  // Every row of A reads all rows of B.
  std::vector<std::int32_t> row, col;
  std::vector<float> value;
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 4; ++k) row.push_back(i), col.push_back(k), value.push_back(static_cast<float>(1 + i + 10 * k));
  }
  auto const a = matrix<float>::build(4, 4, row, col, value, take_first<float>{}, exec);
  std::vector<float> initial;
  for (int k = 0; k < 20; ++k) initial.push_back(static_cast<float>(k * k % 17));
  auto const elements_at = [&](int from) {
    return std::vector<float>(initial.begin() + from, initial.begin() + from + 8);
  };
  for (int const b_at : {0, 4, 6, 12}) {
    for (int const c_at : {0, 1, 2, 5, 7, 10, 11, 12}) {
      CAPTURE(b_at);
      CAPTURE(c_at);
      auto const apart = heddle::dense_matrix<float>::from_rows(4, 2, elements_at(b_at), exec);
      heddle::dense_matrix<float> wanted(4, 2, exec);
      mxm(wanted, plus_times<float>{}, a, apart);
      buffer<float> memory(exec, std::span<float const>(initial));
      auto const b = heddle::dense_matrix<float>::adopt(exec, memory.data() + b_at, 4, 2);
      auto c = heddle::dense_matrix<float>::adopt(exec, memory.data() + c_at, 4, 2);
      mxm(c, plus_times<float>{}, a, b);
      CHECK(c.to_rows() == wanted.to_rows());
    }
  }
}

TEST_CASE("sampled products are right whatever is left of a line in the last round, and beyond the first look") {
  auto const s = matrix<float>::build(2, 2, {0, 0, 1, 1}, {0, 1, 0, 1}, {1, 1, 1, 1}, take_first<float>{});
  for (size_type const inner : {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 127, 128, 129, 255, 256, 257, 264, 520, 521, 1000}) {
    CAPTURE(inner);
    std::vector<float> elements, turned, sums(4, 0.0f);
    std::vector<std::int32_t> steps(static_cast<std::size_t>(2 * inner), 50);
    for (size_type k = 0; k < 2 * inner; ++k) elements.push_back(static_cast<float>(k % 7));
    for (size_type k = 0; k < inner; ++k) turned.push_back(elements[k]), turned.push_back(elements[inner + k]);
    for (int e = 0; e < 4; ++e) {
      for (size_type k = 0; k < inner; ++k) sums[e] += elements[e / 2 * inner + k] * elements[e % 2 * inner + k];
    }
    auto const a = heddle::dense_matrix<float>::from_rows(2, inner, elements);
    auto const b = heddle::dense_matrix<float>::from_rows(inner, 2, turned);
    matrix<float> c(2, 2);
    mxm(c, structure(s), no_accum, plus_times<float>{}, a, b);
    CHECK(c.tuples().value == sums);
    steps[static_cast<std::size_t>(2 * inner - 1)] = 3;  // the last element of the second row is the least
    auto const lengths = heddle::dense_matrix<std::int32_t>::from_rows(2, inner, steps);
    auto const ones = heddle::dense_matrix<std::int32_t>::filled(inner, 2, 1);
    matrix<std::int32_t> shortest(2, 2);
    mxm(shortest, structure(s), no_accum, min_plus<std::int32_t>{}, lengths, ones);
    CHECK(shortest.tuples().value == std::vector<std::int32_t>{51, 51, 4, 4});
  }
}
