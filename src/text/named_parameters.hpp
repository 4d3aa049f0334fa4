// named_parameters.hpp - values with a name and parameters, from text and back: partitions and walks.
#pragma once
#include <algorithm>
#include <charconv>
#include <heddle/base/error.hpp>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "src/text/printable.hpp"

namespace heddle::detail {

/// visit(s) for a default-made value of every type of a variant, from type First on, in order.
template <class Variant, std::size_t First = 0, class Visit> void for_each_alternative(Visit const& visit) {
  [&]<std::size_t... At>(std::index_sequence<At...>) {
    (visit(std::variant_alternative_t<First + At, Variant>{}), ...);
  }
  (std::make_index_sequence<std::variant_size_v<Variant> - First>{});
}

template <class S, class Visit> void for_each_parameter(S const&, Visit const& visit) {
  auto const visit_all = [&](auto const&... parameter) { (visit(parameter.name, parameter.field), ...); };
  if constexpr (requires { S::parameters(visit_all); }) S::parameters(visit_all);
}

template <class S> std::vector<std::pair<std::string, int>> listed_parameters(S const& s) {
  std::vector<std::pair<std::string, int>> all;
  for_each_parameter(s, [&](std::string_view name, auto field) { all.emplace_back(name, static_cast<int>(s.*field)); });
  return all;
}

inline void append(std::string& list, std::string_view item) {
  if (!list.empty()) list += ", ";
  list += item;
}

std::string known_parameters(auto const& s) {
  std::string list;
  for_each_parameter(s, [&](std::string_view name, auto) { append(list, name); });
  return list.empty() ? "it has none" : "it has " + list;
}

// The part of `text` before the first `end`, which is taken off with it.
inline std::string_view take_until(std::string_view& text, char end) {
  std::size_t const at = text.find(end);
  std::string_view const taken = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return taken;
}

inline void require(bool holds, std::string_view name, std::string_view parameter, int value, std::string_view rule) {
  if (holds) return;
  throw invalid_argument(concat(name, ": ", parameter, " is ", value, ", but must be ", rule));
}

// owner: whose parameter it is.
inline int number_of(std::string_view text, std::string_view owner, std::string_view name) {
  int value = 0;
  auto const [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end == text.data() + text.size() && wrong == std::errc{}) return value;
  if (wrong == std::errc::result_out_of_range) {
    throw invalid_argument(concat(owner, ": ", name, " is ", printable(text), ", but must be from ",
                                  std::numeric_limits<int>::min(), " to ", std::numeric_limits<int>::max()));
  }
  throw invalid_argument(concat(owner, ": ", name, " is '", printable(text), "', but must be a whole number"));
}

// Sets the parameter that `setting`, such as `lanes=16`, names. kind: what s is, for messages.
template <class S> void set_parameter(std::string_view kind, S& s, std::string_view setting) {
  std::string_view const name = take_until(setting, '=');
  bool known = false;
  for_each_parameter(s, [&](std::string_view candidate, auto field) {
    if (candidate != name) return;
    known = true;
    int const value = number_of(setting, s.name, name);
    if (std::is_same_v<std::decay_t<decltype(s.*field)>, bool>) {
      require(value == 0 || value == 1, s.name, name, value, "0 or 1");
    }
    s.*field = value;
  });
  if (!known) {
    throw invalid_argument(
        concat(kind, " ", s.name, " has no parameter '", printable(name), "'; ", known_parameters(s)));
  }
}

// `lanes=16,tiles_per_worker=2`, each once.
template <class S> void set_parameters(std::string_view kind, S& s, std::string_view settings) {
  std::vector<std::string_view> given;
  for (bool more = true; more;) {
    more = settings.find(',') != std::string_view::npos;
    std::string_view const setting = take_until(settings, ','), name = setting.substr(0, setting.find('='));
    if (std::find(given.begin(), given.end(), name) != given.end()) {
      throw invalid_argument(concat(kind, " ", s.name, ": ", name, " is given more than once"));
    }
    given.push_back(name);
    set_parameter(kind, s, setting);
  }
}

/// The name and the parameters that differ from the default.
template <class S> std::string text_of_parameters(S const& s) {
  std::string settings;
  for_each_parameter(s, [&](std::string_view name, auto field) {
    if (s.*field == S{}.*field) return;
    settings += concat(settings.empty() ? ":" : ",", name, "=", static_cast<int>(s.*field));
  });
  return std::string(s.name) + settings;
}

inline bool is_power_of_two(int n) { return n > 0 && (n & (n - 1)) == 0; }

}  // namespace heddle::detail
