// matrices.hpp - the matrices of the benchmarks: made by name, or read from a file.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::bench {

struct csr_pattern {
  std::string name;
  std::int64_t rows = 0, cols = 0;
  std::vector<std::int32_t> offsets, columns;
  std::int64_t nnz() const { return static_cast<std::int64_t>(columns.size()); }
};

/// Names that make_matrix knows: those of the table in the README, `small` first.
std::span<std::string_view const> matrix_names();

/// The matrix of that name, else of that file. Throws as heddle::io::read does, or invalid_argument naming the known
/// ones.
csr_pattern make_matrix(std::string const& name);

}  // namespace heddle::bench
