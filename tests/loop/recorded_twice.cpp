// recorded_twice.cpp - what a body does otherwise when it is called again is refused, by the operation that does it.
#include <numeric>

#include "src/loop/loop_recorder.hpp"
#include "tests/failure/allocations.hpp"
#include "tests/loop/counted_loop.hpp"
#include "tests/support/contains.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::testing;

namespace {

struct argument_with_gaps {
  char letter;
  double number;
  bool flag;
};

// As it is when its memory has held something else before.
argument_with_gaps over(unsigned char before, char letter, double number) {
  alignas(argument_with_gaps) unsigned char memory[sizeof(argument_with_gaps)];
  std::memset(memory, before, sizeof memory);
  auto* const argument = reinterpret_cast<argument_with_gaps*>(memory);
  argument->letter = letter, argument->number = number, argument->flag = true;
  argument_with_gaps result;
  std::memcpy(&result, memory, sizeof result);
  return result;
}

detail::loop_log log_of(std::function<void(executor const&, detail::recorder&)> const& body) {
  executor const exec;
  detail::arena memory(exec);
  detail::loop_recorder::kept_things kept;
  detail::loop_log log;
  detail::loop_recorder recorder(exec, detail::body_run::capture, memory, {}, kept, log);
  body(exec, recorder);
  return log;
}

std::string difference(detail::loop_log const& first, detail::loop_log const& second) {
  try {
    detail::require_same(first, second);
  } catch (invalid_argument const& e) { return e.what(); }
  return {};
}

}  // namespace

TEST_CASE("arguments of kernels are compared without what lies between the fields of a struct") {
  auto const log = [](unsigned char before, char letter, double number) {
    return log_of([=](executor const& exec, detail::recorder& recorder) {
      recorder.work_on("apply");
      detail::tell_recording(exec, size_type{7}, over(before, letter, number));
    });
  };
  CHECK(difference(log(0, 'a', 1.5), log(255, 'a', 1.5)) == "");
  std::string const other =
      "device_loop: apply gives a kernel other arguments when the body is called again; what the host changes from "
      "call to call is recorded as it was: keep it in a scalar, or take step.iteration()";
  CHECK(difference(log(0, 'a', 1.5), log(0, 'a', 1.25)) == other);
  CHECK(difference(log(0, 'a', 1.5), log(0, 'b', 1.5)) == other);
}

TEST_CASE("launches that a body makes once alone are found, in either call") {
  auto const log = [](std::vector<int> const& arguments) {
    return log_of([=](executor const& exec, detail::recorder& recorder) {
      recorder.work_on("reduce");
      for (int argument : arguments) detail::tell_recording(exec, argument);
    });
  };
  CHECK(difference(log({1, 2}), log({1, 2})) == "");
  CHECK(contains(difference(log({1, 2}), log({1, 2, 3})), "device_loop: reduce launches another kernel"));
  CHECK(contains(difference(log({1, 2}), log({1})), "device_loop: reduce does not launch the same kernels"));
}

TEST_CASE("a body is given the same addresses in every recording") {
  executor const exec;
  detail::arena memory(exec);
  std::vector<void*> blocks;
  for (int i = 0; i < 4; ++i) blocks.push_back(exec.state().allocate(64));
  for (int i : {2, 0, 3, 1}) CHECK(memory.give(blocks[i], 64));
  CHECK(memory.take(32) == nullptr);
  void *const first = memory.take(64), *const second = memory.take(64);
  CHECK(first != second);
  CHECK(memory.give(first, 64));
  CHECK(memory.give(second, 64));
  CHECK(memory.take(64) == first);
  CHECK(memory.take(64) == second);
  CHECK(memory.give(second, 64));
  CHECK(memory.give(first, 64));
}

TEST_CASE("a block that a body was given comes back, also where there is no memory") {
  executor const exec;
  detail::arena memory(exec);
  for (int i = 0; i < 2; ++i) CHECK(memory.give(exec.state().allocate(64), 64));
  void *const first = memory.take(64), *const second = memory.take(64);
  host_gate().arm(failing::from_then_on, 0);
  bool const back = memory.give(second, 64) && memory.give(first, 64);
  void* const again = memory.take(64);
  bool const once_more = memory.give(again, 64);
  host_gate().disarm();
  CHECK(back);
  CHECK(again == first);
  CHECK(once_more);
  CHECK_FALSE(memory.lost());
}

GPU_CASE("a loop refuses by name numbers of the host that change from call to call") {
  executor const exec = cuda_executor();
  countdown count(exec);
  auto x = vector<double>::filled(4000, 1, exec), y = x;
  auto const other = x;
  std::vector<std::int32_t> at(4000);
  std::iota(at.begin(), at.end(), 0);
  auto const a = matrix<double>::build(4000, 4000, at, at, std::vector<double>(4000, 2), plus<double>{}, exec);
  scalar<double> number(0, exec);
  int calls = 0;
  auto const reason = [&](std::function<void()> const& body) {
    std::string found;
    try {
      static_cast<void>(device_loop(
          exec, operands(x, y, number, count.ticks, count.left),
          [&](loop_step&) {
            ++calls;
            body();
            count.tick();
          },
          count.left > 0));
    } catch (invalid_argument const& e) { found = e.what(); }
    CHECK(all_are(x, 1));
    CHECK(all_are(y, 1));
    return found;
  };
  auto const check = [&](std::string const& what, std::function<void()> const& body) {
    auto const found = reason(body);
    CAPTURE(found);
    CHECK(contains(found, "device_loop: " + what));
    CHECK(contains(found, " when the body is called again"));
  };
  check("assign gives a kernel other arguments", [&] { assign(y, no_mask, plus<double>{}, double(calls)); });
  check("the body gives a kernel other arguments", [&] { y.fill(calls); });
  check("the body gives a kernel other arguments", [&] { number.set(calls); });
  check("spmv gives a kernel other arguments", [&] { spmv(y, double(calls), a, x, 0); });
  check("apply gives a kernel other arguments",
        [&] { apply(y, no_mask, no_accum, bind_first(plus<double>{}, double(calls)), x); });
  check("ewise_mult gives a kernel other arguments",
        [&] { ewise_mult(y, no_mask, no_accum, plus<double>{}, x, calls % 2 == 0 ? x : other); });
  check("assign", [&] {
    if (calls % 2 == 0) assign(y, no_mask, no_accum, x);
  });
  check("spmv", [&] {
    calls % 2 == 0 ? spmv(y, 1, a, x, 0, {.schedule = thread_mapped{}})
                   : spmv(y, 1, a, x, 0, {.schedule = warp_mapped{}});
  });
  CHECK(reason([&] { assign(y, no_mask, no_accum, vector<double>(calls % 2 == 0 ? x : other)); }) != "");
  CHECK(reason([&] { assign(y, no_mask, no_accum, 3.0); }) == "");
}
