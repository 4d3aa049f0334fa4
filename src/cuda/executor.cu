// executor.cu - a GPU as an executor: its stream, its stream-ordered memory, and what came of the work given to it.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <heddle/base/executor.hpp>
#include <heddle/detail/executor/check.cuh>
#include <map>
#include <mutex>

#include "src/cuda/devices.hpp"
#include "src/cuda/read_back.hpp"
#include "src/host/comes_soon.hpp"
#include "src/host/processors.hpp"
#include "src/loop/loop_recorder.hpp"

namespace heddle {
namespace gpu {
namespace {

// A pool of the library's own for each device, since the settings of the device's are the user's. Memory given back
// stays in it, so that a loop does not ask the driver twice. Lives until the process ends, whoever still holds memory
// then.
class device_pool final : public memory_resource {
 public:
  explicit device_pool(int device) {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, device};
    check(cudaMemPoolCreate(&pool_, &properties), "cudaMemPoolCreate");
    std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
    check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep), "cudaMemPoolSetAttribute");
  }
  void* allocate(std::size_t bytes, void* stream) override {
    void* pointer = nullptr;
    bytes = (bytes + 3) / 4 * 4;  // NCCL reads what it sends by words
    cudaError_t const status = cudaMallocFromPoolAsync(&pointer, bytes, pool_, static_cast<cudaStream_t>(stream));
    if (status == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      return nullptr;
    }
    check(status, "cudaMallocFromPoolAsync");
    return pointer;
  }
  void deallocate(void* pointer, std::size_t, void* stream) noexcept override {
    cudaFreeAsync(pointer, static_cast<cudaStream_t>(stream));
  }
  void let_reach(int device) {
    cudaMemAccessDesc access{};
    access.location = {cudaMemLocationTypeDevice, device};
    access.flags = cudaMemAccessFlagsProtReadWrite;
    check(cudaMemPoolSetAccess(pool_, &access, 1), "cudaMemPoolSetAccess");
  }
  bool lets_reach(int device) const {
    cudaMemLocation location{cudaMemLocationTypeDevice, device};
    cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
    check(cudaMemPoolGetAccess(&flags, pool_, &location), "cudaMemPoolGetAccess");
    return flags == cudaMemAccessFlagsProtReadWrite;
  }

 private:
  cudaMemPool_t pool_ = nullptr;
};

device_pool& pool_of(int device) {
  static std::mutex in_use;
  static auto& pools = *new std::map<int, device_pool>;
  std::scoped_lock const lock(in_use);
  return pools.try_emplace(device, device).first->second;
}

struct destroy_stream {
  void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
};
struct destroy_event {
  void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
};
struct free_pinned {
  void operator()(void* pointer) const { cudaFreeHost(pointer); }
};

// Of a GPU's multiprocessors, those that resident grids are made for: HEDDLE_GPU_WORKERS may ask for fewer.
int workers_of(int multiprocessors) {
  auto const wish = host::number_of_threads(std::getenv("HEDDLE_GPU_WORKERS"));
  return wish ? std::min(*wish, multiprocessors) : multiprocessors;
}

// Of the current device, as part of a message; nothing where it does not tell.
std::string free_bytes() {
  std::size_t free = 0, all = 0;
  if (cudaMemGetInfo(&free, &all) == cudaSuccess) return detail::concat(", ", free, " are free");
  cudaGetLastError();
  return {};
}

