// plan.cpp - from a schedule to a plan: who walks, where the boundaries of shares stand, what they cut.
#include <heddle/plan.hpp>
#include <heddle/schedule/conformance.hpp>

#include "src/core/backend.hpp"
#include "src/core/choose.hpp"

namespace heddle {
namespace {

void check_parameters(whole_tiles const& s, std::string_view name) {
  if (s.tiles_per_worker > 0) return;
  throw invalid_argument(detail::concat(name, ": tiles_per_worker is ", s.tiles_per_worker, ", but must be positive"));
}

void check_parameters(merge_path const& s, std::string_view) {
  if (s.items_per_worker >= 0) return;
  throw invalid_argument(detail::concat("merge_path: items_per_worker is negative: ", s.items_per_worker));
}

void check_parameters(nonzero_split const& s, std::string_view) {
  if (s.atoms_per_worker >= 0) return;
  throw invalid_argument(detail::concat("nonzero_split: atoms_per_worker is negative: ", s.atoms_per_worker));
}

template <class S>
requires(!std::is_base_of_v<whole_tiles, S>) void check_parameters(S const&, std::string_view) {
}  // nothing to check, unless said above

// Whether statistics are needed at all: measuring reads every offset.
bool leaves_choice(schedule const& s) {
  return s.is_automatic() || s == schedule(merge_path{}) || s == schedule(nonzero_split{});
}

// `chosen` with automatic and the parameters left to the plan replaced by what stands in `into`.
template <index_type Offset>
void resolve(plan& into, executor const& exec, offset_tiles<Offset> const& tiles, schedule const& chosen,
             std::size_t value_bytes, tile_statistics const* known) {
  std::visit([](auto const& s) { check_parameters(s, s.name); }, chosen.built_in());
  tile_statistics statistics{tiles.tiles, tiles.atoms, {}};
  if (known) {
    statistics = *known;
  } else if (leaves_choice(chosen)) {
    statistics.rows = primitives::measure_rows(exec, tiles.offsets, tiles.tiles);
  }
  into.chosen = chosen;
  if (chosen.is_automatic()) {
    auto best = detail::choose(statistics, exec.kind());
    into.chosen = std::move(best.chosen);
    into.reason = std::move(best.reason);
  }
  into.chosen = detail::with_items(into.chosen, statistics, exec.kind(), value_bytes);
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
void set_points(plan& into, executor const& exec, offset_tiles<Offset> const& tiles, buffer<path_point> points) {
  into.points = std::move(points);
  into.workers = into.points.size() - 1;
  if (into.workers == 0 || tiles.tiles == 0) return;
  auto const extents =
      exec.is_host() ? host::measure_shares(exec, tiles, into.points) : cuda::measure_shares(exec, tiles, into.points);
  into.cuts_tiles = extents.cuts_tiles;
  into.max_atoms = extents.max_atoms;
  into.max_tiles = extents.max_tiles;
}

}  // namespace

template <index_type Offset>
plan make_plan(executor const& exec, offset_tiles<Offset> const& tiles, schedule const& chosen, std::size_t value_bytes,
               tile_statistics const* statistics) {
  plan result;
  if (chosen.user()) {
    result.chosen = chosen;
    result.walked_by = chosen.user()->walked_by();
    set_points(result, exec, tiles, tabulate_user(exec, tiles, chosen));
    return result;
  }
  resolve(result, exec, tiles, chosen, value_bytes, statistics);
  std::visit(
      [&]<class S>(S const& s) {
        if constexpr (!std::is_same_v<S, automatic>) result.walked_by = s.walked_by();
        if constexpr (std::is_base_of_v<whole_tiles, S>) {
          result.tiles_per_worker = s.tiles_per_worker;
          result.workers = s.workers(tiles);
        }
      },
      result.chosen.built_in());
  if (result.tiles_per_worker > 0) return result;
  set_points(result, exec, tiles,
             exec.is_host() ? host::tabulate(exec, tiles, result.chosen.built_in())
                            : cuda::tabulate(exec, tiles, result.chosen.built_in()));
  return result;
}

template plan make_plan(executor const&, offset_tiles<std::int32_t> const&, schedule const&, std::size_t,
                        tile_statistics const*);
template plan make_plan(executor const&, offset_tiles<std::int64_t> const&, schedule const&, std::size_t,
                        tile_statistics const*);

}  // namespace heddle
