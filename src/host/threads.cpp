// threads.cpp - the threads that loops of the host share, and how they wait: for a short while at work, then asleep.
#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <heddle/detail/executor/parallel_for.hpp>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "src/host/processors.hpp"

namespace heddle::host {
namespace {

using clock = std::chrono::steady_clock;

// A loop that follows soon finds its threads awake: sleeping and waking takes 10 to 60 us.
constexpr auto awake_for = std::chrono::microseconds(30);

void rest() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Whether `holds` came true within `awake_for`; other processes get the processor in between.
template <class Holds> bool came_soon(Holds const& holds) {
  for (auto const end = clock::now() + awake_for;;) {
    for (int i = 0; i < 32; ++i) {
      if (holds()) return true;
      rest();
    }
    if (clock::now() >= end) return false;
    let_others_run();
  }
}

// The runs of one place: its thread takes them from the front, and so do others that have no more of their own.
struct alignas(64) stretch {
  std::atomic<size_type> next;
  size_type end;
};

// A loop on its way. Records are used again and never freed, so whoever comes too late touches no foreign memory.
class open_loop {
 public:
  void begin(loop const& asked) {
    asked_ = asked;
    auto const threads = static_cast<std::size_t>(asked.threads);
    if (num_stretches_ < threads) {
      stretches_ = std::make_unique<stretch[]>(threads);
      num_stretches_ = threads;
    }
    size_type const runs = ceil_div(asked.n, asked.length);
    size_type const each = runs / asked.threads, more = runs % asked.threads;
    auto const first = [=](size_type place) { return each * place + min_of(place, more); };
    for (int place = 0; place < asked.threads; ++place) {
      stretches_[place].next.store(first(place), std::memory_order_relaxed);
      stretches_[place].end = first(place + 1);
    }
    places_ = 1;
    helpers_.store(0, std::memory_order_relaxed);
    exhausted_.store(false, std::memory_order_relaxed);
    failed_.store(false, std::memory_order_relaxed);
    failure_ = nullptr;
  }

  // A place for one more thread, or -1. Under the lock of the pool.
  int join() {
    if (places_ == asked_.threads || exhausted_.load(std::memory_order_relaxed)) return -1;
    helpers_.fetch_add(1, std::memory_order_relaxed);
    return places_++;
  }
  bool has_place() const { return places_ < asked_.threads && !exhausted_.load(std::memory_order_relaxed); }

  void work(int place) noexcept {
    for (int at = 0; at < asked_.threads; ++at) {
      int const other = place + at < asked_.threads ? place + at : place + at - asked_.threads;
      if (!take_all(stretches_[other], place)) break;
    }
    exhausted_.store(true, std::memory_order_relaxed);
  }

  // The last thing that a helper does here.
  void leave() {
    if (helpers_.fetch_sub(1, std::memory_order_acq_rel) == 1) helpers_.notify_one();
  }

  void wait_for_helpers() {
    auto const gone = [&] { return helpers_.load(std::memory_order_acquire) == 0; };
    if (gone() || came_soon(gone)) return;
    for (int left; (left = helpers_.load(std::memory_order_acquire)) != 0;) helpers_.wait(left);
  }

  // Once it is over, what a body has thrown, if anything.
  std::exception_ptr take_failure() { return std::exchange(failure_, nullptr); }

 private:
  // False when nobody is to go on.
  bool take_all(stretch& from, int place) noexcept {
    for (;;) {
      if (failed_.load(std::memory_order_relaxed)) return false;
      if (from.next.load(std::memory_order_relaxed) >= from.end) return true;
      size_type const mine = from.next.fetch_add(1, std::memory_order_relaxed);
      if (mine >= from.end) return true;
      size_type const begin = mine * asked_.length;
      try {
        asked_.body(asked_.context, place, begin, min_of(asked_.n, begin + asked_.length));
      } catch (...) {
        if (!failed_.exchange(true, std::memory_order_relaxed)) failure_ = std::current_exception();
      }
    }
  }

