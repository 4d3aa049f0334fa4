// loop_operands.cpp - the operands of a device_loop: where they stand, and how they come to be as they were.
#include "src/core/loop_operands.hpp"

#include <algorithm>

namespace heddle::detail {

namespace {

using scalar_memory = buffer<byte>;
template <class Operand> constexpr bool is_scalar = std::is_same_v<Operand, scalar_memory>;

// Dense vectors and scalars.
scalar_memory const& values_of(loop_operand const& operand) {
  return std::visit(
      []<class Operand>(Operand const* o) -> scalar_memory const& {
        if constexpr (is_scalar<Operand>) {
          return *o;
        } else {
          return o->bitmap().values;
        }
      },
      operand);
}

bool is_dense(loop_operand const& operand) {
  return std::visit(
      []<class Operand>(Operand const* o) {
        if constexpr (is_scalar<Operand>) {
          return true;
        } else {
          return o->form() == vector_form::dense;
        }
      },
      operand);
}

void* address_of(loop_operand const& operand) {
  return std::visit(
      []<class Operand>(Operand* o) -> void* {
        if constexpr (is_scalar<Operand>) {
          return o->data();
        } else {
          return o->form() == vector_form::sparse ? nullptr : const_cast<byte*>(o->bitmap().values.data());
        }
      },
      operand);
}

// Of one kind and one width, since their addresses show that they were exchanged before.
void exchange(loop_operand const& a, loop_operand const& b) {
  std::visit(
      [&]<class Operand>(Operand* o) {
        if constexpr (!is_scalar<Operand>) std::swap(*o, *std::get<Operand*>(b));
      },
      a);
}

// The operand gets other memory that holds its values, for that of its own went elsewhere.
void replace(loop_operand const& operand, buffer<byte> values) {
  std::visit(
      [&]<class Operand>(Operand* o) {
        if constexpr (!is_scalar<Operand>) o->assign(bitmap_form{{}, std::move(values), o->size()});
      },
      operand);
}

}  // namespace

executor const& executor_of(loop_operand const& operand) {
  return std::visit([](auto const* o) -> executor const& { return o->exec(); }, operand);
}

size_type size_of(loop_operand const& operand) {
  return std::visit([](auto const* o) { return o->size(); }, operand);
}

std::vector<void const*> addresses_of(operand_list const& operands) {
  std::vector<void const*> result;
  for (auto const& operand : operands) result.push_back(address_of(operand));
  return result;
}

void require_dense(operand_list const& operands, char const* when) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (is_dense(operands[i])) continue;
    throw invalid_argument(
        concat("device_loop: operand ", i + 1, " of ", operands.size(), " is not dense", when,
               "; every position must have an entry: fill it, or multiply by spmv where rows may be empty"));
  }
}

void require_permuted(operand_list const& operands, std::vector<void const*> const& addresses) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (std::find(addresses.begin(), addresses.end(), address_of(operands[i])) != addresses.end()) continue;
    throw invalid_argument(concat("device_loop: operand ", i + 1, " of ", operands.size(),
                                  " is another vector after the body; assign to it, or swap operands"));
  }
}

void settle(operand_list const& operands) {
  for (auto const& operand : operands) {
    std::visit(
        []<class Operand>(Operand* o) {
          if constexpr (!is_scalar<Operand>) o->write_full();
        },
        operand);
  }
}

void arrange(operand_list const& operands, std::vector<void const*> const& addresses) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (std::size_t j = i; j < operands.size(); ++j) {
      if (address_of(operands[j]) != addresses[i]) continue;
      if (j != i) exchange(operands[i], operands[j]);
      break;
    }
  }
}

saved_operands::saved_operands(operand_list const& operands) : operands_(operands), addresses_(addresses_of(operands)) {
  for (auto const& operand : operands) values_.push_back(values_of(operand).clone(executor_of(operand)));
}

void saved_operands::restore() {
  arrange(operands_, addresses_);
  for (std::size_t i = 0; i < operands_.size(); ++i) {
    buffer<byte>& saved = values_[i];
    if (void* const own = address_of(operands_[i]); own == addresses_[i]) {
      copy_bytes(saved.exec(), own, saved.exec(), saved.data(), saved.bytes());
    } else {
      replace(operands_[i], std::move(saved));
    }
  }
  settle(operands_);
}

}  // namespace heddle::detail
