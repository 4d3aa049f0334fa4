// earlier_calls.cpp - what calls keep for the next: plans of sums and products, placements of columns, the one value of
// a pattern. Kept where the next call is alike, and not used where it is not.
#include <heddle/heddle.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;

namespace {

vector<std::int64_t> all_ones(size_type n, executor const& exec) { return vector<std::int64_t>::filled(n, 1, exec); }

// 2,000 columns, two of which are in every row and 500 in one row each.
matrix<float> with_two_hubs(executor const& exec) {
  std::vector<std::int32_t> row, col;
  for (std::int32_t r = 0; r < 500; ++r) { row.insert(row.end(), {r, r, r}), col.insert(col.end(), {1999, 1996, r}); }
  return matrix<float>::build(500, 2000, row, col, {}, take_first<float>{}, exec);
}

}  // namespace

EXECUTOR_CASE("sums of 100 entries, of 50 and of 100,000 into one scalar are each of their own entries") {
  scalar<std::int64_t> sum(0, exec);
  for (size_type const n : {100, 50, 100'000, 1, 0, 50, 101, 100, 8'000, 7'999}) {
    CAPTURE(n);
    reduce(sum, plus_monoid<std::int64_t>{}, all_ones(n, exec));
    CHECK(sum.value().value_or(0) == n);  // of no entries there is none
    reduce(sum, no_accum, plus_monoid<std::int64_t>{}, all_ones(n, exec));
    CHECK(sum.value().value_or(0) == n);
  }
  for (size_type const n : {100, 50, 300}) {
    sum.set(1000);
    reduce(sum, plus<std::int64_t>{}, plus_monoid<std::int64_t>{}, all_ones(n, exec));
    CHECK(sum.get() == 1000 + n);
    reduce(sum, plus<std::int64_t>{}, max_monoid<std::int64_t>{}, all_ones(n, exec));
    CHECK(sum.get() == 1001 + n);
  }
}

EXECUTOR_CASE("two equal sums into one scalar are of one plan, and others of another") {
  auto const ones = [&](size_type n) { return vector<double>::filled(n, 1, exec); };  // whose order counts: planned
  scalar<double> sum(0, exec);
  plus_monoid<double> const add;
  reduce(sum, add, ones(100));
  auto const kept = sum.kept().made;
  REQUIRE(kept);
  reduce(sum, add, ones(100));
  CHECK(sum.kept().made == kept);
  reduce(sum, plus<double>{}, add, ones(100));
  CHECK(sum.kept().made == kept);
  if (exec.is_host()) {  // a GPU has no kernel for products
    reduce(sum, times_monoid<double>{}, ones(100));
    CHECK(sum.kept().made != kept);
    reduce(sum, add, ones(100));
  }
  auto const again = sum.kept().made;
  reduce(sum, add, ones(99));
  CHECK(sum.kept().made != again);
  CHECK(sum.get() == 99);
}

EXECUTOR_CASE("old entries of a pattern stay 1 behind writes to a part of it, old zeros 0") {
  for (float const one : {1.0f, 0.0f, 3.5f}) {
    CAPTURE(one);
    auto const pattern = [&] {
      return matrix<float>::build(3, 3, {0, 1, 2, 2}, {1, 1, 0, 2}, {}, take_first<float>{}, exec, one);
    };
    auto const mask = matrix<bool>::build(3, 3, {0, 2}, {0, 2}, {true, true}, take_first<bool>{}, exec);
    auto const a = matrix<float>::build(3, 3, {0, 2}, {0, 2}, {7, 8}, take_first<float>{}, exec);
    auto const check = [&](matrix<float> const& c, char const* what) {
      CAPTURE(std::string(what));
      CHECK(c.get(0, 0) == 7.0f);
      CHECK(c.get(2, 2) == 8.0f);
      for (auto const& [i, j] : {std::pair{0, 1}, {1, 1}, {2, 0}}) CHECK(c.get(i, j) == one);
      CHECK(c.nnz() == 5);
      CHECK(c.tuples().value == std::vector<float>{7, one, one, one, 8});  // of one form, in which nothing waits
    };
    auto c = pattern();
    assign(c, mask, no_accum, a, all, all);
    check(c, "assign under a mask");
    c = pattern();
    assign(c, structure(mask), no_accum, 7.0f, all, all);
    c.set(2, 2, 8.0f);
    check(c, "assign of a number, and set");
    c = pattern();
    c.set(0, 0, 7.0f);
    c.set(2, 2, 8.0f);
    check(c, "set");
    c = pattern();
    apply(c, structure(mask), no_accum, identity<float>{}, a);
    check(c, "apply under a mask");
    c = pattern();
    ewise_add(c, no_mask, take_second<float>{}, plus<float>{}, a, a);
    ewise_mult(c, structure(mask), no_accum, take_first<float>{}, a, a);
    check(c, "ewise_mult under a mask");
    c = pattern();
    select(c, no_mask, take_second<float>{}, not_equal<float>{}, a, -1.0f);
    check(c, "select with an accumulator");
    c = pattern();
    subassign(c, vector<float>::build(3, {0, 1}, {7, one}, take_first<float>{}, exec), 0, all);
    assign(c, no_mask, take_second<float>{}, vector<float>::build(3, {2}, {8}, take_first<float>{}, exec), all, 2);
    check(c, "a row and a column");
    c = pattern();
    transpose(c, no_mask, take_second<float>{}, a);
    check(c, "transpose with an accumulator");
  }
}

EXECUTOR_CASE("a locality plan's hubs are as many elements of 4 bytes as fit, and half as many of 8") {
  auto const a = with_two_hubs(exec);
  locality const few{.hub_bytes = 80, .least_entries = 0}, more{.hub_bytes = 160, .least_entries = 0};
  auto const& form = storage_of(a).csr();
  for (int time = 0; time < 2; ++time) {  // the second time they are kept
    CHECK(form.place_columns(few, 4).hubs == 20);
    CHECK(form.place_columns(few, 8).hubs == 10);
    CHECK(form.place_columns(few, 2).hubs == 40);
    CHECK(form.place_columns(more, 4).hubs == 40);
    CHECK(form.place_columns(more, 8).hubs == 20);
    CHECK(form.place_columns({.hub_bytes = 80, .least_coverage = 2, .least_entries = 0}, 4).labels == nullptr);
    CHECK(form.place_columns(few, 4).labels != nullptr);
    CHECK(form.place_columns({.hub_bytes = 79, .least_entries = 0}, 4).hubs == 19);
    CHECK(form.place_columns({.hub_bytes = 80, .least_entries = 0}, 81).hubs == 0);
  }
}

EXECUTOR_CASE(
    "a plan is kept for a call that is alike in schedule and in elements, and of 64 the one that nobody asked for the "
    "longest goes first") {
  auto const a = with_two_hubs(exec);
  auto const& form = storage_of(a).csr();
  reduction_call const narrow(4), wide(8);
  auto const plan_of = [&](int atoms, reduction_call const& call) { return form.plan_for(nonzero_split{atoms}, call); };
  auto const first_plan = plan_of(100, narrow);
  CHECK(plan_of(100, narrow) == first_plan);
  auto const of_wide = plan_of(100, wide);
  CHECK(of_wide != first_plan);
  auto const of_longer = plan_of(101, narrow);
  CHECK(of_longer != first_plan);
  CHECK(form.plan_for(merge_path{100}, narrow) != first_plan);
  CHECK(plan_of(100, narrow) == first_plan);
  std::vector<std::shared_ptr<plan const>> others;
  for (int k = 0; k < 60; ++k) others.push_back(plan_of(200 + k, narrow));  // 64 with those before
  CHECK(plan_of(100, wide) == of_wide);
  CHECK(plan_of(100, narrow) == first_plan);
  CHECK(plan_of(200, narrow) == others[0]);
  others.push_back(plan_of(300, narrow));  // and one more
  CHECK(plan_of(259, narrow) == others[59]);
  CHECK(plan_of(300, narrow) == others[60]);
  CHECK(plan_of(100, narrow) == first_plan);
  CHECK(plan_of(100, wide) == of_wide);
  CHECK(plan_of(101, narrow) != of_longer);
  auto const copy = a;
  CHECK(storage_of(copy).csr().plan_for(nonzero_split{259}, narrow) == others[59]);
}

EXECUTOR_CASE("what is measured of a matrix is measured anew when it has changed") {
  auto a = matrix<double>::build(3, 3, {0, 1}, {1, 2}, {2, 5}, take_first<double>{}, exec);
  auto const statistics = [&] { return storage_of(a).csr().value_statistics<double>(); };
  CHECK(statistics().least == 2);
  CHECK(statistics().mean == 3.5);
  CHECK(storage_of(a).csr().statistics().empty_rows == 1);
  a.set(2, 0, -4);
  CHECK(statistics().least == -4);
  CHECK(statistics().mean == 1);
  CHECK(storage_of(a).csr().statistics().empty_rows == 0);
  CHECK(sssp(a, 0).distances.get(0) == 0.0);
  a.set(2, 0, -8);
  CHECK_THROWS_AS((void)sssp(a, 0), negative_cycle);
}
