// set_in_place.cpp - what set, remove and reads between them cost, by the bytes that they take and the arrays that
// stay, and what a matrix knows of itself behind them.
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>
#include <map>
#include <random>

#include "tests/failure/allocations.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::testing;

namespace {

constexpr int side = 2000;

// Two entries a row: on the diagonal, and one place to the right.
matrix<double> banded(executor const& exec, int n = side) {
  std::vector<std::int32_t> row, col;
  std::vector<double> value;
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < std::min(i + 2, n); ++j) row.push_back(i), col.push_back(j), value.push_back(1 + i % 7);
  }
  return matrix<double>::build(n, n, row, col, value, no_duplicates, exec);
}

// Bytes of the host's memory that `work` asks for.
template <class Work> std::int64_t bytes_taken(Work const& work) {
  host_meter().start();
  work();
  host_meter().stop();
  return host_meter().total();
}

// What a merge takes at least: the arrays of the new form.
std::int64_t merged_bytes(matrix<double> const& a) { return a.nnz() * 12 + a.rows() * 4; }

double sum_of_all_entries(matrix<double> const& a) {
  double sum = 0;
  for (double const value : a.tuples().value) sum += value;
  return sum;
}

}  // namespace

TEST_CASE("new entries of a matrix that are set and read one by one cost no merge each") {
  auto a = banded(host_executor());
  double sum = 0;
  size_type entries = 0;
  auto const taken = bytes_taken([&] {
    for (int k = 0; k < 1000; ++k) {
      a.set(k, k + 900, k);
      sum += a.get(k, k + 900).value() + a.get(k, k).value();
      entries = a.nnz();
    }
  });
  CHECK_EQ(entries, 2 * side - 1 + 1000);
  CHECK_LT(taken, 4 * merged_bytes(a));
  CHECK_EQ(a.tuples().value.size(), 2 * side - 1 + 1000);
}

TEST_CASE("entries that are there are set without memory, and nothing but values changes") {
  auto a = banded(host_executor());
  a.csc();
  auto const* const columns = a.csr().indices;
  auto const* const rows = a.csc().indices;
  auto const plan = storage_of(a).csr().plan_for(merge_path{}, 8);
  size_type entries = 0;
  auto const taken = bytes_taken([&] {
    for (int k = 0; k < side; ++k) {
      a.set(k, k, -k);
      entries = a.nnz();
      if (k % 10 == 0) a.csr(), a.csc();
    }
  });
  CHECK_EQ(taken, 0);
  CHECK_EQ(entries, 2 * side - 1);
  CHECK_EQ(a.csr().indices, columns);
  CHECK_EQ(a.csc().indices, rows);
  CHECK(storage_of(a).csr().plan_for(merge_path{}, 8) == plan);
  CHECK_EQ(a.transposed().get(77, 77), -77.0);
  CHECK_EQ(a.get(77, 77), -77.0);
  CHECK_EQ(a.get(77, 78), 1.0);
}

TEST_CASE("a copy that has one entry set is not copied for that before it is read as a whole") {
  auto const a = banded(host_executor());
  size_type entries = 0;
  auto const taken = bytes_taken([&] {
    for (int k = 0; k < 200; ++k) {
      auto b = a;
      b.set(k, k, 5);
      b.set(k, k + 3, 5);
      entries += b.nnz() + static_cast<size_type>(b.get(k, k).value());
    }
  });
  CHECK_EQ(entries, 200 * (2 * side + 5));
  CHECK_LT(taken, 4 * merged_bytes(a));
  CHECK_EQ(a.get(5, 5), 6.0);
}

TEST_CASE("a matrix with many updates that wait is merged once, not by each copy") {
  auto a = banded(host_executor());
  for (int k = 0; k < 1000; ++k) a.set(k, k + 900, k);
  auto const taken = bytes_taken([&] {
    for (int k = 0; k < 100; ++k) {
      auto const b = a;
      CHECK_EQ(b.nnz(), 2 * side - 1 + 1000);
    }
  });
  CHECK_LT(taken, 20 * merged_bytes(a));
}

TEST_CASE("one form that is rows and columns is set where it stands, and is rows alone from then on") {
  auto a = banded(host_executor());
  a.assume_symmetric();
  auto t = a.transposed();
  a = matrix<double>(1, 1);
  auto const* const indices = t.csr().indices;
  CHECK_EQ(t.csc().indices, indices);
  CHECK_EQ(bytes_taken([&] { t.set(5, 6, 0.5); }), 0);
  CHECK_EQ(t.csr().indices, indices);
  CHECK_EQ(t.get(5, 6), 0.5);
  CHECK_EQ(t.transposed().get(6, 5), 0.5);
  CHECK(!t.transposed().get(5, 6));
}

