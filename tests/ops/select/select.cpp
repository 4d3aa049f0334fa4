// select.cpp - entries chosen by comparing with another vector, and entries that become their own position.
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/select/select.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/write_cases.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class T, class Predicate>
dense_vector<T> kept_entries(Predicate const& keep, dense_vector<T> const& u, dense_vector<T> const& v) {
  dense_vector<T> t(u.size());
  for (std::size_t i = 0; i < u.size(); ++i) {
    if (u[i] && v[i] && keep(*u[i], *v[i])) t[i] = u[i];
  }
  return t;
}

template <class T, class Predicate> void check_predicate(executor const& exec, Predicate const& keep, unsigned seeds) {
  for (unsigned seed = 0; seed < draws(seeds); ++seed) {
    random_source random(seed);
    write_case<T> const c(random);
    auto const u = draw_vector<T>(random, c.size, draw_density(random));
    auto const v = draw_vector<T>(random, c.size, draw_density(random));
    held const u_held = draw_held(random), v_held = draw_held(random);
    auto const left = make_vector<T>(u, u_held, exec), right = make_vector<T>(v, v_held, exec);
    INFO("seed ", seed, ", u ", print(u), " (", name_of(u_held), "), v ", print(v), " (", name_of(v_held), ")");
    check_written(exec, c, minus<T>{}, kept_entries(keep, u, v),
                  [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
                    select_with(w, mask, accum, keep, left, right, d);
                  });
    CHECK(to_dense(left) == u);
    CHECK(to_dense(right) == v);
  }
}

}  // namespace

EXECUTOR_CASE("select_with keeps the entries for which the predicate holds") {
  check_predicate<float>(exec, less<float>{}, 400);
  check_predicate<std::int32_t>(exec, not_equal<std::int32_t>{}, 200);
  check_predicate<double>(exec, equal<double>{}, 200);
}

EXECUTOR_CASE("select keeps the entries that compare with a scalar [sanitize]") {
  auto const u = vector<float>::build(6, {0, 2, 3, 5}, {4, 1, 3, 2}, take_second<float>{}, exec);
  vector<float> w(6, exec);
  select(w, no_mask, no_accum, less<float>{}, u, 3.0f);
  CHECK(w.tuples().index == std::vector{2, 5});
  select(w, complement(w), no_accum, not_equal<float>{}, vector<float>::dense({1, 2, 3, 1, 2, 3}, exec), 2.0f);
  CHECK(w.tuples().index == std::vector{0, 2, 3, 5});
  auto const a = matrix<int>::build(2, 3, {0, 0, 1}, {0, 2, 1}, {5, 6, 7}, take_second<int>{}, exec);
  auto const pattern = matrix<int>::build(2, 3, {0, 1, 1}, {1, 0, 2}, {}, take_second<int>{}, exec);
  matrix<int> c(2, 3, exec);
  select(c, no_mask, no_accum, not_equal<int>{}, a, 6);
  CHECK(c.tuples().value == std::vector{5, 7});
  select(c, no_mask, plus<int>{}, equal<int>{}, pattern, 1);
  CHECK(c.tuples().value == std::vector{5, 1, 1, 7, 1});
}

EXECUTOR_CASE("the output of select_with may be an operand") {
  for (unsigned seed = 0; seed < draws(100); ++seed) {
    random_source random(seed);
    size_type const size = draw_size(random);
    auto const cells = draw_vector<float>(random, size, draw_density(random));
    auto const other = draw_vector<float>(random, size, draw_density(random));
    auto const u = make_vector<float>(other, draw_held(random), exec);
    held const how = draw_held(random);
    INFO("seed ", seed, ", w ", print(cells), " (", name_of(how), "), u ", print(other));
    auto left = make_vector<float>(cells, how, exec), right = make_vector<float>(cells, how, exec);
    select_with(left, no_mask, no_accum, less<float>{}, left, u);
    CHECK(to_dense(left) == kept_entries(less<float>{}, cells, other));
    select_with(right, no_mask, no_accum, less<float>{}, u, right);
    CHECK(to_dense(right) == kept_entries(less<float>{}, other, cells));
  }
}

