// huge_sizes.cpp - vectors of 2^40 positions and matrices of 2^40 columns: what costs their entries alone, and what
// says in the library's own words that it has no memory.
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/extract/extract.hpp>
#include <heddle/ops/mxv/mxv.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/ops/vxm/vxm.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

constexpr size_type two_40 = size_type{1} << 40;
using huge_vector = vector<double, std::int64_t>;
using huge_matrix = matrix<double, std::int64_t, std::int64_t>;
using huge_positions = std::vector<std::int64_t>;
using huge_numbers = std::vector<double>;

huge_vector three_entries(executor const& exec) {
  return huge_vector::build(two_40, {two_40 - 1, 5, 1'000'000'000'000}, {3, 1, 2}, take_first<double>{}, exec);
}

// 3 x 2^40: row 0 has two entries, row 2 one.
huge_matrix few_rows(executor const& exec) {
  return huge_matrix::build(3, two_40, {0, 2, 0}, {two_40 - 1, 5, 5}, {10, 30, 20}, take_first<double>{}, exec);
}

}  // namespace

EXECUTOR_CASE("vectors of 2^40 positions with three entries cost these") {
  auto const u = three_entries(exec);
  huge_positions const at = {5, 1'000'000'000'000, two_40 - 1};
  CHECK(u.tuples().index == at);
  CHECK_EQ(u.nvals(), 3);
  CHECK(u.get(two_40 - 1) == 3.0);
  CHECK_EQ(reduce(plus_monoid<double>{}, u), 6);

  huge_vector w(two_40, exec);
  auto const v = huge_vector::build(two_40, {5, 6}, {7, 8}, take_first<double>{}, exec);
  ewise_add(w, no_mask, no_accum, plus<double>{}, u, v);
  CHECK(w.tuples().value == huge_numbers{8, 8, 2, 3});
  ewise_mult(w, no_mask, no_accum, times<double>{}, u, v);
  CHECK(w.tuples().value == huge_numbers{7});
  ewise_union(w, no_mask, no_accum, minus<double>{}, u, 0, v, 0);
  CHECK(w.tuples().value == huge_numbers{-6, -8, 2, 3});
  select(w, no_mask, no_accum, less<double>{}, u, 2.5);
  CHECK(w.tuples().value == huge_numbers{1, 2});
  assign(w, no_mask, no_accum, u);
  CHECK(w.tuples().index == at);
  assign(w, no_mask, no_accum, 9.0, {0, 5});
  CHECK(w.tuples().value == huge_numbers{9, 9, 2, 3});
  assign(w, no_mask, no_accum, scalar<double>(std::nullopt, exec), {0});
  CHECK(w.tuples().value == huge_numbers{9, 2, 3});
  huge_vector part(3, exec);
  extract(part, no_mask, no_accum, u, {two_40 - 1, 0, 5});
  CHECK(part.tuples().value == huge_numbers{3, 1});
  scalar<double> s(0, exec);
  extract(s, u, 1'000'000'000'000);
  CHECK(s.value() == 2.0);
  if (exec.is_host()) {  // nvcc alone has kernels for it
    apply(
        w, no_mask, no_accum, [](double x) { return -x; }, u);
    CHECK(w.tuples().value == huge_numbers{-1, -2, -3});
  }
}

EXECUTOR_CASE("matrices of 2^40 columns cost their rows and entries") {
  auto a = few_rows(exec);
  CHECK(a.tuples().col == huge_positions{5, two_40 - 1, 5});
  CHECK(a.get(0, two_40 - 1) == 10.0);
  a.set(1, two_40 - 2, 40);
  CHECK_EQ(a.nnz(), 4);
  a.resize(2, two_40 / 2);
  CHECK(a.tuples().value == huge_numbers{20});
  auto const b = few_rows(exec);
  huge_matrix c(3, two_40, exec);
  ewise_add(c, no_mask, no_accum, plus<double>{}, b, b);
  CHECK(c.tuples().value == huge_numbers{40, 20, 60});
  huge_vector sums(3, exec);
  reduce(sums, plus_monoid<double>{}, b);
  CHECK(sums.tuples().value == huge_numbers{30, 30});
  huge_matrix part(2, 1, exec);
  extract(part, no_mask, no_accum, b, {2, 0}, {5});
  CHECK(part.tuples().value == huge_numbers{30, 20});
}

EXECUTOR_CASE("what would take an element for each of 2^40 positions throws out_of_memory and changes nothing") {
  auto u = three_entries(exec);
  auto const a = few_rows(exec);
  huge_vector w(3, exec), t(two_40, exec);
  CHECK_THROWS_AS(u.fill(1), out_of_memory);
  CHECK_THROWS_AS((void)u.to_dense(0), out_of_memory);
  CHECK_THROWS_AS((void)huge_vector::filled(two_40, 1, exec), out_of_memory);
  CHECK_THROWS_AS(assign(u, no_mask, plus<double>{}, 1.0), out_of_memory);
  CHECK_THROWS_AS(mxv(w, plus_times<double>{}, a, u), out_of_memory);
  CHECK_THROWS_AS(vxm(t, plus_times<double>{}, huge_vector::dense({1, 2, 3}, exec), a), out_of_memory);
  CHECK_THROWS_AS((void)a.csc(), out_of_memory);
  huge_matrix const tall(two_40, 3, exec);
  CHECK_EQ(tall.nnz(), 0);
  CHECK_THROWS_AS((void)tall.csr(), out_of_memory);
  CHECK_THROWS_AS((void)huge_matrix::build(two_40, 3, {5}, {1}, {1}, take_first<double>{}, exec), out_of_memory);
  CHECK(u.form() == vector_form::sparse);
  CHECK(u.tuples().value == huge_numbers{1, 2, 3});
  CHECK_EQ(w.nvals(), 0);
  CHECK_EQ(t.nvals(), 0);
}
