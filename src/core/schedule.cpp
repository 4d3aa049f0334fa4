// schedule.cpp - schedules from text and back, all from the one table.
#include <algorithm>
#include <charconv>
#include <heddle/error.hpp>
#include <heddle/schedule/schedule.hpp>

#include "src/core/printable.hpp"

namespace heddle {
namespace {

// visit(s) for a default-made schedule of every type in the table, in its order.
template <class Visit> void for_each_schedule(Visit const& visit) {
  [&]<std::size_t... At>(std::index_sequence<At...>) {
    (visit(std::variant_alternative_t<At, detail::schedule_table>{}), ...);
  }
  (std::make_index_sequence<std::variant_size_v<detail::schedule_table>>{});
}

template <class S, class Visit> void for_each_parameter(S const&, Visit const& visit) {
  if constexpr (requires { S::parameters(); }) {
    std::apply([&](auto const&... parameter) { (visit(parameter.name, parameter.field), ...); }, S::parameters());
  }
}

void append(std::string& list, std::string_view item) {
  if (!list.empty()) list += ", ";
  list += item;
}

std::string known_names() {
  std::string list;
  for (std::string const& name : schedule::names()) append(list, name);
  return list;
}

std::string known_parameters(auto const& s) {
  std::string list;
  for_each_parameter(s, [&](std::string_view name, auto) { append(list, name); });
  return list.empty() ? "it has none" : "it has " + list;
}

// The part of `text` before the first `end`, which is taken off with it.
std::string_view take_until(std::string_view& text, char end) {
  std::size_t const at = text.find(end);
  std::string_view const taken = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return taken;
}

int number_of(std::string_view text, std::string_view name) {
  int value = 0;
  auto const [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (wrong == std::errc{} && end == text.data() + text.size()) return value;
  if (wrong == std::errc::result_out_of_range) {
    throw invalid_argument(detail::concat("schedule parameter ", name, ": ", detail::printable(text), " is too large"));
  }
  throw invalid_argument(
      detail::concat("schedule parameter ", name, ": '", detail::printable(text), "' is not a whole number"));
}

// Sets the parameter that `setting`, such as `lanes=16`, names.
template <class S> void set_parameter(S& s, std::string_view setting) {
  std::string_view const name = take_until(setting, '=');
  bool known = false;
  for_each_parameter(s, [&](std::string_view candidate, auto field) {
    if (candidate != name) return;
    known = true;
    int const value = number_of(setting, name);
    if (std::is_same_v<std::decay_t<decltype(s.*field)>, bool> && value != 0 && value != 1) {
      throw invalid_argument(detail::concat("schedule parameter ", name, ": ", value, " is neither 0 nor 1"));
    }
    s.*field = value;
  });
  if (!known) {
    throw invalid_argument(detail::concat("schedule ", s.name, " has no parameter '", detail::printable(name), "'; ",
                                          known_parameters(s)));
  }
}

// `lanes=16,flattened=1`, each once.
template <class S> void set_parameters(S& s, std::string_view settings) {
  std::vector<std::string_view> given;
  for (bool more = true; more;) {
    more = settings.find(',') != std::string_view::npos;
    std::string_view const setting = take_until(settings, ','), name = setting.substr(0, setting.find('='));
    if (std::find(given.begin(), given.end(), name) != given.end()) {
      throw invalid_argument(detail::concat("schedule ", s.name, ": ", name, " is given more than once"));
    }
    given.push_back(name);
    set_parameter(s, setting);
  }
}

// `group_mapped<16>` as `group_mapped:lanes=16`.
std::string written_out(std::string_view text) {
  constexpr std::string_view prefix = "group_mapped<";
  if (!text.starts_with(prefix) || !text.ends_with('>')) return std::string(text);
  return detail::concat("group_mapped:lanes=", text.substr(prefix.size(), text.size() - prefix.size() - 1));
}

}  // namespace

namespace detail {
namespace {

void require(bool holds, std::string_view name, std::string_view parameter, int value, std::string_view rule) {
  if (holds) return;
  throw invalid_argument(concat(name, ": ", parameter, " is ", value, ", but must be ", rule));
}

bool is_power_of_two(int n) { return n > 0 && (n & (n - 1)) == 0; }

template <class S> void check_numbers(S const& s) {
  for_each_parameter(s, [&]<class T>(std::string_view name, T S::*field) {
    if constexpr (!std::is_same_v<T, bool>) {
      require(s.*field > 0 || (s.*field == 0 && S{}.*field == 0), s.name, name, s.*field, "positive");
    }
  });
}

}  // namespace

void check_schedule(schedule const& chosen) {
  if (chosen.user()) return;
  if (auto const* group = std::get_if<group_mapped>(&chosen.built_in())) {
    int const most = group->flattened ? 256 : 32;
    require(is_power_of_two(group->lanes) && group->lanes > 1 && group->lanes <= most, group->name, "lanes",
            group->lanes, group->flattened ? "a power of two from 2 to 256" : "2, 4, 8, 16 or 32, or flattened");
  }
  if (auto const* cut = std::get_if<cut_tiles>(&chosen.built_in())) {
    require(is_power_of_two(cut->lanes) && cut->lanes <= 32, cut->name, "lanes", cut->lanes, "1, 2, 4, 8, 16 or 32");
  }
  if (auto const* split = std::get_if<nonzero_split>(&chosen.built_in()); split && split->by_rows) {
    require(split->atoms_per_worker <= 3072, split->name, "atoms_per_worker", split->atoms_per_worker,
            "at most 3072, which is what a block copies, with by_rows");
    require(!split->scanned, split->name, "scanned", 1, "0 with by_rows, which sums rows another way");
  }
  std::visit([](auto const& s) { check_numbers(s); }, chosen.built_in());
}

}  // namespace detail

schedule schedule::parse(std::string_view text) {
  std::string const written = written_out(text);
  std::string_view settings = written, name = take_until(settings, ':');
  schedule found;
  bool known = false;
  for_each_schedule([&](auto s) {
    if (s.name != name) return;
    if (written.size() > name.size()) set_parameters(s, settings);
    found = s;
    known = true;
    detail::check_schedule(found);
  });
  if (!known)
    throw invalid_argument(detail::concat("unknown schedule '", detail::printable(text), "'; known: ", known_names()));
  return found;
}

std::vector<std::string> schedule::names() {
  std::vector<std::string> all;
  for_each_schedule([&](auto s) { all.emplace_back(s.name); });
  return all;
}

std::string schedule::name() const {
  if (user_) return user_name_;
  return std::visit([](auto s) { return std::string(s.name); }, built_in_);
}

std::string schedule::text() const {
  if (user_) return user_name_;
  return std::visit(
      []<class S>(S const& s) {
        std::string settings;
        for_each_parameter(s, [&](std::string_view name, auto field) {
          if (s.*field == S{}.*field) return;
          settings += detail::concat(settings.empty() ? ":" : ",", name, "=", static_cast<int>(s.*field));
        });
        return std::string(s.name) + settings;
      },
      built_in_);
}

std::vector<std::pair<std::string, int>> schedule::parameters() const {
  std::vector<std::pair<std::string, int>> all;
  if (user_) return all;
  std::visit(
      [&](auto const& s) {
        for_each_parameter(
            s, [&](std::string_view name, auto field) { all.emplace_back(name, static_cast<int>(s.*field)); });
      },
      built_in_);
  return all;
}

std::string schedule::summary() const {
  if (user_) return "a partition of the user's own";
  return std::visit([](auto s) { return std::string(s.summary); }, built_in_);
}

std::string schedule::explanation() const {
  if (user_) return "A partition of the user's own, given as workers(tiles) and boundary(tiles, worker).";
  return std::visit(
      []<class S>(S const&) {
        if constexpr (requires { S::explanation; }) {
          return std::string(S::explanation);
        } else {
          return std::string(S::summary);
        }
      },
      built_in_);
}

}  // namespace heddle
