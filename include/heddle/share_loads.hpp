// share_loads.hpp - how evenly a plan deals out work: tiles and atoms of every share, and on a GPU its clock cycles.
#pragma once
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <optional>
#include <span>

namespace heddle::seam {

/// How a number is spread over the shares of a plan.
struct load_figures {
  size_type minimum = 0, maximum = 0;
  double mean = 0;
  /// As row_statistics: [0] counts zeros, [k] numbers of 2^(k - 1) to 2^k - 1.
  decltype(primitives::row_statistics::histogram) histogram{};

  /// Longest over mean: 1 is even.
  double imbalance() const { return mean > 0 ? static_cast<double>(maximum) / mean : 1; }
};

load_figures figures_of(std::span<std::int64_t const> loads);

struct share_loads {
  size_type shares = 0;  // the plan's workers, or where blocks deal tiles out their rounds of 256
  load_figures tiles, atoms;
  std::optional<load_figures> cycles;
};

/// Of a plan for these rows, all in memory of `exec`. A row that is cut counts in each share that it touches. Copies
/// offsets and boundaries to the host: a tool to study schedules by, not a step of an operation.
template <index_type Offset>
share_loads loads_of(executor const& exec, offset_tiles<Offset> const& tiles, plan const& chosen);

}  // namespace heddle::seam

namespace heddle::gpu {

/// Clock cycles of the shares of y = A x over plus and times: of the threads that walk one the slowest counts, other
/// launches (the fix-up) do not. x: [a.minor], everything in memory of `exec`. T is float or double. Runs twice, and
/// reads back a number for each share. Throws not_compiled where CUDA is absent.
template <class T>
load_figures share_cycles(executor const& exec, plan const& chosen,
                          compressed_view<T, std::int32_t, std::int32_t> const& a, T const* x);

}  // namespace heddle::gpu
