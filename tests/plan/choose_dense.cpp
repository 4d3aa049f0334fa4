// choose_dense.cpp - what `auto` takes for products with dense matrices on a GPU: the walk that is faster, as both were
// measured on an H200, in f32.
#include <doctest/doctest.h>

#include <cmath>

#include "src/plan/choose.hpp"
#include "src/plan/walk_table.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;

namespace {

constexpr int trial_columns[] = {8, 16, 32, 64, 128};

/// A matrix of the trial, and what its two walks took with so many columns, microseconds; 0 where one was not tried.
struct dense_trial {
  char const* name;
  tile_statistics statistics;
  double rows[5], shares[5];
};

tile_statistics dense_statistics(size_type rows, size_type nonzeros, size_type longest, double deviation, double near) {
  tile_statistics s{rows, nonzeros, {}, rows, near};
  s.rows.max_length = longest;
  s.rows.mean_length = static_cast<double>(nonzeros) / static_cast<double>(rows);
  s.rows.stddev_length = deviation;
  return s;
}

std::vector<dense_trial> const& dense_trials() {
  static std::vector<dense_trial> const all = {{"27-point stencil",
                                                dense_statistics(4'096'000, 109'200'000, 27, 1, 1),
                                                {423, 636, 1092, 1772, 3486},
                                                {1072, 1218, 1674, 3300, 6306}},
                                               {"geometric graph",
                                                dense_statistics(4'000'000, 59'900'000, 38, 3.9, 1),
                                                {0, 0, 825, 0, 2312},
                                                {0, 0, 1146, 0, 2895}},
                                               {"power law",
                                                dense_statistics(4'000'000, 83'300'000, 16'454, 113, 0.6),
                                                {0, 0, 4904, 8056, 10537},
                                                {1628, 1655, 2034, 3570, 6974}},
                                               {"R-MAT 20",
                                                dense_statistics(1'048'576, 31'400'000, 64'784, 257, 0.1),
                                                {0, 0, 7466, 10164, 12067},
                                                {414, 452, 579, 1016, 1987}}};
  return all;
}

reduction_call dense_call_of(int columns) {
  reduction_call call(4, 0, false);
  call.columns = columns;
  return call;
}

}  // namespace

TEST_CASE("with a dense operand auto takes the walk that was faster") {
  for (dense_trial const& t : dense_trials()) {
    for (std::size_t k = 0; k < std::size(trial_columns); ++k) {
      if (t.rows[k] == 0) continue;
      CAPTURE(t.name);
      auto const chosen =
          detail::choose({t.statistics, device_kind::cuda, dense_call_of(trial_columns[k])}, detail::costs_of(900))
              .chosen;
      bool const by_rows = std::holds_alternative<group_mapped>(chosen.built_in());
      CHECK(by_rows == (t.rows[k] < t.shares[k]));
      CHECK((by_rows || std::holds_alternative<nonzero_split>(chosen.built_in())));
    }
  }
}

TEST_CASE("estimates of products with dense operands lie near the times of the trial") {
  for (dense_trial const& t : dense_trials()) {
    for (std::size_t k = 0; k < std::size(trial_columns); ++k) {
      for (auto const& cost : explain(t.statistics, device_kind::cuda, dense_call_of(trial_columns[k])).costs) {
        double const time = cost.schedule.starts_with("group_mapped") ? t.rows[k] : t.shares[k];
        if (time == 0) continue;
        CAPTURE(t.name);
        CAPTURE(cost.schedule);
        CAPTURE(cost.microseconds);
        CHECK(std::abs(std::log(cost.microseconds / time)) <= std::log(cost.accuracy));
      }
    }
  }
}

TEST_CASE("a warp that has one row of doubles waits for those of its block") {
  auto call = dense_call_of(128);
  call.value_bytes = 8;
  std::pair<double, double> const times[] = {{8017, 12526}, {5125, 5882}, {17399, 13969}, {13153, 3853}};
  for (std::size_t k = 0; k < std::size(times); ++k) {
    CAPTURE(dense_trials()[k].name);
    for (auto const& cost : explain(dense_trials()[k].statistics, device_kind::cuda, call).costs) {
      bool const by_rows = cost.schedule.starts_with("group_mapped");
      double const time = by_rows ? times[k].first : times[k].second;
      CAPTURE(cost.schedule);
      CAPTURE(cost.microseconds);
      CHECK(std::abs(std::log(cost.microseconds / time)) <= std::log(cost.accuracy));
    }
    auto const chosen =
        detail::choose({dense_trials()[k].statistics, device_kind::cuda, call}, detail::costs_of(900)).chosen;
    CHECK(std::holds_alternative<group_mapped>(chosen.built_in()) == (times[k].first < times[k].second));
  }
}

TEST_CASE("lanes of a row have 16 bytes each, and 32 where there are more than 128") {
  auto const s = dense_statistics(100'000, 2'700'000, 27, 0, 1);
  auto const lanes = [&](int columns, int value_bytes = 4) {
    auto call = dense_call_of(columns);
    call.value_bytes = value_bytes;
    auto const chosen = detail::choose({s, device_kind::cuda, call}, detail::costs_of(900)).chosen;
    return std::get<group_mapped>(chosen.built_in()).lanes;
  };
  CHECK(lanes(1) == 2);
  CHECK(lanes(8) == 2);
  CHECK(lanes(32) == 8);
  CHECK(lanes(64) == 8);
  CHECK(lanes(128) == 16);
  CHECK(lanes(16, 8) == 8);
  CHECK(lanes(32, 8) == 8);
  CHECK(lanes(128, 8) == 32);
}

TEST_CASE("lanes alone walk against a dense operand: others have it taken by groups") {
  auto const call = dense_call_of(16);
  for (walk const& by : {walk(by_block_rows{}), walk(by_block_scan{}), walk(by_block_entries{}), walk(by_marks{}),
                         walk(by_segments{}), walk(by_gathering{}), walk(by_asking{})}) {
    CAPTURE(text_of(by));
    CHECK(detail::lacking(by, call).find("dense operand") != std::string::npos);
    CHECK(std::holds_alternative<by_group>(detail::settled(by, call)));
  }
  CHECK(detail::lacking(by_group{4}, call).empty());
  CHECK(detail::lacking(by_thread{}, call).empty());
}

TEST_CASE("shares with a dense operand are shorter where there would be few") {
  CHECK(detail::dense_items(100'000'000, dense_call_of(8)) == 256);
  CHECK(detail::dense_items(1'000'000, dense_call_of(8)) == 64);
  CHECK(detail::dense_items(0, dense_call_of(1)) == 64);
  CHECK(detail::dense_items(100'000'000, dense_call_of(32)) == 256);
  CHECK(detail::dense_items(100'000'000, dense_call_of(128)) == 256);
  CHECK(detail::dense_items(4'000'000, dense_call_of(32)) == 64);
  auto const filled =
      detail::with_items(nonzero_split{}, {dense_trials()[3].statistics, device_kind::cuda, dense_call_of(32)});
  CHECK(std::get<nonzero_split>(filled.built_in()).atoms_per_worker == 256);
  CHECK_FALSE(filled.asked_walk());
}

TEST_CASE("a call with a dense operand has lanes alone, and every other walk gives way to them") {
  auto const call = dense_call_of(32);
  for (auto const& [name, summary] : walk_names()) {
    walk const settled = detail::settled(parse_walk(name), call);
    CHECK((std::holds_alternative<by_thread>(settled) || std::holds_alternative<by_group>(settled)));
  }
}

TEST_CASE("with a dense operand the two that auto compares are estimated, and no other") {
  auto const& s = dense_trials()[0].statistics;
  for (auto const& cost : explain(s, device_kind::cuda, dense_call_of(32)).costs) {
    CHECK(expect_cost(schedule::parse(cost.schedule), s, dense_call_of(32))->microseconds == cost.microseconds);
  }
  CHECK_FALSE(expect_cost(merge_path{}, s, dense_call_of(32)));
}

TEST_CASE("the choice for a dense operand is explained with its question and both estimates") {
  auto const text = to_text(explain(dense_trials()[2].statistics, device_kind::cuda, dense_call_of(128)));
  CHECK(text.find("a row or equal nonzeros to a group?") != std::string::npos);
  CHECK(text.find("C = A B, 128 columns, on an H200 with 4-byte values") != std::string::npos);
  CHECK(text.find("group_mapped:lanes=16") != std::string::npos);
  CHECK(text.find("<- chosen") != std::string::npos);
}
