// elements.cu - GPU primitives that move elements of any width: an element is one or more words of up to 16 bytes.
#include <cstring>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/detail/executor/integers.hpp>

#include "src/cuda/sorted_rows.cuh"
#include "src/cuda/words.hpp"
#include "src/executor/backend.hpp"

namespace heddle::gpu {
namespace {

using primitives::byte;

// Bytes [begin, end) behind an address that 16 divides, of which every 16 are the same: a store for each 16. One thread
// a byte took 42 us for 16.7 M bytes, as long as it takes to begin so many blocks.
struct fill_sixteens {
  static constexpr size_type length = sizeof(uint4);
  byte* base;
  size_type begin, end;
  uint4 pattern;

  // Elements of a width that divides 16, from any address on.
  fill_sixteens(byte* to, size_type n, std::size_t width, void const* value) {
    auto const passed = reinterpret_cast<std::uintptr_t>(to) % length;
    base = to - passed;
    begin = static_cast<size_type>(passed);
    end = begin + n * static_cast<size_type>(width);
    byte bytes[length];
    for (std::size_t k = 0; k < length; ++k) {
      bytes[k] = static_cast<byte const*>(value)[(k + length - passed) % width];
    }
    std::memcpy(&pattern, bytes, length);
  }
  size_type num_sixteens() const { return ceil_div(end, length); }

