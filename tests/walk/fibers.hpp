// fibers.hpp - functions that wait for each other on one CPU thread: each runs until it waits, then another goes on.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

namespace heddle::testing {

/// As many come here as are due, then all go on; it serves again and again.
class meeting {
 public:
  explicit meeting(int due) : due_(due) {}

 private:
  friend class fibers;
  int due_, come_ = 0;
  std::uint64_t round_ = 0;
};

/// `count` calls of body(rank), interleaved at the meetings that they wait for. Of those that can go on the first of a
/// drawn order does, so that some come as far ahead of others as meetings let them, which shows one that is missing;
/// the order is another in every run, and changes now and then within one (Burckhardt et al., A Randomized Scheduler
/// with Probabilistic Guarantees of Finding Bugs, 2010). Threads would show it by luck, and took up to 30 times as long
/// where other programs ran.
class fibers {
 public:
  /// Throws what a call throws, and std::logic_error where some wait for others that have ended.
  static void run(int count, std::function<void(int)> const& body);

  /// Called from within a body.
  static void wait(meeting& m);
};

}  // namespace heddle::testing
