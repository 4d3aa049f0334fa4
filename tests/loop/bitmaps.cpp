// bitmaps.cpp - vectors that lack entries in loops: written through every mask as outside of loops, and searched with.
#include "tests/loop/loops_of_bitmaps.hpp"
#include "tests/support/contains.hpp"
#include "tests/support/draws.hpp"
#include "tests/support/graphs.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("numbers and scalars are assigned to bitmaps in a loop through every mask") {
  for (unsigned seed = 0; seed < draws(60); ++seed) {
    random_source random(seed);
    write_case<double, std::int32_t> const c(random);
    auto const value = draw_value<double>(random);
    scalar<double> const number(value, exec);
    dense_vector<double> const t(static_cast<std::size_t>(c.size), value);
    INFO("seed ", seed, ", value ", value);
    check_written_in_a_loop(exec, c, t, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
      seed % 2 == 0 ? assign(w, mask, accum, value, d) : assign(w, mask, accum, number, d);
    });
  }
}

EXECUTOR_CASE("vectors of any form are assigned to bitmaps in a loop through every mask") {
  for (unsigned seed = 0; seed < draws(80); ++seed) {
    random_source random(seed);
    write_case<std::int32_t> const c(random);
    auto const u = draw_vector<std::int32_t>(random, c.size, draw_density(random));
    auto const from = make_vector<std::int32_t>(u, draw_held(random), exec);
    INFO("seed ", seed, ", u ", print(u));
    check_written_in_a_loop(exec, c, u, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
      seed % 2 == 0 ? assign(w, mask, accum, from, d) : assign(w, mask, accum, vector<std::int32_t>(from), d);
    });
  }
}

EXECUTOR_CASE("operations on bitmaps in a loop write what the reference writes [sanitize]") {
  for (unsigned seed = 0; seed < draws(40); ++seed) {
    random_source random(seed);
    write_case<double> const c(random);
    auto const u = draw_vector<double>(random, c.size, draw_density(random));
    auto const v = draw_vector<double>(random, c.size, draw_density(random));
    auto const left = make_vector<double>(u, held::bitmap, exec), right = make_vector<double>(v, held::bitmap, exec);
    auto const n = static_cast<std::size_t>(c.size);
    dense_vector<double> both(n), either(n), less_than(n), negated(n);
    for (std::size_t i = 0; i < n; ++i) {
      if (u[i] && v[i]) both[i] = *u[i] - *v[i];
      either[i] = u[i] && v[i] ? both[i] : u[i] ? u[i] : v[i];
      if (u[i] && *u[i] < 2) less_than[i] = u[i];
      if (u[i]) negated[i] = 1 - *u[i];
    }
    INFO("seed ", seed, ", u ", print(u), ", v ", print(v));
    auto const check = [&](dense_vector<double> const& t, auto const& write) {
      check_written_in_a_loop(exec, c, t, write);
    };
    minus<double> const op{};
    check(both, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
      ewise_mult(w, mask, accum, op, left, right, d);
    });
    check(either, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
      ewise_add(w, mask, accum, op, left, right, d);
    });
    check(less_than, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
      select(w, mask, accum, less<double>{}, left, 2.0, d);
    });
    check(negated, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
      apply(w, mask, accum, bind_first(op, 1.0), left, d);
    });
  }
}

EXECUTOR_CASE("a breadth-first search written as a loop finds the levels of bfs [sanitize]") {
  level_search club(cast<bool>(io::to_matrix(karate_club<float>(), take_first<float>{}, exec)), exec);
  INFO(club.loop.why());
  CHECK(club.loop.on_device() == !exec.is_host());
  for (size_type source : {0, 33, 11}) check_search(club, source);
  for (unsigned seed = 0; seed < draws(4); ++seed) {
    level_search sparse(random_graph(3000, 4500, seed, exec), exec);
    for (size_type source : {0, 17}) check_search(sparse, source);
  }
}

GPU_CASE("a thousand searches by one recorded loop find the same") {
  executor const gpu = cuda_executor();
  level_search search(random_graph(2000, 5000, 3, gpu), gpu);
  int different = 0;
  vector_tuples<std::int32_t> once;
  for (int k = 0; k <= 1000; ++k) {
    search.from(5);
    auto const found = search.levels.tuples();
    if (k == 0) once = found;
    different += found.index != once.index || found.value != once.value;
  }
  CHECK_EQ(different, 0);
}

EXECUTOR_CASE("a bitmap stays one in a loop, whether it is emptied or filled") {
  countdown count(exec);
  auto v = vector<double>::build(50, {3, 7, 20}, {1, 2, 4}, plus<double>{}, exec), full = v, empty = v;
  scalar<double> sum(0, exec), most(0, exec);
  scalar<std::int64_t> entries(0, exec);
  auto loop = device_loop(
      exec, operands(v, full, empty, sum, most, entries, count.ticks, count.left),
      [&](loop_step&) {
        empty.clear();
        nvals(entries, empty);
        reduce(most, max_monoid<double>{}, empty);
        full.fill(2);
        reduce(sum, plus_monoid<double>{}, v);
        assign(v, structure(v), plus<double>{}, sum);
        count.tick();
      },
      count.left > 0);
  CHECK(loop.on_device() == !exec.is_host());
  for (auto const* const as_it_was : {&v, &full, &empty}) {
    CHECK(as_it_was->form() == vector_form::bitmap);
    CHECK(as_it_was->tuples().index == std::vector<std::int32_t>{3, 7, 20});
    CHECK(as_it_was->tuples().value == std::vector<double>{1, 2, 4});
  }
  count.start(2);
  CHECK(loop.run().iterations == 2);
  CHECK(empty.form() == vector_form::bitmap);
  CHECK(empty.nvals() == 0);
  CHECK(entries.get() == 0);
  CHECK(most.get() == -std::numeric_limits<double>::infinity());
  CHECK(full.form() == vector_form::bitmap);
  CHECK(full.nvals() == 50);
  CHECK(full.to_dense(-1) == std::vector<double>(50, 2));
  CHECK(sum.get() == 28);  // 7, and then 8 + 9 + 11
  CHECK(v.tuples().index == std::vector<std::int32_t>{3, 7, 20});
  CHECK(v.tuples().value == std::vector<double>{36, 37, 39});
}

