// schedule.cpp - schedules from text and back, all from the one table of partitions; which walks go with which.
#include <heddle/seam/schedule/schedule.hpp>
#include <optional>

#include "src/overloaded.hpp"
#include "src/plan/walk_table.hpp"
#include "src/text/named_parameters.hpp"

namespace heddle {
namespace {

std::string known_names() {
  std::string list;
  for (std::string const& name : schedule::names()) detail::append(list, name);
  return list;
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

template <class S> void check_numbers(S const& s) {
  for_each_parameter(s, [&]<class T>(std::string_view name, T S::*field) {
    if constexpr (!std::is_same_v<T, bool>) {
      int const least = S{}.*field == 0 ? 0 : 1;  // 0 stands for what the schedule finds itself
      require(s.*field >= least, s.name, name, s.*field, least == 0 ? "0 or more" : "1 or more");
    }
  });
}

void check_partition_of(schedule const& chosen) {
  if (chosen.user()) return;
  if (auto const* group = std::get_if<group_mapped>(&chosen.built_in())) {
    require(is_power_of_two(group->lanes) && group->lanes > 1 && group->lanes <= 32, group->name, "lanes", group->lanes,
            "2, 4, 8, 16 or 32");
  }
  if (auto const* cut = std::get_if<cut_tiles>(&chosen.built_in())) {
    require(is_power_of_two(cut->lanes) && cut->lanes <= 32, cut->name, "lanes", cut->lanes, "1, 2, 4, 8, 16 or 32");
  }
  std::visit([](auto const& s) { check_numbers(s); }, chosen.built_in());
}

// Where the shares of a partition stand, and whether they have equal numbers of atoms.
bool goes_with(walk_needs const& needs, share_source source, bool equal_atoms) {
  if (needs.equal_atoms && !equal_atoms) return false;
  switch (source) {
    case share_source::computed:
      return needs.computed;
    case share_source::table:
      return needs.tabulated;
    case share_source::order:
      return needs.ordered;
    case share_source::claims:
      return needs.claimed;
  }
  return false;
}

bool goes_with(schedule const& chosen, walk_needs const& needs) {
  if (chosen.user()) return goes_with(needs, share_source::table, false);
  return std::visit([&]<class S>(S const& s) { return goes_with(needs, source_of<S>, equal_atoms_of(s) > 0); },
                    chosen.built_in());
}

std::string walks_of(schedule const& chosen) {
  std::string list;
  for_each_alternative<walk>([&](auto w) {
    if (goes_with(chosen, w.needs)) append(list, w.name);
  });
  return list;
}

// Lanes of a partition are those of its usual walk.
template <class S> void check_lanes_unused(schedule const& chosen) {
  auto const* const s = std::get_if<S>(&chosen.built_in());
  if (!s || s->lanes == S{}.lanes) return;
  throw invalid_argument(concat(S::name, ": lanes are those of its usual walk, and ", text_of(*chosen.asked_walk()),
                                " is named: give them there"));
}

}  // namespace

void check_schedule(schedule const& chosen) {
  check_partition_of(chosen);
  if (!chosen.asked_walk() && !chosen.user()) return;
  walk const by = chosen.walked_by();
  check_walk(by);
  if (chosen.is_automatic()) throw invalid_argument("auto: it chooses the walk too, so none can be named");
  if (!goes_with(chosen, needs_of(by))) {
    throw invalid_argument(concat(chosen.name(), "+", text_of(by), ": shares of ", chosen.name(),
                                  " can be walked by: ", walks_of(chosen)));
  }
  if (chosen.user()) return;
  check_lanes_unused<group_mapped>(chosen);
  check_lanes_unused<cut_tiles>(chosen);
}

bool same_partition(schedule const& a, schedule const& b) {
  schedule const bare_a = a.without_walk();
  return bare_a == b.without_walk();
}

}  // namespace detail

schedule schedule::parse(std::string_view text) {
  std::string_view by = text;
  std::string const written = written_out(detail::take_until(by, '+'));
  std::string_view settings = written, name = detail::take_until(settings, ':');
  std::optional<schedule> found;
  detail::for_each_alternative<detail::schedule_table>([&](auto s) {
    if (s.name != name) return;
    if (written.size() > name.size()) detail::set_parameters("schedule", s, settings);
    found = s;
  });
  if (!found)
    throw invalid_argument(detail::concat("unknown schedule '", detail::printable(text), "'; known: ", known_names()));
  detail::check_schedule(*found);
  return text.find('+') == std::string_view::npos ? *found : found->with_walk(seam::parse_walk(by));
}

schedule schedule::with_walk(seam::walk by) const {
  schedule changed = *this;
  changed.walk_ = by;
  detail::check_schedule(changed);
  return changed;
}

schedule schedule::without_walk() const {
  schedule changed = *this;
  changed.walk_.reset();
  return changed;
}

seam::walk schedule::walked_by() const {
  if (walk_) return *walk_;
  if (user_) return user_->walked_by();
  return std::visit(detail::overloaded{[](schedules::automatic const&) -> seam::walk { return seam::by_thread{}; },
                                       [](auto const& s) -> seam::walk { return s.walked_by(); }},
                    built_in_);
}

std::vector<std::string> schedule::names() {
  std::vector<std::string> all;
  detail::for_each_alternative<detail::schedule_table>([&](auto s) { all.emplace_back(s.name); });
  return all;
}

bool operator==(schedule const& a, schedule const& b) {
  if (!(a.walk_ == b.walk_)) return false;
  if (!a.user_ || !b.user_) return !a.user_ && !b.user_ && a.built_in_ == b.built_in_;
  return a.user_ == b.user_ || a.user_->equals(*b.user_);
}

std::string schedule::name() const {
  if (user_) return user_->name();
  return std::visit([](auto s) { return std::string(s.name); }, built_in_);
}

std::string schedule::text() const {
  std::string const by = walk_ ? detail::concat('+', text_of(*walk_)) : std::string();
  if (user_) return user_->name() + by;
  return std::visit([](auto const& s) { return detail::text_of_parameters(s); }, built_in_) + by;
}

std::vector<std::pair<std::string, int>> schedule::parameters() const {
  if (user_) return {};
  return std::visit([](auto const& s) { return detail::listed_parameters(s); }, built_in_);
}

std::string schedule::summary() const {
  if (user_) return "a partition of the user's own";
  return std::visit([](auto s) { return std::string(s.summary); }, built_in_);
}

std::string schedule::explanation() const {
  if (user_) return "A partition of the user's own, given as workers(tiles) and boundary(tiles, worker).";
  return std::visit([](auto const& s) { return std::string(s.explanation); }, built_in_);
}

}  // namespace heddle
