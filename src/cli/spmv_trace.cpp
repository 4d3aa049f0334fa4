// spmv_trace.cpp - what `heddle spmv --trace` tells: tiles, atoms and clock cycles of every share.
#include "src/cli/spmv_trace.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "src/plan/text_layout.hpp"

namespace heddle::cli {
namespace {

using object = nlohmann::ordered_json;

// Groups of like numbers, by the histogram that rows have too.
std::vector<seam::length_group> groups_of(seam::load_figures const& figures) {
  primitives::row_statistics as_rows{.max_length = figures.maximum};
  as_rows.histogram = figures.histogram;
  return seam::length_groups(as_rows);
}

object object_of(seam::load_figures const& figures) {
  auto histogram = object::array();
  for (auto const& group : groups_of(figures)) {
    histogram.push_back({{"from", group.shortest}, {"to", group.longest}, {"shares", group.rows}});
  }
  return {{"min", figures.minimum},
          {"mean", figures.mean},
          {"max", figures.maximum},
          {"imbalance", figures.imbalance()},
          {"histogram", histogram}};
}

std::string lines_of(char const* what, seam::load_figures const& figures) {
  auto text = fmt::format("  {:<7} min {}, mean {:.1f}, max {}: the largest has {:.2f} times the mean", what,
                          figures.minimum, figures.mean, figures.maximum, figures.imbalance());
  for (std::string const& bar : detail::bars_of(groups_of(figures))) text += "\n          " + bar;
  return text;
}

// `a thread`, `a group of 8 lanes`, `a block of 256 threads`; on the host `a core at a time`.
std::string walker_of(seam::plan const& chosen) {
  if (chosen.made_for == device_kind::host) return "a core at a time";
  if (chosen.launches.size() > 1) return "a thread, a group or a block, by its length";
  seam::walk const by = chosen.launches.empty() ? chosen.walked_by : chosen.launches[0].walked_by;
  int const lanes = heddle::detail::lanes_of(by);
  if (heddle::detail::needs_of(by).deals) {
    auto const to = lanes == 1 ? std::string("its threads") : fmt::format("groups of {} lanes", lanes);
    return "a block that deals rows out to " + to;
  }
  if (lanes == 1) return "a thread";
  return lanes <= 32 ? fmt::format("a group of {} lanes", lanes) : fmt::format("a block of {} threads", lanes);
}

}  // namespace

nlohmann::ordered_json trace_object(seam::share_loads const& loads) {
  object result{{"shares", loads.shares}, {"tiles", object_of(loads.tiles)}, {"atoms", object_of(loads.atoms)}};
  if (loads.cycles) result["cycles"] = object_of(*loads.cycles);
  return result;
}

std::string trace_lines(std::string const& schedule, seam::plan const& chosen, seam::share_loads const& loads) {
  auto text = fmt::format("{}: {} shares, each walked by {}\n", schedule, loads.shares, walker_of(chosen));
  text += lines_of("rows", loads.tiles) + '\n' + lines_of("entries", loads.atoms);
  if (loads.cycles) text += '\n' + lines_of("cycles", *loads.cycles);
  return text;
}

}  // namespace heddle::cli
