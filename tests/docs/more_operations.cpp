// more_operations.cpp - docs/library.md: operations on entries, sums, two-byte numbers; docs/algorithms.md: fixpoint.
#include <doctest/doctest.h>

#include <heddle/heddle.hpp>

namespace {

// What the page shows: sums of rows, of columns, of everything.
float sums(heddle::vector<float>& by_row, heddle::vector<float>& by_column, heddle::matrix<float> const& A) {
  heddle::reduce(by_row, heddle::plus_monoid<float>{}, A);
  heddle::reduce(by_column, heddle::max_monoid<float>{}, heddle::transpose(A));
  return heddle::reduce(heddle::min_monoid<float>{}, A);
}

// What the page shows: a residual r = b - A x in one pass, A kept in two bytes a value.
heddle::vector<float> residual(heddle::matrix<float> const& A, heddle::vector<float> const& x,
                               heddle::vector<float> const& b) {
  auto const small = heddle::cast<heddle::f16>(A);
  heddle::vector<float> r = b;
  heddle::spmv(r, -1, small, x, 1);
  return r;
}

// What the page shows: what stands below the diagonal, and entries of less than 3, doubled.
void light_entries(heddle::matrix<float>& L, heddle::vector<float>& light, heddle::vector<float>& x,
                   heddle::matrix<float> const& A) {
  auto const lower = [](float, heddle::size_type i, heddle::size_type j, int k) { return j <= i + k; };
  auto const twice = [](float v) { return 2 * v; };
  heddle::select(L, lower, A, -1);
  heddle::select(light, heddle::less<float>{}, x, 3.0f);
  heddle::apply(x, heddle::structure(light), heddle::no_accum, twice, x);
}

// What the page shows: a matrix and its transpose added, and the difference of vectors with entries at different
// places.
void symmetrise(heddle::matrix<float>& S, heddle::vector<float>& change, heddle::matrix<float> const& A,
                heddle::vector<float> const& x, heddle::vector<float> const& y) {
  heddle::ewise_add(S, heddle::plus<float>{}, A, heddle::transpose(A));
  heddle::ewise_union(change, heddle::minus<float>{}, x, 0, y, 0);
}

// What the page shows: C = A^T, and A with every entry a block.
void rearranged(heddle::matrix<float>& C, heddle::matrix<float>& K, heddle::matrix<float> const& A) {
  heddle::transpose(C, A);
  heddle::kronecker(K, heddle::times<float>{}, A, C);
}

// What the page shows: parts of vectors and matrices.
void parts(heddle::matrix<float>& B, heddle::vector<float>& row, heddle::matrix<float>& A, heddle::vector<float>& x,
           heddle::vector<bool> const& seen, heddle::vector<float> const& y, std::vector<int> const& friends) {
  heddle::size_type const n = x.size();
  heddle::extract(B, A, friends, friends);  // the graph among friends
  heddle::extract(row, heddle::transpose(A), heddle::all, friends[0]);
  heddle::assign(A, 1.0f, friends, heddle::range(0, 2));
  heddle::subassign(x, seen, heddle::plus<float>{}, y, heddle::range(n - 1, -1, -2));  // y from the end, where seen
}

// What the page shows: shortest distances.
heddle::vector<double> distances_from(heddle::size_type source, heddle::matrix<double> const& A) {
  heddle::vector<double> x(A.rows(), A.exec());
  x.set(source, 0.0);
  heddle::fixpoint(x, heddle::no_mask, heddle::min_plus<double>{}, A);  // shortest distances; no entry: no way
  return x;
}

heddle::bfs_result<> tree_up_to(heddle::size_type friend_of_mine, heddle::size_type source,
                                heddle::matrix<double> const& A) {
  auto const near = heddle::bfs(A, source, {.parents = true, .targets = {friend_of_mine}});
  return near;
}

// What the page shows: how near the others are to two vertices, one by one and both together.
std::vector<double> near_to_two(heddle::size_type friend_of_mine, heddle::size_type source,
                                heddle::matrix<double> const& A) {
  auto const views = heddle::bfs_from_each(A, {source, friend_of_mine});
  double const closeness = views.found[0].closeness(A.rows()), harmonic = views.found[0].harmonic;
  auto const nearest = heddle::sssp(A, {source, friend_of_mine});  // distances from the nearer of the two
  return {closeness, harmonic, static_cast<double>(nearest.reached)};
}

// What the page shows: how many groups there are, and who counts most.
std::pair<heddle::size_type, std::vector<double>> groups_and_ranks(heddle::matrix<double> const& A) {
  auto const groups = heddle::connected_components(A);       // labels, count
  auto const ranks = heddle::pagerank(A, {.damping = 0.9});  // ranks, iterations, change, converged
  return {groups.count, ranks.ranks.to_dense(0)};
}

// What the page shows: A(i, j) is the part of its rank that j gives to i.
heddle::loop_result improve_ranks(heddle::vector<double>& rank, heddle::matrix<double> const& A) {
  double const rest = 0.15 / static_cast<double>(A.rows());
  heddle::vector<double> next = rank;
  heddle::scalar<double> error(1, A.exec());
  auto const improve = [&](heddle::loop_step& step) {
    heddle::vector<double> change(A.rows(), A.exec());
    heddle::spmv(next, 0.85, A, rank, 0);
    heddle::assign(next, heddle::no_mask, heddle::plus<double>{}, rest);
    heddle::ewise_mult(change, heddle::minus<double>{}, next, rank);
    heddle::ewise_mult(change, heddle::times<double>{}, change, change);
    heddle::reduce(error, heddle::plus_monoid<double>{}, change);
    step.swap(rank, next);
  };
  auto loop = heddle::device_loop(A.exec(), heddle::operands(rank, next, error), improve, error > 1e-20,
                                  {.most_iterations = 500});
  return loop.run();
}

}  // namespace

