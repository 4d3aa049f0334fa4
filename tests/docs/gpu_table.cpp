// gpu_table.cpp - the table of docs/semirings.md of what a GPU has kernels of for a .cpp is made of the lists that they
// are compiled from.
#include <doctest/doctest.h>

#include <cstdlib>
#include <heddle/semirings/precompiled.hpp>

#include "tests/docs/pages.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// "plus" of plus_monoid, "first" of take_first: as names of semirings have it.
std::string short_name(std::string name) {
  std::vector<std::pair<std::string, std::string>> const spelt = {{"take_first", "first"},
                                                                  {"take_second", "second"},
                                                                  {"minimum", "min"},
                                                                  {"maximum", "max"},
                                                                  {"logical_and", "land"},
                                                                  {"logical_or", "lor"},
                                                                  {"plus_below_infinity", "plus"},
                                                                  {"plus_above_infinity", "plus"}};
  for (auto const& [op, its_name] : spelt) {
    if (name == op) return its_name;
  }
  auto const monoid = name.find("_monoid");
  return monoid == std::string::npos ? name : name.substr(0, monoid);
}

template <class SR> std::string name_of_semiring() {
  using multiply = std::remove_cvref_t<decltype(std::declval<SR const&>().multiply)>;
  return short_name(detail::table::row_of<add_of<SR>>.name) + '_' + short_name(detail::table::row_of<multiply>.name);
}

void list(std::string& text, std::string const& name) { text += (text.empty() ? "`" : ", `") + name + '`'; }

// Those semirings of a list whose sums are a T.
template <class T, class... SR> std::string semirings_of(std::type_identity<detail::type_list<SR...>>) {
  std::string text;
  ((std::is_same_v<domain_of<SR>, T> ? list(text, name_of_semiring<SR>()) : void()), ...);
  return text;
}
template <class T, class... M> std::string monoids_of(std::type_identity<detail::type_list<M...>>) {
  std::string text;
  ((std::is_same_v<typename M::value_type, T> ? list(text, std::string(detail::table::row_of<M>.name)) : void()), ...);
  return text;
}

template <class T> std::string row(char const* type) {
  return std::string("| `") + type + "` | " + semirings_of<T>(std::type_identity<detail::precompiled_semirings>{}) +
         " | " + semirings_of<T>(std::type_identity<detail::precompiled_products>{}) + " | " +
         semirings_of<T>(std::type_identity<detail::searched_by>{}) + " | " +
         monoids_of<T>(std::type_identity<detail::precompiled_monoids>{}) + " |\n";
}

std::string made_table() {
  return "| sums | `mxv`, `vxm` | `mxm` | `fixpoint` in one kernel | `reduce` |\n|---|---|---|---|---|\n" +
         row<float>("float") + row<double>("double") + row<std::int32_t>("std::int32_t") +
         row<std::int64_t>("std::int64_t") + row<bool>("bool");
}

std::string const begin =
    "<!-- HEDDLE_WRITE_PAGES=1 build/heddle_tests -tc='the table of kernels*' makes this table. -->\n\n";
std::string const end = "\n<!-- the end of the kernels -->\n";

}  // namespace

TEST_CASE("the table of kernels for a .cpp in docs/semirings.md names those that are compiled" *
          doctest::skip(!has_pages())) {
  check_made_part("docs/semirings.md", begin, end, made_table(), "the table of kernels*");
}
