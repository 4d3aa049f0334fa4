// kept_plans.cpp - what a recorded loop reads of a matrix stays for as long as the loop, whatever the matrix drops.
#include "src/loop/loop_recorder.hpp"
#include "tests/loop/counted_loop.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/uneven_matrix.hpp"

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::testing;

namespace {

constexpr int more_than_are_kept = 70;

}  // namespace

TEST_CASE("a recording keeps plans, compact columns and pieces of rows, though a matrix drops them for others") {
  executor const exec;
  auto const a = uneven_matrix<float>();
  auto const& form = storage_of(a).csr();
  seam::reduction_call const call{sizeof(float), 0, true};
  detail::arena memory(exec);
  detail::loop_recorder::kept_things kept;
  detail::loop_log log;
  auto const compact = [&](int k) { return form.compact_for({.least_fitting = 0.01 * k}, form.indices.data()); };
  std::weak_ptr<void const> plan, columns, pieces;
  auto const body = [&] {
    plan = form.plan_for(nonzero_split{100}, call);
    columns = compact(1);
    pieces = form.split_at(5);
  };
  body();  // makes them
  {
    detail::loop_recorder recorder(exec, detail::body_run::capture, memory, {}, kept, log);
    body();
  }
  std::weak_ptr<void const> const other = form.plan_for(nonzero_split{101}, call);
  for (int k = 0; k < more_than_are_kept; ++k) (void)form.plan_for(nonzero_split{200 + k}, call), (void)compact(2 + k);
  (void)form.split_at(6);
  CHECK(other.expired());
  for (auto const& each : {plan, columns, pieces}) CHECK_FALSE(each.expired());
  kept = {};
  for (auto const& each : {plan, columns, pieces}) CHECK(each.expired());
}

TEST_CASE("of many plans a matrix drops the one that was not asked for the longest") {
  auto const a = uneven_matrix<float>();
  auto const& form = storage_of(a).csr();
  seam::reduction_call const call{sizeof(float), 0, true};
  auto const asked = [&](int items) { return form.plan_for(nonzero_split{items}, call); };
  std::weak_ptr<void const> const again = asked(100), once = asked(101);
  auto const compact = [&](int k) { return form.compact_for({.least_fitting = 0.01 * k}, form.indices.data()); };
  std::weak_ptr<void const> const columns = compact(1), others = compact(2);
  for (int k = 0; k < more_than_are_kept; ++k) {
    (void)asked(200 + k), (void)asked(100), (void)compact(3 + k), (void)compact(1);
  }
  CHECK_FALSE(again.expired());
  CHECK_FALSE(columns.expired());
  CHECK(once.expired());
  CHECK(others.expired());
}

EXECUTOR_CASE("a loop of products runs again when its matrix has been multiplied by many schedules") {
  auto const a = uneven_matrix<float>().to(exec);
  auto const x = vector<float>::filled(a.cols(), 1, exec);
  auto const product = [&](int items) {
    auto y = vector<float>::filled(a.rows(), 0, exec);
    mxv(y, plus_times<float>{}, a, x, {.schedule = nonzero_split{items}});
    return y;
  };
  auto const expected = product(128);
  for (int const items : {66, 65, 64}) (void)product(items);  // the body asks for them the other way round
  auto w = expected;
  scalar<std::int32_t> left(1, exec);
  auto loop = device_loop(
      exec, operands(w, left),
      [&](loop_step&) {
        for (int const items : {64, 65, 66}) mxv(w, plus_times<float>{}, a, x, {.schedule = nonzero_split{items}});
        left.set(0);
      },
      left > 0);
  INFO(loop.why());
  CHECK(loop.on_device() == !exec.is_host());
  loop.run();
  CHECK(w == expected);
  for (int k = 0; k < more_than_are_kept; ++k) CHECK(product(200 + k) == expected);
  ewise_add(w, plus<float>{}, w, w);
  left.set(1);
  loop.run();
  CHECK(w == expected);
}
