// choose.cpp - the rule of `auto`: which schedule for which rows. On a GPU the cheapest of those that the call can
// have, by estimate.cpp, of a full product after two questions on shapes that the estimates were not fitted to; on the
// host a list of questions. All figures: H200, y = A x in f32, from runs of bench_spmv; those of bench/results/h200
// differ by a few per cent.
#include "src/plan/choose.hpp"

#include <algorithm>
#include <span>

#include "src/plan/estimate.hpp"
#include "src/plan/row_shapes.hpp"
#include "src/plan/walk_table.hpp"

namespace heddle {
namespace {

using namespace detail;

// The first question whose answer is yes decides.
struct question {
  std::string_view asks;
  bool (*holds)(tile_statistics const&);
  std::string (*figure)(tile_statistics const&);
  schedule (*then)(tile_statistics const&);
  std::string_view shape;  // of the rows where it decides
  std::string_view because;
};

std::string emptiness(tile_statistics const& s) { return sentence(s.rows.empty_rows, " of ", s.tiles, " rows"); }

template <class S> schedule take(tile_statistics const&) { return S{}; }

bool always(tile_statistics const&) { return true; }

bool far(tile_statistics const& s) { return s.nearness >= 0 && s.nearness < 0.5; }

schedule take_copied_entries(tile_statistics const& s) {
  return nonzero_split{.at_tile_ends = s.atoms >= 1'000'000 && s.atoms <= 16'000'000};
}

// What estimates cannot tell, since the sweep has no such shapes.
constexpr question gpu_rails[] = {
    {"Are rows short and of nearly one length, columns not far (mean at most 8, deviation 0.1 of it, 50 % near)?",
     [](tile_statistics const& s) { return s.rows.mean_length <= 8 && nearly_equal(s.rows) && !far(s); }, lengths,
     take<thread_mapped>, "regular short rows",
     "all lanes are busy, neighbours read neighbouring entries, and there is no table and no fix-up: 5-point grid of "
     "67 M nonzeros 195 us, nonzero_split 207, merge_path 269"},
    {"Are nonzeros many, in rows of nearly one length up to 128, columns not far (1 M, deviation 0.1, 50 % near)?",
     [](tile_statistics const& s) {
       return s.atoms >= 1'000'000 && s.rows.max_length <= 128 && nearly_equal(s.rows) && !far(s);
     },
     lengths, take_copied_entries, "many rows of nearly one length",
     "entries are copied first, then neighbouring rows gather neighbouring elements; up to 16 M nonzeros no row is "
     "cut, and the launch that would combine its parts is 2 of some 15 us: 27-point band of 2.7 M nonzeros 11.3 us, "
     "in groups of 2 lanes 12.5; of 108 M 228 us, merge_path 235"},
};

constexpr question host_rule[] = {
    {"Are most rows empty?", mostly_empty, emptiness, take<merge_path>, "most rows are empty",
     "equal nonzeros could hand most rows to one core"},
    {"Anything else: equal nonzeros a share.", always, lengths, take<nonzero_split>, "equal nonzeros a share",
     "cores get equal work whatever the rows, and long rows are cut; what is tiny is one share: 126 nonzeros in 1269 "
     "rows 2.3 us, a row a share 6.4"},
};

// Parts of at least a tenth of all.
std::string said(estimate const& e) {
  std::string text;
  for (auto const& part : e.parts) {
    if (part.us >= 0.1 * e.us) text += sentence(text.empty() ? "" : ", ", part.name, ' ', part.us);
  }
  return text;
}

reasoned_choice choose_by_rule(std::span<question const> rule, tile_statistics const& statistics,
                               std::vector<answered_question>* path) {
  for (question const& q : rule) {
    bool const yes = q.holds(statistics);
    if (path) {
      path->push_back({std::string(q.asks), q.figure(statistics), yes ? "yes" : "no", std::string(q.because)});
    }
    if (!yes) continue;
    std::string_view const rows = is_regular(statistics.rows) ? "regular rows" : "uneven rows";
    return {q.then(statistics), sentence(lengths(statistics), ": ", q.shape.empty() ? rows : q.shape)};
  }
  return {};
}

reasoned_choice choose_by_cost(tile_statistics const& statistics, reduction_call const& call,
                               std::vector<answered_question>* path) {
  auto const all = candidates_for(statistics, call);
  auto const& best = all.front();
  if (path) {
    std::string others;
    for (std::size_t k = 1; k < min_of(all.size(), std::size_t{4}); ++k) {
      others += sentence(others.empty() ? "" : ", ", all[k].chosen.text(), ' ', all[k].expected.us);
    }
    path->push_back({"Which schedule should be fastest, of those that the call can have?", lengths(statistics),
                     sentence(best.chosen.text(), ", expected to take ", best.expected.us, " us"),
                     sentence("its parts are ", said(best.expected), "; next are ", others)});
  }
  return {best.chosen, sentence(lengths(statistics), ": cheapest by its estimate, ", best.expected.us, " us, mostly ",
                                best.expected.parts.front().name)};
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

tile_statistics as_read(tile_statistics statistics, reduction_call const& call) {
  if (!call.gathers) statistics.nearness = 1;
  return statistics;
}

reasoned_choice choose(tile_statistics const& measured, device_kind kind, reduction_call const& call,
                       std::vector<answered_question>* path) {
  tile_statistics const statistics = as_read(measured, call);
  if (kind == device_kind::host) return choose_by_rule(host_rule, statistics, path);
  if (call.columns > 0) return choose_dense(statistics, call, path);
  if (call.decided) {
    schedule const chosen(thread_mapped{}, by_asking{});
    if (path) {
      path->push_back({"Can one product decide a sum?", "the monoid says so", sentence("yes, so ", chosen.text()),
                       "most rows are decided by their first entries, so rows are asked and not summed"});
    }
    return {chosen, sentence(lengths(statistics), ": one product may decide a row")};
  }
  if (!call.gathers || call.masked) return choose_by_cost(statistics, call, path);
  auto const known = choose_by_rule(gpu_rails, statistics, path);
  return known.reason.empty() ? choose_by_cost(statistics, call, path) : known;
}

bool leaves_choice(schedule const& chosen) {
  auto const is_open = [](auto const& s) {
    auto const left = []<class T>(T value) { return !std::is_same_v<T, bool> && value == 0; };
    if constexpr (requires { s.parameters(); }) {
      return std::apply([&](auto const&... p) { return (left(s.*p.field) || ... || false); }, s.parameters());
    } else {
      return false;
    }
  };
  return chosen.is_automatic() || std::visit(is_open, chosen.built_in());
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
  return detail::with_items(detail::choose(statistics, kind, call).chosen, statistics, kind, call);
}

}  // namespace heddle
