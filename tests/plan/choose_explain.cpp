// choose_explain.cpp - a plan tells the statistics, the questions of the rule, the choice, and the costs.
#include <heddle/explain.hpp>
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>

#include "tests/support/contains.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/tile_battery.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

tile_statistics equal_rows(size_type tiles, size_type length) {
  tile_statistics s{tiles, tiles * length, {length, 0, static_cast<double>(length), 0}, tiles};
  s.rows.histogram[static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(length)))] = tiles;
  return s;
}

}  // namespace

TEST_CASE("the path ends with the question that decided") {
  auto const grid = explain(equal_rows(1 << 20, 4), device_kind::cuda, 4);
  REQUIRE(grid.path.size() == 1);
  CHECK(grid.path[0].answer == "yes");
  CHECK(grid.path[0].figure == "mean row 4.0, longest 4");
  CHECK(grid.chosen == thread_mapped{});

  auto const band = explain(equal_rows(1 << 20, 27), device_kind::cuda, 8);
  REQUIRE(band.path.size() == 3);  // two on the schedule, one on the share
  CHECK(band.path[0].answer == "no");
  CHECK(band.path[1].answer == "yes");
  CHECK(band.path[2].figure == "mean row 27.0, longest 27, standard deviation 0.0");
  CHECK(band.chosen == schedule(nonzero_split{3072}, by_block_entries{}));

  auto const wide = explain(equal_rows(1 << 20, 27), device_kind::cuda, 16);
  REQUIRE(wide.path.size() == 7);  // four more on shares that are not walked by rows
  CHECK(wide.path[2].answer == "no");
  CHECK(wide.path[3].answer == "no");
  CHECK(wide.path[4].figure == "not known");
  CHECK(wide.path[6].figure == "16 bytes a value");
  CHECK(wide.chosen == nonzero_split{1024});
}

TEST_CASE("where no question decides, the path names the cheapest, its parts, and those behind it") {
  auto rows = equal_rows(1 << 16, 100);
  rows.rows.stddev_length = 40;
  rows.nearness = 0.5;
  auto const e = explain(rows, device_kind::cuda, 4);
  REQUIRE(e.path.size() >= 3);
  auto const& last = e.path[2];
  CHECK(last.question == "Which schedule should be fastest, of those that the call can have?");
  CHECK(contains(last.answer, e.choice + ", expected to take "));
  CHECK(contains(last.because, "its parts are "));
  CHECK(contains(last.because, "; next are "));
}

TEST_CASE("scanned shares are long where that spares the launch that combines them, and the path says so") {
  auto const share_of = [](size_type tiles) {
    auto rows = equal_rows(tiles, 25);
    rows.rows.max_length = 20'000;
    rows.rows.stddev_length = 150;
    rows.nearness = 0.5;
    reduction_call call(4);
    call.marked = false;  // of a matrix of halves, whose products are not walked between marks
    auto const e = explain(rows, device_kind::cuda, call);
    CHECK(contains(e.chosen.text(), "scan"));
    std::string asked;
    for (auto const& question : e.path) {
      if (contains(question.question, "few enough to look back, as those of")) asked = question.answer;
    }
    return asked;
  };
  CHECK_EQ(share_of(1 << 15), "");  // shares of 2048 items look back anyway
  CHECK_EQ(share_of(1 << 17), "yes, so 4096 items");
}

TEST_CASE("where one product decides a sum, rows are asked, and the path says so") {
  reduction_call call(1);
  call.decided = true;
  auto const e = explain(equal_rows(1 << 20, 27), device_kind::cuda, call);
  REQUIRE_EQ(e.path.size(), 1);
  CHECK_EQ(e.path[0].question, "Can one product decide a sum?");
  CHECK(e.chosen == schedule(thread_mapped{}, by_asking{}));
}

TEST_CASE("values that are not stored make streaming cheaper") {
  auto rows = equal_rows(1 << 20, 100);
  rows.nearness = 1;
  reduction_call call(8);
  auto const stored = expect_cost(merge_path{}, rows, call);
  call.one_value = true;
  CHECK(expect_cost(merge_path{}, rows, call)->microseconds < stored->microseconds);
}

