// loop_recorder.hpp - one run of the body of a device_loop: its memory, and what it may not do.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/recorder.hpp>
#include <set>

namespace heddle::detail {

// Memory that a body gave back, for its next run: kernels that were captured keep the addresses that they were given.
class arena {
 public:
  explicit arena(executor exec) : exec_(std::move(exec)) {}
  arena(arena const&) = delete;
  ~arena();

  // Of just that size; null where none is left. From the same memory the same requests get the same addresses.
  void* take(std::size_t bytes) noexcept;
  // False where the list has no memory for it: never of what take() gave.
  bool give(void* pointer, std::size_t bytes) noexcept;
  // Whether a block was not kept.
  bool lost() const { return lost_; }

 private:
  executor exec_;
  std::set<std::pair<std::size_t, void*>> free_, out_;
  bool lost_ = false;
};

// What a body that was captured gave its kernels, and which operations its nodes belong to.
struct loop_log {
  struct arguments {
    char const* operation;
    std::vector<unsigned char> bytes;
  };
  struct change {
    std::size_t node;  // the first that is the operation's
    char const* operation;
  };
  std::vector<arguments> given;
  std::vector<change> changes;
  std::set<void const*> listed;  // the memory of bitmaps that would have a list, of rehearsals too

  char const* operation_of(std::size_t node) const;
};

// Throws invalid_argument, naming the operation, where two captures of a body gave kernels different arguments.
void require_same(loop_log const& first, loop_log const& second);
// Throws that: `what` is different.
[[noreturn]] void refuse_other(char const* operation, char const* what);

// What a run of a body is for: to be what a plain loop does; to make plans and forms, of both works where a flag would
// choose one; to find out what memory it asks for; to be captured.
enum class body_run : std::uint8_t { plain, rehearsal, trial, capture };

// This thread's recorder for as long as it lives.
class loop_recorder final : public recorder {
 public:
  using kept_things = std::vector<std::shared_ptr<void const>>;

  // `operands`: the memory that the body may write to. `log` is written by captures.
  loop_recorder(executor exec, body_run run, arena& memory, std::vector<void const*> const& operands, kept_things& kept,
                loop_log& log);
  ~loop_recorder() override;

  executor const& exec() const { return exec_; }

  bool captures() const noexcept override { return run_ == body_run::capture; }
  void writes(void const* memory) noexcept override;
  void lists(void const* values) noexcept override;
  void keep(std::shared_ptr<void const> used) override;
  void gives(std::span<unsigned char const> arguments) override;
  void either(primitives::byte const* flag, std::function<void()> const& yes, std::function<void()> const& no) override;

  // What an executor asks before it allocates; null: it allocates itself. Throws where it must not.
  void* memory_for(std::size_t bytes);
  void allocated(void* pointer) noexcept;
  // Whether the executor need not free it.
  bool takes_back(void* pointer, std::size_t bytes) noexcept;
  // At the end of the body: throws invalid_argument for what no recorded loop can do.
  void finish() const;

 private:
  void changes_to(char const* operation) noexcept override;
  bool keeps_memory() const { return run_ == body_run::trial || captures(); }

  executor exec_;
  body_run run_;
  arena& memory_;
  std::set<void const*> writable_;
  std::set<void const*> made_;  // in this run, and not given back
  kept_things& kept_;
  loop_log& log_;
  bool forgot_ = false;          // there was no memory for these lists
  bool in_either_ = false;       // nodes are of another graph than the body's
  std::string wrote_elsewhere_;  // the operation that did
};

// This thread's recorder, if it records on that executor.
loop_recorder* recording_on(executor_state const& state) noexcept;
inline loop_recorder* recording_on(executor const& exec) noexcept { return recording_on(exec.state()); }

}  // namespace heddle::detail
