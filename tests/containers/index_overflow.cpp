// index_overflow.cpp - what passes 2^31 in a 32-bit type is refused by arithmetic, before anything is allocated.
#include <doctest/doctest.h>

#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>

using namespace heddle;

namespace {

constexpr size_type two_31 = size_type{1} << 31;

template <class Call> std::string message_of(Call const& call) {
  try {
    call();
  } catch (index_overflow const& e) { return e.what(); }
  return "nothing was thrown";
}

}  // namespace

TEST_CASE("a vector longer than its index type names the wider one") {
  CHECK_EQ(message_of([] { vector<double>{two_31}; }),
           "vector: size 2147483648 needs 64-bit indices, use vector<T, std::int64_t>");
  CHECK_EQ(vector<double>(two_31 - 1).size(), two_31 - 1);
  vector<double, std::int64_t> const wide(5 * two_31);
  CHECK_EQ(wide.size(), 5 * two_31);
  CHECK_EQ(wide.nvals(), 0);
}

TEST_CASE("a vector that cannot grow keeps what it had") {
  auto v = vector<double>::dense({1, 2, 3});
  CHECK_THROWS_AS(v.resize(two_31), index_overflow);
  CHECK(v.to_dense(0) == std::vector<double>{1, 2, 3});
}

TEST_CASE("a matrix wider or taller than its index type names the wider one") {
  std::string const wanted = " needs 64-bit indices, use matrix<T, std::int64_t, std::int64_t>";
  CHECK_EQ(message_of([] { matrix<float>(two_31, 1); }), "matrix: shape 2147483648 x 1" + wanted);
  CHECK_EQ(message_of([] { matrix<float>(1, two_31); }), "matrix: shape 1 x 2147483648" + wanted);
  CHECK_EQ(message_of([] { matrix<float, std::int32_t, std::int64_t>(1, two_31); }),
           "matrix: shape 1 x 2147483648" + wanted);
  CHECK_EQ(matrix<float>(two_31 - 1, 1).rows(), two_31 - 1);
  CHECK_EQ(matrix<float, std::int64_t, std::int64_t>(3 * two_31, two_31).rows(), 3 * two_31);
}

TEST_CASE("a matrix of wide columns and 64-bit indices holds entries beyond 2^31") {
  auto a = matrix<float, std::int64_t, std::int64_t>::build(2, 3 * two_31, {1, 0, 1}, {2 * two_31, 5, 7}, {1, 2, 3},
                                                            plus<float>{});
  a.set(0, 3 * two_31 - 1, 4);
  CHECK(a.get(1, 2 * two_31) == 1.0F);
  CHECK(a.tuples().col == std::vector<std::int64_t>{5, 3 * two_31 - 1, 7, 2 * two_31});
  CHECK(a.tuples().value == std::vector<float>{2, 4, 3, 1});
}

TEST_CASE("more entries than the offset type counts are refused before arrays are read or adopted") {
  matrix<float> const a(10, 10);
  CHECK_EQ(message_of([&] { a.new_form(two_31); }),
           "matrix: 2147483648 entries need 64-bit offsets, use matrix<T, std::int32_t, std::int64_t>");
  matrix<float, std::int64_t, std::int32_t> const b(10, 10);
  CHECK_EQ(message_of([&] { b.new_form(two_31); }),
           "matrix: 2147483648 entries need 64-bit offsets, use matrix<T, std::int64_t, std::int64_t>");
  CHECK_EQ(a.new_form(two_31 - 1)->nnz, two_31 - 1);

  int released = 0;
  std::int32_t offsets[3] = {0, 0, 0}, indices[1] = {0};
  csr_arrays<float, std::int32_t, std::int32_t> const huge{2, 2, two_31, offsets, indices, nullptr, 1};
  CHECK_THROWS_AS(matrix<float>::adopt_csr(huge, executor{}, [&] { ++released; }), index_overflow);
  CHECK_EQ(released, 0);
}

TEST_CASE("a matrix that cannot grow keeps what it had") {
  auto a = matrix<float>::build(2, 2, {0}, {1}, {5}, plus<float>{});
  CHECK_THROWS_AS(a.resize(two_31, 2), index_overflow);
  CHECK_THROWS_AS(a.resize(-1, 2), invalid_argument);
  CHECK_EQ(a.rows(), 2);
  CHECK(a.get(0, 1) == 5.0F);
}
