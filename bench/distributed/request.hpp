// request.hpp - what bench_distributed is asked for.
#pragma once
#include <heddle/detail/distributed/first_rank.hpp>
#include <heddle/io/generators.hpp>
#include <string>
#include <vector>

#include "bench/support/report.hpp"
#include "src/measure/times.hpp"

namespace heddle::bench {

/// `rmat:scale=24,edge_factor=16`: a generator of the library, and its parameters.
struct ranks_graph {
  std::string text, generator;
  io::generator_values values;
};

struct ranks_request {
  executor one;              // what the ranks are compared with
  distributed::group ranks;  // which do the same
  std::vector<std::string> works;
  size_type repeat = 9, columns = 32, sources = 16;
  double budget_ms = 1000;  // of the timed calls of one work, on either side
  double deadline_s = 1e9;  // no work begins later
  bool weights = true;      // else a pattern
  distributed::search_options searches = {};
  measure::stopwatch begun{};  // with the program

  bool is_late() const { return begun.elapsed_ms() > 1e3 * deadline_s; }
};

/// Measures one graph, whose entries Offset counts: a line for each work.
template <class Offset> void measure_ranks(ranks_graph const& graph, ranks_request const& asked, report& into);

}  // namespace heddle::bench
