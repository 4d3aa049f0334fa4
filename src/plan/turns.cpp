// turns.cpp - what a push on a GPU is shared out by unless told, and the clock of a strategy's costs.
#include <chrono>
#include <heddle/ops/mxv/turns.hpp>

namespace heddle::detail {

strategy balanced_for(size_type longest, size_type edges, size_type positions) {
  constexpr size_type longest_of_a_group = 64;
  if (longest <= longest_of_a_group) return group_mapped{};
  return balanced_gathering{.status_bitmap = edges > positions / 8};
}

double strategy_watch::restart() {
  exec_.wait();
  std::chrono::nanoseconds const now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<double>(now.count() - std::exchange(last_, now.count())) / 1e6;
}

}  // namespace heddle::detail
