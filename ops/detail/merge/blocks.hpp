// blocks.hpp - what elements have at one position combined on the CPU over a run of positions: by vectors where all are
// there, and elsewhere without a branch on every one.
#pragma once
#include <heddle/base/converted.hpp>
#include <heddle/detail/host/flag_bits.hpp>
#include <heddle/detail/host/lanes.hpp>

namespace heddle::host {

/// body(values) with an operand's values as an array, or as one value.
template <class Operand, class Body> void with_values(Operand const& operand, Body const& body) {
  using T = std::remove_cvref_t<decltype(operand.values.one)>;
  if (!operand.values.data) {
    body(same_value<T>{operand.values.one});
  } else if (operand.one_place) {
    body(same_value<T>{*operand.values.data});
  } else {
    body(operand.values.data);
  }
}

/// flags[k] = whether there is a result.
template <class Alone>
void flag_results(byte* flags, byte const* left, byte const* right, Alone const& alone, size_type begin,
                  size_type end) {
  if (alone.has_result(!left, !right)) {
    store_values<true>(flags, begin, end, [](size_type) { return byte{1}; });
  } else if (left && right) {
    bool const one_is_enough = alone.has_result(true, false);
    if (one_is_enough) {
      store_values<true>(flags, begin, end, [=](size_type k) { return static_cast<byte>((left[k] | right[k]) != 0); });
    } else {
      store_values<true>(flags, begin, end,
                         [=](size_type k) { return static_cast<byte>((left[k] != 0) & (right[k] != 0)); });
    }
  } else {
    byte const* const some = left ? left : right;
    store_values<true>(flags, begin, end, [=](size_type k) { return static_cast<byte>(some[k] != 0); });
  }
}

/// operands.combine(op, alone, k) for k in [begin, end). `Apart`: as for store_values.
template <bool Apart, class D, class Operands, class Op, class Alone>
void combine_run(Operands const& operands, Op const& op, Alone const& alone, size_type begin, size_type end) {
  auto const one_by_one = [&](size_type from, size_type to) {
    for (size_type k = from; k < to; ++k) operands.combine(op, alone, k);
  };
  if (operands.u.at.data || operands.v.at.data) return one_by_one(begin, end);
  byte const* const left = operands.u.one_place ? nullptr : operands.u.present;
  byte const* const right = operands.v.one_place ? nullptr : operands.v.present;
  if (operands.flags) flag_results(operands.flags, left, right, alone, begin, end);
  D* const out = static_cast<D*>(operands.out);
  auto const combine = [&]<class U, class V>(U const u, V const v) {
    if constexpr (!std::is_pointer_v<U> && !std::is_pointer_v<V>) {
      D const result = detail::called(op, u[0], v[0]);
      return store_values<true>(out, begin, end, [=](size_type) { return result; });
    }
    auto const all = [=](size_type from, size_type to) {
      store_values<Apart>(out, from, to,
                          [u, v, op = in_lanes(op)](size_type k) -> D { return detail::called(op, u[k], v[k]); });
    };
    if (!left && !right) return all(begin, end);
    auto const both = [=](size_type i, size_type n) { return bits_at(left, i, n) & bits_at(right, i, n); };
    for_each_block(begin, end, both, all, [=](size_type i, size_type n, std::uint64_t bits) {
      for_each_bit(bits, i, [=](size_type k) { out[k] = detail::called(op, u[k], v[k]); });
      if constexpr (Alone::has_result(true, false)) {
        for_each_bit(bits_at(left, i, n) & ~bits, i,
                     [=](size_type k) { out[k] = alone.template of_left<D>(op, u[k]); });
        for_each_bit(bits_at(right, i, n) & ~bits, i,
                     [=](size_type k) { out[k] = alone.template of_right<D>(op, v[k]); });
      }
    });
  };
  with_values(operands.u, [&](auto const& u) { with_values(operands.v, [&](auto const& v) { combine(u, v); }); });
}

/// out[k] = f(k) for those k in [begin, end) at which there is an entry; present null: everywhere.
template <bool Apart, class D, class F>
void fill_run(D* out, byte const* present, F const& f, size_type begin, size_type end) {
  auto const all = [=](size_type from, size_type to) { store_values<Apart>(out, from, to, f); };
  if (!present) return all(begin, end);
  for_each_block(
      begin, end, [=](size_type i, size_type n) { return bits_at(present, i, n); }, all,
      [=](size_type i, size_type, std::uint64_t bits) { for_each_bit(bits, i, [=](size_type k) { out[k] = f(k); }); });
}

}  // namespace heddle::host
