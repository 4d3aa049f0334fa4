// codes.hpp - element types and operators as values, so that cases are drawn, answered and recorded without templates.
#pragma once
#include <heddle/base/half.hpp>
#include <heddle/base/mask.hpp>
#include <heddle/semirings/index_operators.hpp>
#include <heddle/semirings/semirings.hpp>
#include <stdexcept>

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
inline char const* name_of(op_code op) {
  char const* const names[] = {
      "none",        "plus",           "minus",      "times",        "minimum",        "maximum",      "first",
      "second",      "pair",           "logical_or", "logical_and",  "logical_xor",    "logical_xnor", "less",
      "equal",       "not_equal",      "any",        "firsti",       "firstj",         "secondj",      "reverse_minus",
      "divide",      "reverse_divide", "row_index",  "column_index", "diagonal_index", "tril",         "triu",
      "on_diagonal", "off_diagonal",   "row_le",     "row_gt",       "column_le",      "column_gt"};
  return names[static_cast<int>(op)];
}

/// The code of an operator of the library, or of the operator that a monoid of its has.
constexpr op_code code_of(no_accum_type) { return op_code::none; }
template <class T> constexpr op_code code_of(plus<T> const&) { return op_code::plus; }
template <class T> constexpr op_code code_of(plus_below_infinity<T> const&) { return op_code::plus; }
template <class T> constexpr op_code code_of(plus_above_infinity<T> const&) { return op_code::plus; }
template <class T> constexpr op_code code_of(minus<T> const&) { return op_code::minus; }
template <class T> constexpr op_code code_of(times<T> const&) { return op_code::times; }
template <class T> constexpr op_code code_of(minimum<T> const&) { return op_code::minimum; }
template <class T> constexpr op_code code_of(maximum<T> const&) { return op_code::maximum; }
template <class T> constexpr op_code code_of(take_first<T> const&) { return op_code::first; }
template <class T> constexpr op_code code_of(take_second<T> const&) { return op_code::second; }
template <class T> constexpr op_code code_of(pair<T> const&) { return op_code::pair; }
template <class T> constexpr op_code code_of(logical_or<T> const&) { return op_code::logical_or; }
template <class T> constexpr op_code code_of(logical_and<T> const&) { return op_code::logical_and; }
template <class T> constexpr op_code code_of(logical_xor<T> const&) { return op_code::logical_xor; }
template <class T> constexpr op_code code_of(logical_xnor<T> const&) { return op_code::logical_xnor; }
template <class T> constexpr op_code code_of(less<T> const&) { return op_code::less; }
template <class T> constexpr op_code code_of(equal<T> const&) { return op_code::equal; }
template <class T> constexpr op_code code_of(not_equal<T> const&) { return op_code::not_equal; }
template <class T> constexpr op_code code_of(firsti<T> const&) { return op_code::firsti; }
template <class T> constexpr op_code code_of(firstj<T> const&) { return op_code::firstj; }
template <class T> constexpr op_code code_of(secondj<T> const&) { return op_code::secondj; }
template <class T> constexpr op_code code_of(any_monoid<T> const&) { return op_code::any; }
template <class T, detail::position_number What> constexpr op_code code_of(position_of<T, What> const&) {
  return static_cast<op_code>(static_cast<int>(op_code::row_index) + static_cast<int>(What));
}
template <detail::position_rule Rule> constexpr op_code code_of(position_keeps<Rule> const&) {
  return static_cast<op_code>(static_cast<int>(op_code::tril) + static_cast<int>(Rule));
}

}  // namespace heddle::testing
