// nccl_absent.cpp - the library heddle_nccl in a build without NCCL.
#include <heddle/base/error.hpp>
#include <heddle/distributed/ranks/group.hpp>

namespace heddle {

distributed::group distributed::group::of_devices(std::vector<int> const&) {
  throw not_compiled(
      "this heddle was built without NCCL; build it where nvcc and NCCL are found, with HEDDLE_CUDA=ON and "
      "HEDDLE_NCCL=ON");
}

}  // namespace heddle
