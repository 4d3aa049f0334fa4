// kernel_ranks.cpp - whether ranks can search by one kernel on each.
#include "src/distributed/kernel_ranks.hpp"

#include <random>

#include "src/cuda/devices.hpp"

namespace heddle::detail {

using distributed::dealing;
using distributed::member;

namespace {

// What a rank says of itself before a search.
struct searching_gpu {
  std::uint64_t process;
  std::int32_t device, architecture, has_kernel;
};

// Another one in each process.
std::uint64_t own_process() {
  static std::uint64_t const number = [] {
    std::random_device random;
    return static_cast<std::uint64_t>(random()) << 32 | random();
  }();
  return number;
}

}  // namespace

bool are_kernel_ranks(member& m, bool has_kernel) {
  auto const& exec = m.exec();
  if (exec.is_host() || m.ranks() > gpu::most_kernel_ranks) return false;
  searching_gpu const mine{own_process(), exec.device(), exec.architecture(), has_kernel ? 1 : 0};
  bool can = true;
  for (auto const& other : told_by_all(m, mine)) {
    can = can && other.has_kernel != 0 && other.process == mine.process && other.architecture == mine.architecture &&
          with_cuda([&] { return gpu::may_reach(exec, other.device); });
  }
  return m.sum_of_all(can ? 0 : 1) == 0;
}

std::vector<size_type> cuts_of(dealing const& by) {
  std::vector<size_type> cuts;
  for (int r = 0; r <= by.ranks(); ++r) cuts.push_back(by.begin(r));
  return cuts;
}

}  // namespace heddle::detail
