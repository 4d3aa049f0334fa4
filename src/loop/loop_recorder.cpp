// loop_recorder.cpp - one run of the body of a device_loop: its memory, and what it may not do.
#include "src/loop/loop_recorder.hpp"

#include <new>
#include <string_view>

#include "src/loop/loop_graph.hpp"

namespace heddle::detail {

namespace {

thread_local loop_recorder* of_this_thread = nullptr;

}  // namespace

void recorder::refuse(std::string const& what) const {
  throw invalid_argument(concat("device_loop: ", what,
                                " moves data to or from the host, or asks it how much there is; "
                                "the body of a recorded loop cannot"));
}

arena::~arena() {
  for (auto const& [bytes, pointer] : free_) exec_.state().deallocate(pointer, bytes);
}

void* arena::take(std::size_t bytes) noexcept {
  auto const found = free_.lower_bound({bytes, nullptr});
  if (found == free_.end() || found->first != bytes) return nullptr;
  void* const pointer = found->second;
  out_.insert(free_.extract(found));
  return pointer;
}

bool arena::give(void* pointer, std::size_t bytes) noexcept try {
  if (auto own = out_.extract({bytes, pointer})) {
    free_.insert(std::move(own));
  } else {
    free_.emplace(bytes, pointer);
  }
  return true;
} catch (std::bad_alloc const&) {
  lost_ = true;
  return false;
}

char const* loop_log::operation_of(std::size_t node) const {
  char const* found = nullptr;
  for (change const& one : changes) {
    if (one.node <= node) found = one.operation;
  }
  return found ? found : "the body";
}

void refuse_other(char const* operation, char const* what) {
  throw invalid_argument(concat("device_loop: ", operation, ' ', what,
                                " when the body is called again; what the host changes from call to call is recorded "
                                "as it was: keep it in a scalar, or take step.iteration()"));
}

void require_same(loop_log const& first, loop_log const& second) {
  auto const &a = first.given, &b = second.given;
  for (std::size_t i = 0; i < max_of(a.size(), b.size()); ++i) {
    if (i >= a.size()) refuse_other(b[i].operation, "launches another kernel");
    if (i >= b.size()) refuse_other(a[i].operation, "does not launch the same kernels");
    bool const same_kernel =
        std::string_view(a[i].operation) == b[i].operation && a[i].bytes.size() == b[i].bytes.size();
    if (!same_kernel) refuse_other(b[i].operation, "launches another kernel");
    if (a[i].bytes != b[i].bytes) refuse_other(b[i].operation, "gives a kernel other arguments");
  }
}

loop_recorder::loop_recorder(executor exec, body_run run, arena& memory, std::vector<void const*> const& operands,
                             kept_things& kept, loop_log& log)
    : exec_(std::move(exec)),
      run_(run),
      memory_(memory),
      writable_(operands.begin(), operands.end()),
      kept_(kept),
      log_(log) {
  if (of_this_thread) throw invalid_argument("device_loop: the body of a loop cannot hold another device_loop");
  of_this_thread = this;
}

loop_recorder::~loop_recorder() { of_this_thread = nullptr; }

// Without a list more is looked at.
void loop_recorder::lists(void const* values) noexcept try {
  log_.listed.insert(values);
} catch (std::bad_alloc const&) {}

void loop_recorder::keep(std::shared_ptr<void const> used) {
  if (captures()) kept_.push_back(std::move(used));
}

void loop_recorder::gives(std::span<unsigned char const> arguments) {
  if (captures()) log_.given.push_back({operation(), {arguments.begin(), arguments.end()}});
}

void loop_recorder::either(primitives::byte const* flag, std::function<void()> const& yes,
                           std::function<void()> const& no) {
  if (run_ == body_run::plain) {
    primitives::byte chosen = 0;
    copy_bytes(executor{}, &chosen, exec_, flag, 1);
    return chosen ? yes() : no();
  }
  if (!captures()) {
    yes();
    return no();
  }
  in_either_ = true;
  auto const lengths = with_cuda([&] { return gpu::capture_either(exec_, flag, yes, no); });
  in_either_ = false;
  gives({reinterpret_cast<unsigned char const*>(&lengths), sizeof(lengths)});
}

void loop_recorder::changes_to(char const* operation) noexcept try {
  if (!captures() || in_either_) return;
  log_.changes.push_back({with_cuda([&] { return gpu::captured_nodes(exec_); }), operation});
} catch (std::exception const&) {}  // a message will have another name

void* loop_recorder::memory_for(std::size_t bytes) {
  if (!keeps_memory()) return nullptr;
  void* const pointer = memory_.take(bytes);
  if (pointer) {
    allocated(pointer);
  } else if (captures()) {
    if (memory_.lost()) throw std::bad_alloc();  // of the trial, a block that was to be there
    throw invalid_argument(concat("device_loop: ", operation(), " asks for ", bytes,
                                  " bytes that it did not ask for before; sizes must not differ from run to run"));
  }
  return pointer;
}

void loop_recorder::allocated(void* pointer) noexcept try { made_.insert(pointer); } catch (std::bad_alloc const&) {
  forgot_ = true;
}

bool loop_recorder::takes_back(void* pointer, std::size_t bytes) noexcept {
  made_.erase(pointer);
  // Nothing can be freed while kernels are captured.
  return keeps_memory() && (memory_.give(pointer, bytes) || captures());
}

void loop_recorder::writes(void const* memory) noexcept try {
  if (!memory || forgot_ || writable_.contains(memory) || made_.contains(memory)) return;
  if (wrote_elsewhere_.empty()) wrote_elsewhere_ = operation();
} catch (std::bad_alloc const&) { forgot_ = true; }

void loop_recorder::finish() const {
  if (forgot_) throw std::bad_alloc();
  if (!wrote_elsewhere_.empty()) {
    throw invalid_argument(
        concat("device_loop: ", wrote_elsewhere_,
               " writes a vector or scalar that is neither made in the body nor among the loop's operands"));
  }
  if (captures() && !made_.empty()) {
    throw invalid_argument(
        "device_loop: the body leaves memory behind that it made, in a form or a vector of the caller's");
  }
}

loop_recorder* recording_on(executor_state const& state) noexcept {
  loop_recorder* const recording = of_this_thread;
  if (!recording) return nullptr;
  executor_state const& own = recording->exec().state();
  bool const same = &own == &state ||
                    (own.kind() == state.kind() && own.device() == state.device() && own.stream() == state.stream());
  return same ? recording : nullptr;
}

}  // namespace heddle::detail
