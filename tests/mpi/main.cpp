// main.cpp - the cases of tests/distributed with the processes of MPI as ranks, and what only these show.
#define DOCTEST_CONFIG_IMPLEMENT
#include <heddle/distributed/mpi.hpp>
#include <optional>

#include "tests/distributed/drawn.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

std::vector<distributed::group> processes;

}  // namespace

std::vector<distributed::group> const& heddle::testing::groups_to_try() { return processes; }

TEST_CASE("an error at one process ends the work of all, and the group works on") {
  auto const& ranks = processes.front();
  int const bad = ranks.ranks() - 1, me = ranks.local_ranks().front();
  auto const work = [&](distributed::member& m) {
    if (m.rank() == bad) throw std::runtime_error("not here");
    std::vector<primitives::byte> const mine(4);
    (void)m.all_gather(mine);
  };
  if (me == bad) CHECK_THROWS_WITH_AS(ranks.run(work), "not here", std::runtime_error);
  if (me != bad) CHECK_THROWS_AS(ranks.run(work), distributed::rank_failed);
  auto const w = distributed::vector<int>::filled(9, 2, ranks);
  CHECK(reduce(plus_monoid<int>{}, w) == 18);
}

TEST_CASE("every process brings its own tuples, which are combined in the order of processes") {
  auto const& ranks = processes.front();
  int const me = ranks.local_ranks().front(), n = ranks.ranks();
  auto const A = distributed::matrix<int>::build(n, 2, {0, me}, {0, 1}, {me, me}, take_second<int>{}, ranks,
                                                 distributed::equal_rows{1});
  CHECK(A.nnz() == n + 1);
  CHECK(reduce(plus_monoid<int>{}, A) == n - 1 + n * (n - 1) / 2);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  processes = {distributed::group::of_mpi(MPI_COMM_WORLD)};
  doctest::Context context(argc, argv);
  int const failed = context.run();
  processes.clear();
  MPI_Finalize();
  return failed;
}
