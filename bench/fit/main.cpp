// main.cpp - bench_fit: the constants by which `auto` estimates times on a GPU (src/plan/costs.cpp), fitted to tables
// of bench_sweep, and judged on the shapes that are held out; of what `auto` never takes, to bench_spmv.csv.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "bench/support/measured_sweep.hpp"
#include "src/plan/estimate.hpp"

namespace heddle::bench {
namespace {

using detail::call_costs, detail::family, detail::family_costs;

constexpr std::pair<char const*, family> families[] = {
    {"thread", &call_costs::thread},   {"group", &call_costs::group},     {"rows", &call_costs::rows},
    {"scan", &call_costs::scan},       {"entries", &call_costs::entries}, {"ends", &call_costs::ends},
    {"endscan", &call_costs::endscan}, {"merge", &call_costs::merge},     {"mscan", &call_costs::mscan},
    {"marks", &call_costs::marks},     {"block", &call_costs::block},     {"bins", &call_costs::bins},
    {"pieces", &call_costs::pieces},   {"claims", &call_costs::claims},   {"segments", &call_costs::segments}};
constexpr int architecture = 900;  // of the GPU that the tables were measured on

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
  bool compared = true;  // auto takes one of them
};

std::vector<fitted_shape> shapes_of(std::vector<measured_shape> const& measured) {
  std::vector<fitted_shape> all;
  for (measured_shape const& one : measured) {
    fitted_shape s{one.held_out, one.fastest(), {}};
    auto const call = one.call();
    detail::facts const known(one.statistics, device_kind::cuda, call);
    for (auto const& possible : detail::possibilities_for(known, detail::costs_of(architecture).memory)) {
      auto const us = one.time_of(as_measured(possible.chosen, one.statistics, call));
      if (us) s.options.push_back({possible.done, *us});
    }
    if (!s.options.empty()) all.push_back(std::move(s));
  }
  return all;
}

/// What auto never takes, of bench_spmv.csv in `folder`.
std::vector<fitted_shape> shapes_of(std::string const& folder) {
  std::vector<fitted_shape> all;
  for (measured_product const& one : measured_products(folder)) {
    fitted_shape s{false, one.fastest(), {}, false};
    detail::facts const known(one.statistics, device_kind::cuda, one.value_bytes);
    detail::counted const count(known, detail::costs_of(architecture).memory);
    for (schedule const& asked :
         {schedule(block_mapped{}), schedule(binned{}), schedule(cut_tiles{}), schedule(dynamic{}), schedule(coo{})}) {
      auto const done = detail::work_from(count, asked, known);
      if (done) s.options.push_back({*done, one.us.at(asked.text())});
    }
    all.push_back(std::move(s));
  }
  return all;
}

void expect(option& o, call_costs const& table) {
  auto const e = detail::estimate_of(o.done, table);
  o.expected_us = e.us;
  o.waits = e.waits_for_longest();
}

option const& cheapest(fitted_shape const& s) {
  return *std::min_element(s.options.begin(), s.options.end(), [](option const& a, option const& b) {
    return std::pair(a.waits, a.expected_us) < std::pair(b.waits, b.expected_us);
  });
}

/// Of those who take the cheapest: the logarithm of the time that is lost, smoothed so that it has a slope, and how far
/// the estimates are from the times. With a weight of 0.05 for these, constants suited the shapes that they were fitted
/// to, and 22 to 26 choices of masked products and sums were under 0.85 of the fastest's speed on the others; with
/// weights of 0.2, 0.6, 2 and 6 it were 25, 22, 19 and 25.
double loss_of(fitted_shape const& s) {
  constexpr double sharpness = 25, weight_of_times = 2, most = 3;
  if (!s.compared) {
    double apart = 0;
    for (option const& o : s.options) apart += std::pow(std::abs(std::log(o.expected_us / o.measured_us)), 3);
    return apart;
  }
  double const least = cheapest(s).expected_us;
  double sum = 0, lost = 0, apart = 0;
  for (option const& o : s.options) {
    double const behind = std::log(o.measured_us / s.fastest_us), error = std::log(o.expected_us / o.measured_us);
    double const share = o.waits ? 0 : std::exp(-sharpness * std::log(o.expected_us / least));
    sum += share;
    lost += share * std::min(behind, most) * (1 + 4 * std::min(behind, most));  // far behind counts more than its part
    apart += std::min(error * error, most) / (1 + 5 * behind);
  }
  return (sum > 0 ? lost / sum : most) + weight_of_times * apart / static_cast<double>(s.options.size());
}

struct judgement {
  int shapes = 0, under_85 = 0, long_under_90 = 0;
  double mean = 0, least = 1;
};

judgement judge(std::vector<fitted_shape> const& all, bool held_out) {
  judgement j;
  double logarithms = 0;
  for (fitted_shape const& s : all) {
    if (s.held_out != held_out) continue;
    double const ratio = s.fastest_us / cheapest(s).measured_us;
    ++j.shapes;
    j.under_85 += ratio < 0.85;
    j.long_under_90 += s.fastest_us > 20 && ratio < 0.90;
    j.least = std::min(j.least, ratio);
    logarithms += std::log(ratio);
  }
  j.mean = std::exp(logarithms / std::max(j.shapes, 1));
  return j;
}

void say(char const* what, std::vector<fitted_shape>& all, call_costs const& table) {
  for (auto& s : all) {
    for (auto& o : s.options) expect(o, table);
  }
  for (bool const held_out : {false, true}) {
    judgement const j = judge(all, held_out);
    std::printf(
        "// %s, %s: %d shapes, %.4f of the fastest's speed in the geometric mean, least %.3f, %d under 0.85, "
        "%d of over 20 us under 0.90\n",
        what, held_out ? "held out" : "fitted to", j.shapes, j.mean, j.least, j.under_85, j.long_under_90);
  }
}

std::vector<double*> constants_of(family_costs& f) {
  std::vector<double*> all{&f.launch_us, &f.second_launch_us, &f.overlap};
  for (auto const& column : detail::count_columns) all.push_back(&(f.each.*column.of));
  return all;
}

/// One constant after the other, a step up or down that is kept where the loss is less, steps becoming smaller.
/// `staying`: what it costs a constant to leave where it began, for families with few times.
class descent {
 public:
  descent(std::vector<fitted_shape>& all, call_costs& table, double staying) : table_(table), staying_(staying) {
    for (auto const& [name, of] : families) {
      for (double* c : constants_of(table_.*of)) {
        if (*c > 0) constants_.push_back({of, c, *c});
      }
    }
    for (auto& s : all) {
      if (!s.held_out) shapes_.push_back(&s);
    }
    for (auto* s : shapes_) {
      for (auto& o : s->options) expect(o, table_);
      losses_.push_back(loss_of(*s));
    }
  }

