// choose_shares.cpp - what the rule of `auto` leaves to the plan: how long shares are, and how a block sums their rows.
// Figures as in choose.cpp.
#include <heddle/seam/plan/tile_marks.hpp>

#include "src/plan/choose.hpp"
#include "src/plan/row_shapes.hpp"
#include "src/plan/walk_table.hpp"

namespace heddle::detail {
namespace {

// Largest power of two that is <= n, at least `least`, itself a power of two.
size_type round_down(size_type n, size_type least) {
  while (least * 2 <= n) least *= 2;
  return least;
}

// No sentence is made where nobody reads it: `path` is asked before.
void note(std::vector<answered_question>* path, std::string question, std::string figure, std::string answer,
          char const* because) {
  path->push_back({std::move(question), std::move(figure), std::move(answer), because});
}

// Items (nonzeros, or rows + nonzeros) of a share where the user did not say. Never a function of the number of
// threads or of the device, so that floating-point results are the same everywhere.
int host_items(size_type total, std::vector<answered_question>* path) {
  auto const items = static_cast<int>(min_of(max_of(total / 512, size_type{4096}), size_type{1} << 24));
  if (path) {
    note(path, "How long are shares?", sentence(total, " items"), sentence(items, " items"),
         "a few hundred shares balance any number of cores; below 4096 items the loop around them begins to show");
  }
  return items;
}

// A half, a quarter ... of them where there would be less than two shares for each multiprocessor.
int enough_shares(size_type items, size_type total, std::vector<answered_question>* path) {
  constexpr size_type enough_blocks = gpu_tuning.fewest_shares * gpu_tuning.multiprocessors;
  size_type const unhurried = items;
  while (items > gpu_tuning.least_share && total / items < enough_blocks) items /= 2;
  if (path && items < unhurried) {
    note(path,
         sentence("Are there ", gpu_tuning.fewest_shares, " shares for each of ", gpu_tuning.multiprocessors,
                  " multiprocessors?"),
         sentence(total / unhurried, " shares"), sentence("no, so ", items, " items"),
         "small matrices leave multiprocessors idle otherwise");
  }
  return static_cast<int>(items);
}

// Lanes that take such a row alone have no neighbours left to gather beside: a block sums them faster.
bool long_rows(tile_statistics const& statistics) { return statistics.rows.mean_length > 256; }

bool goes_by_entries(tile_statistics const& statistics, reduction_call const& call,
                     std::vector<answered_question>* path) {
  bool const fits = nearly_equal(statistics.rows) && !long_rows(statistics) &&
                    call.value_bytes <= gpu_tuning.max_scanned_bytes && !scattered(statistics) &&
                    lacking(by_block_entries{}, call).empty();
  if (path) {
    note(path, "Are rows of nearly one length, at most 256, columns not scattered, values of at most 8 bytes?",
         sentence(lengths(statistics), ", standard deviation ", statistics.rows.stddev_length),
         fits ? sentence("yes, so by entries and shares of up to ", gpu_tuning.most_copied(), " items") : "no",
         "lanes that work on neighbouring rows gather neighbouring elements: 27-point stencil 233 us, 253 in the order "
         "of nonzeros; but finite elements, deviation 0.13 of the mean, 157, 130");
  }
  return fits;
}

// Up to this many, rows are scanned for the launch that it saves, even where they are alike (not measured above); from
// that many on, with scattered columns, nothing counts but gathers in flight.
constexpr size_type at_once = 1'000'000, large = 16'000'000;

// Rows that differ get shares as long where a mask, or what is absent, keeps them from being scanned (2048 or 1024
// items were not measured side by side).
bool differ(tile_statistics const& statistics) {
  auto const& rows = statistics.rows;
  bool const spread = rows.stddev_length >= 0.5 * rows.mean_length && share_alike(rows) <= 0.92;
  return (spread || long_rows(statistics) || statistics.atoms <= at_once) &&
         !(scattered(statistics) && statistics.atoms >= large);
}

bool goes_by_scan(tile_statistics const& statistics, reduction_call const& call, std::vector<answered_question>* path) {
  double const alike = share_alike(statistics.rows);
  bool const fits = differ(statistics) && lacking(by_block_scan{}, call).empty();
  if (path) {
    note(path,
         "Do rows differ in length (deviation at least 0.5 of the mean, under 92 % alike), are they long (256), or "
         "nonzeros few (1 M)?",
         sentence(lengths(statistics), ", standard deviation ", statistics.rows.stddev_length, ", ", 100 * alike,
                  " % within two powers of two"),
         fits ? "yes, so by a segmented scan" : "no",
         "lanes that take a row each wait for the longest of theirs: R-MAT 16 17.7 us by a scan, 21.7 by rows; few "
         "shares need no second launch then; but geometric graphs, deviation 0.3 of the mean, 166, 154, and with 16 M "
         "nonzeros "
         "and scattered columns, R-MAT 20, 219, 215; values of more than 8 bytes, and masked rows, are not scanned");
  }
  return fits;
}

int gpu_items(tile_statistics const& statistics, std::size_t value_bytes, size_type total, bool scanned,
              std::vector<answered_question>* path) {
  bool const far = scattered(statistics) && !(scanned && !mostly_empty(statistics));
  if (path) {
    note(path, "Are columns scattered (under 25 % of sampled entries within 32 columns of one of the next 64)?",
         statistics.nearness < 0 ? "not known" : sentence(100 * statistics.nearness, " %"),
         far                     ? sentence("yes, so shares of up to ", gpu_tuning.short_share, " items")
         : scattered(statistics) ? "yes, but a scan does not mind"
                                 : "no",
         "gathers in flight are what counts then, and short shares leave registers for them: R-MAT 20 215 us, in f64 "
         "239, 248 with 2048 items; but rows with nearby columns 178 us, 105 with 2048, and scans of rows that differ "
         "want 2048 wherever columns lie");
  }
  size_type longest = gpu_tuning.short_share;
  if (!far) {
    bool const near = is_regular(statistics.rows) || statistics.nearness >= 0.7;
    longest = near ? gpu_tuning.long_share : gpu_tuning.usual_share;
    if (path) {
      note(path,
           "Are rows regular (longest at most 1.5 times the mean, or deviation 0.15 of it), or columns near (70 %)?",
           sentence(lengths(statistics), ", standard deviation ", statistics.rows.stddev_length),
           sentence(near ? "yes" : "no", ", so shares of up to ", longest, " items"),
           "little is gathered from afar then: finite elements 128 us with 4096 items, 142 with 2048; hubs 188, 182");
    }
  }
  size_type const shares = total / longest,
                  least = scanned || statistics.nearness >= 0.5 ? gpu_tuning.usual_share : gpu_tuning.short_share;
  constexpr size_type even = gpu_tuning.even_shares * gpu_tuning.multiprocessors;
  while (longest > least && total / longest < even) longest /= 2;
  if (path && total / longest > shares) {
    note(path,
         sentence("Are there ", gpu_tuning.even_shares, " shares for each of ", gpu_tuning.multiprocessors,
                  " multiprocessors?"),
         sentence(shares, " shares"), sentence("no, so up to ", longest, " items"),
         "the last to run leave others idle: 2.8 M nonzeros with few long rows 30.3 us with 1024 items, 33.0 with "
         "2048; but a mesh with nearby columns 16.9, 13.6");
  }
  size_type const fits = gpu_tuning.staged_bytes / max_of(static_cast<size_type>(value_bytes), size_type{4});
  size_type items = round_down(min_of(longest, fits), 32);
  if (items < longest) {
    if (path) {
      note(path, sentence("Do their products fit into ", gpu_tuning.staged_bytes / 1024, " KB of shared memory?"),
           sentence(value_bytes, " bytes a value"), sentence("no, so ", items, " items"),
           "more starves the first-level cache, which serves the gathers");
    }
  }
  return enough_shares(items, total, path);
}

// Scanned shares as long as a block holds, where that spares the launch that combines them.
int long_enough_to_look_back(int items, tile_statistics const& statistics, reduction_call const& call,
                             std::vector<answered_question>* path) {
  auto const most = static_cast<int>(min_of(gpu_tuning.long_share, longest_share(by_block_scan{}, call)));
  size_type const total = statistics.atoms;
  auto const one_launch = [&](int n) { return closes_in_one_launch(n, total, true, statistics); };
  if (items < gpu_tuning.usual_share || items >= most || one_launch(items)) return items;
  bool const longer = one_launch(most) && statistics.tiles <= total;
  if (path) {
    note(path, sentence("Are shares of ", most, " items few enough to look back, as those of ", items, " are not?"),
         sentence(total / most, " shares"), longer ? sentence("yes, so ", most, " items") : "no",
         "a second launch costs more than long shares: R-MAT 17, 3.3 M nonzeros, 29.3 us with 4096 items, 34.6 with "
         "2048; but R-MAT 16, whose shares look back anyway, 21.6, 21.2");
  }
  return longer ? most : items;
}

struct share_length {
  tile_statistics const& statistics;
  device_kind kind;
  reduction_call const& call;
  std::vector<answered_question>* path;

