// loops.cpp - what a loop over two threads takes, by the library's threads and, where it is installed, by oneTBB's.
#include <fmt/core.h>

#include <chrono>
#include <functional>
#include <heddle/detail/executor/parallel_for.hpp>
#if defined(HEDDLE_HAS_TBB)
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

#include "bench/host/host.hpp"

namespace heddle::bench {
namespace {

constexpr int threads = 2;

struct work {
  char const* size;
  size_type pieces;
  int rounds;  // of 512 additions, for each piece
};

class adder {
 public:
  explicit adder(work const& given) : rounds_(given.rounds), sums_(static_cast<std::size_t>(given.pieces)) {}

  void operator()(size_type piece) {
    double sum = 0;
    for (int round = 0; round < rounds_; ++round) {
      for (std::size_t i = 0; i < 512; ++i) sum += values_[(static_cast<std::size_t>(piece) % 64) * 512 + i];
    }
    sums_[static_cast<std::size_t>(piece)] = sum;
  }

 private:
  int rounds_;
  std::vector<double> values_ = std::vector<double>(64 * 512, 1.0), sums_;
};

struct method {
  char const* name;
  std::function<void(size_type, adder&)> run;
};

std::vector<method> methods() {
  std::vector<method> result = {
      {"one thread",
       [](size_type n, adder& add) {
         for (size_type i = 0; i < n; ++i) add(i);
       }},
      {"heddle",
       [](size_type n, adder& add) {
         host::for_each_run(threads, n, 1, [&](size_type begin, size_type end) {
           for (size_type i = begin; i < end; ++i) add(i);
         });
       }},
  };
#if defined(HEDDLE_HAS_TBB)
  result.push_back({"oneTBB", [](size_type n, adder& add) {
                      static oneapi::tbb::task_arena arena(threads);
                      arena.execute([&] { oneapi::tbb::parallel_for(size_type{0}, n, [&](size_type i) { add(i); }); });
                    }});
#endif
  return result;
}

// Awake, as a program is that does something else between its loops.
void pass_us(double us) {
  auto const end = std::chrono::steady_clock::now() + std::chrono::duration<double, std::micro>(us);
  while (std::chrono::steady_clock::now() < end) continue;
}

}  // namespace

void run_loops() {
  fmt::print("loop,called every us,threads of,us\n");
  for (work const& given : {work{"small", 16, 1}, work{"middle", 64, 4}, work{"large", 128, 16}}) {
    for (double const pause_us : {0.0, 100.0, 1000.0}) {
      for (method const& by : methods()) {
        adder add(given);
        std::vector<double> times;
        for (int i = 0; i < 400; ++i) {
          pass_us(pause_us);
          times.push_back(1e3 * elapsed_ms([&] { by.run(given.pieces, add); }));
        }
        fmt::print("{},{:.0f},{},{:.1f}\n", given.size, pause_us, by.name, measure::median(times));
        std::fflush(stdout);
      }
    }
  }
}

}  // namespace heddle::bench
