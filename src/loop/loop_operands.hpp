// loop_operands.hpp - the operands of a device_loop: where they stand, and how they come to be as they were.
#pragma once
#include <heddle/device_loop.hpp>
#include <set>

namespace heddle::detail {

using operand_list = std::vector<loop_operand>;

executor const& executor_of(loop_operand const& operand);
size_type size_of(loop_operand const& operand);
// Dense for a scalar.
vector_form form_of(loop_operand const& operand);

// How long an operand is and where it has its values, null for a list, and of a bitmap its presence and what is listed
// of it. Lengths differ where another vector has got memory that was given back.
struct operand_place {
  size_type size = 0;
  void const* values = nullptr;
  void const* present = nullptr;
  void const* listed = nullptr;
  friend bool operator==(operand_place const&, operand_place const&) = default;
};
using operand_places = std::vector<operand_place>;
operand_places places_of(operand_list const& operands);

// What an operand is in a loop.
struct loop_form {
  bool dense;
  bool listed = false;  // a bitmap has a list of its entries beside it
};
using loop_forms = std::vector<loop_form>;

// Dense vectors stay dense, and all others are bitmaps.
loop_forms forms_of(operand_list const& operands);

// Bitmaps of so many positions or more that were in one of these places before a body, or came to be there by its
// swaps, are to be listed.
void list_those_in(std::set<void const*> places, size_type least, operand_list const& operands,
                   operand_places const& before, loop_forms& forms);

// Throws invalid_argument, naming the operand by its place, where one that has to be dense is not.
void require_forms(operand_list const& operands, loop_forms const& forms, char const* when);

// Throws invalid_argument where an operand stands neither at its own of the places nor at another's.
void require_permuted(operand_list const& operands, operand_places const& places);

// Gives operands these forms, and drops what readers made beside them. Nothing is known to be listed.
void settle(operand_list const& operands, loop_forms const& forms);

// As long as somebody holds the token, vectors that are cleared between runs come back to their memory.
void keep_memory(operand_list const& operands, std::weak_ptr<void const> const& token);

// The operands change places until each is at its own again, as swaps of a body allow.
void arrange(operand_list const& operands, operand_places const& places);

// What operands of these forms held, each a copy. It is put back where they still have their memory, and becomes the
// operand where another took its place; neither needs memory.
class saved_operands {
 public:
  saved_operands(operand_list const& operands, loop_forms const& forms);
  void restore();

 private:
  using saved_one = std::variant<vector_storage<std::int32_t>, vector_storage<std::int64_t>, buffer<byte>>;
  operand_list const& operands_;
  loop_forms const& forms_;
  operand_places places_;
  std::vector<saved_one> saved_;
};

}  // namespace heddle::detail
