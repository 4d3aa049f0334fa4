// source_tree.hpp - the project's own files as the structure tests see them: paths, lines, includes.
#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/source_root.hpp"

namespace heddle::testing {

struct source_file {
  std::string path;  // relative to the project, '/' between folders
  std::vector<std::string> lines;
};

/// False on a machine that has the test program but not the sources.
inline bool has_sources() { return std::filesystem::exists(source_root() / "include/heddle/base/types.hpp"); }

inline bool is_source(std::filesystem::path const& path) {
  auto const extension = path.extension();
  return extension == ".hpp" || extension == ".cuh" || extension == ".cpp" || extension == ".cu";
}

inline std::vector<std::string> lines_of(std::filesystem::path const& path) {
  std::ifstream stream(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

inline std::vector<source_file> sources_in(std::vector<std::string> const& folders) {
  std::vector<source_file> files;
  for (auto const& folder : folders) {
    for (auto const& entry : std::filesystem::recursive_directory_iterator(source_root() / folder)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      files.push_back(
          {std::filesystem::relative(entry.path(), source_root()).generic_string(), lines_of(entry.path())});
    }
  }
  std::sort(files.begin(), files.end(), [](auto const& a, auto const& b) { return a.path < b.path; });
  return files;
}

/// What stands between the brackets or quotes of every #include.
inline std::vector<std::string> includes_of(source_file const& file) {
  std::vector<std::string> names;
  for (auto const& line : file.lines) {
    auto const hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line.compare(hash, 8, "#include") != 0) continue;
    auto const open = line.find_first_of("<\"");
    auto const close = line.find_first_of(">\"", open + 1);
    if (open != std::string::npos && close != std::string::npos)
      names.push_back(line.substr(open + 1, close - open - 1));
  }
  return names;
}

/// <heddle/ops/x.hpp> lies in ops/x.hpp, <heddle/x.hpp> in include/heddle/x.hpp; empty for what is not heddle's.
inline std::string path_of_include(std::string const& name) {
  if (name.starts_with("heddle/ops/") || name.starts_with("heddle/semirings/")) return name.substr(7);
  if (name.starts_with("heddle/")) return "include/" + name;
  for (auto const* own : {"src/", "tests/", "bench/"}) {
    if (name.starts_with(own)) return name;
  }
  return {};
}

}  // namespace heddle::testing
