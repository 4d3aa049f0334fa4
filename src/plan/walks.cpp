// walks.cpp - walks from text and back, all from the one table, and what takes the place of one.
#include <heddle/seam/walk/walk_choice.hpp>
#include <optional>

#include "src/plan/walk_table.hpp"
#include "src/text/named_parameters.hpp"

namespace heddle::detail {
namespace {

void check_lanes(std::string_view name, int lanes, int least, int most, char const* rule) {
  require(is_power_of_two(lanes) && lanes >= least && lanes <= most, name, "lanes", lanes, rule);
}

template <class W> void check_thresholds(W const& w) {
  require(w.warp_above >= 0, w.name, "warp_above", w.warp_above, "0 or positive");
  require(w.block_above >= 0, w.name, "block_above", w.block_above, "0 or positive");
}

void check_parameters(auto const&) {}
void check_parameters(by_group const& w) { check_lanes(w.name, w.lanes, 1, 32, "1, 2, 4, 8, 16 or 32"); }
void check_parameters(by_gathering const& w) {
  check_lanes(w.name, w.lanes, 1, 32, "1, 2, 4, 8, 16 or 32");
  check_thresholds(w);
}
void check_parameters(by_flattened_group const& w) {
  check_lanes(w.name, w.lanes, 2, 256, "a power of two from 2 to 256");
  check_thresholds(w);
}

}  // namespace

void check_walk(walk const& by) {
  std::visit([](auto const& w) { check_parameters(w); }, by);
}

walk substitute_for(walk const& by) {
  return std::visit(
      [](auto const& w) -> walk {
        if constexpr (requires { w.substitute(); }) {
          return w.substitute();
        } else {
          return w;
        }
      },
      by);
}

size_type longest_share(walk const& by, reduction_call const& call) {
  if (std::holds_alternative<by_block_entries>(by)) return gpu_tuning.most_copied();
  if (std::holds_alternative<by_block_scan>(by)) return gpu_tuning.threads * gpu_tuning.items_of(call.value_bytes);
  return 0;
}

int lanes_of(walk const& by) {
  return std::visit([](auto const& w) { return w.lanes; }, by);
}

std::string lacking(walk const& by, reduction_call const& call) {
  walk_needs const& needs = needs_of(by);
  bool const by_lanes = std::holds_alternative<by_thread>(by) || std::holds_alternative<by_group>(by);
  if (call.columns > 0) return by_lanes ? "" : "of a dense operand, which lanes share out by columns";
  if (needs.full && !call.full) return "of a mask or absent values, or the kernels are general";
  if (needs.unmasked && call.masked) return "of a mask, or the kernels are general";
  if (needs.on_request && call.usual_walks) return "of these products only the walks that auto chooses are compiled";
  if (needs.atoms_alone && call.by_tile) return "products ask for their rows";
  if (needs.decided && !call.decided) return "no single product decides a sum";
  if (needs.entries && call.entry_bytes == 0) return "products are not of entries";
  if (call.value_bytes > needs.max_value_bytes) return concat("values have ", call.value_bytes, " bytes");
  constexpr std::size_t slack = 512;  // for places within lines
  if (std::holds_alternative<by_block_entries>(by) &&
      gpu_tuning.most_copied() * call.entry_bytes + slack > static_cast<std::size_t>(gpu_tuning.max_copied_bytes)) {
    return concat("entries have ", call.entry_bytes, " bytes");
  }
  return {};
}

walk settled(walk by, reduction_call const& call) {
  while (!lacking(by, call).empty()) by = substitute_for(by);
  return by;
}

}  // namespace heddle::detail

namespace heddle::seam {

std::string text_of(walk const& by) {
  return std::visit([](auto const& w) { return detail::text_of_parameters(w); }, by);
}

walk parse_walk(std::string_view text) {
  std::string_view settings = text, name = detail::take_until(settings, ':');
  std::optional<walk> found;
  std::string known;
  detail::for_each_walk([&](auto w) {
    detail::append(known, w.name);
    if (w.name != name) return;
    if (text.size() > name.size()) detail::set_parameters("walk", w, settings);
    found = w;
  });
  if (!found) {
    throw invalid_argument(detail::concat("unknown walk '", detail::printable(text), "'; known: ", known));
  }
  detail::check_walk(*found);
  return *found;
}

std::vector<std::pair<std::string, std::string>> walk_names() {
  std::vector<std::pair<std::string, std::string>> all;
  detail::for_each_walk([&](auto w) { all.emplace_back(w.name, w.summary); });
  return all;
}

}  // namespace heddle::seam
