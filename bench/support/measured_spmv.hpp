// measured_spmv.hpp - the times of y = A x that were measured and committed, and the rows of those matrices.
#pragma once
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <heddle/base/error.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <map>
#include <optional>
#include <sstream>

#include "src/plan/choose.hpp"

namespace heddle::bench {

using namespace seam;

/// Comma-separated, commas in quotes kept; lines with # are notes. Fields by the names of the first line.
inline std::vector<std::map<std::string, std::string>> read_table(std::filesystem::path const& path) {
  std::ifstream file(path);
  std::vector<std::map<std::string, std::string>> rows;
  std::vector<std::string> names;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (char const letter : line) {
      if (letter == '"') {
        quoted = !quoted;
      } else if (letter == ',' && !quoted) {
        fields.emplace_back();
      } else {
        fields.back() += letter;
      }
    }
    if (names.empty()) {
      names = fields;
      continue;
    }
    auto& row = rows.emplace_back();
    for (std::size_t k = 0; k < names.size() && k < fields.size(); ++k) row[names[k]] = fields[k];
  }
  return rows;
}

/// From the table's columns about rows.
inline tile_statistics statistics_of(std::map<std::string, std::string> row) {
  tile_statistics s{std::stoll(row["rows"]), std::stoll(row["nnz"]), {}, std::stoll(row["cols"])};
  s.rows.mean_length = static_cast<double>(s.atoms) / static_cast<double>(s.tiles);
  s.rows.stddev_length = std::stod(row["row_stddev"]);
  s.rows.max_length = std::stoll(row["longest_row"]);
  s.rows.empty_rows = std::stoll(row["empty_rows"]);
  s.nearness = std::stod(row["nearness"]);
  std::istringstream lengths(row["row_lengths"]);
  for (std::size_t bin = 0; lengths >> s.rows.histogram[bin];) ++bin;
  return s;
}

/// A matrix in one type, and the microseconds of every fixed schedule that the library knows.
struct measured_product {
  std::string matrix;
  std::size_t value_bytes = 4;
  tile_statistics statistics;
  std::map<std::string, double> us;
  double cusparse_us = 0;  // of its best variant, where it was compared with
  double apart = 1;        // factor between the two times of what `auto` took, where there are two

  double fastest() const {
    double least = us.begin()->second;
    for (auto const& [name, elapsed] : us) least = std::min(least, elapsed);
    return least;
  }
  /// Of a schedule that may leave its shares and its walk to the plan: as it was asked for, or as it ran.
  std::optional<double> time_of(schedule const& chosen) const {
    schedule const planned = detail::with_items(chosen, {statistics, device_kind::cuda, value_bytes});
    auto const by = planned.asked_walk();
    bool const usual = by && std::holds_alternative<by_block_rows>(*by);
    for (schedule const& s : {chosen, planned, usual ? planned.without_walk() : planned}) {
      for (auto const& [name, elapsed] : us) {
        if (schedule::parse(name) == s) return elapsed;
      }
    }
    return std::nullopt;
  }
};

/// Neither `auto` nor a schedule that the library does not know.
inline bool is_fixed_schedule(std::string const& name) try {
  return !schedule::parse(name).is_automatic();
} catch (invalid_argument const&) { return false; }

/// Short times differ by some per cent from one run to the next: their geometric mean. Where they are further apart
/// something else made one of them longer, on a shared machine up to twenty times: the less.
inline double time_of_runs(double one, double other) {
  auto const [less, more] = std::minmax(one, other);
  return more > 1.5 * less ? less : std::sqrt(one * other);
}

/// Of a table of bench_spmv, where an array of values is stored. A schedule that left its shares to the plan stands
/// there twice: as it was asked for, and as it ran. With `auto`'s own time as a second run of
/// what it took. Lines of several days compare through cuSPARSE, which each measured: times are in that of the
/// first.
inline std::vector<measured_product> products_of(std::filesystem::path const& table, bool with_auto = false) {
  std::map<std::pair<std::string, std::size_t>, measured_product> products;
  auto const rows = read_table(table);
  for (bool const automatic : {false, true}) {
    if (automatic && !with_auto) break;
    for (auto row : rows) {
      std::size_t const width = row["type"] == "f32" ? 4 : row["type"] == "f64" ? 8 : 0;
      bool const counts = width > 0 && row["values"] == "array" && row["verified"] == "true";
      if (!counts || !(automatic ? row["schedule"] == "auto" : is_fixed_schedule(row["schedule"]))) continue;
      auto& product = products[{row["matrix"], width}];
      product.matrix = row["matrix"];
      product.value_bytes = width;
      product.statistics = statistics_of(row);
      double const rival = row["cusparse_us"].empty() ? 0 : std::stod(row["cusparse_us"]);
      if (product.cusparse_us == 0) product.cusparse_us = rival;
      double const us = std::stod(row["time_us"]) * (rival > 0 ? product.cusparse_us / rival : 1);
      auto const ran = schedule::parse(row["chosen"].substr(0, row["chosen"].find(": "))).text();
      if (!automatic) product.us[schedule::parse(row["schedule"]).text()] = us;
      auto const [same, is_new] = product.us.try_emplace(ran, us);
      if (!automatic || is_new) continue;
      product.apart = std::max(same->second / us, us / same->second);
      same->second = time_of_runs(same->second, us);
    }
  }
  std::vector<measured_product> list;
  for (auto const& [key, product] : products) list.push_back(product);
  return list;
}

inline std::vector<measured_product> measured_products(std::filesystem::path const& folder) {
  return products_of(folder / "bench_spmv.csv");
}

}  // namespace heddle::bench
