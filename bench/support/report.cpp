// report.cpp - rows to CSV and JSON.
#include "bench/support/report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <heddle/base/error.hpp>

namespace heddle::bench {
namespace {

std::string text_of(nlohmann::ordered_json const& cell) {
  if (cell.is_string()) return cell.get<std::string>();
  if (cell.is_number_float()) return fmt::format("{:.6g}", cell.get<double>());
  return cell.dump();
}

std::string quoted(std::string const& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (char const c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + '"';
}

std::ofstream open(std::string const& path) {
  std::ofstream file(path);
  if (!file) throw io_error(path + ": cannot be written");
  return file;
}

}  // namespace

void report::add(row measured) {
  std::string line;
  for (auto const& [column, cell] : measured.items()) line += fmt::format("{} {}  ", column, text_of(cell));
  fmt::print("{}\n", line);
  std::fflush(stdout);
  rows_.push_back(std::move(measured));
}

void report::take_over(std::string const& path) {
  std::ifstream file(path);
  if (!file) throw io_error(path + ": cannot be read");
  auto earlier = row::parse(file, nullptr, false);
  if (!earlier.contains("measurements")) throw error(path + ": is no table of --json");
  for (auto const& [key, value] : about_.items()) {
    if (earlier.value(key, row()) != value) {
      throw error(
          fmt::format("{}: {} is {}, and now {}", path, key, text_of(earlier.value(key, row())), text_of(value)));
    }
  }
  for (auto& each : earlier["measurements"]) rows_.push_back(std::move(each));
}

bool report::has(row const& cells) const {
  return std::any_of(rows_.begin(), rows_.end(), [&](row const& one) {
    return std::all_of(cells.items().begin(), cells.items().end(),
                       [&](auto const& cell) { return one.contains(cell.key()) && one[cell.key()] == cell.value(); });
  });
}

void report::write_csv(std::string const& path) const {
  auto file = open(path);
  for (auto const& [key, value] : about_.items()) file << "# " << key << ": " << text_of(value) << '\n';
  if (rows_.empty()) return;
  std::string line;
  for (auto const& [column, cell] : rows_.front().items()) {
    if (!line.empty()) line += ',';
    line += column;
  }
  file << line << '\n';
  for (row const& each : rows_) {
    line.clear();
    for (auto const& [column, cell] : rows_.front().items()) {
      if (!line.empty()) line += ',';
      if (each.contains(column)) line += quoted(text_of(each[column]));
    }
    file << line << '\n';
  }
}

void report::write_json(std::string const& path) const {
  nlohmann::ordered_json all = about_;
  all["measurements"] = rows_;
  open(path) << all.dump(2) << '\n';
}

}  // namespace heddle::bench
