// operators_table.cpp - the table of docs/semirings.md is made of the rows of operators; here is what makes it, and the
// test that it is as it is made.
#include <doctest/doctest.h>

#include <cstdlib>
#include <tuple>

#include "tests/docs/pages.hpp"
#include "tests/support/operators.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// The rows of one operator on elements of three kinds.
struct rows_of_operator {
  table::row on_bool, on_integers, on_reals;

  std::string elements() const {
    if (!on_integers.has_domain) return "real numbers";
    if (on_reals.has_domain) return "all";
    return on_bool.has_domain ? "integers, bool" : "integers";
  }
  // `what`, and of which elements it is true, where it is not true of all.
  std::string law(unsigned fact, char const* what) const {
    bool const of_bool = on_bool.has(fact), of_integers = on_integers.has(fact), of_reals = on_reals.has(fact);
    if (!of_bool && !of_integers && !of_reals) return {};
    bool const of_all = (of_integers || !on_integers.has_domain) && (of_reals || !on_reals.has_domain);
    return std::string(what) + (of_all ? "" : of_integers ? " of integers" : " of bool");
  }
  std::string laws() const {
    std::string all;
    for (auto const& [fact, what] : {std::pair{unsigned{table::symmetric}, "symmetric"},
                                     {table::monotone, "monotone"},
                                     {table::idempotent, "idempotent"},
                                     {table::selective, "selective"},
                                     {table::any_order, "any order"}}) {
      auto const text = law(fact, what);
      if (!text.empty()) all += (all.empty() ? "" : ", ") + text;
    }
    return all;
  }
  std::string reads() const {
    bool const left = !(on_integers.facts & table::skips_left), right = !(on_integers.facts & table::skips_right);
    return left && right ? "" : left ? "a" : right ? "b" : "none";
  }
  // Where nvcc has to be at hand: a kernel knows no other operator by its code.
  std::string star(unsigned known_by) const {
    if (known_by == 0 || on_integers.has(known_by)) return {};
    if (on_reals.has(known_by)) return on_integers.has_domain ? " (of integers \\*)" : "";
    return "\\*";
  }
};

unsigned known_by(std::string const& title) {
  if (title == "monoids") return 0;
  return title.starts_with("of two") ? unsigned{table::pairs} : unsigned{table::functions};
}

std::string made_table() {
  std::vector<std::pair<std::string, std::vector<rows_of_operator>>> parts;
  for_each_list<bool>([&]<class... Ops>(std::type_identity<detail::type_list<Ops...>>, char const* title) {
    parts.push_back({title, {{table::row_of<Ops>}...}});
  });
  std::size_t part = 0;
  for_each_list<std::int32_t>([&]<class... Ops>(std::type_identity<detail::type_list<Ops...>>, char const*) {
    std::size_t k = 0;
    ((parts[part].second[k++].on_integers = table::row_of<Ops>), ...);
    ++part;
  });
  part = 0;
  for_each_list<double>([&]<class... Ops>(std::type_identity<detail::type_list<Ops...>>, char const*) {
    std::size_t k = 0;
    ((parts[part].second[k++].on_reals = table::row_of<Ops>), ...);
    ++part;
  });
  std::string text = "| | GraphBLAS | elements | reads | laws |\n|---|---|---|---|---|\n";
  for (auto const& [title, operators] : parts) {
    text += "| **" + title + "** | | | | |\n";
    for (auto const& op : operators) {
      text += "| `" + std::string(op.on_integers.name) + "`" + op.star(known_by(title)) + " | " +
              op.on_integers.standard + " | " + op.elements() + " | " + op.reads() + " | " + op.laws() + " |\n";
    }
  }
  return text;
}

std::string const begin =
    "<!-- HEDDLE_WRITE_PAGES=1 build/heddle_tests -tc='docs/semirings.md*' makes this table. -->\n\n";
std::string const end = "\n<!-- the end of the table -->\n";

}  // namespace

TEST_CASE("docs/semirings.md has the table of operators" * doctest::skip(!has_pages())) {
  check_made_part("docs/semirings.md", begin, end, made_table(), "docs/semirings.md*");
}
