// nccl.cpp - a group whose ranks are GPUs of this process: threads, whose arrays go from GPU to GPU by NCCL, and large
// ones by the GPUs' copy engines where all GPUs reach each other's memory. In the library heddle_nccl, and not in
// heddle.
#include <nccl.h>

#include <algorithm>
#include <heddle/base/error.hpp>
#include <heddle/base/memory.hpp>
#include <map>
#include <string_view>

#include "src/cuda/devices.hpp"
#include "src/distributed/threads.hpp"

namespace heddle::detail {

using distributed::incoming;
using distributed::outgoing;

namespace {

// NCCL is called by one thread at a time, for all ranks in one call, while all ranks have met. So no rank can be
// missing from a call that others wait in, and a call that NCCL refuses is refused for all.
class nccl_of_devices {
 public:
  explicit nccl_of_devices(std::vector<int> const& devices) : comms_(devices.size()) {
    for (int const device : devices) {
      execs_.push_back(cuda_executor(device));
      beside_.push_back(cuda_executor({.device = device}));
    }
    reach_each_other_ = true;
    for (executor const& owner : execs_) {
      for (int const other : devices) reach_each_other_ = reach_each_other_ && gpu::may_reach(owner, other);
    }
    ncclResult_t const result = ncclCommInitAll(comms_.data(), static_cast<int>(devices.size()), devices.data());
    if (result != ncclSuccess) throw error(concat("group: NCCL cannot join these devices: ", said_by(result)));
  }
  nccl_of_devices(nccl_of_devices const&) = delete;
  nccl_of_devices& operator=(nccl_of_devices const&) = delete;
  ~nccl_of_devices() {
    for (executor const& exec : execs_) {
      try {
        exec.wait();
      } catch (heddle::error const&) {}  // who reads what was computed is told
    }
    if (failure_.empty()) {
      for (ncclComm_t const comm : comms_) ncclCommDestroy(comm);
    }
  }

  executor const& exec(int rank) const { return execs_[static_cast<std::size_t>(rank)]; }
  executor const& beside(int rank) const { return beside_[static_cast<std::size_t>(rank)]; }
  /// What all ranks send and await, on their streams, or on streams beside these.
  void carry(std::span<shown_by_rank const> all, bool beside = false) noexcept {
    std::scoped_lock const lock(mutex_);
    if (!failure_.empty() || all.size() == 1) return;
    auto const& execs = beside ? beside_ : execs_;
    try {
      copy_large(all, execs);
    } catch (std::exception const&) { return abort("a copy between them could not be begun"); }
    ncclResult_t first = ncclGroupStart();
    auto const and_then = [&](ncclResult_t result) { first = first == ncclSuccess ? result : first; };
    for (std::size_t r = 0; r < all.size(); ++r) {
      auto const stream = static_cast<cudaStream_t>(execs[r].stream());
      for (outgoing const& array : all[r].out) {
        if (array.rank == static_cast<int>(r) || is_copied(array.bytes)) continue;
        and_then(ncclSend(array.from, static_cast<std::size_t>(array.bytes), ncclUint8, array.rank, comms_[r], stream));
      }
      for (incoming const& array : all[r].in) {
        if (array.rank == static_cast<int>(r) || is_copied(array.bytes)) continue;
        and_then(ncclRecv(array.to, static_cast<std::size_t>(array.bytes), ncclUint8, array.rank, comms_[r], stream));
      }
    }
    and_then(ncclGroupEnd());
    if (first != ncclSuccess) abort(said_by(first));
  }
  /// A device that does no more work will not take part in what was asked of NCCL: the others need not wait for it.
  void give_up_if_lost(int rank) noexcept {
    std::scoped_lock const lock(mutex_);
    if (failure_.empty() && gpu::is_lost(exec(rank))) abort("a GPU was lost");
  }
  void give_up(char const* why) noexcept {
    std::scoped_lock const lock(mutex_);
    if (failure_.empty()) abort(why);
  }
  void require_sound() const {
    std::scoped_lock const lock(mutex_);
    if (failure_.empty()) return;
    throw error(concat("group: its GPUs have ended their work together: ", failure_, "; make a new group"));
  }

 private:
  // Below it what takes time is to begin, either way; no other bound was tried. NCCL's kernels take multiprocessors
  // from what is computed beside them, as copy engines do not.
  static constexpr size_type least_copied = size_type{1} << 20;

