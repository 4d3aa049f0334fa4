// user_schedule.cpp - a schedule of the user's own: a struct with workers and boundary, like those of the table.
#include "tests/support/mxm_check.hpp"
#include "tests/support/user_semirings.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// Shares that grow: worker w ends (w + 1)(w + 2) / 2 steps along the path.
struct growing_shares {
  static constexpr std::string_view name = "growing_shares";
  template <tile_set Tiles> size_type workers(Tiles const& tiles) const {
    size_type const last = diagonal(path_end(tiles));
    size_type n = 0;
    while (n * (n + 1) / 2 < last) ++n;
    return n;
  }
  template <tile_set Tiles> path_point boundary(Tiles const& tiles, size_type w) const {
    return path_search(tiles, min_of(w * (w + 1) / 2, diagonal(path_end(tiles))));
  }
};

/// Every share walked by eight lanes.
struct growing_shares_of_groups : growing_shares {
  static constexpr std::string_view name = "growing_shares_of_groups";
  constexpr scope walked_by() const { return {walker::group, 8}; }
};

/// Every other share is empty, inside a row more often than not.
struct stuttering_shares {
  scope by{walker::group, 8};
  constexpr scope walked_by() const { return by; }
  template <tile_set Tiles> size_type workers(Tiles const& tiles) const {
    return 2 * ceil_div(diagonal(path_end(tiles)), 29);
  }
  template <tile_set Tiles> path_point boundary(Tiles const& tiles, size_type w) const {
    return path_search(tiles, min_of((w + 1) / 2 * 29, diagonal(path_end(tiles))));
  }
  friend bool operator==(stuttering_shares a, stuttering_shares b) { return a.by == b.by; }
};

/// Begins at the first row and never reaches the last.
struct forgetful {
  template <tile_set Tiles> size_type workers(Tiles const&) const { return 1; }
  template <tile_set Tiles> path_point boundary(Tiles const&, size_type) const { return {}; }
};

template <class SR> void check_schedule(executor const& exec, SR const& sr, schedule const& mine) {
  using T = domain_of<SR>;
  for (tile_case const& tiles : tile_battery()) {
    auto const entries = matrix_of<T>(tiles);
    auto const a = entries.on(exec);
    random_source random(3);
    auto const u = draw_vector<T>(random, entries.cols, 60), v = draw_vector<T>(random, entries.rows, 5);
    vector<T> w(entries.rows, exec), pushed(entries.cols, exec);
    mxv(w, sr, a, make_vector(u, held::bitmap, exec), {.schedule = mine});
    vxm(pushed, sr, make_vector(v, held::sparse, exec), a, {.schedule = mine, .direction = direction::push});
    INFO(tiles.name, ", ", mine.name(), ", ", exec.description());
    CHECK_EQ(difference(to_dense(w), reference::mxv(sr, entries, u)), "");
    CHECK_EQ(difference(to_dense(pushed), reference::vxm(sr, v, entries)), "");
  }
}

}  // namespace

EXECUTOR_CASE("a schedule of the user's own gives the same products as those of the table") {
  check_schedule(exec, plus_times<float>{}, growing_shares{});
  check_schedule(exec, min_plus<double>{}, growing_shares_of_groups{});
}

TEST_CASE("a schedule of the user's own keeps the order of entries on the host") {
  check_schedule(host_executor(), compose_affine{}, growing_shares{});
}

EXECUTOR_CASE("mxm takes a schedule of the user's own") {
  for (auto const& p : draw_products<float>(8)) {
    auto c = make_matrix(p.c, exec);
    auto const a = make_matrix(p.a, exec), b = make_matrix(p.b, exec);
    mxm(c, plus_times<float>{}, a, b, {.schedule = growing_shares{}});
    INFO(p.name, ", ", exec.description());
    CHECK_EQ(difference(to_dense(c), reference::mxm(plus_times<float>{}, p.a, p.b)), "");
  }
}

EXECUTOR_CASE("a schedule that leaves rows out is refused, and the message says which part is missing") {
  auto const a = make_matrix(draw_products<float>(9).front().a, exec);
  vector<float> w(a.rows(), exec);
  auto const u = vector<float>::filled(a.cols(), 1.0f, exec);
  try {
    w.set(2, 5.0f);
    mxv(w, plus_times<float>{}, a, u, {.schedule = forgetful{}});
    FAIL("no exception");
  } catch (invalid_argument const& e) {
    INFO(e.what());
    CHECK(std::string(e.what()).find("not at (tile 61") != std::string::npos);
  }
  CHECK_EQ(w.nvals(), 1);  // what stood in w stays
  CHECK_EQ(w.get(2), 5.0f);
}

EXECUTOR_CASE("shares that are empty inside a row leave nothing behind") {
  for (scope const by : {scope{walker::thread, 1}, scope{walker::group, 8}, scope{walker::block, 256}}) {
    check_schedule(exec, min_plus<double>{}, stuttering_shares{by});
    check_schedule(exec, max_times<double>{}, stuttering_shares{by});
  }
}

EXECUTOR_CASE("a user's schedule that has an == is planned once for a matrix, wherever it is written") {
  auto const a = make_matrix(draw_products<float>(9).front().a, exec);
  auto const& form = a.storage().csr();
  CHECK(form.plan_for(stuttering_shares{}, 4) == form.plan_for(stuttering_shares{}, 4));
  CHECK(form.plan_for(stuttering_shares{}, 4) != form.plan_for(stuttering_shares{{walker::thread, 1}}, 4));
}

EXECUTOR_CASE("a user's schedule is walked by a thread, a group or a block, and by nobody else") {
  auto const a = make_matrix(draw_products<float>(9).front().a, exec);
  for (scope const by :
       {scope{walker::group, 3}, scope{walker::group, 0}, scope{walker::dealt, 8}, scope{walker::segments, 32}}) {
    CHECK_THROWS_AS(a.storage().csr().plan_for(stuttering_shares{by}, 4), invalid_argument);
  }
}
