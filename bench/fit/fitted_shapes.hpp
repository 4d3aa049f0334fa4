// fitted_shapes.hpp - what bench_fit fits to and judges by: shapes and matrices with the times of the schedules that
// they can have, and what choices by a table of costs lose.
#pragma once
#include "bench/support/measured_sweep.hpp"
#include "src/plan/estimate.hpp"

namespace heddle::bench {

using detail::call_costs;

inline constexpr int fitted_architecture = 900;  // of the GPUs that the tables were measured on

/// A schedule that a shape can have, what it was measured to take, and what the table that is fitted says.
struct option {
  detail::work done;
  double measured_us, expected_us = 0;
  bool waits = false;  // for the longest row, which rules it out
};

struct fitted_shape {
  bool held_out;
  double fastest_us;
  std::vector<option> options;
  bool compared = true;      // auto takes one of them
  bool only_ratios = false;  // of another GPU: how its times compare counts, and not how long they are
  double weight = 1;
};

/// Of two runs of bench_sweep.
inline std::vector<fitted_shape> shapes_of(std::vector<measured_shape> const& measured, bool only_ratios) {
  std::vector<fitted_shape> all;
  for (measured_shape const& one : measured) {
    fitted_shape s{.held_out = one.held_out, .fastest_us = one.fastest(), .only_ratios = only_ratios};
    auto const call = one.call();
    detail::facts const known(one.statistics, device_kind::cuda, call);
    for (auto const& possible : detail::possibilities_for(known, detail::costs_of(fitted_architecture).memory)) {
      auto const us = one.time_of(as_measured(possible.chosen, one.statistics, call));
      if (us) s.options.push_back({possible.done, *us});
    }
    if (!s.options.empty()) all.push_back(std::move(s));
  }
  return all;
}

/// Of what auto takes for the matrices of a table of bench_spmv.
inline std::vector<fitted_shape> shapes_of(std::vector<measured_product> const& measured, double weight) {
  std::vector<fitted_shape> all;
  for (measured_product const& one : measured) {
    fitted_shape s{.held_out = false, .fastest_us = one.fastest(), .weight = weight};
    detail::facts const known(one.statistics, device_kind::cuda, one.value_bytes);
    for (auto const& possible : detail::possibilities_for(known, detail::costs_of(fitted_architecture).memory)) {
      if (auto const us = one.time_of(possible.chosen)) s.options.push_back({possible.done, *us});
    }
    if (!s.options.empty()) all.push_back(std::move(s));
  }
  return all;
}

/// What auto never takes, of bench_spmv.csv in `folder`.
inline std::vector<fitted_shape> shapes_never_taken(std::string const& folder) {
  std::vector<fitted_shape> all;
  for (measured_product const& one : measured_products(folder)) {
    fitted_shape s{.held_out = false, .fastest_us = one.fastest(), .compared = false};
    detail::facts const known(one.statistics, device_kind::cuda, one.value_bytes);
    detail::counted const count(known, detail::costs_of(fitted_architecture).memory);
    for (schedule const& asked :
         {schedule(block_mapped{}), schedule(binned{}), schedule(cut_tiles{}), schedule(dynamic{}), schedule(coo{})}) {
      auto const done = detail::work_from(count, asked, known);
      if (done) s.options.push_back({*done, one.us.at(asked.text())});
    }
    all.push_back(std::move(s));
  }
  return all;
}

inline void expect(option& o, call_costs const& table) {
  auto const e = detail::estimate_of(o.done, table);
  o.expected_us = e.us;
  o.waits = e.waits_for_longest();
}

inline option const& cheapest(fitted_shape const& s) {
  return *std::min_element(s.options.begin(), s.options.end(), [](option const& a, option const& b) {
    return std::pair(a.waits, a.expected_us) < std::pair(b.waits, b.expected_us);
  });
}

/// Of those who take the cheapest: the logarithm of the time that is lost, smoothed so that it has a slope, and how far
/// the estimates are from the times. With a weight of 0.05 for these, constants suited the shapes that they were fitted
/// to, and 22 to 26 choices of masked products and sums were under 0.85 of the fastest's speed on the others; with
/// weights of 0.2, 0.6, 2 and 6 it were 25, 22, 19 and 25.
inline double loss_of(fitted_shape const& s) {
  constexpr double sharpness = 25, weight_of_times = 2, most = 3;
  auto const error = [](option const& o) { return std::log(o.expected_us / o.measured_us); };
  if (!s.compared) {
    double apart = 0;
    for (option const& o : s.options) apart += std::pow(std::abs(error(o)), 3);
    return apart;
  }
  auto const behind = [&](option const& o) { return std::log(o.measured_us / s.fastest_us); };
  double centre = 0, weights = 0;
  if (s.only_ratios) {
    for (option const& o : s.options) {
      double const weight = 1 / (1 + 5 * behind(o));
      centre += weight * error(o);
      weights += weight;
    }
    centre /= weights;
  }
  double const least = cheapest(s).expected_us;
  double sum = 0, lost = 0, apart = 0;
  for (option const& o : s.options) {
    double const late = std::min(behind(o), most), off = error(o) - centre;
    double const share = o.waits ? 0 : std::exp(-sharpness * std::log(o.expected_us / least));
    sum += share;
    lost += share * late * (1 + 4 * late);  // far behind counts more than its part
    apart += std::min(off * off, most) / (1 + 5 * behind(o));
  }
  return s.weight * ((sum > 0 ? lost / sum : most) + weight_of_times * apart / static_cast<double>(s.options.size()));
}

/// What auto takes by a table of costs, its questions asked too, for matrices of a table of bench_spmv: the speed of
/// the fastest that it can take, and the speed over cuSPARSE, in geometric means; `lines`, those that lose most first.
struct judged_matrices {
  int matrices = 0, not_measured = 0, under_90 = 0, under_97 = 0;  // of the speed of cuSPARSE
  double speed = 0, ahead = 0;
  std::vector<std::pair<double, std::string>> lines;
};

inline judged_matrices judge_products(std::filesystem::path const& path, call_costs const& table) {
  auto costs = detail::costs_of(fitted_architecture);
  costs.products = table;
  judged_matrices j;
  for (measured_product const& one : products_of(path, true)) {
    detail::facts const known(one.statistics, device_kind::cuda, one.value_bytes);
    auto const made = detail::choose(known, costs);
    auto const us = one.time_of(made.chosen);
    if (!us) {
      ++j.not_measured;
      continue;
    }
    double fastest = *us;
    std::string by = made.chosen.text();
    auto const text_of = [&](schedule const& chosen) {
      auto const e = detail::estimate_of(chosen, known, costs);
      return detail::concat(chosen.text(), e ? detail::concat(", expected ", e->us) : std::string());
    };
    for (auto const& possible : detail::possibilities_for(known, costs.memory)) {
      auto const other = one.time_of(possible.chosen);
      if (other && *other < fastest) fastest = *other, by = text_of(possible.chosen);
    }
    double const ahead = one.cusparse_us > 0 ? one.cusparse_us / *us : 1;
    j.lines.push_back({fastest / *us, detail::concat(one.matrix, ", ", one.value_bytes, " bytes: ", *us, " us by ",
                                                     text_of(made.chosen), "; ", fastest, " us by ", by)});
    ++j.matrices;
    j.under_90 += ahead < 0.90;
    j.under_97 += ahead < 0.97;
    j.speed += std::log(fastest / *us);
    j.ahead += std::log(ahead);
  }
  j.speed = std::exp(j.speed / std::max(j.matrices, 1));
  j.ahead = std::exp(j.ahead / std::max(j.matrices, 1));
  std::sort(j.lines.begin(), j.lines.end());
  return j;
}

}  // namespace heddle::bench
