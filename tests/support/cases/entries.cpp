// entries.cpp - where two lists of entries differ, in words.
#include "tests/support/cases/entries.hpp"

#include <sstream>

namespace heddle::testing {

namespace {

void print_entry(std::ostream& out, entries const& e, std::size_t k) {
  if (k >= e.size()) {
    out << "no entry";
    return;
  }
  out << '(' << e.row[k];
  if (!e.col.empty()) out << ',' << e.col[k];
  out << ")=";
  print_value(out, e.type, e.value[k]);
}

}  // namespace

std::string difference(entries const& found, entries const& expected) {
  if (found == expected) return {};
  std::ostringstream text;
  if (found.type != expected.type || found.rows != expected.rows || found.cols != expected.cols) {
    text << "type or shape differ: ";
  }
  auto const same = [&](std::size_t k) {
    return k < found.size() && k < expected.size() && found.row[k] == expected.row[k] &&
           (found.col.empty() || (k < expected.col.size() && found.col[k] == expected.col[k])) &&
           found.value[k] == expected.value[k];
  };
  std::size_t k = 0;
  while (k < std::max(found.size(), expected.size()) && same(k)) ++k;
  text << found.size() << " entries instead of " << expected.size() << ", entry " << k << " is ";
  print_entry(text, found, k);
  text << " instead of ";
  print_entry(text, expected, k);
  return text.str();
}

}  // namespace heddle::testing
