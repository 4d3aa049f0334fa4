// explain.cpp - the choice of a schedule as data, and as text to read.
#include <algorithm>
#include <heddle/explain.hpp>
#include <iomanip>

#include "src/plan/choose.hpp"
#include "src/plan/text_layout.hpp"
#include "src/text/plain_text.hpp"

namespace heddle {
namespace {

using detail::architecture_costs, detail::facts;

explanation::expected_cost cost_of(schedule const& s, detail::estimate const& e) {
  return {s.text(), e.us, std::string(e.parts.front().name), e.accuracy};
}

// Of the schedules of the table, groups of every size among them, of those that `auto` compares, and of the choice.
std::vector<explanation::expected_cost> all_costs(schedule const& choice, facts const& known,
                                                  architecture_costs const& row) {
  std::vector<schedule> all;
  auto const add = [&](schedule const& s) {
    if (std::find(all.begin(), all.end(), s) == all.end()) all.push_back(s);
  };
  for (std::string const& name : schedule::names()) add(schedule::parse(name));
  for (int lanes = 2; lanes <= 32; lanes *= 2) add(schedules::group_mapped{lanes});
  for (auto const& one : candidates_for(known, row)) add(one.chosen);
  add(choice);
  std::vector<explanation::expected_cost> costs;
  for (schedule const& s : all) {
    if (auto const e = detail::estimate_of(s, known, row)) costs.push_back(cost_of(s, *e));
  }
  std::stable_sort(costs.begin(), costs.end(),
                   [](auto const& a, auto const& b) { return a.microseconds < b.microseconds; });
  return costs;
}

bool lacks_entries(seam::reduction_call const& call) { return call.gathers && !call.masked && !call.full; }

class lines {
 public:
  template <class... Parts> lines& operator()(std::string_view title, Parts const&... parts) {
    text_ << (first_ ? "" : "\n") << std::left << std::setw(11) << title << std::right;
    (text_ << ... << parts);
    first_ = false;
    return *this;
  }
  // Indented, broken between words.
  void folded(std::string const& words) {
    for (std::string const& line : detail::folded(words, 100)) (*this)("", "   ", line);
  }
  std::string text() const { return text_.str(); }

