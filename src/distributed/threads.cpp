// threads.cpp - a group whose ranks are threads of this process, which read each other's memory.
#include <array>
#include <condition_variable>
#include <cstring>
#include <heddle/base/error.hpp>
#include <heddle/distributed/group.hpp>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

namespace heddle {

namespace {

using distributed::communicator;
using distributed::member;

// Of the thread that is at work for a group.
thread_local bool works_for_group = false;

// What a rank shows to the others.
struct shown {
  primitives::byte const* bytes = nullptr;
  std::span<size_type const> sizes;
};

// Where all ranks meet: nobody leaves before everybody has come. Who waits sleeps, as ranks may be more than cores.
class meeting_place {
 public:
  explicit meeting_place(int ranks) : shown_by_{std::vector<shown>(static_cast<std::size_t>(ranks)), {}} {
    shown_by_[1] = shown_by_[0];
  }

  int ranks() const { return static_cast<int>(shown_by_[0].size()); }
  /// Shows `mine`, and gives what all show. That stays until this rank has come twice more.
  std::span<shown const> meet(int rank, shown const& mine) {
    std::unique_lock lock(mutex_);
    auto const meeting = meetings_;
    auto& shown_now = shown_by_[meeting % 2];
    shown_now[static_cast<std::size_t>(rank)] = mine;
    if (++there_ == shown_now.size()) {
      there_ = 0;
      ++meetings_;
      all_are_there_.notify_all();
    } else {
      all_are_there_.wait(lock, [&] { return meetings_ != meeting; });
    }
    return shown_now;
  }

 private:
  std::array<std::vector<shown>, 2> shown_by_;  // of this meeting and the one before, in turns
  std::mutex mutex_;
  std::condition_variable all_are_there_;
  std::size_t meetings_ = 0, there_ = 0;
};

class thread_communicator : public communicator {
 public:
  thread_communicator(meeting_place& with, int rank) : meeting_(&with), rank_(rank) {}
  int rank() const override { return rank_; }
  int ranks() const override { return meeting_->ranks(); }

  void all_gather(primitives::byte const* mine, primitives::byte* all, std::span<size_type const> bytes) override {
    auto const from = meeting_->meet(rank_, {mine, bytes});
    for (std::size_t r = 0; r < bytes.size(); ++r) all = take(all, from[r].bytes, bytes[r]);
    meeting_->meet(rank_, {});  // nobody reads any more
  }

  void all_to_all(primitives::byte const* out, std::span<size_type const> out_bytes, primitives::byte* in,
                  std::span<size_type const> in_bytes) override {
    auto const from = meeting_->meet(rank_, {out, out_bytes});
    for (std::size_t r = 0; r < in_bytes.size(); ++r) {
      auto const before = from[r].sizes.first(static_cast<std::size_t>(rank_));
      in = take(in, from[r].bytes + std::accumulate(before.begin(), before.end(), size_type{0}), in_bytes[r]);
    }
    meeting_->meet(rank_, {});
  }

 private:
  static primitives::byte* take(primitives::byte* to, primitives::byte const* from, size_type bytes) {
    if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
    return to + bytes;
  }

  meeting_place* meeting_;
  int rank_;
};

class thread_group : public detail::group_state {
 public:
  explicit thread_group(int ranks) : meeting_(ranks), outcomes_(static_cast<std::size_t>(ranks)) {
    for (int r = 0; r < ranks; ++r) ranks_.push_back(r);
    threads_.reserve(ranks_.size());
    for (int const r : ranks_) {
      threads_.emplace_back([this, r](std::stop_token const& ends) { serve(r, ends); });
    }
  }
  ~thread_group() override {
    for (auto& thread : threads_) thread.request_stop();
    has_work_.notify_all();
  }

  int ranks() const override { return static_cast<int>(ranks_.size()); }
  std::vector<int> const& local_ranks() const override { return ranks_; }

  void run(std::function<void(member&)> const& work) override {
    if (works_for_group) throw invalid_argument("group: a rank at work has no group work for it");
    std::scoped_lock const one_at_a_time(calls_);
    std::unique_lock lock(mutex_);
    work_ = &work;
    left_ = ranks_.size();
    ++turn_;
    has_work_.notify_all();
    done_.wait(lock, [&] { return left_ == 0; });
    for (bool const own : {true, false}) {
      for (auto const& [error, began_there] : outcomes_) {
        if (error && began_there == own) std::rethrow_exception(error);
      }
    }
  }

 private:
  void serve(int rank, std::stop_token const& ends) {
    works_for_group = true;
    thread_communicator others(meeting_, rank);
    member me(others, host_executor(1), static_cast<std::size_t>(rank));
    for (std::size_t seen = 0;;) {
      std::unique_lock lock(mutex_);
      if (!has_work_.wait(lock, ends, [&] { return turn_ != seen; })) return;
      seen = turn_;
      auto const* const work = work_;
      lock.unlock();
      auto outcome = me.attend(*work);
      lock.lock();
      outcomes_[static_cast<std::size_t>(rank)] = std::move(outcome);
      if (--left_ == 0) done_.notify_one();
    }
  }

  meeting_place meeting_;
  std::vector<int> ranks_;
  std::vector<std::pair<std::exception_ptr, bool>> outcomes_;  // of each rank: its error, and whether it began there
  std::mutex calls_, mutex_;
  std::condition_variable_any has_work_;
  std::condition_variable done_;
  std::function<void(member&)> const* work_ = nullptr;
  std::size_t turn_ = 0, left_ = 0;
  std::vector<std::jthread> threads_;  // the last, so that they end before what they use
};

}  // namespace

distributed::group distributed::group::of_threads(int ranks) {
  if (ranks < 1) throw invalid_argument(detail::concat("group: ", ranks, " ranks"));
  return group(std::make_shared<thread_group>(ranks));
}

}  // namespace heddle
