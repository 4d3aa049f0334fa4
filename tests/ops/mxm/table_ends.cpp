// table_ends.cpp - rows of products as long as a table of the host's changes its ways: 24 columns are sorted by
// comparison, words of 64 and of 4096 columns by bits, and rows of more columns than 8 MiB hold are hashed.
#include <doctest/doctest.h>

#include <heddle/ops/mxm/mxm.hpp>
#include <map>
#include <random>

using namespace heddle;

namespace {

using columns_of_rows = std::vector<std::vector<std::int32_t>>;

// The product of a row of ones over all rows of B, and the sums that there have to be.
std::string wrong_table_product(columns_of_rows const& of_rows, size_type columns) {
  auto const n = static_cast<std::int32_t>(of_rows.size());
  std::vector<std::int32_t> row, col;
  std::vector<int> value;
  std::map<std::int32_t, int> expected;
  for (std::int32_t k = 0; k < n; ++k) {
    for (std::int32_t const j : of_rows[static_cast<std::size_t>(k)]) {
      row.push_back(k), col.push_back(j), value.push_back(1 + k);
      expected[j] += 1 + k;
    }
  }
  auto const b = matrix<int>::build(n, columns, row, col, value, plus<int>{});
  // Twice, so that what a row leaves in the table would be found by the next; an empty row between.
  std::vector<std::int32_t> from, at;
  for (std::int32_t const i : {0, 2}) {
    for (std::int32_t k = 0; k < n; ++k) from.push_back(i), at.push_back(k);
  }
  auto const a = matrix<int>::build(3, n, from, at, std::vector<int>(at.size(), 1), plus<int>{});
  matrix<int> c(3, columns);
  mxm(c, plus_times<int>{}, a, b);
  auto const found = c.tuples();
  if (found.row.size() != 2 * expected.size()) return "another number of entries";
  std::size_t e = 0;
  for (std::int32_t const i : {0, 2}) {
    for (auto const& [j, sum] : expected) {
      if (found.row[e] != i || found.col[e] != j || found.value[e] != sum) return "another entry";
      ++e;
    }
  }
  return "";
}

columns_of_rows two_table_rows(std::int32_t n, std::int32_t step, std::int32_t from) {
  columns_of_rows rows(2);
  for (std::int32_t k = 0; k < n; ++k) rows[static_cast<std::size_t>(k % 2)].push_back(from + k * step);
  rows[0].push_back(from + 1), rows[1].push_back(from + 1);  // both have it
  std::sort(rows[0].begin(), rows[0].end()), rows[0].erase(std::unique(rows[0].begin(), rows[0].end()), rows[0].end());
  std::sort(rows[1].begin(), rows[1].end()), rows[1].erase(std::unique(rows[1].begin(), rows[1].end()), rows[1].end());
  return rows;
}

}  // namespace

TEST_CASE("rows of 23 to 26 columns, and of many, are in order, wherever words of 64 and 4096 columns end") {
  for (std::int32_t const n : {1, 22, 23, 24, 25, 26, 64, 65}) {
    for (std::int32_t const step : {2, 64, 65, 4096}) {
      for (std::int32_t const from : {0, 62, 4094}) {
        CAPTURE(n);
        CAPTURE(step);
        CHECK(wrong_table_product(two_table_rows(n, step, from), from + n * step + 2) == "");
      }
    }
  }
}

TEST_CASE("rows are summed in a table of all columns and in a hash table, where the one gives way to the other") {
  // 8 bytes a column in 8 MiB.
  for (size_type const columns : {1'048'575, 1'048'576, 1'048'577, 2'000'000'000}) {
    CAPTURE(columns);
    for (std::int32_t const n : {1, 32, 33, 500}) {
      CAPTURE(n);
      auto rows = two_table_rows(n, 1000, 3);
      rows[1].push_back(static_cast<std::int32_t>(columns - 1));
      CHECK(wrong_table_product(rows, columns) == "");
      CHECK(wrong_table_product(two_table_rows(n, 1, 5), columns) == "");
    }
  }
  std::mt19937 random(5);
  for (int draw = 0; draw < 20; ++draw) {  // as full as a hash table gets
    columns_of_rows rows(4);
    for (auto& row : rows) {
      for (int k = 0; k < 64; ++k) row.push_back(static_cast<std::int32_t>(random() % 2'000'000'000));
      std::sort(row.begin(), row.end()), row.erase(std::unique(row.begin(), row.end()), row.end());
    }
    CHECK(wrong_table_product(rows, 2'000'000'000) == "");
  }
}