 private:
  detail::plain_text text_;
  bool first_ = true;
};

std::string fixed(double number, int digits) {
  detail::plain_text text;
  text << std::fixed << std::setprecision(digits) << number;
  return text.str();
}

// Names of the table that are not among the costs.
std::string without_cost(std::vector<explanation::expected_cost> const& costs) {
  std::string missing;
  for (std::string const& name : schedule::names()) {
    bool const known = std::any_of(costs.begin(), costs.end(), [&](auto const& cost) { return cost.schedule == name; });
    if (!known && !schedule::parse(name).is_automatic()) missing += (missing.empty() ? "" : ", ") + name;
  }
  return missing;
}

void say_statistics(lines& say, seam::tile_statistics const& s) {
  auto const columns = s.columns > 0 ? detail::concat(" x ", s.columns) : std::string(" rows");
  say("shape", s.tiles, columns, ", ", s.atoms, " nonzeros");
  say("rows", name_of(seam::class_of(s.rows)), ": mean ", fixed(s.rows.mean_length, 2), ", standard deviation ",
      fixed(s.rows.stddev_length, 2), ", longest ", s.rows.max_length, "; ", s.rows.empty_rows, " empty");
  if (s.nearness >= 0) {
    say("columns", static_cast<int>(100 * s.nearness + 0.5),
        " % of sampled entries lie within 32 columns of one of the next 64");
  }
  auto const bars = detail::bars_of(seam::length_groups(s.rows));
  for (std::string const& bar : bars) say(&bar == &bars.front() ? "lengths" : "", bar);
}

void say_costs(lines& say, explanation const& e) {
  if (e.made_for == device_kind::host) {
    say("expected", "on the host nothing is estimated; `heddle spmv --schedule all` measures every schedule");
    return;
  }
  auto const what = e.columns > 0 ? detail::concat("C = A B, ", e.columns, " columns,")
                    : !e.gathers  ? std::string("sums of rows")
                    : e.masked    ? std::string("y = A x under a mask")
                    : e.absent    ? std::string("y = A x for an x that may lack entries")
                                  : std::string("y = A x");
  say("expected", what, " on ", e.measured_on, " with ", e.value_bytes, "-byte values, plan and set-up apart:");
  double chosen_us = 0;
  std::size_t width = 22;
  for (auto const& cost : e.costs) width = std::max(width, cost.schedule.size());
  for (auto const& cost : e.costs) {
    bool const is_chosen = cost.schedule == e.choice;
    if (is_chosen) chosen_us = cost.microseconds;
    say("", cost.schedule, std::string(width - cost.schedule.size(), ' '), std::setw(11), fixed(cost.microseconds, 1),
        " us, within ", fixed(cost.accuracy, 2), "x, mostly ", cost.mostly, is_chosen ? "  <- chosen" : "");
  }
  if (auto const missing = without_cost(e.costs); !missing.empty()) say("", "not estimated: ", missing);
  if (chosen_us == 0)
    say("", "the choice is not estimated: its parameters or its walk are not those that were measured");
  if (e.columns > 0) return say.folded("Fitted to times of four matrices with 32 and 128 columns in a trial.");
  if (!e.gathers) return say.folded("Fitted to times of generated matrices, all of which lie within the factor given.");
  if (e.masked) {
    return say.folded(
        "Fitted to times of generated matrices of which every second row, at random, was open; all lie within the "
        "factor given.");
  }
  if (e.absent) {
    return say.folded(
        "Fitted to times of generated matrices and vectors of which every second entry, at random, was absent; all lie "
        "within the factor given.");
  }
  say.folded(
      "Fitted to times of 34 matrices, all of which lie within the factor given, and of generated ones. Where gathers "
      "fall is guessed from a sample of the columns and from the rows, so others may lie further off.");
  if (e.automatic && chosen_us > 1.1 * e.costs.front().microseconds) {
    say.folded("Here the rule and the estimates disagree; `heddle spmv --schedule all` measures who is right.");
  }
}

}  // namespace

std::vector<seam::length_group> seam::length_groups(primitives::row_statistics const& rows) {
  auto const& counts = rows.histogram;
  std::size_t first = 0, last = counts.size();
  while (first < counts.size() && counts[first] == 0) ++first;
  while (last > first && counts[last - 1] == 0) --last;
  std::vector<length_group> groups;
  for (std::size_t bin = first; bin < last; ++bin) {
    size_type const shortest = bin == 0 ? 0 : size_type{1} << (bin - 1);
    size_type const longest = bin + 1 == counts.size() ? rows.max_length : 2 * shortest - (bin > 0);
    groups.push_back({shortest, longest, counts[bin]});
  }
  return groups;
}

explanation explain(seam::tile_statistics const& statistics, device_kind kind, seam::reduction_call const& call,
                    schedule const& asked, int architecture) {
  detail::check_schedule(asked);
  facts const known(statistics, kind, call);
  auto const& row = detail::costs_of(architecture);
  auto made = asked.is_automatic() ? choose(known, row) : detail::decision{asked, {}, {}};
  explanation e{.made_for = kind,
                .value_bytes = call.element_bytes,
                .columns = call.columns,
                .gathers = call.gathers,
                .masked = call.masked,
                .absent = lacks_entries(call),
                .statistics = statistics,
                .automatic = asked.is_automatic(),
                .choice = made.chosen.text()};
  if (kind == device_kind::cuda) {
    e.costs = all_costs(made.chosen, known, row);
    e.measured_on = row.measured_on;
  }
  e.chosen = with_items(made.chosen, known, &made.reasons);
  e.path = questions_of(made, known);
  return e;
}

std::optional<explanation::expected_cost> expect_cost(schedule const& s, seam::tile_statistics const& statistics,
                                                      seam::reduction_call const& call, int architecture) {
  detail::check_schedule(s);
  auto const e = detail::estimate_of(s, facts(statistics, device_kind::cuda, call), detail::costs_of(architecture));
  return e ? std::optional(cost_of(s, *e)) : std::nullopt;
}

// The rule is asked again, of the same statistics, so that plans need not carry its path.
explanation explain(seam::plan const& made) {
  bool const automatic = made.automatic;
  if (!made.statistics) {
    return {.made_for = made.made_for,
            .value_bytes = made.call.element_bytes,
            .columns = made.call.columns,
            .gathers = made.call.gathers,
            .masked = made.call.masked,
            .absent = lacks_entries(made.call),
            .automatic = automatic,
            .choice = {},
            .chosen = made.chosen};
  }
  auto e = explain(*made.statistics, made.made_for, made.call, automatic ? schedule() : made.chosen, made.architecture);
  e.chosen = made.chosen;
  return e;
}

std::string seam::plan::explain() const { return to_text(heddle::explain(*this)); }

std::string to_text(explanation const& e) {
  lines say;
  if (e.statistics) say_statistics(say, *e.statistics);
  say("device", e.made_for == device_kind::host ? "host" : "cuda");
  int number = 0;
  for (auto const& step : e.path) {
    ++number;
    say(number == 1 ? "rule" : "", number, ". ", step.question);
    say("", "   ", step.figure, ": ", step.answer);
    if (step.answer != "no") say.folded("because " + step.because);
  }
  say("choice", e.chosen.text(), e.automatic ? "" : ", as asked");
  if (!e.statistics) say("", "the rows were not measured, since schedule and parameters were given");
  if (e.statistics) say_costs(say, e);
  return say.text();
}

}  // namespace heddle
