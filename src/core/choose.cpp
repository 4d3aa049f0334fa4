// choose.cpp - the rule of `auto`, as a list of questions: which schedule for which rows, and how long shares are.
// All figures: H200, y = A x in f32, from bench_spmv.csv of bench/results/h200; that of finite elements by rows is of a
// run before it.
#include "src/core/choose.hpp"

#include <algorithm>
#include <iomanip>
#include <span>
#include <sstream>

namespace heddle {
namespace {

template <class... Parts> std::string sentence(Parts const&... parts) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1);
  (text << ... << parts);
  return text.str();
}

// The first question whose answer is yes decides.
struct question {
  std::string_view asks;
  bool (*holds)(tile_statistics const&);
  std::string (*figure)(tile_statistics const&);
  schedule (*then)(tile_statistics const&);
  std::string_view shape;  // of the rows where it decides
  std::string_view because;
};

std::string lengths(tile_statistics const& s) {
  return sentence("mean row ", s.rows.mean_length, ", longest ", s.rows.max_length);
}
std::string emptiness(tile_statistics const& s) { return sentence(s.rows.empty_rows, " of ", s.tiles, " rows"); }
std::string size(tile_statistics const& s) { return sentence(s.atoms, " nonzeros, longest row ", s.rows.max_length); }
std::string items(tile_statistics const& s) { return sentence(s.tiles + s.atoms, " rows and nonzeros"); }

template <class S> schedule take(tile_statistics const&) { return S{}; }

bool scattered(tile_statistics const& s) { return s.nearness >= 0 && s.nearness < 0.25; }

// About eight entries a lane, at least four lanes, more where gathers are slow or a row is long; a thread where rows
// are as short as that.
schedule take_whole_rows(tile_statistics const& s) {
  if (s.rows.mean_length <= 8 && s.rows.max_length <= 64) return thread_mapped{};
  int lanes = scattered(s) ? 8 : 4;
  while (lanes < 32 && (s.rows.mean_length > 8 * lanes || s.rows.max_length > 16 * lanes)) lanes *= 2;
  return group_mapped{lanes};
}

schedule take_uncut_rows(tile_statistics const&) { return nonzero_split{.at_tile_ends = true}; }

schedule take_shares_of_rows(tile_statistics const&) {
  return nonzero_split{.atoms_per_worker = 512, .at_tile_ends = true};
}

bool nearly_equal(primitives::row_statistics const& rows) { return rows.stddev_length <= 0.1 * rows.mean_length; }
bool always(tile_statistics const&) { return true; }
bool mostly_empty(tile_statistics const& s) { return s.rows.empty_rows > s.tiles / 2; }

