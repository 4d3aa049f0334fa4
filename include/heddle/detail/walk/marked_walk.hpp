// marked_walk.hpp - a group of lanes walks a share whose atoms that begin a tile are marked, one bit each: every lane
// takes a run of neighbouring atoms, and a segmented scan over the lanes sums what stands between marks. No lane waits
// for a longer row than its neighbour's, nothing is staged, and where no atom is marked lanes add to sums of their own
// without a scan. In a trial on an H200 runs of four took 94 us on R-MAT 20 with hubs and without values, and 296 on a
// band without hubs; runs of one, with a scan for each, 102 and 364. Bit flags: Liu & Vinter, "CSR5", ICS 2015.
// Segmented scan of a warp: Sengupta, Harris & Garland, NVR-2008-003.
#pragma once
#include <heddle/detail/walk/entry_walk.hpp>
#include <heddle/detail/walk/loads.hpp>
#include <heddle/seam/tiles/tile_set.hpp>
#include <heddle/seam/walk/traits.hpp>

namespace heddle::detail {

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

// Of a stretch's marks: those before the lane's own, and all; so far counted in the lane's word.
template <int Lanes, int LanesOfWord, class Group>
HEDDLE_FN void count_other_words(Group& group, int lane, int& before, int& all) {
  int up_to_word = all;
  HEDDLE_UNROLL
  for (int offset = LanesOfWord; offset < Lanes; offset *= 2) {
    int const below = group.below(up_to_word, offset);
    if (lane >= offset) up_to_word += below;
  }
  before += up_to_word - all;
  all = group.broadcast(up_to_word, Lanes - 1);
}

// to[] = pointer[0, N) where wanted, as load_once_if; the pointer is then aligned to all of them, or to 16 bytes.
template <int N, class T> HEDDLE_FN void load_run_if(bool wanted, T const* pointer, T* to) {
#if defined(__CUDA_ARCH__)
  constexpr int bytes = N * static_cast<int>(sizeof(T));
  if constexpr (bytes == 8 && N > 1) {
    unsigned words[2];
    memcpy(words, to, 8);
    asm("{\n .reg .pred p;\n setp.ne.s32 p, %2, 0;\n @p ld.global.nc.L1::no_allocate.v2.b32 {%0, %1}, [%3];\n}"
        : "+r"(words[0]), "+r"(words[1])
        : "r"(static_cast<int>(wanted)), "l"(pointer));
    memcpy(to, words, 8);
  } else if constexpr (bytes == 16) {
    unsigned words[4];
    memcpy(words, to, 16);
    asm("{\n .reg .pred p;\n setp.ne.s32 p, %4, 0;\n"
        " @p ld.global.nc.L1::no_allocate.v4.b32 {%0, %1, %2, %3}, [%5];\n}"
        : "+r"(words[0]), "+r"(words[1]), "+r"(words[2]), "+r"(words[3])
        : "r"(static_cast<int>(wanted)), "l"(pointer));
    memcpy(to, words, 16);
  } else if constexpr (bytes == 32 && N == 4) {
    HEDDLE_UNROLL
    for (int half = 0; half < 2; ++half) {  // of one sector, which the first-level cache is to hold in between
      unsigned words[4];
      memcpy(words, to + 2 * half, 16);
      asm("{\n .reg .pred p;\n setp.ne.s32 p, %4, 0;\n"
          " @p ld.global.nc.L1::evict_first.v4.b32 {%0, %1, %2, %3}, [%5];\n}"
          : "+r"(words[0]), "+r"(words[1]), "+r"(words[2]), "+r"(words[3])
          : "r"(static_cast<int>(wanted)), "l"(pointer + 2 * half));
      memcpy(to + 2 * half, words, 16);
    }
  } else {
    HEDDLE_UNROLL
    for (int j = 0; j < N; ++j) to[j] = load_once_if(wanted, pointer + j, to[j]);
  }
#else
  for (int j = 0; wanted && j < N; ++j) to[j] = pointer[j];
#endif
}

// A step of the group is Items / Run stretches, one after the other; a stretch is a run of each lane, side by side.
template <int Lanes, int Items, int Run, class Group, class Value, class Monoid, class Close> class marked_reducer {
  using arrays = decltype(std::declval<Value const&>().entries());
  using column = typename arrays::column;
  using entry = typename arrays::entry;
  static constexpr int step = Lanes * Items, stretches = Items / Run, stretch = Lanes * Run;
  static constexpr int lanes_of_word = min_of(Lanes, 32 / Run);  // whose marks of a stretch stand in one word
  static constexpr bool interleaves = is_commutative<Monoid>();
  static_assert(step % 32 == 0 && Items % Run == 0 && (Run == 1 || Run == 2 || Run == 4));

 public:
  using V = typename Monoid::value_type;

  HEDDLE_FN marked_reducer(Group& given_group, marked_tiles const& given_marked, Value const& given_value,
                           Monoid const& given_add, Close const& given_close)
      : group(given_group),
        marked(given_marked),
        value(given_value),
        from(given_value.entries()),
        add(given_add),
        close(given_close),
        lane(given_group.lane()) {}

  HEDDLE_FN void run(size_type share, V* head, V* tail) {
    size_type const begin = share * marked.atoms_per_share;
    int const length = static_cast<int>(min_of(marked.atoms_per_share, marked.num_atoms - begin));
    go_to(begin);
    if (marked.is_first(begin)) head = nullptr;  // nothing is cut there, and there may be no room for heads
    rank = marked.open[begin / step];
    open_sum = neutral_of(add);
    fetch_columns(length, 0);
    if (length < whole_from) fetch_singly(length, 0);
    for (int left = length; left > 0; left -= step) take_step(left, head);
    if (length % step != 0) return;  // the mark behind the last atom was among the last step's
    if (apart) open_sum = sum_of_lanes(open_sum);
    if (lane > 0) return;
    size_type const end = begin + length;
    if (head_is_open) {
      *head = open_sum;
    } else if (!marked.is_first(end)) {
      *tail = open_sum;
    } else {
      close(static_cast<size_type>(marked.tiles[rank]), open_sum);
    }
  }

 private:
  HEDDLE_FN void go_to(size_type begin) {
    constexpr int never = std::numeric_limits<int>::max();
    bool const aligned = reinterpret_cast<std::uintptr_t>(from.columns) % 16 == 0 &&
                         reinterpret_cast<std::uintptr_t>(from.values) % 16 == 0;
    whole_from = aligned ? step : never;
    values_from = from.values ? whole_from : never;
    some_columns = from.columns + begin + lane * Run;
    some_values = from.values ? from.values + begin + lane * Run : nullptr;
    some_marks = marked.marks + begin / 32 + lane * Run / 32;
    HEDDLE_UNROLL
    for (int k = 0; k < Items; ++k) entries[k] = from.one;
  }

  // The share has `left` atoms from here on. The next step's columns are on their way while this one's are summed.
  HEDDLE_FN void take_step(int left, V* head) {
    fetch_values(left);
    few<unsigned, stretches> words;  // by load_if: no plain load may overtake what `close` stored
    HEDDLE_UNROLL
    for (int s = 0; s < stretches; ++s) words[s] = load_if(true, some_marks + s * stretch / 32, 0u);
    few<V, Items> gathered;
    HEDDLE_UNROLL
    for (int k = 0; k < Items; ++k) gathered[k] = value.of(columns[k], entries[k]);
    fetch_columns(left - step, step);
    sum_step(words, gathered, head);
    if (left > step && left - step < whole_from) fetch_singly(left - step, step);
    some_columns += step;
    some_values += step;
    some_marks += step / 32;
  }

  // Of the step that lies `ahead` atoms ahead, with `left` from there on; where its runs may be read in one go.
  HEDDLE_FN void fetch_columns(int left, int ahead) {
    HEDDLE_UNROLL
    for (int s = 0; s < stretches; ++s) {
      load_run_if<Run>(left >= whole_from, some_columns + ahead + s * stretch, columns + s * Run);
    }
  }
  HEDDLE_FN void fetch_values(int left) {
    HEDDLE_UNROLL
    for (int s = 0; s < stretches; ++s) {
      load_run_if<Run>(left >= values_from, some_values + s * stretch, entries + s * Run);
    }
  }
  // Of other steps, columns and values; behind the last atom those of the last again.
  HEDDLE_FN void fetch_singly(int left, int ahead) {
    column const* const columns_there = some_columns + ahead;
    entry const* const values_there = some_values + ahead;
    HEDDLE_UNROLL
    for (int k = 0; k < Items; ++k) {
      int const i = min_of(k / Run * stretch + k % Run, left - 1 - lane * Run);
      columns[k] = columns_there[i];
      if (from.values) entries[k] = values_there[i];
    }
  }

  // words[s]: the word of marks with the lane's of stretch s.
  HEDDLE_FN void sum_step(unsigned const* words, V* gathered, V* head) {
    if constexpr (interleaves && stretches > 1) {
      unsigned all = 0;
      HEDDLE_UNROLL
      for (int s = 0; s < stretches; ++s) all |= words[s];
      if (!any(all)) return sum_unmarked<Items>(gathered);
    }
    HEDDLE_UNROLL
    for (int s = 0; s < stretches; ++s) {
      unsigned word = words[s];
      if constexpr (stretch < 32) word = word >> (s * stretch % 32) & ((1u << stretch % 32) - 1);
      if (interleaves && !any(word)) {
        sum_unmarked<Run>(gathered + s * Run);
      } else {
        sum_marked(word, gathered + s * Run, head);
      }
    }
  }

  HEDDLE_FN bool any(unsigned word) const {
    if constexpr (stretch <= 32) return word != 0;  // all lanes have the same
    return group.any(word != 0);
  }

  // Valid on lane 0. As Group::reduce, but unrolled: Lanes is known here.
  HEDDLE_FN V sum_of_lanes(V sum) const {
    HEDDLE_UNROLL
    for (int offset = 1; offset < Lanes; offset *= 2) sum = add(sum, group.above(sum, offset));
    return sum;
  }

  template <int N> HEDDLE_FN void sum_unmarked(V* gathered) {
    HEDDLE_UNROLL
    for (int half = N / 2; half > 0; half /= 2) {
      HEDDLE_UNROLL
      for (int k = 0; k < half; ++k) gathered[k] = add(gathered[k], gathered[k + half]);
    }
    open_sum = add(open_sum, gathered[0]);
    apart = true;
  }

  // A stretch; what was open before it is taken in, and what it leaves open is lane 0's.
  HEDDLE_FN void sum_marked(unsigned word, V const* gathered, V* head) {
    if (interleaves && apart) open_sum = sum_of_lanes(open_sum);
    apart = false;
    int const shift = lane * Run % 32;
    unsigned const mine = word >> shift & ((1u << Run) - 1);
    int before = count_bits(word & ((1u << shift) - 1)), all = count_bits(word);
    if constexpr (lanes_of_word < Lanes) count_other_words<Lanes, lanes_of_word>(group, lane, before, all);
    unsigned ending = mine;  // marks that end a tile of this share
    if (head_is_open && before == 0) ending &= ending - 1;
    few<std::int32_t, Run> ended;
    int place = rank + before;
    HEDDLE_UNROLL
    for (int j = 0; j < Run; ++j) {
      ended[j] = load_if((ending & 1u << j) != 0, marked.tiles + place, 0);
      place += mine >> j & 1;
    }
    V open = sum_before_mine(mine, gathered);
    if (head_is_open && all > 0) {
      head_is_open = false;
      if (head && mine && before == 0) *head = sum_to_mark(mine, open, gathered);
    }
    HEDDLE_UNROLL
    for (int j = 0; j < Run; ++j) {
      if (ending & 1u << j) close(static_cast<size_type>(ended[j]), open);
      open = mine & 1u << j ? gathered[j] : V(add(open, gathered[j]));
    }
    rank += all;
  }

  // What stands between the last mark before the lane's run and the run. Lane 0 keeps what the stretch leaves open.
  HEDDLE_FN V sum_before_mine(unsigned mine, V const* gathered) {
    V sum = gathered[0];
    HEDDLE_UNROLL
    for (int j = 1; j < Run; ++j) sum = mine & 1u << j ? gathered[j] : V(add(sum, gathered[j]));
    if (lane == 0 && !mine) sum = add(open_sum, sum);
    unsigned const up_to_mine = group.ballot(mine != 0) & (~0u >> (31 - lane));
    int const since_mark = up_to_mine ? lane - highest_bit(up_to_mine) : lane;
    HEDDLE_UNROLL
    for (int offset = 1; offset < Lanes; offset *= 2) {
      V const below = group.below(sum, offset);
      if (since_mark >= offset) sum = add(below, sum);
    }
    V const last = group.broadcast(sum, (lane + Lanes - 1) % Lanes);  // of the lane before; to lane 0, of all
    V const open = lane == 0 ? open_sum : last;
    open_sum = lane == 0 ? last : neutral_of(add);
    return open;
  }

  HEDDLE_FN V sum_to_mark(unsigned mine, V sum, V const* gathered) const {
    HEDDLE_UNROLL
    for (int j = 0; j < Run - 1; ++j) {
      if (mine << (31 - j)) break;
      sum = add(sum, gathered[j]);
    }
    return sum;
  }

  Group& group;
  marked_tiles const& marked;
  Value const& value;
  arrays const from;
  Monoid const& add;
  Close const& close;
  int const lane;
  column const* some_columns = nullptr;  // from the lane's first of the step on
  entry const* some_values = nullptr;
  std::uint32_t const* some_marks = nullptr;
  int whole_from = 0, values_from = 0;  // atoms left from which on a step's runs are read in one go
  few<column, Items> columns;           // not set here: that costs registers
  few<entry, Items> entries;
  int rank = 0;              // place of the tile that is open
  V open_sum{};              // what the share has of it so far
  bool apart = false;        // of that every lane has some; else lane 0 has it all
  bool head_is_open = true;  // no mark so far
};

/// The share of that number, by all lanes of the group together: closes every tile with atoms that lies wholly in it,
/// and leaves the partials of those that it cuts, as block_walk does. Empty tiles are closed by somebody else. Sums
/// keep the order of atoms unless the monoid is commutative; how they are bracketed depends on the share alone. Lanes:
/// of the group; Items: atoms that each has under way; Run: 1, 2 or 4 of them that are neighbours, which are read in
/// one go where the arrays of entries begin at a multiple of 16 bytes. Items * Lanes must be a multiple of 32 and a
/// divisor of atoms_per_share.
template <int Lanes, int Items, int Run, class Group, reads_entries Value, class Monoid, class Close>
HEDDLE_FN void marked_walk(Group& group, marked_tiles const& marked, size_type share, Value const& value,
                           Monoid const& add, Close const& close, typename Monoid::value_type* head,
                           typename Monoid::value_type* tail) {
  marked_reducer<Lanes, Items, Run, Group, Value, Monoid, Close>(group, marked, value, add, close)
      .run(share, head, tail);
}

}  // namespace heddle::detail
