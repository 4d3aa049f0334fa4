// executor.cpp - executors as values: what they say of themselves, which are equal, what they refuse.
#include <doctest/doctest.h>

#include <heddle/base/error.hpp>
#include <heddle/base/executor.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

#if defined(__SANITIZE_ADDRESS__)
// The address sanitizer would end the program where operator new may return null.
extern "C" char const* __asan_default_options() { return "allocator_may_return_null=1"; }
#endif

TEST_CASE("a host executor says how many threads it has") {
  CHECK_EQ(host_executor(3).description(), "host, 3 threads");
  CHECK_EQ(host_executor(1).description(), "host, 1 thread");
  CHECK_EQ(host_executor(3).num_workers(), 3);
  CHECK_GE(executor().num_workers(), 1);
  CHECK(executor().is_host());
  CHECK_THROWS_WITH_AS((void)host_executor(-1), "host_executor: threads is -1, but must be 0 or more",
                       invalid_argument);
}

TEST_CASE("an executor that was moved from is what it was") {
  executor first = host_executor(3), other;
  executor const second = std::move(first);
  CHECK_EQ(first.description(), "host, 3 threads");
  other = std::move(first);
  CHECK_EQ(first.num_workers(), 3);
  CHECK_EQ(other.num_workers(), second.num_workers());
}

TEST_CASE("a host has no stream, and the number and architecture 0") {
  CHECK_EQ(executor().device(), 0);
  CHECK_EQ(executor().architecture(), 0);
  CHECK_EQ(executor().stream(), nullptr);
}

TEST_CASE("all host executors are equal, however many threads they have") {
  CHECK(host_executor(1) == host_executor(2));
  CHECK(executor() == host_executor(7));
}

TEST_CASE("a negative number of threads is refused") { CHECK_THROWS_AS(host_executor(-1), invalid_argument); }

TEST_CASE("memory that cannot be had is a typed error that names the bytes") {
  executor const exec;
  CHECK_THROWS_WITH_AS(exec.state().allocate(std::size_t{1} << 60),
                       "host: 1152921504606846976 bytes could not be allocated", out_of_memory);
}

TEST_CASE("where no GPU is, asking for one throws and the default is the host" * doctest::skip(cuda_available())) {
  CHECK_THROWS_AS(cuda_executor(), error);
  CHECK(default_executor().is_host());
}

TEST_CASE("the GPU is the default executor where there is one" * doctest::skip(!cuda_available())) {
  executor const exec = default_executor();
  CHECK_EQ(exec.kind(), device_kind::cuda);
  CHECK_EQ(exec.description().substr(0, 8), "cuda:0, ");
  CHECK_GT(exec.num_workers(), 1);
}

TEST_CASE("two GPU executors have two streams and differ; a copy is the same executor" *
          doctest::skip(!cuda_available())) {
  executor const a = cuda_executor(), b = cuda_executor(), copy = a;
  CHECK_FALSE(a == b);
  CHECK(a == copy);
  CHECK_FALSE(a == executor());
}

TEST_CASE("executors that adopt one stream are equal, and the stream stays its owner's" *
          doctest::skip(!cuda_available())) {
  executor const owner = cuda_executor();
  {
    executor const adopted = cuda_executor({.stream = owner.stream()});
    CHECK(adopted == owner);
    CHECK_EQ(adopted.stream(), owner.stream());
  }
  CHECK_NOTHROW(owner.wait());
}

TEST_CASE("a GPU that is not there is a typed error" * doctest::skip(!cuda_available())) {
  CHECK_THROWS_AS(cuda_executor(99), cuda_error);
  CHECK_THROWS_AS(cuda_executor(-1), cuda_error);
}

TEST_CASE("more memory than the GPU has is a typed error, and the executor works on" *
          doctest::skip(!cuda_available())) {
  executor const exec = cuda_executor();
  std::string said;
  try {
    exec.state().allocate(std::size_t{1} << 45);
  } catch (out_of_memory const& wrong) { said = wrong.what(); }
  CHECK(said.starts_with("cuda:0: 35184372088832 bytes could not be allocated, "));
  CHECK(said.ends_with(" are free"));
  void* const pointer = exec.state().allocate(64);
  exec.state().deallocate(pointer, 64);
  CHECK_NOTHROW(exec.wait());
}
