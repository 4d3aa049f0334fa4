// groups.cpp - the ranks that the cases of this folder are tried with: threads. tests/mpi has processes.
#include "src/distributed/threads.hpp"
#include "tests/distributed/drawn.hpp"
#include "tests/distributed/threads.hpp"

namespace heddle::testing {
namespace {

struct sending_communicator : detail::thread_communicator {
  using thread_communicator::thread_communicator;
  bool shares_memory() const override { return false; }
};

}  // namespace

distributed::group of_sending_threads(int ranks) {
  auto const make = [](detail::meeting_place& meeting, int rank) {
    return detail::thread_of_group{std::make_unique<sending_communicator>(meeting, rank), host_executor(1)};
  };
  return distributed::group(std::make_shared<detail::thread_group>(ranks, false, make));
}

std::vector<distributed::group> const& groups_to_try() {
  static std::vector<distributed::group> const groups = [] {
    std::vector<distributed::group> made;
    for (int const ranks : {1, 2, 3, 7}) made.push_back(distributed::group::of_threads(ranks));
    for (int const ranks : {2, 4}) made.push_back(of_sending_threads(ranks));
    return made;
  }();
  return groups;
}

}  // namespace heddle::testing