EXECUTOR_CASE("operands of select_with that do not fit are named") {
  vector<float> w(4, exec);
  vector<float> const u(3, exec), v(4, exec);
  CHECK_THROWS_WITH_AS(select_with(w, no_mask, no_accum, less<float>{}, u, v),
                       "select_with: w has length 4 but u has length 3 and v has length 4", dimension_mismatch);
  CHECK_THROWS_WITH_AS(select_with(w, u, no_accum, less<float>{}, v, v),
                       "select_with: w has length 4 but the mask has length 3", dimension_mismatch);
}

// Rows of 0 to 1000 entries, 100,000 in all, so that threads and words of flags end anywhere.
TEST_CASE("select of a long matrix on the host keeps runs and single entries") {
  size_type const cols = 1000;
  std::vector<std::int32_t> offsets{0}, columns;
  std::vector<float> values;
  random_source random(5);
  while (columns.size() < 100'000) {
    auto const length = static_cast<size_type>(random.below(4) == 0 ? random.below(cols) : random.below(12));
    for (size_type k = 0; k < length; ++k) {
      columns.push_back(static_cast<std::int32_t>(k * cols / length));
      values.push_back(static_cast<float>(columns.size()));
    }
    offsets.push_back(static_cast<std::int32_t>(columns.size()));
  }
  auto const rows = static_cast<size_type>(offsets.size()) - 1, nnz = static_cast<size_type>(columns.size());
  auto const check = [&](char const* what, auto const& keep) {
    for (int const threads : {1, 2, 7}) {
      executor const exec = host_executor(threads);
      auto const a = matrix<float>::from_csr({rows, cols, nnz, offsets.data(), columns.data(), values.data()}, exec);
      matrix<float> c(rows, cols, exec);
      select(c, no_mask, no_accum, keep, a, 500);
      auto const got = c.tuples();
      std::vector<std::int32_t> row, column;
      std::vector<float> value;
      for (size_type i = 0; i < rows; ++i) {
        for (std::int32_t e = offsets[i]; e < offsets[i + 1]; ++e) {
          if (!keep(values[e], i, size_type{columns[e]}, size_type{500})) continue;
          row.push_back(static_cast<std::int32_t>(i)), column.push_back(columns[e]), value.push_back(values[e]);
        }
      }
      INFO(what, ", ", threads, " threads");
      CHECK(got.row == row);
      CHECK(got.col == column);
      CHECK(got.value == value);
    }
  };
  check("all", [](float, size_type, size_type, size_type) { return true; });
  check("none", [](float, size_type, size_type, size_type) { return false; });
  check("the first of every row", [](float, size_type, size_type j, size_type most) { return j < most; });
  check("every third", [](float v, size_type, size_type, size_type) { return static_cast<int>(v) % 3 == 0; });
  check("runs of 37", [](float v, size_type, size_type, size_type) { return static_cast<int>(v) / 37 % 2 == 0; });
  check("rows by turns", [](float, size_type i, size_type, size_type) { return i % 2 == 0; });
}

EXECUTOR_CASE("select of a matrix into one of another shape is refused") {
  auto const a = matrix<float>::build(2, 3, {0, 1}, {2, 0}, {1, 2}, plus<float>{}, exec);
  auto c = matrix<float>::build(2, 2, {0}, {1}, {5}, plus<float>{}, exec);
  CHECK_THROWS_WITH_AS(select(c, no_mask, no_accum, less<float>{}, a, 1.5f), "select: C is 2 x 2 but A is 2 x 3",
                       dimension_mismatch);
  CHECK(c.tuples().value == std::vector{5.0f});
}

EXECUTOR_CASE("apply_index makes every entry its own position") {
  for (unsigned seed = 0; seed < draws(100); ++seed) {
    random_source random(seed);
    auto const cells = draw_vector<std::int32_t>(random, draw_size(random), draw_density(random));
    held const how = draw_held(random);
    INFO("seed ", seed, ", w ", print(cells), " (", name_of(how), ")");
    auto w = make_vector<std::int32_t>(cells, how, exec);
    size_type const nvals = w.nvals();
    apply_index(w);
    dense_vector<std::int32_t> expected = cells;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (expected[i]) expected[i] = static_cast<std::int32_t>(i);
    }
    CHECK(to_dense(w) == expected);
    CHECK_EQ(w.nvals(), nvals);
  }
}

