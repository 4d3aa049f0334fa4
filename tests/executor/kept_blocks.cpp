// kept_blocks.cpp - memory that host executors give back is what they get next, and is bounded.
#include <doctest/doctest.h>

#include <heddle/base/memory.hpp>
#include <new>
#include <thread>
#include <vector>

#include "src/executor/block_cache.hpp"

using namespace heddle;

namespace {

// Under a sanitizer nothing is kept.
bool keeps_blocks() {
  void* const block = host::get_block(100'000);
  bool const kept = host::keep_block(block, 100'000);
  if (!kept) host::give_block(block, 100'000);
  host::drop_kept_blocks();
  return kept;
}

}  // namespace

TEST_CASE("a block that was given back is the next of nearly its size") {
  if (!keeps_blocks()) return;
  void* const block = host::get_block(100'000);
  host::give_block(block, 100'000);
  CHECK(host::take_kept_block(200'000) == nullptr);
  void* const again = host::get_block(100'100);
  CHECK(again == block);
  CHECK(host::take_kept_block(100'000) == nullptr);
  host::give_block(again, 100'100);
  CHECK_EQ(host::drop_kept_blocks(), host::block_bytes(100'000));
}

TEST_CASE("small blocks and very large ones are not kept, and all together are bounded") {
  host::drop_kept_blocks();
  for (std::size_t const bytes : {std::size_t{1000}, host::most_kept_bytes + 1})
    host::give_block(host::get_block(bytes), bytes);
  CHECK_EQ(host::drop_kept_blocks(), 0);
  std::vector<void*> blocks(20);
  std::size_t const bytes = host::most_kept_bytes / 8;
  for (void*& block : blocks) block = host::get_block(bytes);
  for (void* const block : blocks) host::give_block(block, bytes);
  CHECK(host::drop_kept_blocks() <= host::most_kept_bytes);
}

TEST_CASE("what is kept and what is in use are together no more than what was in use at once") {
  if (!keeps_blocks()) return;
  host::keep_blocks(false);
  host::keep_blocks(true);
  constexpr std::size_t mega = std::size_t{1} << 20;
  std::vector<std::size_t> const sizes{700 * mega, 600 * mega, 500 * mega};  // never written: the system gives no pages
  std::vector<void*> blocks;
  for (std::size_t const bytes : sizes) blocks.push_back(host::get_block(bytes));
  host::give_block(blocks[0], sizes[0]);
  // Of another length: of the 700 MB that are kept 250 may stay, so none do.
  void* const other = host::get_block(450 * mega);
  CHECK(host::take_kept_block(sizes[0]) == nullptr);
  host::give_block(blocks[1], sizes[1]);
  void* const same = host::get_block(sizes[1]);
  CHECK(same == blocks[1]);
  for (auto const& [block, bytes] : {std::pair(other, 450 * mega), std::pair(same, sizes[1])})
    host::give_block(block, bytes);
  host::give_block(blocks[2], sizes[2]);
  CHECK_EQ(host::drop_kept_blocks(), 500 * mega);  // the last, as all three are more than 1 GB
}

TEST_CASE("blocks of many MB are given back to where they came from, however many there are") {
  constexpr std::size_t bytes = std::size_t{5} << 20;
  std::vector<void*> blocks(300);  // more than the system is asked for: malloc has the last
  for (void*& block : blocks) block = host::get_block(bytes);
  for (std::size_t const k : {0, 1, 298, 299}) {
    REQUIRE(blocks[k] != nullptr);
    auto* const bytes_of_block = static_cast<unsigned char*>(blocks[k]);
    bytes_of_block[0] = bytes_of_block[bytes - 1] = static_cast<unsigned char>(k % 256);
  }
  for (std::size_t const k : {0, 1, 298, 299}) {
    auto const* const bytes_of_block = static_cast<unsigned char const*>(blocks[k]);
    CHECK(int{bytes_of_block[0]} + bytes_of_block[bytes - 1] == 2 * static_cast<int>(k % 256));
  }
  host::keep_blocks(false);  // as tests do that count memory: blocks from before are given back as well
  void* const counted = host::get_block(bytes);
  for (void* const block : blocks) host::give_block(block, bytes);
  host::keep_blocks(true);
  host::give_block(counted, bytes);
  host::drop_kept_blocks();
}

TEST_CASE("64 blocks are kept: a further one takes the place of the oldest, and the newest is taken first") {
  if (!keeps_blocks()) return;
  std::vector<void*> blocks(66);
  for (void*& block : blocks) block = host::get_block(100'000);
  for (void* const block : blocks) host::give_block(block, 100'000);
  std::vector<void*> taken;
  for (std::size_t k = blocks.size(); k-- > 2;) {
    taken.push_back(host::get_block(100'000));
    CHECK(taken.back() == blocks[k]);
  }
  CHECK(host::take_kept_block(100'000) == nullptr);
  for (void* const block : taken) host::give_block(block, 100'000);
  CHECK_EQ(host::drop_kept_blocks(), 64 * host::block_bytes(100'000));
}

TEST_CASE("the smallest block that is kept, the largest in any case, and two that are all that may be kept") {
  if (!keeps_blocks()) return;
  auto const kept_of = [](std::vector<std::size_t> const& sizes) {
    std::vector<void*> blocks;
    for (std::size_t const bytes : sizes) blocks.push_back(host::get_block(bytes));
    for (std::size_t k = 0; k < sizes.size(); ++k) host::give_block(blocks[k], sizes[k]);
    return host::drop_kept_blocks();
  };
  std::size_t const half = host::most_kept_bytes / 2;
  CHECK(kept_of({host::always_kept_bytes}) == host::always_kept_bytes);
  CHECK_EQ(kept_of({host::least_kept_bytes - 1}), 0);
  CHECK_EQ(kept_of({host::least_kept_bytes}), host::least_kept_bytes);
  CHECK_EQ(kept_of({half}), half);
  CHECK_EQ(kept_of({host::most_kept_bytes}), host::most_kept_bytes);
  CHECK_EQ(kept_of({half, half}), host::most_kept_bytes);
  CHECK_EQ(kept_of({half, half, host::least_kept_bytes}), half + host::least_kept_bytes);
  void* const block = host::get_block(host::least_kept_bytes);
  host::give_block(block, host::least_kept_bytes);
  CHECK(host::get_block(host::least_kept_bytes) == block);
  host::give_block(block, host::least_kept_bytes);
  host::keep_blocks(false);
  CHECK_EQ(kept_of({100'000}), 0);
  host::keep_blocks(true);
  CHECK_EQ(kept_of({100'000, 100'000}), 2 * host::block_bytes(100'000));
}

TEST_CASE("threads get blocks of their own") {
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&wrong, t] {
      for (int i = 0; i < 200; ++i) {
        buffer<int> mine(host_executor(1), 40'000);
        for (size_type k = 0; k < mine.size(); k += 1000) mine.data()[k] = t;
        for (size_type k = 0; k < mine.size(); k += 1000) wrong[static_cast<std::size_t>(t)] += mine.data()[k] != t;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK_EQ(wrong, std::vector<int>(4, 0));
}
