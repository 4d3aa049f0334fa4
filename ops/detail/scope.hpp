// scope.hpp - what every operation begins with: its operands are checked, a loop that cannot record it refuses it, and
// a profiler and the loop's messages know it by name until it ends.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/detail/executor/trace_range.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/operand.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

/// Whether the body of a device_loop may hold an operation: neither the host's data nor its counting is in it.
enum class recordable : bool { no, yes };

/// An operation at work on its output. Made by `enter`.
template <class Output, class Mask> class scope {
 public:
  static constexpr bool masked = !std::is_same_v<Mask, no_mask_type>;

  char const* const what;
  Output& output;
  Mask const mask;
  bool const replace;

  template <class... Named>
  scope(recordable recorded, char const* operation, char const* name, Output& out, Mask const& by, descriptor const& d,
        Named const&... operands)
      : what(operation),
        output(out),
        mask(by),
        replace(d.replace),
        traced_(exec(), what, d.schedule.is_automatic() ? nullptr : &d.schedule) {
    detail::check_descriptor(d);
    detail::check_executors(what, output, operands...);
    detail::check_mask(what, mask, name, output);
    if (recorded == recordable::no) reads_back(what);
  }

  executor const& exec() const { return output.exec(); }
  bool is_output(auto const& operand) const {
    return static_cast<void const*>(&output) == static_cast<void const*>(&operand);
  }
  /// Null outside of the body of a device_loop.
  detail::recorder* loop() const { return traced_.loop(); }
  /// Refuses in a loop what an operation that can be recorded cannot do there.
  void reads_back(char const* in_this_case) const { detail::require_unrecorded(exec(), in_this_case); }

  /// Throws dimension_mismatch unless they fit: names, each with what it names, the first of which is the one that does
  /// not go with the others.
  template <class X, class... Rest> void fit(bool fits, char const* name, X const& x, Rest const&... rest) const {
    if (fits) return;
    std::string sizes;
    list_sizes(sizes, rest...);
    throw dimension_mismatch(detail::concat(what, ": ", size_of(name, x), " but ", sizes));
  }

 private:
  template <class X, class... Rest>
  static void list_sizes(std::string& sizes, char const* name, X const& x, Rest const&... rest) {
    sizes = detail::concat(sizes, sizes.empty() ? "" : " and ", size_of(name, x));
    if constexpr (sizeof...(Rest) > 0) list_sizes(sizes, rest...);
  }

  detail::trace_range const traced_;
};

/// Begins `what` into an output, which messages call `name`: behind it come its mask and descriptor, or neither, and
/// its operands, each behind its name. An operation that does not say that it can be recorded is refused in a
/// device_loop. Throws executor_mismatch, dimension_mismatch where the mask is not of the output's size, and
/// invalid_argument for what the descriptor says.
template <recordable Recorded = recordable::no, class Output, class MaskArgument, class... Named>
[[nodiscard]] auto enter(char const* what, char const* name, Output& output, MaskArgument const& mask,
                         descriptor const& d, Named const&... operands) {
  auto by = detail::mask_for<std::remove_const_t<Output>>(mask);
  return scope<Output, decltype(by)>(Recorded, what, name, output, by, d, operands...);
}
template <recordable Recorded = recordable::no, class Output>
[[nodiscard]] auto enter(char const* what, char const* name, Output& output) {
  return enter<Recorded>(what, name, output, no_mask, {});
}
template <recordable Recorded = recordable::no, class Output, class X, class... Named>
[[nodiscard]] auto enter(char const* what, char const* name, Output& output, char const* name_of_x, X const& x,
                         Named const&... operands) {
  return enter<Recorded>(what, name, output, no_mask, {}, name_of_x, x, operands...);
}

/// C = A B, where operands and output have rows and columns. Throws dimension_mismatch.
template <class Scope, class A, class B> void fit_product(Scope const& work, A const& a, B const& b) {
  auto const& c = work.output;
  work.fit(a.cols() == b.rows(), "A", a, "B", b);
  if (a.rows() == c.rows() && b.cols() == c.cols()) return;
  throw dimension_mismatch(
      detail::concat(work.what, ": A * B is ", detail::shape(a.rows(), b.cols()), " but ", size_of("C", c)));
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
