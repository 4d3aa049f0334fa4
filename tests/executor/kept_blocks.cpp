// kept_blocks.cpp - memory that host executors give back is what they get next, and is bounded.
#include <doctest/doctest.h>

#include <heddle/memory.hpp>
#include <thread>
#include <vector>

#include "src/host/block_cache.hpp"

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
  for (std::size_t const bytes : {std::size_t{1000}, host::most_kept_bytes})
    host::give_block(host::get_block(bytes), bytes);
  CHECK_EQ(host::drop_kept_blocks(), 0);
  std::vector<void*> blocks(20);
  std::size_t const bytes = host::most_kept_bytes / 8;
  for (void*& block : blocks) block = host::get_block(bytes);
  for (void* const block : blocks) host::give_block(block, bytes);
  CHECK(host::drop_kept_blocks() <= host::most_kept_bytes);
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
