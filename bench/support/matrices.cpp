// matrices.cpp - named matrices from generators, and files, compressed by rows.
#include "bench/support/matrices.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <heddle/base/error.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/io/files.hpp>

#include "bench/support/programs.hpp"

namespace heddle::bench {
namespace {

struct recipe {
  std::string name, kind;
  entries (*make)();
};

std::vector<recipe> const& recipes() {
  static std::vector<recipe> const all = {
      {"small", "random", [] { return io::erdos_renyi<float>({.scale = 13, .edge_factor = 6.1}); }},
      {"band", "regular", [] { return io::band<float>({.n = 4'000'000, .width = 13}); }},
      {"grid", "regular", [] { return io::grid<float>({.width = 4096, .height = 4096}); }},
      {"stencil", "regular", [] { return io::stencil27<float>({.n = 160}); }},
      {"erdos_renyi", "random", [] { return io::erdos_renyi<float>({.scale = 22, .edge_factor = 8}); }},
      {"rmat20", "power_law", [] { return io::rmat<float>({.scale = 20}); }},
      {"rmat22", "power_law", [] { return io::rmat<float>({.scale = 22}); }},
      {"rmat24", "power_law", [] { return io::rmat<float>({.scale = 24}); }},
      {"web", "power_law", [] { return io::power_law<float>({.n = 4'000'000, .degree = 24}); }},

      {"web_local", "power_law", [] { return io::power_law<float>({.n = 2'000'000, .degree = 24, .locality = 0.95}); }},
      {"geometric", "regular", [] { return io::random_geometric<float>({.n = 4'000'000, .degree = 15}); }},
      {"mesh", "regular", [] { return io::delaunay_like<float>({.n = 8'000'000}); }},
      {"fem", "regular", [] { return finite_elements(900'000, 3); }},
      {"road", "regular", [] { return io::grid<float>({.width = 4096, .height = 4096, .keep = 0.62}); }},
      {"erdos_renyi20", "random", [] { return io::erdos_renyi<float>({.scale = 20, .edge_factor = 8}); }},
      {"wide", "random", [] { return rectangle(2000, 4'000'000, 10'000); }},
      {"hubs", "skewed", [] { return hub_and_spoke(4'000'000, 40, 400'000, 4); }},
      {"empty_rows", "skewed", [] { return mostly_empty(16'000'000, 10, 16); }},

      {"band_medium", "regular", [] { return io::band<float>({.n = 100'000, .width = 13}); }},
      {"grid_medium", "regular", [] { return io::grid<float>({.width = 1024, .height = 1024}); }},
      {"fem_medium", "regular", [] { return finite_elements(90'000, 3); }},
      {"erdos_renyi17", "random", [] { return io::erdos_renyi<float>({.scale = 17, .edge_factor = 8}); }},
      {"rmat16", "power_law", [] { return io::rmat<float>({.scale = 16}); }},
      {"web_medium", "power_law", [] { return io::power_law<float>({.n = 200'000, .degree = 24}); }},
      {"hubs_medium", "skewed", [] { return hub_and_spoke(500'000, 8, 100'000, 4); }},
      {"empty_rows_medium", "skewed", [] { return mostly_empty(2'000'000, 10, 16); }},

      {"lp_dense_rows", "lp", [] { return dense_rows(4'000'000, 18); }},
      {"lp_dense_rows_medium", "lp", [] { return dense_rows(150'000, 18); }},
      {"lp_dense_columns", "lp", [] { return dense_columns(5'000'000, 6); }},
      {"lp_dense_columns_medium", "lp", [] { return dense_columns(200'000, 6); }},
      {"lp_staircase", "lp", [] { return staircase(2000, 2000); }},
      {"lp_staircase_medium", "lp", [] { return staircase(100, 1000); }},
      {"lp_set_cover", "lp", [] { return set_cover(4000, 1'000'000); }},
      {"lp_set_cover_medium", "lp", [] { return set_cover(500, 20'000); }},
      {"lp_multi_commodity", "lp", [] { return multi_commodity(100, 400); }},
      {"lp_multi_commodity_medium", "lp", [] { return multi_commodity(30, 50); }},
      {"lp_assignment", "lp", [] { return assignment(200'000, 50); }},
      {"lp_assignment_medium", "lp", [] { return assignment(5000, 20); }},

      {"tiny_grid", "regular", [] { return io::grid<float>({.width = 20, .height = 20}); }},
      {"tiny_rmat", "power_law", [] { return io::rmat<float>({.scale = 8, .edge_factor = 8}); }},
      {"small_band", "regular", [] { return io::band<float>({.n = 10'000, .width = 4}); }},
      {"small_grid", "regular", [] { return io::grid<float>({.width = 200, .height = 200}); }},
      {"small_stencil", "regular", [] { return io::stencil27<float>({.n = 30}); }},
      {"small_rmat", "power_law", [] { return io::rmat<float>({.scale = 13, .edge_factor = 12}); }},
      {"small_hubs", "skewed", [] { return hub_and_spoke(50'000, 4, 20'000, 4); }},
      {"small_empty_rows", "skewed", [] { return mostly_empty(100'000, 20, 16); }},
  };
  return all;
}

constexpr std::string_view transposed = "_transposed";

recipe const* find_recipe(std::string const& name) {
  auto const found = std::find_if(recipes().begin(), recipes().end(), [&](recipe const& r) { return r.name == name; });
  return found == recipes().end() ? nullptr : &*found;
}

// Files come in any order of entries.
void sort_by_rows(entries& from) {
  if (std::is_sorted(from.row.begin(), from.row.end())) return;
  std::vector<std::size_t> next(static_cast<std::size_t>(from.rows) + 1);
  for (std::int32_t const row : from.row) ++next[static_cast<std::size_t>(row) + 1];
  for (std::size_t row = 1; row < next.size(); ++row) next[row] += next[row - 1];
  std::vector<std::int32_t> rows(from.row.size()), columns(from.col.size());
  for (std::size_t i = 0; i < from.row.size(); ++i) {
    std::size_t const to = next[static_cast<std::size_t>(from.row[i])]++;
    rows[to] = from.row[i];
    columns[to] = from.col[i];
  }
  from.row = std::move(rows);
  from.col = std::move(columns);
}

csr_pattern compress(std::string const& name, entries from) {
  if (from.nnz() > std::numeric_limits<std::int32_t>::max()) {
    throw index_overflow(name + " has 2^31 entries or more; this benchmark uses 32-bit offsets");
  }
  sort_by_rows(from);
  csr_pattern result;
  result.name = name;
  result.rows = from.rows;
  result.cols = from.cols;
  result.offsets.resize(static_cast<std::size_t>(from.rows) + 1);
  host::parallel_for(host::default_threads(), from.rows + 1, [&](size_type row) {
    result.offsets[row] =
        static_cast<std::int32_t>(std::lower_bound(from.row.begin(), from.row.end(), row) - from.row.begin());
  });
  result.columns = std::move(from.col);
  return result;
}

bool ends_with(std::string const& text, std::string_view ending) { return text.ends_with(ending); }

constexpr std::int64_t small_nnz = 1'000'000;

}  // namespace

std::string to_string(stored values) {
  return values == stored::array ? "array" : values == stored::one_value ? "one_value" : "pattern";
}

std::vector<std::string> matrix_names() {
  std::vector<std::string> names;
  for (recipe const& each : recipes()) {
    names.push_back(each.name);
    if (each.kind == "lp") names.push_back(each.name + std::string(transposed));
    if (each.name != "band" && each.name != "erdos_renyi" && each.name != "rmat20" && each.name != "rmat22") continue;
    names.push_back(each.name + "_pattern");
    names.push_back(each.name + "_one_value");
  }
  return names;
}

stored stored_by(std::string const& name) {
  return ends_with(name, "_pattern")     ? stored::pattern
         : ends_with(name, "_one_value") ? stored::one_value
                                         : stored::array;
}

std::string base_of(std::string const& name) {
  stored const values = stored_by(name);
  return values == stored::array ? name : name.substr(0, name.size() - to_string(values).size() - 1);
}

csr_pattern make_matrix(std::string const& base) {
  bool const turned = ends_with(base, transposed);
  if (auto const* known = find_recipe(turned ? base.substr(0, base.size() - transposed.size()) : base)) {
    auto made = known->make();
    if (turned) {
      std::swap(made.rows, made.cols);
      std::swap(made.row, made.col);
    }
    csr_pattern result = compress(base, std::move(made));
    result.kind = result.nnz() < small_nnz && known->kind != "lp" ? "small" : known->kind;
    return result;
  }
  if (base.find('.') == std::string::npos && base.find('/') == std::string::npos) {
    std::string names;
    for (recipe const& each : recipes()) names += (names.empty() ? "" : ", ") + each.name;
    throw invalid_argument("no matrix '" + base + "'; there are " + names +
                           ", each also with _transposed, then _pattern or _one_value behind it, and files");
  }
  std::string const file = std::filesystem::path(base).filename().string();
  csr_pattern result = compress(file.substr(0, file.find('.')), io::read<float>(base));
  result.kind = class_of_shape(result);
  return result;
}

std::vector<std::string> matrix_files(std::string const& folder) {
  std::vector<std::string> files;
  std::error_code problem;
  for (auto const& entry : std::filesystem::directory_iterator(folder, problem)) {
    std::string const path = entry.path().string();
    for (auto const* const ending : {".mtx", ".mtx.gz", ".gr", ".gr.gz"}) {
      if (entry.is_regular_file() && ends_with(path, ending)) files.push_back(path);
    }
  }
  if (files.empty()) throw io_error(folder + ": there is no .mtx, .mtx.gz, .gr or .gr.gz in it");
  std::sort(files.begin(), files.end());
  return files;
}

std::string class_of_shape(csr_pattern const& a) {
  if (a.nnz() < small_nnz) return "small";
  double const mean = static_cast<double>(a.nnz()) / static_cast<double>(a.rows);
  double squares = 0;
  std::int64_t near = 0;
  for (std::int64_t row = 0; row < a.rows; ++row) {
    auto const first = a.offsets[static_cast<std::size_t>(row)], last = a.offsets[static_cast<std::size_t>(row) + 1];
    squares += (last - first - mean) * (last - first - mean);
    for (auto i = first; i < last; ++i) {
      double const where = static_cast<double>(a.columns[static_cast<std::size_t>(i)]) / static_cast<double>(a.cols);
      near += std::abs(where - static_cast<double>(row) / static_cast<double>(a.rows)) < 1.0 / 16;
    }
  }
  if (std::sqrt(squares / static_cast<double>(a.rows)) > mean) return "power_law";
  return near * 5 >= a.nnz() * 4 ? "regular" : "random";
}

}  // namespace heddle::bench