  double loss() const {
    double sum = 0;
    for (double const l : losses_) sum += l;
    return sum / static_cast<double>(losses_.size());
  }

  void round(double step, std::mt19937& random) {
    std::shuffle(constants_.begin(), constants_.end(), random);
    for (auto const& [of, constant, began] : constants_) {
      double const before = *constant;
      bool const bounded = constant == &(table_.*of).overlap;
      for (double const factor : {1 + step, 1 / (1 + step)}) {
        *constant = bounded ? std::clamp(before * factor, 1.0, 4.0) : before * factor;
        double const now = std::log(*constant / began), was = std::log(before / began);
        if (is_better(of, staying_ * static_cast<double>(shapes_.size()) * (now * now - was * was))) break;
        *constant = before;
      }
    }
  }

 private:
  struct constant_of {
    family of;
    double* at;
    double began;
  };

  // Takes over the losses where their sum is less.
  bool is_better(family of, double change) {
    std::vector<double> now(losses_);
    std::vector<std::pair<option*, option>> before;
    for (std::size_t k = 0; k < shapes_.size(); ++k) {
      bool touched = false;
      for (auto& o : shapes_[k]->options) {
        if (o.done.of != of) continue;
        before.push_back({&o, o});
        expect(o, table_);
        touched = true;
      }
      if (!touched) continue;
      now[k] = loss_of(*shapes_[k]);
      change += now[k] - losses_[k];
    }
    if (change < 0) {
      losses_ = std::move(now);
      return true;
    }
    for (auto const& [where, was] : before) {
      where->expected_us = was.expected_us;
      where->waits = was.waits;
    }
    return false;
  }

