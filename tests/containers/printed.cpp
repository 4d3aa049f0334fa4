// printed.cpp - containers as text: small ones position by position, of others the first entries.
#include <heddle/print.hpp>
#include <heddle/semirings/operators.hpp>
#include <iostream>
#include <sstream>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

template <class X> std::string text_of(X const& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}
template <class X> std::string text_of(X const& x, print_options const& options) {
  std::ostringstream out;
  print(out, x, options);
  return out.str();
}

/// Has no operator<<.
struct place {
  int row = 0;
};
struct named_place {
  int row = 0;
  friend std::ostream& operator<<(std::ostream& out, named_place p) { return out << "row " << p.row; }
};

}  // namespace

EXECUTOR_CASE("small vectors and matrices are shown position by position, a point where there is no entry") {
  CHECK_EQ(text_of(vector<float>::build(5, {0, 3}, {1.5f, 2}, no_duplicates, exec)),
           "vector of 5 positions, 2 entries: 1.5 . . 2 .");
  CHECK_EQ(text_of(vector<int>::build(1, {0}, {7}, no_duplicates, exec)), "vector of 1 position, 1 entry: 7");
  CHECK_EQ(text_of(vector<int>(3, exec)), "vector of 3 positions, 0 entries");
  CHECK_EQ(text_of(vector<int>(0, exec)), "vector of 0 positions, 0 entries");
  CHECK_EQ(text_of(matrix<float>::build(3, 3, {0, 0, 1, 2}, {0, 1, 2, 0}, {1, -2.5, 3, 4}, no_duplicates, exec)),
           "matrix of 3 x 3, 4 entries:\n"
           "     1 -2.5    .\n"
           "     .    .    3\n"
           "     4    .    .");
  CHECK_EQ(text_of(matrix<int>(0, 4, exec)), "matrix of 0 x 4, 0 entries");
  CHECK_EQ(text_of(dense_matrix<double>::from_rows(2, 2, {1.0, 2.0, 3.0, 4.5}, exec)),
           "matrix of 2 x 2, 4 entries:\n"
           "    1   2\n"
           "    3 4.5");
}

EXECUTOR_CASE("of larger ones the first entries are shown, and how many more there are") {
  vector<int> v(100, exec);
  for (int i = 0; i < 60; ++i) v.set(i, i + 1000);
  CHECK_EQ(text_of(v, {.entries = 2}), "vector of 100 positions, 60 entries:\n  0: 1000\n  1: 1001\n  and 58 more");
  CHECK_EQ(text_of(v, {.entries = 0}), "vector of 100 positions, 60 entries:\n  60 more");
  auto const shown = text_of(v);
  CHECK_EQ(std::count(shown.begin(), shown.end(), '\n'), 21);
  CHECK(shown.ends_with("\n  19: 1019\n  and 40 more"));
  CHECK_EQ(text_of(v, {.entries = 100}).substr(0, 51), "vector of 100 positions, 60 entries: 1000 1001 1002");

  auto const a = matrix<float>::build(3, 30, {0, 2, 2}, {29, 1, 5}, {1, 2, 3}, no_duplicates, exec);
  CHECK_EQ(text_of(a), "matrix of 3 x 30, 3 entries:\n  (0, 29): 1\n  (2, 1): 2\n  (2, 5): 3");
  CHECK_EQ(text_of(a, {.entries = 1}), "matrix of 3 x 30, 3 entries:\n  (0, 29): 1\n  and 2 more");
  CHECK_EQ(text_of(dense_matrix<int>::filled(2, 30, 5, exec), {.entries = 2}),
           "matrix of 2 x 30, 60 entries:\n  (0, 0): 5\n  (0, 1): 5\n  and 58 more");
  CHECK_THROWS_WITH_AS(text_of(v, {.entries = -1}), "print: entries is -1, but must be 0 or more", invalid_argument);
}

EXECUTOR_CASE("a scalar is shown as its value") {
  CHECK_EQ(text_of(scalar<double>(2.5, exec)), "2.5");
  CHECK_EQ(text_of(scalar<int>(std::nullopt, exec)), "no value");
}

TEST_CASE("elements are shown as the stream shows them, small integers as numbers, others by operator<< or as a star") {
  CHECK_EQ(text_of(vector<std::int8_t>::filled(2, std::int8_t{65})), "vector of 2 positions, 2 entries: 65 65");
  CHECK_EQ(text_of(vector<f16>::filled(1, f16(0.5f))), "vector of 1 position, 1 entry: 0.5");
  CHECK_EQ(text_of(vector<named_place>::filled(2, {4})), "vector of 2 positions, 2 entries: row 4 row 4");
  CHECK_EQ(text_of(vector<place>::filled(2, {})), "vector of 2 positions, 2 entries: * *");
  std::ostringstream out;
  out.precision(2);
  out << std::boolalpha << vector<bool>::dense({true, false}) << '\n' << scalar<double>(3.14159);
  CHECK_EQ(out.str(), "vector of 2 positions, 2 entries: true false\n3.1");
}

TEST_CASE("print writes a line to standard output") {
  std::ostringstream out;
  auto* const before = std::cout.rdbuf(out.rdbuf());
  print(vector<int>::filled(3, 1));
  print(vector<int>::filled(3, 1), {.entries = 1});
  std::cout.rdbuf(before);
  CHECK_EQ(out.str(),
           "vector of 3 positions, 3 entries: 1 1 1\nvector of 3 positions, 3 entries:\n  0: 1\n  and 2 more\n");
}