constexpr question gpu_rule[] = {
    {"Are rows short and of nearly one length (mean at most 8, deviation at most 0.1 of it)?",
     [](tile_statistics const& s) { return s.rows.mean_length <= 8 && nearly_equal(s.rows); }, lengths,
     take<thread_mapped>, "regular short rows",
     "all lanes are busy, neighbours read neighbouring entries, and there is no table and no fix-up: 5-point grid of "
     "67 M nonzeros 195 us, nonzero_split 207, merge_path 269"},
    {"Are rows long, many and of nearly one length (1000 of 1000, deviation at most 0.1 of the mean)?",
     [](tile_statistics const& s) { return s.tiles >= 1000 && s.rows.mean_length >= 1000 && nearly_equal(s.rows); },
     lengths, take<warp_mapped>, "long rows of nearly one length",
     "warps have equal work, no table and nothing to combine: 2000 rows of 10,000 157 us, nonzero_split 159, in f64 "
     "171 and 190"},
    {"Is it of medium size, with rows of similar length (1 M to 16 M nonzeros, longest at most 128)?",
     [](tile_statistics const& s) {
       return s.atoms >= 1'000'000 && s.atoms <= 16'000'000 && s.rows.max_length <= 128 && !scattered(s) &&
              s.rows.stddev_length <= 0.3 * s.rows.mean_length;
     },
     size, take_uncut_rows, "rows of similar length",
     "no row is cut, and the launch that would combine its parts is 2 of some 15 us: 27-point band of 2.7 M nonzeros "
     "11.7 us, in groups of 4 lanes 13.4, cut 13.9; finite elements of 5.6 M 21.6, cut 24.0"},
    {"Is it small, with no long row (at most 4 M nonzeros, longest at most 64 or four times the mean)?",
     [](tile_statistics const& s) {
       double const longest = static_cast<double>(s.rows.max_length);
       double const bound = max_of(4 * s.rows.mean_length, s.atoms <= 16'384 ? 256.0 : 64.0);
       return s.atoms <= 4'000'000 && longest <= bound;
     },
     size, take_whole_rows, "small, no long rows",
     "small products are launch latency, and whole rows need one launch where cut ones need two: 27-point stencil of "
     "0.7 M nonzeros 8.4 us by groups of 4 lanes, nonzero_split 12.4; 0.1 M random ones 9.1, 11.2; mostly empty rows "
     "7.8 by threads, 9.7"},
    {"Is it small, with rows of at most 2048 (at most 1 M nonzeros)?",
     [](tile_statistics const& s) { return s.atoms <= 1'000'000 && s.rows.max_length <= 2048; }, size,
     take_shares_of_rows, "small, rows that fit a share",
     "shares that end where rows end need one launch: R-MAT 13, longest row 1926, 9.8 us, cut ones 12.4; but a row of "
     "20000 23.8, 13.2"},
    {"Are most rows empty?", mostly_empty, emptiness, take<merge_path>, "most rows are empty",
     "equal nonzeros could hand millions of empty rows to one share, where merge_path counts rows too; of large "
     "matrices not measured, it follows from how shares are cut"},
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

bool is_regular(primitives::row_statistics const& rows) { return class_of(rows) == row_class::regular; }

// Largest power of two that is <= n, at least `least`, itself a power of two.
size_type round_down(size_type n, size_type least) {
  while (least * 2 <= n) least *= 2;
  return least;
}

void note(std::vector<answered_question>* path, char const* question, std::string figure, std::string answer,
          char const* because) {
  if (path) path->push_back({question, std::move(figure), std::move(answer), because});
}

// Items (nonzeros, or rows + nonzeros) of a share where the user did not say. Never a function of the number of
// threads or of the device, so that floating-point results are the same everywhere.
int host_items(size_type total, std::vector<answered_question>* path) {
  auto const items = static_cast<int>(min_of(max_of(total / 512, size_type{4096}), size_type{1} << 24));
  note(path, "How long are shares?", sentence(total, " items"), sentence(items, " items"),
       "a few hundred shares balance any number of cores; below 4096 items the loop around them begins to show");
  return items;
}

// A half, a quarter ... of them where there would be less than two shares for each multiprocessor.
int enough_shares(size_type items, size_type total, std::vector<answered_question>* path) {
  constexpr size_type enough_blocks = 2 * 132;
  size_type const unhurried = items;
  while (items > 512 && total / items < enough_blocks) items /= 2;
  if (items < unhurried) {
    note(path, "Are there two shares for each of 132 multiprocessors?", sentence(total / unhurried, " shares"),
         sentence("no, so ", items, " items"), "small matrices leave multiprocessors idle otherwise");
  }
  return static_cast<int>(items);
}

// What a block holds of copied nonzeros.
constexpr size_type items_by_rows = 3072;

bool goes_by_rows(tile_statistics const& statistics, std::size_t value_bytes, std::vector<answered_question>* path) {
  bool const fits = nearly_equal(statistics.rows) && value_bytes <= 8 && !scattered(statistics);
  note(
      path, "Are rows of nearly one length, columns not scattered, values of at most 8 bytes?",
      sentence(lengths(statistics), ", standard deviation ", statistics.rows.stddev_length),
      fits ? sentence("yes, so by rows and shares of up to ", items_by_rows, " items") : "no",
      "lanes that work on neighbouring rows gather neighbouring elements: 27-point stencil 233 us, 253 in the order of "
      "nonzeros; but finite elements, deviation 0.13 of the mean, 157, 130");
  return fits;
}

int gpu_items(tile_statistics const& statistics, std::size_t value_bytes, size_type total,
              std::vector<answered_question>* path) {
  constexpr size_type staging_bytes = 16 * 1024;
  bool const far = scattered(statistics);
  note(path, "Are columns scattered (under 25 % of sampled entries within 32 columns of one of the next 64)?",
       statistics.nearness < 0 ? "not known" : sentence(100 * statistics.nearness, " %"),
       far ? "yes, so shares of up to 1024 items" : "no",
       "gathers in flight are what counts then, and short shares leave registers for them: R-MAT 20 220 us, in f64 "
       "234, 242 with 2048 items; but rows with nearby columns 178 us, 105 with 2048");
  size_type longest = 1024;
  if (!far) {
    longest = is_regular(statistics.rows) || statistics.nearness >= 0.7 ? 4096 : 2048;
    note(
        path,
        "Are rows regular (longest at most 1.5 times the mean, or deviation at most 0.15 of it), or columns near (70 % "
        "of the samples)?",
        sentence(lengths(statistics), ", standard deviation ", statistics.rows.stddev_length),
        sentence(longest == 4096 ? "yes" : "no", ", so shares of up to ", longest, " items"),
        "little is gathered from afar then: finite elements 128 us with 4096 items, 142 with 2048; hubs 188, 182");
  }
  size_type const shares = total / longest;
  while (longest > 1024 && total / longest < 16 * 132) longest /= 2;
  if (total / longest > shares) {
    note(path, "Are there 16 shares for each of 132 multiprocessors?", sentence(shares, " shares"),
         sentence("no, so up to ", longest, " items"),
         "the last to run leave others idle: R-MAT 16 22.7 us with 1024 items, 23.4 with 2048");
  }
  size_type const fits = staging_bytes / max_of(static_cast<size_type>(value_bytes), size_type{4});
  size_type items = round_down(min_of(longest, fits), 32);
  if (items < longest) {
    note(path, "Do their products fit into 16 KB of shared memory?", sentence(value_bytes, " bytes a value"),
         sentence("no, so ", items, " items"), "more starves the first-level cache, which serves the gathers");
  }
  return enough_shares(items, total, path);
}

struct share_length {
  tile_statistics const& statistics;
  device_kind kind;
  std::size_t value_bytes;
  std::vector<answered_question>* path;

  int operator()(size_type total) const {
    return kind == device_kind::host ? host_items(total, path) : gpu_items(statistics, value_bytes, total, path);
  }
};

template <class S> void set_items(S&, share_length const&) {}

void set_items(merge_path& s, share_length const& length) {
  if (s.items_per_worker == 0) s.items_per_worker = length(length.statistics.tiles + length.statistics.atoms);
}

// Shares that end with rows leave room for the one that they may take back.
void set_items(nonzero_split& s, share_length const& length) {
  if (s.atoms_per_worker != 0) return;
  size_type const total = length.statistics.atoms;
  if (length.kind == device_kind::cuda) {
    s.by_rows = s.by_rows || goes_by_rows(length.statistics, length.value_bytes, length.path);
  }
  s.atoms_per_worker =
      s.by_rows && length.kind == device_kind::cuda ? enough_shares(items_by_rows, total, length.path) : length(total);
  auto const longest = length.statistics.rows.max_length;
  if (s.at_tile_ends && longest <= s.atoms_per_worker / 2) s.atoms_per_worker -= static_cast<int>(longest) - 1;
}

// As many rows a claim as a block stages on average, less a tenth; few claims in all on a host.
void set_items(dynamic& s, share_length const& length) {
  if (s.tiles_per_worker != 0) return;
  double const mean = max_of(length.statistics.rows.mean_length, 0.25);
  double const staged = 0.9 * 16 * 1024 / static_cast<double>(max_of(length.value_bytes, std::size_t{4}));
  double const atoms = length.kind == device_kind::host ? length(length.statistics.atoms) : staged;
  s.tiles_per_worker = static_cast<int>(min_of(max_of(atoms / mean, 1.0), 65536.0));
}

// Long runs leave few partials; short ones keep 64 warps busy on each of 132 multiprocessors.
void set_items(coo& s, share_length const& length) {
  if (s.atoms_per_worker != 0) return;
  constexpr size_type enough_warps = 64 * 132;
  size_type const atoms = length.statistics.atoms;
  if (s.marked && length.kind == device_kind::cuda) {
    s.atoms_per_worker = static_cast<int>(min_of(marked_share(atoms, enough_warps / 2), size_type{4096}));
    return;
  }
  s.atoms_per_worker = length.kind == device_kind::host
                           ? length(atoms)
                           : static_cast<int>(round_down(min_of(atoms / enough_warps, size_type{1024}), 64));
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

schedule with_items(schedule const& chosen, tile_statistics const& statistics, device_kind kind,
                    std::size_t value_bytes, std::vector<answered_question>* path) {
  if (chosen.user()) return chosen;
  schedule_table built_in = chosen.built_in();
  return std::visit(
      [&](auto& s) {
        set_items(s, share_length{statistics, kind, value_bytes, path});
        return schedule(s);
      },
      built_in);
}

reasoned_choice choose(tile_statistics const& statistics, device_kind kind, std::vector<answered_question>* path) {
  for (question const& q : rule_for(kind)) {
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

schedule choose_schedule(tile_statistics const& statistics, device_kind kind, std::size_t value_bytes) {
  return detail::with_items(detail::choose(statistics, kind).chosen, statistics, kind, value_bytes);
}

}  // namespace heddle
