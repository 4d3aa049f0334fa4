// first_exception.cpp - exceptions in parallel regions arrive behind them, one at a time.
#include <doctest/doctest.h>

#include <heddle/host/first_exception.hpp>
#include <new>
#include <stdexcept>
#include <string>

using heddle::host::first_exception;

TEST_CASE("an exception thrown by a thread of a parallel region arrives behind the region") {
  first_exception failure;
#pragma omp parallel for num_threads(3)
  for (int i = 0; i < 300; ++i) {
    failure.run([&] {
      if (i == 170) throw std::length_error("the 170th");
    });
  }
  CHECK(failure.has_failed());
  CHECK_THROWS_WITH_AS(failure.rethrow(), "the 170th", std::length_error);
}

TEST_CASE("of several exceptions the first is kept, and work behind it is not begun") {
  first_exception failure;
  int begun = 0;
  for (int i = 0; i < 5; ++i) {
    failure.run([&] {
      ++begun;
      if (i >= 2) throw std::runtime_error(std::to_string(i));
    });
  }
  CHECK(begun == 3);
  CHECK_THROWS_WITH(failure.rethrow(), "2");
}

TEST_CASE("without an exception all work is done and nothing is thrown") {
  first_exception failure;
  int done = 0;
#pragma omp parallel for num_threads(3) reduction(+ : done)
  for (int i = 0; i < 300; ++i) failure.run([&] { ++done; });
  CHECK(done == 300);
  CHECK_FALSE(failure.has_failed());
  CHECK_NOTHROW(failure.rethrow());
}
