// explain_words.cpp - the words for rows and columns in what a plan says of itself, and estimates off the table.
#include <doctest/doctest.h>

#include <heddle/explain.hpp>

#include "tests/support/contains.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using testing::contains;

namespace {

// Rows of 30 on average, spread, with columns nearby as told.
tile_statistics spread_rows(double nearness) {
  tile_statistics s{1 << 16, 30 << 16, {5000, 100, 30, 90}, 1 << 16};
  s.rows.histogram[5] = (1 << 16) - 100, s.rows.histogram[0] = 100;
  s.nearness = nearness;
  return s;
}

}  // namespace

TEST_CASE("classes of rows have names") {
  CHECK(name_of(row_class::regular) == "regular");
  CHECK(name_of(row_class::uneven) == "uneven");
  CHECK(name_of(row_class::skewed) == "skewed");
}

TEST_CASE("how near columns lie is said where it is known") {
  std::string const words = "% of sampled entries lie within 32 columns of one of the next 64";
  CHECK(contains(to_text(explain(spread_rows(0.254), device_kind::cuda, 4)), "25 " + words));
  CHECK_FALSE(contains(to_text(explain(spread_rows(-1), device_kind::cuda, 4)), words));
}

TEST_CASE("gathers from a vector larger than any that was measured are as slow as from the largest") {
  auto const us = [](size_type columns) {
    tile_statistics s = spread_rows(0);
    s.columns = columns;
    auto const cost = expect_cost(nonzero_split{}, s, 8);
    REQUIRE(cost.has_value());
    return cost->microseconds;
  };
  CHECK(us(size_type{1} << 26) < us(size_type{1} << 28));
  CHECK(us(size_type{1} << 36) <= 16 * us(size_type{1} << 32));  // what is read once grows with the columns
}
