// sharing.cuh - who takes what of the list of a step: policies that the kernels of a search are compiled with, whose
// numbers are chosen at run time. Each says how lists hold rows, and walks one. vertices.cuh, stretches.cuh and
// thread_stretches.cuh have most of them.
#pragma once
#include <heddle/detail/cuda/thread_stretches.cuh>

namespace heddle::gpu {

/// How lists hold rows in parts of at most `most` entries.
template <class Most> struct cut_rows : usual_rows { Most most; };

/// Pieces of bounded length; a warp deals out the entries of as many as keep it busy. See walk_pieces.
struct by_pieces : usual_policy {
  static constexpr listing lists = listing::in_pieces;

  piece_size most = usual_rows::most;

  int longest_item() const { return most; }
  static by_pieces of(sharing const& by) { return {{}, {std::countr_zero(static_cast<unsigned>(by.piece))}}; }

  template <class Room> __device__ cut_rows<piece_size> listing_by(Room const&, step_board*, std::int32_t) const {
    return {{}, most};
  }
  template <int Width, class Rows, class Room, class Stage, class Visit>
  __device__ void walk(Rows const& rows, Room const&, Stage& stage, Visit& visit) const {
    walk_pieces<Width>(rows.items, rows.found, stage, visit, most < usual_rows::most);
  }
};

/// Vertices of more than so many entries are cut as they are listed, and each child, which has what its parent has, is
/// a group's: "node splitting" of Raval et al., "Dynamic Load Balancing Strategies for Graph Applications on GPUs",
/// 2017.
struct by_children : by_vertices<false> {
  static constexpr listing lists = listing::in_pieces;

  int child = piece_entries;  // entries, at most

  int longest_item() const { return child; }
  static by_children of(sharing const& by) { return {by_vertices<false>::of(by), by.child}; }

  template <class Room> __device__ cut_rows<int> listing_by(Room const&, step_board*, std::int32_t) const {
    return {{}, child};
  }
};

/// Lists of entries, of which a thread takes one after the other: "edge-based" of Raval et al., with or without "work
/// chunking", for which room is asked for.
struct by_entries : usual_policy {
  static constexpr listing lists = listing::entries;

  reserve_for reserves = reserve_for::warp;

  static by_entries of(sharing const& by) { return {{}, by.reserves}; }

  struct entry_by_entry : usual_rows {
    reserve_for reserves;
  };
  template <class Room> __device__ entry_by_entry listing_by(Room const&, step_board*, std::int32_t) const {
    return {{}, reserves};
  }

  template <int Width, class Rows, class Piece, class Stage, class Visit>
  __device__ void walk(Rows const& rows, memory<Piece> const&, Stage&, Visit& visit) const {
    counter const lane = threadIdx.x & 31, listed = rows.found.pieces;
    counter first = (static_cast<counter>(threadIdx.x / 32) * gridDim.x + blockIdx.x) * 32;
    for (; first < listed; first += global_threads()) {
      bool const mine = first + lane < listed;
      Piece row{};
      if (mine) {
        auto const entry = load_fresh(&rows.items[first + lane]);
        row.begin = entry.at;
        if constexpr (requires { row.row; }) row.row = entry.row;
      }
      walk_one(row, mine, visit);
    }
  }
};

/// search(policy), with its numbers.
template <class Search> auto with_policy(sharing const& by, Search const& search) {
  switch (by.policy) {
    case sharing_policy::lanes:
      return search(by_vertices<false>::of(by));
    case sharing_policy::scan:
      return search(by_vertices<true>::of(by));
    case sharing_policy::stretches:
      return search(by_stretches<false>::of(by));
    case sharing_policy::written_stretches:
      return search(by_stretches<true>::of(by));
    case sharing_policy::thread_stretches:
      return search(by_thread_stretches<false>::of(by));
    case sharing_policy::turns:
      return search(by_thread_stretches<true>::of(by));
    case sharing_policy::children:
      return search(by_children::of(by));
    case sharing_policy::entries:
      return search(by_entries::of(by));
    default:
      return search(by_pieces::of(by));
  }
}

}  // namespace heddle::gpu
