// threads.cpp - loops over elements run on the threads of the executor that the operands are on, and on no others.
#include <doctest/doctest.h>

#include <atomic>
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/ops/apply/cast.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/select/select.hpp>
#include <thread>

using namespace heddle;

namespace {

std::thread::id caller;
std::atomic<int> calls{0}, strange_calls{0};

void note_call() {
  ++calls;
  if (std::this_thread::get_id() != caller) ++strange_calls;
}

/// A number whose every conversion to bool is noted.
struct noted {
  int value = 0;
  explicit operator bool() const {
    note_call();
    return value != 0;
  }
};

struct noted_minus {
  int operator()(int a, int b) const {
    note_call();
    return a - b;
  }
};

struct noted_less {
  bool operator()(int a, int b) const {
    note_call();
    return a < b;
  }
};

constexpr size_type many_rows = 100000;

// More threads than one are at hand, and all calls come from the thread that called the operation.
template <class Operation> void check_one_thread(char const* what, Operation const& operation) {
  host::set_default_threads(4);
  caller = std::this_thread::get_id();
  calls = strange_calls = 0;
  operation(host_executor(1));
  host::set_default_threads(0);
  INFO(what);
  CHECK_GE(calls.load(), many_rows);
  CHECK_EQ(strange_calls.load(), 0);
}

matrix<noted> noted_diagonal(executor const& exec) {
  std::vector<std::int32_t> at(many_rows);
  for (std::int32_t i = 0; i < many_rows; ++i) at[i] = i;
  return matrix<noted>::build(many_rows, many_rows, at, at, std::vector<noted>(many_rows, noted{1}),
                              take_first<noted>{}, exec);
}

}  // namespace

TEST_CASE("one thread means one thread for masks, accumulators and element-wise operators") {
  check_one_thread("a value mask", [](executor const& exec) {
    auto const mask = vector<noted>::filled(many_rows, noted{1}, exec);
    vector<int> w(many_rows, exec);
    assign(w, mask, no_accum, 3);
  });
  check_one_thread("an accumulator", [](executor const& exec) {
    auto w = vector<int>::filled(many_rows, 7, exec);
    assign(w, no_mask, noted_minus{}, vector<int>::filled(many_rows, 3, exec));
    CHECK(w.get(many_rows - 1) == 4);
  });
  check_one_thread("ewise_mult", [](executor const& exec) {
    vector<int> w(many_rows, exec);
    auto const u = vector<int>::filled(many_rows, 7, exec);
    ewise_mult(w, no_mask, no_accum, noted_minus{}, u, u);
  });
  check_one_thread("select_with", [](executor const& exec) {
    vector<int> w(many_rows, exec);
    auto const u = vector<int>::filled(many_rows, 7, exec);
    select_with(w, no_mask, no_accum, noted_less{}, u, u);
  });
  check_one_thread("a value mask of a matrix product", [](executor const& exec) {
    auto const mask = noted_diagonal(exec);
    auto const a = cast<bool>(matrix<int>::build(many_rows, many_rows, {0}, {0}, {1}, take_first<int>{}, exec));
    matrix<bool> c(many_rows, many_rows, exec);
    mxm(c, mask, no_accum, lor_land{}, a, a);
  });
}
