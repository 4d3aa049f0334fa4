// threads.cpp - a group whose ranks are threads of this process, which read each other's memory.
#include "src/distributed/threads.hpp"

#include <heddle/base/memory.hpp>

namespace heddle {
namespace detail {

using distributed::incoming;
using distributed::member;
using distributed::outgoing;

namespace {

// Of the thread that is at work for a group.
thread_local bool works_for_group = false;

}  // namespace

void thread_communicator::tell(size_type mine, std::span<size_type> all) {
  auto const told = meeting_->meet(rank_, {mine});
  for (std::size_t r = 0; r < all.size(); ++r) all[r] = told[r].number;
}

void thread_communicator::exchange(executor const& where, std::span<outgoing const> out, std::span<incoming const> in) {
  auto const from = meeting_->meet(rank_, {0, out, in});
  for (std::size_t r = 0; r < from.size(); ++r) {
    auto sent = from[r].out.begin();
    for (incoming const& awaited : in) {
      if (awaited.rank != static_cast<int>(r)) continue;
      while (sent->rank != rank_) ++sent;
      copy_bytes(where, awaited.to, where, sent->from, static_cast<std::size_t>(awaited.bytes));
      ++sent;
    }
  }
  meeting_->meet(rank_, {});  // nobody reads any more
}

thread_group::thread_group(int ranks, bool stays_awake, maker const& make, std::function<void(int)> meanwhile)
    : meeting_(ranks, stays_awake, std::move(meanwhile)), outcomes_(static_cast<std::size_t>(ranks)) {
  for (int r = 0; r < ranks; ++r) {
    ranks_.push_back(r);
    work_with_.push_back(make(meeting_, r));
  }
  threads_.reserve(ranks_.size());
  for (std::size_t r = 0; r < ranks_.size(); ++r) {
    threads_.emplace_back([this, r](std::stop_token const& ends) { serve(work_with_[r], r, ends); });
  }
}

thread_group::~thread_group() {
  for (auto& thread : threads_) thread.request_stop();
  has_work_.notify_all();
}

void thread_group::require_no_rank() {
  if (works_for_group) throw invalid_argument("group: a rank at work has no group work for it");
}

void thread_group::run(std::function<void(member&)> const& work) {
  require_no_rank();
  std::scoped_lock const one_at_a_time(calls_);
  std::unique_lock lock(mutex_);
  work_ = &work;
  left_ = ranks_.size();
  ++turn_;
  has_work_.notify_all();
  lock.unlock();
  auto const done = [&] { return left_.load() == 0; };
  if (meeting_.stays_awake() && std::thread::hardware_concurrency() > ranks_.size()) comes_soon(done);
  lock.lock();
  done_.wait(lock, done);
  for (bool const own : {true, false}) {
    for (auto const& [error, began_there] : outcomes_) {
      if (error && began_there == own) std::rethrow_exception(error);
    }
  }
}

void thread_group::serve(thread_of_group const& mine, std::size_t rank, std::stop_token const& ends) {
  works_for_group = true;
  if (mine.begin) mine.begin();
  member me(*mine.others, mine.exec, rank);
  for (std::size_t seen = 0;;) {
    auto const asked = [&] { return turn_.load() != seen; };
    if (meeting_.stays_awake()) comes_soon(asked);
    std::unique_lock lock(mutex_);
    if (!has_work_.wait(lock, ends, asked)) return;
    seen = turn_;
    auto const* const work = work_;
    lock.unlock();
    auto outcome = me.attend(*work);
    lock.lock();
    outcomes_[rank] = std::move(outcome);
    if (--left_ == 0) done_.notify_one();
  }
}

}  // namespace detail

distributed::group distributed::group::of_threads(int ranks) {
  if (ranks < 1) throw invalid_argument(detail::concat("group: ranks is ", ranks, ", but must be 1 or more"));
  bool const has_cores = std::thread::hardware_concurrency() >= static_cast<unsigned>(ranks);
  return group(std::make_shared<detail::thread_group>(ranks, has_cores, [](detail::meeting_place& meeting, int rank) {
    return detail::thread_of_group{std::make_unique<detail::thread_communicator>(meeting, rank), host_executor(1)};
  }));
}

}  // namespace heddle
