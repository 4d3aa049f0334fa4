// matrix_build.cpp - matrices are built from tuples and CSR arrays, by copy and by adoption, and give them back.
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <map>
#include <random>

#include "tests/support/append_digit.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using testing::append_digit;

namespace {

struct colour {
  std::uint8_t red, green, blue;
  friend bool operator==(colour const&, colour const&) = default;
};

using arrays = csr_arrays<float, std::int32_t, std::int32_t>;

/// 3 x 4:  . 1 . 2 ; . . . . ; 3 . . 4
struct csr_sample {
  std::vector<std::int32_t> offsets{0, 2, 2, 4}, indices{1, 3, 0, 3};
  std::vector<float> values{1, 2, 3, 4};
  arrays view() const { return {3, 4, 4, offsets.data(), indices.data(), values.data()}; }
};

void check_sample(matrix<float> const& a) {
  auto const entries = a.tuples();
  CHECK_EQ(a.rows(), 3);
  CHECK_EQ(a.cols(), 4);
  CHECK_EQ(a.nnz(), 4);
  CHECK(entries.row == std::vector<std::int32_t>{0, 0, 2, 2});
  CHECK(entries.col == std::vector<std::int32_t>{1, 3, 0, 3});
  CHECK(entries.value == std::vector<float>{1, 2, 3, 4});
}

}  // namespace

EXECUTOR_CASE("duplicates of a matrix are combined in the order in which they stand") {
  auto const a = matrix<std::int64_t>::build(3, 3, {2, 0, 2, 0, 2, 2}, {1, 0, 1, 0, 0, 1}, {1, 7, 2, 8, 5, 3},
                                             append_digit{}, exec);
  auto const entries = a.tuples();
  CHECK(entries.row == std::vector<std::int32_t>{0, 2, 2});
  CHECK(entries.col == std::vector<std::int32_t>{0, 0, 1});
  CHECK(entries.value == std::vector<std::int64_t>{78, 5, 123});
}

