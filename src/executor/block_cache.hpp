// block_cache.hpp - blocks of host memory that were given back, for the next who asks for as much: a system clears new
// pages one by one, which takes longer than most operations on them.
#pragma once
#include <cstddef>

namespace heddle::host {

inline constexpr std::size_t least_kept_bytes = std::size_t{1} << 16;  // smaller blocks malloc keeps by itself

/// Of all blocks together the first many may be kept in any case; up to the second as long as a program does not have
/// more by it than it has had in use at once before.
inline constexpr std::size_t always_kept_bytes = std::size_t{1} << 26, most_kept_bytes = std::size_t{1} << 30;

/// What a block of that many bytes is made of, so that vectors of nearly one length have each other's.
constexpr std::size_t block_bytes(std::size_t bytes) {
  constexpr std::size_t page = 4096;
  return bytes < least_kept_bytes || bytes > most_kept_bytes ? bytes : (bytes + page - 1) / page * page;
}

/// A block of block_bytes(bytes) that is in use from now on, or null. Any thread may ask.
void* take_kept_block(std::size_t bytes) noexcept;

/// Keeps the block, and gives the oldest ones back where all are too much; false: it is not kept. Nothing is kept under
/// a sanitizer, nor where HEDDLE_CLEAR_ABSENT is set: tools would take what a block held before for written.
bool keep_block(void* pointer, std::size_t bytes) noexcept;

/// Gives all of them back; returns how many bytes these were.
std::size_t drop_kept_blocks() noexcept;

/// Whether blocks are kept from here on; what is kept is given back where they are not, and what was in use before
/// counts no more. For tests that count memory.
void keep_blocks(bool keeps) noexcept;

/// The memory of a host executor, or null. `pointer` was got with as many bytes.
void* get_block(std::size_t bytes) noexcept;
void give_block(void* pointer, std::size_t bytes) noexcept;

}  // namespace heddle::host
