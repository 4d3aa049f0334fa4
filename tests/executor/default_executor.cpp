// default_executor.cpp - a program chooses where containers live that are made without an executor.
#include <doctest/doctest.h>

#include <heddle/heddle.hpp>
#include <sstream>

using namespace heddle;

namespace {

/// As in a program that chooses none, when it goes.
struct chosen_here {
  explicit chosen_here(executor exec) { set_default_executor(std::move(exec)); }
  ~chosen_here() { set_default_executor(std::nullopt); }
};

// Host executors are equal whatever their threads, by which they are told apart here.
bool by_three(executor const& exec) { return exec.is_host() && exec.num_workers() == 3; }

}  // namespace

TEST_CASE("containers that are made without an executor live on the chosen one") {
  chosen_here const chosen(host_executor(3));
  CHECK(by_three(default_executor()));
  CHECK(by_three(vector<float>(4).exec()));
  CHECK(by_three(vector<float>::filled(4, 1).exec()));
  CHECK(by_three(vector<float>::dense({1.0f}).exec()));
  CHECK(by_three(vector<float>::build(4, {1}, {2}, no_duplicates).exec()));
  CHECK(by_three(matrix<float>(4, 4).exec()));
  CHECK(by_three(matrix<float>::build(4, 4, {1}, {2}, {3}, no_duplicates).exec()));
  std::int32_t const offsets[] = {0, 0}, column = 0;
  csr_arrays<float, std::int32_t, std::int32_t> const nothing{
      .rows = 1, .cols = 1, .nnz = 0, .offsets = offsets, .indices = &column};
  CHECK(by_three(matrix<float>::from_csr(nothing).exec()));
  CHECK(by_three(dense_matrix<float>(2, 2).exec()));
  CHECK(by_three(dense_matrix<float>::filled(2, 2, 1).exec()));
  CHECK(by_three(scalar<float>(1).exec()));
  CHECK(by_three(io::generate_matrix<float>("path", {{"n", 5}}).exec()));
  std::stringstream saved;
  save(vector<float>(4), saved);
  CHECK(by_three(load<vector<float>>(saved).exec()));
  CHECK(by_three(vector<float>(vector<float>(4)).exec()));
}

TEST_CASE("an executor that is given counts, and what there was stays") {
  vector<float> const before(4);
  chosen_here const chosen(host_executor(3));
  CHECK_EQ(vector<float>(4, host_executor(2)).exec().num_workers(), 2);
  CHECK_EQ(before.exec().num_workers(), executor().num_workers());
  CHECK_FALSE(by_three(executor()));
}

TEST_CASE("without a choice containers live on the host, and the default executor is the GPU where there is one") {
  { chosen_here const chosen(host_executor(3)); }
  CHECK(vector<float>(4).exec().is_host());
  CHECK_EQ(vector<float>(4).exec().num_workers(), executor().num_workers());
  CHECK_EQ(default_executor().is_host(), !cuda_available());
  CHECK(default_executor() == default_executor(0));
}

TEST_CASE("operations, algorithms and files work where the GPU was chosen for all" * doctest::skip(!cuda_available())) {
  chosen_here const chosen(default_executor(0));
  auto const a = matrix<float>::build(3, 3, {0, 1}, {1, 2}, {1, 1}, no_duplicates);
  CHECK_FALSE(a.exec().is_host());
  vector<float> y(3);
  mxv(y, plus_times<float>{}, a, vector<float>::filled(3, 1));
  CHECK(y == vector<float>::build(3, {0, 1}, {1, 1}, no_duplicates));
  CHECK_EQ(bfs(a, 0).reached, 3);
  CHECK_FALSE(connected_components(a).labels.exec().is_host());
  dense_matrix<float> c(3, 2);
  mxm(c, plus_times<float>{}, a, dense_matrix<float>::filled(3, 2, 1));
  CHECK_EQ(c.get(0, 1), 1);
}
