// spmv.cpp - products of files' matrices on the CPU, checked against a plain loop and timed.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <heddle/heddle.hpp>
#include <heddle/io/files.hpp>
#include <heddle/io/load.hpp>

#include "bench/host/host.hpp"

namespace heddle::bench {
namespace {

using entries = io::coordinates<double>;

void set_values(entries& a) {
  a.values = io::field::real;
  a.symmetric = false;
  a.value.resize(a.row.size());
  for (std::size_t k = 0; k < a.row.size(); ++k) {
    a.value[k] = 0.5 + static_cast<double>((31ll * a.row[k] + 17ll * a.col[k]) % 64) / 64;
  }
}

std::vector<double> operand(size_type n) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (size_type j = 0; j < n; ++j) x[j] = 1 + static_cast<double>(j % 7) / 8;
  return x;
}

void check(std::string const& name, matrix<double> const& a, std::vector<double> const& x, vector<double> const& y) {
  auto const view = a.csr();
  for (size_type i = 0; i < a.rows(); ++i) {
    double sum = 0;
    for (auto e = view.offsets[i]; e < view.offsets[i + 1]; ++e) sum += view.values[e] * x[view.indices[e]];
    if (!(std::abs(y.get(i).value_or(0) - sum) <= 1e-12 * std::abs(sum))) {
      throw error(fmt::format("{}: y({}) is {}, not {}", name, i, y.get(i).value_or(0), sum));
    }
  }
}

void write_answer(std::string const& path, vector<double> const& y) {
  std::vector<double> values(static_cast<std::size_t>(y.size()), 0.0);
  auto const tuples = y.tuples();
  for (std::size_t k = 0; k < tuples.index.size(); ++k) values[tuples.index[k]] = tuples.value[k];
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<char const*>(values.data()),
             static_cast<std::streamsize>(values.size() * sizeof(double)));
}

}  // namespace

void run_host_spmv(host_options const& options) {
  fmt::print("matrix,rows,nonzeros,threads,us\n");
  for (std::string const& file : options.files) {
    auto const name = std::filesystem::path(file).stem().string();
    entries read = io::read<double>(file);
    set_values(read);
    for (int const threads : options.threads) {
      executor const exec = host_executor(threads);
      auto const a = io::to_matrix(read, take_first<double>{}, exec);
      auto const values = operand(a.cols());
      auto const x = vector<double>::dense(values, exec);
      vector<double> y(a.rows(), exec);
      auto const call = [&] { mxv(y, plus_times<double>{}, a, x); };
      call();
      check(name, a, values, y);
      if (!options.answers.empty()) write_answer(options.answers + "/" + name + ".f64", y);
      double const ms = median_ms(15, options.seconds, call);
      fmt::print("{},{},{},{},{:.2f}\n", name, a.rows(), a.nnz(), threads, 1e3 * ms);
      std::fflush(stdout);
    }
  }
}

}  // namespace heddle::bench
