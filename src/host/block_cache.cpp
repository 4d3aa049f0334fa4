// block_cache.cpp - the blocks that are kept: a short list, the oldest first.
#include "src/host/block_cache.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HEDDLE_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HEDDLE_IS_SANITIZED 1
#endif
#endif

namespace heddle::host {
namespace {

constexpr std::align_val_t alignment{64};  // a cache line

#if defined(HEDDLE_IS_SANITIZED)
bool keeps_blocks() { return false; }
#else
bool keeps_blocks() {
  static bool const keeps = std::getenv("HEDDLE_CLEAR_ABSENT") == nullptr;
  return keeps;
}
#endif

struct block {
  void* pointer;
  std::size_t bytes;
};

// Without a destructor: containers may outlive it as the process ends.
struct kept_blocks {
  static constexpr std::size_t most = 64;
  std::mutex mutex;
  block blocks[most] = {};
  std::size_t count = 0, bytes = 0;

  block remove(std::size_t at) {
    block const removed = blocks[at];
    std::copy(blocks + at + 1, blocks + count, blocks + at);
    --count;
    bytes -= removed.bytes;
    return removed;
  }
};

constinit kept_blocks kept;
constinit std::atomic<bool> asked_to_keep = true;

void free_block(void* pointer) noexcept { ::operator delete(pointer, alignment); }

}  // namespace

void* take_kept_block(std::size_t bytes) noexcept {
  if (bytes < least_kept_bytes) return nullptr;
  std::size_t const wanted = block_bytes(bytes);
  std::scoped_lock const lock(kept.mutex);
  for (std::size_t at = kept.count; at-- > 0;) {  // the last may still be in the processor's cache
    if (kept.blocks[at].bytes == wanted) return kept.remove(at).pointer;
  }
  return nullptr;
}

bool keep_block(void* pointer, std::size_t bytes) noexcept {
  std::size_t const whole = block_bytes(bytes);
  if (bytes < least_kept_bytes || whole > most_kept_bytes / 2 || !keeps_blocks() || !asked_to_keep) return false;
  block dropped[kept_blocks::most];
  std::size_t number = 0;
  {
    std::scoped_lock const lock(kept.mutex);
    while (kept.count == kept_blocks::most || kept.bytes + whole > most_kept_bytes) dropped[number++] = kept.remove(0);
    kept.blocks[kept.count++] = {pointer, whole};
    kept.bytes += whole;
  }
  for (std::size_t k = 0; k < number; ++k) free_block(dropped[k].pointer);
  return true;
}

std::size_t drop_kept_blocks() noexcept {
  std::size_t bytes = 0;
  for (;;) {
    block last{};
    {
      std::scoped_lock const lock(kept.mutex);
      if (kept.count == 0) return bytes;
      last = kept.remove(kept.count - 1);
    }
    free_block(last.pointer);
    bytes += last.bytes;
  }
}

void keep_blocks(bool keeps) noexcept {
  asked_to_keep = keeps;
  if (!keeps) drop_kept_blocks();
}

void* get_block(std::size_t bytes) noexcept {
  if (void* const pointer = take_kept_block(bytes)) return pointer;
  auto const ask = [bytes] { return ::operator new(block_bytes(bytes), alignment, std::nothrow); };
  void* const pointer = ask();
  // What is kept is others' memory, where it can make the difference.
  return pointer || drop_kept_blocks() < bytes ? pointer : ask();
}

void give_block(void* pointer, std::size_t bytes) noexcept {
  if (!keep_block(pointer, bytes)) free_block(pointer);
}

}  // namespace heddle::host
