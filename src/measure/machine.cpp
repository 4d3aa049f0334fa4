// machine.cpp - device and versions, asked where the measurement runs.
#include "src/measure/machine.hpp"

#include <heddle/base/error.hpp>
#include <heddle/base/version.hpp>

#include "src/measure/cusparse.hpp"
#if defined(HEDDLE_WITH_CUDA)
#include <cuda_runtime_api.h>
#endif

namespace heddle::measure {

std::vector<std::pair<std::string, std::string>> describe_machine(executor const& exec) {
  std::vector<std::pair<std::string, std::string>> about{{"device", exec.description()}};
#if defined(HEDDLE_WITH_CUDA)
  auto const tell = [&](char const* name, cudaError_t (*ask)(int*)) {
    int version = 0;
    if (ask(&version) != cudaSuccess) return;
    about.emplace_back(name, detail::concat(version / 1000, ".", version % 1000 / 10));
  };
  if (!exec.is_host()) {
    tell("driver_cuda_version", cudaDriverGetVersion);
    tell("cuda_runtime", cudaRuntimeGetVersion);
    about.emplace_back("cusparse", cusparse_version());
  }
#endif
  about.emplace_back("heddle", version());
  about.emplace_back("commit", commit());
  return about;
}

}  // namespace heddle::measure
