// schedule.cpp - a fuzzer of the texts of schedules.
#include <heddle/seam/schedule/schedule.hpp>

#include "tests/fuzz/support/fuzzer.hpp"

namespace heddle::fuzz {

std::vector<std::string> seeds() {
  std::vector<std::string> all = schedule::names();
  for (std::string const text :
       {"merge_path+scan", "group_mapped:lanes=16", "group_mapped<8>", "coo:atoms_per_worker=64",
        "nonzero_split:atoms_per_worker=512,at_tile_ends=1+entries", "cut_tiles:max_atoms=9"}) {
    all.push_back(text);
  }
  return all;
}

// What a schedule says of itself is that schedule.
void try_bytes(std::string_view bytes) {
  schedule found;
  if (!succeeds([&] { found = schedule::parse(bytes); })) return;
  std::string const text = found.text();
  schedule again;
  require(succeeds([&] { again = schedule::parse(text); }), "the text of a schedule is one");
  require(again == found && again.text() == text, "the text of a schedule is that schedule's");
  (void)found.summary(), (void)found.explanation(), (void)found.parameters();
}

}  // namespace heddle::fuzz
