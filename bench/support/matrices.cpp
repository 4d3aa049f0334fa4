// matrices.cpp - named matrices from the library's generators, compressed by rows.
#include "bench/support/matrices.hpp"

#include <algorithm>
#include <array>
#include <heddle/error.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/read.hpp>

namespace heddle::bench {
namespace {

using entries = io::coordinates<float>;

constexpr std::array<std::string_view, 9> names = {"small",  "band",   "grid",   "stencil", "erdos_renyi",
                                                   "rmat20", "rmat22", "rmat24", "web"};

entries make_entries(std::string const& name) {
  if (name == "small") return io::erdos_renyi<float>({.scale = 13, .edge_factor = 6.1});
  if (name == "band") return io::band<float>({.n = 4'000'000, .width = 13});
  if (name == "grid") return io::grid<float>({.width = 4096, .height = 4096});
  if (name == "stencil") return io::stencil27<float>({.n = 160});
  if (name == "erdos_renyi") return io::erdos_renyi<float>({.scale = 22, .edge_factor = 8});
  if (name == "rmat20") return io::rmat<float>({.scale = 20});
  if (name == "rmat22") return io::rmat<float>({.scale = 22});
  if (name == "rmat24") return io::rmat<float>({.scale = 24});
  if (name == "web") return io::power_law<float>({.n = 4'000'000, .degree = 24});
  if (name.find('.') != std::string::npos || name.find('/') != std::string::npos) return io::read<float>(name);
  std::string known;
  for (std::string_view const each : names) known += (known.empty() ? "" : ", ") + std::string(each);
  throw invalid_argument("no matrix '" + name + "'; there are " + known + ", and files");
}

// Counting sort by rows, so that files in any order will do.
csr_pattern compress(std::string const& name, entries const& from) {
  csr_pattern result{name, from.rows, from.cols, {}, {}};
  if (from.nnz() > std::numeric_limits<std::int32_t>::max()) {
    throw index_overflow(name + " has 2^31 entries or more; this benchmark uses 32-bit offsets");
  }
  result.offsets.assign(static_cast<std::size_t>(from.rows) + 1, 0);
  for (std::int32_t const row : from.row) ++result.offsets[static_cast<std::size_t>(row) + 1];
  for (std::size_t row = 1; row < result.offsets.size(); ++row) result.offsets[row] += result.offsets[row - 1];
  if (std::is_sorted(from.row.begin(), from.row.end())) {
    result.columns = from.col;
    return result;
  }
  auto next = result.offsets;
  result.columns.resize(from.col.size());
  for (std::size_t i = 0; i < from.row.size(); ++i) {
    result.columns[static_cast<std::size_t>(next[static_cast<std::size_t>(from.row[i])]++)] = from.col[i];
  }
  return result;
}

}  // namespace

std::span<std::string_view const> matrix_names() { return names; }

csr_pattern make_matrix(std::string const& name) { return compress(name, make_entries(name)); }

}  // namespace heddle::bench
