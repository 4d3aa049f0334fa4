// integers.hpp - arrays of offsets or indices whose width is known at run time, for kernels that serve both widths.
#pragma once
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::detail {

/// Integers of 4 or 8 bytes, read as 8. The branch is the same for all threads.
struct integers {
  void const* data = nullptr;
  bool wide = false;

  integers() = default;
  template <index_type I> constexpr integers(I const* values) : data(values), wide(sizeof(I) == 8) {}
  HEDDLE_FN size_type operator[](size_type i) const {
    return wide ? static_cast<std::int64_t const*>(data)[i] : static_cast<std::int32_t const*>(data)[i];
  }
  /// body(pointer) by the type that they have: for loops that are compiled for each.
  template <class Body> decltype(auto) visit(Body const& body) const {
    return wide ? body(static_cast<std::int64_t const*>(data)) : body(static_cast<std::int32_t const*>(data));
  }
  /// to[k] = (*this)[at[k]], all of them under way at once.
  template <std::size_t n> HEDDLE_FN void load(size_type const (&at)[n], size_type (&to)[n]) const {
    if (wide) {
      for (std::size_t k = 0; k < n; ++k) to[k] = static_cast<std::int64_t const*>(data)[at[k]];
    } else {
      for (std::size_t k = 0; k < n; ++k) to[k] = static_cast<std::int32_t const*>(data)[at[k]];
    }
  }
};

/// The same to write to.
struct integers_out {
  void* data = nullptr;
  bool wide = false;

  integers_out() = default;
  template <index_type I> constexpr integers_out(I* values) : data(values), wide(sizeof(I) == 8) {}
  HEDDLE_FN void set(size_type i, size_type value) const {
    if (wide) {
      static_cast<std::int64_t*>(data)[i] = value;
    } else {
      static_cast<std::int32_t*>(data)[i] = static_cast<std::int32_t>(value);
    }
  }
  template <class Body> decltype(auto) visit(Body const& body) const {
    return wide ? body(static_cast<std::int64_t*>(data)) : body(static_cast<std::int32_t*>(data));
  }
};

/// offset_tiles of either width.
struct integer_tiles {
  integers offsets;
  size_type tiles = 0, atoms = 0;

  HEDDLE_FN constexpr size_type num_tiles() const { return tiles; }
  HEDDLE_FN constexpr size_type num_atoms() const { return atoms; }
  HEDDLE_FN size_type first_atom(size_type tile) const { return offsets[tile]; }
  template <class Body> decltype(auto) visit(Body const& body) const {
    return offsets.visit([&]<class O>(O const* typed) { return body(offset_tiles<O>{typed, tiles, atoms}); });
  }
};

template <index_type Offset> integer_tiles either_width(offset_tiles<Offset> const& tiles) {
  return {tiles.offsets, tiles.tiles, tiles.atoms};
}

}  // namespace heddle::detail
