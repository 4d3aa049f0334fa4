// demo_graphs.cpp - the graphs of heddle demo: one real, two made.
#include "src/cli/demo_graphs.hpp"

#include <fmt/core.h>

#include <heddle/io/generators.hpp>

namespace heddle::cli {
namespace {

// The friendships of a karate club, 34 people and 78 pairs of them, numbered from 0.
// Zachary, "An Information Flow Model for Conflict and Fission in Small Groups", J. Anthropological Research 33, 1977,
// figure 1 and table 1.
struct friendship {
  int a, b;
};

constexpr friendship karate_club[] = {
    {1, 0},   {2, 0},   {3, 0},   {4, 0},   {5, 0},   {6, 0},   {7, 0},   {8, 0},   {10, 0},  {11, 0},
    {12, 0},  {13, 0},  {17, 0},  {19, 0},  {21, 0},  {31, 0},  {2, 1},   {3, 1},   {7, 1},   {13, 1},
    {17, 1},  {19, 1},  {21, 1},  {30, 1},  {3, 2},   {7, 2},   {8, 2},   {9, 2},   {13, 2},  {27, 2},
    {28, 2},  {32, 2},  {7, 3},   {12, 3},  {13, 3},  {6, 4},   {10, 4},  {6, 5},   {10, 5},  {16, 5},
    {16, 6},  {30, 8},  {32, 8},  {33, 8},  {33, 9},  {33, 13}, {32, 14}, {33, 14}, {32, 15}, {33, 15},
    {32, 18}, {33, 18}, {33, 19}, {32, 20}, {33, 20}, {32, 22}, {33, 22}, {25, 23}, {27, 23}, {29, 23},
    {32, 23}, {33, 23}, {25, 24}, {27, 24}, {31, 24}, {31, 25}, {29, 26}, {33, 26}, {33, 27}, {31, 28},
    {33, 28}, {32, 29}, {33, 29}, {32, 30}, {33, 30}, {32, 31}, {33, 31}, {33, 32}};

}  // namespace

demo_graph karate_graph() {
  demo_graph graph{"karate club", "friendships of 34 people, Zachary 1977", {.rows = 34, .cols = 34}};
  graph.entries.values = io::field::pattern;
  graph.entries.symmetric = true;
  for (auto const [a, b] : karate_club) {
    graph.entries.row.insert(graph.entries.row.end(), {a, b});
    graph.entries.col.insert(graph.entries.col.end(), {b, a});
  }
  return graph;
}

demo_graph social_graph(demo_size size) {
  auto entries = io::rmat<float>({.scale = size.scale});
  io::add_weights(entries);
  return {"R-MAT", fmt::format("a power law as in social networks, scale {}, weights 1..255", size.scale),
          std::move(entries)};
}

demo_graph road_graph(demo_size size) {
  auto entries = io::grid<float>({.width = size.side, .height = size.side, .keep = 0.62});
  io::add_weights(entries);
  return {"road-like", fmt::format("a grid of {} x {} with 62 % of its edges, weights 1..255", size.side, size.side),
          std::move(entries)};
}

}  // namespace heddle::cli