TEST_CASE("groups and ranks in docs are right") {
  // 0 and 2 lead to 1; 3 stands alone.
  auto const A = heddle::matrix<double>::build(4, 4, {0, 2}, {1, 1}, {1, 1}, heddle::plus<double>{});
  auto const [groups, ranks] = groups_and_ranks(A);
  CHECK(groups == 2);
  CHECK(ranks[1] > 2.5 * ranks[0]);
  CHECK(ranks[0] == doctest::Approx(ranks[3]));
}

TEST_CASE("the ranks in docs are right") {
  // 0 gives to 1, 1 to 0 and 2, 2 to 0.
  auto const A =
      heddle::matrix<double>::build(3, 3, {1, 0, 2, 0}, {0, 1, 1, 2}, {1, 0.5, 0.5, 1}, heddle::plus<double>{});
  auto rank = heddle::vector<double>::filled(3, 1.0 / 3);
  auto const done = improve_ranks(rank, A);
  CHECK(!done.limited);
  CHECK(done.iterations > 10);
  auto const r = rank.to_dense(0);
  CHECK(r[0] == doctest::Approx(0.05 + 0.85 * (r[1] / 2 + r[2])).epsilon(1e-8));
  CHECK(r[1] == doctest::Approx(0.05 + 0.85 * r[0]).epsilon(1e-8));
  CHECK(r[2] == doctest::Approx(0.05 + 0.85 * r[1] / 2).epsilon(1e-8));
}

TEST_CASE("the distances in docs are right") {
  auto const A = heddle::matrix<double>::build(4, 4, {0, 0, 1}, {1, 2, 2}, {1.0, 9.0, 2.5}, heddle::plus<double>{});
  CHECK((distances_from(0, A).to_dense(-1) == std::vector<double>{0, 1, 3.5, -1}));
  CHECK_EQ(tree_up_to(0, 0, A).reached, 1);
  CHECK((near_to_two(2, 0, A) == std::vector<double>{2.0 / 3 * 2 / 2, 2, 3}));
}

