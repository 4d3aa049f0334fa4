// copy.cu - copies that touch a GPU.
#include <heddle/detail/executor/check.cuh>
#include <map>
#include <utility>

#include "src/cuda/devices.hpp"
#include "src/cuda/read_back.hpp"
#include "src/executor/backend.hpp"

namespace heddle::gpu {

namespace {

// How far an executor has been given work.
class mark {
 public:
  explicit mark(executor const& exec) {
    device_guard const guard(exec);
    check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreate");
    cudaError_t const status = cudaEventRecord(event_, stream_of(exec));
    if (status != cudaSuccess) cudaEventDestroy(event_);
    check(status, "cudaEventRecord");
  }
  mark(mark const&) = delete;
  mark& operator=(mark const&) = delete;
  ~mark() { cudaEventDestroy(event_); }
  void comes_before(executor const& later) const {
    device_guard const guard(later);
    check(cudaStreamWaitEvent(stream_of(later), event_, 0), "cudaStreamWaitEvent");
  }

 private:
  cudaEvent_t event_;
};

}  // namespace

void order(executor const& earlier, executor const& later) {
  if (earlier != later) mark(earlier).comes_before(later);
}

void copy_at_once(std::span<copy_between const> copies) {
  std::map<executor const*, mark> marks;
  for (auto const& copy : copies) marks.try_emplace(copy.to, *copy.to).first->second.comes_before(*copy.from);
  std::size_t begun = 0;
  try {
    for (; begun < copies.size(); ++begun) {  // by the device that sends
      auto const& copy = copies[begun];
      device_guard const guard(*copy.from);
      check(cudaMemcpyPeerAsync(copy.destination, copy.to->device(), copy.source, copy.from->device(), copy.bytes,
                                stream_of(*copy.from)),
            "copying between GPUs");
    }
  } catch (error const&) {  // whoever gives the memory back does so behind what has begun
    for (auto const& copy : copies.first(begun)) {
      try {
        order(*copy.from, *copy.to);
      } catch (error const&) {}  // a device that is lost writes no more
    }
    throw;
  }
  marks.clear();
  for (auto const& copy : copies) marks.try_emplace(copy.from, *copy.from).first->second.comes_before(*copy.to);
}

namespace {

// On the destination's stream, between what was given to the source before and what is given to it afterwards, a
// release of the source's memory among that.
void copy_on_devices(executor const& to, void* destination, executor const& from, void const* source,
                     std::size_t bytes) {
  order(from, to);
  {
    device_guard const guard(to);
    cudaError_t const status =
        to.device() == from.device()
            ? cudaMemcpyAsync(destination, source, bytes, cudaMemcpyDeviceToDevice, stream_of(to))
            : cudaMemcpyPeerAsync(destination, to.device(), source, from.device(), bytes, stream_of(to));
    check(status, "copying on the GPU");
  }
  order(to, from);
}

void copy_to_device(executor const& to, void* destination, void const* source, std::size_t bytes) {
  require_uncaptured(to.state());  // what is copied now would be read in every replay
  device_guard const guard(to);
  check(cudaMemcpyAsync(destination, source, bytes, cudaMemcpyHostToDevice, stream_of(to)), "copying to the GPU");
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, source), "cudaPointerGetAttributes");
  // Pageable memory was staged when the call returned; what the GPU reads by itself must not be reused before it did.
  if (attributes.type != cudaMemoryTypeUnregistered) to.wait();
}

// What lies between two lines of a copy, at most.
std::size_t longest_step(executor const& exec) {
  int bytes = 0;
  check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxPitch, exec.device()), "cudaDeviceGetAttribute");
  return static_cast<std::size_t>(bytes);
}

void copy_to_host(void* destination, executor const& from, void const* source, std::size_t bytes) {
  if (bytes <= max_read_back) return read_back(from, destination, source, bytes);
  require_uncaptured(from.state());
  device_guard const guard(from);
  check(cudaMemcpyAsync(destination, source, bytes, cudaMemcpyDeviceToHost, stream_of(from)), "copying from the GPU");
  from.wait();
}

}  // namespace

void copy_bytes(executor const& to, void* destination, executor const& from, void const* source, std::size_t bytes) {
  if (to.is_host()) return copy_to_host(destination, from, source, bytes);
  if (from.is_host()) return copy_to_device(to, destination, source, bytes);
  copy_on_devices(to, destination, from, source, bytes);
}

// As copy_bytes, in one call where the runtime takes such steps; line by line where it does not, and between two GPUs.
void copy_lines(executor const& to, executor const& from, detail::line_copy const& asked) {
  executor const& gpu = to.is_host() ? from : to;
  bool const apart = !to.is_host() && !from.is_host() && to.device() != from.device();
  if (apart || max_of(asked.destination_step, asked.source_step) > longest_step(gpu)) {
    for (std::size_t line = 0; line < static_cast<std::size_t>(asked.lines); ++line) {
      copy_bytes(to, static_cast<char*>(asked.destination) + line * asked.destination_step, from,
                 static_cast<char const*>(asked.source) + line * asked.source_step, asked.bytes);
    }
    return;
  }
  if (to.is_host() || from.is_host()) require_uncaptured(gpu.state());
  bool const within = !to.is_host() && !from.is_host();
  if (within) order(from, to);
  {
    device_guard const guard(gpu);
    check(cudaMemcpy2DAsync(asked.destination, asked.destination_step, asked.source, asked.source_step, asked.bytes,
                            static_cast<std::size_t>(asked.lines), cudaMemcpyDefault, stream_of(gpu)),
          "copying lines");
  }
  if (within) return order(to, from);
  gpu.wait();  // the host reads the copy, or writes to what was copied
}

}  // namespace heddle::gpu
