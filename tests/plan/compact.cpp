// compact.cpp - columns as 16-bit differences: what is kept gives every column back, and says what fits.
#include <heddle/detail/host/drivers.hpp>
#include <heddle/seam/plan/compact.hpp>
#include <heddle/semirings/semirings.hpp>
#include <random>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

using detail::compact_block;
using columns_type = std::vector<std::int32_t>;

// Each block of 128 spans `spans[block]` columns, the whole of it where it has more than one entry.
columns_type drawn_columns(size_type nnz, std::vector<std::int64_t> const& spans, unsigned seed) {
  std::mt19937 random(seed);
  columns_type columns;
  for (size_type a = 0; a < nnz; ++a) {
    auto const span = spans[static_cast<std::size_t>(a / compact_block) % spans.size()];
    auto const base = static_cast<std::int32_t>(a / compact_block * 777 % 1000000);
    auto const at = static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(span));
    columns.push_back(base + (a % compact_block == 0   ? 0
                              : a % compact_block == 1 ? static_cast<std::int32_t>(span - 1)
                                                       : at));
  }
  return columns;
}

columns_type read_back(detail::compacted const& made, size_type nnz) {
  auto const bases = made.bases.to_host(), copied = made.copied.to_host();
  auto const near = made.near.to_host();
  detail::compact_view const view{bases.data(), near.data(), copied.empty() ? nullptr : copied.data()};
  columns_type columns;
  for (size_type a = 0; a < nnz; ++a) columns.push_back(view[a]);
  return columns;
}

}  // namespace

EXECUTOR_CASE("compact columns are the columns, whether blocks fit 16 bits or not [sanitize]") {
  for (size_type const nnz : {1, 127, 128, 129, 1000, 5000}) {
    for (std::vector<std::int64_t> const& spans :
         {std::vector<std::int64_t>{1}, {65536}, {65537}, {65536, 65537}, {5, 70000, 2000000000, 300}}) {
      CAPTURE(nnz);
      CAPTURE(spans.front());
      auto const columns = drawn_columns(nnz, spans, static_cast<unsigned>(nnz));
      buffer<std::int32_t> const there(exec, columns);
      auto const made = detail::compact(exec, there.data(), nnz, {.least_fitting = 0});
      REQUIRE(made.helps());
      CHECK(read_back(made, nnz) == columns);
      CHECK(made.bytes() == static_cast<size_type>(made.bases.bytes() + made.near.bytes() + made.copied.bytes()));
    }
  }
}

EXECUTOR_CASE("a compact plan says how many columns fit, and is not made where these are too few") {
  auto const columns = drawn_columns(4 * compact_block, {65536, 65536, 65536, 65537}, 1);
  buffer<std::int32_t> const there(exec, columns);
  auto const size = static_cast<size_type>(columns.size());
  auto const made = detail::compact(exec, there.data(), size, {.least_fitting = 0.75});
  CHECK(made.helps());
  CHECK(made.fitting == 0.75);
  CHECK(made.copied.size() == compact_block);
  CHECK(made.reason == "the columns of 75.0 % of the entries fit 16 bits");
  auto const not_made = detail::compact(exec, there.data(), size, {.least_fitting = 0.76});
  CHECK_FALSE(not_made.helps());
  CHECK(not_made.bytes() == 0);
  CHECK(not_made.reason ==
        "the columns of 75.0 % of the entries fit 16 bits; 76.0 % are asked for: columns stay as they are");
  CHECK(detail::compact(exec, there.data(), 0, {}).reason == "there are no entries");
  CHECK_THROWS_WITH_AS((void)detail::compact(exec, there.data(), size, {.least_fitting = -1}),
                       "compact: least_fitting is -1, but must be 0 or more", invalid_argument);
}

TEST_CASE("products of compact columns are those of the columns, in the order of rows") {
  executor const exec;
  std::vector<std::int32_t> const offsets{0, 100, 100, 300, 301};
  auto const columns = drawn_columns(301, {50, 65537}, 3);
  std::vector<float> values, x(70000 + 3000);
  for (int a = 0; a < 301; ++a) values.push_back(1.0F / static_cast<float>(a + 1));
  for (std::size_t j = 0; j < x.size(); ++j) x[j] = 1.0F / static_cast<float>(j + 7);
  auto const made = detail::compact(exec, columns.data(), 301, {.least_fitting = 0});
  seam::offset_tiles<std::int32_t> const rows{offsets.data(), 4, 301};
  auto const plan = seam::make_plan(exec, rows, schedules::thread_mapped{}, sizeof(float));
  for (float const beta : {0.0F, 1.0F, 2.0F}) {
    CAPTURE(beta);
    std::vector<float> y(4, 5.0F), expected;
    detail::compact_product<float> const product{made.view(), {values.data()}, x.data()};
    host::reduce_tiles(exec, plan, rows, product, plus_monoid<float>{},
                       detail::filling_sink<float>{y.data(), nullptr, 3, beta, offsets.data()});
    for (std::size_t i = 0; i < 4; ++i) {
      float sum = 0;
      for (auto a = static_cast<std::size_t>(offsets[i]); a < static_cast<std::size_t>(offsets[i + 1]); ++a) {
        sum += values[a] * x[static_cast<std::size_t>(columns[a])];
      }
      float const row = offsets[i] == offsets[i + 1] ? 0 : 3 * sum;
      expected.push_back(beta == 0 ? row : row + beta * 5);
    }
    CHECK(y == expected);
  }
  std::vector<primitives::byte> present(4, 7);
  std::vector<float> y(4, 5.0F);
  host::reduce_tiles(exec, plan, rows, detail::compact_product<float>{made.view(), {values.data()}, x.data()},
                     plus_monoid<float>{}, detail::filling_sink<float>{y.data(), present.data(), 1, 0, offsets.data()});
  CHECK(present == std::vector<primitives::byte>{1, 0, 1, 1});
}
