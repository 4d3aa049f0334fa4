// tight_entries.hpp - the entries by which shortest distances come about, marked and then kept as a pattern.
#pragma once
#include <heddle/base/executor.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/detail/walk/marked_walk.hpp>
#include <heddle/seam/views.hpp>

#include "src/with_cuda.hpp"

namespace heddle {

/// Whether an entry from u to v gives v its distance, rounded as the search rounds. No entry leads to where there is no
/// path, and none of infinity or NaN counts.
template <class T> HEDDLE_FN bool is_tight(T at_u, T weight, T at_v) {
  T const sum = at_u + weight;
  return sum == at_v && sum < std::numeric_limits<T>::infinity();
}

/// Some entries of a matrix: a bit each, and how many are marked before each word.
struct entry_marks {
  static constexpr size_type per_word = 32;
  std::uint32_t const* words = nullptr;  // [num_words(nnz)]
  detail::integers before;               // [num_words(nnz) + 1], the last is the number of all

  HEDDLE_FN static constexpr size_type num_words(size_type nnz) { return seam::ceil_div(nnz, per_word); }
  HEDDLE_FN bool has(size_type entry) const { return words[entry / per_word] >> (entry % per_word) & 1; }
  /// How many are marked before `entry`, which may be nnz.
  HEDDLE_FN size_type rank(size_type entry) const {
    size_type const word = entry / per_word, within = entry % per_word;
    if (within == 0) return before[word];
    return before[word] + detail::count_bits(words[word] & ((std::uint32_t{1} << within) - 1));
  }
};

namespace gpu {

/// Marks entry (u, v) of `rows` where is_tight(distances[u], its weight, distances[v]); counts[w] is how many of word w
/// are marked. At least one entry. Asynchronous.
template <class T, index_type I, index_type O>
void mark_tight(executor const& exec, compressed_view<T, I, O> const& rows, T const* distances, std::uint32_t* words,
                O* counts);

/// Compressed rows of the marked entries: offsets[0..rows.tiles], and their columns. Asynchronous.
void keep_marked(executor const& exec, integer_tiles const& rows, integers columns, entry_marks const& marked,
                 integers_out offsets, integers_out kept_columns);

}  // namespace gpu
}  // namespace heddle
