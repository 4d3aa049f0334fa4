// look_back.hpp - a share that closes a tile which it found open takes the parts that the shares before it have of the
// tile, as soon as they are there: a reduction whose shares cut tiles is one launch then.
// Waiting for earlier blocks of the same launch: Merrill & Garland, "Single-pass Parallel Prefix Scan with Decoupled
// Look-back", NVR-2016-002. Here nothing is handed on from share to share: parts do not depend on one another.
#pragma once
#include <heddle/seam/tiles/tile_set.hpp>
#include <heddle/seam/walk/traits.hpp>

namespace heddle::detail {

/// Parts of at most 8 bytes, so that one store tells the part and that it is there.
template <class V> inline constexpr bool fits_slot = sizeof(V) <= 8;

/// What a share has of the tile that it leaves open; a share inside one tile has a part of that. One number for its
/// bits and one that says whether it is there; both are 0 between launches. Put by one thread, and taken by one.
template <class V> struct part_slot {
  using word = std::conditional_t<sizeof(V) <= 4, unsigned, unsigned long long>;
  alignas(2 * sizeof(word)) word bits, is_there;

  HEDDLE_FN void put(V const& part) {
    word wanted = 0;
    memcpy(&wanted, &part, sizeof(V));
    store(wanted, 1);
  }

  /// Waits for the part, and leaves the slot as it was.
  HEDDLE_FN V take() {
    word found = 0;
    while (!load(found)) {}
    store(0, 0);
    V part;
    memcpy(static_cast<void*>(&part), &found, sizeof(V));
    return part;
  }

 private:
  HEDDLE_FN void store(word part, word there) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(V) <= 4) {
      asm volatile(
          "{\n .reg .b64 both;\n mov.b64 both, {%1, %2};\n st.relaxed.gpu.global.b64 [%0], both;\n}" ::"l"(this),
          "r"(part), "r"(there)
          : "memory");
    } else {
      asm volatile(
          "{\n .reg .b128 both;\n mov.b128 both, {%1, %2};\n st.relaxed.gpu.global.b128 [%0], both;\n}" ::"l"(this),
          "l"(part), "l"(there)
          : "memory");
    }
#else
    bits = part;
    is_there = there;
#endif
  }

  HEDDLE_FN bool load(word& part) const {
    word there = 0;
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(V) <= 4) {
      asm volatile("{\n .reg .b64 both;\n ld.relaxed.gpu.global.b64 both, [%2];\n mov.b64 {%0, %1}, both;\n}"
                   : "=r"(part), "=r"(there)
                   : "l"(this)
                   : "memory");
    } else {
      asm volatile("{\n .reg .b128 both;\n ld.relaxed.gpu.global.b128 both, [%2];\n mov.b128 {%0, %1}, both;\n}"
                   : "=l"(part), "=l"(there)
                   : "l"(this)
                   : "memory");
    }
#else
    part = bits;
    there = is_there;
#endif
    return there != 0;
  }
};

/// Where a share stands among the others: `points` is the table of their boundaries, and `slot_of` has one for each.
template <class V> struct share_place {
  path_point const* points = nullptr;
  part_slot<V>* slot_of = nullptr;
  size_type share = 0;
};

/// How many shares before this one have a part of the tile, which begins with that atom before this share does. All
/// lanes of the group call it. Work O(parts + lanes) in all.
template <class Group, class V>
HEDDLE_FN int count_parts(Group& group, share_place<V> const& place, size_type tile, size_type first_atom) {
  for (int parts = 1;;) {
    size_type const other = place.share - parts - group.lane();
    path_point const begin = other > 0 ? place.points[other] : path_point{};
    int const more = group.count(begin.tile == tile && begin.atom > first_atom);
    parts += more;
    if (more < group.lanes()) return parts;
  }
}

/// What the `parts` shares before this one have of a tile, in order; valid on lane 0. All lanes of the group call it.
/// Those shares must have begun, and leave their parts whatever this one does. Work O(parts / lanes + lanes).
template <class Group, class V, class Monoid>
HEDDLE_FN V look_back(Group& group, share_place<V> const& place, int parts, Monoid const& add) {
  int const run = (parts + group.lanes() - 1) / group.lanes(), from = min_of(group.lane() * run, parts);
  V sum = neutral_of(add);
  for (int i = from; i < min_of(from + run, parts); ++i) sum = add(sum, place.slot_of[place.share - parts + i].take());
  return group.reduce(sum, add);
}

}  // namespace heddle::detail
