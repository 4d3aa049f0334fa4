// plan.cpp - from a schedule to a plan: where the boundaries of shares stand, what they cut, and who walks.
#include <algorithm>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/schedule/conformance.hpp>
#include <limits>

#include "src/executor/backend.hpp"
#include "src/plan/choose.hpp"
#include "src/plan/walk_table.hpp"

namespace heddle::seam {
namespace {

using namespace schedules;

// Ten bins unless told, as in the paper of cut_tiles.
template <index_type Offset>
std::vector<size_type> histogram(executor const& exec, offset_tiles<Offset> const& tiles, size_type longest,
                                 int bins = 10) {
  return primitives::count_lengths(exec, detail::either_width(tiles), longest, bins);
}

// `chosen` with automatic and the parameters left to the plan replaced by what stands in `into`.
template <index_type Offset>
void resolve(plan& into, executor const& exec, offset_tiles<Offset> const& tiles, schedule const& chosen,
             tile_statistics const* known) {
  detail::check_schedule(chosen);
  into.chosen = chosen;
  if (chosen.user()) return;
  tile_statistics statistics{tiles.tiles, tiles.atoms, {}};
  if (known) {
    statistics = *known;
  } else if (detail::leaves_choice(chosen)) {
    statistics.rows = primitives::measure_rows(exec, tiles.offsets, tiles.tiles);
    into.statistics = statistics;
  }
  detail::facts const facts(statistics, exec.kind(), into.call);
  if (chosen.is_automatic()) {
    into.automatic = true;
    auto const made = detail::choose(facts, detail::costs_of(exec.architecture()));
    into.chosen = made.chosen;
    into.reason = reason_of(made, facts);
  }
  into.chosen = detail::with_items(into.chosen, facts);
  if (auto const* cut = std::get_if<cut_tiles>(&into.chosen.built_in()); cut && cut->max_atoms == 0) {
    size_type const longest = statistics.rows.max_length;
    cut_tiles const known_cut{detail::choose_threshold(histogram(exec, tiles, longest), longest, cut->lanes),
                              cut->lanes};
    auto const by = into.chosen.asked_walk();
    into.chosen = by ? schedule(known_cut, *by) : schedule(known_cut);
  }
}

template <index_type Offset>
buffer<path_point> tabulate_user(executor const& exec, offset_tiles<Offset> const& tiles, schedule const& chosen) {
  std::vector<Offset> copy(exec.is_host() ? 0 : static_cast<std::size_t>(tiles.tiles) + 1);
  detail::copy_bytes(executor{}, copy.data(), exec, tiles.offsets, copy.size() * sizeof(Offset));
  offset_tiles<Offset> const readable{exec.is_host() ? tiles.offsets : copy.data(), tiles.tiles, tiles.atoms};
  std::vector<path_point> const points = chosen.user()->points(readable);
  if (std::string const wrong = check_points<offset_tiles<Offset>>(points, readable); !wrong.empty()) {
    throw invalid_argument(detail::concat("schedule '", chosen.name(), "' is not a partition: ", wrong));
  }
  return buffer<path_point>(exec, points);
}

template <index_type Offset>
void set_points(share_table& into, executor const& exec, offset_tiles<Offset> const& tiles, buffer<path_point> points,
                bool sums) {
  into.points = std::move(points);
  into.workers = into.points.size() - 1;
  if (!sums || into.workers == 0 || tiles.tiles == 0) return;
  auto const extents = primitives::measure_shares(exec, detail::either_width(tiles), into.points);
  into.cuts_tiles = extents.cuts_tiles;
  into.max_atoms = extents.max_atoms;
  into.max_tiles = extents.max_tiles;
  into.longest_run = extents.longest_run;
}

// Whole tiles, bin by bin; bins walked alike that follow one another are one launch.
template <index_type Offset>
void set_order(share_table& into, executor const& exec, offset_tiles<Offset> const& tiles, binned const& chosen) {
  into.workers = tiles.tiles;
  if (tiles.tiles == 0) return;
  auto const bins = primitives::bins_of_tiles(exec, detail::either_width(tiles));
  into.order = primitives::stable_order(exec, bins.data(), tiles.tiles, std::int32_t{binned::num_bins});
  buffer<std::int32_t> sorted(exec, tiles.tiles);
  primitives::gather(exec, sorted.data(), bins.data(), into.order.data(), tiles.tiles, sizeof(std::int32_t));
  buffer<std::int64_t> first(exec, binned::num_bins + 1);
  primitives::compress_rows(exec, sorted.data(), tiles.tiles, size_type{binned::num_bins}, first.data());
  auto const from = first.to_host();
  for (int bin = 0; bin < binned::num_bins; ++bin) {
    size_type const count = from[bin + 1] - from[bin];
    if (count == 0) continue;
    walk const by = chosen.walked_by(bin);
    if (into.bins.empty() || !(into.bins.back().walked_by == by)) into.bins.push_back({by, from[bin], 0});
    into.bins.back().workers += count;
  }
}

// The shares of a partition of the table whose parameters are known. `sums`: tiles are reduced, not visited alone.
template <index_type Offset, class S>
void set_shares(share_table& into, executor const& exec, offset_tiles<Offset> const& tiles, S const& s, bool sums) {
  into.source = detail::source_of<S>;
  if constexpr (std::is_same_v<S, automatic>) {
  } else if constexpr (detail::source_of<S> == share_source::order) {
    set_order(into, exec, tiles, s);
  } else if constexpr (detail::source_of<S> == share_source::table) {
    set_points(into, exec, tiles, primitives::tabulate(exec, detail::either_width(tiles), s), sums);
    into.atoms_per_share = detail::equal_atoms_of(s);
  } else {
    into.tiles_per_share = s.run();
    into.workers = s.workers(tiles);
  }
}

template <index_type Offset>
std::shared_ptr<share_table const> shares_of(executor const& exec, offset_tiles<Offset> const& tiles,
                                             schedule const& chosen, bool sums) {
  auto const table = std::make_shared<share_table>();
  if (chosen.user()) {
    table->source = share_source::table;
    set_points(*table, exec, tiles, tabulate_user(exec, tiles, chosen), sums);
  } else {
    std::visit([&](auto const& s) { set_shares(*table, exec, tiles, s, sums); }, chosen.built_in());
  }
  return table;
}

void check_numbered(size_type rows) {
  if (rows > std::numeric_limits<std::int32_t>::max()) {
    throw invalid_argument(detail::concat("coo: ", rows, " rows, but at most 2147483647 can be numbered"));
  }
}

// The walks of a GPU: the one that was asked for, or what takes its place for this call and these shares; of bins,
// where none was asked for, their own.
void settle_walks(plan& into) {
  if (!into.chosen.asked_walk()) into.launches = into.shares->bins;
  for (plan_launch& part : into.launches) part.walked_by = detail::settled(part.walked_by, into.call);
  walk const asked = into.chosen.walked_by();
  into.walked_by = asked;
  for (;;) {
    std::string why = detail::lacking(into.walked_by, into.call);
    size_type const longest = detail::longest_share(into.walked_by, into.call);
    if (why.empty() && longest > 0 && into.shares->max_atoms > longest) {
      why = detail::concat("a share has ", into.shares->max_atoms, " nonzeros, of at most ", longest);
    }
    if (why.empty() && longest > 0 && into.shares->max_tiles > detail::gpu_tuning.many_tiles) {
      why = detail::concat("a share has ", into.shares->max_tiles, " rows, of at most ", detail::gpu_tuning.many_tiles);
    }
    if (why.empty()) break;
    walk const next = detail::substitute_for(into.walked_by);
    into.reason += detail::concat(into.reason.empty() ? "" : "; ", text_of(next), " in place of ",
                                  text_of(into.walked_by), ": ", why);
    into.walked_by = next;
  }
}

// What the walk reads beside the atoms.
template <index_type Offset> void set_atom_arrays(plan& into, executor const& exec, offset_tiles<Offset> const& tiles) {
  walk_needs const& needs = detail::needs_of(into.walked_by);
  if (needs.tile_numbers) {
    check_numbered(tiles.tiles);
    into.tile_of_atom = buffer<std::int32_t>(exec, tiles.atoms);
    primitives::expand_offsets(exec, tiles.offsets, tiles.tiles, tiles.atoms, into.tile_of_atom.data());
  }
  if (needs.marks && tiles.atoms > 0) {
    check_numbered(tiles.tiles);
    into.marks = std::make_shared<tile_marks>(detail::with_cuda(
        [&] { return gpu::mark_tiles(exec, detail::either_width(tiles), into.shares->atoms_per_share); }));
  }
}

std::string text_of(detail::partition_fault found) {
  using detail::concat, detail::fault_kind;
  switch (found.kind) {
    case fault_kind::begin:
      return "worker 0 does not begin at the origin";
    case fault_kind::end:
      return concat(found.worker, " workers do not end where the tiles do");
    case fault_kind::off_path:
      return concat("boundary ", found.worker, " is off the path");
    case fault_kind::back:
      return concat("worker ", found.worker, " goes back");
    default:
      return "it asks for fewer workers than 0, or for more than its most_workers";
  }
}

// The number of atoms, read back where the host does not know it (negative).
template <index_type Offset> size_type known_atoms(executor const& exec, offset_tiles<Offset> const& tiles) {
  if (tiles.atoms >= 0 || tiles.tiles == 0) return max_of(tiles.atoms, size_type{0});
  Offset end = 0;
  detail::copy_bytes(executor{}, &end, exec, tiles.offsets + tiles.tiles, sizeof(Offset));
  return end;
}

}  // namespace

bool plan::cuts_for_blocks() const {
  return detail::lanes_of(walked_by) == detail::gpu_tuning.threads && !shares->points.empty();
}

template <index_type Offset>
plan make_plan(executor const& exec, offset_tiles<Offset> const& given, schedule const& chosen,
               reduction_call const& call, tile_statistics const* statistics,
               std::span<std::shared_ptr<plan const> const> known) {
  offset_tiles<Offset> const tiles{given.offsets, given.tiles, known_atoms(exec, given)};
  plan result{.call = call, .made_for = exec.kind(), .architecture = exec.architecture()};
  if (statistics) result.statistics = *statistics;
  resolve(result, exec, tiles, chosen, statistics);
  auto const same = std::find_if(known.begin(), known.end(), [&](auto const& other) {
    return detail::same_partition(other->chosen, result.chosen);
  });
  result.shares = same != known.end() ? (*same)->shares : shares_of(exec, tiles, result.chosen, call.sums);
  if (exec.is_host()) return result;
  settle_walks(result);
  set_atom_arrays(result, exec, tiles);
  return result;
}

std::optional<plan> plan_on_gpu(executor const& exec, offset_tiles<std::int64_t> const& tiles, schedule const& chosen,
                                reduction_call const& call, size_type most_atoms, buffer<unsigned long long>& fault,
                                size_type const* counted) {
  auto const* const on_gpu = chosen.user() ? chosen.user()->on_gpu() : nullptr;
  if (!on_gpu || exec.is_host()) return std::nullopt;
  plan result{.chosen = chosen, .call = call, .made_for = exec.kind()};
  settle_walks(result);
  if (detail::needs_of(result.walked_by).beside_atoms()) return std::nullopt;
  size_type const most = on_gpu->most_workers({tiles.tiles, most_atoms});
  if (most < 0 || most > detail::most_user_workers) {
    throw invalid_argument(detail::concat("schedule '", chosen.name(), "' asks for at most ", most,
                                          " workers, not for 0 to ", detail::most_user_workers));
  }
  auto const table = std::make_shared<share_table>();
  table->source = share_source::table;
  table->workers = most;
  table->points = buffer<path_point>(exec, most + 1);
  fault = buffer<unsigned long long>(exec, 1);
  primitives::fill(exec, fault.data(), 1, sizeof(unsigned long long), &detail::partition_fault::none);
  on_gpu->tabulate(exec, tiles, counted, most, table->points.data(), fault.data());
  result.shares = table;
  return result;
}

void require_partition(schedule const& chosen, buffer<unsigned long long> const& fault) {
  if (fault.empty()) return;
  unsigned long long const packed = fault.get(0);
  if (packed == detail::partition_fault::none) return;
  throw invalid_argument(detail::concat("schedule '", chosen.name(),
                                        "' is not a partition: ", text_of(detail::partition_fault::of(packed))));
}

template <index_type Offset>
size_type degree_threshold(executor const& exec, offset_tiles<Offset> const& tiles, size_type longest, int bins) {
  if (tiles.tiles == 0) return 0;
  return detail::degree_threshold(histogram(exec, tiles, longest, bins), longest);
}

template size_type degree_threshold(executor const&, offset_tiles<std::int32_t> const&, size_type, int);
template size_type degree_threshold(executor const&, offset_tiles<std::int64_t> const&, size_type, int);
template plan make_plan(executor const&, offset_tiles<std::int32_t> const&, schedule const&, reduction_call const&,
                        tile_statistics const*, std::span<std::shared_ptr<plan const> const>);
template plan make_plan(executor const&, offset_tiles<std::int64_t> const&, schedule const&, reduction_call const&,
                        tile_statistics const*, std::span<std::shared_ptr<plan const> const>);

}  // namespace heddle::seam
