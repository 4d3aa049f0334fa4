// algorithms.cpp - whole algorithms.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/bfs_from_each.hpp>
#include <heddle/algorithms/connected_components.hpp>
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/ops/fixpoint/fixpoint.hpp>

#include "tests/failure/operands.hpp"

namespace heddle::testing {

std::vector<tried_operation> algorithm_operations() {
  std::vector<tried_operation> table;
  auto const add = [&]<class R>(char const* name, char const* variant, R none, auto call) {
    table.push_back(
        {name, variant, [=](executor const& exec) { return calling(call, none, make_matrix<double>(exec, true)); }});
  };
  add("bfs", "levels", std::optional<vector<std::int32_t>>{},
      [](auto& r, matrix<double> const& a) { r = bfs(a, 0).levels; });
  add("bfs", "parents", std::optional<vector<std::int32_t>>{},
      [](auto& r, matrix<double> const& a) { r = bfs(a, 0, {.parents = true}).parents; });
  for (auto const method : {traversal_method::direct, traversal_method::loop}) {
    add("bfs_from_each", method == traversal_method::loop ? "loop" : "direct", std::optional<vector<std::int32_t>>{},
        [=](auto& r, matrix<double> const& a) {
          auto found = bfs_from_each(a, {0, 7}, {.levels = true, .method = method});
          r = found.levels[1];
        });
  }
  add("sssp", "several sources", std::optional<vector<std::int32_t>>{}, [](auto& r, matrix<double> const& a) {
    r = sssp(a, std::vector<size_type>{0, 7}, {.parents = true}).parents;
  });
  add("sssp", "distances", std::optional<vector<double>>{},
      [](auto& r, matrix<double> const& a) { r = sssp(a, 0).distances; });
  add("sssp", "parents", std::optional<vector<std::int32_t>>{},
      [](auto& r, matrix<double> const& a) { r = sssp(a, 0, {.parents = true}).parents; });
  add("bfs", "a list of edges", std::optional<vector<std::int32_t>>{}, [](auto& r, matrix<double> const& a) {
    r = bfs(a, 0, {.strategy = strategies::edge_based{}, .parents = true}).parents;
  });
  add("sssp", "a list of edges", std::optional<vector<double>>{},
      [](auto& r, matrix<double> const& a) { r = sssp(a, 0, {.strategy = strategies::edge_based{}}).distances; });
  add("triangle_count", "", std::optional<size_type>{},
      [](auto& r, matrix<double> const& a) { r = triangle_count(a); });
  add("connected_components", "direct", std::optional<vector<std::int32_t>>{},
      [](auto& r, matrix<double> const& a) { r = connected_components(a).labels; });
  add("connected_components", "loop", std::optional<vector<std::int32_t>>{},
      [](auto& r, matrix<double> const& a) { r = connected_components(a, {.method = traversal_method::loop}).labels; });
  add("pagerank", "", std::optional<vector<double>>{}, [](auto& r, matrix<double> const& a) { r = pagerank(a).ranks; });
  table.push_back({"pagerank", "dangling", [](executor const& exec) {
                     return calling([](auto& r, matrix<double> const& a) { r = pagerank(a).ranks; },
                                    std::optional<vector<double>>{}, make_matrix<double>(exec, false));
                   }});
  for (shape const s : all_shapes) {
    for (auto const method : {fixpoint_method::automatic, fixpoint_method::products}) {
      auto const call = [=](vector<double>& x, matrix<double> const& a, vector<double> const& mask) {
        fixpoint(x, structure(mask), min_plus<double>{}, a, {.method = method});
      };
      table.push_back({"fixpoint", name_of(s), [=](executor const& exec) {
                         return calling(call, make<double>(exec, s), make_matrix<double>(exec, true),
                                        make<double>(exec, shape::bitmap));
                       }});
    }
  }
  return table;
}

}  // namespace heddle::testing
