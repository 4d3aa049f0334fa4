// choose_extremes.cpp - what `auto` takes on a GPU for shapes at the ends of what there is, and why that is sane.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <heddle/explain.hpp>
#include <string>
#include <vector>

#include "src/plan/choose.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;

namespace {

struct rows_alike {
  size_type rows, length;
};

tile_statistics made_of(std::initializer_list<rows_alike> parts, size_type columns, double nearness) {
  tile_statistics s;
  double squares = 0;
  for (auto const [rows, length] : parts) {
    s.tiles += rows;
    s.atoms += rows * length;
    squares += static_cast<double>(rows) * static_cast<double>(length) * static_cast<double>(length);
    if (length == 0) s.rows.empty_rows += rows;
    s.rows.max_length = max_of(s.rows.max_length, length);
    s.rows.histogram[static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(length)))] += rows;
  }
  auto const tiles = static_cast<double>(s.tiles);
  s.rows.mean_length = static_cast<double>(s.atoms) / tiles;
  s.rows.stddev_length = std::sqrt(max_of(0.0, squares / tiles - s.rows.mean_length * s.rows.mean_length));
  s.columns = columns;
  s.nearness = nearness;
  return s;
}

// A row is taken by lanes of at most one warp.
bool takes_whole_rows(schedule const& s) {
  auto const& table = s.built_in();
  return std::holds_alternative<thread_mapped>(table) || std::holds_alternative<group_mapped>(table) ||
         std::holds_alternative<warp_mapped>(table);
}

struct extreme {
  char const* what;
  tile_statistics rows;
  std::size_t value_bytes;
  char const *chosen, *why;
};

