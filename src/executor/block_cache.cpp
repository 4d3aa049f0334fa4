// block_cache.cpp - the blocks that are kept: a short list, the oldest first.
#include "src/executor/block_cache.hpp"

#include <sys/mman.h>

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
  std::size_t in_use = 0, most_in_use = 0;  // by others, of the sizes that are kept

  std::size_t bound() const {
    return std::max(always_kept_bytes, std::min(most_kept_bytes, most_in_use - std::min(in_use, most_in_use)));
  }

  void use(std::size_t more) {
    in_use += more;
    most_in_use = std::max(most_in_use, in_use);
  }

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

// Blocks that large come from the system itself, in pages of 2 MB in place of 4 KB where it gives these to who asks, as
// Debian's and Ubuntu's do: an array of more than a few MB is otherwise read at the pace at which addresses are
// translated, at random places above all. Memory that malloc has had before stays in small pages.
constexpr std::size_t least_mapped_bytes = std::size_t{1} << 22;

// Which these are: a block is given back to where it came from. Where there are more, malloc has the others.
struct mapped_blocks {
  static constexpr std::size_t most = 256;
  std::mutex mutex;
  void* pointers[most] = {};
  std::size_t count = 0;

  void* make(std::size_t bytes) {
#if defined(__linux__) && !defined(HEDDLE_IS_SANITIZED)
    std::scoped_lock const lock(mutex);
    if (count == most) return nullptr;
    void* const pointer = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pointer == MAP_FAILED) return nullptr;
    (void)madvise(pointer, bytes, MADV_HUGEPAGE);  // as it pleases
    return pointers[count++] = pointer;
#else
    return (void)bytes, nullptr;
#endif
  }
  bool remove(void* pointer) {
    std::scoped_lock const lock(mutex);
    void** const found = std::find(pointers, pointers + count, pointer);
    if (found == pointers + count) return false;
    *found = pointers[--count];
    return true;
  }
};
constinit mapped_blocks mapped;

// Those of tests that count memory are malloc's, which they count.
void* make_block(std::size_t bytes) noexcept {
  void* const large = bytes >= least_mapped_bytes && asked_to_keep ? mapped.make(bytes) : nullptr;
  return large ? large : ::operator new(bytes, alignment, std::nothrow);
}
void free_block(void* pointer, std::size_t bytes) noexcept {
  if (bytes < least_mapped_bytes || !mapped.remove(pointer)) return ::operator delete(pointer, alignment);
  munmap(pointer, bytes);
}

// What nobody keeps any more. Given back without the lock.
class dropped_blocks {
 public:
  dropped_blocks() = default;
  dropped_blocks(dropped_blocks const&) = delete;
  dropped_blocks& operator=(dropped_blocks const&) = delete;
  ~dropped_blocks() {
    for (std::size_t k = 0; k < count_; ++k) free_block(blocks_[k].pointer, blocks_[k].bytes);
  }
  void add(block const& one) { blocks_[count_++] = one; }

 private:
  block blocks_[kept_blocks::most];
  std::size_t count_ = 0;
};

// More in use may leave less to be kept.
void count_in_use(std::size_t bytes) {
  if (bytes < least_kept_bytes) return;
  dropped_blocks dropped;
  std::scoped_lock const lock(kept.mutex);
  kept.use(block_bytes(bytes));
  while (kept.bytes > kept.bound()) dropped.add(kept.remove(0));
}

}  // namespace

void* take_kept_block(std::size_t bytes) noexcept {
  if (bytes < least_kept_bytes) return nullptr;
  std::size_t const wanted = block_bytes(bytes);
  std::scoped_lock const lock(kept.mutex);
  for (std::size_t at = kept.count; at-- > 0;) {  // the last may still be in the processor's cache
    if (kept.blocks[at].bytes != wanted) continue;
    kept.use(wanted);
    return kept.remove(at).pointer;
  }
  return nullptr;
}

bool keep_block(void* pointer, std::size_t bytes) noexcept {
  std::size_t const whole = block_bytes(bytes);
  if (bytes < least_kept_bytes) return false;
  dropped_blocks dropped;
  std::scoped_lock const lock(kept.mutex);
  kept.in_use -= std::min(kept.in_use, whole);
  if (!keeps_blocks() || !asked_to_keep) return false;
  if (whole > kept.bound()) return false;
  while (kept.count == kept_blocks::most || kept.bytes + whole > kept.bound()) dropped.add(kept.remove(0));
  kept.blocks[kept.count++] = {pointer, whole};
  kept.bytes += whole;
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
    free_block(last.pointer, last.bytes);
    bytes += last.bytes;
  }
}

void keep_blocks(bool keeps) noexcept {
  asked_to_keep = keeps;
  if (keeps) return;
  drop_kept_blocks();
  std::scoped_lock const lock(kept.mutex);
  kept.most_in_use = kept.in_use;
}

void* get_block(std::size_t bytes) noexcept {
  if (void* const pointer = take_kept_block(bytes)) return pointer;
  auto const ask = [bytes] { return make_block(block_bytes(bytes)); };
  void* pointer = ask();
  // What is kept is others' memory, where it can make the difference.
  if (!pointer && drop_kept_blocks() >= bytes) pointer = ask();
  if (pointer) count_in_use(bytes);
  return pointer;
}

void give_block(void* pointer, std::size_t bytes) noexcept {
  if (!keep_block(pointer, bytes)) free_block(pointer, block_bytes(bytes));
}

}  // namespace heddle::host
