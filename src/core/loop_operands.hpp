// loop_operands.hpp - the operands of a device_loop: where they stand, and how they come to be as they were.
#pragma once
#include <heddle/device_loop.hpp>

namespace heddle::detail {

using operand_list = std::vector<loop_operand>;

executor const& executor_of(loop_operand const& operand);
size_type size_of(loop_operand const& operand);

// Where each has its values; null for a list.
std::vector<void const*> addresses_of(operand_list const& operands);

// Throws invalid_argument, naming the operand by its place, where one is not dense.
void require_dense(operand_list const& operands, char const* when);

// Throws invalid_argument where an operand has its values neither at its own of the addresses nor at another's.
void require_permuted(operand_list const& operands, std::vector<void const*> const& addresses);

// Drops what readers made of the values beside them.
void settle(operand_list const& operands);

// The operands change places until each has its values at its address again, as swaps of a body allow.
void arrange(operand_list const& operands, std::vector<void const*> const& addresses);

// What operands held. Putting it back needs no memory.
class saved_operands {
 public:
  explicit saved_operands(operand_list const& operands);
  void restore();

 private:
  operand_list const& operands_;
  std::vector<void const*> addresses_;
  std::vector<buffer<byte>> values_;
};

}  // namespace heddle::detail
