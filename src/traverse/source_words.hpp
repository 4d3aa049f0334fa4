// source_words.hpp - searches from up to 64 sources as the bits of one word a vertex: what all executors share.
#pragma once
#include <heddle/algorithms/searches.hpp>

namespace heddle::detail {

using source_word = unsigned long long;  // which atomic operations of a GPU take
inline constexpr int sources_a_word = 64;

/// `count` vertices have this level.
HEDDLE_FN inline void add_level(source_reach& found, size_type count, size_type level) {
  if (count == 0) return;
  found.reached += count;
  found.depth = level;
  found.distance += count * level;
  if (level > 0) found.harmonic += static_cast<double>(count) / static_cast<double>(level);
}

/// Of what a product has gathered, what is new: frontier = gathered and not seen, where that is not 0; seen = seen or
/// gathered.
struct new_sources {
  static constexpr bool in_library = true;
  std::int64_t const* gathered;
  primitives::byte const* present;  // of it; null: everywhere
  std::int64_t *seen, *frontier;
  primitives::byte* is_new;

  HEDDLE_FN void operator()(size_type v) const {
    std::int64_t const fresh = !present || present[v] ? gathered[v] & ~seen[v] : 0;
    frontier[v] = fresh;
    is_new[v] = fresh != 0;
    seen[v] |= fresh;
  }
};

}  // namespace heddle::detail
