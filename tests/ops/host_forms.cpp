// host_forms.cpp - what the host makes of compressed forms in shares and chunks: results by one and by three threads
// are those of plain loops, on a matrix with a row that many shares cut, and with runs of empty rows.
#include <doctest/doctest.h>

#include <heddle/heddle.hpp>
#include <map>

namespace {
namespace host_forms {

using namespace heddle;
using position = std::pair<int, int>;
using entries = std::map<position, double>;

constexpr int rows = 3000, cols = 41000;

// Row 7 is almost full, rows 1000 to 1999 are empty, the others have a few entries, from 2500 on close together;
// `shift` moves them.
entries some_entries(int shift) {
  entries result;
  for (int j = shift; j < cols; j += 1 + j % 2) result[{7, j}] = 1 + j % 5;
  for (int i = 0; i < rows; ++i) {
    if (i >= 1000 && i < 2000) continue;
    for (int k = 0; i >= 2500 && k < 60; ++k) result[{i, 9000 + i % 3 + 3 * k + shift * (k % 2)}] = 1 + (i + k) % 7;
    for (int k = 0; i < 2500 && k < i % 37; ++k)
      result[{i, (i * 131 + k * k * 17 + shift * k) % cols}] = 1 + (i + k) % 7;
  }
  return result;
}

matrix<double> built(entries const& from, executor const& exec) {
  std::vector<std::int32_t> row, col;
  std::vector<double> value;
  for (auto const& [at, v] : from) {
    row.push_back(at.first);
    col.push_back(at.second);
    value.push_back(v);
  }
  return matrix<double>::build(rows, cols, row, col, value, take_first<double>{}, exec);
}

template <class T> entries entries_of(matrix<T> const& c) {
  entries result;
  auto const csr = c.csr();
  for (size_type i = 0; i < c.rows(); ++i) {
    for (auto e = csr.offsets[i]; e < csr.offsets[i + 1]; ++e) {
      if (e > csr.offsets[i]) CHECK(csr.indices[e - 1] < csr.indices[e]);
      result[{static_cast<int>(i), csr.indices[e]}] = static_cast<double>(csr.values[e]);
    }
  }
  CHECK(static_cast<size_type>(result.size()) == c.nnz());
  return result;
}

template <class Body> void by_one_and_three_threads(Body const& body) {
  for (int const threads : {1, 3}) {
    CAPTURE(threads);
    body(host_executor(threads));
  }
}

TEST_CASE("the host transposes and selects the entries of a matrix whose rows are uneven") {
  auto const stored = some_entries(0);
  entries turned, kept, lower;
  for (auto const& [at, v] : stored) {
    turned[{at.second, at.first}] = v;
    if (v > 3) kept[at] = v;
    if (at.second <= at.first) lower[at] = v;
  }
  by_one_and_three_threads([&](executor const& exec) {
    auto const a = built(stored, exec);
    matrix<double> t(cols, rows, exec), c(rows, cols, exec), l(rows, cols, exec);
    transpose(t, a);
    CHECK(entries_of(t) == turned);
    select(c, greater<double>{}, a, 3.0);
    CHECK(entries_of(c) == kept);
    select(l, tril{}, a, 0);
    CHECK(entries_of(l) == lower);
    select(c, greater<double>{}, a, 100.0);
    CHECK(c.nnz() == 0);
  });
}

TEST_CASE("the host extracts ranges, backwards too, and lists that name positions twice") {
  auto const stored = some_entries(0);
  std::vector<std::int32_t> some_rows, some_cols;
  for (int k = 0; k < 2000; ++k) some_rows.push_back((k * 701 + 7) % rows);
  for (int k = 0; k < 9000; ++k) some_cols.push_back((k * 7919) % (cols / 3));
  some_rows[5] = some_rows[1999] = 7;
  std::multimap<int, int> places;
  for (int l = 0; l < 9000; ++l) places.emplace(some_cols[l], l);
  entries listed, backwards;
  for (int k = 0; k < 2000; ++k) {
    for (auto e = stored.lower_bound({some_rows[k], 0}); e != stored.end() && e->first.first == some_rows[k]; ++e) {
      for (auto [from, to] = places.equal_range(e->first.second); from != to; ++from) {
        listed[{k, from->second}] = e->second;
      }
    }
  }
  for (auto const& [at, v] : stored) {
    if (at.first >= 3 && at.first < 2900 && at.second > 100 && at.second <= 40000) {
      backwards[{at.first - 3, 40000 - at.second}] = v;
    }
  }
  by_one_and_three_threads([&](executor const& exec) {
    auto const a = built(stored, exec);
    matrix<double> c(2000, 9000, exec), d(2897, 39900, exec);
    extract(c, a, some_rows, some_cols);
    CHECK(entries_of(c) == listed);
    extract(d, a, range(3, 2900), range(40000, 100, -1));
    CHECK(entries_of(d) == backwards);
  });
}

TEST_CASE("the host extracts a few columns of a wide matrix, in any order, and as often as they are chosen") {
  auto const stored = some_entries(0);
  std::vector<std::int32_t> const some_rows{7, 2600, 3, 7, 2999, 2500};
  std::vector<std::int32_t> ascending, repeated, forwards, backwards;
  for (int j = 0; j < cols; j += 400) forwards.push_back(j);
  for (int j = cols - 1; j >= 9000; j -= 401) backwards.push_back(j);
  for (int l = 0; l < 50; ++l) ascending.push_back(8990 + 2 * l), repeated.push_back(9000 + l * 7 % 20);
  by_one_and_three_threads([&](executor const& exec) {
    auto const a = built(stored, exec);
    auto const check = [&](std::vector<std::int32_t> const& chosen, auto const& columns) {
      entries wanted;
      for (std::size_t k = 0; k < some_rows.size(); ++k) {
        for (std::size_t l = 0; l < chosen.size(); ++l) {
          auto const found = stored.find({some_rows[k], chosen[l]});
          if (found != stored.end()) wanted[{static_cast<int>(k), static_cast<int>(l)}] = found->second;
        }
      }
      matrix<double> c(static_cast<size_type>(some_rows.size()), static_cast<size_type>(chosen.size()), exec);
      extract(c, a, some_rows, columns);
      CHECK(entries_of(c) == wanted);
    };
    check(ascending, ascending);
    check(repeated, repeated);
    check(forwards, range(0, cols, 400));
    check(backwards, range(cols - 1, 8999, -401));
  });
}

TEST_CASE("the host keeps few entries of a row under a mask of many, where its values are true") {
  entries few, mask_entries, open, closed;
  for (int j = 5; j < cols; j += 1009) few[{7, j}] = j;
  for (int j = 0; j < cols; ++j) mask_entries[{7, j}] = j % 3;
  for (auto const& [at, v] : few) (at.second % 3 ? open : closed)[at] = 2 * v;
  by_one_and_three_threads([&](executor const& exec) {
    auto const a = built(few, exec), mask = built(mask_entries, exec);
    matrix<double> c(rows, cols, exec), d(rows, cols, exec);
    ewise_add(c, mask, no_accum, plus<double>{}, a, a);
    CHECK(entries_of(c) == open);
    ewise_add(d, complement(mask), no_accum, plus<double>{}, a, a);
    CHECK(entries_of(d) == closed);
  });
}

TEST_CASE("the host merges matrices whose long rows are cut between two entries of one position") {
  for (int const shift : {0, 1, 2}) {
    CAPTURE(shift);
    auto const left = some_entries(0), right = some_entries(shift);
    entries sum = right, product;
    for (auto const& [at, v] : left) {
      auto const found = right.find(at);
      sum[at] = found == right.end() ? v : v - found->second;
      if (found != right.end()) product[at] = v - found->second;
    }
    by_one_and_three_threads([&](executor const& exec) {
      auto const a = built(left, exec), b = built(right, exec);
      matrix<double> c(rows, cols, exec);
      ewise_add(c, minus<double>{}, a, b);
      CHECK(entries_of(c) == sum);
      ewise_mult(c, minus<double>{}, a, b);
      CHECK(entries_of(c) == product);
      auto const less_by_lambda = [](double x, double y) { return x - y; };
      ewise_add(c, less_by_lambda, a, b);
      CHECK(entries_of(c) == sum);
      ewise_mult(c, less_by_lambda, a, b);
      CHECK(entries_of(c) == product);
    });
  }
}

// x then y: associative, not commutative, and exact.
struct affine {
  std::uint32_t scale = 1, add = 0;
  bool operator==(affine const&) const = default;
};
struct composed {
  using value_type = affine;
  HEDDLE_FN affine identity() const { return {}; }
  HEDDLE_FN affine operator()(affine const& x, affine const& y) const {
    return {x.scale * y.scale, x.add * y.scale + y.add};
  }
};

TEST_CASE("the host sums many values in order") {
  for (int const n : {7999, 8000, 8001, 100000}) {
    CAPTURE(n);
    std::vector<affine> values;
    affine wanted;
    for (int k = 0; k < n; ++k) {
      values.push_back(
          {static_cast<std::uint32_t>(2 * k + 3), static_cast<std::uint32_t>(k) * static_cast<std::uint32_t>(k) + 1});
      wanted = composed{}(wanted, values.back());
    }
    by_one_and_three_threads(
        [&](executor const& exec) { CHECK(reduce(composed{}, vector<affine>::dense(values, exec)) == wanted); });
  }
}

TEST_CASE("a masked product of the host has what the whole one has where the mask is open") {
  auto const stored = some_entries(0);
  entries short_rows;
  for (auto const& [at, v] : stored) {
    if (at.second < rows) short_rows[at] = v;
  }
  entries mask_entries;
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < 5; ++k) mask_entries[{i, (i * 37 + k * 977) % cols}] = k % 2;
  }
  for (int j = 0; j < cols; j += 3) mask_entries[{8, j}] = 1;
  by_one_and_three_threads([&](executor const& exec) {
    auto const b = built(stored, exec), mask = built(mask_entries, exec);
    matrix<double> a(rows, rows, exec), whole(rows, cols, exec), c(rows, cols, exec), d(rows, cols, exec);
    extract(a, built(short_rows, exec), all, range(0, rows));
    mxm(whole, plus_times<double>{}, a, b);
    entries by_pattern, by_value;
    for (auto const& [at, v] : entries_of(whole)) {
      auto const found = mask_entries.find(at);
      if (found == mask_entries.end()) continue;
      by_pattern[at] = v;
      if (found->second != 0) by_value[at] = v;
    }
    mxm(c, structure(mask), no_accum, plus_times<double>{}, a, b);
    CHECK(entries_of(c) == by_pattern);
    mxm(d, mask, no_accum, plus_times<double>{}, a, b);
    CHECK(entries_of(d) == by_value);
  });
}

}  // namespace host_forms
}  // namespace