class state final : public detail::executor_state {
 public:
  // The device must be current.
  explicit state(cuda_options const& options)
      : device_(options.device), resource_(options.resource), stream_(static_cast<cudaStream_t>(options.stream)) {
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, device_), "cudaGetDeviceProperties");
    name_ = properties.name;
    workers_ = workers_of(properties.multiProcessorCount);
    architecture_ = 100 * properties.major + 10 * properties.minor;
    void* pinned = nullptr;
    check(cudaMallocHost(&pinned, max_read_back), "cudaMallocHost");
    pinned_.reset(pinned);
    cudaEvent_t written = nullptr;
    check(cudaEventCreateWithFlags(&written, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    written_.reset(written);
    if (!resource_) resource_ = &pool_of(device_);
    if (!stream_) {
      check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
      own_stream_.reset(stream_);  // the driver finishes pending work before it forgets the stream
    }
  }

  device_kind kind() const override { return device_kind::cuda; }
  int device() const override { return device_; }
  memory_resource const* resource() const { return resource_; }
  void* stream() const override { return stream_; }
  int num_workers() const override { return workers_; }
  int architecture() const override { return architecture_; }
  void* allocate(std::size_t bytes) override {
    auto* const recording = detail::recording_on(*this);
    if (void* const known = recording ? recording->memory_for(bytes) : nullptr) return known;
    device_guard const guard(device_);
    void* pointer = resource_->allocate(bytes, stream_);
    if (!pointer && drop_kept()) pointer = resource_->allocate(bytes, stream_);
    if (!pointer) {
      throw out_of_memory(detail::concat("cuda:", device_, ": ", bytes, " bytes could not be allocated", free_bytes()));
    }
    if (recording) recording->allocated(pointer);
    return pointer;
  }
  void deallocate(void* pointer, std::size_t bytes) noexcept override {
    if (auto* const recording = detail::recording_on(*this)) {
      if (recording->takes_back(pointer, bytes)) return;
    }
    int previous = device_;
    cudaGetDevice(&previous);
    if (previous != device_) cudaSetDevice(device_);
    resource_->deallocate(pointer, bytes, stream_);
    if (previous != device_) cudaSetDevice(previous);
  }
  void wait() override {
    require_uncaptured(*this);
    device_guard const guard(device_);
    check(cudaStreamSynchronize(stream_), "work given to this executor");
  }
  // Whoever holds the old memory gives it back in stream order, after what it launches.
  std::shared_ptr<void> zeros(std::size_t bytes) override {
    std::scoped_lock const lock(zeros_in_use_);
    if (bytes > zeros_bytes_) {
      require_unrecorded();
      std::size_t const wanted = std::max(bytes, 2 * zeros_bytes_);
      std::shared_ptr<void> const found(allocate(wanted), [this, wanted](void* old) { deallocate(old, wanted); });
      device_guard const guard(device_);
      check(cudaMemsetAsync(found.get(), 0, wanted, stream_), "zeros");
      zeros_ = found;
      zeros_bytes_ = wanted;
    }
    if (auto* const recording = detail::recording_on(*this)) recording->keep(zeros_);
    return zeros_;
  }
  detail::leased_memory lease(std::size_t bytes, std::size_t width, std::uint64_t value) override {
    {
      std::scoped_lock const lock(kept_in_use_);
      for (detail::leased_memory& one : kept_) {
        if (!one.memory || one.width != width || one.value != value) continue;
        detail::leased_memory found = std::exchange(one, {});
        if (found.bytes >= bytes) return found;
      }
    }
    require_unrecorded();
    std::shared_ptr<void> made(allocate(bytes), [this, bytes](void* old) { deallocate(old, bytes); });
    return {std::move(made), bytes, width, value, true};
  }
  void give_back(detail::leased_memory memory) noexcept override {
    memory.fresh = false;
    std::scoped_lock const lock(kept_in_use_);
    auto place = std::find_if(kept_.begin(), kept_.end(), [](auto const& one) { return !one.memory; });
    if (place == kept_.end()) place = kept_.begin() + next_kept_++ % kept_.size();
    std::swap(*place, memory);
  }
  std::string description() const override { return detail::concat("cuda:", device_, ", ", name_); }
  detail::recorder* recording() const noexcept override { return detail::recording_on(*this); }

  // Kernels may write to memory of cudaMallocHost. A number is there before its kernel has ended, and the stream then
  // takes two more microseconds to say so: the host looks for it, and waits for the kernel where it does not come soon.
  void receive(void* destination, std::size_t bytes, std::function<void(void*)> const& launch,
               std::function<void()> const& meanwhile) {
    require_uncaptured(*this);
    std::scoped_lock const lock(pinned_in_use_);
    device_guard const guard(device_);
    std::atomic_ref<std::uint64_t> const number(*static_cast<std::uint64_t*>(pinned_.get()));
    bool const is_number = bytes == sizeof(std::uint64_t);
    if (is_number) number = not_yet;
    try {
      launch(pinned_.get());
      if (meanwhile) {
        record();
        meanwhile();
      }
    } catch (...) {
      cudaStreamSynchronize(stream_);  // what was launched writes there before the next is asked
      throw;
    }
    if (!is_number || !detail::comes_soon([&] { return number.load() != not_yet; })) {
      if (!meanwhile) record();
      wait_until_recorded();
    }
    std::memcpy(destination, pinned_.get(), bytes);
  }
  void read_back(void* destination, void const* source, std::size_t bytes) {
    require_uncaptured(*this);
    std::scoped_lock const lock(pinned_in_use_);
    device_guard const guard(device_);
    check(cudaMemcpyAsync(pinned_.get(), source, bytes, cudaMemcpyDeviceToHost, stream_), "reading back");
    record();
    wait_until_recorded();
    std::memcpy(destination, pinned_.get(), bytes);
  }

 private:
  static constexpr std::uint64_t not_yet = ~std::uint64_t{0};  // a count is less

  void record() { check(cudaEventRecord(written_.get(), stream_), "cudaEventRecord"); }
  void wait_until_recorded() { check(cudaEventSynchronize(written_.get()), "work given to this executor"); }

  // Memory that a recording allocates is there in its replays alone.
  void require_unrecorded() const {
    cudaStreamCaptureStatus recording = cudaStreamCaptureStatusNone;
    check(cudaStreamIsCapturing(stream_, &recording), "cudaStreamIsCapturing");
    if (recording == cudaStreamCaptureStatusNone) return;
    throw cuda_error(description() + ": plans must be made before a stream is recorded");
  }

  // Returns whether there was something to be dropped.
  bool drop_kept() noexcept {
    std::scoped_lock const lock(kept_in_use_);
    bool any = false;
    for (detail::leased_memory& one : kept_) any |= std::exchange(one, {}).memory != nullptr;
    return any;
  }

  int device_;
  std::string name_;
  int workers_ = 0, architecture_ = 0;
  memory_resource* resource_;
  cudaStream_t stream_;
  std::unique_ptr<CUstream_st, destroy_stream> own_stream_;  // empty where the stream is adopted
  std::unique_ptr<void, free_pinned> pinned_;
  std::unique_ptr<CUevent_st, destroy_event> written_;  // to pinned_
  std::mutex pinned_in_use_;
  std::shared_ptr<void> zeros_;  // made last, and given back first
  std::size_t zeros_bytes_ = 0;
  std::mutex zeros_in_use_;
  std::array<detail::leased_memory, 4> kept_;
  std::size_t next_kept_ = 0;
  std::mutex kept_in_use_;
};

}  // namespace

