// main.cpp - bench_fit: the constants by which `auto` estimates times on a GPU (src/plan/costs.cpp), fitted to tables
// of bench_sweep, and judged on the shapes that are held out and on matrices of bench_spmv; of what `auto` never takes,
// to bench_spmv.csv.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "bench/fit/fitted_shapes.hpp"

namespace heddle::bench {
namespace {

using detail::family, detail::family_costs;

constexpr std::pair<char const*, family> families[] = {
    {"thread", &call_costs::thread},   {"group", &call_costs::group},     {"rows", &call_costs::rows},
    {"scan", &call_costs::scan},       {"entries", &call_costs::entries}, {"ends", &call_costs::ends},
    {"endscan", &call_costs::endscan}, {"merge", &call_costs::merge},     {"mscan", &call_costs::mscan},
    {"marks", &call_costs::marks},     {"block", &call_costs::block},     {"bins", &call_costs::bins},
    {"pieces", &call_costs::pieces},   {"claims", &call_costs::claims},   {"segments", &call_costs::segments}};
struct judgement {
  int shapes = 0, under_85 = 0, long_under_90 = 0;
  double mean = 0, least = 1;
};

judgement judge(std::vector<fitted_shape> const& all, bool held_out, bool other) {
  judgement j;
  double logarithms = 0;
  for (fitted_shape const& s : all) {
    if (s.held_out != held_out || s.only_ratios != other) continue;
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

void say(char const* what, std::vector<fitted_shape>& all, call_costs const& table,
         std::vector<std::string> const& judged, bool lists) {
  for (auto& s : all) {
    for (auto& o : s.options) expect(o, table);
  }
  for (auto const& [other, held_out] : {std::pair(false, false), {false, true}, {true, false}, {true, true}}) {
    judgement const j = judge(all, held_out, other);
    if (j.shapes == 0) continue;
    std::printf(
        "// %s, %s%s: %d shapes, %.4f of the fastest's speed in the geometric mean, least %.3f, %d under 0.85, "
        "%d of over 20 us under 0.90\n",
        what, held_out ? "held out" : "fitted to", other ? " for ratios" : "", j.shapes, j.mean, j.least, j.under_85,
        j.long_under_90);
  }
  for (std::string const& path : judged) {
    auto const j = judge_products(path, table);
    std::printf(
        "// %s, %s: %d products, %.4f of the fastest's speed in the geometric mean, %.4f over cuSPARSE, %d under 0.97 "
        "of it, %d under 0.90; %d not measured\n",
        what, path.c_str(), j.matrices, j.speed, j.ahead, j.under_97, j.under_90, j.not_measured);
    if (!lists) continue;
    for (auto const& [speed, line] : j.lines) std::printf("//   %.3f %s\n", speed, line.c_str());
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
  descent(std::vector<fitted_shape>& all, call_costs& table, double staying, std::vector<std::string> const& only)
      : table_(table), staying_(staying) {
    for (auto const& [name, of] : families) {
      if (!only.empty() && std::find(only.begin(), only.end(), name) == only.end()) continue;
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

struct request {
  std::vector<std::string> runs, beside, with, judged, only;
  bool sums = false, masked = false, absent = false, lists = false;
  int rounds = 60;
  unsigned seed = 1;

  swept_call timed() const {
    if (sums) return swept_call::sums;
    if (masked) return swept_call::masked;
    return absent ? swept_call::absent : swept_call::products;
  }
  bool swept() const { return runs.size() == 2; }
};

void add_options(CLI::App& app, request& asked) {
  app.add_option("runs", asked.runs,
                 "two tables of bench_sweep; or the folder of bench_spmv.csv, for what auto never takes")
      ->required()
      ->expected(1, 2);
  app.add_option("--beside", asked.beside, "two more of another GPU, whose times count among themselves")->expected(2);
  app.add_option("--with", asked.with, "tables of bench_spmv whose matrices are fitted to too, each as three shapes");
  app.add_option("--judge", asked.judged, "tables of bench_spmv whose matrices are judged alone");
  app.add_option("--only", asked.only, "the constants of these schedules alone, such as marks; others stay")
      ->check(CLI::IsMember([] {
        std::vector<std::string> names;
        for (auto const& [name, of] : families) names.emplace_back(name);
        return names;
      }()));
  app.add_flag("--list", asked.lists, "what is judged, matrix by matrix");
  auto* const of_sums = app.add_flag("--sums", asked.sums, "they are of bench_sweep --sums");
  auto* const of_masked = app.add_flag("--masked", asked.masked, "they are of bench_sweep --masked")->excludes(of_sums);
  app.add_flag("--absent", asked.absent, "they are of bench_sweep --absent")->excludes(of_sums)->excludes(of_masked);
  app.add_option("--rounds", asked.rounds, "over all constants; 0: judge what stands")->check(CLI::Range(0, 100000));
  app.add_option("--seed", asked.seed, "of the order of steps");
}

std::vector<fitted_shape> shapes_for(request const& asked) {
  if (!asked.swept()) return shapes_never_taken(asked.runs[0]);
  auto all = shapes_of(measured_shapes(asked.runs[0], asked.runs[1], asked.timed()), false);
  if (all.empty()) throw invalid_argument("no shape stands in both tables");
  auto const append = [&](std::vector<fitted_shape> const& more) { all.insert(all.end(), more.begin(), more.end()); };
  if (!asked.beside.empty()) {
    append(shapes_of(measured_shapes(asked.beside[0], asked.beside[1], asked.timed()), true));
  }
  for (std::string const& path : asked.with) append(shapes_of(products_of(path), 3));
  return all;
}

int run(int argc, char** argv) {
  request asked;
  CLI::App app(
      "fits the constants of auto's estimates on a GPU to times, and prints them as src/plan/costs.cpp has them");
  add_options(app, asked);
  CLI11_PARSE(app, argc, argv);
  auto all = shapes_for(asked);
  call_costs const& stands = detail::costs_of(fitted_architecture).of(measured_shape{.timed = asked.timed()}.call());
  say("as it stands", all, stands, asked.judged, asked.lists);
  if (asked.rounds == 0) return 0;
  call_costs table = stands;
  descent fit(all, table, asked.swept() ? 0 : 1e-4, asked.only);
  std::mt19937 random(asked.seed);
  for (int round = 0; round < asked.rounds; ++round) {
    fit.round(0.25 * std::pow(0.04, static_cast<double>(round) / asked.rounds) + 0.005, random);
    std::fprintf(stderr, "round %d: %.5f\n", round + 1, fit.loss());
  }
  say("fitted", all, table, asked.judged, asked.lists);
  if (!asked.swept() || asked.timed() != swept_call::products) {  // those of products are what bench_spmv.csv says
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
