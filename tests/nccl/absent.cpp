// absent.cpp - a build without NCCL refuses GPUs as ranks.
#include <doctest/doctest.h>

#include <heddle/distributed/distributed.hpp>

TEST_CASE("a build without NCCL says that GPUs are no ranks") {
  CHECK_THROWS_WITH_AS((void)heddle::distributed::group::of_devices({0}),
                       "this heddle was built without NCCL; build it where nvcc and NCCL are found, with "
                       "HEDDLE_CUDA=ON and HEDDLE_NCCL=ON",
                       heddle::not_compiled);
}
