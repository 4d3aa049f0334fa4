// statistics.hpp - statistics of rows as a JSON object.
#pragma once
#include <heddle/detail/executor/primitives.hpp>
#include <nlohmann/json_fwd.hpp>

namespace heddle::cli {

/// class, mean, stddev, longest, empty_rows, and the groups of rows of like length.
nlohmann::ordered_json statistics_object(primitives::row_statistics const& rows);

}  // namespace heddle::cli
