// changed_entries.cpp - entries of a vector that are walked while it changes: every way to change it is found.
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/semirings/semirings.hpp>
#include <heddle/vector.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

using vec = vector<double>;

// As a list, a bitmap, a dense vector, and a list too short for a bitmap.
std::vector<vec> of_every_form(executor const& exec) {
  auto list = vec::build(100, {2, 7, 50}, {1, 2, 3}, no_duplicates, exec);
  auto bitmap = list;
  storage_of(bitmap).write_bitmap();
  return {list, bitmap, vec::filled(100, 4, exec), vec::build(1 << 20, {2, 7, 50}, {1, 2, 3}, no_duplicates, exec)};
}

template <class Change> void check_found(executor const& exec, char const* name, Change const& change) {
  CAPTURE(name);
  for (vec& v : of_every_form(exec)) {
    vec walked = v;
    int steps = 0;
    auto const walk = [&] {
      for ([[maybe_unused]] auto [i, value] : walked.entries()) {
        ++steps;
        change(walked);
      }
    };
    CHECK_THROWS_AS(walk(), invalid_argument);
    CHECK_EQ(steps, 1);
    vec other = v;
    auto const range = other.entries();
    auto const at = range.begin();
    CHECK_NOTHROW((void)*at);
    change(other);
    CHECK_THROWS_AS((void)*at, invalid_argument);
    CHECK_THROWS_AS((void)range.begin(), invalid_argument);
  }
}

}  // namespace

EXECUTOR_CASE("whoever changes a vector while its entries are walked is told") {
  auto const longer = vec::filled(100, 1, exec);
  check_found(exec, "set", [](vec& v) { v.set(7, 5); });
  check_found(exec, "set of a new entry", [](vec& v) { v.set(8, 5); });
  check_found(exec, "set by a scalar", [&](vec& v) { v.set(7, scalar<double>(std::nullopt, exec)); });
  check_found(exec, "remove", [](vec& v) { v.remove(7); });
  check_found(exec, "clear", [](vec& v) { v.clear(); });
  check_found(exec, "resize", [](vec& v) { v.resize(60); });
  check_found(exec, "fill", [](vec& v) { v.fill(3); });
  check_found(exec, "assign", [](vec& v) { assign(v, no_mask, no_accum, 2.0); });
  check_found(exec, "assign with what was there", [](vec& v) { assign(v, no_mask, plus<double>{}, vec(v)); });
  check_found(exec, "apply", [](vec& v) { apply(v, no_mask, no_accum, negate<double>{}, v); });
  check_found(exec, "select", [](vec& v) { select(v, no_mask, no_accum, greater<double>{}, v, 2.0); });
  check_found(exec, "a copy", [&](vec& v) { v = longer; });
  check_found(exec, "a move", [](vec& v) { v = vec(3); });
  check_found(exec, "a move away", [](vec& v) { vec const gone = std::move(v); });
  check_found(exec, "a swap", [](vec& v) {
    vec other(3);
    std::swap(v, other);
  });
  check_found(exec, "release_list", [](vec& v) { (void)v.release_list(); });
  check_found(exec, "release_dense", [](vec& v) {
    v.fill(1);
    (void)v.release_dense();
  });
}

EXECUTOR_CASE("the end of a vector is found by who still walks its entries") {
  auto v = std::make_unique<vec>(vec::filled(10, 1, exec));
  auto const range = v->entries();
  auto at = range.begin();
  v.reset();
  CHECK_THROWS_WITH_AS(
      ++at,
      "vector::entries: the vector was changed, moved or destroyed while its entries were walked; walk those of a "
      "copy, or tuples()",
      invalid_argument);
}

EXECUTOR_CASE("what only reads a vector does not disturb a walk, nor does a change before it") {
  for (vec& v : of_every_form(exec)) {
    v.set(7, 5);
    double sum = 0;
    auto const range = v.entries();
    for (auto [i, value] : range) {
      vec const copy = v;
      (void)v.tuples(), (void)v.get(3), (void)v.nvals(), (void)storage_of(v).bitmap(), (void)storage_of(v).sparse(true);
      sum += value + static_cast<double>(copy.nvals() - v.nvals());
    }
    double expected = 0;
    for (double const value : v.tuples().value) expected += value;
    CHECK_EQ(sum, expected);
    v.set(7, 6);
    CHECK_NOTHROW((void)*v.entries().begin());
  }
}

EXECUTOR_CASE("the entries of a matrix that changes while they are walked are those of before") {
  auto a = matrix<int>::build(3, 3, {0, 1, 2}, {0, 1, 2}, {1, 2, 3}, no_duplicates, exec);
  int sum = 0;
  for (auto [i, j, value] : a.entries()) {
    sum += value;
    a.set(2, 2, 100);
    a.set(i, 1, 50);
    (void)a.tuples();
    a.resize(4, 4);
  }
  CHECK_EQ(sum, 6);
}
