// assign.cpp - scalars and vectors are written through every mask, accumulator and form as the reference writes them.
#include <heddle/ops/assign/assign.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/write_cases.hpp"

using namespace heddle;
using namespace heddle::seam;
using namespace heddle::testing;

EXECUTOR_CASE("a scalar is assigned where the mask is open") {
  for (unsigned seed = 0; seed < draws(400); ++seed) {
    random_source random(seed);
    write_case<float> const c(random);
    auto const value = draw_value<float>(random);
    dense_vector<float> const t(static_cast<std::size_t>(c.size), value);
    INFO("seed ", seed, ", value ", value);
    check_written(exec, c, minus<float>{}, t, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
      assign(w, mask, accum, value, d);
    });
  }
}

EXECUTOR_CASE("a vector is assigned where the mask is open") {
  for (unsigned seed = 0; seed < draws(600); ++seed) {
    random_source random(seed);
    write_case<std::int32_t> const c(random);
    auto const u = draw_vector<std::int32_t>(random, c.size, draw_density(random));
    held const how = draw_held(random);
    INFO("seed ", seed, ", u ", print(u), " (", name_of(how), ")");
    check_written(exec, c, minus<std::int32_t>{}, u,
                  [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
                    assign(w, mask, accum, make_vector<std::int32_t>(u, how, exec), d);
                  });
  }
}

EXECUTOR_CASE("a vector that is kept is assigned like a temporary") {
  for (unsigned seed = 0; seed < draws(400); ++seed) {
    random_source random(seed);
    write_case<double, std::int8_t> const c(random);
    auto const u = draw_vector<double>(random, c.size, draw_density(random));
    auto const kept = make_vector<double>(u, draw_held(random), exec);
    INFO("seed ", seed, ", u ", print(u));
    check_written(exec, c, plus<double>{}, u, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
      assign(w, mask, accum, kept, d);
    });
    CHECK(to_dense(kept) == u);
  }
}

EXECUTOR_CASE("a vector of another type is converted as it is assigned") {
  for (unsigned seed = 0; seed < draws(300); ++seed) {
    random_source random(seed);
    write_case<std::int64_t> const c(random);
    auto const u = draw_vector<float>(random, c.size, draw_density(random));
    auto const from = make_vector<float>(u, draw_held(random), exec);
    INFO("seed ", seed, ", u ", print(u));
    check_written(
        exec, c, plus<std::int64_t>{}, u,
        [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) { assign(w, mask, accum, from, d); });
  }
}

EXECUTOR_CASE("output, mask and source may be one vector") {
  for (unsigned seed = 0; seed < draws(200); ++seed) {
    random_source random(seed);
    size_type const size = draw_size(random);
    auto const cells = draw_vector<std::int32_t>(random, size, draw_density(random));
    auto const other = draw_vector<std::int32_t>(random, size, draw_density(random));
    held const how = draw_held(random);
    auto const u = make_vector<std::int32_t>(other, draw_held(random), exec);
    mask_kind const kind = all_mask_kinds[1 + random.below(4)];
    descriptor const d{.replace = random.chance(50)};
    INFO("seed ", seed, ", w ", print(cells), " (", name_of(how), "), u ", print(other), ", mask ", name_of(kind));

    auto masked_by_itself = make_vector<std::int32_t>(cells, how, exec);
    assign(masked_by_itself, make_mask(kind, masked_by_itself), no_accum, u, d);
    CHECK(to_dense(masked_by_itself) == reference::written(cells, kind, cells, no_accumulator{}, d.replace, other));

    auto filled = make_vector<std::int32_t>(cells, how, exec);
    assign(filled, make_mask(kind, filled), no_accum, 9, d);
    dense_vector<std::int32_t> const nines(cells.size(), 9);
    CHECK(to_dense(filled) == reference::written(cells, kind, cells, no_accumulator{}, d.replace, nines));

    auto doubled = make_vector<std::int32_t>(cells, how, exec);
    assign(doubled, make_mask(kind, u), plus<std::int32_t>{}, doubled, d);
    CHECK(to_dense(doubled) == reference::written(cells, kind, other, plus<std::int32_t>{}, d.replace, cells));

    auto masked_by_source = make_vector<std::int32_t>(cells, how, exec);
    assign(masked_by_source, make_mask(kind, u), no_accum, u, d);
    CHECK(to_dense(masked_by_source) == reference::written(cells, kind, other, no_accumulator{}, d.replace, other));
  }
}

EXECUTOR_CASE("operands of assign that do not fit are named") {
  vector<float> w(4, exec);
  vector<bool> const mask(5, exec);
  vector<float> const u(3, exec);
  CHECK_THROWS_WITH_AS(assign(w, no_mask, no_accum, u), "assign: w has length 4 but u has length 3",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(assign(w, mask, no_accum, 1), "assign: w has length 4 but the mask has length 5",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(assign(w, structure(mask), no_accum, w), "assign: w has length 4 but the mask has length 5",
                       dimension_mismatch);
}

TEST_CASE("assign refuses operands of another executor" * doctest::skip(!cuda_available())) {
  executor const host, gpu = cuda_executor();
  vector<float> w(4, gpu);
  CHECK_THROWS_AS(assign(w, no_mask, no_accum, vector<float>(4, host)), executor_mismatch);
  CHECK_THROWS_AS(assign(w, vector<bool>(4, host), no_accum, 1), executor_mismatch);
}

TEST_CASE("structs are assigned on the host, and merged by a callable of the user's own") {
  struct span {
    int from, to;
    bool operator==(span const&) const = default;
  };
  auto const join = [](span a, span b) { return span{min_of(a.from, b.from), max_of(a.to, b.to)}; };
  auto w = vector<span>::build(3, {0, 1}, {{1, 2}, {5, 6}}, take_first<span>{});
  auto const u = vector<span>::build(3, {1, 2}, {{3, 4}, {7, 8}}, take_first<span>{});
  assign(w, no_mask, join, u);
  CHECK(w.tuples().value == std::vector<span>{{1, 2}, {3, 6}, {7, 8}});
  assign(w, complement(structure(u)), no_accum, span{0, 0}, {.replace = true});
  CHECK(w.tuples().value == std::vector<span>{{0, 0}});
  CHECK_THROWS_WITH_AS(assign(w, complement(u), no_accum, span{0, 0}),
                       "a mask of values that do not convert to bool; use structure(mask)", invalid_argument);
}

// Where there are more positions than threads at once, a GPU looks at the flags of masks, and of what is accumulated,
// by sixteens.
EXECUTOR_CASE("numbers and vectors go to long vectors under masks of few entries and of many [sanitize]") {
  size_type const length = 400'003;
  for (unsigned seed = 0; seed < draws(24); ++seed) {
    random_source random(seed);
    write_case<double> c(random, length);
    auto u = draw_vector<double>(random, length, draw_density(random));
    auto const thin = [&](auto& v) {
      for (std::size_t i = 0; i + 1 < v.size(); ++i) {
        if (i / 50 % 40 != seed % 40) v[i].reset();
      }
    };
    seed % 2 == 0 ? thin(c.mask) : thin(c.old);
    if (seed % 3 == 0) thin(u);
    auto const from = make_vector<double>(u, draw_held(random), exec);
    INFO("seed ", seed);
    dense_vector<double> const sevens(u.size(), 7.0);
    check_written(
        exec, c, minus<double>{}, sevens,
        [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) { assign(w, mask, accum, 7, d); });
    check_written(exec, c, minus<double>{}, u, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
      assign(w, mask, accum, from, d);
    });
  }
}
