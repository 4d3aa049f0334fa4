// degrees.cpp - how many entries the rows of a matrix have.
#include "src/cli/degrees.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <heddle/explain.hpp>
#include <nlohmann/json.hpp>

namespace heddle::cli {

template <class Offset> degree_statistics measure_degrees(std::span<Offset const> offsets) {
  if (offsets.size() < 2) return {};
  std::vector<Offset> degrees(offsets.size() - 1);
  for (std::size_t row = 0; row < degrees.size(); ++row) degrees[row] = offsets[row + 1] - offsets[row];
  auto const count = static_cast<double>(degrees.size());
  double const mean = static_cast<double>(offsets.back()) / count;
  double squares = 0;
  for (Offset degree : degrees) squares += (static_cast<double>(degree) - mean) * (static_cast<double>(degree) - mean);
  auto const [lowest, highest] = std::minmax_element(degrees.begin(), degrees.end());
  degree_statistics result = {.lowest = *lowest,
                              .highest = *highest,
                              .mean = mean,
                              .deviation = std::sqrt(squares / count),
                              .empty = std::count(degrees.begin(), degrees.end(), Offset{0})};
  auto const middle = degrees.begin() + static_cast<std::ptrdiff_t>(degrees.size() / 2);
  std::nth_element(degrees.begin(), middle, degrees.end());
  result.median = *middle;
  return result;
}

template degree_statistics measure_degrees(std::span<std::int32_t const>);
template degree_statistics measure_degrees(std::span<std::int64_t const>);

void tell_degrees(report& answer, degree_statistics const& degrees) {
  answer.set("degree", nlohmann::ordered_json{{"min", degrees.lowest},
                                              {"median", degrees.median},
                                              {"mean", degrees.mean},
                                              {"max", degrees.highest},
                                              {"stddev", degrees.deviation},
                                              {"empty_rows", degrees.empty}});
  answer.say(fmt::format("degrees    min {}, median {}, mean {:.2f}, max {}, standard deviation {:.2f}; {} empty rows",
                         degrees.lowest, degrees.median, degrees.mean, degrees.highest, degrees.deviation,
                         degrees.empty));
}

nlohmann::ordered_json statistics_object(primitives::row_statistics const& rows) {
  auto lengths = nlohmann::ordered_json::array();
  for (auto const& group : seam::length_groups(rows)) {
    lengths.push_back({{"shortest", group.shortest}, {"longest", group.longest}, {"rows", group.rows}});
  }
  return {{"class", std::string(name_of(seam::class_of(rows)))},
          {"mean", rows.mean_length},
          {"stddev", rows.stddev_length},
          {"longest", rows.max_length},
          {"empty_rows", rows.empty_rows},
          {"lengths", lengths}};
}

}  // namespace heddle::cli
