// choose_shares.cpp - what the rule of `auto` leaves to the plan: how long shares are, and how a block sums their rows.
// Figures as in choose.cpp.
#include "src/core/choose.hpp"
#include "src/core/row_shapes.hpp"

namespace heddle::detail {
namespace {

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

// Up to this many, rows are scanned for the launch that it saves, even where they are alike (not measured above); from
// that many on, with scattered columns, nothing counts but gathers in flight.
constexpr size_type at_once = 1'000'000, large = 16'000'000;

bool goes_by_scan(tile_statistics const& statistics, std::size_t value_bytes, std::vector<answered_question>* path) {
  double const alike = share_alike(statistics.rows);
  bool const spread = statistics.rows.stddev_length >= 0.5 * statistics.rows.mean_length && alike <= 0.92;
  bool const few = statistics.atoms <= at_once;
  bool const fits = (spread || few) && value_bytes <= 8 && !(scattered(statistics) && statistics.atoms >= large);
  note(
      path,
      "Do rows differ in length (deviation at least 0.5 of the mean, under 92 % alike), or are nonzeros few (1 M)?",
      sentence(lengths(statistics), ", standard deviation ", statistics.rows.stddev_length, ", ", 100 * alike,
               " % within two powers of two"),
      fits ? "yes, so by a segmented scan" : "no",
      "lanes that take a row each wait for the longest of theirs: R-MAT 16 17.7 us by a scan, 21.7 by rows; few shares "
      "need no second launch then; but geometric graphs, deviation 0.3 of the mean, 166, 154, and with 16 M nonzeros "
      "and scattered columns, R-MAT 20, 219, 215; values of more than 8 bytes are not scanned");
  return fits;
}

int gpu_items(tile_statistics const& statistics, std::size_t value_bytes, size_type total, bool scanned,
              std::vector<answered_question>* path) {
  constexpr size_type staging_bytes = 16 * 1024;
  bool const far = scattered(statistics) && !(scanned && !mostly_empty(statistics));
  note(path, "Are columns scattered (under 25 % of sampled entries within 32 columns of one of the next 64)?",
       statistics.nearness < 0 ? "not known" : sentence(100 * statistics.nearness, " %"),
       far                     ? "yes, so shares of up to 1024 items"
       : scattered(statistics) ? "yes, but a scan does not mind"
                               : "no",
       "gathers in flight are what counts then, and short shares leave registers for them: R-MAT 20 215 us, in f64 "
       "239, 248 with 2048 items; but rows with nearby columns 178 us, 105 with 2048, and scans of rows that differ "
       "want 2048 wherever columns lie");
  size_type longest = 1024;
  if (!far) {
    longest = is_regular(statistics.rows) || statistics.nearness >= 0.7 ? 4096 : 2048;
    note(path,
         "Are rows regular (longest at most 1.5 times the mean, or deviation 0.15 of it), or columns near (70 %)?",
         sentence(lengths(statistics), ", standard deviation ", statistics.rows.stddev_length),
         sentence(longest == 4096 ? "yes" : "no", ", so shares of up to ", longest, " items"),
         "little is gathered from afar then: finite elements 128 us with 4096 items, 142 with 2048; hubs 188, 182");
  }
  size_type const shares = total / longest, least = scanned || statistics.nearness >= 0.5 ? 2048 : 1024;
  while (longest > least && total / longest < 16 * 132) longest /= 2;
  if (total / longest > shares) {
    note(
        path, "Are there 16 shares for each of 132 multiprocessors?", sentence(shares, " shares"),
        sentence("no, so up to ", longest, " items"),
        "the last to run leave others idle: 2.8 M nonzeros with few long rows 30.3 us with 1024 items, 33.0 with 2048; "
        "but a mesh with nearby columns 16.9, 13.6");
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

  int operator()(size_type total, bool scanned = false) const {
    if (kind == device_kind::host) return host_items(total, path);
    return gpu_items(statistics, value_bytes, total, scanned, path);
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
  bool const on_gpu = length.kind == device_kind::cuda;
  if (on_gpu && length.value_bytes > 8) s.scanned = false;
  if (on_gpu && !s.by_rows && !s.scanned) {
    s.by_rows = goes_by_rows(length.statistics, length.value_bytes, length.path);
    s.scanned = !s.by_rows && goes_by_scan(length.statistics, length.value_bytes, length.path);
  }
  s.atoms_per_worker =
      s.by_rows && on_gpu ? enough_shares(items_by_rows, total, length.path) : length(total, s.scanned);
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

}  // namespace heddle::detail