EXECUTOR_CASE("apply_index numbers 64-bit positions") {
  auto w = vector<std::int64_t, std::int64_t>::build(9, {8, 1}, {0, 0}, take_first<std::int64_t>{}, exec);
  apply_index(w);
  CHECK(w.tuples().value == std::vector<std::int64_t>{1, 8});
}

namespace {

// Rows of all lengths, none among them, and more entries than a stretch of flags has.
template <class T> matrix<T> matrix_of_many_lengths(executor const& exec) {
  int const rows = 300, cols = 2000;
  std::vector<std::int32_t> row, col;
  auto value = std::make_unique<T[]>(static_cast<std::size_t>(rows) * cols);
  for (int i = 0; i < rows; ++i) {
    for (int j = i % 7; j < cols; j += 1 + (i * i) % 97) {
      if (i % 5 == 2) break;
      value[row.size()] = static_cast<T>((7 * i + 3 * j) % 11);
      row.push_back(i), col.push_back(j);
    }
  }
  return matrix<T>::build(
             coo_arrays<T>{rows, cols, static_cast<size_type>(row.size()), row.data(), col.data(), value.get()},
             take_first<T>{}, executor())
      .to(exec);
}

template <class T> void check_long_selections(executor const& exec) {
  auto const a = matrix_of_many_lengths<T>(exec), here = matrix_of_many_lengths<T>(executor());
  auto const compare = [&](auto const& keep, auto const& thunk) {
    matrix<T> c(a.rows(), a.cols(), exec);
    select(c, keep, a, thunk);
    auto const kept = c.tuples(), all = here.tuples();
    std::size_t at = 0;
    bool right = true;
    for (std::size_t k = 0; k < all.row.size(); ++k) {
      bool keeps = false;
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(keep)>, tril>) {
        keeps = all.col[k] - all.row[k] <= thunk;
      } else {
        keeps = all.value[k] > thunk;
      }
      if (!keeps) continue;
      right = right && at < kept.row.size() && kept.row[at] == all.row[k] && kept.col[at] == all.col[k] &&
              kept.value[at] == all.value[k];
      ++at;
    }
    CHECK(right);
    CHECK_EQ(kept.row.size(), at);
  };
  for (int const bound : {-1, 0, 4, 9, 10}) compare(greater<T>{}, static_cast<T>(bound));
  for (int const diagonal : {-3000, -100, 0, 700, 3000}) compare(tril{}, size_type{diagonal});
}

}  // namespace

EXECUTOR_CASE("select keeps some entries of long rows and short ones, elements of every width [sanitize]") {
  check_long_selections<float>(exec);
  check_long_selections<double>(exec);
  check_long_selections<std::int8_t>(exec);
  check_long_selections<std::int16_t>(exec);
}

EXECUTOR_CASE("select keeps some entries of long lists") {
  size_type const n = 2'000'000, entries = 100'003;
  std::vector<std::int32_t> index(entries);
  std::vector<double> value(entries);
  for (size_type k = 0; k < entries; ++k) {
    index[k] = static_cast<std::int32_t>(19 * k);
    value[k] = static_cast<double>(k * k % 1009);
  }
  auto const u = vector<double>::build(n, index, value, take_first<double>{}, exec);
  for (double const bound : {-1.0, 3.0, 500.0, 1007.0, 2000.0}) {
    vector<double> w(n, exec);
    select(w, greater<double>{}, u, bound);
    auto const found = w.tuples();
    std::vector<std::int32_t> at;
    std::vector<double> kept;
    for (size_type k = 0; k < entries; ++k) {
      if (value[k] > bound) at.push_back(index[k]), kept.push_back(value[k]);
    }
    CHECK(found.index == at);
    CHECK(found.value == kept);
  }
}
