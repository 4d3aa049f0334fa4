// sweep.cpp - y = A x on the CPU over matrices of every shape, under every schedule and the one that auto takes.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <heddle/heddle.hpp>
#include <sstream>

#include "bench/host/host.hpp"
#include "bench/support/swept_shapes.hpp"

namespace heddle::bench {
namespace {

// Arrays as the formulas have them, where columns may repeat.
template <class T> struct formula_matrix {
  std::vector<std::int32_t> offsets, columns;
  std::vector<T> values;

  formula_matrix(shape const& s, executor const& exec) : offsets(static_cast<std::size_t>(s.rows) + 1) {
    for (size_type i = 0; i < s.rows; ++i) offsets[i + 1] = offsets[i] + static_cast<std::int32_t>(s.length(i));
    columns.resize(static_cast<std::size_t>(offsets.back()));
    host::parallel_for(exec, s.rows, [&](size_type i) {
      size_type const length = offsets[i + 1] - offsets[i];
      for (size_type k = 0; k < length; ++k)
        columns[offsets[i] + k] = static_cast<std::int32_t>(s.column(i, k, length));
    });
    if (s.values == value_kind::pattern) return;
    values.resize(columns.size());
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<T>(1 + k % 15) / 8;
  }
  csr_arrays<T, std::int32_t, std::int32_t> view(shape const& s) const {
    return {.rows = s.rows,
            .cols = s.cols,
            .nnz = static_cast<size_type>(columns.size()),
            .offsets = offsets.data(),
            .indices = columns.data(),
            .values = values.empty() ? nullptr : values.data()};
  }
};

struct timing {
  std::string schedule;
  double us = 0;
};

// Medians in turn, so that what else the machine does meets all alike; who is five times behind is called once.
template <class T> std::vector<timing> measure(shape const& s, executor const& exec) {
  formula_matrix<T> const arrays(s, exec);
  auto const a = matrix<T>::adopt_csr(arrays.view(s), exec);
  auto const x = vector<T>::filled(s.cols, T(1.5), exec);
  vector<T> y(s.rows, exec), first(s.rows, exec);
  std::vector<timing> all;
  for (std::string const& name : schedule::names()) all.push_back({name});
  std::vector<std::vector<double>> times(all.size());
  auto const call = [&](std::size_t k) {
    descriptor const d{.schedule = schedule::parse(all[k].schedule)};
    return 1e3 * elapsed_ms([&] { mxv(y, plus_times<T>{}, a, x, d); });
  };
  double best = 1e300;
  for (std::size_t k = 0; k < all.size(); ++k) {
    call(k);  // makes the plan
    times[k].push_back(call(k));
    if (k == 0) first = y;
    for (size_type const i : {size_type{0}, s.rows / 2, s.rows - 1}) {
      double const want = first.get(i).value_or(0), got = y.get(i).value_or(0);
      // Long sums of f32 differ by how they are bracketed.
      double const tolerance = std::max(1e-4, 3e-8 * (arrays.offsets[i + 1] - arrays.offsets[i]));
      if (!(std::abs(got - want) <= tolerance * std::abs(want))) {
        throw error(fmt::format("shape {}: y({}) is {} by {}, but {} by {}", s.id, i, got, all[k].schedule, want,
                                all[0].schedule));
      }
    }
    best = std::min(best, times[k].back());
  }
  double const rounds = std::clamp(20e3 / best, 9.0, 201.0);
  for (int round = 1; round < rounds; ++round) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (times[k].front() <= 5 * best) times[k].push_back(call(k));
    }
  }
  for (std::size_t k = 0; k < all.size(); ++k) all[k].us = measure::median(times[k]);
  return all;
}

// A line of the table: the speed of auto in that of the fastest.
struct judged {
  bool held_out;
  double speed, best_us;
};

void say(char const* what, std::vector<judged> const& of) {
  double logs = 0, least = 1;
  int under = 0;
  for (judged const& one : of) {
    logs += std::log(one.speed);
    least = std::min(least, one.speed);
    under += one.speed < 0.80;
  }
  if (of.empty()) return;
  fmt::print(
      "{}: {} shapes, auto has {:.3f} of the fastest schedule's speed in the geometric mean, at least {:.2f}; {} "
      "under 0.80\n",
      what, of.size(), std::exp(logs / static_cast<double>(of.size())), least, under);
}

std::vector<judged> read_table(std::string const& csv, std::vector<int>& ids) {
  std::vector<judged> all;
  std::ifstream file(csv);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] < '0' || line[0] > '9' || file.eof()) continue;
    std::istringstream fields(line);
    std::vector<std::string> field;
    for (std::string one; std::getline(fields, one, ',');) field.push_back(one);
    ids.push_back(std::stoi(field[0]));
    double const automatic = std::stod(field[8]);
    double best = automatic;
    for (std::size_t k = 9; k < field.size(); ++k) best = std::min(best, std::stod(field[k]));
    all.push_back({field[1] == "1", best / automatic, best});
  }
  return all;
}

}  // namespace

void run_host_sweep(std::string const& csv, int threads, double most_entries) {
  executor const exec = host_executor(threads);
  std::vector<int> known;
  read_table(csv, known);
  bool const fresh = !std::filesystem::exists(csv);
  std::ofstream table(csv, std::ios::app);
  if (fresh) {
    table << "# heddle: " << version() << ' ' << commit() << ", threads: " << threads
          << "\nid,held_out,rows,cols,entries,lengths,columns,values";
    for (std::string const& name : schedule::names()) table << ',' << name;
    table << '\n';
  }
  for (shape const& s : shapes()) {
    if (static_cast<double>(s.atoms_asked()) > most_entries) continue;
    if (std::find(known.begin(), known.end(), s.id) != known.end()) continue;
    auto const times = s.values == value_kind::f64 ? measure<double>(s, exec) : measure<float>(s, exec);
    std::string line = fmt::format("{},{},{},{},{},{},{},{}", s.id, int{s.held_out}, s.rows, s.cols, s.atoms_asked(),
                                   to_string(s.lengths), to_string(s.columns), to_string(s.values));
    for (timing const& one : times) line += fmt::format(",{:.2f}", one.us);
    table << line << std::endl;
  }
  std::vector<int> ids;
  std::vector<judged> fitted, held_out, long_ones;
  for (judged const& one : read_table(csv, ids)) {
    (one.held_out ? held_out : fitted).push_back(one);
    if (one.best_us > 20) long_ones.push_back(one);
  }
  say("held out", held_out);
  say("others", fitted);
  say("over 20 us", long_ones);
}

}  // namespace heddle::bench
