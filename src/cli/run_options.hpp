// run_options.hpp - where and how a command runs, and how it answers.
#pragma once
#include <heddle/base/executor.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <string>

namespace heddle::cli {

struct run_options {
  std::string device = "auto";
  heddle::schedule schedule;
  bool json = false;
};

/// Throws not_compiled or cuda_error where there is no such device.
executor make_executor(std::string const& device);

/// `host` or `cuda`.
std::string kind_of(executor const& exec);

}  // namespace heddle::cli
