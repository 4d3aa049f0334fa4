// generator.cpp - a fuzzer of generators: a name, and parameters with any numbers.
#include <charconv>
#include <heddle/io/generators.hpp>
#include <sstream>

#include "tests/fuzz/support/fuzzer.hpp"

namespace heddle::fuzz {
namespace {

constexpr size_type most_rows = 3000;

// Those of some ten thousand entries at most: others are right and take long.
bool is_small(std::string_view name, io::generator_values const& values) {
  auto const at_most = [&](char const* name, double most) {
    auto const at = values.find(name);
    return at == values.end() || !(at->second > most);
  };
  if (name == "complete") return at_most("n", 200) && values.contains("n");
  if (name == "band") return at_most("width", 40);
  return at_most("edge_factor", 40) && at_most("degree", 40);
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (auto const& generator : io::generators()) {
    std::string text(generator.name);
    for (auto const& parameter : generator.parameters) {
      double const standard = parameter.name == "scale" ? 5 : parameter.name == "n" ? 9 : parameter.standard;
      std::ostringstream number;
      number << (parameter.name == "width" || parameter.name == "height" ? 7 : standard);
      text += ' ' + std::string(parameter.name) + '=' + number.str();
    }
    all.push_back(text + " weights=-3:9");
  }
  return all;
}

// `grid width=7 keep=0.5 weights=1:9`
void try_bytes(std::string_view bytes) {
  std::istringstream words{std::string(bytes)};
  std::string name, word;
  words >> name;
  io::generator_values values;
  io::weight_options weights;
  bool weighted = false;
  while (words >> word) {
    auto const equals = word.find('=');
    if (equals == std::string::npos) return;
    char const *at = word.data() + equals + 1, *const end = word.data() + word.size();
    if (word.starts_with("weights=")) {
      auto const low = std::from_chars(at, end, weights.low);
      if (low.ptr == end || *low.ptr != ':') return;
      std::from_chars(low.ptr + 1, end, weights.high);
      weighted = true;
    } else {
      std::from_chars(at, end, values[word.substr(0, equals)]);
    }
  }
  size_type rows = 0;
  if (!succeeds([&] { rows = io::generated_rows(name, values); })) return;
  require(rows >= 0, "a number of rows is not negative");
  if (rows > most_rows || !is_small(name, values)) return;
  succeeds([&] {
    auto entries = io::generate<std::int64_t>(name, values);
    require(entries.rows == rows, "as many rows are made as are told");
    for (std::size_t k = 0; k < entries.row.size(); ++k) {
      require(entries.row[k] >= 0 && entries.row[k] < rows && entries.col[k] >= 0 && entries.col[k] < entries.cols,
              "entries lie in the shape");
    }
    if (weighted) io::add_weights(entries, weights);
    for (auto const w : entries.value) require(w >= weights.low && w <= weights.high, "weights lie in their range");
  });
}

}  // namespace heddle::fuzz
