// resized.cpp - matrices and vectors of every form keep, when resized, what still has a place; long vectors change as
// lists.
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

constexpr size_type resized_length = 60;

// Value i + 1 at every `step`-th position.
vector<double> stepped(executor const& exec, std::int32_t step) {
  std::vector<std::int32_t> index;
  std::vector<double> value;
  for (std::int32_t i = 1; i < resized_length; i += step) index.push_back(i), value.push_back(i + 1);
  return vector<double>::build(resized_length, index, value, take_first<double>{}, exec);
}

std::vector<double> cut_and_padded(std::vector<double> dense, size_type size) {
  dense.resize(static_cast<std::size_t>(size), -1);
  return dense;
}

}  // namespace

EXECUTOR_CASE("a vector of any form keeps what has a place in its new size") {
  auto list = stepped(exec, 7), bitmap = list, both = list;
  storage_of(bitmap).write_bitmap();
  storage_of(both).bitmap();
  auto const dense = vector<double>::filled(resized_length, 3, exec);
  vector<double> const* const forms[] = {&list, &bitmap, &both, &dense};
  for (auto const* const v : forms) {
    auto const before = v->to_dense(-1);
    for (size_type const size : {0, 1, 2, 30, 59, 60, 61, 100, 900, 2000}) {
      auto resized = *v;
      resized.resize(size);
      CAPTURE(size);
      CHECK_EQ(resized.size(), size);
      CHECK(resized.to_dense(-1) == cut_and_padded(before, size));
      auto const kept = cut_and_padded(before, size);
      CHECK_EQ(resized.nvals(), static_cast<size_type>(kept.size()) - std::count(kept.begin(), kept.end(), -1));
      if (size > 1) {
        resized.set(size - 1, 8);
        CHECK(resized.get(size - 1) == 8.0);
        CHECK(resized.get(0) == v->get(0));
      }
    }
  }
  auto shrunk = dense, grown = dense, far = dense;
  shrunk.resize(20);
  CHECK(shrunk.form() == vector_form::dense);
  grown.resize(100);
  CHECK(grown.form() == vector_form::bitmap);
  far.resize(1'000'000);
  CHECK(far.form() == vector_form::sparse);
}

EXECUTOR_CASE("[sanitize] a matrix keeps what has a place in its new shape, a pattern its one value") {
  std::vector<std::int32_t> row, col;
  std::vector<double> value;
  for (int k = 0; k < 60; ++k) row.push_back(k * 7 % 9), col.push_back(k * 5 % 11), value.push_back(k + 1);
  for (bool const pattern : {false, true}) {
    auto const a =
        matrix<double>::build(9, 11, row, col, pattern ? std::vector<double>{} : value, take_first<double>{}, exec);
    auto const before = a.tuples();
    for (size_type const rows : {0, 1, 5, 9, 12}) {
      for (size_type const cols : {0, 1, 6, 11, 20}) {
        auto b = a;
        b.assume_symmetric(false).resize(rows, cols);
        matrix_tuples<double> expected;
        for (std::size_t k = 0; k < before.row.size(); ++k) {
          if (before.row[k] >= rows || before.col[k] >= cols) continue;
          expected.row.push_back(before.row[k]);
          expected.col.push_back(before.col[k]);
          expected.value.push_back(before.value[k]);
        }
        auto const after = b.tuples();
        CAPTURE(rows);
        CAPTURE(cols);
        CHECK_EQ(b.rows(), rows);
        CHECK_EQ(b.cols(), cols);
        CHECK(after.row == expected.row);
        CHECK(after.col == expected.col);
        CHECK(after.value == expected.value);
        CHECK(b.transposed().nnz() == b.nnz());
        CHECK_EQ(b.csr().values.data == nullptr, pattern || b.nnz() == 0);
      }
    }
  }
}

EXECUTOR_CASE("entries of a long vector are set and removed in its list") {
  using wide = vector<double, std::int64_t>;
  constexpr size_type length = size_type{1} << 40;
  wide v(length, exec);
  std::vector<std::int64_t> const at = {7, length - 1, 0, 1'000'000'000'000, 8};
  for (std::size_t k = 0; k < at.size(); ++k) v.set(at[k], static_cast<double>(k));
  v.set(7, 20);
  CHECK(v.form() == vector_form::sparse);
  CHECK(v.tuples().index == std::vector<std::int64_t>{0, 7, 8, 1'000'000'000'000, length - 1});
  CHECK(v.tuples().value == std::vector<double>{2, 20, 4, 3, 1});
  v.remove(8);
  v.remove(9);
  v.remove(length - 1);
  v.remove(0);
  CHECK(v.tuples().value == std::vector<double>{20, 3});
  CHECK(v.get(7) == 20.0);
  v.resize(length / 4);
  CHECK_EQ(v.nvals(), 1);
  v.resize(length);
  CHECK(v.tuples().index == std::vector<std::int64_t>{7});
}
