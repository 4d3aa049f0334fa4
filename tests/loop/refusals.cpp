// refusals.cpp - what no recorded loop can do is refused by name, and operands are then as they were.
#include <heddle/heddle.hpp>

#include "tests/loop/counted_loop.hpp"
#include "tests/support/contains.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::strategies;
using namespace heddle::testing;

namespace {

// Operands of a loop that is refused.
struct refused_loop {
  executor exec;
  fibonacci f{exec};
  countdown count{exec};
  matrix<double> square = matrix<double>::build(100, 100, {0, 1, 2}, {1, 2, 3}, {1, 1, 1}, plus<double>{}, exec);
  vector<double> list = vector<double>::build(100, {4}, {2}, plus<double>{}, exec);

  // What comes of a loop whose body changes the operands, and then does that.
  std::string reason(std::function<void(loop_step&)> const& wrong) {
    std::string found;
    try {
      auto const loop = device_loop(
          exec, operands(f.a, f.b, count.ticks, count.left),
          [&](loop_step& step) {
            f.next(step);
            count.tick();
            wrong(step);
          },
          count.left > 0);
    } catch (std::exception const& e) { found = e.what(); }
    CHECK(all_are(f.a, 1));
    CHECK(all_are(f.b, 0));
    CHECK(all_are(count.ticks, 0));
    CHECK(count.left.get() == 0);
    return found;
  }
};

void check_names(std::string const& reason, std::string const& name) {
  CAPTURE(reason);
  CHECK(contains(reason, "device_loop: " + name));
}

}  // namespace

EXECUTOR_CASE("a loop refuses by name what moves data to or from the host [sanitize]") {
  refused_loop r{exec};
  auto const names = [&](std::string const& name, std::function<void(loop_step&)> const& wrong) {
    check_names(r.reason(wrong), name + " moves data to or from the host");
  };
  names("vector::nvals", [&](loop_step&) { static_cast<void>(r.f.a.nvals()); });
  names("vector::get", [&](loop_step&) { static_cast<void>(r.f.a.get(3)); });
  names("vector::set", [&](loop_step&) { r.f.a.set(3, 1); });
  names("vector::remove", [&](loop_step&) { r.f.a.remove(3); });
  names("vector::tuples", [&](loop_step&) { static_cast<void>(r.f.a.tuples()); });
  names("vector::to_dense", [&](loop_step&) { static_cast<void>(r.f.a.to_dense(0)); });
  names("scalar::get", [&](loop_step&) { static_cast<void>(r.count.left.get()); });
  names("reduce to a number of the host's",
        [&](loop_step&) { static_cast<void>(reduce(plus_monoid<double>{}, r.f.a)); });
  names("reduce to a number of the host's",
        [&](loop_step&) { static_cast<void>(reduce(plus_monoid<double>{}, r.square)); });
  names("reduce of a vector that is not dense",
        [&](loop_step&) { reduce(r.count.left, plus_monoid<double>{}, r.list); });
  strategy_costs costs;
  names("the costs of mxv", [&](loop_step&) {
    mxv(r.f.a, min_plus<double>{}, r.square, r.list, {.strategy = node_based{}, .costs = &costs});
  });
  names("bfs", [&](loop_step&) { static_cast<void>(bfs(r.square, 0)); });
  names("bfs_from_each", [&](loop_step&) { static_cast<void>(bfs_from_each(r.square, std::vector<size_type>{0})); });
  names("sssp", [&](loop_step&) { static_cast<void>(sssp(r.square, 0)); });
  names("pagerank", [&](loop_step&) { static_cast<void>(pagerank(r.square)); });
  names("connected_components", [&](loop_step&) { static_cast<void>(connected_components(r.square)); });
  names("triangle_count", [&](loop_step&) { static_cast<void>(triangle_count(r.square)); });
  names("fixpoint", [&](loop_step&) { fixpoint(r.f.a, min_plus<double>{}, r.square); });
}