  static char const* said_by(ncclResult_t result) { return ncclGetErrorString(result); }
  bool is_copied(size_type bytes) const { return reach_each_other_ && bytes >= least_copied; }
  // The k-th array from a rank to another one is the k-th that this one awaits from there.
  void copy_large(std::span<shown_by_rank const> all, std::vector<executor> const& execs) const {
    std::vector<gpu::copy_between> copies;
    for (std::size_t to = 0; to < all.size(); ++to) {
      std::vector<std::size_t> next(all.size());  // of each rank's arrays
      for (incoming const& array : all[to].in) {
        auto const from = static_cast<std::size_t>(array.rank);
        auto const& out = all[from].out;
        while (next[from] < out.size() && out[next[from]].rank != static_cast<int>(to)) ++next[from];
        if (next[from] == out.size()) throw error("a rank awaits what no other sends");
        outgoing const& sent = out[next[from]++];
        if (from == to || !is_copied(array.bytes)) continue;
        copies.push_back({&execs[from], &execs[to], sent.from, array.to, static_cast<std::size_t>(array.bytes)});
      }
    }
    gpu::copy_at_once(copies);
  }
  void abort(char const* why) noexcept {
    failure_ = why;
    for (ncclComm_t const comm : comms_) ncclCommAbort(comm);
  }

  std::vector<ncclComm_t> comms_;
  std::vector<executor> execs_, beside_;  // the second on streams of their own, for what goes on beside work
  bool reach_each_other_ = false;
  mutable std::mutex mutex_;
  std::string_view failure_;  // empty: none
};

class device_communicator : public thread_communicator {
 public:
  device_communicator(meeting_place& with, int rank, nccl_of_devices& by) : thread_communicator(with, rank), by_(&by) {}

  void exchange(executor const& where, std::span<outgoing const> out, std::span<incoming const> in) override {
    if (where.is_host()) return thread_communicator::exchange(where, out, in);
    meeting().meet(rank(), {0, out, in}, [&](std::span<shown_by_rank const> all) { by_->carry(all); });
    by_->require_sound();
    auto own = out.begin();
    for (incoming const& array : in) {
      if (array.rank != rank()) continue;
      own = std::find_if(own, out.end(), [&](outgoing const& sent) { return sent.rank == rank(); });
      copy_bytes(where, array.to, where, (own++)->from, static_cast<std::size_t>(array.bytes));
    }
  }
  void begin(executor const& where, std::span<outgoing const> out, std::span<incoming const> in) override {
    try {
      gpu::order(where, by_->beside(rank()));
    } catch (error const&) { by_->give_up("a stream could not wait for another"); }
    meeting().meet(rank(), {0, out, in}, [&](std::span<shown_by_rank const> all) { by_->carry(all, true); });
    by_->require_sound();
  }
  void finish() noexcept override {
    try {
      gpu::order(by_->beside(rank()), by_->exec(rank()));
    } catch (error const&) {}  // who waits for the device is told
  }
  void fails() noexcept override { by_->give_up_if_lost(rank()); }

 private:
  nccl_of_devices* by_;
};

// Threads end before NCCL does.
class device_group : public group_state {
 public:
  explicit device_group(std::vector<int> const& devices)
      : in_use_(in_use(devices)),
        by_(devices),
        threads_(static_cast<int>(devices.size()), std::thread::hardware_concurrency() >= 2 * devices.size(),
                 make(devices), [this](int rank) { by_.give_up_if_lost(rank); }) {}
  int ranks() const override { return threads_.ranks(); }
  std::vector<int> const& local_ranks() const override { return threads_.local_ranks(); }
  // Kernels of two groups that wait for each other's multiprocessors would never end: a device is in one at a time.
  void run(std::function<void(distributed::member&)> const& work) override {
    thread_group::require_no_rank();
    std::vector<std::unique_lock<std::mutex>> held;
    for (std::mutex* const device : in_use_) held.emplace_back(*device);
    threads_.run(work);
  }

 private:
  // Of these devices, in the order of their numbers.
  static std::vector<std::mutex*> in_use(std::vector<int> devices) {
    static std::mutex all_in_use;
    static std::map<int, std::mutex> of_devices;
    std::sort(devices.begin(), devices.end());
    std::scoped_lock const lock(all_in_use);
    std::vector<std::mutex*> found;
    for (int const device : devices) found.push_back(&of_devices[device]);
    return found;
  }
  thread_group::maker make(std::vector<int> const& devices) {
    return [this, &devices](meeting_place& meeting, int rank) {
      int const device = devices[static_cast<std::size_t>(rank)];
      return thread_of_group{std::make_unique<device_communicator>(meeting, rank, by_), by_.exec(rank),
                             [device] { gpu::make_current(device); }};
    };
  }

  std::vector<std::mutex*> in_use_;
  nccl_of_devices by_;
  thread_group threads_;
};

}  // namespace

}  // namespace heddle::detail

namespace heddle {

distributed::group distributed::group::of_devices(std::vector<int> const& devices) {
  if (devices.empty()) throw invalid_argument("group: no devices");
  for (auto device = devices.begin(); device != devices.end(); ++device) {
    if (std::find(devices.begin(), device, *device) != device) {
      throw invalid_argument(detail::concat("group: device ", *device, " is named twice"));
    }
    (void)cuda_executor(*device);  // throws where there is none
  }
  gpu::let_reach_each_other(devices);
  return group(std::make_shared<detail::device_group>(devices));
}

}  // namespace heddle
