// parallel_for.cpp - loops over CPU threads: how many take part, who calls them, what they throw.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <heddle/base/error.hpp>
#include <heddle/detail/host/lists.hpp>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace heddle;
using namespace heddle::seam;

namespace {

// Threads that have come by, each counted once.
class visitors {
 public:
  std::size_t come() {
    std::scoped_lock const lock(mutex_);
    seen_.insert(std::this_thread::get_id());
    return seen_.size();
  }
  std::size_t count() const {
    std::scoped_lock const lock(mutex_);
    return seen_.size();
  }
  // Waits until so many have come, or for ten seconds.
  bool wait_for(std::size_t many) {
    auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (come() < many && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    return count() >= many;
  }

 private:
  std::mutex mutable mutex_;
  std::set<std::thread::id> seen_;
};

std::int64_t sum_of(std::vector<std::int64_t> const& values) {
  std::int64_t sum = 0;
  for (auto const v : values) sum += v;
  return sum;
}

}  // namespace

TEST_CASE("a loop of n threads is run by n threads, more than there are processors among them") {
  for (int const threads : {2, 3, 7, 20}) {
    CAPTURE(threads);
    visitors seen;
    std::atomic<int> missed{0}, strange{0};
    host::for_each_run(threads, 4 * threads, 1, [&](int thread, size_type, size_type) {
      if (thread < 0 || thread >= threads) ++strange;
      if (!seen.wait_for(static_cast<std::size_t>(threads))) ++missed;
    });
    CHECK(seen.count() == static_cast<std::size_t>(threads));
    CHECK(missed == 0);
    CHECK(strange == 0);
  }
}

TEST_CASE("no two threads of a loop have the same number at a time") {
  constexpr int threads = 6;
  std::atomic<int> inside[threads] = {}, twice{0};
  host::for_each_run(threads, 20000, 1, [&](int thread, size_type, size_type) {
    if (inside[thread].fetch_add(1) != 0) ++twice;
    inside[thread].fetch_sub(1);
  });
  CHECK(twice == 0);
}

TEST_CASE("what several threads list stands once behind what was there, loop after loop") {
  for (int const threads : {1, 3}) {
    std::vector<std::vector<int>> lists(static_cast<std::size_t>(threads));
    for (int const n : {0, 1, 70, 9000}) {
      std::vector<int> all{-1};
      host::for_each_listing(lists, n, all, [](size_type i, std::vector<int>& list) {
        if (i % 3 != 0) list.push_back(static_cast<int>(i));
      });
      std::vector<int> expected{-1};
      for (int i = 0; i < n; ++i) {
        if (i % 3 != 0) expected.push_back(i);
      }
      CHECK(all.front() == -1);
      std::sort(all.begin(), all.end());
      CHECK(all == expected);
    }
  }
}

TEST_CASE("every number of a loop is in one run, whatever the threads and the length of runs") {
  for (int const threads : {1, 2, 3, 7}) {
    for (size_type const n : {0, 1, 2, 6, 7, 8, 999, 1000}) {
      for (size_type const length : {1, 2, 7, 1000, 5000}) {
        std::vector<std::atomic<int>> visits(static_cast<std::size_t>(n));
        std::atomic<int> wrong{0};
        host::for_each_run(threads, n, length, [&](size_type begin, size_type end) {
          if (begin >= end || end > n || begin % length != 0) ++wrong;
          for (size_type i = begin; i < min_of(end, n); ++i) ++visits[i];
        });
        CAPTURE(threads);
        CAPTURE(n);
        CAPTURE(length);
        CHECK(wrong == 0);
        CHECK(std::all_of(visits.begin(), visits.end(), [](auto const& v) { return v == 1; }));
      }
    }
  }
}

TEST_CASE("a short loop, one run, and one thread stay on the calling thread") {
  auto const here = std::this_thread::get_id();
  int calls = 0, elsewhere = 0;
  auto const note = [&](auto...) {
    ++calls;
    elsewhere += std::this_thread::get_id() != here;
  };
  host::parallel_for(host_executor(7), host::serial_below - 1, note);
  CHECK(calls == host::serial_below - 1);
  host::for_each_run(7, 100, 100, [&](size_type, size_type) { note(); });
  host::parallel_for(host_executor(1), 10 * host::serial_below, note);
  CHECK(elsewhere == 0);
}

TEST_CASE("a loop inside of a loop is run by the thread that starts it, and is complete") {
  host::for_each_run(5, 5, 1, [](size_type, size_type) {});  // threads that would have time to help
  std::atomic<int> elsewhere{0}, done{0};
  host::for_each_run(2, 2, 1, [&](size_type, size_type) {
    auto const here = std::this_thread::get_id();
    host::for_each_run(3, 30, 1, [&](int thread, size_type begin, size_type end) {
      for (size_type i = begin; i < end; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (thread != 0 || std::this_thread::get_id() != here) ++elsewhere;
      done += static_cast<int>(end - begin);
    });
  });
  CHECK(done == 2 * 30);
  CHECK(elsewhere == 0);
}

TEST_CASE("an exception of a thread arrives at the caller, and what is not begun is left out") {
  std::atomic<int> begun{0};
  auto const failing = [&](size_type begin, size_type) {
    ++begun;
    if (begin == 170) throw std::length_error("the 170th");
  };
  for (int const threads : {1, 3}) {
    CAPTURE(threads);
    CHECK_THROWS_WITH_AS(host::for_each_run(threads, 300, threads == 1 ? 170 : 1,
                                            [&](size_type begin, size_type end) {
                                              for (size_type i = begin; i < end; ++i) failing(i, i + 1);
                                            }),
                         "the 170th", std::length_error);
  }
  begun = 0;
  CHECK_THROWS_AS(host::for_each_run(2, 1000000, 1,
                                     [&](size_type, size_type) {
                                       ++begun;
                                       throw std::runtime_error("any");
                                     }),
                  std::runtime_error);
  CHECK(begun <= 2);
}

TEST_CASE("after an exception the next loop is complete") {
  for (int round = 0; round < 50; ++round) {
    CHECK_THROWS(host::for_each_run(3, 100, 1, [](size_type, size_type) { throw 1; }));
    std::atomic<int> done{0};
    host::for_each_run(3, 100, 1, [&](size_type, size_type) { ++done; });
    CHECK(done == 100);
  }
}

TEST_CASE("several threads may start loops at once, and each gets all of its own") {
  constexpr int callers = 6, rounds = 200;
  std::vector<int> wrong(callers, 0);
  std::vector<std::thread> started;
  for (int c = 0; c < callers; ++c) {
    started.emplace_back([&wrong, c] {
      for (int round = 0; round < rounds; ++round) {
        size_type const n = 1000 + 17 * c + round;
        std::vector<std::int64_t> values(static_cast<std::size_t>(n));
        host::for_each_run(1 + (c + round) % 5, n, 64, [&](size_type begin, size_type end) {
          for (size_type i = begin; i < end; ++i) values[i] += i;
        });
        wrong[c] += sum_of(values) != n * (n - 1) / 2;
      }
    });
  }
  for (auto& thread : started) thread.join();
  CHECK(wrong == std::vector<int>(callers, 0));
}

TEST_CASE("a default executor has as many threads as was set last") {
  host::set_default_threads(5);
  CHECK(executor().num_workers() == 5);
  CHECK(host_executor(2).num_workers() == 2);
  host::set_default_threads(0);
  CHECK(executor().num_workers() == host::default_threads());
  CHECK_THROWS_WITH_AS(host::set_default_threads(-1), "set_default_threads: threads is -1, but must be 0 or more",
                       invalid_argument);
}
