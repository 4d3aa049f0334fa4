// choose.cpp - the rule of `auto`, as a list of questions: which schedule for which rows.
// All figures: H200, y = A x in f32, from runs of bench_spmv; those of bench/results/h200 differ by a few per cent.
#include "src/core/choose.hpp"

#include <algorithm>
#include <span>

#include "src/core/row_shapes.hpp"
#include "src/core/walk_table.hpp"

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
  bool reads_marks = false;  // asked only of calls that may be walked by marks
};

std::string emptiness(tile_statistics const& s) { return sentence(s.rows.empty_rows, " of ", s.tiles, " rows"); }
std::string size(tile_statistics const& s) { return sentence(s.atoms, " nonzeros, longest row ", s.rows.max_length); }
std::string items(tile_statistics const& s) { return sentence(s.tiles + s.atoms, " rows and nonzeros"); }

template <class S> schedule take(tile_statistics const&) { return S{}; }

constexpr size_type few_atoms = 160'000, resident_threads = gpu_tuning.resident_threads * gpu_tuning.multiprocessors;

// Where there are few atoms, latency is all: as many lanes as are resident at once and have something to do. Else about
// eight entries a lane, at least four lanes, more where gathers are slow or a row is long; a thread where rows are as
// short as that.
schedule take_whole_rows(tile_statistics const& s) {
  bool const few = s.atoms <= few_atoms;
  size_type const longest_of_thread = few ? 0 : s.tiles > 100'000 ? 48 : 16;
  if (s.rows.mean_length <= 8 && s.rows.max_length <= longest_of_thread) return thread_mapped{};
  int lanes = scattered(s) ? 8 : 4;
  if (few) {
    lanes = s.rows.max_length > 64 || s.rows.mean_length > 32 ? 32 : 16;
    while (lanes > 1 && (2 * s.rows.max_length <= lanes || s.tiles * lanes > resident_threads)) lanes /= 2;
    return lanes < 4     ? schedule(thread_mapped{})
           : lanes == 32 ? schedule(warp_mapped{})
                         : schedule(group_mapped{lanes});
  }
  while (lanes < 32 && (s.rows.mean_length > 8 * lanes || s.rows.max_length > 16 * lanes)) lanes *= 2;
  return group_mapped{lanes};
}

// Where every row has enough for its lanes, and gathers are slow.
schedule take_equal_rows(tile_statistics const& s) {
  if (s.rows.mean_length >= 512) return warp_mapped{};
  return group_mapped{s.rows.mean_length >= 200 ? 16 : 8};
}

schedule take_marked_runs(tile_statistics const&) { return {coo{}, by_marks{}}; }

schedule take_uncut_rows(tile_statistics const&) { return nonzero_split{.at_tile_ends = true}; }

// A share and the row that it may take back are at most what a block holds of any type of 8 bytes: 2048.
constexpr size_type longest_in_share = 1536;

schedule take_shares_of_rows(tile_statistics const& s) {
  bool const many = s.atoms > few_atoms && s.rows.max_length <= 1024;
  return {nonzero_split{.atoms_per_worker = many ? 1024 : 512, .at_tile_ends = true}, by_block_scan{}};
}

schedule take_empty_rows(tile_statistics const&) { return {nonzero_split{}, by_block_scan{}}; }

