// size_overflow.cpp - sizes whose bytes cannot be counted are refused with the library's own exceptions, and change
// nothing.
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/mxv/mxv.hpp>
#include <heddle/ops/reduce/reduce.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

using wide = vector<double, std::int64_t>;
constexpr size_type two_61 = size_type{1} << 61, longest = std::numeric_limits<size_type>::max();

void check_one_entry(wide const& v) {
  CHECK(v.form() == vector_form::sparse);
  CHECK_EQ(v.nvals(), 1);
  CHECK_EQ(v.tuples().index, std::vector<std::int64_t>{7});
  CHECK_EQ(v.tuples().value, std::vector<double>{2.5});
}

}  // namespace

EXECUTOR_CASE("vectors whose dense form has more bytes than can be counted refuse it and keep their entries") {
  for (size_type const size : {two_61 - 1, two_61, two_61 + 1, 2 * two_61, 3 * two_61, longest - 1, longest}) {
    auto v = wide::build(size, {7}, {2.5}, take_first<double>{}, exec);
    CHECK_THROWS_AS(v.fill(1), out_of_memory);
    CHECK_THROWS_AS(v.to_dense(0), out_of_memory);
    CHECK_THROWS_AS(assign(v, no_mask, plus<double>{}, 1.0), out_of_memory);
    CHECK_THROWS_AS(wide::filled(size, 1, exec), out_of_memory);
    check_one_entry(v);
    v.resize(size - 1);
    check_one_entry(v);
  }
}

EXECUTOR_CASE("the message names the size") {
  wide v(two_61, exec);
  CHECK_THROWS_WITH_AS(v.fill(1), "buffer: 2305843009213693952 elements of 8 bytes cannot be had", out_of_memory);
}

EXECUTOR_CASE("memory of a size that cannot be is not adopted, nor released") {
  double value = 1;
  int released = 0;
  CHECK_THROWS_AS(wide::adopt(exec, &value, two_61, [&] { ++released; }), out_of_memory);
  CHECK_EQ(released, 0);
}

EXECUTOR_CASE("matrices of more rows than memory has room for refuse to be listed and stay what they are") {
  using tall = matrix<double, std::int64_t, std::int64_t>;
  for (size_type const rows : {two_61, 2 * two_61, longest - 1}) {
    tall a(rows, 3, exec);
    CHECK_EQ(a.nnz(), 0);
    CHECK_THROWS_AS(a.csr(), out_of_memory);
    CHECK_THROWS_AS(tall::build(rows, 3, {rows - 1}, {1}, {2.5}, take_first<double>{}, exec), out_of_memory);
    a.set(rows - 1, 1, 2.5);
    CHECK_EQ(a.nnz(), 1);
    CHECK_THROWS_AS(a.csr(), out_of_memory);
    CHECK_THROWS_AS(a.csc(), out_of_memory);
    CHECK_THROWS_AS(a.resize(rows - 1, 3), out_of_memory);
    CHECK_EQ(a.rows(), rows);
    wide w(rows, exec);
    CHECK_THROWS_AS(mxv(w, plus_times<double>{}, a, wide::dense({1, 2, 3}, exec)), out_of_memory);
    CHECK_THROWS_AS(reduce(w, plus_monoid<double>{}, a), out_of_memory);
    CHECK_EQ(w.nvals(), 0);
    a.clear();
    tall b(4, rows, exec);
    CHECK_EQ(b.nnz(), 0);
    CHECK_THROWS_AS(b.csc(), out_of_memory);
  }
  CHECK_THROWS_AS(tall(longest, 3, exec), index_overflow);
  CHECK_THROWS_AS(tall(3, longest, exec), index_overflow);
}