void let_reach_each_other(std::vector<int> const& devices) {
  for (int const owner : devices) {
    device_guard const guard(owner);
    for (int const other : devices) {
      int can = 0;
      if (other != owner) check(cudaDeviceCanAccessPeer(&can, other, owner), "cudaDeviceCanAccessPeer");
      if (can) pool_of(owner).let_reach(other);
    }
  }
}

bool may_reach(executor const& owner, int device) {
  if (device == owner.device()) return true;
  auto const& pool = pool_of(owner.device());
  return static_cast<state&>(owner.state()).resource() == &pool && pool.lets_reach(device);
}

void make_current(int device) noexcept { cudaSetDevice(device); }

double free_memory(executor const& exec) noexcept {
  device_guard const guard(exec);
  std::size_t free = 0, all = 0;
  return cudaMemGetInfo(&free, &all) == cudaSuccess ? static_cast<double>(free) : 0;
}

bool is_lost(executor const& exec) noexcept {
  cudaError_t const status = cudaStreamQuery(stream_of(exec));
  return status != cudaSuccess && status != cudaErrorNotReady;
}

void require_uncaptured(detail::executor_state const& state) {
  auto const* const recording = detail::recording_on(state);
  if (recording && recording->captures()) recording->refuse(recording->operation());
}

void read_back(executor const& exec, void* destination, void const* source, std::size_t bytes) {
  static_cast<state&>(exec.state()).read_back(destination, source, bytes);
}

void receive(executor const& exec, void* destination, std::size_t bytes, std::function<void(void*)> const& launch,
             std::function<void()> const& meanwhile) {
  static_cast<state&>(exec.state()).receive(destination, bytes, launch, meanwhile);
}

}  // namespace gpu

executor cuda_executor(cuda_options const& options) {
  int devices = 0;
  cudaError_t const status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess) gpu::check(status, "cuda_executor: no GPU answers");
  if (options.device < 0 || options.device >= devices) {
    throw cuda_error(detail::concat("cuda_executor: there is no device ", options.device, "; this machine has ",
                                    devices, devices == 1 ? " GPU, number 0" : " GPUs, numbered from 0"));
  }
  gpu::device_guard const guard(options.device);
  return executor(std::make_shared<gpu::state>(options));
}

bool cuda_available() noexcept {
  static bool const available = [] {
    int devices = 0;
    bool const answers = cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0;
    cudaGetLastError();
    return answers;
  }();
  return available;
}

}  // namespace heddle