// With far more rows than nonzeros shares count both. A thread a row writes the zeros fastest while no row is long;
// lanes where rows are few.
schedule take_sparse_rows(tile_statistics const& s) {
  if (s.rows.max_length <= 2 || (s.rows.max_length <= 40 && s.tiles > 20'000 && s.tiles < 5'000'000)) {
    return thread_mapped{};
  }
  if (s.tiles <= 20'000 && s.rows.max_length <= 256) return take_whole_rows(s);
  return {merge_path{}, by_block_scan{}};
}

// A warp takes 85 ns for 32 entries more of a row, which no other work hides: 1000 cost as much as what shares do.
constexpr double longest_of_warp = 1024;

bool far(tile_statistics const& s) { return s.nearness >= 0 && s.nearness < 0.5; }

bool always(tile_statistics const&) { return true; }
constexpr question gpu_rule[] = {
    {"Are rows short and of nearly one length (mean at most 8, deviation at most 0.1 of it)?",
     [](tile_statistics const& s) { return s.rows.mean_length <= 8 && nearly_equal(s.rows); }, lengths,
     take<thread_mapped>, "regular short rows",
     "all lanes are busy, neighbours read neighbouring entries, and there is no table and no fix-up: 5-point grid of "
     "67 M nonzeros 195 us, nonzero_split 207, merge_path 269"},
    {"Are there fewer than half as many nonzeros as rows?",
     [](tile_statistics const& s) { return s.rows.mean_length < 0.5; }, items, take_sparse_rows, "hardly any nonzeros",
     "equal nonzeros could hand millions of empty rows to one share: 0.2 M rows with 19 k nonzeros, longest 128, 9.7 "
     "us "
     "where shares count both, 17.5 where they count nonzeros, 14.7 by threads; longest 8, 8.0 us by threads, 10.7"},
    {"Are rows long, many and of nearly one length (1000 of 500, deviation at most 0.1 of the mean)?",
     [](tile_statistics const& s) { return s.tiles >= 1000 && s.rows.mean_length >= 500 && nearly_equal(s.rows); },
     lengths, take<warp_mapped>, "long rows of nearly one length",
     "warps have equal work, no table and nothing to combine: 2000 rows of 10,000 157 us, nonzero_split 159, in f64 "
     "171 and 190; 5882 rows of 792 12.6, 20.6"},
    {"Are rows of nearly one length, of 40 at least, and columns far (under 50 % near)?",
     [](tile_statistics const& s) {
       return s.rows.mean_length >= 40 && far(s) && nearly_equal(s.rows) && s.tiles * 8 >= 40'000;
     },
     lengths, take_equal_rows, "rows of nearly one length, columns far",
     "gathers of many rows are in flight at once: 33 k rows of 174 19.0 us by 8 lanes, 33.2 by shares of nonzeros"},
    {"Are nonzeros many, and 64 or more a row that vary (3 M, under 99 % of columns near)?",
     [](tile_statistics const& s) {
       return s.atoms >= 3'000'000 && s.rows.mean_length >= 64 && !nearly_equal(s.rows) && s.nearness >= 0 &&
              s.nearness < 0.99;
     },
     lengths, take_marked_runs, "many nonzeros in long rows",
     "lanes take nonzeros whatever the rows, and next to no row begins on their way: 76 M nonzeros, half in one "
     "row, 170 us, nonzero_split 330; 38 k rows of 151 27.4 us, 42.8",
     true},
    {"Is it of medium size, with rows of similar length (1 M to 16 M nonzeros, longest at most 128)?",
     [](tile_statistics const& s) {
       return s.atoms >= 1'000'000 && s.atoms <= 16'000'000 && s.rows.max_length <= 128 && !scattered(s) &&
              s.rows.stddev_length <= 0.3 * s.rows.mean_length;
     },
     size, take_uncut_rows, "rows of similar length",
     "no row is cut, and the launch that would combine its parts is 2 of some 15 us: 27-point band of 2.7 M nonzeros "
     "11.7 us, in groups of 4 lanes 13.4, cut 13.9; finite elements of 5.6 M 21.6, cut 24.0"},
    {"Is it small, with no long row (at most 4 M nonzeros, longest at most 64 or four times the mean, and 1024)?",
     [](tile_statistics const& s) {
       double const longest = static_cast<double>(s.rows.max_length);
       double const bound = min_of(max_of(4 * s.rows.mean_length, s.atoms <= 16'384 ? 256.0 : 64.0), longest_of_warp);
       return s.atoms <= (mostly_empty(s) ? 1'000'000 : 4'000'000) && longest <= bound;
     },
     size, take_whole_rows, "small, no long rows",
     "small products are launch latency, and whole rows need no table of shares: 27-point stencil of 0.7 M nonzeros "
     "8.4 us by groups of 4 lanes, nonzero_split 12.4; 0.1 M random ones 9.1, 11.2; mostly empty rows 7.8 by threads, "
     "9.7"},
    {"Is it small, with rows of at most 1536 (at most 1 M nonzeros)?",
     [](tile_statistics const& s) { return s.atoms <= 1'000'000 && s.rows.max_length <= longest_in_share; }, size,
     take_shares_of_rows, "small, rows that fit a share",
     "no row is cut, and nobody waits for a part of it: coauthors of 0.4 M nonzeros, longest row 504, 9.4 us, cut ones "
     "9.8; but R-MAT 13, longest row 1926, 11.4, 11.1"},
    {"Are most rows empty?", mostly_empty, emptiness, take_empty_rows, "most rows are empty",
     "9 of 10 rows empty, 3.2 M nonzeros: nonzero_split in f64 44.5 us, thread_mapped 50.2"},
    {"Anything else: equal nonzeros a share.", always, lengths, take<nonzero_split>, "",
     "27-point band of 108 M nonzeros 225 us, merge_path 235, thread_mapped 1017; R-MAT 20 220 us, merge_path 248, "
     "warp_mapped 496, thread_mapped 6272"},
};

constexpr question host_rule[] = {
    {"Are there fewer than 4096 rows and nonzeros?", [](tile_statistics const& s) { return s.tiles + s.atoms < 4096; },
     items, take<thread_mapped>, "tiny, so nothing is cut", "one core is done before others wake"},
    {"Are most rows empty?", mostly_empty, emptiness, take<merge_path>, "most rows are empty",
     "equal nonzeros could hand most rows to one core"},
    {"Anything else: equal nonzeros a share.", always, lengths, take<nonzero_split>, "equal nonzeros a share",
     "cores get equal work whatever the rows, and long rows are cut"},
};

std::span<question const> rule_for(device_kind kind) {
  return kind == device_kind::host ? std::span<question const>(host_rule) : std::span<question const>(gpu_rule);
}

}  // namespace

row_class class_of(primitives::row_statistics const& rows) {
  double const longest = static_cast<double>(rows.max_length);
  if (longest <= 1.5 * rows.mean_length || rows.stddev_length <= 0.15 * rows.mean_length) return row_class::regular;
  return rows.stddev_length > rows.mean_length ? row_class::skewed : row_class::uneven;
}

std::string_view name_of(row_class rows) {
  if (rows == row_class::regular) return "regular";
  return rows == row_class::uneven ? "uneven" : "skewed";
}

namespace detail {

reasoned_choice choose(tile_statistics const& statistics, device_kind kind, reduction_call const& call,
                       std::vector<answered_question>* path) {
  bool const marks = !call.usual_walks && lacking(by_marks{}, call).empty();
  for (question const& q : rule_for(kind)) {
    if (q.reads_marks && !marks) continue;
    bool const yes = q.holds(statistics);
    if (path) {
      path->push_back({std::string(q.asks), q.figure(statistics), yes ? "yes" : "no", std::string(q.because)});
    }
    if (!yes) continue;
    std::string_view const rows = is_regular(statistics.rows) ? "regular rows" : "uneven rows";
    return {q.then(statistics), sentence(lengths(statistics), ": ", q.shape.empty() ? rows : q.shape)};
  }
  return {};  // not reached: the last question is always answered yes
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

int choose_threshold(std::vector<size_type> const& histogram, size_type longest, int lanes) {
  auto const tallest = std::max_element(histogram.begin(), histogram.end()) - histogram.begin();
  auto const bins = static_cast<size_type>(histogram.size());
  size_type const threshold = (tallest + 1) * longest / bins;
  return static_cast<int>(min_of(max_of(threshold, size_type{32}), size_type{64} * lanes));
}

}  // namespace detail

schedule choose_schedule(tile_statistics const& statistics, device_kind kind, reduction_call const& call) {
  return detail::with_items(detail::choose(statistics, kind, call).chosen, statistics, kind, call);
}

}  // namespace heddle
