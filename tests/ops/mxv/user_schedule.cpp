// user_schedule.cpp - a schedule of the user's own: a struct with workers and boundary, like those of the table.
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/spmv/spmv.hpp>

#include "tests/support/mxm_check.hpp"
#include "tests/support/user_semirings.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

/// Shares that grow: worker w ends (w + 1)(w + 2) / 2 steps along the path.
struct growing_shares {
  static constexpr std::string_view name = "growing_shares";
  template <tile_set Tiles> size_type workers(Tiles const& tiles) const {
    size_type const last = path_length(path_end(tiles));
    size_type n = 0;
    while (n * (n + 1) / 2 < last) ++n;
    return n;
  }
  template <tile_set Tiles> path_point boundary(Tiles const& tiles, size_type w) const {
    return path_search(tiles, min_of(w * (w + 1) / 2, path_length(path_end(tiles))));
  }
};

/// Every share walked by eight lanes.
struct growing_shares_of_groups : growing_shares {
  static constexpr std::string_view name = "growing_shares_of_groups";
  constexpr by_group walked_by() const { return {8}; }
};

/// Every other share is empty, inside a row more often than not.
struct stuttering_shares {
  walk by = by_group{8};
  constexpr walk walked_by() const { return by; }
  template <tile_set Tiles> size_type workers(Tiles const& tiles) const {
    return 2 * ceil_div(path_length(path_end(tiles)), 29);
  }
  template <tile_set Tiles> path_point boundary(Tiles const& tiles, size_type w) const {
    return path_search(tiles, min_of((w + 1) / 2 * 29, path_length(path_end(tiles))));
  }
  friend bool operator==(stuttering_shares a, stuttering_shares b) { return a.by == b.by; }
};

/// Begins at the first row and never reaches the last.
struct forgetful {
  template <tile_set Tiles> size_type workers(Tiles const&) const { return 1; }
  template <tile_set Tiles> path_point boundary(Tiles const&, size_type) const { return {}; }
};

/// Equals no other, not even itself.
struct incomparable {
  template <tile_set Tiles> size_type workers(Tiles const&) const { return 1; }
  template <tile_set Tiles> path_point boundary(Tiles const& tiles, size_type w) const {
    return w == 0 ? path_point{} : path_end(tiles);
  }
};

/// Asks the matrix for another of its forms.
struct curious : incomparable {
  matrix<float> const* a;
  explicit curious(matrix<float> const* looked_at) : a(looked_at) {}
  template <tile_set Tiles> size_type workers(Tiles const&) const { return a->coo().rows > 0 ? 1 : 0; }
};

/// As many workers as it is told.
struct crowd : incomparable {
  size_type asked;
  explicit crowd(size_type n) : asked(n) {}
  template <tile_set Tiles> size_type workers(Tiles const&) const { return asked; }
};

/// As README's schedule: a boundary divides by the number of workers.
struct divided {
  int shares;
  template <tile_set Tiles> size_type workers(Tiles const&) const { return shares; }
  template <tile_set Tiles> path_point boundary(Tiles const& tiles, size_type w) const {
    size_type const length = path_length(path_end(tiles));
    return path_search(tiles, length / shares * w + min_of(w, length % shares));
  }
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
  for (walk const by : {walk(by_thread{}), walk(by_group{8}), walk(by_block_rows{})}) {
    check_schedule(exec, min_plus<double>{}, stuttering_shares{by});
    check_schedule(exec, max_times<double>{}, stuttering_shares{by});
  }
}

EXECUTOR_CASE("a user's schedule that has an == is planned once for a matrix, wherever it is written") {
  auto const a = make_matrix(draw_products<float>(9).front().a, exec);
  auto const& form = storage_of(a).csr();
  CHECK(form.plan_for(stuttering_shares{}, 4) == form.plan_for(stuttering_shares{}, 4));
  CHECK(form.plan_for(stuttering_shares{}, 4) != form.plan_for(stuttering_shares{by_thread{}}, 4));
}

EXECUTOR_CASE("a user's schedule without an == is planned for every value, and old plans go") {
  auto const a = make_matrix(draw_products<float>(9).front().a, exec);
  auto const& form = storage_of(a).csr();
  std::weak_ptr<plan const> const first = form.plan_for(incomparable{}, 4);
  CHECK_FALSE(first.expired());
  for (int k = 0; k < 100; ++k) form.plan_for(incomparable{}, 4);
  CHECK(first.expired());
}

EXECUTOR_CASE("a user's schedule may look at the matrix that it shares out") {
  auto const a = make_matrix(draw_products<float>(9).front().a, exec);
  CHECK_EQ(storage_of(a).csr().plan_for(curious{&a}, 4)->shares->workers, 1);
}

EXECUTOR_CASE("a user's schedule with an absurd number of workers is refused") {
  auto const a = make_matrix(draw_products<float>(9).front().a, exec);
  for (size_type const workers : {size_type{-1}, size_type{1} << 61, std::numeric_limits<size_type>::max()}) {
    CHECK_THROWS_AS(storage_of(a).csr().plan_for(crowd{workers}, 4), invalid_argument);
  }
}

EXECUTOR_CASE("a user's schedule without workers is refused before it divides by them") {
  auto const a = make_matrix(draw_products<float>(9).front().a, exec);
  CHECK_THROWS_AS(storage_of(a).csr().plan_for(divided{0}, 4), invalid_argument);
  CHECK_EQ(storage_of(a).csr().plan_for(divided{3}, 4)->shares->workers, 3);
  matrix<float> const without_rows(0, 5, exec);
  vector<float> w(0, exec);
  mxv(w, plus_times<float>{}, without_rows, vector<float>::filled(5, 1, exec), {.schedule = divided{0}});
}

EXECUTOR_CASE("parameters that make no sense are refused whether or not they are used") {
  matrix<float> const empty(3, 3, exec);
  matrix<float> c(3, 3, exec);
  vector<float> y(3, exec);
  auto const x = vector<float>::filled(3, 1, exec);
  descriptor const wrong[] = {{.schedule = thread_mapped{0}},
                              {.schedule = group_mapped{5}},
                              {.locality = locality{.hub_bytes = -1}},
                              {.locality = locality{.least_entries = -5}}};
  for (descriptor const& d : wrong) {
    CHECK_THROWS_AS(mxv(y, plus_first<float>{}, empty, x, d), invalid_argument);
    CHECK_THROWS_AS(mxm(c, plus_times<float>{}, empty, empty, d), invalid_argument);
    CHECK_THROWS_AS(reduce(y, plus_monoid<float>{}, empty, d), invalid_argument);
    CHECK_THROWS_AS(spmv(y, 1, empty, x, 0, d), invalid_argument);
    CHECK_THROWS_AS(assign(y, no_mask, no_accum, x, d), invalid_argument);
  }
}

EXECUTOR_CASE("a user's schedule is walked by a thread, a group or a block, and by nobody else") {
  auto const a = make_matrix(draw_products<float>(9).front().a, exec);
  for (walk const by : {walk(by_group{3}), walk(by_group{0}), walk(by_gathering{}), walk(by_marks{})}) {
    CHECK_THROWS_AS(storage_of(a).csr().plan_for(stuttering_shares{by}, 4), invalid_argument);
  }
}
