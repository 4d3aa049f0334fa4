// strategy_table.cpp - what strategies took on one graph, as text, JSON and CSV.
#include "src/cli/strategy_table.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <heddle/io/files.hpp>
#include <nlohmann/json.hpp>

#include "src/cli/outputs.hpp"

namespace heddle::cli {
namespace {

void count(std::vector<size_type>& counts, size_type degree, size_type number = 1) {
  auto const bin = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(degree)));
  if (counts.size() <= bin) counts.resize(bin + 1);
  counts[bin] += number;
}

}  // namespace

split_degrees count_split_degrees(std::vector<size_type> const& offsets, size_type threshold) {
  split_degrees result{std::max(threshold, size_type{1}), {}, {}};
  for (std::size_t v = 0; v + 1 < offsets.size(); ++v) {
    size_type const degree = offsets[v + 1] - offsets[v];
    size_type const pieces = std::max(seam::ceil_div(degree, result.threshold), size_type{1});
    count(result.before, degree);
    // Of equal length but for the last, as split_rows has them.
    size_type const length = seam::ceil_div(degree, pieces);
    count(result.after, length, pieces - 1);
    count(result.after, degree - length * (pieces - 1));
  }
  return result;
}

void tell(report& answer, strategy_table const& table) {
  auto results = nlohmann::ordered_json::array();
  for (auto const& row : table.rows) {
    nlohmann::ordered_json told{{"strategy", row.name},
                                {"elapsed_ms", row.elapsed_ms},
                                {"edges_per_second", row.edges_per_second},
                                {"agrees", row.agrees},
                                {"ran_as", row.ran_as}};
    if (row.has_costs) {
      told.update({{"traversal_ms", row.costs.traversal_ms},
                   {"overhead_ms", row.costs.overhead_ms},
                   {"iterations", row.costs.steps},
                   {"turns", row.costs.turns},
                   {"peak_bytes", row.costs.peak_bytes},
                   {"kept_bytes", row.costs.kept_bytes},
                   {"kept_ms", row.costs.kept_ms}});
    }
    results.push_back(std::move(told));
  }
  answer.set("results", results);
  answer.set("splitting", nlohmann::ordered_json{{"threshold", table.degrees.threshold},
                                                 {"degrees_before", table.degrees.before},
                                                 {"degrees_after", table.degrees.after}});
}

std::string lines_of(strategy_table const& table) {
  std::size_t width = 24;
  for (auto const& row : table.rows) width = std::max(width, row.name.size());
  std::string text =
      fmt::format("{:<{}} {:>10} {:>10} {:>12} {:>11} {:>10} {:>6} {:>10}  answer  ran as\n", "strategy", width,
                  "time ms", "GTEPS", "traversal ms", "overhead ms", "iterations", "turns", "extra kB");
  for (auto const& row : table.rows) {
    text += fmt::format("{:<{}} {:>10.3f} {:>10.4f} ", row.name, width, row.elapsed_ms, row.edges_per_second / 1e9);
    if (row.has_costs) {
      text += fmt::format("{:>12.3f} {:>11.3f} {:>10} {:>6} {:>10.1f}", row.costs.traversal_ms, row.costs.overhead_ms,
                          row.costs.steps, row.costs.turns, static_cast<double>(row.costs.peak_bytes) / 1e3);
    } else {
      text += fmt::format("{:>12} {:>11} {:>10} {:>6} {:>10}", "", "", "", "", "");
    }
    text += fmt::format("  {:<6}  {}\n", row.agrees ? "same" : "OTHER", row.ran_as);
  }
  for (auto const& row : table.rows) {
    if (row.costs.kept_bytes == 0) continue;
    text += fmt::format("{} keeps {:.1f} kB with the matrix, made once in {:.3f} ms\n", row.name,
                        static_cast<double>(row.costs.kept_bytes) / 1e3, row.costs.kept_ms);
  }
  auto const bins = [](std::vector<size_type> const& counts) { return fmt::format("{}", fmt::join(counts, " ")); };
  text += fmt::format("node_splitting at {} edges; vertices of 0, 1, 2-3, 4-7, ... edges\n  before {}\n  after  {}",
                      table.degrees.threshold, bins(table.degrees.before), bins(table.degrees.after));
  return text;
}

void write_csv(std::string const& path, strategy_table const& table, size_type vertices, size_type nnz) {
  io::output_file file(path);
  file.write(
      "graph,vertices,edges,algorithm,source,device,strategy,elapsed_ms,edges_per_second,traversal_ms,overhead_ms,"
      "iterations,turns,peak_bytes,kept_bytes,kept_ms,agrees,ran_as\n");
  for (auto const& row : table.rows) {
    file.write(fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_text(table.file), vertices, nnz, table.algorithm,
        table.source ? std::to_string(*table.source) : "", csv_text(table.device), csv_text(row.name), row.elapsed_ms,
        row.edges_per_second, row.costs.traversal_ms, row.costs.overhead_ms, row.costs.steps, row.costs.turns,
        row.costs.peak_bytes, row.costs.kept_bytes, row.costs.kept_ms, row.agrees, csv_text(row.ran_as)));
  }
  file.commit();
}

}  // namespace heddle::cli
