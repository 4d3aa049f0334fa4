// boundaries.cpp - parts of matrices by every list of up to four columns, repeated and in any order, of few
// columns, which are kept in a table, and of many, which are looked up one by one.
#include <heddle/ops/extract/extract.hpp>
#include <heddle/semirings/operators.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

using extract_list = std::vector<std::int32_t>;

std::vector<extract_list> lists_of_up_to(int length, extract_list const& of) {
  std::vector<extract_list> all{{}};
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (static_cast<int>(all[k].size()) == length) break;
    for (std::int32_t const i : of) {
      auto longer = all[k];
      longer.push_back(i);
      all.push_back(longer);
    }
  }
  return all;
}

// Whether C(i, j) = A(rows(i), columns(j)), where A has the value 10 * row + column in every other cell of a few.
bool is_part(matrix<int> const& c, extract_list const& rows, extract_list const& columns) {
  auto const found = c.tuples();
  std::size_t e = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if ((rows[i] + columns[j]) % 2 != 0) continue;
      if (e == found.row.size() || found.row[e] != static_cast<int>(i) || found.col[e] != static_cast<int>(j))
        return false;
      if (found.value[e++] != 10 * rows[i] + columns[j]) return false;
    }
  }
  return e == found.row.size();
}

}  // namespace

EXECUTOR_CASE("every list of up to four columns and of up to two rows is extracted, of few columns and of many") {
  int const stride = exec.is_host() ? 1 : 23;  // each costs a GPU a dozen launches
  for (size_type const minor : {8, 3000}) {
    extract_list row, col;
    std::vector<int> value;
    for (std::int32_t i = 0; i < 3; ++i) {
      for (std::int32_t const j : {0, 1, 2, 7}) {
        if ((i + j) % 2 == 0) row.push_back(i), col.push_back(j), value.push_back(10 * i + j);
      }
    }
    auto const a = matrix<int>::build(3, minor, row, col, value, take_first<int>{}, exec);
    int number = 0;
    for (extract_list const& columns : lists_of_up_to(4, {0, 1, 2, 7})) {
      for (extract_list const& rows : lists_of_up_to(2, {0, 1, 2})) {
        if (number++ % stride != 0) continue;
        matrix<int> c(static_cast<size_type>(rows.size()), static_cast<size_type>(columns.size()), exec);
        extract(c, no_mask, no_accum, a, rows, columns);
        if (is_part(c, rows, columns)) continue;
        CAPTURE(minor);
        CAPTURE(doctest::toString(number));
        FAIL_CHECK("another part: ", rows.size(), " rows, ", columns.size(), " columns");
      }
    }
  }
}
