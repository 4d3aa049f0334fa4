// host.hpp - what bench_host measures on the CPU.
#pragma once
#include <string>
#include <vector>

#include "src/measure/times.hpp"

namespace heddle::bench {

struct host_options {
  std::vector<std::string> files;
  std::vector<int> threads = {1, 2};
  double seconds = 0.3;  // of calls for each file and number of threads, 15 calls at least
  std::string answers;   // a folder for results as raw numbers, or empty
};

/// y = A x in f64 for every file, a line of CSV each. Values do not stand in the file but follow from the position,
/// A(i, j) = 0.5 + ((31 i + 17 j) mod 64) / 64 and x(j) = 1 + (j mod 7) / 8, so that others can compute the same.
void run_host_spmv(host_options const& options);

/// BFS and SSSP from the first of the longest rows of every file's graph, a line of CSV each: medians in ms. The weight
/// of an edge between i and j is 1 + ((31 min(i, j) + 17 max(i, j)) mod 255).
void run_host_traversal(host_options const& options);

/// Operations on the square matrix of every file in f64, a line of CSV each with the number of entries and a checksum
/// of what they gave; every call makes its result anew. A(i, j) = 1 + ((31 i + 17 j) mod 8) / 8.
void run_host_operations(host_options const& options);

/// Element-wise operations on vectors of several sizes, gather, scatter, and PageRank by operations, a line of CSV
/// each: the least times in us, and a checksum.
void run_host_elementwise(std::vector<int> const& threads, double seconds);

/// Operations on generated graphs, quiet and then beside one process that keeps a processor busy: medians in ms.
void run_beside_busy(int threads, int repetitions);

/// Loops of three sizes by two threads, each called at once and after pauses: medians in us.
void run_loops();

/// y = A x over the shapes of bench_sweep of at most so many entries, under every schedule: a line of `csv` each, which
/// goes on where it ends, and how fast auto is beside the fastest.
void run_host_sweep(std::string const& csv, int threads, double most_entries);

/// Milliseconds of one call, and the median of calls: at least so many, and more within these seconds.
template <class Call> double elapsed_ms(Call const& call) {
  measure::stopwatch const watch;
  call();
  return watch.elapsed_ms();
}
template <class Call> double median_ms(std::size_t least, double seconds, Call const& call) {
  std::vector<double> times;
  for (double sum = 0; times.size() < least || (sum < 1e3 * seconds && times.size() < 2001);) {
    sum += times.emplace_back(elapsed_ms(call));
  }
  return measure::median(std::move(times));
}

}  // namespace heddle::bench