std::vector<extreme> extremes() {
  constexpr size_type m = 1'000'000;
  return {
      {"one row of 40 M", made_of({{1, 40 * m}}, 40 * m, 1), 4, "nonzero_split+rows",
       "the row is cut over all multiprocessors"},
      {"one row of 400,000", made_of({{1, 400'000}}, 400'000, 1), 4, "nonzero_split", "the row is cut"},
      {"one row of 100", made_of({{1, 100}}, 1000, 1), 4, "warp_mapped",
       "a lane has three entries, and nothing is to be cut"},
      {"one entry", made_of({{1, 1}}, 1, 1), 4, "thread_mapped", "there is nothing to share out"},
      {"one column of 1 M rows", made_of({{m, 1}}, 1, 1), 4, "thread_mapped", "a thread a row writes side by side"},
      {"one giant row among short ones", made_of({{m, 2}, {1, 400'000}}, m, 0.5), 4, "coo+marks",
       "the giant is cut, and short rows end between marks"},
      {"one giant row among empty ones", made_of({{10 * m, 0}, {1, 5 * m}}, 10 * m, 1), 8, "merge_path",
       "the giant is cut, and no share gets all empty rows"},
      {"all empty but one entry", made_of({{10 * m - 1, 0}, {1, 1}}, 100, 1), 4, "merge_path",
       "rows are all the work, so shares count them"},
      {"all rows empty", made_of({{m, 0}}, m, 1), 4, "thread_mapped", "writing zeros is all there is"},
      {"10 M rows of one entry", made_of({{10 * m, 1}}, 10 * m, 1), 4, "thread_mapped",
       "a thread a row writes side by side"},
      {"10 M rows of one far entry", made_of({{10 * m, 1}}, 10 * m, 0), 8, "nonzero_split:at_tile_ends=1",
       "shares of equal nonzeros have as many gathers in flight"},
      {"36 rows of 17,685", made_of({{36, 17'685}}, 70'740, 1), 4, "coo+marks",
       "36 warps would leave most of the GPU idle"},
      {"8 rows of 5 M", made_of({{8, 5 * m}}, 5 * m, 1), 8, "nonzero_split+rows",
       "8 warps would leave nearly all of the GPU idle"},
      {"2000 rows of 10,000", made_of({{2000, 10'000}}, m, 0), 8, "warp_mapped",
       "warps have equal work, and pass the columns in step"},
      {"100,000 rows of 32", made_of({{100'000, 32}}, 100'000, 1), 4, "nonzero_split:at_tile_ends=1",
       "rows fit into shares, and none is cut"},
      {"a road network of 3.9 M in f64", made_of({{300'000, 1}, {800'000, 2}, {500'000, 4}}, 1'600'000, 0.9), 8,
       "nonzero_split:at_tile_ends=1", "rows fit into shares, and none is cut"},
      {"half of the nonzeros in ten rows", made_of({{500'000, 8}, {10, 400'000}}, 500'000, 0.3), 4, "nonzero_split",
       "ten rows are half of the work, and are cut"},
      {"rows that double, each length once",
       made_of({{1, 1}, {1, 8}, {1, 64}, {1, 512}, {1, 4096}, {1, 32'768}, {1, 262'144}}, 262'144, 1), 4,
       "nonzero_split", "one row is most of the work, and is cut"},
      {"20 rows of 30", made_of({{20, 30}}, 600, 1), 8, "warp_mapped", "a lane has one entry"},
      {"a mesh of 40 M nonzeros", made_of({{6 * m, 5}, {m, 10}}, 7 * m, 1), 4, "nonzero_split:at_tile_ends=1",
       "rows fit into shares, and none is cut"},
  };
}

}  // namespace

TEST_CASE("each of twenty shapes at the ends of what there is gets a schedule that has a reason") {
  CHECK(extremes().size() == 20);
  for (auto const& [what, rows, value_bytes, chosen, why] : extremes()) {
    INFO(std::string(what), ": ", std::string(why));
    auto const e = explain(rows, device_kind::cuda, value_bytes);
    CHECK(e.choice == chosen);
    REQUIRE_FALSE(e.path.empty());
    CHECK(e.chosen == choose_schedule(rows, device_kind::cuda, value_bytes));
  }
}

TEST_CASE("no thread or warp takes a row of 100,000 entries, whatever the other rows") {
  for (size_type const longest : {100'000, 1'000'000, 100'000'000}) {
    for (size_type const others : {0, 1, 1000, 10'000'000}) {
      for (size_type const length : {0, 1, 10, 1000}) {
        for (double const nearness : {-1.0, 0.0, 1.0}) {
          auto const rows = made_of({{1, longest}, {others, length}}, 1'000'000, nearness);
          for (std::size_t const value_bytes : {4, 8, 16}) {
            auto const chosen = detail::choose({rows, device_kind::cuda, value_bytes}, detail::costs_of(900)).chosen;
            CAPTURE(longest);
            CAPTURE(others);
            CAPTURE(length);
            CAPTURE(chosen.text());
            CHECK_FALSE(takes_whole_rows(chosen));
            auto const* const split = std::get_if<nonzero_split>(&chosen.built_in());
            CHECK_FALSE((split && split->at_tile_ends));
          }
        }
      }
    }
  }
}

TEST_CASE("rows that no 32-bit number has, or that lie in too many shares to look back, are not walked between marks") {
  schedule const marked(coo{}, by_marks{});
  auto rows = made_of({{1 << 20, 20}, {1, 30'000}}, 1 << 20, 0.5);
  CHECK(expect_cost(marked, rows, 4));
  rows.tiles = size_type{1} << 31;
  CHECK_FALSE(expect_cost(marked, rows, 4));
  rows.tiles = 1 << 20;
  rows.rows.max_length = 2048 * 256 + 1;
  CHECK_FALSE(expect_cost(marked, rows, 4));
}

TEST_CASE("shares that are walked between marks are whole words of marks, whatever is asked for") {
  tile_statistics const any{100, 1000, {.max_length = 10, .mean_length = 10}, 100, 0};
  auto const items = [&](int asked) {
    schedule const s = detail::with_items(schedule(coo{asked}, by_marks{}), {any, device_kind::cuda, 4});
    return std::get<coo>(s.built_in()).atoms_per_worker;
  };
  CHECK_EQ(items(1), 128);
  CHECK_EQ(items(512), 512);
  CHECK_EQ(items(513), 640);
  CHECK_EQ(items((1 << 30) + 1), (1 << 30) + 128);
  CHECK_EQ(items(std::numeric_limits<int>::max()), std::numeric_limits<int>::max() / 128 * 128);
}

TEST_CASE("masked products, and values too large to scan, get schedules that their walks allow") {
  auto const rows = made_of({{100'000, 3}, {10'000, 200}, {10, 50'000}}, 110'000, 0.2);
  for (reduction_call const& call : {reduction_call(8, 0, false), reduction_call(16), reduction_call(100)}) {
    auto const chosen = detail::choose({rows, device_kind::cuda, call}, detail::costs_of(900)).chosen;
    auto const by = chosen.walked_by();
    CAPTURE(chosen.text());
    CHECK_FALSE(std::holds_alternative<by_block_scan>(by));
    CHECK_FALSE(std::holds_alternative<by_marks>(by));
    CHECK_FALSE(takes_whole_rows(chosen));
  }
}