TEST_CASE("copies of a matrix that has had many updates take no more than those of another") {
  auto a = banded(host_executor());
  for (int k = 0; k < 1000; ++k) a.set(k, k + 900, k), (void)a.get(k, k + 900);
  (void)a.csr();
  auto const taken = bytes_taken([&] {
    for (int k = 0; k < 100; ++k) matrix<double>(a).rows();
  });
  CHECK_LE(taken, 1000);
}

TEST_CASE("one position that is set without end takes no memory without end") {
  auto a = matrix<double>::build(3, 3, {0}, {1}, {}, no_duplicates, host_executor());  // a pattern
  auto const taken = bytes_taken([&] {
    for (int k = 0; k < 100'000; ++k) {
      a.set(0, 1, k);
      a.set(2, 2, k);
      CHECK_EQ(a.get(2, 2), k);
      CHECK_EQ(a.nnz(), 2);
    }
  });
  CHECK_LT(taken, 10'000);
}

EXECUTOR_CASE("setting an entry forgets what was known of values, and of nothing else") {
  auto a = banded(exec, 50);
  a.assume_symmetric();
  CHECK(storage_of(a).csr().value_statistics<double>().least == 1);
  CHECK_EQ(a.csc().indices, a.csr().indices);
  a.set(0, 1, 0.25);
  CHECK(!storage_of(a).symmetric());
  CHECK(storage_of(a).csr().value_statistics<double>().least == 0.25);
  CHECK_EQ(a.transposed().get(1, 0), 0.25);
  CHECK(!a.transposed().get(0, 1));
  a.csc();
  a.set(0, 1, 0.125);
  CHECK_EQ(sum_of_all_entries(a), sum_of_all_entries(a.transposed()));
  CHECK_EQ(a.transposed().tuples().value[1], 0.125);
  CHECK(storage_of(a).csc().value_statistics<double>().least == 0.125);
  a.set(0, 1, 0.0625);
  CHECK(storage_of(a).csc().value_statistics<double>().least == 0.0625);
  CHECK(storage_of(a).csr().value_statistics<double>().least == 0.0625);
}

EXECUTOR_CASE("what shares a matrix's arrays keeps the old value when an entry is set") {
  auto a = banded(exec, 20);
  auto const copy = a, turned = a.transposed();
  auto const range = a.entries();
  a.set(3, 3, 99);
  CHECK_EQ(a.get(3, 3), 99.0);
  CHECK_EQ(storage_of(a).csr().nnz, 39);
  CHECK_EQ(a.tuples().value[6], 99.0);
  for (auto const* const other : {&copy, &turned}) CHECK_EQ(other->get(3, 3), 4.0);
  double most = 0;
  for (auto [i, j, value] : range) most = std::max(most, value);
  CHECK_EQ(most, 7.0);
  auto t = a.transposed();
  a = copy;
  t.set(4, 3, -1);  // it has columns alone
  CHECK_EQ(t.get(4, 3), -1.0);
  CHECK_EQ(t.tuples().value[8], 5.0);
  CHECK_EQ(t.tuples().value[7], -1.0);
  CHECK_EQ(copy.get(3, 4), 4.0);
}

EXECUTOR_CASE("the user's arrays are not written to, and a pattern gets values") {
  auto const owner = banded(exec, 20);
  auto const view = owner.csr();
  auto a = matrix<double>::adopt_csr({20, 20, 39, view.offsets, view.indices, view.values.data}, exec);
  CHECK(a.stays_adopted());
  a.set(0, 0, 5);
  CHECK(!a.stays_adopted());
  CHECK_EQ(a.get(0, 0), 5.0);
  CHECK_EQ(owner.get(0, 0), 1.0);
  CHECK_EQ(a.tuples().value[0], 5.0);
  CHECK_EQ(owner.tuples().value[0], 1.0);
  auto p = matrix<double>::build(2, 2, {0, 1}, {0, 1}, {}, no_duplicates, exec, 3.0);
  p.set(1, 1, 8);
  CHECK(p.tuples().value == std::vector<double>{3, 8});
  p.set(1, 1, 9);
  CHECK(p.tuples().value == std::vector<double>{3, 9});
}

EXECUTOR_CASE("sets, removals, copies and reads of every kind in any order leave what a map would") {
  std::mt19937 random(5);
  constexpr int n = 12;
  for (int round = 0; round < 40; ++round) {
    CAPTURE(round);
    matrix<int> a(n, n, exec);
    std::map<std::pair<int, int>, int> expected;
    std::optional<matrix<int>> kept;
    for (int k = 0; k < 150; ++k) {
      int const i = static_cast<int>(random() % n), j = static_cast<int>(random() % n);
      switch (random() % 12) {
        case 0:
          kept = a;
          break;
        case 1:
          kept.reset();
          break;
        case 2:
          a.csc();
          break;
        case 3:
          a = a.transposed();
          {
            std::map<std::pair<int, int>, int> turned;
            for (auto const& [at, value] : expected) turned[{at.second, at.first}] = value;
            expected = turned;
          }
          break;
        case 4:
          CHECK_EQ(a.tuples().value.size(), expected.size());
          break;
        case 5:
          CHECK_EQ(a.nnz(), expected.size());
          break;
        case 6:
        case 7:
          a.remove(i, j);
          expected.erase({i, j});
          break;
        default:
          a.set(i, j, k);
          expected[{i, j}] = k;
      }
      auto const found = expected.find({j, i});
      if (k % 3 == 0) CHECK(a.get(j, i) == (found == expected.end() ? std::nullopt : std::optional(found->second)));
    }
    auto const rows = a.tuples(), columns = a.transposed().tuples();
    std::map<std::pair<int, int>, int> by_rows, by_columns;
    for (std::size_t k = 0; k < rows.row.size(); ++k) {
      by_rows[{rows.row[k], rows.col[k]}] = rows.value[k];
      by_columns[{columns.col[k], columns.row[k]}] = columns.value[k];
    }
    CHECK(by_rows == expected);
    CHECK(by_columns == expected);
  }
}

EXECUTOR_CASE("an entry of a short list is set where it stands, and what is not there is removed for nothing") {
  auto v = vector<double>::build(1 << 20, {3, 70'000}, {1, 2}, no_duplicates, exec);
  auto const* const before = storage_of(v).sparse().indices.data();
  v.set(70'000, 5);
  v.remove(4);
  CHECK_EQ(storage_of(v).sparse().indices.data(), before);
  CHECK(v.tuples().value == std::vector<double>{1, 5});
  v.set(4, 6);
  v.remove(3);
  CHECK(v.tuples().value == std::vector<double>{6, 5});
  CHECK_EQ(v.nvals(), 2);
}

TEST_CASE("the number of entries of a bitmap is known behind every set and remove") {
  auto v = vector<double>::build(100, {3, 50, 70}, {1, 2, 3}, no_duplicates, host_executor());
  storage_of(v).write_bitmap();
  CHECK_EQ(v.nvals(), 3);
  v.set(4, 1);
  CHECK_EQ(storage_of(v).bitmap().nvals, 4);
  v.set(4, 2);
  CHECK_EQ(storage_of(v).bitmap().nvals, 4);
  v.remove(5);
  CHECK_EQ(storage_of(v).bitmap().nvals, 4);
  v.remove(50);
  CHECK_EQ(storage_of(v).bitmap().nvals, 3);
  auto dense = vector<double>::filled(10, 1, host_executor());
  dense.remove(3);
  CHECK_EQ(storage_of(dense).bitmap().nvals, 9);
}

TEST_CASE("a set, a removal or a read behind them that finds no memory leaves the matrix as it was") {
  using call = void (*)(matrix<double>&);
  call const calls[] = {[](matrix<double>& a) { a.set(9, 9, 5); },  [](matrix<double>& a) { a.set(1, 15, 5); },
                        [](matrix<double>& a) { a.set(0, 5, 5); },  [](matrix<double>& a) { a.remove(4, 4); },
                        [](matrix<double>& a) { (void)a.nnz(); },   [](matrix<double>& a) { (void)a.get(3, 8); },
                        [](matrix<double>& a) { (void)a.csr(); },   [](matrix<double>& a) { (void)a.csc(); },
                        [](matrix<double>& a) { auto const b = a; }};
  auto const make = [] {
    auto a = banded(host_executor(), 20);
    a.csc();
    for (int k = 0; k < 80; ++k) a.set(k % 12, k % 12 + 5, k);
    a.remove(2, 2);
    a.remove(0, 19);
    return a;
  };
  for (call const now : calls) {
    auto done = make();
    now(done);
    auto const after = done.tuples().value;
    auto const before = make().tuples().value;
    for (int at = 0;; ++at) {
      REQUIRE(at < 1000);
      auto a = make();
      bool threw = false;
      host_gate().arm(failing::once, at);
      try {
        now(a);
      } catch (std::bad_alloc const&) { threw = true; } catch (out_of_memory const&) {
        threw = true;
      }
      bool const failed = host_gate().disarm();
      if (threw) {
        auto b = a;
        CHECK_EQ(b.nnz(), before.size());
        CHECK(b.tuples().value == before);
        CHECK_EQ(b.transposed().nnz(), before.size());
        now(a);
      }
      CHECK(a.tuples().value == after);
      if (!failed) break;
    }
  }
}
