// walks.cpp - walks from text and back, all from the one table, and what takes the place of one.
#include <heddle/seam/schedule/schedule.hpp>
#include <optional>

#include "src/plan/walk_table.hpp"
#include "src/text/named_parameters.hpp"

namespace heddle::detail {
namespace {

template <class W> void check_parameters(W const& w) {
  for_each_parameter(w, [&](std::string_view name, auto field) {
    int const value = w.*field;
    if constexpr (requires { W::most_lanes; }) {
      constexpr bool of_any_size = W::most_lanes > 32;
      bool const fits = (of_any_size || is_power_of_two(value)) && value >= W::least_lanes && value <= W::most_lanes;
      std::string const rule = concat(of_any_size ? "" : "a power of two from ", W::least_lanes, " to ", W::most_lanes);
      if (name == "lanes") return require(fits, w.name, name, value, rule);
    }
    require(value >= 0, w.name, name, value, "0 or more");
  });
}

}  // namespace

void check_walk(walk const& by) {
  std::visit([](auto const& w) { check_parameters(w); }, by);
}

walk substitute_for(walk const& by) {
  return std::visit(
      [](auto const& w) -> walk {
        if constexpr (requires { w.substitute(); }) {
          return w.substitute();
        } else {
          return w;
        }
      },
      by);
}

int lanes_of(walk const& by) {
  return std::visit([](auto const& w) { return w.lanes; }, by);
}

std::string text_of(walk_lack const& lack) {
  if (!lack) return {};
  return lack.bytes > 0 ? concat(lack.what, ' ', lack.bytes, " bytes") : lack.what;
}

std::string lacking(walk const& by, reduction_call const& call) { return text_of(lacks(needs_of(by), call)); }

walk settled(walk by, reduction_call const& call) {
  while (lacks(needs_of(by), call)) by = substitute_for(by);
  return by;
}

}  // namespace heddle::detail

namespace heddle::seam {

std::string text_of(walk const& by) {
  return std::visit([](auto const& w) { return detail::text_of_parameters(w); }, by);
}

walk parse_walk(std::string_view text) {
  std::string_view settings = text, name = detail::take_until(settings, ':');
  std::optional<walk> found;
  std::string known;
  detail::for_each_alternative<walk>([&](auto w) {
    detail::append(known, w.name);
    if (w.name != name) return;
    if (text.size() > name.size()) detail::set_parameters("walk", w, settings);
    found = w;
  });
  if (!found) {
    throw invalid_argument(detail::concat("unknown walk '", detail::printable(text), "'; known: ", known));
  }
  detail::check_walk(*found);
  return *found;
}

std::vector<std::pair<std::string, std::string>> walk_names() {
  std::vector<std::pair<std::string, std::string>> all;
  detail::for_each_alternative<walk>([&](auto w) { all.emplace_back(w.name, w.summary); });
  return all;
}

}  // namespace heddle::seam
