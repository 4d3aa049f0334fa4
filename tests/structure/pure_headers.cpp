// pure_headers.cpp - pure headers include one another and std.hpp, and know nothing of CUDA; a descriptor knows no
// walk.
#include "tests/structure/pure_headers.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

using namespace heddle::testing;

namespace {

std::string const standard_header = "include/heddle/base/std.hpp";

// What only nvcc or NVRTC understand. HEDDLE_FN says where a function may run.
std::vector<std::string> const device_words = {"cuda",     "__global__", "__host__", "__device__", "__shared__",
                                               "__launch", "threadIdx",  "blockIdx", "blockDim",   "gridDim",
                                               "__sync",   "__shfl",     "atomicAdd"};

std::string code_of(std::string const& line) {
  if (line.starts_with("#define HEDDLE_FN")) return {};
  return line.substr(0, line.find("//"));
}

std::string device_words_in(source_file const& file) {
  std::string found;
  for (auto const& line : file.lines) {
    for (auto const& word : device_words) {
      if (code_of(line).find(word) != std::string::npos) found += file.path + ": " + line + "\n";
    }
  }
  return found;
}

// Everything that a file includes, directly or not, with itself.
std::set<std::string> reached_from(std::string const& path) {
  std::map<std::string, source_file> files;
  for (auto& file : sources_in({"include", "semirings", "ops"})) files[file.path] = file;
  std::set<std::string> reached = {path};
  for (std::vector<std::string> left = {path}; !left.empty();) {
    auto const at = files.find(left.back());
    left.pop_back();
    if (at == files.end()) continue;
    for (auto const& name : includes_of(at->second)) {
      auto const included = path_of_include(name);
      if (!included.empty() && reached.insert(included).second) left.push_back(included);
    }
  }
  return reached;
}

}  // namespace

TEST_CASE("pure headers include one another and std.hpp alone" * doctest::skip(!has_sources())) {
  auto const headers = pure_headers();
  CHECK(headers.size() > 40);
  std::string others;
  for (auto const& file : headers) {
    for (auto const& name : includes_of(file)) {
      auto const path = path_of_include(name);
      if (path != standard_header && !is_pure(path)) others += file.path + " includes " + name + "\n";
    }
  }
  CHECK(others == "");
}

TEST_CASE("pure headers name nothing of CUDA" * doctest::skip(!has_sources())) {
  std::string found;
  for (auto const& file : pure_headers()) found += device_words_in(file);
  CHECK(found == "");
}

TEST_CASE("a descriptor brings no walk and no kernel" * doctest::skip(!has_sources())) {
  auto const reached = reached_from("include/heddle/descriptor.hpp");
  CHECK(reached.contains("include/heddle/seam/schedule/equal_shares.hpp"));
  std::string kernels;
  for (auto const& path : reached) {
    if (path.ends_with("_walk.hpp") || path.starts_with("include/heddle/detail/cuda/")) kernels += path + "\n";
  }
  CHECK(kernels == "");
}
