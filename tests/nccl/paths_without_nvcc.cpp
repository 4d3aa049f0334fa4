// paths_without_nvcc.cpp - what a program that a plain C++ compiler has compiled asks of GPUs as ranks.
#include <doctest/doctest.h>

#include <heddle/distributed/distributed.hpp>
#include <heddle/heddle.hpp>
#include <random>
#include <vector>

namespace heddle::testing {

std::vector<distributed::group> const& groups_to_try();

TEST_CASE("shortest paths among GPUs need no nvcc where these have a kernel for them") {
  std::mt19937 random(2);
  auto pattern = io::rmat<float>({.scale = 11, .edge_factor = 8});
  for (auto& weight : pattern.value) weight = static_cast<float>(random() % 1000);
  pattern.symmetric = false;
  auto const whole = io::to_matrix(pattern, take_first<float>{}, host_executor(1));
  auto const paths = sssp(whole, 1);
  for (auto const& ranks : groups_to_try()) {
    CAPTURE(ranks.ranks());
    auto const dealt = distributed::matrix<float>::dealt(whole, ranks);
    auto const found = sssp(dealt, 1, {.does_all = distributed::first_rank::never});
    CHECK(found.ran_as == "search among the ranks, by one kernel a GPU");
    CHECK(found.reached == paths.reached);
    CHECK(found.rounds > 0);
    auto const distances = found.distances.gather_to(0);
    if (distances) CHECK(distances->to_dense(-1) == paths.distances.to_dense(-1));
    CHECK_THROWS_AS((void)sssp(dealt, 1, {.does_all = distributed::first_rank::never, .stepwise = true}), not_compiled);
  }
}

}  // namespace heddle::testing
