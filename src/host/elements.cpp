// elements.cpp - primitives that move elements of any width, on the host.
#include <algorithm>
#include <cstring>
#include <heddle/detail/host/vector_loop.hpp>

#include "src/executor/backend.hpp"
#include "src/host/parallel.hpp"
#include "src/host/widths.hpp"

namespace heddle::detail {

void copy_bytes(executor const& to, void* destination, executor const& from, void const* source, std::size_t bytes) {
  if (bytes == 0) return;
  if (!to.is_host() || !from.is_host()) {
    return with_cuda([&] { gpu::copy_bytes(to, destination, from, source, bytes); });
  }
  constexpr std::size_t piece = std::size_t{1} << 20;
  auto const size = static_cast<size_type>(bytes);
  int const threads = bytes < 4 * piece ? 1 : to.num_workers();
  host::for_each_run(threads, size, static_cast<size_type>(piece), [=](size_type begin, size_type end) {
    std::memcpy(static_cast<primitives::byte*>(destination) + begin,
                static_cast<primitives::byte const*>(source) + begin, static_cast<std::size_t>(end - begin));
  });
}

void copy_lines(executor const& to, executor const& from, line_copy const& asked) {
  if (asked.bytes == 0 || asked.lines == 0) return;
  bool const joined = asked.destination_step == asked.bytes && asked.source_step == asked.bytes;
  if (joined || asked.lines == 1) {
    return copy_bytes(to, asked.destination, from, asked.source, asked.bytes * static_cast<std::size_t>(asked.lines));
  }
  if (!to.is_host() || !from.is_host()) return with_cuda([&] { gpu::copy_lines(to, from, asked); });
  host::parallel_for(to, asked.lines, [&](size_type line) {
    auto const at = static_cast<std::size_t>(line);
    std::memcpy(static_cast<primitives::byte*>(asked.destination) + at * asked.destination_step,
                static_cast<primitives::byte const*>(asked.source) + at * asked.source_step, asked.bytes);
  });
}

}  // namespace heddle::detail

namespace heddle::primitives {

using namespace host;

void fill(executor const& exec, void* destination, size_type n, std::size_t width, void const* value) {
  if (n == 0) return;
  if (!exec.is_host()) return with_cuda([&] { gpu::fill(exec, destination, n, width, value); });
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
  if (n == 0) return;
  if (!exec.is_host()) return with_cuda([&] { gpu::fill_from(exec, destination, n, width, value); });
  fill(exec, destination, n, width, value);
}

void iota(executor const& exec, integers_out destination, size_type n, size_type from) {
  if (n == 0) return;
  if (!exec.is_host()) return with_cuda([&] { gpu::iota(exec, destination, n, from); });
  destination.visit([&]<class I>(I* destination) {
    parallel_for(exec, n, [=](size_type i) { destination[i] = static_cast<I>(from + i); });
  });
}

namespace {

// move(i, at[i], width) for every i. Each run has a copy of it: bytes that are written may be anything's, as far as a
// compiler knows, but for what nobody else refers to.
template <class Move>
void move_each(executor const& exec, integers at, size_type n, std::size_t width, Move const& move) {
  at.visit([&](auto const* at) {
    with_width(width, [&](auto bytes) {
      for_each_run(exec.num_workers(), n, [&, at](size_type begin, size_type end) {
        Move const own = move;
        auto const* const places = at;
        for (size_type i = begin; i < end; ++i) {
          own(static_cast<std::size_t>(i), static_cast<std::size_t>(places[i]), bytes);
        }
      });
    });
  });
}

}  // namespace

void gather(executor const& exec, void* destination, void const* source, integers at, size_type n, std::size_t width) {
  if (n == 0) return;
  if (!exec.is_host()) return with_cuda([&] { gpu::gather(exec, destination, source, at, n, width); });
  auto* const to = static_cast<byte*>(destination);
  auto const* const from = static_cast<byte const*>(source);
  move_each(exec, at, n, width, [=](std::size_t i, std::size_t place, auto bytes) {
    std::memcpy(to + i * bytes, from + place * bytes, bytes);
  });
}

void scatter(executor const& exec, void* destination, integers at, void const* source, size_type n, std::size_t width) {
  if (n == 0) return;
  if (!exec.is_host()) return with_cuda([&] { gpu::scatter(exec, destination, at, source, n, width); });
  auto* const to = static_cast<byte*>(destination);
  auto const* const from = static_cast<byte const*>(source);
  move_each(exec, at, n, width, [=](std::size_t i, std::size_t place, auto bytes) {
    std::memcpy(to + place * bytes, from + i * bytes, bytes);
  });
}

void scatter_fill(executor const& exec, void* destination, integers at, size_type n, std::size_t width,
                  void const* value) {
  if (n == 0) return;
  if (!exec.is_host()) return with_cuda([&] { gpu::scatter_fill(exec, destination, at, n, width, value); });
  auto* const to = static_cast<byte*>(destination);
  auto const* const from = static_cast<byte const*>(value);
  move_each(exec, at, n, width,
            [=](std::size_t, std::size_t place, auto bytes) { std::memcpy(to + place * bytes, from, bytes); });
}

void place_entries(executor const& exec, void* values, byte* present, integers at, size_type n, std::size_t width,
                   void const* source, void const* value) {
  if (n == 0) return;
  if (!exec.is_host()) {
    return with_cuda([&] { gpu::place_entries(exec, values, present, at, n, width, source, value); });
  }
  source ? scatter(exec, values, at, source, n, width) : scatter_fill(exec, values, at, n, width, value);
  byte const yes = 1;
  if (present) scatter_fill(exec, present, at, n, 1, &yes);
}

void expand_offsets(executor const& exec, integers offsets, size_type num_rows, size_type nnz, integers_out rows) {
  if (nnz == 0) return;
  if (!exec.is_host()) return with_cuda([&] { gpu::expand_offsets(exec, offsets, num_rows, nnz, rows); });
  integer_tiles{offsets, num_rows, nnz}.visit([&](auto const& tiles) {
    rows.visit([&]<class I>(I* rows) {
      for_each_chunk(exec, nnz, [=](size_type, size_type begin, size_type end) {  // one row may hold all entries
        size_type row = tile_of_atom(tiles, begin, 0, num_rows);
        for (size_type entry = begin; entry < end; ++row) {
          size_type const row_end = min_of(end, tiles.first_atom(row + 1));
          for (; entry < row_end; ++entry) rows[entry] = static_cast<I>(row);
        }
      });
    });
  });
}

void compress_rows(executor const& exec, integers rows, size_type nnz, size_type num_rows, integers_out offsets) {
  if (!exec.is_host()) return with_cuda([&] { gpu::compress_rows(exec, rows, nnz, num_rows, offsets); });
  rows.visit([&]<class I>(I const* rows) {
    offsets.visit([&]<class O>(O* offsets) {
      for_each_chunk(exec, num_rows + 1, [=](size_type, size_type begin, size_type end) {
        size_type entry = std::lower_bound(rows, rows + nnz, static_cast<I>(begin)) - rows;
        for (size_type row = begin; row < end; ++row) {
          while (entry < nnz && rows[entry] < row) ++entry;
          offsets[row] = static_cast<O>(entry);
        }
      });
    });
  });
}

}  // namespace heddle::primitives
