// counted_work.cpp - what operations promise not to do, counted by operators: rows that a mask closes are not
// multiplied, terminal values end sums, products are made where they are asked for.
#include <doctest/doctest.h>

#include <atomic>
#include <heddle/heddle.hpp>

#include "tests/support/contains.hpp"

using namespace heddle;
using namespace heddle::seam;
using namespace heddle::testing;

namespace {

std::atomic<size_type> times_asked = 0;

/// How often an operator below was asked by `call`.
template <class Call> size_type asked_by(Call const& call) {
  times_asked = 0;
  call();
  return times_asked;
}

struct counted_times {
  plus_monoid<double> add;
  double multiply(double a, double b) const { return ++times_asked, a * b; }
};
struct counted_and {
  lor_monoid<bool> add;
  bool multiply(bool a, bool b) const { return ++times_asked, a && b; }
};
struct counted_any {
  any_monoid<int> add;
  int multiply(int a, int) const { return ++times_asked, a; }
};
/// A maximum of numbers up to 99 that counts its additions.
struct counted_maximum {
  using value_type = int;
  static constexpr bool commutative = true;
  int identity() const { return -1; }
  int operator()(int a, int b) const { return ++times_asked, a < b ? b : a; }
  bool is_terminal(int v) const { return v == 99; }
};

// Rows of these lengths, with values value(i, k).
template <class T, class Value> matrix<T> matrix_of_lengths(std::vector<int> const& lengths, Value const& value) {
  std::vector<std::int32_t> row, col;
  std::vector<T> values;
  for (int i = 0; i < static_cast<int>(lengths.size()); ++i) {
    for (int k = 0; k < lengths[i]; ++k) row.push_back(i), col.push_back(k), values.push_back(value(i, k));
  }
  return matrix<T>::build(static_cast<size_type>(lengths.size()), 5000, row, col, values, take_first<T>{});
}

// Those that cut rows, those that share rows out whole, and what `auto` takes.
char const* const counted_schedules[] = {"nonzero_split:atoms_per_worker=64",
                                         "merge_path:items_per_worker=100",
                                         "cut_tiles:max_atoms=50",
                                         "coo",
                                         "thread_mapped",
                                         "dynamic",
                                         "binned",
                                         "auto"};

bool cuts_rows(std::string const& text) {
  return contains(text, "split") || contains(text, "path") || contains(text, "cut") || text == "coo" || text == "auto";
}

}  // namespace

