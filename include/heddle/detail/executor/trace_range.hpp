// trace_range.hpp - operations as named ranges on the time line of a profiler (NVTX), such as `mxv merge_path`, and as
// the names by which a device_loop refuses them.
#pragma once
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/seam/schedule/schedule.hpp>

namespace heddle::gpu {

/// Opens a range of this thread, which end_range closes; false where no profiler listens. `chosen` may be null.
bool begin_range(char const* operation, schedule const* chosen) noexcept;
void end_range() noexcept;

}  // namespace heddle::gpu

namespace heddle::detail {

/// An operation on a GPU for as long as this lives. Costs a call and a test where no profiler is attached.
class trace_range {
 public:
  trace_range(executor const& exec, char const* operation, schedule const* chosen = nullptr)
      : open_(!exec.is_host() && gpu::begin_range(operation, chosen)), recording_(exec.state().recording()) {
    if (recording_) before_ = recording_->work_on(operation);
  }
  trace_range(trace_range const&) = delete;
  ~trace_range() {
    if (recording_) recording_->work_on(before_);
    if (open_) gpu::end_range();
  }
  recorder* loop() const { return recording_; }

 private:
  bool open_;
  recorder* recording_;
  char const* before_ = nullptr;
};

}  // namespace heddle::detail