TEST_CASE("the entries one by one in docs are right") {
  auto const A = heddle::matrix<float>::build(2, 2, {0, 0, 1, 1}, {0, 1, 0, 1}, {1, 2, 3, 4}, heddle::plus<float>{});
  heddle::matrix<float> L(2, 2);
  heddle::vector<float> light(3), x = heddle::vector<float>::dense({1.0f, 5.0f, 2.0f});
  light_entries(L, light, x, A);
  CHECK_EQ(L.nnz(), 1);
  CHECK_EQ(L.get(1, 0), 3);
  CHECK((light.tuples().index == std::vector{0, 2}));
  CHECK((x.to_dense(0) == std::vector<float>{2, 5, 4}));
}

TEST_CASE("the sums and differences of two operands in docs are right") {
  auto const A = heddle::matrix<float>::build(2, 2, {0, 1}, {1, 1}, {1, 2}, heddle::plus<float>{});
  auto const x = heddle::vector<float>::build(4, {0, 1}, {1, 2}, heddle::plus<float>{});
  auto const y = heddle::vector<float>::build(4, {1, 3}, {5, 7}, heddle::plus<float>{});
  heddle::matrix<float> S(2, 2);
  heddle::vector<float> change(4);
  symmetrise(S, change, A, x, y);
  CHECK((S.tuples().value == std::vector<float>{1, 1, 4}));
  CHECK((change.to_dense(-1) == std::vector<float>{1, -3, -1, -7}));
}

TEST_CASE("the transpose and the Kronecker product in docs are right") {
  auto const A = heddle::matrix<float>::build(1, 2, {0, 0}, {0, 1}, {2, 3}, heddle::plus<float>{});
  heddle::matrix<float> C(2, 1), K(2, 2);
  rearranged(C, K, A);
  CHECK((C.tuples().value == std::vector<float>{2, 3}));
  CHECK((K.tuples().value == std::vector<float>{4, 6, 6, 9}));
}

TEST_CASE("the parts in docs are right") {
  auto A = heddle::matrix<float>::build(4, 4, {0, 3, 3, 3}, {3, 0, 1, 3}, {1, 2, 3, 4}, heddle::plus<float>{});
  heddle::matrix<float> B(2, 2);
  heddle::vector<float> row(4);
  auto x = heddle::vector<float>::dense({1.0f, 2.0f, 3.0f, 4.0f, 5.0f});
  auto const y = heddle::vector<float>::dense({10.0f, 20.0f, 30.0f});
  parts(B, row, A, x, heddle::vector<bool>::dense({true, false, true}), y, {3, 0});
  CHECK((B.get(0, 0) == 4 && B.get(0, 1) == 2 && B.get(1, 0) == 1 && B.nnz() == 3));
  CHECK((row.to_dense(0) == std::vector<float>{2, 3, 0, 4}));
  CHECK((A.nnz() == 6 && A.get(0, 1) == 1 && A.get(3, 0) == 1 && A.get(3, 3) == 4));
  CHECK((x.to_dense(0) == std::vector<float>{31, 2, 3, 4, 15}));
}

TEST_CASE("the sums in docs are right") {
  auto const A = heddle::matrix<float>::build(2, 3, {0, 0, 1}, {0, 2, 2}, {1, 2, 5}, heddle::plus<float>{});
  heddle::vector<float> by_row(2), by_column(3);
  CHECK_EQ(sums(by_row, by_column, A), 1);
  CHECK_EQ(by_row.get(0), 3);
  CHECK_EQ(by_row.get(1), 5);
  CHECK_EQ(by_column.get(0), 1);
  CHECK_FALSE(by_column.get(1));
  CHECK_EQ(by_column.get(2), 5);
}

TEST_CASE("the residual in docs is right") {
  auto const A = heddle::matrix<float>::build(2, 2, {0, 0, 1}, {0, 1, 1}, {1, 2, 0.5}, heddle::plus<float>{});
  auto const x = heddle::vector<float>::dense({1.0f, 10.0f}), b = heddle::vector<float>::dense({20.0f, 5.0f});
  auto const r = residual(A, x, b);
  CHECK_EQ(r.get(0), -1);
  CHECK_EQ(r.get(1), 0);
}
