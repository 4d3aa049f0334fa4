// vectors.cpp - element-wise products on the intersection of two vectors, as the reference has them.
#include "tests/support/draws.hpp"
#include "tests/support/ewise_check.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("ewise_mult applies the operator where both operands have an entry") {
  check_vectors<multiplying, std::int32_t>(exec, minus<std::int32_t>{}, 500);
  check_vectors<multiplying, double>(exec, times<double>{}, 200);
  check_vectors<multiplying, float>(exec, take_first<float>{}, 100);
  check_vectors<multiplying, std::int64_t>(exec, min_monoid<std::int64_t>{}, 100);
}

EXECUTOR_CASE("ewise_mult of a comparison answers bool") {
  check_vectors<multiplying, float>(exec, less<float>{}, 300);
}

EXECUTOR_CASE("ewise_add applies the operator where both have an entry, and takes the one that there is elsewhere") {
  check_vectors<adding, std::int32_t>(exec, minus<std::int32_t>{}, 500);
  check_vectors<adding, double>(exec, plus_monoid<double>{}, 200);
  check_vectors<adding, float>(exec, less<float>{}, 200);
  check_vectors<adding, std::int8_t, std::int8_t, double>(exec, take_second<std::int8_t>{}, 100);
}

EXECUTOR_CASE("ewise_union applies the operator with alpha or beta in place of what is not there") {
  check_vectors<uniting, std::int32_t>(exec, minus<std::int32_t>{}, 500);
  check_vectors<uniting, float>(exec, less<float>{}, 200);
  check_vectors<uniting, double>(exec, max_monoid<double>{}, 100);
}

TEST_CASE("element-wise operators take two types and give a third (host)") {
  check_vectors<multiplying, int, float>(executor{}, weighed{}, 200);
  check_vectors<adding, int, float>(executor{}, weighed{}, 200);
  check_vectors<uniting, int, float, int>(executor{}, weighed{}, 200);
}

EXECUTOR_CASE("operands of ewise_mult that do not fit are named") {
  vector<float> w(4, exec);
  vector<float> const u(3, exec), v(4, exec);
  CHECK_THROWS_WITH_AS(ewise_mult(w, no_mask, no_accum, plus<float>{}, u, v),
                       "ewise_mult: w has length 4 but u has length 3 and v has length 4", dimension_mismatch);
  CHECK_THROWS_WITH_AS(ewise_mult(w, u, no_accum, plus<float>{}, v, v),
                       "ewise_mult: w has length 4 but the mask has length 3", dimension_mismatch);
}

TEST_CASE("ewise_mult takes callables and 64-bit positions") {
  auto const u = vector<int, std::int64_t>::build(6, {0, 2, 5}, {1, 2, 3}, take_first<int>{});
  auto const v = vector<int, std::int64_t>::build(6, {2, 4, 5}, {10, 20, 30}, take_first<int>{});
  vector<int, std::int64_t> w(6);
  ewise_mult(
      w, no_mask, no_accum, [](int a, int b) { return 100 * a + b; }, u, v);
  CHECK(w.tuples().index == std::vector<std::int64_t>{2, 5});
  CHECK(w.tuples().value == std::vector<int>{210, 330});
}

