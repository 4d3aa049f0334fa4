// trial.cpp - one operation under every failure, and the whole table on the host and on the GPU.
#include "tests/failure/trial.hpp"

#include <doctest/doctest.h>

#include <heddle/base/error.hpp>
#include <tuple>
#include <utility>

namespace heddle::testing {

namespace {

// What the call threw, "" for nothing; types that must not escape are named.
std::string call_with(trial& t, allocation_gate& gate, failing how, std::int64_t at, bool& failed) {
  std::string thrown;
  gate.arm(how, at);
  try {
    t.call();
  } catch (out_of_memory const&) { thrown = "out_of_memory"; } catch (std::bad_alloc const&) {
    thrown = "bad_alloc";
  } catch (std::exception const& other) {
    thrown = std::string("a type that is neither out_of_memory nor bad_alloc: ") + other.what();
  }
  failed = gate.disarm();
  return thrown;
}

std::string state_after_call(tried_operation const& o, executor const& exec) {
  auto const t = o.make(exec);
  t->call();
  return t->state();
}

std::string difference(std::string const& what, std::string const& wanted, std::string const& got) {
  return wanted == got ? "" : what + ":\nwanted\n" + wanted + "got\n" + got;
}

}  // namespace

std::string try_all_failures(tried_operation const& o, executor const& exec, allocation_gate& gate, failing how) {
  std::string const before = o.make(exec)->state(), after = state_after_call(o, exec);
  for (std::int64_t at = 0;; ++at) {
    auto const t = o.make(exec);
    bool failed = false;
    std::string const thrown = call_with(*t, gate, how, at, failed);
    std::string const moment = o.name + ", " + o.variant + ", allocation " + std::to_string(at);
    if (thrown.starts_with("a type")) return moment + " threw " + thrown;
    if (thrown.empty()) {
      std::string const wrong = difference(moment + ", did not throw", after, t->state());
      if (!wrong.empty() || !failed) return wrong;
      continue;
    }
    std::string wrong = difference(moment + ", threw " + thrown, before, t->state());
    if (!wrong.empty()) return wrong;
    t->call();
    wrong = difference(moment + ", called again", after, t->state());
    if (!wrong.empty()) return wrong;
  }
}

std::vector<tried_operation> const& all_operations() {
  static std::vector<tried_operation> const table = [] {
    std::vector<tried_operation> all;
    for (auto const& part : {vector_operations(), matrix_operations(), product_operations(), algorithm_operations(),
                             file_operations(), loop_operations(), part_operations()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return table;
}

TEST_CASE("an operation that runs out of host memory leaves its operands as they were (host)") {
  for (failing const how : {failing::once, failing::from_then_on}) {
    for (tried_operation const& o : all_operations()) {
      CHECK_EQ(try_all_failures(o, host_executor(2), host_gate(), how), "");
    }
  }
}

// A quarter of the table, so that a machine with a GPU has a program for each.
template <std::size_t First> struct rows_from {
  static std::string tried(executor const& exec, allocation_gate& gate, failing how) {
    std::string wrong;
    auto const& all = all_operations();
    for (std::size_t i = First; i < all.size(); i += 4) wrong += try_all_failures(all[i], exec, gate, how);
    return wrong;
  }
};
template <std::size_t... First> std::tuple<rows_from<First>...> parts_of(std::index_sequence<First...>);
using all_parts = decltype(parts_of(std::make_index_sequence<4>{}));

TEST_CASE_TEMPLATE_DEFINE("an operation that runs out of host memory leaves its operands as they were (gpu)" *
                              doctest::skip(!cuda_available()),
                          part, of_host_memory) {
  CHECK_EQ(part::tried(cuda_executor(), host_gate(), failing::once), "");
}
TEST_CASE_TEMPLATE_APPLY(of_host_memory, all_parts);

TEST_CASE_TEMPLATE_DEFINE("an operation that runs out of device memory leaves its operands as they were" *
                              doctest::skip(!cuda_available()),
                          part, of_device_memory) {
  failing_resource resource(cuda_executor());
  executor const exec = cuda_executor({.stream = resource.from.stream(), .resource = &resource});
  for (failing const how : {failing::once, failing::from_then_on}) {
    CHECK_EQ(part::tried(exec, resource.gate, how), "");
  }
}
TEST_CASE_TEMPLATE_APPLY(of_device_memory, all_parts);

}  // namespace heddle::testing
