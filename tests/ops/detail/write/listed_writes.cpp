// listed_writes.cpp - results, outputs and masks that are lists are written entry by entry: of vectors of 2^40
// positions, of which no bitmap fits into memory, against the dense reference on the few positions where there is
// anything.
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/select/select.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/write_cases.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

constexpr size_type long_size = size_type{1} << 40, places = 60;

// Ends of the vector among them.
constexpr std::int64_t position_of(std::int64_t place) { return (long_size - 1) / (places - 1) * place + (place > 40); }

template <class T> using long_vector = vector<T, std::int64_t>;

template <class T> long_vector<T> spread_out(dense_vector<T> const& cells, executor const& exec) {
  std::vector<std::int64_t> at;
  std::vector<T> values;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    if (cells[k]) at.push_back(position_of(static_cast<std::int64_t>(k))), values.push_back(*cells[k]);
  }
  return long_vector<T>::build(long_size, at, values, take_first<T>{}, exec);
}

template <class T> dense_vector<T> gathered(long_vector<T> const& v) {
  dense_vector<T> cells(static_cast<std::size_t>(places));
  auto const entries = v.tuples();
  std::size_t found = 0;
  for (std::size_t k = 0; k < cells.size() && found < entries.index.size(); ++k) {
    if (entries.index[found] == position_of(static_cast<std::int64_t>(k))) cells[k] = entries.value[found++];
  }
  CHECK_EQ(found, entries.index.size());
  return cells;
}

// operate(w, mask, accum, u, v, descriptor); t from of_cells(u, v), which are T, or absent.
template <class W, class M, class T, class OfCells, class Operate>
void check_long_writes(executor const& exec, OfCells const& of_cells, Operate const& operate) {
  for (unsigned seed = 0; seed < draws(80); ++seed) {
    random_source random(seed);
    write_case<W, M> const c(random, places);
    auto const u = draw_vector<T>(random, places, draw_density(random));
    auto const v = draw_vector<T>(random, places, draw_density(random));
    using R = typename std::invoke_result_t<OfCells const&, std::optional<T>, std::optional<T>>::value_type;
    dense_vector<R> t(u.size());
    for (std::size_t k = 0; k < u.size(); ++k) t[k] = of_cells(u[k], v[k]);
    INFO("seed ", seed, ", ", c, ", u ", print(u), ", v ", print(v), ", ", exec.description());
    auto w = spread_out<W>(c.old, exec);
    auto const mask = spread_out<M>(c.mask, exec);
    auto const long_u = spread_out<T>(u, exec), long_v = spread_out<T>(v, exec);
    descriptor const d{.replace = c.replace};
    auto const with_mask = [&](auto const& m) {
      c.accumulates ? operate(w, m, minus<W>{}, long_u, long_v, d) : operate(w, m, no_accum, long_u, long_v, d);
    };
    c.kind == mask_kind::none ? with_mask(no_mask) : with_mask(make_mask(c.kind, mask));
    auto const expected = c.accumulates ? reference::written(c.old, c.kind, c.mask, minus<W>{}, c.replace, t)
                                        : reference::written(c.old, c.kind, c.mask, no_accumulator{}, c.replace, t);
    CHECK(gathered(w) == expected);
    CHECK(w.form() == vector_form::sparse);
  }
}

auto const product_cell = [](auto a, auto b) { return a && b ? std::optional(*a * *b) : std::nullopt; };
auto const left_cell = [](auto a, auto) { return a; };

}  // namespace

EXECUTOR_CASE("lists are written under lists and accumulated to them by their entries alone [sanitize]") {
  check_long_writes<int, bool, int>(exec, product_cell,
                                    [](auto& w, auto const& m, auto const& accum, auto const& u, auto const& v,
                                       descriptor const& d) { ewise_mult(w, m, accum, times<int>{}, u, v, d); });
  auto const sum_cell = [](auto a, auto b) { return a && b ? std::optional(*a + *b) : a ? a : b; };
  check_long_writes<int, int, int>(
      exec, sum_cell, [](auto& w, auto const& m, auto const& accum, auto const& u, auto const& v, descriptor const& d) {
        ewise_add(w, m, accum, plus<int>{}, u, v, d);
      });
  auto const smaller_cell = [](std::optional<int> a, auto) { return a && *a < 2 ? a : std::nullopt; };
  check_long_writes<int, bool, int>(exec, smaller_cell,
                                    [](auto& w, auto const& m, auto const& accum, auto const& u, auto const&,
                                       descriptor const& d) { select(w, m, accum, less<int>{}, u, 2, d); });
}

