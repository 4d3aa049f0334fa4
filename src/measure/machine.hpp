// machine.hpp - what the head of every table of measurements says of where it was made.
#pragma once
#include <heddle/base/executor.hpp>
#include <string>
#include <utility>
#include <vector>

namespace heddle::measure {

/// Device, release and commit; of a GPU also the versions of its driver, of the CUDA runtime, and of cuSPARSE.
std::vector<std::pair<std::string, std::string>> describe_machine(executor const& exec);

}  // namespace heddle::measure
