// operators.cpp - the library's operators by their codes.
#include "tests/support/cases/operators.hpp"

namespace heddle::testing {

template <class T> T applied(op_code op, T a, T b) {
  switch (op) {
    case op_code::plus:
      return plus<T>{}(a, b);
    case op_code::minus:
      return minus<T>{}(a, b);
    case op_code::times:
      return times<T>{}(a, b);
    case op_code::minimum:
      return minimum<T>{}(a, b);
    case op_code::maximum:
      return maximum<T>{}(a, b);
    case op_code::first:
      return take_first<T>{}(a, b);
    case op_code::second:
      return take_second<T>{}(a, b);
    case op_code::pair:
      return pair<T>{}(a, b);
    case op_code::logical_or:
      return logical_or<T>{}(a, b);
    case op_code::logical_and:
      return logical_and<T>{}(a, b);
    case op_code::logical_xor:
      return logical_xor<T>{}(a, b);
    case op_code::logical_xnor:
      return logical_xnor<T>{}(a, b);
    case op_code::reverse_minus:
      return reverse_minus<T>{}(a, b);
    case op_code::divide:
      return divide<T>{}(a, b);
    case op_code::reverse_divide:
      return reverse_divide<T>{}(a, b);
    default:
      throw std::logic_error("no operator of one type");
  }
}

template bool applied(op_code, bool, bool);
template std::int8_t applied(op_code, std::int8_t, std::int8_t);
template std::uint8_t applied(op_code, std::uint8_t, std::uint8_t);
template std::int16_t applied(op_code, std::int16_t, std::int16_t);
template std::uint16_t applied(op_code, std::uint16_t, std::uint16_t);
template std::int32_t applied(op_code, std::int32_t, std::int32_t);
template std::uint32_t applied(op_code, std::uint32_t, std::uint32_t);
template std::int64_t applied(op_code, std::int64_t, std::int64_t);
template std::uint64_t applied(op_code, std::uint64_t, std::uint64_t);
template float applied(op_code, float, float);
template double applied(op_code, double, double);

std::vector<std::array<op_code, 2>> drawn_monoids(type_code domain) {
  using enum op_code;
  if (domain == type_code::boolean) {
    return {{logical_or, none}, {logical_and, none}, {logical_xor, none}, {logical_xnor, none}};
  }
  if (is_real(domain)) return {{plus, none}, {minimum, none}, {maximum, none}};
  return {{plus, none}, {times, none}, {minimum, none}, {maximum, none}};
}

std::vector<std::array<op_code, 2>> drawn_algebras(type_code domain) {
  using enum op_code;
  std::vector<std::array<op_code, 2>> all;
  for (auto const& monoid : drawn_monoids(domain)) {
    for (op_code const multiply : {plus, minus, times, minimum, maximum, first, second, logical_and}) {
      if (domain != type_code::boolean && multiply == logical_and) continue;
      all.push_back({monoid[0], multiply});
    }
  }
  return all;
}

std::vector<op_code> drawn_accumulators() {
  using enum op_code;
  return {none, plus, minus, times, minimum, maximum, first, second};
}

}  // namespace heddle::testing
