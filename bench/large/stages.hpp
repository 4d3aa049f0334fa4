// stages.hpp - what bench_large does step by step, each a line of its table.
#pragma once
#include <limits>

#include "bench/large/request.hpp"
#include "src/measure/times.hpp"

namespace heddle::bench {

/// What of a stage goes into the table; `wrong` is empty where nothing is.
struct stage_result {
  double seconds = 0;
  size_type entries = 0, steps = 0, bytes = 0;
  std::string wrong = {}, ran_as = {};
};

class stages {
 public:
  stages(large_request const& asked, int ranks, report& into, program const& app)
      : asked_(asked), ranks_(ranks), into_(into), app_(app) {}

  /// One line: what took how long, and what is wrong. A stage that throws is told of, and the next goes on.
  template <class Stage> void add(char const* what, Stage const& stage) {
    stage_result result;
    measure::stopwatch const watch;
    try {
      stage(result);
    } catch (std::exception const& error) { result.wrong = error.what(); }
    all_right_ = all_right_ && result.wrong.empty();
    into_.add({{"generator", asked_.generator},
               {"scale", asked_.scale},
               {"edge_factor", asked_.edge_factor},
               {"ranks", ranks_},
               {"nnz", nnz},
               {"what", what},
               {"seconds", result.seconds},
               {"gteps", result.seconds > 0 ? static_cast<double>(result.entries) / result.seconds / 1e9 : 0},
               {"steps", result.steps},
               {"gb", static_cast<double>(result.bytes) / 1e9},
               {"ran_as", result.ran_as},
               {"with_check_s", 1e-3 * watch.elapsed_ms()},
               {"verified", result.wrong.empty()},
               {"wrong", result.wrong}});
    app_.write();  // a run that is cut off loses one stage only
  }
  bool all_right() const { return all_right_; }

  size_type nnz = 0;  // of the graph, once it is there

 private:
  large_request const& asked_;
  int ranks_;
  report& into_;
  program const& app_;
  bool all_right_ = true;
};

/// The least time of some runs, in seconds; wait() returns when what a call began is done.
template <class Call, class Wait> double least_seconds(int runs, Call const& call, Wait const& wait) {
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < runs; ++k) {
    measure::stopwatch const watch;
    call();
    wait();
    least = std::min(least, 1e-3 * watch.elapsed_ms());
  }
  return least;
}

}  // namespace heddle::bench
