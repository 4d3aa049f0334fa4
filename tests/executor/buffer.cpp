// buffer.cpp - buffers own, adopt, copy between executors, and give back what they took.
#include <doctest/doctest.h>

#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/primitives.hpp>
#include <map>
#include <numeric>
#include <thread>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

std::vector<std::int64_t> counting_values(size_type n) {
  std::vector<std::int64_t> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

// The lengths around which copies change their way: pinned read-back, one piece, several pieces on several threads.
constexpr size_type copied_lengths[] = {0, 1, 511, 512, 513, 100'000, 2'000'000};

// Hands on to an executor's own memory and keeps the account.
struct counting_resource final : memory_resource {
  executor from;
  std::map<void*, std::size_t> held;
  int given = 0;

  explicit counting_resource(executor source) : from(std::move(source)) {}
  void* allocate(std::size_t bytes, void*) override {
    void* const pointer = from.state().allocate(bytes);
    held[pointer] = bytes;
    ++given;
    return pointer;
  }
  void deallocate(void* pointer, std::size_t bytes, void*) noexcept override {
    if (held[pointer] == bytes) held.erase(pointer);
    from.state().deallocate(pointer, bytes);
  }
};

}  // namespace

EXECUTOR_CASE("a buffer holds what was copied into it, for any length") {
  for (size_type const n : copied_lengths) {
    std::vector<std::int64_t> const values = counting_values(n);
    buffer<std::int64_t> const there(exec, std::span<std::int64_t const>(values));
    CHECK_EQ(there.size(), n);
    CHECK(there.to_host() == values);
  }
}

EXECUTOR_CASE("clones are independent, on the same executor, on the host and back") {
  for (size_type const n : copied_lengths) {
    std::vector<std::int64_t> const values = counting_values(n);
    buffer<std::int64_t> original(exec, std::span<std::int64_t const>(values));
    buffer<std::int64_t> const same = original.clone(exec), host = original.clone(executor{}), back = host.clone(exec);
    primitives::iota(exec, original.data(), n, std::int64_t{7});
    CHECK(same.to_host() == values);
    CHECK(host.to_host() == values);
    CHECK(back.to_host() == values);
  }
}

EXECUTOR_CASE("one element is read back where it stands") {
  std::vector<std::int64_t> const values = counting_values(1000);
  buffer<std::int64_t> const there(exec, std::span<std::int64_t const>(values));
  CHECK_EQ(there.get(0), 0);
  CHECK_EQ(there.get(999), 999);
}

EXECUTOR_CASE("a buffer of an impossible size is a typed error") {
  CHECK_THROWS_AS(buffer<double>(exec, -1), out_of_memory);
  CHECK_THROWS_AS(buffer<double>(exec, std::numeric_limits<size_type>::max()), out_of_memory);
}

EXECUTOR_CASE("adopted memory is used in place and released by its deleter alone") {
  buffer<std::int64_t> owner(exec, 10);
  int released = 0;
  {
    auto adopted = buffer<std::int64_t>::adopt(exec, owner.data(), owner.size(), [&] { ++released; });
    primitives::iota(exec, adopted.data(), adopted.size(), std::int64_t{5});
    buffer<std::int64_t> const moved = std::move(adopted);
    CHECK_EQ(moved.data(), owner.data());
  }
  CHECK_EQ(released, 1);
  { auto const borrowed = buffer<std::int64_t>::adopt(exec, owner.data(), owner.size()); }
  CHECK_EQ(owner.get(9), 14);
}

EXECUTOR_CASE("a buffer may die while work on it is pending") {
  constexpr size_type n = 1 << 20;
  buffer<std::int64_t> result(exec, n);
  for (int round = 0; round < 20; ++round) {
    buffer<std::int64_t> temporary(exec, n);
    primitives::iota(exec, temporary.data(), n, static_cast<std::int64_t>(round));
    result = temporary.clone(exec);
  }
  CHECK_EQ(result.get(0), 19);
  CHECK_EQ(result.get(n - 1), n + 18);
}

TEST_CASE("a buffer keeps its executor alive" * doctest::skip(!cuda_available())) {
  buffer<std::int64_t> survivor;
  {
    executor const exec = cuda_executor();
    survivor = buffer<std::int64_t>(exec, 1000);
    primitives::iota(exec, survivor.data(), 1000);
  }
  CHECK_EQ(survivor.get(999), 999);
}

TEST_CASE("copies between streams wait for each other" * doctest::skip(!cuda_available())) {
  constexpr size_type n = 1 << 22;
  executor const a = cuda_executor(), b = cuda_executor();
  for (std::int64_t round = 0; round < 10; ++round) {
    buffer<std::int64_t> on_b(b, n);
    {
      buffer<std::int64_t> on_a(a, n);
      primitives::iota(a, on_a.data(), n, round);
      on_b = on_a.clone(b);
    }
    CHECK_EQ(on_b.get(n - 1), n - 1 + round);
  }
}

TEST_CASE("all memory of an executor comes from the user's resource and goes back there" *
          doctest::skip(!cuda_available())) {
  counting_resource resource(cuda_executor());
  {
    executor const exec = cuda_executor({.stream = resource.from.stream(), .resource = &resource});
    buffer<std::int32_t> values(exec, 10'000);
    primitives::iota(exec, values.data(), values.size());
    buffer<std::int64_t> const order = primitives::stable_order(exec, values.data(), values.size(), 10'000);
    CHECK_EQ(order.get(9'999), 9'999);
    CHECK_EQ(resource.held.count(values.data()), 1);
  }
  CHECK_GE(resource.given, 4);
  CHECK(resource.held.empty());
}

TEST_CASE("a resource that has nothing left is a typed error" * doctest::skip(!cuda_available())) {
  struct empty final : memory_resource {
    void* allocate(std::size_t, void*) override { return nullptr; }
    void deallocate(void*, std::size_t, void*) noexcept override {}
  } resource;
  executor const exec = cuda_executor({.resource = &resource});
  std::string said;
  try {
    buffer<double>(exec, 3);
  } catch (out_of_memory const& wrong) { said = wrong.what(); }
  CHECK(said.starts_with("cuda:0: 24 bytes could not be allocated, "));
  CHECK(said.ends_with(" are free"));
}

EXECUTOR_CASE("several threads may read back from one executor") {
  std::vector<std::int64_t> const values = counting_values(1000);
  buffer<std::int64_t> const there(exec, std::span<std::int64_t const>(values));
  std::vector<int> wrong(4);
  std::vector<std::thread> readers;
  for (int t = 0; t < 4; ++t) {
    readers.emplace_back([&, t] {
      for (size_type i = t; i < 1000; i += 4) wrong[t] += there.get(i) != i;
    });
  }
  for (std::thread& reader : readers) reader.join();
  CHECK_EQ(wrong, std::vector<int>(4));
}
