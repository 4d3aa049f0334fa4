// choose.cpp - the rule of `auto`: which schedule for which rows, and how long shares are.
#include "src/core/choose.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace heddle {
namespace {

bool is_regular(primitives::row_statistics const& rows) {
  double const longest = static_cast<double>(rows.max_length);
  return longest <= 1.5 * rows.mean_length || rows.stddev_length <= 0.15 * rows.mean_length;
}

// Largest power of two that is <= n, at least `least`, itself a power of two.
size_type round_down(size_type n, size_type least) {
  while (least * 2 <= n) least *= 2;
  return least;
}

// Items (nonzeros, or rows + nonzeros) of a share where the user did not say. Never a function of the number of
// threads or of the device, so that floating-point results are the same everywhere.
// GPU, measured on an H200: regular rows run fastest with long shares, 256 threads x 16 items in f32 and x 8 in f64, as
// far as shared memory goes without starving the first-level cache; power-law and random columns want 256 x 4, as the
// gathers in flight are what counts. Random columns are guessed from uneven rows. Small matrices get shorter shares,
// down to two items a thread, until two blocks for each of 132 multiprocessors are there.
// Host: a few hundred shares balance any number of cores; below 4096 items the loop around them begins to show.
int choose_items(tile_statistics const& statistics, device_kind kind, std::size_t value_bytes, size_type total) {
  if (kind == device_kind::host) {
    return static_cast<int>(min_of(max_of(total / 512, size_type{4096}), size_type{1} << 24));
  }
  constexpr size_type staging_bytes = 16 * 1024, enough_blocks = 2 * 132;
  size_type const longest = is_regular(statistics.rows) ? 4096 : 1024;
  size_type const fits = staging_bytes / max_of(static_cast<size_type>(value_bytes), size_type{4});
  size_type items = round_down(min_of(longest, fits), 32);
  while (items > 512 && total / items < enough_blocks) items /= 2;
  return static_cast<int>(items);
}

template <class S> void set_items(S&, tile_statistics const&, device_kind, std::size_t) {}

void set_items(merge_path& s, tile_statistics const& statistics, device_kind kind, std::size_t value_bytes) {
  size_type const total = statistics.tiles + statistics.atoms;
  if (s.items_per_worker == 0) s.items_per_worker = choose_items(statistics, kind, value_bytes, total);
}

void set_items(nonzero_split& s, tile_statistics const& statistics, device_kind kind, std::size_t value_bytes) {
  if (s.atoms_per_worker == 0) s.atoms_per_worker = choose_items(statistics, kind, value_bytes, statistics.atoms);
}

// About 1024 nonzeros a claim on a GPU, four for each thread of a block; few claims in all on a host.
void set_items(dynamic& s, tile_statistics const& statistics, device_kind kind, std::size_t value_bytes) {
  if (s.tiles_per_worker != 0) return;
  double const mean = max_of(statistics.rows.mean_length, 0.25);
  double const atoms = kind == device_kind::host ? choose_items(statistics, kind, value_bytes, statistics.atoms) : 1024;
  s.tiles_per_worker = static_cast<int>(min_of(max_of(atoms / mean, 1.0), 65536.0));
}

// Long runs leave few partials; short ones keep 64 warps busy on each of 132 multiprocessors.
void set_items(coo& s, tile_statistics const& statistics, device_kind kind, std::size_t value_bytes) {
  if (s.atoms_per_worker != 0) return;
  constexpr size_type enough_warps = 64 * 132;
  s.atoms_per_worker = kind == device_kind::host
                           ? choose_items(statistics, kind, value_bytes, statistics.atoms)
                           : static_cast<int>(round_down(min_of(statistics.atoms / enough_warps, size_type{1024}), 64));
}

std::string describe(tile_statistics const& statistics, std::string_view shape) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << "mean row " << statistics.rows.mean_length << ", longest "
       << statistics.rows.max_length << ": " << shape;
  return text.str();
}

struct choice {
  schedule chosen;
  std::string_view shape;
};

choice choose_for_host(tile_statistics const& statistics) {
  if (statistics.tiles + statistics.atoms < 4096) return {thread_mapped{}, "tiny, so nothing is cut"};
  if (statistics.rows.empty_rows > statistics.tiles / 2) return {merge_path{}, "most rows are empty"};
  return {nonzero_split{}, "equal nonzeros a share"};
}

schedule group_of(double mean_length) {
  int lanes = 2;
  while (lanes < 32 && mean_length > 1.5 * lanes) lanes *= 2;
  return group_mapped{lanes};
}

// Small matrices are launch latency: whole-tile schedules are one launch without a table or a fix-up. They also win
// where lanes stay busy, on short rows of equal length (H200, 5-point grid of 67 M nonzeros, f32: thread_mapped 192 us,
// nonzero_split 211, merge_path 311). Everything else takes shares of equal nonzeros (27-point band: nonzero_split 232,
// merge_path 335, thread_mapped 566); merge-path only where a share could be handed mostly empty rows.
choice choose_for_gpu(tile_statistics const& statistics) {
  constexpr size_type small = 100'000;
  primitives::row_statistics const& rows = statistics.rows;
  auto const longest = static_cast<double>(rows.max_length);
  if (rows.mean_length <= 8 && longest <= 2 * rows.mean_length) return {thread_mapped{}, "regular short rows"};
  if (rows.empty_rows > statistics.tiles / 2) return {merge_path{}, "most rows are empty"};
  if (statistics.atoms <= small && longest <= max_of(4 * rows.mean_length, 64.0)) {
    return {group_of(rows.mean_length), "small, no long rows"};
  }
  return {nonzero_split{}, is_regular(rows) ? "regular rows" : "uneven rows"};
}

}  // namespace

namespace detail {

schedule with_items(schedule const& chosen, tile_statistics const& statistics, device_kind kind,
                    std::size_t value_bytes) {
  if (chosen.user()) return chosen;
  schedule_table built_in = chosen.built_in();
  return std::visit(
      [&](auto& s) {
        set_items(s, statistics, kind, value_bytes);
        return schedule(s);
      },
      built_in);
}

reasoned_choice choose(tile_statistics const& statistics, device_kind kind) {
  choice const best = kind == device_kind::host ? choose_for_host(statistics) : choose_for_gpu(statistics);
  return {best.chosen, describe(statistics, best.shape)};
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
