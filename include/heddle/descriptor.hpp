// descriptor.hpp - how an operation runs and writes, as a value with designated initialisers.
#pragma once
#include <heddle/locality.hpp>
#include <heddle/schedule/schedule.hpp>
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
  /// A locality plan: a preparation, kept with the matrix, that places the gathers of mxv and vxm better.
  std::optional<heddle::locality> locality = {};
};

namespace detail {

/// Throws invalid_argument where a parameter of the schedule or of the locality plan makes no sense, whether it is used
/// or not.
inline void check_descriptor(descriptor const& d) {
  check_schedule(d.schedule);
  if (d.locality) check_locality(*d.locality);
}

}  // namespace detail
}  // namespace heddle
