// device_loop.hpp - a loop of operations that a GPU runs by itself: recorded once, and run without the host.
// CUDA C++ Programming Guide, "Conditional Graph Nodes".
#pragma once
#include <functional>
#include <heddle/detail/storage/vector_storage.hpp>
#include <heddle/scalar.hpp>
#include <variant>

namespace heddle {

template <class T, index_type Index> class vector;

namespace detail {

using loop_operand = std::variant<vector_storage<std::int32_t>*, vector_storage<std::int64_t>*, buffer<byte>*>;

template <class T, index_type I> loop_operand loop_operand_of(vector<T, I>& v) { return &storage_of(v); }
template <class T> loop_operand loop_operand_of(scalar<T>& s) { return &s.memory(); }

class loop_state;

/// Whether left < right, or left != right: two numbers of a type by its code (see semirings/rows.hpp).
struct number_comparison {
  struct side {
    void const* at = nullptr;  // in the executor's memory; null: the number is `bits`
    std::uint64_t bits = 0;
  };
  int type = -1;  // below 0: there is none
  bool differ = false;
  side left, right;
};

}  // namespace detail

/// What the body of a loop writes.
struct loop_operands {
  std::vector<detail::loop_operand> all;
};

/// operands(r, next, err): vectors, and scalars.
template <class... Operands> [[nodiscard]] loop_operands operands(Operands&... written) {
  return {{detail::loop_operand_of(written)...}};
}

/// Whether a loop goes on: `judge` has *goes_on set to 1 or 0, in the executor's memory and order. Comparisons of
/// scalars make one: see ops/loop/compare.hpp. Where that is all, `compared` says it too, and a recorded loop spares
/// the launch.
struct loop_condition {
  executor exec;
  std::function<void(primitives::byte* goes_on)> judge;
  detail::number_comparison compared = {};
};

/// What a body is given.
class loop_step {
 public:
  /// The two, operands of the loop of one size and form, change places without a copy. Throws invalid_argument for
  /// others.
  template <class T, class Index> void swap(vector<T, Index>& a, vector<T, Index>& b) {
    exchange(detail::loop_operand_of(a), detail::loop_operand_of(b));
  }

  /// The number of the iteration that runs, from 0, in the executor's memory: for operations that take a scalar. It
  /// belongs to the loop.
  scalar<std::int64_t> const& iteration() const { return iteration_; }

 private:
  friend class detail::loop_state;
  loop_step(loop_operands const& operands, scalar<std::int64_t> const& iteration)
      : operands_(operands), iteration_(iteration) {}
  void exchange(detail::loop_operand a, detail::loop_operand b) const;

  loop_operands const& operands_;
  scalar<std::int64_t> const& iteration_;
};

/// How far a loop goes.
struct loop_options {
  size_type most_iterations = 10000;
  /// On a GPU a bitmap that is pushed to has its entries listed from so many positions on. To keep a list took some 5
  /// us a step, and to pass over a million positions 1.2 us, in a search of four operations.
  size_type listed_from = size_type{1} << 22;
};

/// What a run of a loop did.
struct loop_result {
  size_type iterations = 0;
  bool limited = false;  // the condition still held after the most iterations
};

/// A loop that can be run any number of times, on whatever its operands hold. It refers to the operands, to the scalars
/// of its condition and to all that the body refers to, and must not outlive any of them. Between runs operands may be
/// given other contents, by any operation, as long as they keep their size, and those that were dense are so. One that
/// is cleared comes back to its memory; where one has its entries elsewhere, the loop is recorded anew. What the body
/// only reads must not be changed unless it is among the operands too; a matrix must not be changed. Not for several
/// threads at once.
class recorded_loop {
 public:
  explicit recorded_loop(std::unique_ptr<detail::loop_state> state);
  recorded_loop(recorded_loop&&) noexcept;
  recorded_loop& operator=(recorded_loop&&) noexcept;
  ~recorded_loop();

  /// while (condition) body, the condition first. Waits for the executor, as the number of iterations is read back.
  /// Throws invalid_argument where an operand that was dense is no longer or one has another size, and what the body
  /// throws where the host runs it, or where the loop is recorded anew, for which the body runs twice on operands that
  /// are put back; out_of_memory where there is no room for a copy of these. Operands are then as they were before.
  loop_result run();

  /// False: the host runs the loop, with the same results; why() then says the reason, in a sentence.
  bool on_device() const;
  std::string const& why() const;

 private:
  std::unique_ptr<detail::loop_state> state_;
};

/// A loop whose body(step) calls operations for as long as a condition holds: spmv, mxv and vxm, ewise_mult, ewise_add,
/// ewise_union, apply, select, assign, reduce of rows and into a scalar, nvals into a scalar, fill and clear.
/// Operands: what the body writes is made in it or stands among `operands`. A dense operand stays dense; one that lacks
/// entries becomes a bitmap and stays one. Numbers that change are scalars, step.iteration() among them. The body is
/// called a few times to be recorded: it does the same at every call. Nobody else gives the executor work meanwhile.
/// Returns: a loop that can be run any number of times; sums are bracketed as by the operations one by one.
/// Throws: invalid_argument, naming the operation, for what a recording cannot hold (docs/contracts.md#device_loop);
/// executor_mismatch; and what the body throws. Operands are then as they were.
/// Cost: memory for a copy of the operands while it is made.
/// Runs: on a GPU, with CUDA 12.4 or later, as a graph that repeats there; elsewhere the host runs one operation after
/// the other.
/// Example: docs/loops.md
[[nodiscard]] recorded_loop device_loop(executor const& exec, loop_operands operands,
                                        std::function<void(loop_step&)> body, loop_condition condition,
                                        loop_options const& options = {});

}  // namespace heddle
