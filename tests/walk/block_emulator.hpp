// block_emulator.hpp - the block that the walks ask for, on the CPU: one fiber a CUDA thread, a meeting for the block
// and one for every group of lanes.
#pragma once
#include <array>
#include <cstdint>
#include <heddle/detail/walk/entry_walk.hpp>
#include <vector>

#include "tests/walk/fibers.hpp"

namespace heddle::testing {

using namespace detail;
using namespace seam;

/// Of the blocks that tests run.
constexpr int emulated_threads = 8;

// What the threads of an emulated block share. `Warp` lanes are enough to show every path of the walks.
template <int Threads, int Warp> struct block_board {
  meeting whole{Threads};
  std::array<bool, Threads> flags{};
  std::array<void const*, Threads> offered{};
  std::vector<meeting> groups;  // of 1 lane, then of 2, then of 4 ...

  block_board() {
    for (int lanes = 1; lanes <= Warp; lanes *= 2) {
      for (int i = 0; i < Threads / lanes; ++i) groups.emplace_back(lanes);
    }
  }
  meeting& group_of(int lanes, int rank) {
    int before = 0;
    for (int smaller = 1; smaller < lanes; smaller *= 2) before += Threads / smaller;
    return groups[static_cast<std::size_t>(before + rank / lanes)];
  }
};

template <int Threads, int Warp> class emulated_group {
 public:
  using board = block_board<Threads, Warp>;
  emulated_group(board& shared, int rank, int lanes) : shared_(shared), rank_(rank), lanes_(lanes) {}

  int lane() const { return rank_ % lanes_; }
  int lanes() const { return lanes_; }
  bool any(bool mine) { return count(mine) > 0; }
  int count(bool mine) {
    sync();
    shared_.flags[rank_] = mine;
    sync();
    int total = 0;
    for (int lane = 0; lane < lanes_; ++lane) total += shared_.flags[begin() + lane];
    sync();
    return total;
  }
  unsigned ballot(bool mine) {
    sync();
    shared_.flags[rank_] = mine;
    sync();
    unsigned bits = 0;
    for (int lane = 0; lane < lanes_; ++lane) bits |= static_cast<unsigned>(shared_.flags[begin() + lane]) << lane;
    sync();
    return bits;
  }
  int first(bool mine) {
    sync();
    shared_.flags[rank_] = mine;
    sync();
    int found = -1;
    for (int lane = lanes_ - 1; lane >= 0; --lane) {
      if (shared_.flags[begin() + lane]) found = lane;
    }
    sync();
    return found;
  }
  template <class V> V broadcast(V const& v, int from) { return held_by(v, rank_ - lane() + from); }
  template <class V> V above(V const& v, int offset) {
    return held_by(v, lane() + offset < lanes_ ? rank_ + offset : rank_);
  }
  template <class V> V below(V const& v, int offset) { return held_by(v, lane() >= offset ? rank_ - offset : rank_); }
  void sync() { fibers::wait(shared_.group_of(lanes_, rank_)); }
  // The same tree as on the GPU; lanes other than 0 end with rubbish there too.
  template <class V, class Monoid> V reduce(V v, Monoid const& add) {
    for (int offset = 1; offset < lanes_; offset *= 2) {
      V const mine = v;
      v = add(mine, above(mine, offset));
    }
    return v;
  }

 private:
  std::size_t begin() const { return static_cast<std::size_t>(rank_ - lane()); }
  template <class V> V held_by(V const& mine, int rank) {
    sync();
    shared_.offered[rank_] = &mine;
    sync();
    V const copy = *static_cast<V const*>(shared_.offered[static_cast<std::size_t>(rank)]);
    sync();
    return copy;
  }

  board& shared_;
  int rank_, lanes_;
};

template <int Threads, int Warp = 4> class emulated_block {
 public:
  static constexpr int threads = Threads, warp_lanes = Warp;
  using board = block_board<Threads, Warp>;
  emulated_block(board& shared, int rank) : shared_(shared), rank_(rank) {}

  int rank() const { return rank_; }
  void sync() { fibers::wait(shared_.whole); }
  bool any(bool mine) { return count(mine) > 0; }
  int count(bool mine) {
    sync();
    shared_.flags[rank_] = mine;
    sync();
    int total = 0;
    for (bool const flag : shared_.flags) total += flag;
    sync();
    return total;
  }
  void set_bits(unsigned* words, int i, unsigned bits) { words[i] |= bits; }
  emulated_group<Threads, Warp> group(int lanes) { return {shared_, rank_, lanes}; }
  emulated_group<Threads, Warp> lone_group(int lanes) { return group(lanes); }

  /// At their place within a line; each thread copies some.
  template <class T> T const* copy_in(unsigned char* room, T const* from, int n) {
    T* const to = reinterpret_cast<T*>(room + reinterpret_cast<std::uintptr_t>(from) % copied_line);
    for (int i = rank_; i < n; i += Threads) to[i] = from[i];
    return to;
  }
  void end_of_copies() {}
  void wait_for_copies() { sync(); }

 private:
  board& shared_;
  int rank_;
};

/// body(block) by every thread of one block.
template <int Threads, int Warp = 4, class Body> void run_block(Body const& body) {
  block_board<Threads, Warp> board;
  fibers::run(Threads, [&](int rank) {
    emulated_block<Threads, Warp> block(board, rank);
    body(block);
  });
}

}  // namespace heddle::testing
