// codes.hpp - types as run-time numbers: one GPU kernel serves all precompiled element types or operators of a loop
// that waits for memory, by a branch that every thread takes alike.
#pragma once
#include <heddle/semirings/precompiled.hpp>

namespace heddle::gpu {

/// The position of T in the list.
template <class T, class... Ts> consteval int code_of(type_list<Ts...>) {
  static_assert(detail::contains<T, type_list<Ts...>>::value, "no kernel of the library knows this type");
  int code = 0;
  (void)((std::is_same_v<T, Ts> || (++code, false)) || ...);
  return code;
}

/// f(std::type_identity<T>{}) for the T at that position.
template <class... Ts, class F> HEDDLE_FN constexpr void with_coded(type_list<Ts...>, int code, F const& f) {
  int position = 0;
  (void)((code == position++ && (f(std::type_identity<Ts>{}), true)) || ...);
}

}  // namespace heddle::gpu