  bool on_gpu() const { return kind == device_kind::cuda; }
  int operator()(size_type total, bool scanned = false) const {
    if (!on_gpu()) return host_items(total, path);
    if (call.columns > 0) return dense_items(total, call);
    return gpu_items(statistics, call.value_bytes, total, scanned, path);
  }
};

using asked_walk = std::optional<walk>;

template <class W> bool is(asked_walk const& by, reduction_call const& call) {
  return by && std::holds_alternative<W>(settled(*by, call));
}

// Marks are read by whole words, and by all lanes of a warp.
int in_whole_marks(int atoms) {
  int const unit = static_cast<int>(marked_share(1, 1));
  return atoms > (1 << 30) ? atoms : (atoms + unit - 1) / unit * unit;
}

template <class S> void set_items(S&, asked_walk&, share_length const&) {}

// Shares by a scan, or by entries, are as long as a block holds.
void set_items(merge_path& s, asked_walk& by, share_length const& length) {
  if (s.items_per_worker != 0) return;
  s.items_per_worker = length(length.statistics.tiles + length.statistics.atoms, is<by_block_scan>(by, length.call));
  if (length.on_gpu() && is<by_block_entries>(by, length.call)) {
    s.items_per_worker = min_of(s.items_per_worker, gpu_tuning.most_copied());
  }
}

// Shares that end with rows leave room for the one that they may take back.
void set_items(nonzero_split& s, asked_walk& by, share_length const& length) {
  if (s.atoms_per_worker != 0) return;
  size_type const total = length.statistics.atoms;
  if (length.on_gpu() && !by && length.call.columns == 0) {
    if (goes_by_entries(length.statistics, length.call, length.path)) {
      by = by_block_entries{};
    } else if (goes_by_scan(length.statistics, length.call, length.path)) {
      by = by_block_scan{};
    }
  }
  s.atoms_per_worker = length.on_gpu() && is<by_block_entries>(by, length.call)
                           ? enough_shares(gpu_tuning.most_copied(), total, length.path)
                           : length(total, is<by_block_scan>(by, length.call) ||
                                               (!by && !length.call.full && differ(length.statistics)));
  if (length.on_gpu() && !s.at_tile_ends && is<by_block_scan>(by, length.call)) {
    s.atoms_per_worker = long_enough_to_look_back(s.atoms_per_worker, length.statistics, length.call, length.path);
  }
  auto const longest = length.statistics.rows.max_length;
  if (s.at_tile_ends && longest <= s.atoms_per_worker / 2) s.atoms_per_worker -= static_cast<int>(longest) - 1;
}

// As many rows a claim as a block stages on average, less a tenth; few claims in all on a host.
void set_items(dynamic& s, asked_walk&, share_length const& length) {
  if (s.tiles_per_worker != 0) return;
  double const mean = max_of(length.statistics.rows.mean_length, 0.25);
  double const staged =
      0.9 * gpu_tuning.staged_bytes / static_cast<double>(max_of(length.call.value_bytes, std::size_t{4}));
  double const atoms = length.kind == device_kind::host ? length(length.statistics.atoms) : staged;
  if (length.on_gpu() && length.call.columns > 0) {
    s.tiles_per_worker = 1;  // nothing is staged, and groups of lanes are many
    return;
  }
  s.tiles_per_worker = static_cast<int>(min_of(max_of(atoms / mean, 1.0), 65536.0));
}

// Long runs leave few partials; short ones keep every multiprocessor as full as it can be.
void set_items(coo& s, asked_walk& by, share_length const& length) {
  if (s.atoms_per_worker != 0) return;
  constexpr size_type enough_warps = gpu_tuning.resident_warps * gpu_tuning.multiprocessors;
  size_type const atoms = length.statistics.atoms;
  if (by && std::holds_alternative<by_marks>(*by) && length.on_gpu()) {
    s.atoms_per_worker = static_cast<int>(min_of(marked_share(atoms, enough_warps / 2), gpu_tuning.long_share));
    return;
  }
  s.atoms_per_worker = length.kind == device_kind::host
                           ? length(atoms)
                           : static_cast<int>(round_down(min_of(atoms / enough_warps, gpu_tuning.short_share), 64));
}

}  // namespace

bool closes_in_one_launch(size_type items, size_type total, bool scanned, tile_statistics const& statistics) {
  if (total <= items) return true;
  constexpr size_type most = gpu_tuning.looking_back * gpu_tuning.multiprocessors;
  return scanned && statistics.rows.max_length <= gpu_tuning.max_run * items && total <= most * items;
}

schedule with_items(schedule const& chosen, tile_statistics const& measured, device_kind kind,
                    reduction_call const& call, std::vector<answered_question>* path) {
  if (chosen.user()) return chosen;
  tile_statistics const statistics = as_read(measured, call);
  schedule_table built_in = chosen.built_in();
  asked_walk by = chosen.asked_walk();
  return std::visit(
      [&](auto& s) {
        set_items(s, by, share_length{statistics, kind, call, path});
        if constexpr (requires { s.equal_atoms(), s.atoms_per_worker; }) {
          if (by && std::holds_alternative<by_marks>(*by)) s.atoms_per_worker = in_whole_marks(s.atoms_per_worker);
        }
        return by ? schedule(s, *by) : schedule(s);
      },
      built_in);
}

}  // namespace heddle::detail
