// choose.cpp - the rule of `auto`: which schedule for which rows. On a GPU the cheapest of those that the call can
// have, by estimate.cpp, of a full product after two questions on shapes that the estimates were not fitted to; on the
// host a list of questions. reasons.cpp says why, with the measurements behind each question.
#include "src/plan/choose.hpp"

#include <algorithm>
#include <span>

#include "src/plan/walk_table.hpp"
#include "src/text/named_parameters.hpp"

namespace heddle {
namespace {

using namespace detail;

// The first question whose answer is yes decides.
struct rule_line {
  question asks;
  bool (*holds)(tile_statistics const&);
  schedule (*then)(facts const&);
};

template <class S> schedule take(facts const&) { return S{}; }

// Lanes that take rows of 8-byte values read few of the bytes that they wait for.
schedule take_short_rows(facts const& known) {
  bool const wide = known.call.value_bytes == 8 && known.statistics.atoms > 16'000'000;
  return wide ? schedule(nonzero_split{}, settled(by_block_rows{}, known.call)) : schedule(thread_mapped{});
}

schedule take_copied_entries(facts const& known) {
  size_type const atoms = known.statistics.atoms;
  return nonzero_split{.at_tile_ends = atoms >= 1'000'000 && atoms <= 16'000'000};
}

// What estimates cannot tell, since the sweep has no such shapes.
constexpr rule_line gpu_rails[] = {
    {question::short_rows,
     [](tile_statistics const& s) { return s.rows.mean_length <= 8 && nearly_equal(s.rows) && !far(s); },
     take_short_rows},
    {question::equal_rows,
     [](tile_statistics const& s) {
       bool const near = s.nearness < 0 || s.nearness >= 0.75;
       return s.atoms >= 1'000'000 && s.rows.max_length <= 128 && nearly_equal(s.rows) && near;
     },
     take_copied_entries},
};

constexpr rule_line host_rule[] = {
    {question::empty_rows, mostly_empty, take<merge_path>},
    {question::any_rows, [](tile_statistics const&) { return true; }, take<nonzero_split>},
};

// Whether some line decides.
bool follow(std::span<rule_line const> rule, facts const& known, decision& made) {
  for (rule_line const& line : rule) {
    bool const yes = line.holds(known.statistics);
    made.reasons.push_back({line.asks, yes});
    if (!yes) continue;
    made.chosen = line.then(known);
    return true;
  }
  return false;
}

}  // namespace

seam::row_class seam::class_of(primitives::row_statistics const& rows) {
  double const longest = static_cast<double>(rows.max_length);
  if (longest <= 1.5 * rows.mean_length || rows.stddev_length <= 0.15 * rows.mean_length) return row_class::regular;
  return rows.stddev_length > rows.mean_length ? row_class::skewed : row_class::uneven;
}

std::string_view seam::name_of(row_class rows) {
  if (rows == row_class::regular) return "regular";
  return rows == row_class::uneven ? "uneven" : "skewed";
}

namespace detail {

decision choose(facts const& known, architecture_costs const& costs) {
  auto const& call = known.call;
  bool const dense = call.columns > 0;
  decision made;
  if (!known.on_gpu) {
    follow(host_rule, known, made);
    return made;
  }
  if (call.decided && !dense) return {schedule(thread_mapped{}, by_asking{}), {{question::decided}}, {}};
  if (call.gathers && call.full && !dense && follow(gpu_rails, known, made)) return made;
  made.compared = candidates_for(known, costs);
  made.chosen = made.compared.front().chosen;
  made.reasons.push_back({dense ? question::cheapest_dense : question::cheapest});
  return made;
}

bool leaves_choice(schedule const& chosen) {
  bool open = chosen.is_automatic();
  auto const is_open = []<class T>(T const& value) { return !std::is_same_v<T, bool> && value == 0; };
  std::visit([&](auto const& s) { for_each_parameter(s, [&](auto, auto field) { open |= is_open(s.*field); }); },
             chosen.built_in());
  return open;
}

size_type degree_threshold(std::vector<size_type> const& histogram, size_type longest) {
  auto const tallest = std::max_element(histogram.begin(), histogram.end()) - histogram.begin();
  return (tallest + 1) * longest / static_cast<size_type>(histogram.size());
}

int choose_threshold(std::vector<size_type> const& histogram, size_type longest, int lanes) {
  return static_cast<int>(min_of(max_of(degree_threshold(histogram, longest), size_type{32}), size_type{64} * lanes));
}

}  // namespace detail

schedule seam::choose_schedule(tile_statistics const& statistics, device_kind kind, reduction_call const& call) {
  detail::facts const known(statistics, kind, call);
  return detail::with_items(detail::choose(known, detail::costs_of(0)).chosen, known);
}

}  // namespace heddle