  call_costs& table_;
  double staying_;
  std::vector<constant_of> constants_;
  std::vector<fitted_shape*> shapes_;
  std::vector<double> losses_;
};

/// The worst factor between the estimates of a family and the times; `stands` where there are none.
double accuracy_of(family of, std::vector<fitted_shape> const& all, double stands) {
  double worst = 0;
  for (auto const& s : all) {
    for (auto const& o : s.options) {
      if (o.done.of != of) continue;
      worst = std::max({worst, o.expected_us / o.measured_us, o.measured_us / o.expected_us});
    }
  }
  return worst > 0 ? std::ceil(100 * worst) / 100 : stands;
}

// In lines as the table of costs has them.
void print(call_costs const& table) {
  for (auto const& [name, of] : families) {
    family_costs const& f = table.*of;
    if (!f.fitted()) continue;
    std::vector<std::string> words;
    auto const add = [&](std::string const& before, std::string_view column, double value) {
      char number[32];
      std::snprintf(number, sizeof(number), "%.4g", value);
      words.push_back(detail::concat(before, '.', column, " = ", number, ','));
    };
    add(detail::concat('.', name, " = {"), "launch_us", f.launch_us);
    if (f.second_launch_us > 0) add("", "second_launch_us", f.second_launch_us);
    if (f.overlap != 1) add("", "overlap", f.overlap);
    add("", "accuracy", f.accuracy);
    char const* before = ".each = {";
    for (auto const& column : detail::count_columns) {
      constexpr double nothing = 1e-3;  // what is less comes from a constant that the times do not tell
      if (f.each.*column.of < nothing) continue;
      add(std::exchange(before, ""), column.name, f.each.*column.of);
    }
    words.back().back() = '}';
    words.back() += "},";
    std::string line = "    ";
    for (auto const& word : words) {
      if (line.size() + word.size() >= 120) std::puts(std::exchange(line, "     ").c_str());
      line += ' ' + word;
    }
    std::puts(line.c_str());
  }
}

int run(int argc, char** argv) {
  std::vector<std::string> runs;
  bool sums = false, masked = false;
  int rounds = 60;
  unsigned seed = 1;
  CLI::App app(
      "fits the constants of auto's estimates on a GPU to times, and prints them as src/plan/costs.cpp has them");
  app.add_option("runs", runs, "two tables of bench_sweep; or the folder of bench_spmv.csv, for what auto never takes")
      ->required()
      ->expected(1, 2);
  auto* const of_sums = app.add_flag("--sums", sums, "they are of bench_sweep --sums");
  app.add_flag("--masked", masked, "they are of bench_sweep --masked")->excludes(of_sums);
  app.add_option("--rounds", rounds, "over all constants; 0: judge what stands")->check(CLI::Range(0, 100000));
  app.add_option("--seed", seed, "of the order of steps");
  CLI11_PARSE(app, argc, argv);
  swept_call const timed = sums ? swept_call::sums : masked ? swept_call::masked : swept_call::products;
  bool const swept = runs.size() == 2;
  auto const measured = swept ? measured_shapes(runs[0], runs[1], timed) : std::vector<measured_shape>(1);
  if (measured.empty()) throw invalid_argument("no shape stands in both tables");
  auto all = swept ? shapes_of(measured) : shapes_of(runs[0]);
  call_costs const& stands = detail::costs_of(architecture).of(measured.front().call());
  say("as it stands", all, stands);
  if (rounds == 0) return 0;
  call_costs table = stands;
  descent fit(all, table, swept ? 0 : 1e-4);
  std::mt19937 random(seed);
  for (int round = 0; round < rounds; ++round) {
    fit.round(0.25 * std::pow(0.04, static_cast<double>(round) / rounds) + 0.005, random);
    std::fprintf(stderr, "round %d: %.5f\n", round + 1, fit.loss());
  }
  say("fitted", all, table);
  if (!swept || timed != swept_call::products) {  // those of products are what bench_spmv.csv says
    for (auto const& [name, of] : families) (table.*of).accuracy = accuracy_of(of, all, (table.*of).accuracy);
  }
  print(table);
  return 0;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) try { return heddle::bench::run(argc, argv); } catch (std::exception const& error) {
  std::fprintf(stderr, "bench_fit: %s\n", error.what());
  return 1;
}
