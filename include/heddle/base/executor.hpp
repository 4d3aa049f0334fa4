// executor.hpp - where containers live and operations run: CPU threads, or a GPU and a stream of it.
#pragma once
#include <functional>
#include <heddle/base/types.hpp>
#include <memory>
#include <optional>
#include <string>

namespace heddle {

/// What an executor is.
enum class device_kind : std::uint8_t { host, cuda };

/// Of calls that take a while: called now and then, from the thread of the call, with the fraction done in [0, 1],
/// which never falls. Must not throw.
using progress_callback = std::function<void(double)>;

/// Gives and takes device memory in stream order; `stream` is a cudaStream_t. Both may be called from several threads.
struct memory_resource {
  virtual ~memory_resource() = default;
  virtual void* allocate(std::size_t bytes, void* stream) = 0;
  virtual void deallocate(void* pointer, std::size_t bytes, void* stream) noexcept = 0;
};

namespace detail {

// What a std::vector is has to be the same in program and library; where it is not, the linker misses this name.
#if defined(_GLIBCXX_DEBUG)
#define HEDDLE_VECTORS heddle_built_with_GLIBCXX_DEBUG_as_this_program_is
#else
#define HEDDLE_VECTORS heddle_built_without_GLIBCXX_DEBUG_as_this_program_is
#endif
extern char const HEDDLE_VECTORS;
[[gnu::used]] inline char const* const vectors_of_library = &HEDDLE_VECTORS;

class recorder;

// Device memory for one operation alone, in which every `width` bytes are `value`, and are so again when it is given
// back for the next. `fresh`: it is new, and who asked fills it.
struct leased_memory {
  std::shared_ptr<void> memory;
  std::size_t bytes = 0, width = 1;
  std::uint64_t value = 0;
  bool fresh = true;
};

// One per distinct executor; containers share it, so memory and streams outlive whoever made them.
struct executor_state {
  virtual ~executor_state() = default;
  virtual device_kind kind() const = 0;
  virtual int device() const = 0;        // CUDA device number; 0 on the host
  virtual void* stream() const = 0;      // cudaStream_t; null on the host
  virtual int num_workers() const = 0;   // CPU threads, or multiprocessors
  virtual int architecture() const = 0;  // as __CUDA_ARCH__: 900 for compute capability 9.0; 0 on the host
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void deallocate(void* pointer, std::size_t bytes) noexcept = 0;
  virtual void wait() = 0;
  virtual std::string description() const = 0;
  // Device memory that is 0 wherever no kernel of the stream is at work: who writes to it leaves it so. Hold it until
  // the launch is made. Null on the host.
  virtual std::shared_ptr<void> zeros(std::size_t bytes) = 0;
  // At least so many bytes, kept from one operation to the next, so that a step of a loop need not clear what it did
  // not touch. Given back when the kernels that restore it are launched; dropped where an exception comes between. Not
  // for the host, nor while kernels are recorded.
  virtual leased_memory lease(std::size_t bytes, std::size_t width, std::uint64_t value) = 0;
  virtual void give_back(leased_memory memory) noexcept = 0;
  // Of the device_loop whose body this thread is running on this executor, else null; see recorder.hpp.
  virtual recorder* recording() const noexcept = 0;
};

}  // namespace detail

/// A run-time value held by each container; copies are the same executor. Operands of one operation must be on equal
/// executors.
class executor {
 public:
  /// The host with all its cores.
  executor();
  explicit executor(std::shared_ptr<detail::executor_state> state) : state_(std::move(state)) {}
  executor(executor const&) noexcept = default;  // moving copies: what was moved from is the same executor
  executor& operator=(executor const&) noexcept = default;

  device_kind kind() const { return state_->kind(); }
  bool is_host() const { return kind() == device_kind::host; }
  int device() const { return state_->device(); }
  void* stream() const { return state_->stream(); }
  int num_workers() const { return state_->num_workers(); }
  int architecture() const { return state_->architecture(); }
  /// `host, 2 threads` or `cuda:0, NVIDIA H200`.
  std::string description() const { return state_->description(); }

  /// Returns when all work given to this executor is done; throws cuda_error for what went wrong in it.
  void wait() const { state_->wait(); }

  detail::executor_state& state() const { return *state_; }

  /// Same device and stream; all host executors are equal, however many threads they use.
  friend bool operator==(executor const& a, executor const& b) {
    return a.state_ == b.state_ || (a.is_host() && b.is_host()) ||
           (a.kind() == b.kind() && a.device() == b.device() && a.stream() == b.stream());
  }

 private:
  std::shared_ptr<detail::executor_state> state_;
};

/// The CPU, by that many threads, the calling one among them; 0: by host::default_threads(), one for each processor
/// that the process may use unless HEDDLE_NUM_THREADS says otherwise. Operations' results do not depend on the number
/// of threads.
[[nodiscard]] executor host_executor(int threads = 0);

/// Which GPU, and what it is given to work with.
struct cuda_options {
  int device = 0;
  void* stream = nullptr;               // a cudaStream_t to adopt, the same for every thread, which must outlive the
                                        // executor; null: a new stream, owned by the executor
  memory_resource* resource = nullptr;  // null: the device's stream-ordered pool; else it must outlive the executor
};

/// A GPU. Throws not_compiled where the library was built without CUDA, cuda_error where there is no such device.
[[nodiscard]] executor cuda_executor(cuda_options const& options);
[[nodiscard]] inline executor cuda_executor(int device = 0) { return cuda_executor(cuda_options{.device = device}); }

/// True when the library was built with CUDA and a device answers.
[[nodiscard]] bool cuda_available() noexcept;

/// The GPU of that number when there is any, else the host. The same executor at every call, so that what is made on it
/// in different places fits together. Throws cuda_error where there are GPUs, but not that one.
[[nodiscard]] executor default_executor(int device);

/// What set_default_executor was given, else default_executor(0).
[[nodiscard]] executor default_executor();

/// From now on default_executor() is this one, and containers that are made without an executor live there. Nothing
/// (std::nullopt): as in a program that does not call this, where such containers live on the host, also beside a GPU.
/// Containers that there are stay where they are. Several threads may call it.
void set_default_executor(std::optional<executor> exec);

namespace detail {

/// Where containers live that are made without an executor.
executor usual_executor();

}  // namespace detail

}  // namespace heddle
