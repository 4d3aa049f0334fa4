// tight_entries.hpp - the subgraph of the entries by which shortest distances come about; all shortest paths are in it.
#pragma once
#include <bit>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/matrix.hpp>

#include "src/traverse/tight_entries.hpp"

namespace heddle::host {

/// As gpu::mark_tight does.
template <class T, index_type I, index_type O>
void mark_tight(executor const& exec, compressed_view<T, I, O> const& rows, T const* distances, std::uint32_t* words,
                O* counts) {
  constexpr size_type per_word = entry_marks::per_word;
  int const threads = rows.nnz < serial_below ? 1 : exec.num_workers();
  for_each_run(threads, entry_marks::num_words(rows.nnz), 256, [&](size_type begin, size_type end) {
    size_type row = tile_of_atom(rows.tiles(), begin * per_word, 0, rows.major);
    for (size_type w = begin; w < end; ++w) {
      std::uint32_t word = 0;
      for (size_type entry = w * per_word; entry < min_of((w + 1) * per_word, rows.nnz); ++entry) {
        while (rows.offsets[row + 1] <= entry) ++row;
        bool const tight = is_tight(distances[row], rows.values[entry], distances[rows.indices[entry]]);
        word |= static_cast<std::uint32_t>(tight) << (entry % per_word);
      }
      words[w] = word;
      counts[w] = static_cast<O>(std::popcount(word));
    }
  });
}

/// As gpu::keep_marked does.
template <index_type I, index_type O>
void keep_marked(executor const& exec, offset_tiles<O> const& rows, I const* columns, entry_marks const& marked,
                 O* offsets, I* kept_columns) {
  parallel_for(exec, entry_marks::num_words(rows.atoms), [&](size_type w) {
    I* to = kept_columns + marked.before[w];
    for (std::uint32_t bits = marked.words[w]; bits; bits &= bits - 1) {
      *to++ = columns[w * entry_marks::per_word + std::countr_zero(bits)];
    }
  });
  parallel_for(exec, rows.tiles + 1,
               [&](size_type row) { offsets[row] = static_cast<O>(marked.rank(rows.offsets[row])); });
}

}  // namespace heddle::host

namespace heddle::detail {

/// The entries (u, v) with distances[u] + A(u, v) = distances[v], as a pattern; `distances` is memory of A's executor.
/// Work O(nnz(A) + n). Beside the result it takes a bit an entry, and an offset every 32. Reads back once.
template <class T, index_type I, index_type O>
matrix<bool, I, O> tight_subgraph(matrix<T, I, O> const& a, T const* distances) {
  executor const exec = a.exec();
  auto const rows = a.csr();
  matrix<bool, I, O> result(a.rows(), a.cols(), exec);
  if (rows.nnz == 0) return result;
  size_type const num_words = entry_marks::num_words(rows.nnz);
  buffer<std::uint32_t> words(exec, num_words);
  buffer<O> before(exec, num_words + 1);
  exec.is_host() ? host::mark_tight(exec, rows, distances, words.data(), before.data())
                 : with_cuda([&] { gpu::mark_tight(exec, rows, distances, words.data(), before.data()); });
  primitives::exclusive_sum(exec, before.data(), before.data(), num_words);
  size_type const kept = before.get(num_words);
  auto form = result.new_form(kept, true, true);
  form->offsets = buffer<O>(exec, rows.major + 1);
  form->indices = buffer<I>(exec, kept);
  entry_marks const marked{words.data(), before.data()};
  auto const tiles = rows.tiles();
  O* const offsets = form->offsets.data();
  I* const columns = form->indices.data();
  exec.is_host()
      ? host::keep_marked(exec, tiles, rows.indices, marked, offsets, columns)
      : with_cuda([&] { gpu::keep_marked(exec, either_width(tiles), rows.indices, marked, offsets, columns); });
  storage_of(result).assign(std::move(form));
  return result;
}

}  // namespace heddle::detail
