// fibers.cpp - fibers by the contexts of POSIX, on stacks that are kept.
#include "tests/walk/fibers.hpp"

#include <ucontext.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <stdexcept>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#define HEDDLE_ANNOTATE_FIBERS 1
#endif

namespace heddle::testing {
namespace {

constexpr std::size_t fiber_stack_bytes = std::size_t{256} << 10;

struct fiber_stack {
  std::unique_ptr<char[]> bytes{new char[fiber_stack_bytes]};  // not cleared
  ucontext_t context{};
  void* shadow = nullptr;  // of the address sanitizer
};

enum class fiber_state { ready, waits, ended };

struct fiber_crew {
  std::function<void(int)> const* body;
  std::vector<fiber_state> states;
  std::vector<meeting const*> waits_for;
  std::vector<std::uint64_t> round;
  std::exception_ptr thrown;
  ucontext_t caller{};
  void* caller_shadow = nullptr;
  void const* caller_bottom = nullptr;
  std::size_t caller_bytes = 0;
  int running = 0;
};

thread_local fiber_crew* current_crew = nullptr;
thread_local std::uint32_t drawn_state = 1;

std::uint32_t drawn_below(std::uint32_t limit) {
  drawn_state = drawn_state * 1664525u + 1013904223u;
  return (drawn_state >> 16) % limit;
}

void shuffle_ranks(std::vector<int>& order) {
  for (auto k = static_cast<std::uint32_t>(order.size()); k > 1; --k) std::swap(order[k - 1], order[drawn_below(k)]);
}

thread_local std::vector<std::unique_ptr<fiber_stack>> kept_stacks;

void leave_fiber(bool for_ever) {
  fiber_crew& crew = *current_crew;
  fiber_stack& mine = *kept_stacks[static_cast<std::size_t>(crew.running)];
#ifdef HEDDLE_ANNOTATE_FIBERS
  __sanitizer_start_switch_fiber(for_ever ? nullptr : &mine.shadow, crew.caller_bottom, crew.caller_bytes);
#else
  static_cast<void>(for_ever);
#endif
  swapcontext(&mine.context, &crew.caller);
#ifdef HEDDLE_ANNOTATE_FIBERS
  __sanitizer_finish_switch_fiber(mine.shadow, &crew.caller_bottom, &crew.caller_bytes);
#endif
}

void begin_fiber() {
  fiber_crew& crew = *current_crew;
#ifdef HEDDLE_ANNOTATE_FIBERS
  __sanitizer_finish_switch_fiber(nullptr, &crew.caller_bottom, &crew.caller_bytes);
#endif
  try {
    (*crew.body)(crew.running);
  } catch (...) {
    if (!crew.thrown) crew.thrown = std::current_exception();
  }
  crew.states[static_cast<std::size_t>(crew.running)] = fiber_state::ended;
  leave_fiber(true);
}

void enter_fiber(fiber_crew& crew, int rank) {
  fiber_stack& theirs = *kept_stacks[static_cast<std::size_t>(rank)];
  crew.running = rank;
#ifdef HEDDLE_ANNOTATE_FIBERS
  __sanitizer_start_switch_fiber(&crew.caller_shadow, theirs.bytes.get(), fiber_stack_bytes);
#endif
  swapcontext(&crew.caller, &theirs.context);
#ifdef HEDDLE_ANNOTATE_FIBERS
  __sanitizer_finish_switch_fiber(crew.caller_shadow, nullptr, nullptr);
#endif
}

}  // namespace

void fibers::wait(meeting& m) {
  fiber_crew& crew = *current_crew;
  auto const mine = static_cast<std::size_t>(crew.running);
  if (++m.come_ == m.due_) {
    m.come_ = 0;
    ++m.round_;
    return;
  }
  crew.waits_for[mine] = &m;
  crew.round[mine] = m.round_;
  crew.states[mine] = fiber_state::waits;
  leave_fiber(false);
}

void fibers::run(int count, std::function<void(int)> const& body) {
  auto const n = static_cast<std::size_t>(count);
  while (kept_stacks.size() < n) kept_stacks.push_back(std::make_unique<fiber_stack>());
  fiber_crew crew{.body = &body,
                  .states = std::vector<fiber_state>(n, fiber_state::ready),
                  .waits_for = std::vector<meeting const*>(n),
                  .round = std::vector<std::uint64_t>(n),
                  .thrown = nullptr};
  for (std::size_t rank = 0; rank < n; ++rank) {
    ucontext_t& context = kept_stacks[rank]->context;
    getcontext(&context);
    context.uc_stack.ss_sp = kept_stacks[rank]->bytes.get();
    context.uc_stack.ss_size = fiber_stack_bytes;
    context.uc_link = nullptr;
    makecontext(&context, begin_fiber, 0);
  }
  fiber_crew* const outer = current_crew;
  current_crew = &crew;
  std::vector<int> order(n);
  for (std::size_t rank = 0; rank < n; ++rank) order[rank] = static_cast<int>(rank);
  shuffle_ranks(order);
  auto const ended = [&](int rank) { return crew.states[static_cast<std::size_t>(rank)] == fiber_state::ended; };
  auto const able = [&](int rank) {
    auto const r = static_cast<std::size_t>(rank);
    return !ended(rank) && !(crew.states[r] == fiber_state::waits && crew.waits_for[r]->round_ == crew.round[r]);
  };
  for (;;) {
    auto const next = std::find_if(order.begin(), order.end(), able);
    if (next == order.end()) break;
    enter_fiber(crew, *next);
    if (drawn_below(32) == 0) shuffle_ranks(order);
  }
  current_crew = outer;
  if (crew.thrown) std::rethrow_exception(crew.thrown);
  if (!std::all_of(order.begin(), order.end(), ended)) {
    throw std::logic_error("fibers: some wait for others that have ended");
  }
}

}  // namespace heddle::testing
