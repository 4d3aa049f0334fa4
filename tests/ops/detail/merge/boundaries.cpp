// boundaries.cpp - element-wise operations where their tables, their shares and their blocks are just full:
// columns 8192 apart, rows that shares of 4096 steps cut, kronecker products by blocks of 64 and at the limits of
// types.
#include <algorithm>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/kronecker/kronecker.hpp>
#include <iterator>
#include <numeric>

#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::seam;

namespace {

using merge_positions = std::vector<std::int32_t>;

matrix<int> merged_row(size_type columns, merge_positions const& at, int scale, executor const& exec) {
  std::vector<int> values;
  for (auto const j : at) values.push_back(scale * (j + 1));
  return matrix<int>::build(1, columns, merge_positions(at.size(), 0), at, values, take_first<int>{}, exec);
}

// What is wrong with the sums and the products of two rows, or nothing.
std::string wrong_merge(merge_positions const& a, merge_positions const& b, executor const& exec) {
  size_type const columns = std::max(a.empty() ? 0 : a.back(), b.empty() ? 0 : b.back()) + 1;
  merge_positions both, either;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(either));
  auto const left = merged_row(columns, a, 1, exec), right = merged_row(columns, b, 1000, exec);
  matrix<int> c(1, columns, exec);
  ewise_mult(c, no_mask, no_accum, plus<int>{}, left, right);
  auto found = c.tuples();
  if (found.col != both) return "other columns of both";
  for (std::size_t k = 0; k < both.size(); ++k) {
    if (found.value[k] != 1001 * (both[k] + 1)) return "another value of both";
  }
  ewise_add(c, no_mask, no_accum, plus<int>{}, left, right);
  found = c.tuples();
  if (found.col != either) return "other columns of either";
  for (std::size_t k = 0; k < either.size(); ++k) {
    int const j = either[k] + 1;
    bool const in_a = std::binary_search(a.begin(), a.end(), either[k]),
               in_b = std::binary_search(b.begin(), b.end(), either[k]);
    if (found.value[k] != in_a * j + in_b * 1000 * j) return "another value of either";
  }
  return "";
}

merge_positions counting_up(std::int32_t n, std::int32_t step = 1, std::int32_t from = 0) {
  merge_positions at(static_cast<std::size_t>(n));
  for (std::int32_t k = 0; k < n; ++k) at[k] = from + k * step;
  return at;
}

}  // namespace

EXECUTOR_CASE("rows whose columns lie 8192 apart, one less and one more, are matched where they are equal") {
  for (std::int32_t const base : {0, 5}) {
    for (std::int32_t const apart : {8190, 8191, 8192, 8193, 16384}) {
      CAPTURE(apart);
      merge_positions const a{base, base + apart};
      CHECK(wrong_merge(a, {base}, exec) == "");
      CHECK(wrong_merge(a, {base + apart}, exec) == "");
      CHECK(wrong_merge({base}, a, exec) == "");
      CHECK(wrong_merge(a, a, exec) == "");
      CHECK(wrong_merge(a, {base + 8192, base + 16384}, exec) == "");
      CHECK(wrong_merge({base, base + 7, base + apart}, {base + 7, base + apart + 8192}, exec) == "");
    }
  }
}

