// descriptor.hpp - how an operation runs and writes, as a value with designated initialisers.
#pragma once
#include <heddle/seam/plan/compact.hpp>
#include <heddle/seam/plan/locality.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <heddle/seam/strategy/strategy.hpp>
#include <optional>

namespace heddle {

/// Push walks the entries of a sparse operand and scatters; pull walks the rows of the result and gathers.
enum class direction : std::uint8_t { automatic, push, pull };

namespace detail {

/// A bool that no number converts to: `assign(w, no_mask, no_accum, x, {7})` names a position, and is no descriptor.
class truth {
 public:
  template <std::same_as<bool> B> constexpr truth(B value) : value_(value) {}
  constexpr operator bool() const { return value_; }

 private:
  bool value_;
};

}  // namespace detail

/// {.replace = true, .schedule = merge_path{}}, {.locality = locality{}}
struct descriptor {
  /// Entries of the output where the mask is false are deleted instead of kept.
  detail::truth replace = false;
  heddle::schedule schedule = {};
  heddle::direction direction = heddle::direction::automatic;
  /// Where mxv and vxm choose their direction they push while u has entries at less than this share of its positions,
  /// or in a device_loop on a GPU while the columns of A that u chooses have less than this share of A's entries.
  /// Unless given a sixteenth, and no push in a loop where A has under 8 M entries: a pull takes less there than the
  /// choice.
  std::optional<double> push_below = {};
  /// Of mxv and vxm: they push, and share out the entries in the rows of a sparse operand by it, in place of a
  /// schedule.
  std::optional<heddle::strategy> strategy = {};
  /// Of a push: what it took is added, step by step. It waits for the GPU to read the clock, so this is to compare.
  strategy_costs* costs = nullptr;
  /// A locality plan: a preparation, kept with the matrix, that places the gathers of mxv and vxm better.
  std::optional<heddle::locality> locality = {};
  /// A compact plan: a preparation, kept with the matrix, whose columns take half the bytes. Of mxv, vxm and spmv.
  std::optional<heddle::compact_columns> compact = {};
  /// Bytes that mxm may take beside operands and result; see mxm_need. Where they would not do it makes the rows of A
  /// in runs, and the result is the same. 0: no bound, and runs only where memory runs out.
  size_type memory_budget = 0;
};

namespace detail {

/// Throws invalid_argument where a parameter of the schedule, of the strategy or of a plan, push_below or the budget
/// makes no sense, whether it is used or not, where a strategy comes with a schedule of its own or a pull, and a
/// compact plan with a push.
inline void check_descriptor(descriptor const& d) {
  check_schedule(d.schedule);
  if (d.strategy) {
    check_strategy(*d.strategy);
    if (!d.schedule.is_automatic()) {
      throw invalid_argument("a strategy chooses the schedule of a step: give one of the two");
    }
    if (d.direction == direction::pull) throw invalid_argument("a strategy shares out a push, and pull is asked for");
  }
  if (d.locality) check_locality(*d.locality);
  if (d.compact) check_compact(*d.compact);
  if (d.compact && (d.strategy || d.direction == direction::push)) {
    throw invalid_argument("descriptor: a compact plan serves pulls, and a push is asked for");
  }
  if (d.push_below && !(*d.push_below >= 0)) {
    throw invalid_argument(concat("descriptor: push_below is ", *d.push_below, ", but must be 0 or more"));
  }
  if (d.memory_budget < 0) {
    throw invalid_argument(concat("descriptor: memory_budget is ", d.memory_budget, ", but must be 0 or more bytes"));
  }
}

}  // namespace detail
}  // namespace heddle