EXECUTOR_CASE("positions are applied and vectors compared in a loop, entry by entry of a bitmap") {
  countdown count(exec);
  auto at = vector<std::int32_t>::build(30, {3, 7, 20}, {1, 2, 4}, plus<std::int32_t>{}, exec), low = at;
  auto const bounds = vector<std::int32_t>::filled(30, 10, exec);
  auto loop = device_loop(
      exec, operands(at, low, count.ticks, count.left),
      [&](loop_step&) {
        apply_index(at);
        select_with(low, no_mask, no_accum, less<std::int32_t>{}, at, bounds);
        count.tick();
      },
      count.left > 0);
  CHECK(loop.on_device() == !exec.is_host());
  count.start(1);
  CHECK(loop.run().iterations == 1);
  CHECK(at.tuples().value == std::vector<std::int32_t>{3, 7, 20});
  CHECK(low.tuples().index == std::vector<std::int32_t>{3, 7});
}

EXECUTOR_CASE("products of bitmaps in a loop are those of a plain one [sanitize]") {
  countdown count(exec);
  auto const a = random_graph(400, 900, 8, exec);
  auto const values = cast<double>(a);
  auto x = vector<double>::build(400, {3, 70, 200}, {1, 2, 4}, plus<double>{}, exec), y = x;
  auto const spread = [&](vector<double>& to) {
    mxv(to, complement(structure(y)), plus<double>{}, plus_times<double>{}, values, to);
    mxv(to, no_mask, maximum<double>{}, min_plus<double>{}, transpose(values), to);
  };
  auto loop = device_loop(
      exec, operands(x, count.ticks, count.left),
      [&](loop_step&) {
        spread(x);
        count.tick();
      },
      count.left > 0);
  CHECK(loop.on_device() == !exec.is_host());
  count.start(4);
  CHECK(loop.run().iterations == 4);
  auto plain = y;
  for (int k = 0; k < 4; ++k) spread(plain);
  CHECK(x.nvals() > 10);
  CHECK(x.tuples().index == plain.tuples().index);
  CHECK(x.tuples().value == plain.tuples().value);  // of whole numbers
}

EXECUTOR_CASE("entries of vectors of any form are counted into a scalar") {
  scalar<std::int64_t> count(-1, exec);
  auto v = vector<float>::build(500, {1, 40, 499}, {0, 2, 3}, plus<float>{}, exec);
  nvals(count, v);
  CHECK(count.get() == 3);
  v.set(77, 5);
  CHECK(v.form() == vector_form::bitmap);
  nvals(count, v);
  CHECK(count.get() == 4);
  v.fill(1);
  nvals(count, v);
  CHECK(count.get() == 500);
  nvals(count, vector<float>(12, exec));
  CHECK(count.get() == 0);
}

EXECUTOR_CASE("a loop refuses to change the form of an operand, or to list a bitmap") {
  countdown count(exec);
  auto dense = vector<double>::filled(60, 1, exec);
  auto bits = vector<double>::build(60, {1, 2}, {3, 4}, plus<double>{}, exec);
  auto const list = vector<double>::build(60, {2, 9}, {5, 6}, plus<double>{}, exec);
  auto const reason = [&](std::function<void(loop_step&)> const& body) {
    std::string found;
    try {
      static_cast<void>(device_loop(exec, operands(dense, bits, count.ticks, count.left), body, count.left > 0));
    } catch (invalid_argument const& e) { found = e.what(); }
    CHECK(all_are(dense, 1));
    CHECK(bits.tuples().index == std::vector<std::int32_t>{1, 2});
    CHECK(bits.tuples().value == std::vector<double>{3, 4});
    return found;
  };
  CHECK(contains(reason([&](loop_step& step) { step.swap(dense, bits); }),
                 "device_loop: swap of a dense vector and one that lacks entries"));
  CHECK(contains(reason([&](loop_step&) { assign(dense, no_mask, no_accum, bits); }),
                 "device_loop: operand 1 of 4 is not dense after the body"));
  CHECK(contains(reason([&](loop_step&) { ewise_mult(bits, no_mask, no_accum, plus<double>{}, list, bits); }),
                 "device_loop: ewise_mult of some entries of a list moves data to or from the host"));
  CHECK(contains(reason([&](loop_step&) { static_cast<void>(storage_of(bits).sparse()); }),
                 "device_loop: the body of a bitmap as a list moves data to or from the host"));
  CHECK(contains(reason([&](loop_step&) { bits = vector<double>(60, exec); }),
                 "device_loop: operand 2 of 4 is another vector after the body"));
  CHECK(contains(reason([&](loop_step&) {
                   scalar<bool> any(false, exec);
                   reduce(any, any_monoid<bool>{}, cast<bool>(bits));
                 }),
                 "device_loop: reduce of a vector that is not dense"));
}