EXECUTOR_CASE("a loop refuses by name every operation that does not say that it can be recorded [sanitize]") {
  refused_loop r{exec};
  auto const names = [&](std::string const& name, std::function<void(loop_step&)> const& wrong) {
    check_names(r.reason(wrong), name + " moves data to or from the host");
  };
  auto places = vector<std::int32_t>::filled(100, 7, exec), other_places = places;
  matrix<double> c(100, 100, exec);
  plus<double> const op{};
  plus_monoid<double> const sum{};
  names("gather", [&](loop_step&) { gather(r.f.a, r.f.b, places); });
  names("scatter", [&](loop_step&) { scatter(r.f.a, places, r.f.b, sum); });
  names("expand", [&](loop_step&) { expand(places, other_places, r.square, r.list); });
  names("diag", [&](loop_step&) { static_cast<void>(diag(r.f.a)); });
  names("diagonal", [&](loop_step&) { static_cast<void>(diagonal(r.square)); });
  names("permuted", [&](loop_step&) { static_cast<void>(permuted(r.f.a, places)); });
  names("relabel_by_degree", [&](loop_step&) { static_cast<void>(relabel_by_degree(r.square)); });
  names("extract of an element", [&](loop_step&) { extract(r.count.left, r.f.a, 3); });
  names("extract", [&](loop_step&) { extract(r.f.a, r.square, all, 3); });
  names("extract", [&](loop_step&) { extract(c, r.square, all, all); });
  names("assign", [&](loop_step&) { assign(c, 1, all, {0}); });
  names("subassign", [&](loop_step&) { subassign(c, r.f.a, 0, all); });
  names("apply", [&](loop_step&) { apply(c, bind_second(op, 1.0), r.square); });
  names("select", [&](loop_step&) { select(c, tril{}, r.square, 0); });
  names("ewise_add", [&](loop_step&) { ewise_add(c, op, r.square, r.square); });
  names("transpose", [&](loop_step&) { heddle::transpose(c, r.square); });
  names("kronecker", [&](loop_step&) { kronecker(c, op, r.square, matrix<double>(1, 1, exec)); });
  names("mxm", [&](loop_step&) { mxm(c, plus_times<double>{}, r.square, r.square); });
  names("mxm_need", [&](loop_step&) { static_cast<void>(mxm_need(c, plus_times<double>{}, r.square, r.square)); });
  names("reduce of a matrix into a scalar", [&](loop_step&) { reduce(r.count.left, sum, r.square); });
  names("reduce with an accumulator into a scalar", [&](loop_step&) { reduce(r.count.left, op, sum, r.f.a); });
  // One that is yet to be written, and says nothing; and the same that says that it can be recorded.
  names("twirl", [&](loop_step&) { static_cast<void>(ops::enter("twirl", "w", r.f.a, r.f.b, {})); });
  auto const recorded = [&](loop_step&) {
    static_cast<void>(ops::enter<ops::recordable::yes>("twirl", "w", r.f.a, r.f.b, {}));
    throw std::runtime_error("entered");
  };
  CHECK(r.reason(recorded) == "entered");
}