EXECUTOR_CASE("random tuples come back sorted and combined, for dense, sparse and hypersparse shapes") {
  std::mt19937 random(3);
  for (std::int32_t const size : {4, 50, 100'000}) {
    std::map<std::pair<int, int>, std::int64_t> expected;
    std::vector<std::int32_t> row, col;
    std::vector<std::int64_t> value;
    for (int k = 0; k < 300; ++k) {
      row.push_back(static_cast<std::int32_t>(random() % size));
      col.push_back(static_cast<std::int32_t>(random() % size));
      value.push_back(k % 10);
      auto const [at, fresh] = expected.try_emplace({row.back(), col.back()}, k % 10);
      if (!fresh) at->second = take_second<std::int64_t>{}(at->second, k % 10);
    }
    auto const a = matrix<std::int64_t>::build(size, size, row, col, value, take_second<std::int64_t>{}, exec);
    auto const entries = a.tuples();
    REQUIRE_EQ(entries.value.size(), expected.size());
    std::size_t k = 0;
    for (auto const& [place, combined] : expected) {
      REQUIRE_EQ(entries.row[k], place.first);
      REQUIRE_EQ(entries.col[k], place.second);
      REQUIRE_EQ(entries.value[k++], combined);
    }
    auto const again =
        matrix<std::int64_t>::build(size, size, entries.row, entries.col, entries.value, append_digit{}, exec).tuples();
    CHECK(again.row == entries.row);
    CHECK(again.col == entries.col);
    CHECK(again.value == entries.value);
  }
}

EXECUTOR_CASE("CSR arrays are copied") {
  csr_sample sample;
  auto const a = matrix<float>::from_csr(sample.view(), exec);
  sample.values.assign(4, 0);
  sample.offsets.assign(4, 0);
  check_sample(a);
}

EXECUTOR_CASE("adopted CSR arrays are used in place and released once, by the last copy") {
  csr_sample const sample;
  buffer<std::int32_t> const offsets(exec, std::span(sample.offsets)), indices(exec, std::span(sample.indices));
  buffer<float> const values(exec, std::span(sample.values));
  int released = 0;
  matrix<float> survivor(0, 0, exec);
  {
    auto adopted =
        matrix<float>::adopt_csr({3, 4, 4, offsets.data(), indices.data(), values.data()}, exec, [&] { ++released; });
    CHECK_EQ(adopted.csr().offsets, offsets.data());
    CHECK_EQ(adopted.csr().indices, indices.data());
    CHECK_EQ(adopted.csr().values.data, values.data());
    check_sample(adopted);
    survivor = adopted;
    adopted.set(0, 0, 9);
    CHECK_EQ(adopted.nnz(), 5);
  }
  CHECK_EQ(released, 0);
  CHECK_EQ(survivor.csr().values.data, values.data());
  check_sample(survivor);
  survivor.clear();
  CHECK_EQ(released, 1);
  CHECK(values.to_host() == sample.values);
  { auto const borrowed = matrix<float>::adopt_csr({3, 4, 4, offsets.data(), indices.data(), values.data()}, exec); }
  CHECK(offsets.to_host() == sample.offsets);
}

EXECUTOR_CASE("adopted pattern arrays have one value and no value array") {
  csr_sample const sample;
  buffer<std::int32_t> const offsets(exec, std::span(sample.offsets)), indices(exec, std::span(sample.indices));
  auto const a = matrix<float>::adopt_csr({3, 4, 4, offsets.data(), indices.data(), nullptr, 2.5F}, exec);
  CHECK(a.csr().values.data == nullptr);
  CHECK(a.get(2, 3) == 2.5F);
  CHECK(a.tuples().value == std::vector<float>(4, 2.5F));
}

EXECUTOR_CASE("pattern and one-value matrices store no value array in any form") {
  auto const a = matrix<double>::build(3, 4, {2, 0, 2, 2}, {3, 1, 3, 0}, {}, plus<double>{}, exec);
  auto const b = matrix<double>::build(3, 4, {2, 0}, {3, 1}, {}, plus<double>{}, exec, 7.0);
  CHECK_EQ(a.nnz(), 3);
  CHECK(a.tuples().value == std::vector<double>{1, 1, 1});
  CHECK(b.tuples().value == std::vector<double>{7, 7});
  auto const there = b.to(executor{}), turned = b.transposed();
  for (auto const* m : {&b, &there, &turned}) {
    CHECK(m->csr().values.data == nullptr);
    CHECK(m->csc().values.data == nullptr);
    CHECK(m->coo().values.data == nullptr);
    CHECK_EQ(m->csc().values[0], 7);
    CHECK(storage_of(*m).csc().values.empty());
  }
  CHECK(b.get(0, 1) == 7.0);
  CHECK(turned.get(3, 2) == 7.0);
}

EXECUTOR_CASE("matrices hold bools and structs") {
  auto const flags = matrix<bool>::build(2, 2, {1, 0, 1}, {0, 1, 0}, {false, false, true}, logical_or<bool>{}, exec);
  CHECK(flags.tuples().value == std::vector<bool>{false, true});
  CHECK(flags.get(1, 0) == true);
  CHECK(flags.get(0, 1) == false);
  CHECK(!flags.get(0, 0));

  auto picture = matrix<colour>::build(2, 2, {1, 0}, {1, 0}, {{1, 2, 3}, {4, 5, 6}}, take_first<colour>{}, exec);
  picture.set(0, 1, {7, 8, 9});
  CHECK(picture.tuples().value == std::vector<colour>{{4, 5, 6}, {7, 8, 9}, {1, 2, 3}});
  CHECK(picture.transposed().get(1, 0) == colour{7, 8, 9});
  auto const grey = matrix<colour>::build(2, 2, {1}, {1}, {}, take_first<colour>{}, exec, {9, 9, 9});
  CHECK(grey.get(1, 1) == colour{9, 9, 9});
}

EXECUTOR_CASE("64-bit offsets and indices hold the same entries") {
  auto const a = matrix<float, std::int32_t, std::int64_t>::build(3, 4, {2, 0, 2, 0}, {3, 3, 0, 1}, {4, 2, 3, 1},
                                                                  plus<float>{}, exec);
  auto const b = matrix<float, std::int64_t, std::int64_t>::build(3, 4, {2, 0, 2, 0}, {3, 3, 0, 1}, {4, 2, 3, 1},
                                                                  plus<float>{}, exec);
  CHECK(a.tuples().value == std::vector<float>{1, 2, 3, 4});
  CHECK(a.transposed().tuples().value == std::vector<float>{3, 1, 2, 4});
  CHECK(b.tuples().col == std::vector<std::int64_t>{1, 3, 0, 3});
  CHECK(b.transposed().tuples().value == std::vector<float>{3, 1, 2, 4});
}

EXECUTOR_CASE("wrong tuples of a matrix are named") {
  auto const build = [&](std::vector<std::int32_t> const& row, std::vector<std::int32_t> const& col,
                         std::vector<float> const& value) {
    return matrix<float>::build(4, 5, row, col, value, plus<float>{}, exec);
  };
  CHECK_THROWS_WITH_AS(build({0, 4}, {0, 0}, {1, 2}), "matrix::build: entry 1 stands at (4, 0) of 4 x 5",
                       index_out_of_range);
  CHECK_THROWS_WITH_AS(build({0, 1, 2}, {0, 1, 5}, {}), "matrix::build: entry 2 stands at (2, 5) of 4 x 5",
                       index_out_of_range);
  CHECK_THROWS_WITH_AS(build({-1}, {0}, {1}), "matrix::build: entry 0 stands at (-1, 0) of 4 x 5", index_out_of_range);
  CHECK_THROWS_WITH_AS(build({0, 1}, {0}, {1, 2}), "matrix::build: 2 rows, 1 columns and 2 values", invalid_argument);
  CHECK_THROWS_WITH_AS(build({0, 1}, {0, 1}, {1}), "matrix::build: 2 rows, 2 columns and 1 values", invalid_argument);
  CHECK_THROWS_WITH_AS(matrix<float>(-1, 2, exec), "matrix: shape -1 x 2 is negative", invalid_argument);
  CHECK_THROWS_AS(matrix<float>::build(2, -2, {}, {}, {}, plus<float>{}, exec), invalid_argument);
}

EXECUTOR_CASE("arrays that are no CSR matrix are refused before anything beyond them is read") {
  auto const from = [&](std::vector<std::int32_t> offsets, std::vector<std::int32_t> indices, size_type rows = 2) {
    std::vector<float> const values(indices.size(), 1);
    return matrix<float>::from_csr(
        {rows, 3, static_cast<size_type>(indices.size()), offsets.data(), indices.data(), values.data()}, exec);
  };
  CHECK_EQ(from({0, 1, 2}, {2, 0}).nnz(), 2);
  CHECK_THROWS_WITH_AS(from({1, 1, 2}, {2, 0}), "matrix: offsets run from 1 to 2, not 0 to 2", invalid_argument);
  CHECK_THROWS_WITH_AS(from({0, 1, 3}, {2, 0}), "matrix: offsets run from 0 to 3, not 0 to 2", invalid_argument);
  CHECK_THROWS_WITH_AS(from({0, 1'000'000, 2}, {0, 1}), "matrix: offsets decrease at row 1", invalid_argument);
  CHECK_THROWS_WITH_AS(from({0, -1'000'000, 2}, {0, 1}), "matrix: offsets decrease at row 0", invalid_argument);
  CHECK_THROWS_WITH_AS(from({0, 1, 2}, {0, 3}), "matrix: row 1 has column 3 of 3", index_out_of_range);
  CHECK_THROWS_WITH_AS(from({0, 1, 2}, {-1, 0}), "matrix: row 0 has column -1 of 3", index_out_of_range);
  CHECK_THROWS_WITH_AS(from({0, 2, 2}, {1, 0}), "matrix: columns of row 0 do not ascend", invalid_argument);
  CHECK_THROWS_WITH_AS(from({0, 2, 2}, {1, 1}), "matrix: columns of row 0 do not ascend", invalid_argument);
  CHECK_THROWS_WITH_AS(from({0}, {}, -1), "matrix: shape -1 x 3 is negative", invalid_argument);
  CHECK_THROWS_AS(matrix<float>::from_csr({}), invalid_argument);
}

TEST_CASE("tuples are sorted where a row and a column together take more than 64 bits") {
  using wide = std::int64_t;
  size_type const cols = size_type{1} << 62;
  std::vector<wide> row, col;
  std::vector<int> value;
  for (int k = 0; k < 40000; ++k) {
    row.push_back((k * 7) % 8);
    col.push_back(k % 5 == 0 ? 3 : cols - 1 - (k * 7919) % 1000);
    value.push_back(k);
  }
  std::map<std::pair<wide, wide>, int> expected;
  for (std::size_t k = 0; k < row.size(); ++k) expected.emplace(std::pair(row[k], col[k]), value[k]);
  auto const a = matrix<int, wide, wide>::build(8, cols, row, col, value, take_first<int>{});
  auto const t = a.tuples();
  REQUIRE(t.row.size() == expected.size());
  std::size_t at = 0, wrong = 0;
  for (auto const& [position, kept] : expected) {
    wrong += position != std::pair(t.row[at], t.col[at]) || t.value[at] != kept;
    ++at;
  }
  CHECK(wrong == 0);
}