EXECUTOR_CASE("what stood in a row before is not matched in the next one") {
  auto const a =
      matrix<int>::build(3, 20'000, {0, 0, 1, 2, 2}, {5, 8199, 9, 5, 19'000}, {1, 2, 3, 4, 5}, take_first<int>{}, exec);
  auto const b =
      matrix<int>::build(3, 20'000, {1, 1, 1, 2}, {5, 8199, 9, 8199}, {10, 20, 30, 40}, take_first<int>{}, exec);
  matrix<int> c(3, 20'000, exec);
  ewise_mult(c, no_mask, no_accum, plus<int>{}, a, b);
  CHECK(c.tuples().row == merge_positions{1});
  CHECK(c.tuples().col == merge_positions{9});
  CHECK(c.tuples().value == std::vector<int>{33});
  ewise_add(c, no_mask, no_accum, plus<int>{}, a, b);
  CHECK(c.tuples().col == merge_positions{5, 8199, 5, 9, 8199, 5, 8199, 19'000});
}

EXECUTOR_CASE("entries that both rows have are joined where shares of 4096 steps end between them") {
  for (std::int32_t const n : {2047, 2048, 2049, 4095, 4096, 4097, 10'000}) {
    for (std::int32_t const shift : {0, 1, 2}) {  // entries of A alone before those of both
      CAPTURE(n);
      CAPTURE(shift);
      merge_positions a = counting_up(shift), b;
      for (std::int32_t k = 0; k < n; ++k) a.push_back(shift + k), b.push_back(shift + k);
      CHECK(wrong_merge(a, b, exec) == "");
      CHECK(wrong_merge(b, a, exec) == "");
    }
  }
  for (std::int32_t const n : {4095, 4096, 4097, 8193}) {  // one entry alone is left for the next share
    CHECK(wrong_merge(counting_up(n), {}, exec) == "");
    CHECK(wrong_merge({}, counting_up(n), exec) == "");
  }
  CHECK(wrong_merge(counting_up(4096), counting_up(4096, 1, 4096), exec) == "");
  CHECK(wrong_merge(counting_up(9000, 3), counting_up(9000, 2), exec) == "");
}

EXECUTOR_CASE("rows that begin and end with a share of 4096 steps have their own offsets, empty ones between them") {
  for (size_type const length : {1, 2, 64, 2047, 2048, 2049, 4096}) {
    CAPTURE(length);
    size_type const rows = 3 * ceil_div(4096, length) + 2;
    merge_positions row, col;
    for (size_type i = 0; i < rows; ++i) {
      if (i % 5 == 3) continue;
      for (size_type k = 0; k < length; ++k) {
        row.push_back(static_cast<std::int32_t>(i)), col.push_back(static_cast<std::int32_t>(k));
      }
    }
    std::vector<int> const values(row.size(), 3);
    auto const a = matrix<int>::build(rows, length, row, col, values, take_first<int>{}, exec);
    matrix<int> sum(rows, length, exec), product(rows, length, exec), alone(rows, length, exec);
    ewise_add(sum, no_mask, no_accum, plus<int>{}, a, a);
    ewise_mult(product, no_mask, no_accum, times<int>{}, a, a);
    ewise_add(alone, no_mask, no_accum, plus<int>{}, a, matrix<int>(rows, length, exec));
    for (auto const* const c : {&sum, &product, &alone}) {
      auto const found = c->tuples();
      CHECK(found.row == row);
      CHECK(found.col == col);
      CHECK(found.value == std::vector<int>(row.size(), c == &sum ? 6 : c == &product ? 9 : 3));
    }
  }
}

EXECUTOR_CASE("lists of vectors are merged where shares of 4096 steps end between equal positions") {
  size_type const size = 1 << 20;
  for (std::int32_t const n : {2048, 4095, 4096, 4097}) {
    for (std::int32_t const shift : {0, 1}) {
      CAPTURE(n);
      merge_positions at = counting_up(n, 7, 100), shifted = at;
      if (shift) shifted.insert(shifted.begin(), 3);
      auto const u = vector<int>::build(size, shifted, std::vector<int>(shifted.size(), 1), take_first<int>{}, exec);
      auto const v = vector<int>::build(size, at, std::vector<int>(at.size(), 10), take_first<int>{}, exec);
      vector<int> w(size, exec);
      ewise_add(w, no_mask, no_accum, plus<int>{}, u, v);
      auto const found = w.tuples();
      CHECK(found.index == shifted);
      std::vector<int> wanted(shifted.size(), 11);
      if (shift) wanted[0] = 1;
      CHECK(found.value == wanted);
    }
  }
}

EXECUTOR_CASE("kronecker takes the entries of B by whole blocks of 64, and what is left") {
  for (size_type const n : {1, 63, 64, 65, 128, 129}) {
    CAPTURE(n);
    auto const a = merged_row(3, {0, 2}, 1, exec);
    auto const b = merged_row(n, counting_up(static_cast<std::int32_t>(n)), 10, exec);
    matrix<int> c(1, 3 * n, exec);
    kronecker(c, no_mask, no_accum, plus<int>{}, a, b);
    auto const found = c.tuples();
    merge_positions col;
    std::vector<int> value;
    for (int const i : {0, 2}) {
      for (std::int32_t k = 0; k < n; ++k) {
        col.push_back(static_cast<std::int32_t>(i * n) + k), value.push_back(i + 1 + 10 * (k + 1));
      }
    }
    CHECK(found.col == col);
    CHECK(found.value == value);
  }
}

// What is refused for its mask alone has passed all that is looked at before.
TEST_CASE("kronecker products that offsets and indices can number to the last are not refused for their size") {
  using narrow = matrix<float>;
  narrow c(4, 4);
  auto const says = [](auto const& call) {
    try {
      call();
    } catch (index_overflow const&) { return "overflow"; } catch (dimension_mismatch const&) {
      return "shapes";
    }
    return "nothing";
  };
  auto const times_of = [&](narrow const& a, narrow const& b) {
    return says([&] { kronecker(c, no_mask, no_accum, times<float>{}, a, b); });
  };
  CHECK(std::string(times_of(narrow(1, 2147483647), narrow(1, 1))) == "shapes");
  CHECK(std::string(times_of(narrow(1, 1), narrow(1, 2147483647))) == "shapes");
  CHECK(std::string(times_of(narrow(1, 1073741824), narrow(1, 2))) == "overflow");
  CHECK(std::string(times_of(narrow(46341, 1), narrow(46340, 1))) == "shapes");
  CHECK(std::string(times_of(narrow(46341, 1), narrow(46341, 1))) == "overflow");
}

TEST_CASE("64-bit offsets count 2.5e9 entries of a product with 32-bit indices, which is refused for its mask alone") {
  auto const column_of = []<class O>(size_type n, O) {
    std::vector<O> offsets(static_cast<std::size_t>(n + 1));
    std::iota(offsets.begin(), offsets.end(), O{0});
    std::vector<std::int32_t> const columns(static_cast<std::size_t>(n), 0);
    std::vector<float> const values(static_cast<std::size_t>(n), 1.0f);
    return matrix<float, std::int32_t, O>::from_csr({n, 1, n, offsets.data(), columns.data(), values.data()});
  };
  using wide = matrix<float, std::int32_t, std::int64_t>;
  auto const a = column_of(50'000, std::int64_t{});
  wide c(50'000, 50'000);
  wide const mask(50'000, 49'999);
  CHECK_THROWS_WITH_AS(kronecker(c, mask, no_accum, times<float>{}, a, transpose(a)),
                       "kronecker: C is 50000 x 50000 but the mask is 50000 x 49999", dimension_mismatch);
  auto const tall = column_of(46'341, std::int32_t{}), less = column_of(46'340, std::int32_t{});
  matrix<float> narrow(46'341, 46'340), square(46'341, 46'341);
  matrix<float> const wrong(46'341, 3);
  CHECK_THROWS_AS(kronecker(narrow, wrong, no_accum, times<float>{}, tall, transpose(less)), dimension_mismatch);
  CHECK_THROWS_AS(kronecker(square, wrong, no_accum, times<float>{}, tall, transpose(tall)), index_overflow);
}
