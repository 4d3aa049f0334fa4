// degrees.hpp - how many entries the rows of a matrix have.
#pragma once
#include <heddle/detail/executor/primitives.hpp>
#include <span>

#include "src/cli/report.hpp"

namespace heddle::cli {

struct degree_statistics {
  size_type lowest = 0, median = 0, highest = 0;
  double mean = 0, deviation = 0;
  size_type empty = 0;
};

/// Of the rows given by offsets[0..rows].
template <class Offset> degree_statistics measure_degrees(std::span<Offset const> offsets);

/// The object `degree`, and a line of text.
void tell_degrees(report& answer, degree_statistics const& degrees);

/// As an object: class, mean, stddev, longest, empty_rows, and the groups of rows of like length.
nlohmann::ordered_json statistics_object(primitives::row_statistics const& rows);

}  // namespace heddle::cli