EXECUTOR_CASE("the output of element-wise operations may be an operand and the mask too") {
  for (unsigned seed = 0; seed < draws(150); ++seed) {
    random_source random(seed);
    size_type const size = draw_size(random);
    auto const cells = draw_vector<float>(random, size, draw_density(random));
    auto const other = draw_vector<float>(random, size, draw_density(random));
    auto const u = make_vector<float>(other, draw_held(random), exec);
    held const how = draw_held(random);
    mask_kind const kind = all_mask_kinds[1 + random.below(4)];
    descriptor const d{.replace = random.chance(50)};
    INFO("seed ", seed, ", w ", print(cells), " (", name_of(how), "), u ", print(other), ", mask ", name_of(kind));
    auto w = make_vector<float>(cells, how, exec);
    ewise_mult(w, make_mask(kind, w), no_accum, minus<float>{}, u, w, d);
    auto const both = reference::ewise_mult(minus<float>{}, other, cells);
    CHECK(to_dense(w) == reference::written(cells, kind, cells, no_accumulator{}, d.replace, both));
    w = make_vector<float>(cells, how, exec);
    ewise_add(w, make_mask(kind, w), no_accum, minus<float>{}, u, w, d);
    auto const sum = reference::ewise_add(minus<float>{}, other, cells);
    CHECK(to_dense(w) == reference::written(cells, kind, cells, no_accumulator{}, d.replace, sum));
    w = make_vector<float>(cells, how, exec);
    ewise_union(w, no_mask, minus<float>{}, minus<float>{}, w, 2, w, 5, d);
    auto const difference = reference::ewise_union(minus<float>{}, cells, 2, cells, 5);
    CHECK(to_dense(w) == reference::written(cells, mask_kind::none, cells, minus<float>{}, false, difference));
  }
}

namespace {

// Every `step`-th position, with the position as value: some 20,000 entries, so that threads share them.
vector<float, std::int64_t> steps(size_type size, size_type step, bool sorted, executor const& exec) {
  std::vector<std::int64_t> index;
  std::vector<float> value;
  for (size_type i = 0; i < 20000; ++i) {
    index.push_back((i * 7919 % 20000) * step);
    value.push_back(static_cast<float>(index.back()));
  }
  auto v = vector<float, std::int64_t>::build(size, index, value, take_first<float>{}, exec);
  if (sorted) return v;
  auto bytes = std::as_bytes(std::span(value));
  storage_of(v).assign(detail::sparse_form<std::int64_t>{
      buffer<std::int64_t>(exec, std::span<std::int64_t const>(index)),
      buffer<detail::byte>(exec, {reinterpret_cast<detail::byte const*>(bytes.data()), bytes.size()}), 20000, false});
  return v;
}

}  // namespace

EXECUTOR_CASE("long lists over 2^40 positions are combined by their entries alone [sanitize]") {
  size_type const size = size_type{1} << 40;
  for (executor const& run : {exec, exec.is_host() ? host_executor(3) : exec}) {
    auto const u = steps(size, 2, true, run), v = steps(size, 3, false, run);
    vector<float, std::int64_t> w(size, run);
    ewise_add(w, no_mask, no_accum, minus<float>{}, u, v);
    auto const sum = w.tuples();
    std::size_t k = 0;
    bool right = true;
    for (std::int64_t i = 0; i < 60000; ++i) {
      bool const in_u = i % 2 == 0 && i < 40000, in_v = i % 3 == 0;
      if (!in_u && !in_v) continue;
      right = right && k < sum.index.size() && sum.index[k] == i;
      right = right && sum.value[k] == (in_u && in_v ? 0.0f : static_cast<float>(i));
      ++k;
    }
    CHECK(right);
    CHECK_EQ(k, sum.index.size());
    vector<double, std::int64_t> products(size, run);
    ewise_mult(products, no_mask, no_accum, plus<float>{}, v, u);
    auto const both = products.tuples();
    CHECK_EQ(both.index.size(), 6667);
    CHECK((both.index[5] == 30 && both.value[5] == 60));
    ewise_union(w, no_mask, no_accum, minus<float>{}, v, 1.0f, u, 2.0f);
    CHECK((w.get(2) == -1.0f && w.get(3) == 1.0f && w.get(6) == 0.0f && !w.get(5)));
    ewise_mult(w, no_mask, no_accum, plus<float>{}, u, vector<float, std::int64_t>(size, run));
    CHECK_EQ(w.nvals(), 0);
  }
}