EXECUTOR_CASE("a loop refuses dense operands that do not stay so") {
  refused_loop r{exec};
  auto const nothing = [](loop_step&) {};
  auto const loop_over = [&](vector<double>& v) {
    return device_loop(exec, operands(r.f.a, v), nothing, r.count.left > 0);
  };
  check_names(r.reason([&](loop_step&) { r.f.a.clear(); }), "operand 1 of 4 is not dense after the body");
  check_names(r.reason([&](loop_step&) { mxv(r.f.b, plus_times<double>{}, r.square, r.f.a); }),
              "operand 2 of 4 is not dense after the body");
  auto const was = r.f.b.to_dense(0);
  check_names(r.reason([&](loop_step&) { r.f.b = vector<double>::filled(100, 7, exec); }),
              "operand 2 of 4 is another vector after the body");
  CHECK(r.f.b.to_dense(0) == was);
  for (size_type const other : {3, 99, 101, 100'000}) {
    CAPTURE(other);
    check_names(r.reason([&](loop_step&) { r.f.b = vector<double>::filled(other, 7, exec); }),
                "operand 2 of 4 is another vector after the body");
    // The last one may get the memory that was the operand's.
    check_names(r.reason([&](loop_step&) {
      r.f.b = vector<double>(1, exec);
      r.f.b = vector<double>::filled(other, 7, exec);
    }),
                "operand 2 of 4 is another vector after the body");
    CHECK(r.f.b.to_dense(0) == was);
  }
  auto dense = vector<double>::filled(100, 1, exec);
  auto loop = loop_over(dense);
  dense = vector<double>(100, exec);
  CHECK_THROWS_AS(loop.run(), invalid_argument);
  dense = vector<double>::filled(99, 1, exec);
  CHECK_THROWS_WITH_AS(loop.run(), "device_loop: operand 2 had length 100, and now has 99", invalid_argument);
}

EXECUTOR_CASE("a loop refuses to write what is not among its operands") {
  refused_loop r{exec};
  auto other = vector<double>::filled(100, 5, exec);
  scalar<double> number(0, exec);
  std::string const elsewhere =
      " writes a vector or scalar that is neither made in the body nor among the loop's operands";
  check_names(r.reason([&](loop_step&) { ewise_mult(other, no_mask, no_accum, plus<double>{}, r.f.a, r.f.b); }),
              "ewise_mult" + elsewhere);
  check_names(r.reason([&](loop_step&) { reduce(number, plus_monoid<double>{}, r.f.a); }), "reduce" + elsewhere);
  check_names(r.reason([&](loop_step&) { number.set(3); }), "the body" + elsewhere);
  check_names(r.reason([&](loop_step&) { mxm(r.square, plus_times<double>{}, r.square, r.square); }), "mxm");
  check_names(r.reason([&](loop_step&) { r.square.set(1, 1, 5); }), "matrix::set");
  check_names(r.reason([&](loop_step& step) { step.swap(r.f.a, other); }),
              "swap of a vector that is not among the loop's operands");
  check_names(r.reason([&](loop_step& step) { step.swap(r.f.a, r.count.ticks); }),
              "swap of vectors of length 100 and 1");
}

EXECUTOR_CASE("a loop without a body or without a condition is none") {
  countdown count(exec);
  auto const loop_of = [&](std::function<void(loop_step&)> body, loop_condition condition) {
    return device_loop(exec, operands(count.left), std::move(body), std::move(condition));
  };
  std::string const reason = "device_loop: there is no body, or no condition";
  CHECK_THROWS_WITH_AS(loop_of({}, count.left > 0), reason.c_str(), invalid_argument);
  CHECK_THROWS_WITH_AS(loop_of([](loop_step&) {}, {exec, {}}), reason.c_str(), invalid_argument);
}

EXECUTOR_CASE("a loop refuses a loop in its body, and operands of another executor") {
  refused_loop r{exec};
  check_names(r.reason([&](loop_step&) {
    static_cast<void>(device_loop(
        exec, operands(r.f.a), [](loop_step&) {}, r.count.left > 0));
  }),
              "the body of a loop cannot hold another device_loop");
  if (exec.is_host()) return;
  auto host = vector<double>::filled(3, 0);
  CHECK_THROWS_AS(static_cast<void>(device_loop(
                      exec, operands(host), [](loop_step&) {}, r.count.left > 0)),
                  executor_mismatch);
}

EXECUTOR_CASE("an exception of the body leaves the operands of a loop as they were") {
  refused_loop r{exec};
  auto const* const memory = storage_of(r.f.a).bitmap().values.data();
  CHECK(r.reason([](loop_step&) { throw std::runtime_error("enough"); }) == "enough");
  CHECK(storage_of(r.f.a).bitmap().values.data() == memory);
  CHECK(r.reason([&](loop_step&) {
    CHECK(storage_of(r.f.a).sparse().nvals == 100);  // an operation may read it so
    throw std::runtime_error("a list");
  }) == "a list");
  // When the loop runs: only where the host runs it is the body called then.
  int calls_left = 1000;
  auto loop = device_loop(
      exec, operands(r.f.a, r.f.b, r.count.ticks, r.count.left),
      [&](loop_step& step) {
        r.f.next(step);
        r.count.tick();
        if (--calls_left == 0) throw std::runtime_error("enough");
      },
      r.count.left > 0);
  r.count.start(6);
  calls_left = 4;
  if (loop.on_device()) {
    CHECK(loop.run().iterations == 6);
    return;
  }
  CHECK_THROWS_WITH(loop.run(), "enough");
  CHECK(all_are(r.f.a, 1));
  CHECK(all_are(r.f.b, 0));
  CHECK(r.count.left.get() == 6);
  CHECK(loop.run().iterations == 6);
}
