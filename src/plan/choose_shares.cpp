// choose_shares.cpp - what the rule of `auto` leaves to the plan: how long shares are, and how a block sums their rows.
// reasons.cpp has the measurements behind each question.
#include <heddle/seam/plan/plan.hpp>
#include <limits>

#include "src/plan/choose.hpp"
#include "src/plan/walk_table.hpp"

namespace heddle::detail {
namespace {

// Largest power of two that is <= n, at least `least`, itself a power of two.
size_type round_down(size_type n, size_type least) {
  while (least * 2 <= n) least *= 2;
  return least;
}

// Up to this many, rows are scanned for the launch that it saves, even where they are alike (not measured above); from
// that many on, with scattered columns, nothing counts but gathers in flight.
constexpr size_type at_once = 1'000'000, large = 16'000'000;

// So many shares for each multiprocessor looked back when sums of rows, and longer shares, were measured. More do since
// (`gpu_tuning.looking_back`), but by these times sums chose worse for it: 0.973 for 0.976 on shapes held out.
constexpr size_type measured_looking_back = 8;

// Rows that differ get shares as long where a mask, or what is absent, keeps them from being scanned (2048 or 1024
// items were not measured side by side).
bool differ(tile_statistics const& s) {
  bool const spread = s.rows.stddev_length >= 0.5 * s.rows.mean_length && share_alike(s.rows) <= 0.92;
  return (spread || long_rows(s) || s.atoms <= at_once) && !(scattered(s) && s.atoms >= large);
}

// Items (nonzeros, or rows + nonzeros) of a share where the user did not say. Never a function of the number of
// threads or of the device, so that floating-point results are the same everywhere.
class share_rule {
 public:
  share_rule(facts const& known, std::vector<reason>* reasons)
      : s(known.statistics), call(known.call), on_gpu(known.on_gpu), reasons_(reasons) {}

  tile_statistics const& s;
  reduction_call const& call;
  bool const on_gpu;

  int items(size_type total, bool scanned = false) const {
    if (!on_gpu) return host_items(total);
    return call.columns > 0 ? dense_items(total, call) : gpu_items(total, scanned);
  }

  bool by_entries() const {
    bool const fits = nearly_equal(s.rows) && !long_rows(s) && call.value_bytes <= gpu_tuning.max_scanned_bytes &&
                      !scattered(s) && !lacks(by_block_entries::needs, call);
    return note({question::by_entries, fits}).yes;
  }

  bool by_scan() const { return note({question::by_scan, differ(s) && !lacks(by_block_scan::needs, call)}).yes; }

  // A half, a quarter ... of them where there would be less than two shares for each multiprocessor.
  int enough_shares(size_type items, size_type total) const {
    constexpr size_type enough_blocks = gpu_tuning.fewest_shares * gpu_tuning.multiprocessors;
    size_type const unhurried = items;
    while (items > gpu_tuning.least_share && total / items < enough_blocks) items /= 2;
    if (items < unhurried) note({question::few_shares, false, items, total / unhurried});
    return static_cast<int>(items);
  }

  // Scanned shares as long as a block holds, where that spares the launch that combines them.
  int long_enough_to_look_back(int items) const {
    auto const most = static_cast<int>(min_of(gpu_tuning.long_share, longest_share(by_block_scan{}, call)));
    size_type const total = s.atoms;
    auto const one_launch = [&](int n) { return closes_in_one_launch(n, total, true, s, call); };
    if (items < gpu_tuning.usual_share || items >= most || one_launch(items)) return items;
    bool const measured = total <= measured_looking_back * gpu_tuning.multiprocessors * most;
    bool const longer = measured && one_launch(most) && s.tiles <= total;
    note({question::look_back, longer, most, total / most, items});
    return longer ? most : items;
  }

 private:
  reason note(reason const& found) const {
    if (reasons_) reasons_->push_back(found);
    return found;
  }

  int host_items(size_type total) const {
    auto const items = static_cast<int>(min_of(max_of(total / 512, size_type{4096}), size_type{1} << 24));
    note({question::host_share, true, items, total});
    return items;
  }

  int gpu_items(size_type total, bool scanned) const {
    bool const far = scattered(s) && !(scanned && !mostly_empty(s));
    note({question::scattered, far, gpu_tuning.short_share});
    size_type longest = gpu_tuning.short_share;
    if (!far) {
      bool const near = is_regular(s.rows) || s.nearness >= 0.7;
      longest = near ? gpu_tuning.long_share : gpu_tuning.usual_share;
      note({question::near, near, longest});
    }
    size_type const shares = total / longest,
                    least = scanned || s.nearness >= 0.5 ? gpu_tuning.usual_share : gpu_tuning.short_share;
    constexpr size_type even = gpu_tuning.even_shares * gpu_tuning.multiprocessors;
    while (longest > least && total / longest < even) longest /= 2;
    if (total / longest > shares) note({question::uneven_end, false, longest, shares});
    size_type const fits = gpu_tuning.staged_bytes / max_of(static_cast<size_type>(call.value_bytes), size_type{4});
    size_type const items = round_down(min_of(longest, fits), 32);
    if (items < longest) note({question::staged, false, items});
    return enough_shares(items, total);
  }

