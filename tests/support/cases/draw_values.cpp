// draw_values.cpp - values of every type, of kinds for which sums are the same in every order.
#include "tests/support/cases/draw_values.hpp"

#include <bit>
#include <cmath>

namespace heddle::testing {

namespace {

template <class T> T draw_integer(random_source& random, value_kind kind) {
  using limits = std::numeric_limits<T>;
  if (kind != value_kind::wild) {
    int const small = random.below(9);
    return static_cast<T>(kind == value_kind::whole && std::is_signed_v<T> ? small - 4 : small);
  }
  std::uint64_t const high = random.bits(), low = random.bits();
  switch (random.below(8)) {
    case 0:
      return limits::min();
    case 1:
      return limits::max();
    case 2:
      return static_cast<T>(std::uint64_t{1} << (low % (8 * sizeof(T))));
    case 3:
      return static_cast<T>(-1);
    case 4:
      return 0;
    default:
      return static_cast<T>(high << 32 | low);
  }
}

template <class T> T draw_extreme(random_source& random) {
  using limits = std::numeric_limits<T>;
  int const exponent = random.below(2 * limits::max_exponent - 4) - limits::max_exponent + 3;
  T const mantissa = T(1) + static_cast<T>(random.bits() >> 9) * T(0x1p-23);
  switch (random.below(12)) {
    case 0:
      return limits::max();
    case 1:
      return limits::min();
    case 2:
      return limits::denorm_min() * static_cast<T>(1 + random.below(1000));
    case 3:
      return limits::infinity();
    case 4:
      return T(1) + limits::epsilon();
    default:
      return std::ldexp(mantissa, exponent);
  }
}

template <class T> T draw_real(random_source& random, value_kind kind, slot s) {
  int const small = random.below(8) + 1;
  bool const negative = random.chance(50);
  switch (kind) {
    case value_kind::natural:
      return T(small - 1);
    case value_kind::powers:
      return std::ldexp(T(negative ? -1 : 1), small - 5);
    case value_kind::infinite:
      return random.chance(12) ? std::numeric_limits<T>::infinity() : T(small);
    case value_kind::tiny:
      return s == slot::b ? T(small) : T(small) * std::numeric_limits<T>::denorm_min();
    case value_kind::positive:
      return draw_extreme<T>(random);
    case value_kind::extreme: {
      T const value = draw_extreme<T>(random);
      return negative && !std::isinf(value) ? -value : value;
    }
    default:
      return T(negative ? -small : small);
  }
}

// True for 0.25 and for 2^32 too, which are 0 in other types.
template <class T> T draw_truth(random_source& random) {
  if (random.chance(40)) return T(0);
  if constexpr (std::is_floating_point_v<T>) {
    return random.pick(
        {T(0.25), T(-1), T(1), std::numeric_limits<T>::infinity(), std::numeric_limits<T>::denorm_min()});
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    return static_cast<T>(std::uint64_t{1} << random.below(8 * sizeof(T)));
  } else {
    return T(1);
  }
}

template <class T> T draw_one(random_source& random, value_kind kind, slot s) {
  if (s == slot::mask) return draw_truth<T>(random);
  if constexpr (std::is_same_v<T, bool>) {
    return random.chance(60);
  } else if constexpr (std::is_integral_v<T>) {
    return draw_integer<T>(random, kind);
  } else if constexpr (detail::is_short_real<T>) {
    int const small = random.below(8) + 1;
    return T(kind == value_kind::natural ? small - 1 : random.chance(50) ? -small : small);
  } else {
    return draw_real<T>(random, kind, s);
  }
}

value_kind draw_real_kind(random_source& random, drawn_case const& c) {
  bool const sums = c.add == op_code::plus || c.family->what == operation::spmv;
  if (!sums) {
    bool const signless = c.multiply == op_code::times && is_product(c.family->what);
    return random.pick({value_kind::whole, value_kind::natural, value_kind::infinite,
                        signless ? value_kind::positive : value_kind::extreme});
  }
  if (c.multiply == op_code::minus || c.family->what == operation::spmv) {
    return random.pick({value_kind::whole, value_kind::natural, value_kind::powers});
  }
  bool const stays = c.multiply == op_code::times || c.multiply == op_code::first || c.multiply == op_code::none;
  return random.pick({value_kind::whole, value_kind::natural, value_kind::powers, value_kind::infinite,
                      stays ? value_kind::tiny : value_kind::whole});
}

}  // namespace

/// heddle's own (min, +) and (max, +) saturate, SuiteSparse's wrap: they are compared where neither has to. Drawn
/// operators wrap here too.
bool saturates(drawn_case const& c) {
  bool const one_algebra = is_product(c.family->what) && c.family->algebras.size() == 1;
  return one_algebra && c.multiply == op_code::plus && (c.add == op_code::minimum || c.add == op_code::maximum);
}

value_kind draw_kind(random_source& random, drawn_case const& c) {
  case_family const& f = *c.family;
  bool real = false, whole = false, narrow = false, mixed = false;
  for (type_code const t : {f.domain, f.w, f.a, f.b}) {
    real = real || is_real(t);
    whole = whole || is_unsigned(t);
    narrow = narrow || t == type_code::f16 || t == type_code::bf16;
    mixed = mixed || t != f.domain;
  }
  if (real && whole) return value_kind::natural;  // below zero there is no conversion
  bool const casts = f.what == operation::cast_vector || f.what == operation::cast_matrix;
  if (casts && !narrow && is_real(f.domain) && is_real(f.w)) {
    return random.pick({value_kind::whole, value_kind::extreme, value_kind::tiny});
  }
  if (real && mixed) return random.pick({value_kind::whole, value_kind::natural});
  if (narrow) return random.pick({value_kind::whole, value_kind::natural});
  if (real) return draw_real_kind(random, c);
  if (saturates(c)) return random.pick({value_kind::whole, value_kind::natural});
  return random.pick({value_kind::whole, value_kind::wild, value_kind::wild, value_kind::natural});
}

void draw_values(random_source& random, entries& e, value_kind kind, slot s) {
  e.value.resize(e.size());
  with_type(e.type, [&]<class T>(T) {
    for (raw_value& v : e.value) v = to_raw(draw_one<T>(random, kind, s));
  });
}

}  // namespace heddle::testing
