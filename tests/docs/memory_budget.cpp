// memory_budget.cpp - docs/library.md's product within a budget of memory.
#include <doctest/doctest.h>

#include <algorithm>
#include <heddle/heddle.hpp>

namespace {

// What the page shows: an eighth of what all rows at once may take.
heddle::product_need within_an_eighth(heddle::matrix<float>& C, heddle::matrix<float> const& M,
                                      heddle::matrix<float> const& A, heddle::matrix<float> const& B) {
  auto const need = heddle::mxm_need(C, heddle::complement(M), heddle::no_accum, heddle::plus_times<float>{}, A, B);
  heddle::descriptor const d{.memory_budget = std::max(need.workspace_bytes / 8, need.least_bytes)};
  heddle::mxm(C, heddle::complement(M), heddle::no_accum, heddle::plus_times<float>{}, A, B, d);
  return need;
}

}  // namespace

TEST_CASE("docs/library.md's product within a budget is that without one") {
  auto const A = heddle::matrix<float>::build(3, 3, {0, 0, 1, 2}, {0, 1, 2, 0}, {1, 2, 3, 4}, heddle::plus<float>{});
  auto const M = heddle::matrix<float>::build(3, 3, {0}, {0}, {1}, heddle::plus<float>{});
  heddle::matrix<float> C(3, 3);
  auto const need = within_an_eighth(C, M, A, A);
  CHECK_EQ(need.products, 6);
  CHECK_LE(C.nnz(), need.entries);
  auto const found = C.tuples();
  CHECK(found.row == std::vector<std::int32_t>{0, 0, 1, 2, 2});
  CHECK(found.col == std::vector<std::int32_t>{1, 2, 0, 0, 1});
  CHECK(found.value == std::vector<float>{2, 6, 12, 4, 8});
}
