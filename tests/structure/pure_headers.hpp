// pure_headers.hpp - which headers are pure: made for hosts, for nvcc and for run-time compilation alike.
#pragma once
#include "tests/structure/source_tree.hpp"

namespace heddle::testing {

/// std.hpp, which stands for the standard library, is not among them: it is what they may include beside one another.
inline bool is_pure(std::string const& path) {
  for (auto const* host : {"schedule/schedule.hpp", "schedule/conformance.hpp"}) {
    if (path == std::string("include/heddle/seam/") + host) return false;
  }
  for (auto const* folder : {"seam/tiles/", "seam/schedule/", "seam/walk/", "detail/walk/"}) {
    if (path.starts_with(std::string("include/heddle/") + folder)) return true;
  }
  for (auto const* file : {"base/types", "base/half", "base/converted", "base/kernel_set", "detail/base/tuning",
                           "base/mask", "seam/views", "seam/sinks"}) {
    if (path == std::string("include/heddle/") + file + ".hpp") return true;
  }
  return path.starts_with("semirings/") || path == "ops/mxv/product.hpp";
}

inline std::vector<source_file> pure_headers() {
  auto files = sources_in({"include", "semirings", "ops"});
  std::erase_if(files, [](auto const& file) { return !is_pure(file.path); });
  return files;
}

}  // namespace heddle::testing
