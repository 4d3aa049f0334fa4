// includes.cpp - includes point one way: types -> executors -> the seam -> containers -> drivers -> ops -> algorithms.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "tests/structure/source_tree.hpp"

using namespace heddle::testing;

namespace {

struct layer {
  std::string prefix;
  int height;
};

// The first match counts. A file may include its own height and what lies lower.
std::vector<layer> const layers = {
    {"include/heddle/base/", 0},
    {"semirings/", 1},
    {"include/heddle/detail/executor/primitives.hpp", 1},
    {"include/heddle/seam/tiles/", 2},
    {"include/heddle/seam/schedule/", 2},
    {"include/heddle/seam/walk/", 2},
    {"include/heddle/seam/walk/walks.hpp", 2},
    {"include/heddle/seam/walk/walk_choice.hpp", 2},
    {"include/heddle/seam/plan/tile_marks.hpp", 3},
    {"include/heddle/seam/plan/plan.hpp", 3},
    {"include/heddle/detail/cuda/", 4},
    {"include/heddle/detail/host/", 4},
    {"include/heddle/algorithms/", 6},
    {"include/heddle/heddle.hpp", 7},
    {"include/heddle/", 4},                              // containers, descriptors, input: plain data on top of plans
    {"include/heddle/detail/dispatch/dispatch.hpp", 4},  // kernels are found by it for containers too
    {"include/heddle/detail/dispatch/for_each_index.hpp", 4},
    {"include/heddle/detail/dispatch/codes.hpp", 4},
    {"include/heddle/detail/dispatch/operator_of.hpp", 4},
    {"ops/", 5},
    {"src/cli/", 8},
    {"src/algorithms/", 6},
    {"src/", 5},
};

int height_of(std::string const& path) {
  for (auto const& l : layers) {
    if (path.starts_with(l.prefix)) return l.height;
  }
  return 9;  // tests and benchmarks: nothing below may include them
}

std::vector<source_file> library_files() { return sources_in({"include", "semirings", "ops", "src"}); }

bool is_public(std::string const& path) { return !path.starts_with("src/"); }

bool starts_with_any(std::string const& text, std::vector<std::string> const& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](auto const& p) { return text.starts_with(p); });
}

// Every include of `path` that `forbidden(path, include name, included path)` accepts, one a line.
template <class Forbidden> std::string violations(Forbidden forbidden) {
  std::string found;
  for (auto const& file : library_files()) {
    for (auto const& name : includes_of(file)) {
      if (forbidden(file.path, name, path_of_include(name))) found += file.path + " includes " + name + "\n";
    }
  }
  return found;
}

}  // namespace

TEST_CASE("includes point one way" * doctest::skip(!has_sources())) {
  auto const upwards = violations([](auto const& path, auto const&, auto const& included) {
    return !included.empty() && height_of(included) > height_of(path);
  });
  CHECK(upwards == "");
}

TEST_CASE("semirings know only types" * doctest::skip(!has_sources())) {
  auto const others = violations([](auto const& path, auto const&, auto const& included) {
    return path.starts_with("semirings/") && !included.empty() && height_of(included) > 0 &&
           !included.starts_with("semirings/");
  });
  CHECK(others == "");
}

TEST_CASE("tiles, schedules and walks know neither semirings nor operations" * doctest::skip(!has_sources())) {
  std::vector<std::string> const seam = {"include/heddle/seam/tiles/", "include/heddle/seam/schedule/",
                                         "include/heddle/seam/walk/"};
  auto const algebra = violations([&](auto const& path, auto const&, auto const& included) {
    return starts_with_any(path, seam) && starts_with_any(included, {"semirings/", "ops/"});
  });
  CHECK(algebra == "");
}

TEST_CASE("public headers include nothing of the compiled parts" * doctest::skip(!has_sources())) {
  auto const private_parts = violations([](auto const& path, auto const&, auto const& included) {
    return is_public(path) && included.starts_with("src/");
  });
  CHECK(private_parts == "");
}

TEST_CASE("public .hpp headers need only the standard library" * doctest::skip(!has_sources())) {
  auto const foreign = violations([](auto const& path, auto const& name, auto const& included) {
    if (path == "include/heddle/base/std.hpp" && name.starts_with("cuda/std/")) return false;  // the same, under NVRTC
    // Of the standard library's names none has a folder or an extension.
    return is_public(path) && path.ends_with(".hpp") && included.empty() &&
           name.find_first_of("./") != std::string::npos;
  });
  CHECK(foreign == "");
}

TEST_CASE("CUB and Thrust stay in src/cuda, where they cost compile time once" * doctest::skip(!has_sources())) {
  auto const device_wide = violations([](auto const& path, auto const& name, auto const&) {
    return starts_with_any(name, {"cub/", "thrust/"}) && !path.starts_with("src/cuda/");
  });
  CHECK(device_wide == "");
}

TEST_CASE("no file includes itself by way of others" * doctest::skip(!has_sources())) {
  std::map<std::string, std::set<std::string>> graph;
  for (auto const& file : library_files()) {
    for (auto const& name : includes_of(file)) graph[file.path].insert(path_of_include(name));
  }
  // Files whose includes are all gone can go too; what is left lies on a cycle or above one.
  for (bool removed = true; removed;) {
    removed = std::erase_if(graph, [&](auto const& node) {
                return std::none_of(node.second.begin(), node.second.end(),
                                    [&](auto const& to) { return graph.contains(to); });
              }) != 0;
  }
  std::string cyclic;
  for (auto const& [path, includes] : graph) cyclic += path + "\n";
  CHECK(cyclic == "");
}
