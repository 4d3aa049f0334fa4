// algorithms.cpp - whole algorithms, and matrices from generators.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/to_matrix.hpp>

#include "tests/failure/operands.hpp"

namespace heddle::testing {

namespace {

// Few vertices are enough: parameters that have other names stay what they are.
io::generator_values small_values(io::generator_info const& info) {
  io::generator_values values;
  for (auto const& p : info.parameters) {
    if (p.name == "scale") values["scale"] = 4;
    if (p.name == "n") values["n"] = info.name == "stencil27" ? 3 : 20;
    if (p.name == "width") values["width"] = 4;
    if (p.name == "height") values["height"] = 4;
  }
  return values;
}

void add_generators(std::vector<operation>& table) {
  for (auto const& info : io::generators()) {
    table.push_back({"generate", std::string(info.name), [&info](executor const& exec) {
                       return calling(
                           [=, &info](std::optional<matrix<double>>& r) {
                             auto entries = io::generate<double>(info.name, small_values(info));
                             io::add_weights(entries);
                             r = io::to_matrix(entries, first<double>{}, exec);
                           },
                           std::optional<matrix<double>>{});
                     }});
  }
}

}  // namespace

std::vector<operation> algorithm_operations() {
  std::vector<operation> table;
  auto const add = [&]<class R>(char const* name, char const* variant, R none, auto call) {
    table.push_back(
        {name, variant, [=](executor const& exec) { return calling(call, none, make_matrix<double>(exec, true)); }});
  };
  add("bfs", "levels", std::optional<vector<std::int32_t>>{},
      [](auto& r, matrix<double> const& a) { r = bfs(a, 0).levels; });
  add("bfs", "parents", std::optional<vector<std::int32_t>>{},
      [](auto& r, matrix<double> const& a) { r = bfs(a, 0, {.parents = true}).parents; });
  add("sssp", "", std::optional<vector<double>>{}, [](auto& r, matrix<double> const& a) { r = sssp(a, 0).distances; });
  add("triangle_count", "", std::optional<size_type>{},
      [](auto& r, matrix<double> const& a) { r = triangle_count(a); });
  add_generators(table);
  return table;
}

}  // namespace heddle::testing
