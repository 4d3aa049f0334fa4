// marked_walk.hpp - a group of lanes walks a share whose atoms that begin a tile are marked, one bit each: every lane
// takes an atom, and a segmented scan sums what stands between marks. No lane waits for a longer row than its
// neighbour's, and nothing is staged: block_walk takes 97 instructions a warp and 32 atoms on R-MAT 20, this 85 or
// less. Bit flags: Liu & Vinter, "CSR5", ICS 2015. Segmented scan of a warp: Sengupta, Harris & Garland, NVR-2008-003.
#pragma once
#include <bit>
#include <heddle/walk/entry_walk.hpp>
#include <heddle/walk/load_once.hpp>

namespace heddle {

/// Where the tiles of a set begin. Shares are of equal numbers of atoms, a multiple of 128.
struct marked_tiles {
  std::uint32_t const* marks;  // bit a of these: atom a is the first of its tile; one more is set, for the end
  std::int32_t const* tiles;   // those with atoms, in order
  std::int32_t const* open;    // [shares] place in `tiles` of the last that begins before the share; -1: none does
  size_type atoms_per_share, shares, num_atoms;

  HEDDLE_FN bool is_first(size_type atom) const { return marks[atom / 32] >> (atom % 32) & 1; }
};

namespace detail {

HEDDLE_FN inline int count_bits(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __popc(bits);
#else
  return std::popcount(bits);
#endif
}
// Of bits that are not all 0.
HEDDLE_FN inline int highest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return 31 - __clz(static_cast<int>(bits));
#else
  return 31 - std::countl_zero(bits);
#endif
}

template <int Lanes, int Items, class Group, class Value, class Monoid, class Close> class marked_reducer {
  using arrays = decltype(std::declval<Value const&>().entries());
  using column = typename arrays::column;
  using entry = typename arrays::entry;
  static constexpr int step = Lanes * Items;

 public:
  using V = typename Monoid::value_type;

  HEDDLE_FN marked_reducer(Group& group, marked_tiles const& marked, Value const& value, Monoid const& add,
                           Close const& close)
      : group(group), marked(marked), value(value), from(value.entries()), add(add), close(close), lane(group.lane()) {}

  HEDDLE_FN void run(size_type share, V* head, V* tail) {
    size_type at = share * marked.atoms_per_share;
    size_type const end = min_of(at + marked.atoms_per_share, marked.num_atoms);
    rank = first_rank = marked.open[share];
    head_of = marked.is_first(at) ? nullptr : head;
    V carry = add.identity();
    fetch(at);
    int left = static_cast<int>(end - at);
    for (; left >= step; left -= step) {
      at += step;
      take_step<true>(at, left, carry);
    }
    if (left > 0) take_step<false>(at + step, left, carry);
    bool const goes_on = end < marked.num_atoms && !marked.is_first(end);
    if (goes_on && lane == 0) *(rank == first_rank && head_of ? head_of : tail) = carry;
  }

 private:
  // A step of which the share has `left` atoms, all of them where it is `Whole`; the next one begins at `next`.
  template <bool Whole> HEDDLE_FN void take_step(size_type next, int left, V& carry) {
    V gathered[Items];
#pragma unroll
    for (int j = 0; j < Items; ++j) gathered[j] = value.of(columns[j], entries[j]);
    unsigned const now = words;
    if (left > step) fetch(next);  // on its way while these are summed
    unsigned here = marks_from(now, 0);
#pragma unroll
    for (int j = 0; j < Items; ++j) {
      unsigned const behind = marks_from(now, (j + 1) * Lanes);
      if (Whole || j * Lanes < left) sum_between_marks<Whole>(left - j * Lanes, here, behind & 1, gathered[j], carry);
      here = behind;
    }
  }

  // Of a step's marks, those of the lanes' atoms from `first` on.
  HEDDLE_FN unsigned marks_from(unsigned now, int first) const {
    unsigned const word = group.broadcast(now, first / 32);
    return Lanes == 32 ? word : word >> (first % 32) & ((1u << Lanes % 32) - 1);
  }

  // Behind the last atom it is the last one's entry again.
  HEDDLE_FN void fetch(size_type at) {
    if (lane <= step / 32) words = marked.marks[at / 32 + lane];
    column const* const some_columns = from.columns + at + lane;
    entry const* const some_values = from.values ? from.values + at + lane : nullptr;
    if (at + step <= marked.num_atoms) {
#pragma unroll
      for (int j = 0; j < Items; ++j) fetch_one(j, some_columns + j * Lanes, some_values + j * Lanes);
    } else {
      int const last = static_cast<int>(marked.num_atoms - at) - 1 - lane;
#pragma unroll
      for (int j = 0; j < Items; ++j) {
        int const i = min_of(j * Lanes, last);
        fetch_one(j, some_columns + i, some_values + i);
      }
    }
  }
  HEDDLE_FN void fetch_one(int j, column const* some_column, entry const* some_value) {
    columns[j] = load_once(some_column);
    entries[j] = load_once_if(from.values != nullptr, some_value, from.one);
  }

  // One atom a lane, `left` of them the share's; `next`: the one behind them begins a tile.
  template <bool Whole> HEDDLE_FN void sum_between_marks(int left, unsigned marks, unsigned next, V sum, V& carry) {
    unsigned const up_to_mine = marks & (~0u >> (31 - lane));
    int const since_mark = up_to_mine ? lane - highest_bit(up_to_mine) : lane;
#pragma unroll
    for (int offset = 1; offset < Lanes; offset *= 2) {
      V const before = group.below(sum, offset);
      if (since_mark >= offset) sum = add(before, sum);
    }
    if (!up_to_mine) sum = add(carry, sum);
    carry = group.broadcast(sum, Lanes - 1);
    bool const ends = lane + 1 < Lanes ? (marks >> (lane + 1) & 1) : next;
    if (ends && (Whole || lane < left)) {
      int const place = rank + count_bits(up_to_mine);
      if (place == first_rank && head_of) {
        *head_of = sum;
      } else {
        close(static_cast<size_type>(marked.tiles[place]), sum);
      }
    }
    rank += count_bits(marks);
  }

  Group& group;
  marked_tiles const& marked;
  Value const& value;
  arrays const from;
  Monoid const& add;
  Close const& close;
  int const lane;
  column columns[Items];
  entry entries[Items];
  unsigned words = 0;  // of the marks, one a lane
  int rank = 0, first_rank = 0;
  V* head_of = nullptr;  // null: the share begins with a tile
};

}  // namespace detail

/// The share of that number, by all lanes of the group together: closes every tile with atoms that lies wholly in it,
/// and leaves the partials of those that it cuts, as block_walk does. Empty tiles are closed by somebody else. Sums
/// keep the order of atoms; how they are bracketed depends on the share alone. Lanes: of the group; Items: atoms that
/// each has under way. Items * Lanes must be a multiple of 32 and a divisor of atoms_per_share.
template <int Lanes, int Items, class Group, reads_entries Value, class Monoid, class Close>
HEDDLE_FN void marked_walk(Group& group, marked_tiles const& marked, size_type share, Value const& value,
                           Monoid const& add, Close const& close, typename Monoid::value_type* head,
                           typename Monoid::value_type* tail) {
  detail::marked_reducer<Lanes, Items, Group, Value, Monoid, Close>(group, marked, value, add, close)
      .run(share, head, tail);
}

}  // namespace heddle
