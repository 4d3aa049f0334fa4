// compare.cpp - what a loop goes on by: its limit, numbers that are compared, and more than that.
#include <limits>

#include "tests/loop/counted_loop.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Numbers at both ends of a type, of which a comparison as another type, or of other bytes, would be wrong.
template <class T> void check_compared_as(executor const& exec) {
  countdown count(exec);
  T const least = std::numeric_limits<T>::lowest(), most = std::numeric_limits<T>::max();
  scalar<T> low(least, exec), high(most, exec);
  auto const goes_on = [&](loop_condition condition) {
    auto loop = device_loop(exec, operands(count.ticks, count.left), [&](loop_step&) { count.tick(); },
                            std::move(condition), {.most_iterations = 1});
    count.start(5);
    return loop.run().limited;
  };
  INFO(sizeof(T), " bytes");
  CHECK(goes_on(low < high));
  CHECK(!goes_on(high < low));
  CHECK(goes_on(high > least));
  CHECK(!goes_on(low > least));
  CHECK(!goes_on(high != most));
  CHECK(goes_on(low != most));
}

}  // namespace

EXECUTOR_CASE("a loop ends at its limit, and says so where its condition still holds") {
  countdown count(exec);
  auto const loop_of = [&](size_type most) {
    return device_loop(exec, operands(count.ticks, count.left), [&](loop_step&) { count.tick(); }, count.left > 0,
                       {.most_iterations = most});
  };
  auto three = loop_of(3), none = loop_of(0);
  count.start(5);
  auto done = three.run();
  CHECK(done.iterations == 3);
  CHECK(done.limited);
  CHECK(count.left.get() == 2);
  done = none.run();
  CHECK(done.iterations == 0);
  CHECK(done.limited);
  CHECK(count.left.get() == 2);
  done = three.run();
  CHECK(done.iterations == 2);
  CHECK(!done.limited);
  count.start(3);
  done = three.run();
  CHECK(done.iterations == 3);
  CHECK(!done.limited);
  CHECK_THROWS_WITH_AS(loop_of(-1), "device_loop: most_iterations is -1, but must be 0 or more", invalid_argument);
}

EXECUTOR_CASE("a loop goes on by scalars that are less, greater or different") {
  countdown count(exec);
  scalar<double> two(2, exec);
  auto const iterations = [&](loop_condition condition) {
    auto loop = device_loop(exec, operands(count.ticks, count.left), [&](loop_step&) { count.tick(); },
                            std::move(condition), {.most_iterations = 20});
    count.start(5);
    return loop.run().iterations;
  };
  CHECK(iterations(count.left > 3) == 2);
  CHECK(iterations(count.left != 1) == 4);
  CHECK(iterations(count.left < 6) == 20);
  CHECK(iterations(count.left < 5) == 0);
  CHECK(iterations(count.left > two) == 3);
  CHECK(iterations(two < count.left) == 3);
  two.set(std::numeric_limits<double>::quiet_NaN());
  CHECK(iterations(count.left > two) == 0);
  CHECK(iterations(two < count.left) == 0);
  CHECK(iterations(two != 1) == 20);
}

EXECUTOR_CASE("a condition compares numbers in their own type [sanitize]") {
  check_compared_as<std::int8_t>(exec);
  check_compared_as<std::uint8_t>(exec);
  check_compared_as<std::int16_t>(exec);
  check_compared_as<std::uint16_t>(exec);
  check_compared_as<std::int32_t>(exec);
  check_compared_as<std::uint32_t>(exec);
  check_compared_as<std::int64_t>(exec);
  check_compared_as<std::uint64_t>(exec);
  check_compared_as<float>(exec);
  check_compared_as<double>(exec);
  check_compared_as<bool>(exec);
}

EXECUTOR_CASE("a condition may be more than a comparison") {
  countdown count(exec);
  auto loop = device_loop(exec, operands(count.ticks, count.left), [&](loop_step&) { count.tick(); },
                          {exec, [&](primitives::byte* goes_on) {
                             primitives::fill_from(exec, goes_on, 1, 1, count.left.memory().data() + 7);
                           }});
  INFO(loop.why());
  count.start(3);
  CHECK(loop.run().iterations == 3);  // the sign and the upper half of the exponent are 0 for 0 alone
}