TEST_CASE("what is explained is what choose_schedule chooses") {
  for (auto const kind : {device_kind::host, device_kind::cuda}) {
    for (size_type const length : {0, 1, 5, 9, 40, 3000}) {
      for (size_type const tiles : {1, 300, 70'000}) {
        auto const s = equal_rows(tiles, length);
        CHECK(explain(s, kind, 8).chosen == choose_schedule(s, kind, 8));
      }
    }
  }
}

TEST_CASE("costs are sorted, and stand in the text with the choice marked") {
  auto const e = explain(equal_rows(1 << 20, 27), device_kind::cuda, 4);
  REQUIRE(e.costs.size() >= 6);
  for (std::size_t k = 1; k < e.costs.size(); ++k) CHECK(e.costs[k - 1].microseconds <= e.costs[k].microseconds);
  auto const text = to_text(e);
  CHECK(contains(text, "shape      1048576 x 1048576, 28311552 nonzeros\n"));
  CHECK(contains(text, "rows       regular: mean 27.00, standard deviation 0.00, longest 27; 0 empty\n"));
  CHECK(contains(text, "16..31"));
  CHECK(contains(text, "choice     nonzero_split:atoms_per_worker=3072+entries\n"));
  CHECK(contains(text, "<- chosen"));
  CHECK(contains(text, " us, within 1.28x, mostly "));
}

TEST_CASE("a schedule of the user's is explained without the rule's questions") {
  auto const e = explain(equal_rows(1 << 20, 27), device_kind::cuda, 4, merge_path{});
  CHECK_FALSE(e.automatic);
  REQUIRE(e.path.size() == 2);  // the share is still chosen
  CHECK(contains(to_text(e), "choice     merge_path:items_per_worker=4096, as asked"));
  CHECK(explain(equal_rows(1 << 20, 27), device_kind::cuda, 4, merge_path{300}).path.empty());
}

TEST_CASE("on the host the choice is explained and nothing is estimated") {
  auto const e = explain(equal_rows(1000, 27), device_kind::host, 8);
  CHECK(e.costs.empty());
  CHECK(contains(to_text(e), "nothing is estimated"));
}

TEST_CASE("groups of lengths leave out what is empty at both ends") {
  primitives::row_statistics rows{.max_length = 12};
  rows.histogram[1] = 5;
  rows.histogram[4] = 2;
  auto const groups = length_groups(rows);
  REQUIRE(groups.size() == 4);
  CHECK(groups[0].shortest == 1);
  CHECK(groups[0].longest == 1);
  CHECK(groups[1].rows == 0);
  CHECK(groups[3].shortest == 8);
  CHECK(groups[3].longest == 15);
  CHECK(length_groups({}).empty());
}

TEST_CASE("rows are regular, uneven or skewed") {
  CHECK(class_of({.max_length = 5, .mean_length = 4.9}) == row_class::regular);
  CHECK(class_of({.max_length = 42, .mean_length = 16, .stddev_length = 4}) == row_class::uneven);
  CHECK(class_of({.max_length = 60'000, .mean_length = 30, .stddev_length = 200}) == row_class::skewed);
}

EXECUTOR_CASE("a plan of a matrix explains itself by the statistics that it was made from") {
  std::vector<std::int32_t> row, col;
  for (std::int32_t i = 0; i < 3000; ++i) {
    for (std::int32_t k = 0; k < 4; ++k) row.push_back(i), col.push_back((i + k) % 3000);
  }
  std::vector<float> const value(row.size(), 1);
  auto const a = matrix<float>::build(3000, 3000, row, col, value, plus<float>{}, exec);
  auto const made = storage_of(a).csr().plan_for({}, sizeof(float));
  auto const e = explain(*made);
  REQUIRE(e.statistics);
  CHECK(e.statistics->columns == 3000);
  CHECK(e.statistics->rows.histogram[3] == 3000);
  CHECK(e.made_for == exec.kind());
  CHECK(e.chosen == made->chosen);
  CHECK_FALSE(e.path.empty());
  CHECK(contains(made->explain(), "4..7                       3000  ########"));
  CHECK(contains(storage_of(a).csr().plan_for(merge_path{7}, 4)->explain(), "merge_path:items_per_worker=7, as asked"));
}

EXECUTOR_CASE("a plan made without statistics says so") {
  tile_case const c = tile_battery().back();
  buffer<std::int64_t> const offsets(exec, std::span<std::int64_t const>(c.offsets));
  offset_tiles<std::int64_t> const tiles{offsets.data(), c.tiles(), c.atoms()};
  CHECK(contains(make_plan(exec, tiles, thread_mapped{}, 8).explain(), "the rows were not measured"));
  CHECK(contains(make_plan(exec, tiles, automatic{}, 8).explain(), "standard deviation"));
}
