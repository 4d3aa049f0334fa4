// progress.hpp - a bar on the terminal for work that takes a while, and nothing anywhere else.
#pragma once
#include <chrono>
#include <heddle/base/executor.hpp>
#include <heddle/base/types.hpp>
#include <string>

namespace heddle::cli {

/// Draws `label [=====     ] 52 %` on the standard error once half a second has passed, and wipes it at the end.
/// Silent unless `wanted` and the standard error is a terminal.
class progress {
 public:
  progress(std::string label, bool wanted);
  progress(progress const&) = delete;
  ~progress();

  /// `fraction` of the work is done, in [0, 1].
  void operator()(double fraction) noexcept;
  bool is_silent() const { return silent_; }

 private:
  using clock = std::chrono::steady_clock;

  std::string label_;
  bool silent_;
  bool drawn_ = false;
  int percent_ = -1;
  clock::time_point begin_ = clock::now();
};

/// The bar of a task that runs `repeat` times: runs count alike.
class repeated_progress {
 public:
  repeated_progress(std::string const& label, bool wanted, size_type repeat) : bar_(label, wanted), repeat_(repeat) {}

  /// Empty where nobody watches, so that the task need not count.
  progress_callback of_this_run() {
    if (bar_.is_silent()) return {};
    return [this](double fraction) { tell(static_cast<double>(done_) + fraction); };
  }
  void end_run() { tell(static_cast<double>(++done_)); }

 private:
  void tell(double runs) { bar_(runs / static_cast<double>(repeat_)); }

  progress bar_;
  size_type repeat_, done_ = 0;
};

}  // namespace heddle::cli
