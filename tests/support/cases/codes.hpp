// codes.hpp - element types and operators as values, so that cases are drawn, answered and recorded without templates.
#pragma once
#include <heddle/base/half.hpp>
#include <heddle/base/mask.hpp>
#include <heddle/semirings/index_operators.hpp>
#include <heddle/semirings/semirings.hpp>
#include <stdexcept>
#include <string_view>

namespace heddle::testing {

enum class type_code : unsigned char { boolean, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, f16, bf16 };

/// visit(T{}) for the type of a code.
template <class Visit> decltype(auto) with_type(type_code code, Visit const& visit) {
  switch (code) {
    case type_code::boolean:
      return visit(bool{});
    case type_code::i8:
      return visit(std::int8_t{});
    case type_code::u8:
      return visit(std::uint8_t{});
    case type_code::i16:
      return visit(std::int16_t{});
    case type_code::u16:
      return visit(std::uint16_t{});
    case type_code::i32:
      return visit(std::int32_t{});
    case type_code::u32:
      return visit(std::uint32_t{});
    case type_code::i64:
      return visit(std::int64_t{});
    case type_code::u64:
      return visit(std::uint64_t{});
    case type_code::f32:
      return visit(float{});
    case type_code::f64:
      return visit(double{});
    case type_code::f16:
      return visit(f16{});
    case type_code::bf16:
      return visit(bf16{});
  }
  throw std::logic_error("no such type");
}

template <class T> inline constexpr type_code type_of = type_code::boolean;
template <> inline constexpr type_code type_of<std::int8_t> = type_code::i8;
template <> inline constexpr type_code type_of<std::uint8_t> = type_code::u8;
template <> inline constexpr type_code type_of<std::int16_t> = type_code::i16;
template <> inline constexpr type_code type_of<std::uint16_t> = type_code::u16;
template <> inline constexpr type_code type_of<std::int32_t> = type_code::i32;
template <> inline constexpr type_code type_of<std::uint32_t> = type_code::u32;
template <> inline constexpr type_code type_of<std::int64_t> = type_code::i64;
template <> inline constexpr type_code type_of<std::uint64_t> = type_code::u64;
template <> inline constexpr type_code type_of<float> = type_code::f32;
template <> inline constexpr type_code type_of<double> = type_code::f64;
template <> inline constexpr type_code type_of<f16> = type_code::f16;
template <> inline constexpr type_code type_of<bf16> = type_code::bf16;

inline bool is_real(type_code t) { return t >= type_code::f32; }
inline bool is_unsigned(type_code t) {
  return t == type_code::u8 || t == type_code::u16 || t == type_code::u32 || t == type_code::u64;
}
inline char const* name_of(type_code t) {
  char const* const names[] = {"bool", "i8",  "u8",  "i16", "u16", "i32", "u32",
                               "i64",  "u64", "f32", "f64", "f16", "bf16"};
  return names[static_cast<int>(t)];
}

enum class op_code : unsigned char {
  none,
  plus,
  minus,
  times,
  minimum,
  maximum,
  first,
  second,
  pair,
  logical_or,
  logical_and,
  logical_xor,
  logical_xnor,
  less,
  equal,
  not_equal,
  any,
  firsti,
  firstj,
  secondj,
  reverse_minus,
  divide,
  reverse_divide,
  row_index,  // those of positions, in the order of semirings/index_operators.hpp
  column_index,
  diagonal_index,
  tril,
  triu,
  on_diagonal,
  off_diagonal,
  row_le,
  row_gt,
  column_le,
  column_gt
};
constexpr char const* name_of(op_code op) {
  constexpr char const* names[] = {
      "none",        "plus",           "minus",      "times",        "minimum",        "maximum",      "first",
      "second",      "pair",           "logical_or", "logical_and",  "logical_xor",    "logical_xnor", "less",
      "equal",       "not_equal",      "any",        "firsti",       "firstj",         "secondj",      "reverse_minus",
      "divide",      "reverse_divide", "row_index",  "column_index", "diagonal_index", "tril",         "triu",
      "on_diagonal", "off_diagonal",   "row_le",     "row_gt",       "column_le",      "column_gt"};
  return names[static_cast<int>(op)];
}

/// The code of an operator of the library by its name in the table, or of the operator that a monoid of its has.
constexpr op_code code_of(no_accum_type) { return op_code::none; }
template <class Op> constexpr op_code code_of(Op const&) {
  std::string_view name = detail::table::row_of<detail::plain_operator<Op>>.name;
  if (detail::table::has<Op, detail::table::takes_any>) name = "any";
  if (name.starts_with("plus_")) name = "plus";  // of minus infinity and infinity
  if (name.starts_with("take_")) name.remove_prefix(std::string_view("take_").size());
  for (auto op = op_code::none; op <= op_code::column_gt; op = static_cast<op_code>(static_cast<int>(op) + 1)) {
    if (name == name_of(op)) return op;
  }
  throw std::logic_error("an operator that no case has");
}

}  // namespace heddle::testing
