// gather.cpp - entries at positions that a vector holds are read as the dense reference does it.
#include <heddle/ops/gather/gather.hpp>

#include "tests/support/drawn_positions.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/write_cases.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class W, class P, class U> dense_vector<U> gathered(dense_vector<U> const& u, dense_vector<P> const& p) {
  dense_vector<U> t(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i]) t[i] = u[static_cast<std::size_t>(*p[i])];
  }
  return t;
}

template <class W, class P, class U> void check_gather(executor const& exec, unsigned seed) {
  random_source random(seed);
  write_case<W> const c(random);
  auto const u = draw_vector<U>(random, draw_size(random), draw_density(random));
  auto const p = draw_positions<P>(random, c.size, static_cast<size_type>(u.size()));
  held const u_held = draw_held(random), p_held = draw_held(random);
  INFO("seed ", seed, ", u ", print(u), " (", name_of(u_held), "), p ", print(p), " (", name_of(p_held), ")");
  auto const from = make_vector<U>(u, u_held, exec);
  auto const at = make_vector<P>(p, p_held, exec);
  check_written(
      exec, c, minus<W>{}, gathered<W>(u, p),
      [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) { gather(w, mask, accum, from, at, d); });
  CHECK(to_dense(from) == u);
  CHECK(to_dense(at) == p);
}

}  // namespace

EXECUTOR_CASE("gather reads what stands at the positions that a vector holds [sanitize]") {
  for (unsigned seed = 0; seed < draws(500); ++seed) {
    check_gather<double, std::int32_t, double>(exec, seed);
    check_gather<std::int32_t, std::int64_t, std::int32_t>(exec, seed);
    check_gather<float, std::int32_t, float>(exec, seed);
  }
}

EXECUTOR_CASE("vectors of 64-bit indices are gathered") {
  auto const p = vector<std::int32_t, std::int64_t>::dense({2, 0, 2}, exec);
  auto const u = vector<float, std::int64_t>::dense({1.0f, 2.0f, 4.0f}, exec);
  vector<float, std::int64_t> w(3, exec);
  gather(w, u, p);
  CHECK_EQ(w.to_dense(0), std::vector<float>{4, 1, 4});
}

TEST_CASE("few entries are gathered among 2^40 positions") {
  executor const exec = host_executor(1);
  size_type const n = size_type{1} << 40;
  auto const p = vector<std::int32_t, std::int64_t>::build(n, {3, n - 1}, {1, 0}, take_first<std::int32_t>{}, exec);
  auto const u = vector<float, std::int64_t>::dense({5.0f, 6.0f}, exec);
  vector<float, std::int64_t> w(n, exec);
  gather(w, u, p);
  CHECK_EQ(w.tuples().index, std::vector<std::int64_t>{3, n - 1});
  CHECK_EQ(w.tuples().value, std::vector<float>{6, 5});
}

EXECUTOR_CASE("the output may be any operand of gather") {
  auto const start = vector<std::int32_t>::dense({3, 2, 0, 1}, exec);
  auto const u = vector<std::int32_t>::dense({10, 20, 30, 40}, exec);
  auto w = start;
  gather(w, w, w);  // pointer jumping
  CHECK_EQ(w.to_dense(-1), std::vector<std::int32_t>{1, 0, 3, 2});
  w = start;
  gather(w, u, w);
  CHECK_EQ(w.to_dense(-1), std::vector<std::int32_t>{40, 30, 10, 20});
  w = u;
  gather(w, w, start);
  CHECK_EQ(w.to_dense(-1), std::vector<std::int32_t>{40, 30, 10, 20});
  w = u;
  gather(w, structure(w), plus<std::int32_t>{}, w, start);
  CHECK_EQ(w.to_dense(-1), std::vector<std::int32_t>{50, 50, 40, 60});
}

TEST_CASE("what is gathered from a full vector stands in the memory that the output had, unless that is read, too") {
  executor const exec = host_executor(1);
  auto const u = vector<double>::dense({1.0, 2.0, 4.0}, exec);
  auto const p = vector<std::int32_t>::dense({2, 0, 2, 1}, exec);
  auto w = vector<double>::filled(4, 7.0, exec);
  auto const* const before = storage_of(w).bitmap().values.data();
  gather(w, u, p);
  CHECK(storage_of(w).bitmap().values.data() == before);
  CHECK_EQ(w.to_dense(0), std::vector<double>{4, 1, 4, 2});
  std::vector<double> memory{1, 2, 3, 4, 5, 6};
  auto const from = vector<double>::adopt(exec, memory.data(), 5);
  auto to = vector<double>::adopt(exec, memory.data() + 1, 5);
  gather(to, from, vector<std::int32_t>::dense({0, 1, 2, 3, 4}, exec));
  CHECK_EQ(to.to_dense(0), std::vector<double>{1, 2, 3, 4, 5});
}

EXECUTOR_CASE("a position outside of the vector that is gathered from is named, and nothing is written") {
  auto const u = vector<double>::dense({1.0, 2.0, 3.0}, exec);
  auto const wrong = vector<std::int32_t>::build(6, {1, 3, 4}, {2, -1, 3}, take_first<std::int32_t>{}, exec);
  auto w = vector<double>::filled(6, 5.0, exec);
  CHECK_THROWS_WITH_AS(gather(w, u, wrong), "gather: p(3) is -1, which lies outside of [0, 3)", index_out_of_range);
  CHECK_EQ(w.to_dense(0), std::vector<double>(6, 5.0));
}

EXECUTOR_CASE("of many positions the first that lies outside is named") {
  auto const refused_at = [&]<class P>(size_type size, std::vector<std::pair<std::size_t, P>> const& wrong) {
    std::vector<P> at(70'000, static_cast<P>(size - 1));  // the last that lies inside
    for (auto const& [k, position] : wrong) at[k] = position;
    auto const u = vector<float>::filled(size, 1, exec);
    vector<float> w(70'000, exec);
    try {
      gather(w, u, vector<P>::dense(at, exec));
    } catch (index_out_of_range const& e) { return std::string(e.what()); }
    return std::string();
  };
  using i32 = std::int32_t;
  CHECK_EQ(refused_at(100, std::vector<std::pair<std::size_t, i32>>{}), "");
  CHECK_EQ(refused_at(100, std::vector<std::pair<std::size_t, i32>>{{60'000, -1}, {40'001, 100}, {40'002, -5}}),
           "gather: p(40001) is 100, which lies outside of [0, 100)");
  CHECK_EQ(refused_at(1, std::vector<std::pair<std::size_t, i32>>{{69'999, -1}}),
           "gather: p(69999) is -1, which lies outside of [0, 1)");
  CHECK_EQ(
      refused_at(100, std::vector<std::pair<std::size_t, std::int64_t>>{{1023, std::int64_t{1} << 32}, {1024, -1}}),
      "gather: p(1023) is 4294967296, which lies outside of [0, 100)");
}

EXECUTOR_CASE("gather checks lengths") {
  vector<double> w(3, exec), u(4, exec);
  vector<std::int32_t> p(4, exec);
  CHECK_THROWS_WITH_AS(gather(w, u, p), "gather: w has length 3 but p has length 4", dimension_mismatch);
}