  __device__ void operator()(size_type i) const {
    size_type const at = length * i;
    if (at >= begin && at + length <= end) {
      *reinterpret_cast<uint4*>(base + at) = pattern;
      return;
    }
    uint4 const sixteen = pattern;
    for (size_type k = max_of(at, begin); k < min_of(at + length, end); ++k) {
      base[k] = reinterpret_cast<byte const*>(&sixteen)[k - at];
    }
  }
};

// Elements of 1, 2, 4, 8 or 16 bytes are one word, so that nothing is divided for these.

template <class Word> struct gather_words {
  Word* to;
  Word const* from;
  integers at;
  int words;
  __device__ void operator()(size_type i) const {
    to[i] = words == 1 ? from[at[i]] : from[at[i / words] * words + i % words];
  }
};

// `present` may be null. Without `from` all elements are one word, which travels with the launch.
template <class Word> struct place_words {
  Word* to;
  byte* present;
  integers at;
  Word const* from;
  int words;
  Word one;
  __device__ void operator()(size_type i) const {
    int const word = words == 1 ? 0 : static_cast<int>(i % words);
    size_type const position = at[words == 1 ? i : i / words];
    to[position * words + word] = from ? from[i] : one;
    if (present && word == 0) present[position] = 1;
  }
};

// A longer element, word by word, which are of four bytes or of one. `at` without data: for all positions.
struct scatter_same {
  void* to;
  integers at;
  void const* value;
  int words;
  bool of_four;
  __device__ void operator()(size_type i) const {
    size_type const position = at.data ? at[i / words] : i / words, word = i % words, place = position * words + word;
    if (of_four) {
      static_cast<std::uint32_t*>(to)[place] = static_cast<std::uint32_t const*>(value)[word];
    } else {
      static_cast<byte*>(to)[place] = static_cast<byte const*>(value)[word];
    }
  }
};

template <class Word> Word word_at(void const* value) {
  Word word;
  std::memcpy(&word, value, sizeof(Word));
  return word;
}

// `value` is device memory.
void repeat_from(executor const& exec, void* destination, integers at, size_type n, std::size_t width,
                 void const* value, char const* what) {
  auto const bits = width | reinterpret_cast<std::uintptr_t>(destination) | reinterpret_cast<std::uintptr_t>(value);
  bool const of_four = bits % 4 == 0;
  int const words = static_cast<int>(of_four ? width / 4 : width);
  for_each_index(exec, n * words, scatter_same{destination, at, value, words, of_four}, what);
}

void repeat(executor const& exec, void* destination, integers at, size_type n, std::size_t width, void const* value,
            char const* what) {
  buffer<byte> const element(exec, std::span<byte const>(static_cast<byte const*>(value), width));
  repeat_from(exec, destination, at, n, width, element.data(), what);
}

struct row_ends {
  integer_tiles rows;
  __device__ size_type operator[](size_type row) const { return rows.first_atom(row + 1); }
};

// to[entry] is the row of each entry.
__global__ void __launch_bounds__(launch_threads)
    rows_of_entries_kernel(integer_tiles const rows, integers_out const to) {
  __shared__ marked_stretch s;
  size_type const first = static_cast<size_type>(blockIdx.x) * stretch_length;
  size_type const count = min_of<size_type>(stretch_length, rows.first_atom(rows.num_tiles()) - first);
  if (count <= 0) return;
  clear_marks(s);
  if (threadIdx.x < 64) {
    bool const is_end = threadIdx.x >= 32;
    size_type const entry = is_end ? first + count - 1 : first;
    size_type const found = lower_bound_of_warp(row_ends{rows}, rows.num_tiles(), entry + 1);
    if (threadIdx.x % 32 == 0) (is_end ? s.end : s.begin) = found;
  }
  __syncthreads();
  if (s.end - s.begin > most_marking) {  // nearly all of these rows are empty
    for (size_type k = threadIdx.x; k < count; k += launch_threads) {
      to.set(first + k, tile_of_atom(rows, first + k, s.begin, s.end));
    }
    return;
  }
  for (size_type row = s.begin + 1 + threadIdx.x; row <= s.end; row += launch_threads) {
    size_type const begin = rows.first_atom(row);
    if (rows.first_atom(row + 1) > begin) s.marks[begin - first] = static_cast<int>(row - s.begin);
  }
  __syncthreads();
  spread_marks(s, count, [&](int k, int passed) { to.set(first + k, s.begin + passed); });
}

struct count_up {
  integers_out to;
  size_type from;
  __device__ void operator()(size_type i) const { to.set(i, from + i); }
};

}  // namespace

void fill(executor const& exec, void* destination, size_type n, std::size_t width, void const* value) {
  if (width == 1) {
    device_guard const guard(exec);
    auto const bytes = static_cast<std::size_t>(n);
    return check(cudaMemsetAsync(destination, *static_cast<byte const*>(value), bytes, stream_of(exec)), "fill");
  }
  if (fill_sixteens::length % width != 0) return repeat(exec, destination, {}, n, width, value, "fill");
  fill_sixteens const fill(static_cast<byte*>(destination), n, width, value);
  for_each_index(exec, fill.num_sixteens(), fill, "fill");
}

void fill_from(executor const& exec, void* destination, size_type n, std::size_t width, void const* value) {
  repeat_from(exec, destination, {}, n, width, value, "fill_from");
}

void iota(executor const& exec, integers_out destination, size_type n, size_type from) {
  for_each_index(exec, n, count_up{destination, from}, "iota");
}

void gather(executor const& exec, void* destination, void const* source, integers at, size_type n, std::size_t width) {
  with_words(
      width,
      [&]<class Word>(Word, int words) {
        auto* const to = static_cast<Word*>(destination);
        for_each_index(exec, n * words, gather_words<Word>{to, static_cast<Word const*>(source), at, words}, "gather");
      },
      static_cast<byte*>(destination), static_cast<byte const*>(source));
}

void scatter(executor const& exec, void* destination, integers at, void const* source, size_type n, std::size_t width) {
  place_entries(exec, destination, nullptr, at, n, width, source, nullptr);
}

void scatter_fill(executor const& exec, void* destination, integers at, size_type n, std::size_t width,
                  void const* value) {
  place_entries(exec, destination, nullptr, at, n, width, nullptr, value);
}

void place_entries(executor const& exec, void* values, byte* present, integers at, size_type n, std::size_t width,
                   void const* source, void const* value) {
  with_words(
      width,
      [&]<class Word>(Word, int words) {
        auto* const to = static_cast<Word*>(values);
        if (source) {
          auto const* const from = static_cast<Word const*>(source);
          for_each_index(exec, n * words, place_words<Word>{to, present, at, from, words, {}}, "placing entries");
        } else if (words == 1) {
          Word const one = word_at<Word>(value);
          for_each_index(exec, n, place_words<Word>{to, present, at, nullptr, 1, one}, "placing entries");
        } else {
          repeat(exec, values, at, n, width, value, "placing entries");
          if (present) {
            for_each_index(exec, n, place_words<byte>{present, nullptr, at, nullptr, 1, 1}, "placing entries");
          }
        }
      },
      static_cast<byte*>(values), static_cast<byte const*>(source));
}

void expand_offsets(executor const& exec, integers offsets, size_type num_rows, size_type nnz, integers_out rows) {
  device_guard const guard(exec);
  auto const blocks = static_cast<unsigned>(ceil_div(nnz, stretch_length));
  integer_tiles const tiles{offsets, num_rows, nnz};
  heddle::detail::tell_recording(exec, tiles, rows);
  rows_of_entries_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(tiles, rows);
  check(cudaGetLastError(), "expand_offsets");
}

void compress_rows(executor const& exec, integers rows, size_type nnz, size_type num_rows, integers_out offsets) {
  write_row_begins(exec, rows, nnz, num_rows, offsets, "compress_rows");
}

}  // namespace heddle::gpu
