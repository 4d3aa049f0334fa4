// programs.cpp - matrices of linear programs, as the benchmarks make them.
#include "bench/support/programs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

namespace heddle::testing {
namespace {

struct lengths {
  std::map<size_type, size_type> of_row, of_column;
  bool ordered = true;  // rows ascend, columns ascend within a row, and all lie in the matrix

  explicit lengths(bench::entries const& a) {
    for (std::size_t i = 0; i < a.row.size(); ++i) {
      ++of_row[a.row[i]];
      ++of_column[a.col[i]];
      ordered &= a.row[i] >= 0 && a.row[i] < a.rows && a.col[i] >= 0 && a.col[i] < a.cols;
      if (i > 0) ordered &= std::pair(a.row[i - 1], a.col[i - 1]) < std::pair(a.row[i], a.col[i]);
    }
  }
};

size_type longest(std::map<size_type, size_type> const& lengths) {
  size_type result = 0;
  for (auto const& [at, length] : lengths) result = std::max(result, length);
  return result;
}

}  // namespace

TEST_CASE("matrices of linear programs are in order, and have the rows and columns that their names promise") {
  SUBCASE("dense rows") {
    auto const a = bench::dense_rows(720, 4);
    lengths const found(a);
    CHECK(found.ordered);
    CHECK(a.rows == 724);
    for (int k = 0; k < 4; ++k) CHECK(found.of_row.at(k) == 720 * (k + 1) / 8);
    for (std::int32_t r = 4; r < a.rows; ++r) {
      auto const at = std::equal_range(a.row.begin(), a.row.end(), r);
      auto const* const first = a.col.data() + (at.first - a.row.begin());
      CHECK(std::binary_search(first, first + (at.second - at.first), r - 4));
    }
  }
  SUBCASE("dense columns") {
    auto const a = bench::dense_columns(1000, 5);
    lengths const found(a);
    CHECK(found.ordered);
    for (int c = 0; c < 5; ++c) CHECK(found.of_column.at(c) == (1000 + c) / (c + 1));
    CHECK(longest(found.of_row) == 9);
  }
  SUBCASE("staircase") {
    auto const a = bench::staircase(5, 100);
    lengths const found(a);
    CHECK(found.ordered);
    for (std::size_t i = 0; i < a.row.size(); ++i) {
      int const back = a.row[i] / 100 - a.col[i] / 100;
      CHECK((back == 0 || back == 1));
    }
    CHECK(a.row.size() == 100 * 4 + 400 * 6);
  }
  SUBCASE("set cover") {
    auto const a = bench::set_cover(400, 5000);
    lengths const found(a);
    CHECK(found.ordered);
    CHECK(found.of_row.at(0) > 5 * found.of_row.at(399));
    CHECK(static_cast<double>(a.row.size()) == doctest::Approx(50000).epsilon(0.02));
  }
  SUBCASE("multi-commodity flow: an arc leaves one node and enters another, and takes capacity") {
    auto const a = bench::multi_commodity(6, 3);
    lengths const found(a);
    CHECK(found.ordered);
    CHECK(a.rows == 3 * 36 + 144);
    CHECK(a.cols == 3 * 144);
    CHECK(std::all_of(found.of_column.begin(), found.of_column.end(), [](auto const& c) { return c.second == 3; }));
  }
  SUBCASE("assignment: a column is of one agent and of one job") {
    auto const a = bench::assignment(100, 7);
    lengths const found(a);
    CHECK(found.ordered);
    CHECK(found.of_column.size() == 700);
    CHECK(std::all_of(found.of_column.begin(), found.of_column.end(), [](auto const& c) { return c.second == 2; }));
    CHECK(longest(found.of_row) == 7);
  }
}

}  // namespace heddle::testing
