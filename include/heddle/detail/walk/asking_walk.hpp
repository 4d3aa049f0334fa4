// asking_walk.hpp - tiles of which one atom may decide the sum: each lane asks the first atoms of a tile, then all
// lanes together those of the tiles that are left, as one list. Of long tiles the rest is left to somebody else.
// Beamer, Asanovic & Patterson, "Direction-optimizing breadth-first search", SC 2012.
#pragma once
#include <heddle/detail/walk/thread_walk.hpp>

namespace heddle::detail {

/// How many atoms of a tile are asked before the rest is left: by its lane, then by all, in two rounds.
inline constexpr int asked_alone = 4, asked_first = 32, asked_then = 128;
inline constexpr size_type most_asked = asked_alone + asked_first + asked_then;

/// A tile, the next of its atoms that nobody asked, where they end, and the sum of those before.
template <class V> struct asked_tile {
  size_type tile, atom, end;
  V sum;
};

// Of a value that can be absent, whether it is there.
template <class Monoid, class V> HEDDLE_FN constexpr bool counts([[maybe_unused]] V const& value) {
  if constexpr (carries_presence<Monoid>()) {
    return value.present;
  } else {
    return true;
  }
}

HEDDLE_FN inline int lowest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return __builtin_ctz(bits);
#endif
}

template <class Group, class Value, class Monoid> class asking_lanes {
 public:
  using V = typename Monoid::value_type;
  HEDDLE_FN asking_lanes(Group& given_group, Value const& given_value, Monoid const& given_add)
      : group(given_group), value(given_value), add(given_add) {}

  HEDDLE_FN bool is_left(asked_tile<V> const& mine) const { return mine.atom < mine.end && !is_final(add, mine.sum); }

  HEDDLE_FN void ask_alone(asked_tile<V>& mine) const {
    size_type const to = min_of(mine.atom + asked_alone, mine.end);
    V found[asked_alone];
    HEDDLE_UNROLL
    for (int k = 0; k < asked_alone; ++k) {
      found[k] = mine.atom + k < to ? V(value_at(value, mine.tile, mine.atom + k)) : neutral_of(add);
    }
    HEDDLE_UNROLL
    for (int k = 0; k < asked_alone; ++k) {
      if (mine.atom + k < to) mine.sum = add(mine.sum, found[k]);
    }
    mine.atom = to;
  }

  // At most `most` atoms more of every tile that is left.
  HEDDLE_FN void ask_together(asked_tile<V>& mine, int most) const {
    int const length = is_left(mine) ? static_cast<int>(min_of(mine.end - mine.atom, static_cast<size_type>(most))) : 0;
    int const until = sum_below(length), from = until - length, all = group.broadcast(until, group.lanes() - 1);
    size_type const shift = mine.atom - from;
    for (int begin = 0; begin < all; begin += unroll * group.lanes()) {
      V found[unroll];
      bool asks[unroll];
      HEDDLE_UNROLL
      for (int k = 0; k < unroll; ++k) {
        int const place = begin + k * group.lanes() + group.lane();
        if (place - group.lane() >= all) {
          asks[k] = false;
          continue;
        }
        int const owner = owner_of(place, until);
        size_type const tile = group.broadcast(mine.tile, owner), atom = group.broadcast(shift, owner) + place;
        asks[k] = place < all;
        found[k] = asks[k] ? V(value_at(value, tile, atom)) : neutral_of(add);
      }
      HEDDLE_UNROLL
      for (int k = 0; k < unroll; ++k) {
        int const first = begin + k * group.lanes();
        if (first < all) take(mine.sum, found[k], asks[k], from - first, until - first);
      }
    }
    mine.atom += length;
  }

 private:
  static constexpr int unroll = 4;  // values of as many atoms a lane are under way together

  // Lanes [from, to) of these have values of this lane's tile: the first that is final is their sum, or any.
  HEDDLE_FN void take(V& sum, V const& found, bool asks, int from, int to) const {
    int const begin = max_of(from, 0), end = min_of(to, group.lanes());
    unsigned const mine = begin < end ? (~0u >> (32 - (end - begin))) << begin : 0u;
    unsigned const there = group.ballot(asks && counts<Monoid>(found)) & mine;
    unsigned const final = group.ballot(asks && is_final(add, found)) & mine;
    if (!group.any(there != 0)) return;
    V const best = group.broadcast(found, final ? lowest_bit(final) : there ? lowest_bit(there) : 0);
    if (there && !is_final(add, sum)) sum = add(sum, best);
  }

  HEDDLE_FN int sum_below(int x) const {
    for (int step = 1; step < group.lanes(); step *= 2) {
      int const below = group.below(x, step);
      if (group.lane() >= step) x += below;
    }
    return x;
  }

  // The lane in whose part, of those that end at `until`, the place lies; the last where none does.
  HEDDLE_FN int owner_of(int place, int until) const {
    int owner = 0;
    for (int step = group.lanes() / 2; step > 0; step /= 2) {
      if (group.broadcast(until, owner + step - 1) <= place) owner += step;
    }
    return owner;
  }

  Group& group;
  Value const& value;
  Monoid const& add;
};

/// All lanes of `group`, each with a tile, or with none where `tile` is negative: closes those that are decided, or
/// have been asked to their end; rest(asked_tile, bool) by all lanes with what the lane has left, if that. The monoid
/// must be decided by one: of values that are not terminal any stands for all.
template <class Group, tile_set Tiles, class Value, class Monoid, class Close, class Rest>
HEDDLE_FN void asking_walk(Group& group, Tiles const& tiles, size_type tile, Value const& value, Monoid const& add,
                           Close const& close, Rest const& rest) {
  using V = typename Monoid::value_type;
  asking_lanes<Group, Value, Monoid> const lanes(group, value, add);
  asked_tile<V> mine{tile, 0, 0, neutral_of(add)};
  if (tile >= 0 && is_open(close, tile)) {
    mine.atom = tiles.first_atom(tile);
    mine.end = tiles.first_atom(tile + 1);
  }
  lanes.ask_alone(mine);
  for (int const most : {asked_first, asked_then}) {
    if (!group.any(lanes.is_left(mine))) break;
    lanes.ask_together(mine, most);
  }
  bool const left = lanes.is_left(mine);
  if (tile >= 0 && !left) close(tile, mine.sum);
  rest(mine, left);
}

}  // namespace heddle::detail
