// threads.hpp - groups whose ranks are threads of this process: where these meet, and how they are given work.
#pragma once
#include <array>
#include <atomic>
#include <condition_variable>
#include <heddle/distributed/ranks/group.hpp>
#include <mutex>
#include <thread>

#include "src/host/comes_soon.hpp"

namespace heddle::detail {

// What a rank shows to the others.
struct shown_by_rank {
  size_type number = 0;
  std::span<distributed::outgoing const> out = {};
  std::span<distributed::incoming const> in = {};
};

// Where all ranks meet: nobody leaves before everybody has come. Who waits sleeps, as ranks may be more than cores;
// where every rank has a core of its own it stays awake for a while.
class meeting_place {
 public:
  /// meanwhile(rank) is called now and then by who waits for long; it throws nothing.
  meeting_place(int ranks, bool stays_awake, std::function<void(int)> meanwhile)
      : stays_awake_(stays_awake),
        meanwhile_(std::move(meanwhile)),
        shown_by_{std::vector<shown_by_rank>(static_cast<std::size_t>(ranks)), {}} {
    shown_by_[1] = shown_by_[0];
  }

  int ranks() const { return static_cast<int>(shown_by_[0].size()); }
  bool stays_awake() const { return stays_awake_; }
  /// Shows `mine`, and gives what all show. That stays until this rank has come twice more. The rank that comes last
  /// calls last(what all show), which throws nothing, while the others wait.
  template <class Last> std::span<shown_by_rank const> meet(int rank, shown_by_rank const& mine, Last const& last) {
    std::unique_lock lock(mutex_);
    auto const meeting = meetings_.load();
    auto& shown_now = shown_by_[meeting % 2];
    shown_now[static_cast<std::size_t>(rank)] = mine;
    if (++there_ == shown_now.size()) {
      last(std::span<shown_by_rank const>(shown_now));
      there_ = 0;
      meetings_ = meeting + 1;
      all_are_there_.notify_all();
      return shown_now;
    }
    lock.unlock();
    auto const over = [&] { return meetings_.load() != meeting; };
    if (stays_awake_ && comes_soon(over)) return shown_now;
    lock.lock();
    if (!meanwhile_) all_are_there_.wait(lock, over);
    while (!all_are_there_.wait_for(lock, std::chrono::seconds(1), over)) {
      lock.unlock();
      meanwhile_(rank);
      lock.lock();
    }
    return shown_now;
  }
  std::span<shown_by_rank const> meet(int rank, shown_by_rank const& mine) {
    return meet(rank, mine, [](std::span<shown_by_rank const>) {});
  }

 private:
  bool const stays_awake_;
  std::function<void(int)> const meanwhile_;
  std::array<std::vector<shown_by_rank>, 2> shown_by_;  // of this meeting and the one before, in turns
  std::mutex mutex_;
  std::condition_variable all_are_there_;
  std::atomic<std::size_t> meetings_ = 0;
  std::size_t there_ = 0;
};

// Ranks that read each other's memory, on the host.
class thread_communicator : public distributed::communicator {
 public:
  thread_communicator(meeting_place& with, int rank) : meeting_(&with), rank_(rank) {}
  int rank() const override { return rank_; }
  int ranks() const override { return meeting_->ranks(); }
  bool shares_memory() const override { return true; }
  void tell(size_type mine, std::span<size_type> all) override;
  void exchange(executor const& where, std::span<distributed::outgoing const> out,
                std::span<distributed::incoming const> in) override;

 protected:
  meeting_place& meeting() const { return *meeting_; }

 private:
  meeting_place* meeting_;
  int rank_;
};

// What a rank of a group of threads works with.
struct thread_of_group {
  std::unique_ptr<distributed::communicator> others;
  executor exec;
  std::function<void()> begin = {};  // called by the thread itself, before any work; throws nothing
};

class thread_group : public group_state {
 public:
  /// make(where the ranks meet, rank).
  using maker = std::function<thread_of_group(meeting_place&, int)>;
  thread_group(int ranks, bool stays_awake, maker const& make, std::function<void(int)> meanwhile = {});
  ~thread_group() override;

  int ranks() const override { return static_cast<int>(ranks_.size()); }
  std::vector<int> const& local_ranks() const override { return ranks_; }
  void run(std::function<void(distributed::member&)> const& work) override;
  /// Throws invalid_argument where the caller is a rank of some group at work.
  static void require_no_rank();

 private:
  void serve(thread_of_group const& mine, std::size_t rank, std::stop_token const& ends);

  meeting_place meeting_;
  std::vector<int> ranks_;
  std::vector<thread_of_group> work_with_;
  std::vector<std::pair<std::exception_ptr, bool>> outcomes_;  // of each rank: its error, and whether it began there
  std::mutex calls_, mutex_;
  std::condition_variable_any has_work_;
  std::condition_variable done_;
  std::function<void(distributed::member&)> const* work_ = nullptr;
  std::atomic<std::size_t> turn_ = 0, left_ = 0;
  std::vector<std::jthread> threads_;  // the last, so that they end before what they use
};

}  // namespace heddle::detail
