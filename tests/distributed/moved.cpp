// moved.cpp - what was moved from: a group is the same group, a container has no rows or positions, and both do.
#include "tests/distributed/drawn.hpp"
#include "tests/failure/allocations.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

using matrix_type = distributed::matrix<int>;
using vector_type = distributed::vector<int>;
using dense_type = distributed::dense_matrix<int>;

static_assert(std::is_nothrow_move_constructible_v<matrix_type> && std::is_nothrow_move_assignable_v<matrix_type>);
static_assert(std::is_nothrow_move_constructible_v<vector_type> && std::is_nothrow_move_assignable_v<vector_type>);
static_assert(std::is_nothrow_move_constructible_v<dense_type> && std::is_nothrow_move_assignable_v<dense_type>);

struct moved_operands {
  explicit moved_operands(distributed::group const& ranks)
      : a(matrix_type::build(5, 5, {0, 4, 2}, {1, 0, 2}, {1, 2, 3}, plus<int>{}, ranks, distributed::equal_rows{1})),
        u(vector_type::filled(a.dealt_by(), 7, ranks)),
        d(dense_type::filled(a.dealt_by(), 2, 3, ranks)) {
    a.assume_symmetric(false);
    (void)a.transposed_pattern();
  }
  matrix_type a;
  vector_type u;
  dense_type d;
};

void expect_whole(moved_operands const& moved) {
  CHECK(moved.a.nnz() == 3);
  CHECK(moved.a.has_transposed_pattern());
  CHECK(moved.u.get(4) == 7);
  CHECK(moved.d.get(4, 1) == 3);
}

void expect_nothing(moved_operands& from) {
  CHECK((from.a.rows() == 0 && from.a.cols() == 0 && from.a.nnz() == 0));
  CHECK((from.u.size() == 0 && from.u.nvals() == 0));
  CHECK((from.d.rows() == 0 && from.d.cols() == 0));
  CHECK_FALSE(from.a.has_transposed_pattern());
  CHECK_FALSE(from.a.is_at_first_rank());
  CHECK(from.a.dealt_by().ranks() == from.a.ranks().ranks());
  CHECK(from.a.dealt_by() == from.u.dealt_by());
  CHECK_THROWS_WITH_AS((void)from.u.get(0), "distributed vector: get at 0 of 0", index_out_of_range);
  mxv(from.u, plus_times<int>{}, from.a, from.u);
  mxv(from.u, plus_times<int>{}, transpose(from.a), from.u);
  mxm(from.d, plus_times<int>{}, from.a, from.d);
  ewise_add(from.a, plus<int>{}, from.a, from.a);
  CHECK(reduce(plus_monoid<int>{}, from.a) == 0);
  from.u.fill(3), from.u.clear();
  CHECK((from.u.nvals() == 0 && from.u.gather_to(0)->size() == 0));
  CHECK((from.a.gather_to(0)->rows() == 0 && from.d.gather_to(0)->rows() == 0));
  (void)from.a.transposed_pattern(), (void)from.a.at_first_rank();
}

}  // namespace

TEST_CASE("a group and a dealing that were moved from are what they were") {
  auto ranks = distributed::group::of_threads(3);
  auto const same = std::move(ranks);
  CHECK((ranks.ranks() == 3 && ranks == same && ranks.local_ranks().size() == 3));
  distributed::dealing by({0, 2, 5});
  auto const copy = std::move(by);
  CHECK((by == copy && by.ranks() == 2 && by.size() == 5));
}

TEST_CASE("a dealing of nothing equals one whose cuts are all 0, of as many ranks") {
  auto const none = distributed::dealing::of_none(2);
  CHECK((none.ranks() == 2 && none.size() == 0 && none.begin(2) == 0 && none.size_of(1) == 0));
  CHECK(none == distributed::dealing({0, 0, 0}));
  CHECK_FALSE(none == distributed::dealing({0, 0}));
  CHECK_FALSE(none == distributed::dealing({0, 0, 1}));
}

TEST_CASE("distributed containers that were moved from have no rows, and take new ones") {
  for (auto const& ranks : groups_to_try()) {
    moved_operands first(ranks);
    moved_operands second = std::move(first);
    expect_whole(second);
    expect_nothing(first);
    moved_operands third(ranks);
    third = std::move(second);
    expect_whole(third);
    expect_nothing(second);
    first = third;
    expect_whole(first);
    expect_whole(third);
    auto& same = third;
    third = std::move(same);
    expect_whole(third);
  }
}

TEST_CASE("where memory runs out in a move, what is moved arrives, and what it was moved from says so or has nothing") {
  auto const ranks = distributed::group::of_threads(2);
  for (std::int64_t at = 0;; ++at) {
    moved_operands first(ranks);
    host_gate().arm(failing::once, at);
    moved_operands second = std::move(first);
    bool const failed = host_gate().disarm();
    expect_whole(second);
    if (!failed) break;
    bool is_empty = true;
    try {
      is_empty = first.a.nnz() == 0 && first.u.nvals() == 0 && !first.a.has_transposed_pattern();
    } catch (out_of_memory const&) {}
    CHECK(is_empty);
    first = second;
    expect_whole(first);
  }
}
