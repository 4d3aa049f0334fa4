// groups.cpp - the ranks that the cases of this folder are tried with: threads. tests/mpi has processes.
#include "tests/distributed/drawn.hpp"

std::vector<heddle::distributed::group> const& heddle::testing::groups_to_try() {
  static std::vector<distributed::group> const groups = [] {
    std::vector<distributed::group> made;
    for (int const ranks : {1, 2, 3, 4, 7}) made.push_back(distributed::group::of_threads(ranks));
    return made;
  }();
  return groups;
}