TEST_CASE("structs and three types are added by an operator that does not commute (host)") {
  struct word {
    int letters = 0, length = 0;
    bool operator==(word const&) const = default;
  };
  auto const join = [](word a, word b) { return word{a.letters * 100 + b.letters, a.length + b.length}; };
  auto const u = vector<word>::build(4, {0, 1}, {{1, 1}, {2, 1}}, take_first<word>{});
  auto const v = vector<word>::build(4, {1, 3}, {{3, 1}, {4, 1}}, take_first<word>{});
  vector<word> w(4);
  ewise_add(w, no_mask, no_accum, join, u, v);
  CHECK(w.tuples().value == std::vector<word>{{1, 1}, {203, 2}, {4, 1}});
  ewise_union(w, no_mask, no_accum, join, u, word{7, 1}, v, word{8, 1});
  CHECK(w.tuples().value == std::vector<word>{{108, 2}, {203, 2}, {704, 2}});
  ewise_mult(w, no_mask, join, join, v, u);
  CHECK(w.tuples().value == std::vector<word>{{108, 2}, {203 * 100 + 302, 4}, {704, 2}});
}

EXECUTOR_CASE("operands of ewise_add and ewise_union that do not fit are named, and w is what it was") {
  auto w = vector<float>::dense({1, 2, 3, 4}, exec);
  vector<float> const u(3, exec), v(4, exec);
  CHECK_THROWS_WITH_AS(ewise_add(w, no_mask, no_accum, plus<float>{}, u, v),
                       "ewise_add: w has length 4 but u has length 3 and v has length 4", dimension_mismatch);
  CHECK_THROWS_WITH_AS(ewise_union(w, no_mask, no_accum, plus<float>{}, v, 1, u, 1),
                       "ewise_union: w has length 4 but u has length 4 and v has length 3", dimension_mismatch);
  CHECK_THROWS_WITH_AS(ewise_add(w, u, no_accum, plus<float>{}, v, v),
                       "ewise_add: w has length 4 but the mask has length 3", dimension_mismatch);
  CHECK_EQ(w.nvals(), 4);
}

namespace {

// min + over lengths, written as a user does: multiply is a function.
struct shortest {
  min_monoid<float> add;
  HEDDLE_FN float multiply(float a, int b) const { return a - static_cast<float>(b); }
};

}  // namespace

EXECUTOR_CASE("a semiring multiplies in ewise_mult and sums in ewise_add") {
  auto const u = vector<float>::build(4, {0, 1}, {1, 5}, take_first<float>{}, exec);
  auto const v = vector<float>::build(4, {1, 3}, {3, 4}, take_first<float>{}, exec);
  vector<float> w(4, exec);
  ewise_mult(w, no_mask, no_accum, min_plus<float>{}, u, v);
  CHECK(w.tuples().value == std::vector<float>{8});
  ewise_add(w, no_mask, no_accum, min_plus<float>{}, u, v);
  CHECK(w.tuples().value == std::vector<float>{1, 3, 4});
  auto const a = matrix<float>::build(2, 2, {0, 1}, {0, 1}, {1, 5}, take_first<float>{}, exec);
  auto const b = matrix<float>::build(2, 2, {0, 1}, {1, 1}, {2, 7}, take_first<float>{}, exec);
  matrix<float> c(2, 2, exec);
  ewise_mult(c, no_mask, no_accum, max_times<float>{}, a, b);
  CHECK(c.tuples().value == std::vector<float>{35});
  ewise_add(c, no_mask, no_accum, max_times<float>{}, a, b);
  CHECK(c.tuples().value == std::vector<float>{1, 2, 7});
  if (!exec.is_host()) return;  // nvcc alone has kernels for it
  auto const lengths = vector<int>::build(4, {1}, {3}, take_first<int>{}, exec);
  ewise_mult(w, no_mask, no_accum, shortest{}, u, lengths);
  CHECK(w.tuples().value == std::vector<float>{2});
}
