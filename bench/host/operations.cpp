// operations.cpp - operations on matrices of files on the CPU, timed; bench/host/operations.py checks what they give.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <heddle/heddle.hpp>
#include <heddle/io/files.hpp>
#include <heddle/io/load.hpp>

#include "bench/host/host.hpp"

namespace heddle::bench {
namespace {

using entries = io::coordinates<double>;
using square = matrix<double>;

// What an operation gave: how many entries, and the sum of their values, each times 1 + (31 i + 17 j) mod 64. All are
// multiples of 1/64, so that sums are exact in any order.
struct answer {
  size_type entries = 0;
  double checksum = 0;

  void add(size_type i, size_type j, double value) {
    ++entries;
    checksum += value * static_cast<double>(1 + (31 * i + 17 * j) % 64);
  }
};

answer answer_of(square const& c) {
  answer result;
  auto const rows = c.csr();
  auto const* const values = rows.values.data;
  for (size_type i = 0; i < c.rows(); ++i) {
    for (auto e = rows.offsets[i]; e < rows.offsets[i + 1]; ++e) result.add(i, rows.indices[e], values[e]);
  }
  return result;
}

answer answer_of(vector<double> const& w) {
  answer result;
  auto const tuples = w.tuples();
  for (std::size_t k = 0; k < tuples.index.size(); ++k) result.add(tuples.index[k], 0, tuples.value[k]);
  return result;
}

answer answer_of(double sum) { return {1, sum}; }

// The entries of `a` at positions where (i + 2 j) mod 3 is not `left_out`.
square part(entries const& a, long long left_out, executor const& exec) {
  std::vector<std::int32_t> row, col;
  std::vector<double> value;
  for (std::size_t k = 0; k < a.row.size(); ++k) {
    if ((a.row[k] + 2ll * a.col[k]) % 3 == left_out) continue;
    row.push_back(static_cast<std::int32_t>(a.row[k]));
    col.push_back(static_cast<std::int32_t>(a.col[k]));
    value.push_back(a.value[k]);
  }
  return square::build(a.rows, a.cols, row, col, value, take_first<double>{}, exec);
}

// A quarter of all positions, without order: those that come first by a hash of them.
std::vector<std::int32_t> shuffled(size_type n) {
  std::vector<std::pair<std::uint32_t, std::int32_t>> keyed;
  for (size_type i = 0; i < n; ++i) {
    auto key = static_cast<std::uint32_t>(i);
    key = (key ^ key >> 16) * 0x85ebca6bu;
    key = (key ^ key >> 13) * 0xc2b2ae35u;
    keyed.emplace_back(key ^ key >> 16, static_cast<std::int32_t>(i));
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::int32_t> result;
  for (size_type k = 0; k < n / 4; ++k) result.push_back(keyed[static_cast<std::size_t>(k)].second);
  return result;
}

class comparison {
 public:
  comparison(std::string name, entries const& read, int threads, double seconds)
      : name_(std::move(name)), threads_(threads), seconds_(seconds), nonzeros_(0) {
    executor const exec = host_executor(threads);
    square const a = io::to_matrix(read, take_first<double>{}, exec);
    nonzeros_ = a.nnz();
    auto const csr = a.csr();
    square const one = part(read, 0, exec), other = part(read, 1, exec);
    size_type const n = a.rows();
    time(
        "mxm", [&](auto& c) { mxm(c, plus_times<double>{}, a, a); }, n, n);
    time(
        "mxm_masked", [&](auto& c) { mxm(c, structure(a), no_accum, plus_pair<double>{}, a, a); }, n, n);
    time(
        "ewise_add", [&](auto& c) { ewise_add(c, plus<double>{}, one, other); }, n, n);
    time(
        "ewise_mult", [&](auto& c) { ewise_mult(c, times<double>{}, one, other); }, n, n);
    time_of("reduce", [&] { return reduce(plus_monoid<double>{}, a); });
    time_of("reduce_rows", [&] {
      vector<double> w(n, exec);
      reduce(w, plus_monoid<double>{}, a);
      return w;
    });
    // A matrix keeps its columns once they are made, so each call has a matrix that has none; the arrays are a's.
    time(
        "transpose",
        [&](auto& c) {
          transpose(c, square::adopt_csr({n, n, a.nnz(), csr.offsets, csr.indices, csr.values.data}, exec));
        },
        n, n);
    time(
        "extract_range", [&](auto& c) { extract(c, a, range(n / 8, n - n / 8), range(n / 4, n - n / 4)); },
        n - 2 * (n / 8), n - 2 * (n / 4));
    index_set<std::int32_t> const list(shuffled(n));
    time(
        "extract_list", [&](auto& c) { extract(c, a, list, list); }, n / 4, n / 4);
    time(
        "select_tril", [&](auto& c) { select(c, tril{}, a, 0); }, n, n);
    time(
        "select_value", [&](auto& c) { select(c, greater<double>{}, a, 1.5); }, n, n);
  }

 private:
  template <class Call> void time(char const* operation, Call const& call, size_type rows, size_type cols) {
    time_of(operation, [&] {
      square c(rows, cols, host_executor(threads_));
      call(c);
      return c;
    });
  }

  template <class Call> void time_of(char const* operation, Call const& call) {
    answer const found = answer_of(call());
    double const ms = median_ms(3, seconds_, call);
    fmt::print("{},{},{},{},{:.4f},{},{}\n", name_, nonzeros_, threads_, operation, ms, found.entries, found.checksum);
    std::fflush(stdout);
  }

  std::string name_;
  int threads_;
  double seconds_;
  size_type nonzeros_;
};

}  // namespace

void run_host_operations(host_options const& options) {
  fmt::print("matrix,nonzeros,threads,operation,ms,entries,checksum\n");
  for (std::string const& file : options.files) {
    auto read = io::read<double>(file);
    if (read.rows != read.cols) throw error(fmt::format("{}: the matrix is not square", file));
    read.values = io::field::real;
    read.symmetric = false;
    read.value.resize(read.row.size());
    for (std::size_t k = 0; k < read.row.size(); ++k) {
      read.value[k] = 1 + static_cast<double>((31ll * read.row[k] + 17ll * read.col[k]) % 8) / 8;
    }
    for (int const threads : options.threads) {
      comparison(std::filesystem::path(file).stem().string(), read, threads, options.seconds);
    }
  }
}

}  // namespace heddle::bench
