// executor.cpp - the host executor, and which executor is the default.
#include <sys/sysinfo.h>

#include <heddle/base/error.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <limits>
#include <map>
#include <mutex>

#include "src/executor/block_cache.hpp"
#include "src/loop/loop_recorder.hpp"

namespace heddle {

char const detail::HEDDLE_VECTORS = 0;

namespace {

// What the machine has, swap space too. Where a system promises more than that, who writes to it is killed.
std::size_t memory_of_machine() {
  struct sysinfo info {};
  if (sysinfo(&info) != 0) return std::numeric_limits<std::size_t>::max();
  return (static_cast<std::size_t>(info.totalram) + info.totalswap) * info.mem_unit;
}

class host_state final : public detail::executor_state {
 public:
  explicit host_state(int threads) : threads_(threads) {}

  device_kind kind() const override { return device_kind::host; }
  int device() const override { return 0; }
  void* stream() const override { return nullptr; }
  int num_workers() const override { return threads_ > 0 ? threads_ : host::default_threads(); }
  int architecture() const override { return 0; }
  void* allocate(std::size_t bytes) override {
    static std::size_t const most = memory_of_machine();
    void* const pointer = bytes > most ? nullptr : host::get_block(bytes);
    if (!pointer) throw out_of_memory(detail::concat("host: ", bytes, " bytes could not be allocated"));
    if (auto* const recording = detail::recording_on(*this)) recording->allocated(pointer);
    return pointer;
  }
  void deallocate(void* pointer, std::size_t bytes) noexcept override {
    if (auto* const recording = detail::recording_on(*this)) recording->takes_back(pointer, bytes);
    host::give_block(pointer, bytes);
  }
  void wait() override {}
  std::string description() const override {
    return detail::concat("host, ", num_workers(), num_workers() == 1 ? " thread" : " threads");
  }
  std::shared_ptr<void> zeros(std::size_t) override { return nullptr; }
  detail::leased_memory lease(std::size_t, std::size_t, std::uint64_t) override { return {}; }
  void give_back(detail::leased_memory) noexcept override {}
  detail::recorder* recording() const noexcept override { return detail::recording_on(*this); }

 private:
  int threads_;
};

std::shared_ptr<detail::executor_state> const& all_cores() {
  static std::shared_ptr<detail::executor_state> const state = std::make_shared<host_state>(0);
  return state;
}

// What the program chose. Never destroyed: a GPU's driver may be gone before.
struct chosen_executor {
  std::mutex in_use;
  std::optional<executor> exec;

  std::optional<executor> get() {
    std::scoped_lock const lock(in_use);
    return exec;
  }
};
chosen_executor& chosen_by_program() {
  static auto& chosen = *new chosen_executor;
  return chosen;
}

}  // namespace

executor::executor() : state_(all_cores()) {}

executor host_executor(int threads) {
  if (threads < 0) {
    throw invalid_argument(detail::concat("host_executor: threads is ", threads, ", but must be 0 or more"));
  }
  return threads == 0 ? executor() : executor(std::make_shared<host_state>(threads));
}

executor default_executor(int device) {
  if (!cuda_available()) return executor();
  static std::mutex in_use;
  static auto& made = *new std::map<int, executor>;  // never destroyed: the driver may be gone before
  std::scoped_lock const lock(in_use);
  auto const found = made.find(device);
  return found != made.end() ? found->second : made.emplace(device, cuda_executor(device)).first->second;
}

executor default_executor() {
  auto const chosen = chosen_by_program().get();
  return chosen ? *chosen : default_executor(0);
}

void set_default_executor(std::optional<executor> exec) {
  auto& chosen = chosen_by_program();
  std::scoped_lock const lock(chosen.in_use);
  std::swap(chosen.exec, exec);  // what there was goes when others may go on
}

executor detail::usual_executor() { return chosen_by_program().get().value_or(executor()); }

}  // namespace heddle