EXECUTOR_CASE("entries of another type, which are converted, are written to lists by their entries alone [sanitize]") {
  auto const plus_three = [](std::optional<int> a, auto) { return a ? std::optional(*a + 3) : std::nullopt; };
  check_long_writes<double, double, int>(
      exec, plus_three, [](auto& w, auto const& m, auto const& accum, auto const& u, auto const&, descriptor const& d) {
        apply(w, m, accum, bind_second(plus<int>{}, 3), u, d);
      });
  check_long_writes<double, bool, float>(
      exec, left_cell, [](auto& w, auto const& m, auto const& accum, auto const& u, auto const&, descriptor const& d) {
        assign(w, m, accum, u, d);
      });
}

EXECUTOR_CASE("a list is its own mask, and its own operand") {
  auto w = long_vector<int>::build(long_size, {3, 5, long_size - 1}, {1, 0, 7}, take_first<int>{}, exec);
  apply(w, w, plus<int>{}, bind_second(times<int>{}, 10), w);  // where w is not 0
  CHECK((w.tuples().value == std::vector{11, 0, 77}));
  apply(w, complement(w), no_accum, identity<int>{}, w, {.replace = true});
  CHECK((w.tuples().index == std::vector<std::int64_t>{5}));
  long_vector<int> const none(long_size, exec);
  ewise_add(w, structure(none), no_accum, plus<int>{}, w, w);
  CHECK_EQ(w.nvals(), 1);
  ewise_add(w, structure(none), no_accum, plus<int>{}, w, w, {.replace = true});
  CHECK_EQ(w.nvals(), 0);
}

TEST_CASE("accumulators and elements of the user's are merged into lists on the host too") {
  auto const digits = [](int a, int b) { return 10 * a + b; };
  auto w = long_vector<int>::build(long_size, {3, 5}, {1, 2}, take_first<int>{});
  auto const u = long_vector<int>::build(long_size, {5, 9}, {3, 4}, take_first<int>{});
  assign(w, no_mask, digits, u);
  CHECK((w.tuples().index == std::vector<std::int64_t>{3, 5, 9}));
  CHECK((w.tuples().value == std::vector{1, 23, 4}));
}

TEST_CASE("a list that would have too many entries, or meets what is none, is written as a bitmap") {
  auto w = vector<int>::build(64, {1, 2}, {1, 2}, take_first<int>{});
  auto const u = vector<int>::build(64, {2, 3}, {5, 6}, take_first<int>{});
  assign(w, no_mask, plus<int>{}, u);
  CHECK((w.tuples().value == std::vector{1, 7, 6}));
  auto const full = vector<int>::filled(64, 1);
  assign(w, structure(u), plus<int>{}, full);
  CHECK((w.tuples().value == std::vector{1, 8, 7}));
}

namespace {

template <class W> void check_assigned_numbers(executor const& exec, W number) {
  for (unsigned seed = 0; seed < draws(80); ++seed) {
    random_source random(seed);
    write_case<W, bool> const c(random, places);
    if (c.kind != mask_kind::value && c.kind != mask_kind::structural) continue;
    INFO("seed ", seed, ", ", c, ", ", exec.description());
    auto w = spread_out<W>(c.old, exec);
    auto const mask = spread_out<bool>(c.mask, exec);
    descriptor const d{.replace = c.replace};
    auto const m = make_mask(c.kind, mask);
    c.accumulates ? assign(w, m, minus<W>{}, number, d) : assign(w, m, no_accum, number, d);
    dense_vector<W> const t(c.old.size(), number);
    auto const expected = c.accumulates ? reference::written(c.old, c.kind, c.mask, minus<W>{}, c.replace, t)
                                        : reference::written(c.old, c.kind, c.mask, no_accumulator{}, c.replace, t);
    CHECK(gathered(w) == expected);
    CHECK(w.form() == vector_form::sparse);
  }
}

}  // namespace

EXECUTOR_CASE("a number is assigned to a list under a list by their entries alone [sanitize]") {
  check_assigned_numbers<int>(exec, 7);
  check_assigned_numbers<double>(exec, 0.5);
}

EXECUTOR_CASE("a list is assigned to a list under itself by their entries alone") {
  auto w = long_vector<int>::build(long_size, {3, 5, long_size - 1}, {1, 2, 7}, take_first<int>{}, exec);
  auto const u = long_vector<int>::build(long_size, {0, 5, 9}, {10, 20, 30}, take_first<int>{}, exec);
  assign(w, structure(u), no_accum, u);
  CHECK((w.tuples().index == std::vector<std::int64_t>{0, 3, 5, 9, long_size - 1}));
  CHECK((w.tuples().value == std::vector{10, 1, 20, 30, 7}));
  assign(w, structure(w), no_accum, 4);
  CHECK((w.tuples().value == std::vector(5, 4)));
}
