// cusparse_spmv.cuh - the baseline: cuSPARSE's y = A x in its variants, timed on the GPU.
#pragma once
#include <cstdio>
#include <string>
#include <vector>

#include "bench/support/device_timer.cuh"
#include "src/measure/cusparse.hpp"

namespace heddle::bench {

/// One variant as measured; `verified` false: its result was wrong, or it failed.
struct measured_variant {
  measure::cusparse_variant variant;
  timing time = {};
  double setup_us = 0;
  bool verified = false;
};

/// The fastest that was right, or null.
inline measured_variant const* best_of(std::vector<measured_variant> const& all,
                                       double timing::*time = &timing::median) {
  measured_variant const* best = nullptr;
  for (measured_variant const& each : all) {
    if (each.verified && (!best || each.time.*time < best->time.*time)) best = &each;
  }
  return best;
}

/// Every variant; is_right() looks at y. Set-up is what cuSPARSE makes from finished buffers: descriptors, its work
/// buffer and, where it is asked for, the preprocessing. Nothing where there is no cuSPARSE.
template <class IsRight>
std::vector<measured_variant> measure_cusparse(measure::cusparse_problem const& problem, repeat const& count,
                                               cache_flusher const& flush, IsRight const& is_right) {
  std::vector<measured_variant> all;
  if (!measure::has_cusparse()) return all;
  executor const& exec = problem.exec;
  auto const session = measure::cusparse_session(exec);
  for (measure::cusparse_variant const& variant : measure::cusparse_variants()) {
    if (variant.call == measure::cusparse_call::coo && !problem.row_numbers) continue;
    measured_variant& result = all.emplace_back(variant);
    try {
      device_event start, stop;
      start.record(gpu::stream_of(exec));
      measure::cusparse_product const multiply(session, problem, variant);
      stop.record(gpu::stream_of(exec));
      result.setup_us = stop.microseconds_since(start);
      std::size_t const width = problem.y_type == measure::cusparse_type<double> ? 8 : 4;
      gpu::check(cudaMemsetAsync(problem.y, 0xff, static_cast<std::size_t>(problem.rows) * width, gpu::stream_of(exec)),
                 "cudaMemsetAsync");
      multiply();
      result.verified = is_right();
      if (result.verified) result.time = bench::measure(exec, count, flush, multiply);
    } catch (error const& refusal) {
      std::fprintf(stderr, "cuSPARSE, %s: %s\n", variant.name, refusal.what());
      result.verified = false;
    }
  }
  return all;
}

}  // namespace heddle::bench
