// elements.cu - GPU primitives that move elements of any width: an element is one or more words of up to 16 bytes.
#include <cstring>

#include "src/core/backend.hpp"
#include "src/cuda/launch.cuh"

namespace heddle::cuda {
namespace {

using primitives::byte;

// call(word, words): the widest word type that divides `width` and every address, and how many an element has.
template <class Call, class... Pointers>
void with_words(std::size_t width, Call const& call, Pointers const*... pointers) {
  std::size_t const bits = (width | ... | reinterpret_cast<std::uintptr_t>(pointers));
  auto const words = [&](std::size_t size) { return static_cast<int>(width / size); };
  if (bits % 16 == 0) return call(uint4{}, words(16));
  if (bits % 8 == 0) return call(std::uint64_t{}, words(8));
  if (bits % 4 == 0) return call(std::uint32_t{}, words(4));
  if (bits % 2 == 0) return call(std::uint16_t{}, words(2));
  call(std::uint8_t{}, words(1));
}

template <class Word> struct fill_one {
  Word* to;
  Word value;
  __device__ void operator()(size_type i) const { to[i] = value; }
};

template <class Word> struct fill_same {
  Word* to;
  Word const* value;
  int words;
  __device__ void operator()(size_type i) const { to[i] = value[i % words]; }
};

// Elements of 1, 2, 4, 8 or 16 bytes are one word, so that nothing is divided: `Words` is 1, or 0 for `words` of them.

template <int Words, class Word, class I> struct gather_word {
  Word* to;
  Word const* from;
  I const* at;
  int words;
  __device__ void operator()(size_type i) const {
    if constexpr (Words == 1) {
      to[i] = from[at[i]];
    } else {
      to[i] = from[static_cast<size_type>(at[i / words]) * words + i % words];
    }
  }
};

template <int Words, class Word, class I> struct scatter_word {
  Word* to;
  I const* at;
  Word const* from;
  int words;
  __device__ void operator()(size_type i) const {
    if constexpr (Words == 1) {
      to[at[i]] = from[i];
    } else {
      to[static_cast<size_type>(at[i / words]) * words + i % words] = from[i];
    }
  }
};

// One element for every position: a single word travels with the launch, a longer one is read from `value`.
template <class Word, class I> struct scatter_one {
  Word* to;
  I const* at;
  Word value;
  __device__ void operator()(size_type i) const { to[at[i]] = value; }
};

template <class Word, class I> struct scatter_same {
  Word* to;
  I const* at;
  Word const* value;
  int words;
  __device__ void operator()(size_type i) const {
    to[static_cast<size_type>(at[i / words]) * words + i % words] = value[i % words];
  }
};

template <class Word> Word word_at(void const* value) {
  Word word;
  std::memcpy(&word, value, sizeof(Word));
  return word;
}

// `width` bytes of host memory on the device.
buffer<byte> uploaded(executor const& exec, void const* value, std::size_t width) {
  return buffer<byte>(exec, std::span<byte const>(static_cast<byte const*>(value), width));
}

constexpr int entries_per_block = 8 * launch_threads;

// A block finds the rows of its first and last entry among all rows, and the others between these two.
template <index_type I, index_type O>
__global__ void __launch_bounds__(launch_threads) expand_kernel(offset_tiles<O> const rows, I* const to) {
  __shared__ size_type first_row, last_row;
  size_type const begin = static_cast<size_type>(blockIdx.x) * entries_per_block;
  size_type const end = min_of(begin + entries_per_block, rows.num_atoms());
  if (threadIdx.x == 0) first_row = tile_of_atom(rows, begin, 0, rows.num_tiles());
  if (threadIdx.x == 32) last_row = tile_of_atom(rows, end - 1, 0, rows.num_tiles());
  __syncthreads();
  for (size_type entry = begin + threadIdx.x; entry < end; entry += launch_threads) {
    to[entry] = static_cast<I>(tile_of_atom(rows, entry, first_row, last_row));
  }
}

// First entry whose row is not before `row`.
template <index_type I, index_type O> struct first_of_row {
  I const* rows;
  size_type nnz;
  O* to;
  __device__ void operator()(size_type row) const {
    size_type from = 0, end = nnz;
    while (from < end) {
      size_type const middle = from + (end - from) / 2;
      if (rows[middle] < row) {
        from = middle + 1;
      } else {
        end = middle;
      }
    }
    to[row] = static_cast<O>(from);
  }
};

template <index_type I> struct count_up {
  I* to;
  I from;
  __device__ void operator()(size_type i) const { to[i] = static_cast<I>(from + i); }
};

}  // namespace

void fill(executor const& exec, void* destination, size_type n, std::size_t width, void const* value) {
  with_words(
      width,
      [&]<class Word>(Word, int words) {
        auto* const to = static_cast<Word*>(destination);
        if (words == 1) return for_each(exec, n, fill_one<Word>{to, word_at<Word>(value)}, "fill");
        buffer<byte> const element = uploaded(exec, value, width);
        auto const* const from = reinterpret_cast<Word const*>(element.data());
        for_each(exec, n * words, fill_same<Word>{to, from, words}, "fill");
      },
      static_cast<byte*>(destination));
}

template <index_type I> void iota(executor const& exec, I* destination, size_type n, I from) {
  for_each(exec, n, count_up<I>{destination, from}, "iota");
}

template <index_type I>
void gather(executor const& exec, void* destination, void const* source, I const* at, size_type n, std::size_t width) {
  with_words(
      width,
      [&]<class Word>(Word, int words) {
        auto* const to = static_cast<Word*>(destination);
        auto const* const from = static_cast<Word const*>(source);
        if (words == 1) {
          for_each(exec, n, gather_word<1, Word, I>{to, from, at, 1}, "gather");
        } else {
          for_each(exec, n * words, gather_word<0, Word, I>{to, from, at, words}, "gather");
        }
      },
      static_cast<byte*>(destination), static_cast<byte const*>(source));
}

template <index_type I>
void scatter(executor const& exec, void* destination, I const* at, void const* source, size_type n, std::size_t width) {
  with_words(
      width,
      [&]<class Word>(Word, int words) {
        auto* const to = static_cast<Word*>(destination);
        auto const* const from = static_cast<Word const*>(source);
        if (words == 1) {
          for_each(exec, n, scatter_word<1, Word, I>{to, at, from, 1}, "scatter");
        } else {
          for_each(exec, n * words, scatter_word<0, Word, I>{to, at, from, words}, "scatter");
        }
      },
      static_cast<byte*>(destination), static_cast<byte const*>(source));
}

template <index_type I>
void scatter_fill(executor const& exec, void* destination, I const* at, size_type n, std::size_t width,
                  void const* value) {
  with_words(
      width,
      [&]<class Word>(Word, int words) {
        auto* const to = static_cast<Word*>(destination);
        if (words == 1) return for_each(exec, n, scatter_one<Word, I>{to, at, word_at<Word>(value)}, "scatter_fill");
        buffer<byte> const element = uploaded(exec, value, width);
        auto const* const from = reinterpret_cast<Word const*>(element.data());
        for_each(exec, n * words, scatter_same<Word, I>{to, at, from, words}, "scatter_fill");
      },
      static_cast<byte*>(destination));
}

template <index_type I, index_type O>
void expand_offsets(executor const& exec, O const* offsets, size_type num_rows, size_type nnz, I* rows) {
  device_guard const guard(exec);
  auto const blocks = static_cast<unsigned>(ceil_div(nnz, entries_per_block));
  offset_tiles<O> const tiles{offsets, num_rows, nnz};
  expand_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(tiles, rows);
  check(cudaGetLastError(), "expand_offsets");
}

template <index_type I, index_type O>
void compress_rows(executor const& exec, I const* rows, size_type nnz, size_type num_rows, O* offsets) {
  for_each(exec, num_rows + 1, first_of_row<I, O>{rows, nnz, offsets}, "compress_rows");
}

#include "src/core/element_instances.inc"

}  // namespace heddle::cuda
