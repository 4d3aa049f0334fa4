// statistics.cpp - statistics of rows as a JSON object.
#include "src/cli/statistics.hpp"

#include <heddle/explain.hpp>
#include <nlohmann/json.hpp>

namespace heddle::cli {

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
