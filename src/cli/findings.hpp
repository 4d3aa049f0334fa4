// findings.hpp - what is told of components and of ranks, however many executors found them.
#pragma once
#include <fmt/core.h>

#include <algorithm>
#include <heddle/algorithms/pagerank.hpp>
#include <nlohmann/json.hpp>
#include <vector>

#include "src/cli/held_values.hpp"
#include "src/cli/report.hpp"

namespace heddle::cli {

template <class Index>
void tell_components(report& answer, size_type count, size_type rounds, held_values<Index, Index> const& labels) {
  std::vector<Index> sizes(static_cast<std::size_t>(labels.size()) + 1, 0);
  for (size_type v = 0; v < labels.size(); ++v) ++sizes[labels[v]];
  size_type const largest = *std::max_element(sizes.begin(), sizes.end());
  answer.set("components", count).set("largest", largest).set("rounds", rounds);
  answer.say(fmt::format("components {}, the largest of {} vertices, {} rounds", count, largest, rounds));
}

inline constexpr std::size_t most_named = 10;  // vertices of the highest ranks

// The greatest first, of equal ones the smallest vertex.
template <class Index> std::vector<size_type> best_of(held_values<double, Index> const& ranks) {
  std::vector<size_type> best;
  for (size_type v = 0; v < ranks.size(); ++v) {
    double const rank = ranks[v];
    if (best.size() == most_named && !(rank > ranks[best.back()])) continue;
    auto const place = std::find_if(best.begin(), best.end(), [&](size_type b) { return rank > ranks[b]; });
    best.insert(place, v);
    if (best.size() > most_named) best.pop_back();
  }
  return best;
}

/// `found` has iterations, change and converged.
template <class Found, class Index>
void tell_ranking(report& answer, pagerank_options const& limits, Found const& found,
                  held_values<double, Index> const& ranks) {
  answer.set("damping", limits.damping)
      .set("tolerance", limits.tolerance)
      .set("iterations", found.iterations)
      .set("change", found.change)
      .set("converged", found.converged);
  answer.say(fmt::format("ranks      {} iterations, the last moved them by {:.3g}{}", found.iterations, found.change,
                         found.converged ? "" : ", more than the tolerance"));
  auto best = nlohmann::ordered_json::array();
  for (size_type const v : best_of(ranks)) {
    answer.say(fmt::format("{:10} {}: {:.6g}", best.empty() ? "best" : "", v, ranks[v]));
    best.push_back({{"vertex", v}, {"rank", ranks[v]}});
  }
  answer.set("best", best);
}

}  // namespace heddle::cli
