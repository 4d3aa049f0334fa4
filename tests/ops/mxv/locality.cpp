// locality.cpp - the locality plan: results, what it decides, what it keeps and for how long.
#include "tests/support/locality_check.hpp"

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::testing;

EXECUTOR_CASE("a locality plan changes nothing of plus_times under any schedule, rounding on a GPU aside") {
  check_locality(exec, plus_times<float>{});
  check_locality(exec, plus_times<double>{});
}

EXECUTOR_CASE("a locality plan changes no bit of min_plus and plus_second under any schedule") {
  check_locality(exec, min_plus<double>{});
  check_locality(exec, plus_second<float>{});
}

EXECUTOR_CASE("a locality plan serves 64-bit indices and semirings without kernels for hubs") {
  check_locality<plus_times<double>, std::int64_t, std::int64_t>(exec, plus_times<double>{});
  check_locality<plus_times<float>, std::int32_t, std::int64_t>(exec, plus_times<float>{});
  check_locality(exec, max_times<float>{});
  check_locality(exec, plus_times<std::int32_t>{});
}

EXECUTOR_CASE("every precompiled kernel for hubs gives what the plain one does [sanitize]") {
  auto const each = [&]<class... SRs>(detail::type_list<SRs...>) {
    (expect_same_with_plan(exec, SRs{}, matrix_with_hubs<domain_of<SRs>>(120, 90), {nonzero_split{}, merge_path{64}}),
     ...);
  };
  each(gpu::precompiled_with_hubs{});
}

TEST_CASE("an error of one per cent in any row of a matrix with hubs is more than rounding") {
  auto const entries = matrix_with_hubs<float>(700, 400);
  dense_vector<float> const ones(static_cast<std::size_t>(entries.cols), 1.0f);
  auto const rounded = roundings(plus_times<float>{}, entries, ones);
  vector<float> w(entries.rows);
  mxv(w, plus_times<float>{}, entries.on(executor()), vector<float>::filled(entries.cols, 1));
  auto const right = w.tuples();
  CHECK(same_sums(right, right, rounded));
  for (std::size_t k = 0; k < right.value.size(); ++k) {
    auto wrong = right;
    wrong.value[k] *= 1.01f;
    REQUIRE_FALSE(same_sums(wrong, right, rounded));
    wrong.value[k] = right.value[k] * 0.99f;
    REQUIRE_FALSE(same_sums(wrong, right, rounded));
  }
}

namespace {

// 2,000 columns, of which the first `hubs` are in every row and the others in one row each.
matrix<float> star_like(executor const& exec, std::int32_t rows, std::int32_t hubs) {
  std::vector<std::int32_t> row, col;
  for (std::int32_t r = 0; r < rows; ++r) {
    for (std::int32_t h = 0; h < hubs; ++h) row.push_back(r), col.push_back(1999 - 3 * h);
    row.push_back(r), col.push_back(r % 500);
  }
  return matrix<float>::build(rows, 2000, row, col, {}, take_first<float>{}, exec);
}

}  // namespace

EXECUTOR_CASE("a locality plan names columns by falling degree, ties in their order, empty ones last") {
  auto const a = star_like(exec, 500, 2);
  auto const placed = storage_of(a).csr().place_columns({.hub_bytes = 80, .least_entries = 0}, sizeof(float));
  REQUIRE(placed.labels);
  CHECK(placed.hubs == 20);
  CHECK(placed.coverage == doctest::Approx(1018.0 / 1500));
  CHECK(placed.reason == "the 20 heaviest of 502 columns take 67.9 % of the gathers");
  CHECK_FALSE(placed.labels->in_place);
  CHECK(placed.labels->used == 502);
  auto const order = placed.labels->order.to_host();
  CHECK(order[0] == 1996);
  CHECK(order[1] == 1999);
  for (int label = 2; label < 502; ++label) REQUIRE(order[label] == label - 2);
  auto const columns = placed.labels->columns.to_host(), before = storage_of(a).csr().indices.to_host();
  for (std::size_t k = 0; k < columns.size(); ++k) REQUIRE(order[columns[k]] == before[k]);
}