TEST_CASE("a row that a mask closes is not multiplied, whether shares cut it or not") {
  std::vector<int> const lengths{5000, 3, 4097, 100, 0, 64, 4000, 1};
  auto const a = matrix_of_lengths<double>(lengths, [](int i, int k) { return i + k; });
  auto const open = vector<bool>::build(8, {1, 3, 5, 7}, std::vector<bool>(4, true), take_first<bool>{});
  auto const full = vector<double>::filled(5000, 1);
  auto gaps = full;
  gaps.remove(4999);
  for (char const* text : counted_schedules) {
    CAPTURE(std::string(text));
    descriptor const d{.schedule = schedule::parse(text), .direction = direction::pull};
    for (vector<double> const* const u : {&full, static_cast<vector<double> const*>(&gaps)}) {
      vector<double> w(8);
      CHECK(asked_by([&] { mxv(w, structure(open), no_accum, counted_times{}, a, *u, d); }) == 3 + 100 + 64 + 1);
      CHECK(w.nvals() == 4);
      size_type const closed = 5000 + 4097 + 4000 - (u == &gaps);
      CHECK(asked_by([&] { mxv(w, complement(structure(open)), plus<double>{}, counted_times{}, a, *u, d); }) ==
            closed);
    }
    vector<int> sums(8);
    auto const numbers = matrix_of_lengths<int>(lengths, [](int, int k) { return k % 7; });
    CHECK(asked_by([&] { reduce(sums, structure(open), no_accum, counted_maximum{}, numbers, d); }) <=
          168 + 2 * 13'265 / 50);
  }
}

TEST_CASE("a terminal value ends the sum of a row, and of what a share has of one") {
  std::vector<int> const lengths{1000, 0, 5000, 10, 1};
  std::vector<int> const ends{700, 0, 0, 9, 0};  // where the first true stands
  auto const a = matrix_of_lengths<bool>(lengths, [&](int i, int k) { return k >= ends[i]; });
  auto const numbers = matrix_of_lengths<int>(lengths, [&](int i, int k) { return k < ends[i] ? 5 : 99; });
  size_type const whole = 701 + 0 + 1 + 10 + 1;
  auto const full = vector<bool>::filled(5000, true);
  for (char const* text : counted_schedules) {
    CAPTURE(std::string(text));
    descriptor const d{.schedule = schedule::parse(text), .direction = direction::pull};
    // Where rows are cut every share looks for an end of its own, of 50 entries at least.
    size_type const most = cuts_rows(text) ? whole + 6011 / 50 + 10 : whole;
    vector<bool> w(5);
    CHECK(asked_by([&] { mxv(w, counted_and{}, a, full, d); }) <= most);
    CHECK(w.nvals() == 4);
    vector<int> sums(5);
    CHECK(asked_by([&] { reduce(sums, counted_maximum{}, numbers, d); }) <= most + (cuts_rows(text) ? 130 : 0));
    CHECK(sums.to_dense(0) == std::vector<int>{99, 0, 99, 99, 99});
  }
}

TEST_CASE("a terminal value ends the sum of a vector and of a matrix in each of their shares of 2048") {
  for (size_type const n : {100, 20'000, 100'000}) {
    CAPTURE(n);
    std::vector<int> values(static_cast<std::size_t>(n), 5);
    values[40] = 99;
    auto const early = vector<int>::dense(values), all = vector<int>::filled(n, 99);
    size_type const shares = ceil_div(n, 2048);
    int found = 0;
    CHECK(asked_by([&] { found = reduce(counted_maximum{}, early); }) <= 41 + max_of<size_type>(n - 2048, 0) + shares);
    CHECK(found == 99);
    CHECK(asked_by([&] { found = reduce(counted_maximum{}, all); }) <= 2 * shares);
    CHECK(found == 99);
    scalar<int> sum(0);
    CHECK(asked_by([&] { reduce(sum, counted_maximum{}, all); }) <= 2 * shares);
  }
}

TEST_CASE("a row that looks for any answer asks until the first") {
  auto const a = matrix_of_lengths<int>({1000, 5000, 0, 30}, [](int, int k) { return k; });
  for (std::int32_t const first_place : {0, 29, 700}) {
    CAPTURE(first_place);
    std::vector<std::int32_t> at;
    for (std::int32_t j = first_place; j < 5000; j += 2) at.push_back(j);
    auto const u = vector<int>::build(5000, at, std::vector<int>(at.size(), 1), take_first<int>{});
    for (char const* text : {"thread_mapped", "auto"}) {
      vector<int> w(4);
      auto const d = descriptor{.schedule = schedule::parse(text), .direction = direction::pull};
      size_type const rows_with_answer = first_place < 30 ? 3 : 2;
      CHECK(asked_by([&] { mxv(w, counted_any{}, a, u, d); }) <=
            rows_with_answer + (std::string(text) == "auto" ? 20 : 0));
      CHECK(w.get(1) == first_place);
    }
  }
}

TEST_CASE("a pushed product multiplies the entries of the rows that the operand chooses, and no others") {
  auto const a = matrix_of_lengths<double>({1000, 3, 5000, 100, 0, 7}, [](int i, int k) { return i + k; });
  auto const u = vector<double>::build(6, {1, 4, 5}, {1, 2, 3}, take_first<double>{});
  vector<double> w(5000);
  CHECK(asked_by([&] { vxm(w, counted_times{}, u, a, {.direction = direction::push}); }) == 3 + 7);
  CHECK(w.nvals() == 7);
}

TEST_CASE("a masked product of matrices multiplies what the mask asks for, and no more") {
  auto const a = matrix_of_lengths<double>({3, 200, 0, 5}, [](int i, int k) { return 1 + i + k; });
  for (int const length : {300, 6}) {  // of B's rows, which are searched for what the mask asks, or walked
    CAPTURE(length);
    std::vector<std::int32_t> row, col;  // even columns
    for (std::int32_t k = 0; k < 200; ++k) {
      for (int c = 0; c < length; ++c) row.push_back(k), col.push_back(2 * c);
    }
    auto const b =
        matrix<double>::build(5000, 5000, row, col, std::vector<double>(row.size(), 1), take_first<double>{});
    for (std::int32_t const more : {0, 4500}) {  // in a row without products; with few it is made of dot products
      CAPTURE(more);
      std::vector<std::int32_t> open_row{0, 0, 0, 3, 3, 3}, open_col{3, 8, 9, 4, 7, 4001};
      for (std::int32_t j = 0; j < more; ++j) open_row.push_back(2), open_col.push_back(j);
      auto const mask = matrix<bool>::build(4, 5000, open_row, open_col, std::vector<bool>(open_row.size(), true),
                                            take_first<bool>{});
      matrix<double> c(4, 5000);
      CHECK(asked_by([&] { mxm(c, structure(mask), no_accum, counted_times{}, a, b); }) == 3 + 5);
      CHECK(c.nnz() == 2);
    }
    matrix<double> c(4, 5000);
    CHECK(asked_by([&] { mxm(c, counted_times{}, a, b); }) == (3 + 200 + 5) * length);
  }
}

TEST_CASE("a sampled product ends at a terminal value, which it looks for now and then") {
  auto const mask = matrix<bool>::build(2, 2, {0, 1}, {0, 1}, {true, true}, take_first<bool>{});
  auto const a = heddle::dense_matrix<bool>::filled(2, 10'000, true),
             b = heddle::dense_matrix<bool>::filled(10'000, 2, true);
  matrix<bool> c(2, 2);
  CHECK(asked_by([&] { mxm(c, structure(mask), no_accum, counted_and{}, a, b); }) <= 2 * (8 + 256));
  CHECK(c.get(1, 1) == true);
}

TEST_CASE("element-wise operators are asked where both operands have an entry, once") {
  auto const both = [](double x, double y) { return ++times_asked, x + y; };
  auto const u = vector<double>::build(100'000, {5, 70, 900, 4000}, {1, 2, 3, 4}, take_first<double>{});
  auto const v = vector<double>::build(100'000, {6, 70, 4000, 99'999}, {1, 2, 3, 4}, take_first<double>{});
  vector<double> w(100'000);
  CHECK(asked_by([&] { ewise_mult(w, both, u, v); }) == 2);
  CHECK(asked_by([&] { ewise_add(w, both, u, v); }) == 2);
  CHECK(w.nvals() == 6);
  auto const a = matrix_of_lengths<double>({3, 0, 5}, [](int, int) { return 1.0; }),
             b = matrix_of_lengths<double>({2, 4, 5}, [](int, int) { return 1.0; });
  matrix<double> c(3, 5000);
  CHECK(asked_by([&] { ewise_mult(c, both, a, b); }) == 7);
  CHECK(asked_by([&] { ewise_add(c, both, a, b); }) == 7);
}
