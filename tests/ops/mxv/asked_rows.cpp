// asked_rows.cpp - products of which one may decide a row: what `auto` asks entry by entry on a GPU, against a loop.
#include <heddle/heddle.hpp>
#include <random>
#include <tests/support/executors.hpp>

namespace heddle::testing {
namespace {

using namespace schedules;
using namespace seam;

// Rows around the places where lanes, warps and pieces take over, and the only column of each that the vector has; -1:
// none.
struct asked_case {
  size_type cols = 6000;
  std::vector<std::int32_t> row, col, hit;
  std::vector<bool> present = std::vector<bool>(6000, false);
};

asked_case draw_rows(unsigned seed) {
  asked_case c;
  std::mt19937 draw(seed);
  for (int j = 0; j < 40; ++j) c.present[draw() % 6000] = true;
  auto const add_row = [&](int length, int place) {
    auto const i = static_cast<std::int32_t>(c.hit.size());
    std::int32_t j = static_cast<std::int32_t>(draw() % 900), found = -1;
    for (int k = 0; k < length; ++k, ++j) {
      bool const wanted = k == place;
      while (c.present[static_cast<std::size_t>(j)] != wanted) ++j;
      if (wanted) found = j;
      c.row.push_back(i), c.col.push_back(j);
    }
    c.hit.push_back(found);
  };
  for (int const length : {0, 1, 3, 4, 5, 35, 36, 37, 163, 164, 165, 166, 676, 677, 1500, 3000}) {
    add_row(length, -1);
    for (int const place : {0, 3, 4, 31, 36, 163, 164, 675, 676, 1400, 2999}) {
      if (place < length) add_row(length, place);
    }
  }
  for (int k = 0; k < 700; ++k) add_row(static_cast<int>(draw() % 7), k % 3 ? -1 : 2);
  return c;
}

vector<bool> operand_of(asked_case const& c, bool value, executor const& exec) {
  vector<bool> u(c.cols, exec);
  for (std::size_t j = 0; j < c.present.size(); ++j) {
    if (c.present[j]) u.set(static_cast<size_type>(j), value);
  }
  return u;
}

}  // namespace

EXECUTOR_CASE("rows that one entry decides are found, wherever it stands, and whichever rows are masked [sanitize]") {
  for (unsigned const seed : {1u, 2u}) {
    asked_case c = draw_rows(seed);
    auto const rows = static_cast<size_type>(c.hit.size());
    auto const a = matrix<bool>::build(rows, c.cols, c.row, c.col, std::vector<bool>(c.row.size(), true),
                                       logical_or<bool>{}, exec);
    vector<bool> const u = operand_of(c, true, exec), lies = operand_of(c, false, exec);
    vector<bool> seen(rows, exec);
    for (size_type i = 0; i < rows; i += 3) seen.set(i, true);
    descriptor const pull{.direction = direction::pull};
    for (char const* text : {"auto", "thread_mapped:tiles_per_worker=3+asking", "nonzero_split"}) {
      CAPTURE(text);
      descriptor d = pull;
      d.schedule = schedule::parse(text);
      vector<bool> any(rows, exec), masked(rows, exec), logical(rows, exec), lied(rows, exec);
      mxv(any, any_pair<bool>{}, a, u, d);
      mxv(masked, complement(structure(seen)), no_accum, any_pair<bool>{}, a, u, d);
      mxv(logical, lor_land{}, a, u, d);
      mxv(lied, lor_land{}, a, lies, d);
      int wrong = 0;
      for (size_type i = 0; i < rows; ++i) {
        bool const hit = c.hit[static_cast<std::size_t>(i)] >= 0;
        wrong += any.get(i).has_value() != hit || masked.get(i).has_value() != (hit && i % 3 != 0);
        wrong += logical.get(i).has_value() != hit || logical.get(i).value_or(true) != true;
        wrong += lied.get(i).has_value() != hit || lied.get(i).value_or(false) != false;
      }
      CHECK(wrong == 0);
    }
  }
}

EXECUTOR_CASE("a row of a million entries is asked by all, and found where only its last entry decides [sanitize]") {
  constexpr size_type cols = 1000000;
  std::vector<std::int32_t> row, col;
  for (std::int32_t j = 0; j < cols; ++j) row.push_back(1), col.push_back(j);
  row.push_back(2), col.push_back(5);
  auto const a = matrix<bool>::build(4, cols, row, col, std::vector<bool>(row.size(), true), logical_or<bool>{}, exec);
  vector<bool> u(cols, exec), w(4, exec);
  u.set(cols - 1, true);
  mxv(w, any_pair<bool>{}, a, u, {.direction = direction::pull});
  CHECK(w.nvals() == 1);
  CHECK(w.get(1) == true);
  auto const full = vector<bool>::filled(cols, false, exec);  // no entry decides
  mxv(w, lor_land{}, a, full, {.direction = direction::pull});
  CHECK(w.nvals() == 2);
  CHECK(w.get(1) == false);
  CHECK(w.get(2) == false);
}

TEST_CASE("auto asks where one product may decide, and says so") {
  tile_statistics const rows{1000, 9000, {}};
  reduction_call call{2, 0, false};
  CHECK(choose_schedule(rows, device_kind::cuda, call).text().find("asking") == std::string::npos);
  call.decided = true;
  CHECK(choose_schedule(rows, device_kind::cuda, call) == schedule(thread_mapped{}, by_asking{}));
}

}  // namespace heddle::testing
