// includes.cpp - folders are layers, and includes point one way.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "tests/structure/source_tree.hpp"

using namespace heddle::testing;

namespace {

// The layers, the lowest first; folders of one line know nothing of each other. A file may include what lies in its own
// folder and in lines above.
std::vector<std::vector<std::string>> const layers = {
    {"include/heddle/base"},
    {"include/heddle/detail/base"},
    {"semirings"},
    {"include/heddle/seam/tiles"},
    {"include/heddle/seam/walk"},
    {"include/heddle/detail/walk"},
    {"include/heddle/seam/schedule"},
    {"include/heddle/seam/strategy"},
    {"include/heddle/seam"},
    {"include/heddle/detail/executor"},
    {"include/heddle/seam/plan"},
    {"include/heddle/detail/host", "include/heddle/detail/cuda"},
    {"include/heddle/seam/drivers"},
    {"include/heddle/detail/dispatch"},
    {"include/heddle/detail/storage"},
    {"include/heddle"},
    {"ops/detail"},
    {"ops/detail/merge"},
    {"ops/detail/write"},
    {"ops/mxv", "ops/extract", "ops/ewise"},
    {"ops/vxm", "ops/spmv", "ops/spmm", "ops/apply", "ops/assign", "ops/gather", "ops/diag", "ops/reduce",
     "ops/transpose", "ops/expand", "ops/loop", "ops/kronecker"},
    {"ops/mxm"},
    {"ops/sddmm", "ops/select", "ops/relabel", "ops/scatter", "ops/subassign"},
    {"ops/fixpoint"},
    {"include/heddle/io", "include/heddle/algorithms"},
    {"include/heddle/distributed/ranks"},
    {"include/heddle/detail/ranks"},
    {"include/heddle/distributed"},
    {"include/heddle/detail/distributed"},
    {"include/heddle/distributed/operations"},
    {"src"},
    {"src/text"},
    {"src/loop"},
    {"src/executor"},
    {"src/plan"},
    {"src/host"},
    {"src/containers"},
    {"src/traverse"},
    {"src/io"},
    {"src/io/generators"},
    {"src/cuda"},
    {"src/instances"},
    {"src/algorithms"},
    {"src/distributed"},
    {"src/verify"},
    {"src/measure"},
    {"src/cli"},
    {"src/cli_mpi"},
};

std::string folder_of(std::string const& path) { return path.substr(0, path.rfind('/')); }

/// How many lines stand before that of its folder; -1 for a folder that is in none.
int height_of(std::string const& path) {
  for (std::size_t height = 0; height < layers.size(); ++height) {
    if (std::count(layers[height].begin(), layers[height].end(), folder_of(path)) != 0) return static_cast<int>(height);
  }
  return -1;
}

// What programs on one executor do not need, and would compile slower with, has a header of its own.
std::string const distributed_headers = "include/heddle/distributed/";

// They are all public headers: a case below holds that.
bool is_umbrella(std::string const& path) {
  return path == "include/heddle/heddle.hpp" || path == distributed_headers + "distributed.hpp";
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

TEST_CASE("every folder is in one layer" * doctest::skip(!has_sources())) {
  std::set<std::string> found, named;
  for (auto const& file : library_files()) found.insert(folder_of(file.path));
  std::size_t lines = 0;
  for (auto const& layer : layers) {
    named.insert(layer.begin(), layer.end());
    lines += layer.size();
  }
  CHECK(found == named);
  CHECK(lines == named.size());
}

TEST_CASE("includes point one way" * doctest::skip(!has_sources())) {
  auto const upwards = violations([](auto const& path, auto const&, auto const& included) {
    return !included.empty() && !is_umbrella(path) && folder_of(included) != folder_of(path) &&
           height_of(included) >= height_of(path);
  });
  CHECK(upwards == "");
}

TEST_CASE("tiles, schedules and walks know neither semirings nor operations" * doctest::skip(!has_sources())) {
  std::vector<std::string> const seam = {"include/heddle/seam/tiles/", "include/heddle/seam/schedule/",
                                         "include/heddle/seam/walk/", "include/heddle/detail/walk/"};
  auto const algebra = violations([&](auto const& path, auto const&, auto const& included) {
    return starts_with_any(path, seam) && starts_with_any(included, {"semirings/", "ops/"});
  });
  CHECK(algebra == "");
}

TEST_CASE("public .hpp headers need only the standard library" * doctest::skip(!has_sources())) {
  auto const foreign = violations([](auto const& path, auto const& name, auto const& included) {
    if (path == "include/heddle/base/std.hpp" && name.starts_with("cuda/std/")) return false;  // the same, under NVRTC
    if (path == distributed_headers + "mpi.hpp" && name == "mpi.h") return false;              // what it is for
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

TEST_CASE("heddle.hpp is all public headers, but for those of several ranks, which are distributed.hpp" *
          doctest::skip(!has_sources())) {
  std::map<std::string, source_file> files;
  for (auto& file : library_files()) files[file.path] = file;
  std::set<std::string> reached;
  for (std::vector<std::string> left = {"include/heddle/heddle.hpp", distributed_headers + "distributed.hpp"};
       !left.empty();) {
    auto const path = left.back();
    left.pop_back();
    if (!files.contains(path) || !reached.insert(path).second) continue;
    for (auto const& name : includes_of(files[path])) left.push_back(path_of_include(name));
  }
  std::string missing;
  for (auto const& [path, file] : files) {
    bool const is_public = starts_with_any(path, {"include/heddle/", "semirings/"}) &&
                           !path.starts_with("include/heddle/detail/") && path.ends_with(".hpp");
    if (is_public && !reached.contains(path) && path != distributed_headers + "mpi.hpp") missing += path + "\n";
  }
  CHECK(missing == "");
}