  std::vector<reason>* reasons_;
};

using asked_walk = std::optional<walk>;

// Of the walk that the call gets where one was asked for.
walk_needs needs_in_call(asked_walk const& by, reduction_call const& call) {
  return by ? needs_of(settled(*by, call)) : walk_needs{};
}

// Marks are read by whole words, and by all lanes of a warp.
int in_whole_marks(int atoms) {
  constexpr int unit = static_cast<int>(marked_place);
  int const up = atoms > std::numeric_limits<int>::max() - unit ? atoms : atoms + unit - 1;
  return up / unit * unit;
}

template <class S> void set_items(S&, asked_walk&, share_rule const&) {}

// Shares by a scan, or by entries, are as long as a block holds.
void set_items(merge_path& s, asked_walk& by, share_rule const& rule) {
  if (s.items_per_worker != 0) return;
  s.items_per_worker = rule.items(rule.s.tiles + rule.s.atoms, needs_in_call(by, rule.call).scans);
  if (rule.on_gpu && needs_in_call(by, rule.call).copies) {
    s.items_per_worker = min_of(s.items_per_worker, gpu_tuning.most_copied());
  }
}

// Shares that end with rows leave room for the one that they may take back.
void set_items(nonzero_split& s, asked_walk& by, share_rule const& rule) {
  if (s.atoms_per_worker != 0) return;
  if (rule.on_gpu && !by && rule.call.columns == 0) {
    if (rule.by_entries()) {
      by = by_block_entries{};
    } else if (rule.by_scan()) {
      by = by_block_scan{};
    }
  }
  bool const scanned = needs_in_call(by, rule.call).scans;
  s.atoms_per_worker = rule.on_gpu && needs_in_call(by, rule.call).copies
                           ? rule.enough_shares(gpu_tuning.most_copied(), rule.s.atoms)
                           : rule.items(rule.s.atoms, scanned || (!by && !rule.call.full && differ(rule.s)));
  if (rule.on_gpu && !s.at_tile_ends && scanned) {
    s.atoms_per_worker = rule.long_enough_to_look_back(s.atoms_per_worker);
  }
  auto const longest = rule.s.rows.max_length;
  if (s.at_tile_ends && longest <= s.atoms_per_worker / 2) s.atoms_per_worker -= static_cast<int>(longest) - 1;
}

// As many rows a claim as a block stages on average, less a tenth; few claims in all on a host.
void set_items(dynamic& s, asked_walk&, share_rule const& rule) {
  if (s.tiles_per_worker != 0) return;
  double const mean = max_of(rule.s.rows.mean_length, 0.25);
  double const staged =
      0.9 * gpu_tuning.staged_bytes / static_cast<double>(max_of(rule.call.value_bytes, std::size_t{4}));
  double const atoms = rule.on_gpu ? staged : rule.items(rule.s.atoms);
  if (rule.on_gpu && rule.call.columns > 0) {
    s.tiles_per_worker = 1;  // nothing is staged, and groups of lanes are many
    return;
  }
  s.tiles_per_worker = static_cast<int>(min_of(max_of(atoms / mean, 1.0), 65536.0));
}

// Long runs leave few partials; short ones keep every multiprocessor as full as it can be.
void set_items(coo& s, asked_walk& by, share_rule const& rule) {
  if (s.atoms_per_worker != 0) return;
  constexpr size_type enough_warps = gpu_tuning.resident_warps * gpu_tuning.multiprocessors;
  size_type const atoms = rule.s.atoms;
  if (by && needs_of(*by).marks && rule.on_gpu) {
    size_type const resident = gpu_tuning.blocks_of_marks(rule.call.value_bytes) * gpu_tuning.multiprocessors;
    size_type items = 4 * gpu_tuning.marked_threads;  // doubled until all shares are resident at once, if they can be
    while (items < gpu_tuning.usual_share && items * resident < atoms) items *= 2;
    s.atoms_per_worker = static_cast<int>(items);
    return;
  }
  s.atoms_per_worker = rule.on_gpu
                           ? static_cast<int>(round_down(min_of(atoms / enough_warps, gpu_tuning.short_share), 64))
                           : rule.items(atoms);
}

}  // namespace

bool closes_in_one_launch(size_type items, size_type total, bool scanned, tile_statistics const& statistics,
                          reduction_call const& call) {
  if (total <= items) return true;
  size_type const most = (call.gathers ? gpu_tuning.looking_back : measured_looking_back) * gpu_tuning.multiprocessors;
  return scanned && statistics.rows.max_length <= gpu_tuning.max_run * items && total <= most * items;
}

schedule with_items(schedule const& chosen, facts const& known, std::vector<reason>* reasons) {
  if (chosen.user()) return chosen;
  schedule_table built_in = chosen.built_in();
  asked_walk by = chosen.asked_walk();
  return std::visit(
      [&](auto& s) {
        set_items(s, by, share_rule(known, reasons));
        if constexpr (requires { s.equal_atoms(), s.atoms_per_worker; }) {
          if (by && needs_of(*by).marks) s.atoms_per_worker = in_whole_marks(s.atoms_per_worker);
        }
        return by ? schedule(s, *by) : schedule(s);
      },
      built_in);
}

}  // namespace heddle::detail
