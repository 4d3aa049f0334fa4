// memory_size.cpp - an amount of memory as people write it.
#include "src/cli/memory_size.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <heddle/base/error.hpp>
#include <optional>

namespace heddle::cli {
namespace {

// Of what stands behind the number.
std::optional<double> unit_bytes(std::string unit) {
  std::transform(unit.begin(), unit.end(), unit.begin(), [](unsigned char c) { return std::tolower(c); });
  if (unit.empty()) return 1;
  auto const power = std::string("kmgt").find(unit.front());
  if (power == std::string::npos || (unit.size() > 1 && unit.substr(1) != "ib")) return {};
  return std::ldexp(1.0, 10 * static_cast<int>(power + 1));
}

}  // namespace

size_type memory_size(std::string const& option, std::string const& text) {
  char const *const begin = text.data(), *const end = begin + text.size();
  size_type whole = 0;
  // Digits alone are read exactly.
  if (auto const [rest, code] = std::from_chars(begin, end, whole); code == std::errc() && rest == end && whole > 0) {
    return whole;
  }
  double number = 0;
  auto const [rest, code] = std::from_chars(begin, end, number, std::chars_format::fixed);
  auto const unit = code == std::errc() ? unit_bytes({rest, end}) : std::nullopt;
  double const bytes = unit ? std::floor(number * *unit) : 0;
  if (bytes >= 1 && bytes < 0x1p63) return static_cast<size_type>(bytes);
  throw invalid_argument(
      fmt::format("{}: a size of memory such as 2G, 512MiB or 4096 is expected, not '{}'", option, text));
}

}  // namespace heddle::cli
