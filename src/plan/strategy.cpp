// strategy.cpp - strategies from text and back, all from the one table.
#include <bit>
#include <heddle/seam/strategy/strategy.hpp>

#include "src/overloaded.hpp"
#include "src/text/named_parameters.hpp"

namespace heddle {
namespace {

// The first type in the table is the schedule.
template <class Visit> void for_each_strategy(Visit const& visit) {
  detail::for_each_alternative<detail::strategy_table, 1>(visit);
}

bool is_schedule_name(std::string_view text) {
  auto const names = schedule::names();
  std::string_view const name = text.substr(0, text.find_first_of(":+<"));
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string known_strategies() {
  std::string list;
  for (std::string const& name : strategy::names()) detail::append(list, name);
  for (std::string const& name : schedule::names()) detail::append(list, name);
  return list;
}

}  // namespace

strategy strategy::parse(std::string_view text) {
  std::string_view settings = text;
  std::string_view const name = detail::take_until(settings, ':');
  std::optional<strategy> found;
  for_each_strategy([&](auto s) {
    if (s.name != name) return;
    if (text.find(':') != std::string_view::npos) detail::set_parameters("strategy", s, settings);
    found = s;
  });
  if (!found) {
    if (is_schedule_name(text)) return schedule::parse(text);
    throw invalid_argument(
        detail::concat("unknown strategy '", detail::printable(text), "'; known are ", known_strategies()));
  }
  detail::check_strategy(*found);
  return *found;
}

std::vector<std::string> strategy::names() {
  std::vector<std::string> all;
  for_each_strategy([&](auto const& s) { all.emplace_back(s.name); });
  return all;
}

std::string strategy::name() const {
  return visit(detail::overloaded{[](schedule const& s) { return s.name(); },
                                  [](auto const& s) { return std::string(s.name); }});
}

std::string strategy::text() const {
  return visit(detail::overloaded{[](schedule const& s) { return s.text(); },
                                  [](auto const& s) { return detail::text_of_parameters(s); }});
}

std::string strategy::summary() const {
  return visit(detail::overloaded{[](schedule const& s) { return s.summary(); },
                                  [](auto const& s) { return std::string(s.summary); }});
}

std::string strategy::explanation() const {
  return visit(detail::overloaded{[](schedule const& s) { return s.explanation(); },
                                  [](auto const& s) { return std::string(s.explanation); }});
}

std::vector<std::pair<std::string, int>> strategy::parameters() const {
  return visit(detail::overloaded{[](schedule const& s) { return s.parameters(); },
                                  [](auto const& s) { return detail::listed_parameters(s); }});
}

bool strategy::counts_edges() const {
  return visit([]<class S>(S const&) {
    return requires { requires S::counts_edges; };
  });
}

bool strategy::wants_longest() const {
  return wants_threshold() || visit([]<class S>(S const&) {
           return requires { requires S::wants_longest; };
         });
}

bool strategy::wants_threshold() const {
  return visit([]<class S>(S const& s) {
    if constexpr (requires { s.wants_threshold(); }) return s.wants_threshold();
    return false;
  });
}

int strategy::threshold_bins() const {
  return visit([]<class S>(S const& s) {
    if constexpr (requires { s.bins; }) return s.bins;
    return 10;
  });
}

bool strategy::discards_leaves() const {
  return visit([]<class S>(S const& s) {
    if constexpr (requires { s.discard_leaves; }) return s.discard_leaves;
    return false;
  });
}

bool strategy::packs_mask() const {
  return visit([]<class S>(S const& s) {
    if constexpr (requires { s.status_bitmap; }) return s.status_bitmap;
    return false;
  });
}

std::optional<bool> strategy::lists_edges_apart() const {
  return visit([]<class S>(S const& s) -> std::optional<bool> {
    if constexpr (requires { s.chunked; }) {
      if (s.chunked < S{}.chunked) return s.chunked == 0;
    }
    return {};
  });
}

size_type strategy::edges_a_turn(seam::step_facts const& step) const {
  return visit([&]<class S>(S const& s) {
    if constexpr (requires { s.edges_a_turn(step); }) return s.edges_a_turn(step);
    return size_type{0};
  });
}

size_type strategy::edges_a_piece(seam::step_facts const& step) const {
  return visit([&]<class S>(S const& s) {
    if constexpr (requires { s.edges_a_piece(step); }) return s.edges_a_piece(step);
    return size_type{0};
  });
}

schedule strategy::of_step(seam::step_facts const& step) const {
  return visit(detail::overloaded{[](schedule const& s) { return s; }, [&](auto const& s) { return s.of_step(step); }});
}

namespace detail {

namespace {

// Of a histogram that a kernel counts with a bin a thread, and which is not looked at where a threshold is given.
template <class S> void check_bins(S const& s) {
  if constexpr (requires { s.bins; }) {
    require(s.bins >= 1 && s.bins <= 256, s.name, "bins", s.bins, "1 to 256");
    if (s.mdt == 0 || s.bins == S{}.bins) return;
    throw invalid_argument(concat(s.name, ": bins are of the histogram that mdt comes from, and mdt is given"));
  }
}

}  // namespace

// A negative number makes sense nowhere; of what is left to the step, 0 stands for that; the rest is for the schedules
// that a step may come to.
void check_strategy(strategy const& chosen) {
  chosen.visit([]<class S>(S const& s) {
    if constexpr (std::is_same_v<S, schedule>) {
      check_schedule(s);
    } else {
      for_each_parameter(s, [&]<class T>(std::string_view name, T S::*field) {
        if constexpr (!std::is_same_v<T, bool>) require(s.*field >= 0, s.name, name, s.*field, "0 or more");
      });
      check_bins(s);
      if constexpr (requires { s.chunked; }) require(s.chunked <= 2, s.name, "chunked", s.chunked, "0, 1 or 2");
      if constexpr (requires { s.lanes; }) {
        require(std::has_single_bit(static_cast<unsigned>(s.lanes)) && s.lanes <= 32, s.name, "lanes", s.lanes,
                "1, 2, 4, 8, 16 or 32");
      }
      for (size_type const vertices : {size_type{1}, size_type{1} << 40}) {
        check_schedule(s.of_step({vertices, vertices, vertices, vertices, 1}));
      }
    }
  });
}

namespace {

[[noreturn]] void refuse(std::string_view operation, std::string const& by, std::string_view why) {
  throw invalid_argument(concat(operation, ": ", by, ": ", why));
}

// Of a schedule that kernels search the shares of, or read the tile of every atom beside: what they do not look at.
// Kernels by code have no lane for each entry, but shares of a table.
std::string_view unread_parameter(schedule const& chosen, bool by_code) {
  if (chosen.user()) return {};
  bool const lane_an_entry = needs_of(chosen.walked_by()).tile_numbers && !by_code;
  if (auto const* split = std::get_if<nonzero_split>(&chosen.built_in())) {
    if (lane_an_entry && split->atoms_per_worker > 0) return "atoms_per_worker";
    if (split->at_tile_ends && (lane_an_entry || !chosen.asked_walk())) return "at_tile_ends";
  }
  if (auto const* path = std::get_if<merge_path>(&chosen.built_in())) {
    if (lane_an_entry && path->items_per_worker > 0) return "items_per_worker";
  }
  if (auto const* list = std::get_if<coo>(&chosen.built_in())) {
    if (lane_an_entry && list->atoms_per_worker > 0) return "atoms_per_worker";
  }
  return {};
}

}  // namespace

void require_effect(std::string_view operation, strategy const& chosen, push_facts const& facts) {
  if (chosen.packs_mask() && !facts.masked) {
    refuse(operation, chosen.text(), "status_bitmap is of a mask, and nothing is masked");
  }
  schedule const* const by = chosen.as_schedule();
  if (!by || !facts.on_gpu) return;
  std::string_view const unread = unread_parameter(*by, facts.by_code);
  if (!unread.empty()) refuse(operation, by->text(), concat("a push on a GPU does not look at ", unread));
}

namespace {

std::string text_of_walk(schedule const& chosen, push_facts const& facts) {
  if (!facts.on_gpu) return concat(chosen.without_walk().text(), " by threads of the host");
  if (chosen.is_automatic()) return concat("nonzero_split of at most ", gpu_tuning.short_share, " edges");
  if (!facts.by_code) return chosen.text();
  walk_needs const& needs = needs_of(chosen.walked_by());
  if (!needs.deals && !needs.tile_numbers) return chosen.text();
  int const lanes = std::min(lanes_of(chosen.walked_by()), 32);
  return concat(chosen.without_walk().text(), "+group:lanes=", lanes, " in place of ", chosen.text(),
                ", which kernels by code do not have");
}

}  // namespace

std::string text_of_turn(schedule const& chosen, push_facts const& facts) {
  std::string const walked = text_of_walk(chosen, facts);
  return facts.piece > 0 ? concat(walked, ", of pieces of at most ", facts.piece, " entries") : walked;
}

}  // namespace detail
}  // namespace heddle
