// progress.hpp - a bar on the terminal for work that takes a while, and nothing anywhere else.
#pragma once
#include <chrono>
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

 private:
  using clock = std::chrono::steady_clock;

  std::string label_;
  bool silent_;
  bool drawn_ = false;
  int percent_ = -1;
  clock::time_point begin_ = clock::now();
};

}  // namespace heddle::cli