  loop asked_;
  std::unique_ptr<stretch[]> stretches_;
  std::size_t num_stretches_ = 0;
  int places_ = 0;
  std::atomic<int> helpers_ = 0;
  std::atomic<bool> exhausted_ = false, failed_ = false;
  std::exception_ptr failure_;
};

thread_local bool in_body = false;

// Threads sleep until `news_` changes. There are as many as the largest loop has asked for, less the calling one.
class pool {
 public:
  // Never destroyed: loops may run while the process ends, and threads sleep through it.
  static pool& instance() {
    static pool& it = *new pool;
    return it;
  }

  void run(loop const& asked) {
    open_loop* const mine = open(asked);
    if (!mine) return asked.body(asked.context, 0, 0, asked.n);
    in_body = true;
    mine->work(0);
    in_body = false;
    close(mine);
    mine->wait_for_helpers();
    std::exception_ptr const failure = mine->take_failure();
    give_back(mine);
    if (failure) std::rethrow_exception(failure);
  }

 private:
  // Null where there is no memory for another record.
  open_loop* open(loop const& asked) try {
    std::unique_lock lock(mutex_);
    grow(asked.threads - 1);
    if (unused_.empty()) {
      records_.emplace_back();
      unused_.reserve(records_.size());
      open_.reserve(records_.size());
      unused_.push_back(&records_.back());
    }
    open_loop* const mine = unused_.back();
    mine->begin(asked);
    unused_.pop_back();
    open_.push_back(mine);
    news_.fetch_add(1, std::memory_order_release);
    lock.unlock();
    wake(min_of(asked.threads - 1, 2));
    return mine;
  } catch (std::bad_alloc const&) { return nullptr; }

  void close(open_loop* mine) {
    std::scoped_lock const lock(mutex_);
    std::erase(open_, mine);
  }

  void give_back(open_loop* mine) {
    std::scoped_lock const lock(mutex_);
    unused_.push_back(mine);
  }

  // As many as the system gives; loops do without the others.
  void grow(int helpers) try {
    for (; num_threads_ < helpers; ++num_threads_) std::thread([this] { serve(); }).detach();
  } catch (std::system_error const&) {}

  void wake(int count) {
    for (int i = 0; i < count; ++i) news_.notify_one();
  }

  [[noreturn]] void serve() {
    in_body = true;
    for (;;) {
      auto const seen = news_.load(std::memory_order_acquire);
      int place = -1;
      open_loop* const joined = join(place);
      if (joined) {
        joined->work(place);
        joined->leave();
      } else {
        wait_for_news(seen);
      }
    }
  }

  open_loop* join(int& place) {
    std::unique_lock lock(mutex_);
    for (open_loop* other : open_) {
      place = other->join();
      if (place < 0) continue;
      bool const more = other->has_place();
      lock.unlock();
      if (more) wake(2);
      return other;
    }
    return nullptr;
  }

  void wait_for_news(std::uint32_t seen) {
    auto const changed = [&] { return news_.load(std::memory_order_acquire) != seen; };
    if (num_threads_.load(std::memory_order_relaxed) < processors_ && came_soon(changed)) return;
    while (!changed()) news_.wait(seen);
  }

  std::mutex mutex_;
  std::deque<open_loop> records_;
  std::vector<open_loop*> unused_, open_;
  std::atomic<int> num_threads_ = 0;
  int const processors_ = usable_processors();
  alignas(64) std::atomic<std::uint32_t> news_ = 0;
};

}  // namespace

void let_others_run() { std::this_thread::yield(); }

void run(loop const& asked) {
  if (asked.n <= 0) return;
  size_type const runs = ceil_div(asked.n, asked.length);
  if (asked.threads <= 1 || runs == 1 || in_body) return asked.body(asked.context, 0, 0, asked.n);
  loop cut = asked;
  cut.threads = static_cast<int>(min_of<size_type>(asked.threads, runs));
  pool::instance().run(cut);
}

}  // namespace heddle::host
