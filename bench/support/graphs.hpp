// graphs.hpp - the graphs that traversals are measured on, by name.
#pragma once
#include <heddle/io/coordinates.hpp>
#include <heddle/matrix.hpp>
#include <string>
#include <vector>

namespace heddle::bench {

/// One of the names in graphs.cpp; `er21x12` or `rmat21x12`, of 2^21 vertices and 12 edges each in the mean; or a file
/// in any format that the library reads.
io::coordinates<float> read_or_make(std::string const& name);

/// On the host, with whole numbers from 1 to 255 as weights, so that sums are exact.
matrix<float> weighted(io::coordinates<float> graph);

/// On the host: the vertex of most entries where it stands out, else `middle`, or one of the next thousand from which a
/// third is reached; where there is none the vertex of most entries.
size_type source_of(matrix<float> const& graph, size_type middle);

/// On the host: of the largest component the vertex of most entries, and `others` drawn ones, the same in every run.
std::vector<size_type> sources_of(matrix<float> const& graph, size_type others);

}  // namespace heddle::bench
