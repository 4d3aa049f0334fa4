// elements.cpp - host primitives that move elements of any width.
#include <algorithm>
#include <cstring>
#include <heddle/detail/host/vector_loop.hpp>

#include "src/executor/backend.hpp"
#include "src/host/parallel.hpp"
#include "src/host/widths.hpp"

namespace heddle::host {
using primitives::byte;

void copy_bytes(executor const& to, void* destination, executor const&, void const* source, std::size_t bytes) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  auto const size = static_cast<size_type>(bytes);
  int const threads = bytes < 4 * piece ? 1 : to.num_workers();
  for_each_run(threads, size, static_cast<size_type>(piece), [=](size_type begin, size_type end) {
    std::memcpy(static_cast<byte*>(destination) + begin, static_cast<byte const*>(source) + begin,
                static_cast<std::size_t>(end - begin));
  });
}

void copy_lines(executor const& to, executor const&, detail::line_copy const& asked) {
  parallel_for(to, asked.lines, [&](size_type line) {
    auto const at = static_cast<std::size_t>(line);
    std::memcpy(static_cast<byte*>(asked.destination) + at * asked.destination_step,
                static_cast<byte const*>(asked.source) + at * asked.source_step, asked.bytes);
  });
}

void fill(executor const& exec, void* destination, size_type n, std::size_t width, void const* value) {
  auto* const to = static_cast<byte*>(destination);
  auto const* const from = static_cast<byte const*>(value);
  auto const fill_with = [&]<class Word>(Word word) {  // a copy, which nothing that is written can change
    std::memcpy(&word, from, sizeof(Word));
    auto* const words = static_cast<Word*>(destination);
    for_each_vector_run(exec.num_workers(), n, true,
                        [=](size_type begin, size_type end) { std::fill(words + begin, words + end, word); });
  };
  switch (reinterpret_cast<std::uintptr_t>(to) % width == 0 ? width : 0) {
    case 1:
      return fill_with(byte{});
    case 2:
      return fill_with(std::uint16_t{});
    case 4:
      return fill_with(std::uint32_t{});
    case 8:
      return fill_with(std::uint64_t{});
    default:
      with_copy(width, [&](auto copy) { parallel_for(exec, n, [=](size_type i) { copy(to + i * width, from); }); });
  }
}

void fill_from(executor const& exec, void* destination, size_type n, std::size_t width, void const* value) {
  fill(exec, destination, n, width, value);
}

template <index_type I> void iota(executor const& exec, I* destination, size_type n, I from) {
  parallel_for(exec, n, [=](size_type i) { destination[i] = static_cast<I>(from + i); });
}

namespace {

// move(i, width) for every i. Each run has a copy of it: bytes that are written may be anything's, as far as a compiler
// knows, but for what nobody else refers to.
template <class Move> void move_each(executor const& exec, size_type n, std::size_t width, Move const& move) {
  with_width(width, [&](auto bytes) {
    for_each_run(exec.num_workers(), n, [&](size_type begin, size_type end) {
      Move const own = move;
      for (size_type i = begin; i < end; ++i) own(static_cast<std::size_t>(i), bytes);
    });
  });
}

}  // namespace

template <index_type I>
void gather(executor const& exec, void* destination, void const* source, I const* at, size_type n, std::size_t width) {
  auto* const to = static_cast<byte*>(destination);
  auto const* const from = static_cast<byte const*>(source);
  move_each(exec, n, width, [=](std::size_t i, auto bytes) {
    std::memcpy(to + i * bytes, from + static_cast<std::size_t>(at[i]) * bytes, bytes);
  });
}

template <index_type I>
void scatter(executor const& exec, void* destination, I const* at, void const* source, size_type n, std::size_t width) {
  auto* const to = static_cast<byte*>(destination);
  auto const* const from = static_cast<byte const*>(source);
  move_each(exec, n, width, [=](std::size_t i, auto bytes) {
    std::memcpy(to + static_cast<std::size_t>(at[i]) * bytes, from + i * bytes, bytes);
  });
}

template <index_type I>
void scatter_fill(executor const& exec, void* destination, I const* at, size_type n, std::size_t width,
                  void const* value) {
  auto* const to = static_cast<byte*>(destination);
  auto const* const from = static_cast<byte const*>(value);
  move_each(exec, n, width,
            [=](std::size_t i, auto bytes) { std::memcpy(to + static_cast<std::size_t>(at[i]) * bytes, from, bytes); });
}

template <index_type I, index_type O>
void expand_offsets(executor const& exec, O const* offsets, size_type num_rows, size_type nnz, I* rows) {
  offset_tiles<O> const tiles{offsets, num_rows, nnz};
  for_each_chunk(exec, nnz, [=](size_type, size_type begin, size_type end) {  // by entries: one row may hold them all
    size_type row = tile_of_atom(tiles, begin, 0, num_rows);
    for (size_type entry = begin; entry < end; ++row) {
      size_type const row_end = min_of(end, tiles.first_atom(row + 1));
      for (; entry < row_end; ++entry) rows[entry] = static_cast<I>(row);
    }
  });
}

template <index_type I, index_type O>
void compress_rows(executor const& exec, I const* rows, size_type nnz, size_type num_rows, O* offsets) {
  for_each_chunk(exec, num_rows + 1, [=](size_type, size_type begin, size_type end) {
    size_type entry = std::lower_bound(rows, rows + nnz, static_cast<I>(begin)) - rows;
    for (size_type row = begin; row < end; ++row) {
      while (entry < nnz && rows[entry] < row) ++entry;
      offsets[row] = static_cast<O>(entry);
    }
  });
}

#include "src/executor/element_instances.inc"

}  // namespace heddle::host