EXECUTOR_CASE("a locality plan says so where it cannot help, and changes nothing") {
  auto const a = star_like(exec, 500, 0);
  auto const& form = storage_of(a).csr();
  auto const placed = form.place_columns({.hub_bytes = 40, .least_entries = 0}, sizeof(float));
  CHECK_FALSE(placed.labels);
  CHECK(placed.hubs == 10);
  CHECK(placed.coverage == doctest::Approx(0.02));
  CHECK(placed.reason ==
        "the 10 heaviest of 500 columns take 2.0 % of the gathers, 0.0 % more than any; 20.0 % are asked for: columns "
        "stay as they are");
  CHECK(form.place_columns({.hub_bytes = 40, .least_coverage = 0, .least_entries = 0}, sizeof(float)).labels !=
        nullptr);
  auto const u = vector<float>::filled(2000, 2.0f, exec);
  vector<float> w(500, exec);
  mxv(w, plus_times<float>{}, a, u, {.locality = locality{.hub_bytes = 40, .least_entries = 0}});
  CHECK(w.get(499) == 2.0f);
}

EXECUTOR_CASE("a locality plan of few entries is made on the host only, where no launch has to pay") {
  auto const a = star_like(exec, 500, 2);
  auto const placed = storage_of(a).csr().place_columns({.hub_bytes = 80}, sizeof(float));
  CHECK((placed.labels != nullptr) == exec.is_host());
  if (!exec.is_host()) CHECK(placed.reason.find("but fewer than 16777216 entries are too few") != std::string::npos);
}

EXECUTOR_CASE("a locality plan is made once, shared by element sizes, and gone when the matrix changes") {
  auto a = star_like(exec, 500, 3);
  locality const few{.hub_bytes = 80, .least_entries = 0};
  auto const first_made = storage_of(a).csr().place_columns(few, sizeof(float)).labels;
  REQUIRE(first_made);
  CHECK(storage_of(a).csr().place_columns(few, sizeof(float)).labels == first_made);
  CHECK(storage_of(a).csr().place_columns(few, sizeof(double)).labels == first_made);
  auto const u = vector<float>::filled(2000, 1.0f, exec);
  vector<float> w(500, exec);
  mxv(w, plus_times<float>{}, a, u, {.locality = few});
  CHECK(w.get(0) == 4.0f);
  a.set(0, 1000, 5.0f);
  CHECK(storage_of(a).csr().place_columns(few, sizeof(float)).labels != first_made);
  mxv(w, plus_times<float>{}, a, u, {.locality = few});
  CHECK(w.get(0) == 9.0f);
}

EXECUTOR_CASE("a locality plan of a matrix without entries, rows or columns is no plan") {
  for (auto const& [rows, cols] : {std::pair{0, 0}, {0, 5}, {5, 0}, {5, 5}}) {
    matrix<float> const a(rows, cols, exec);
    CHECK_FALSE(storage_of(a).csr().place_columns({}, sizeof(float)).labels);
    auto const u = vector<float>::filled(cols, 1.0f, exec);
    vector<float> w(rows, exec);
    mxv(w, plus_times<float>{}, a, u, {.locality = locality{}});
    CHECK(w.nvals() == 0);
  }
}

TEST_CASE("a locality plan refuses parameters that mean nothing") {
  auto const a = star_like(executor{}, 10, 1);
  auto const placed = [&](locality const& asked) { storage_of(a).csr().place_columns(asked, 4); };
  CHECK_THROWS_WITH_AS(placed({.hub_bytes = -1}), "locality: hub_bytes is -1, but must be 0 or more", invalid_argument);
  CHECK_THROWS_AS(placed({.least_coverage = std::nan("")}), invalid_argument);
  CHECK_THROWS_AS(placed({.least_coverage = -0.5}), invalid_argument);
}
