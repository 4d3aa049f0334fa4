// strategy_table.hpp - what strategies took on one graph, as text, JSON and CSV.
#pragma once
#include <heddle/matrix.hpp>
#include <heddle/seam/strategy/strategy.hpp>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/report.hpp"

namespace heddle::cli {

struct strategy_row {
  std::string name;  // or `direct`, which has no costs to tell apart
  double elapsed_ms = 0, edges_per_second = 0;
  bool agrees = false;
  bool has_costs = false;  // as those of loops are
  strategy_costs costs = {};
  std::string ran_as;  // of loops the schedules of their steps, else the policy of the search
};

/// How many vertices have each degree, before and after those of more than `threshold` edges were split into pieces of
/// at most as many: [0] none, [k] 2^(k - 1) to 2^k - 1 edges.
struct split_degrees {
  size_type threshold = 0;
  std::vector<size_type> before, after;
};
split_degrees count_split_degrees(std::vector<size_type> const& offsets, size_type threshold);
/// With the threshold of node_splitting.
template <class Graph> split_degrees split_degrees_of(Graph const& graph) {
  auto const& rows = storage_of(graph).csr();
  auto const offsets = rows.offsets.to_host();
  return count_split_degrees({offsets.begin(), offsets.end()}, rows.degree_threshold());
}

struct strategy_table {
  std::string file, algorithm;
  std::optional<size_type> source;  // of a search
  std::string device;
  split_degrees degrees;
  std::vector<strategy_row> rows;
};

void tell(report& answer, strategy_table const& table);
std::string lines_of(strategy_table const& table);
void write_csv(std::string const& path, strategy_table const& table, size_type vertices, size_type nnz);

}  // namespace heddle::cli
