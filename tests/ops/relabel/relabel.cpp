// relabel.cpp - matrices with rows and columns named by falling degree, and vectors that go there and back.
#include <heddle/ops/relabel/relabel.hpp>

#include "tests/support/locality_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class T, index_type I, index_type O> void check_relabelling(matrix<T, I, O> const& a) {
  auto const [b, order] = relabel_by_degree(a);
  auto const name = order.to_dense(-1);
  testing::dense_matrix<T> const before = to_dense(a), after = to_dense(b);
  size_type const n = a.rows();
  std::vector<size_type> degrees(static_cast<std::size_t>(n));
  bool same = true;
  for (size_type i = 0; i < n; ++i) {
    for (size_type j = 0; j < n; ++j) {
      auto const& cell = after.cells[i * n + j];
      same = same && cell == before.cells[name[i] * n + name[j]];
      degrees[j] += cell.has_value();
    }
  }
  CHECK(same);
  CHECK(std::is_sorted(degrees.begin(), degrees.end(), [](size_type x, size_type y) {
    return primitives::degree_class(x) < primitives::degree_class(y);
  }));
  auto const labels = storage_of(b).csr().place_columns(always(), sizeof(T)).labels;
  CHECK((b.nnz() == 0 || (labels && labels->in_place)));
}

}  // namespace

EXECUTOR_CASE("relabel_by_degree gives P A P^T with columns by falling class of degree, values and all") {
  auto const entries = matrix_with_hubs<float>(60, 60);
  check_relabelling(entries.on(exec));
  check_relabelling(entries.pattern_on(exec, 2.5f));
  check_relabelling(entries.on<std::int64_t, std::int64_t>(exec));
  check_relabelling(matrix<double>(0, 0, exec));
  check_relabelling(matrix<double>(7, 7, exec));
}

EXECUTOR_CASE("relabelling a matrix twice changes nothing more") {
  auto const once = relabel_by_degree(matrix_with_hubs<float>(60, 60).on(exec)).matrix;
  auto const [twice, order] = relabel_by_degree(once);
  CHECK(to_dense(twice).cells == to_dense(once).cells);
  auto const name = order.to_dense(-1);
  for (std::size_t i = 0; i < name.size(); ++i) REQUIRE(name[i] == static_cast<std::int32_t>(i));
}

EXECUTOR_CASE("iterating on a relabelled matrix and restoring gives what the matrix gives") {
  auto const a = matrix_with_hubs<std::int64_t>(80, 80).on(exec);
  auto const [b, order] = relabel_by_degree(a);
  auto x = vector<std::int64_t>::filled(80, 1, exec), y = vector<std::int64_t>(80, exec);
  x.remove(3);
  auto moved = permuted(x, order), product = y;
  for (int step = 0; step < 3; ++step) {
    mxv(y, plus_times<std::int64_t>{}, a, x);
    mxv(product, plus_times<std::int64_t>{}, b, moved, {.locality = always()});
    x = y;
    moved = product;
  }
  CHECK(same_bits(restored(moved, order), x));
  CHECK(same_bits(restored(permuted(x, order), order), x));
}

TEST_CASE("relabelling refuses what is not square, and orders of another length") {
  CHECK_THROWS_WITH_AS(relabel_by_degree(matrix<float>(2, 3)), "relabel_by_degree: A is 2 x 3, not square",
                       dimension_mismatch);
  auto const order = relabel_by_degree(matrix<float>(2, 2)).order;
  CHECK_THROWS_AS(permuted(vector<float>(3), order), dimension_mismatch);
  CHECK_THROWS_AS(restored(vector<float>(3), order), dimension_mismatch);
}

EXECUTOR_CASE("an order that is no permutation is refused") {
  auto const x = vector<float>::dense({1.f, 2.f, 3.f}, exec);
  auto const order = [&](std::initializer_list<std::int32_t> at) { return vector<std::int32_t>::dense(at, exec); };
  CHECK_EQ(to_dense(restored(permuted(x, order({2, 0, 1})), order({2, 0, 1}))), to_dense(x));
  CHECK_THROWS_AS(permuted(x, order({0, 2'000'000'000, 1})), index_out_of_range);
  CHECK_THROWS_AS(restored(x, order({0, 3, 1})), index_out_of_range);
  CHECK_THROWS_AS(restored(x, order({0, -7, 1})), index_out_of_range);
  CHECK_THROWS_AS(restored(x, order({0, 0, 1})), invalid_argument);
  CHECK_THROWS_AS(permuted(x, order({0, 0, 1})), invalid_argument);
}
