// monoids.cuh - values and monoids for tests on the GPU: exact, so that any order that is allowed gives the same bits.
#pragma once
#include <tests/support/affine_map.hpp>
#include <tests/support/tile_battery.hpp>

namespace heddle::testing {

template <class T> struct sum_of {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN T identity() const { return 0; }
  HEDDLE_FN T operator()(T a, T b) const { return a + b; }
};

/// Small whole numbers: sums of thousands are exact in f32 too.
template <class T> struct whole_number {
  HEDDLE_FN T operator()(size_type atom) const { return static_cast<T>(1 + atom * 7 % 31); }
};

/// Sums that depend on the order, so the monoid does not allow any other.
struct ordered_sum {
  using value_type = float;
  HEDDLE_FN float identity() const { return 0; }
  HEDDLE_FN float operator()(float a, float b) const { return a + b; }
};
struct fraction {
  HEDDLE_FN float operator()(size_type atom) const { return 1.0f / static_cast<float>(1 + atom % 977); }
};

/// Composition of maps in 8 bytes, which a slot between shares holds.
struct narrow_map {
  std::uint32_t scale = 1, shift = 0;
  HEDDLE_FN operator affine_map() const { return {scale, shift}; }
  static HEDDLE_FN narrow_map of(affine_map m) {
    return {static_cast<std::uint32_t>(m.scale), static_cast<std::uint32_t>(m.shift)};
  }
  friend HEDDLE_FN bool operator==(narrow_map a, narrow_map b) { return a.scale == b.scale && a.shift == b.shift; }
};
struct compose_narrow_maps {
  using value_type = narrow_map;
  HEDDLE_FN narrow_map identity() const { return {}; }
  HEDDLE_FN narrow_map operator()(narrow_map a, narrow_map b) const { return narrow_map::of(compose_maps{}(a, b)); }
};
struct narrow_map_of_atom {
  HEDDLE_FN narrow_map operator()(size_type atom) const { return narrow_map::of(map_of_atom{}(atom)); }
};

/// A map that names both the tile and the atom.
struct tile_times_atom {
  HEDDLE_FN affine_map operator()(size_type tile, size_type atom) const {
    return {2 + (tile * 31 + atom) % 1000003, (7 + tile + atom * 48271) % affine_prime};
  }
};

/// A maximum of numbers below 100 that cannot rise any more.
struct capped_max {
  using value_type = int;
  static constexpr bool commutative = true;
  HEDDLE_FN int identity() const { return -1; }
  HEDDLE_FN int operator()(int a, int b) const { return a < b ? b : a; }
  HEDDLE_FN bool is_terminal(int v) const { return v == 99; }
};
struct small_number {
  HEDDLE_FN int operator()(size_type atom) const { return static_cast<int>(atom * 2654435761u % 100); }
};

/// A struct of `Bytes` bytes, all of which have to survive.
template <int Bytes> struct wide {
  std::int64_t words[Bytes / 8];
  friend HEDDLE_FN bool operator==(wide const& a, wide const& b) {
    for (int i = 0; i < Bytes / 8; ++i) {
      if (a.words[i] != b.words[i]) return false;
    }
    return true;
  }
};
template <int Bytes> struct wide_sum {
  using value_type = wide<Bytes>;
  static constexpr bool commutative = true;
  HEDDLE_FN wide<Bytes> identity() const { return {}; }
  HEDDLE_FN wide<Bytes> operator()(wide<Bytes> a, wide<Bytes> const& b) const {
    for (int i = 0; i < Bytes / 8; ++i) a.words[i] += b.words[i];
    return a;
  }
};
template <int Bytes> struct wide_value {
  HEDDLE_FN wide<Bytes> operator()(size_type atom) const {
    wide<Bytes> v;
    for (int i = 0; i < Bytes / 8; ++i) v.words[i] = atom * (i + 3) % 101;
    return v;
  }
};

}  // namespace heddle::testing
