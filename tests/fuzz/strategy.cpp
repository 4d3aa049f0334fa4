// strategy.cpp - a fuzzer of the texts of strategies.
#include <heddle/seam/schedule/schedule.hpp>
#include <heddle/seam/strategy/strategy.hpp>

#include "tests/fuzz/support/fuzzer.hpp"

namespace heddle::fuzz {

std::vector<std::string> seeds() {
  std::vector<std::string> all = strategy::names();
  for (std::string const& name : schedule::names()) all.push_back(name);
  for (std::string const text : {"hybrid:f0=20", "node_splitting:mdt=3", "hierarchical:mdt=9", "merge_path+scan"}) {
    all.push_back(text);
  }
  return all;
}

// What a strategy says of itself is that strategy.
void try_bytes(std::string_view bytes) {
  std::optional<strategy> found, again;
  if (!succeeds([&] { found = strategy::parse(bytes); })) return;
  std::string const text = found->text();
  require(succeeds([&] { again = strategy::parse(text); }), "the text of a strategy is one");
  require(again->text() == text, "the text of a strategy is that strategy's");
  (void)found->summary(), (void)found->explanation(), (void)found->parameters();
}

}  // namespace heddle::fuzz
