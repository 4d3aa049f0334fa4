// policy.cuh - what the policies of a search have in common: the list that they walk, and what they may say of lists.
#pragma once
#include <heddle/detail/cuda/carve.cuh>
#include <heddle/detail/cuda/frontier.cuh>

namespace heddle::gpu {

/// A list that a step walks, and the board where steps count.
template <class List> struct listed_rows {
  List items;
  step_count found;  // by the step before
  step_board* board;
  std::int32_t step;

  __device__ step_count const& counted() const { return board->found[(step + 2) % 3]; }
};

/// What policies have unless they say otherwise. Each has, beside that, walk(rows, memory, stage, visit): visit.load is
/// given an item with as many entries as the lane answers for, and then visit.batch these entries by all lanes of a
/// warp together. All together these are the entries of the list, each once.
struct usual_policy {
  template <class Index, class Offset, bool Rows>
  using piece_of = std::conditional_t<Rows, row_piece<Index, Offset>, entry_piece<Offset>>;
  /// Device memory of its own, of a matrix of n rows and nnz entries.
  template <class Piece> struct memory {};
  template <class Piece> void arrange(carver&, memory<Piece>&, size_type, size_type) const {}
  /// Entries that an item of a list of rows has at most, where rows are cut.
  int longest_item() const { return piece_entries; }
  /// Whether blocks wait for one another within a step.
  bool meets() const { return false; }
  /// How a step lists rows.
  template <class Room> __device__ usual_rows listing_by(Room const&, step_board*, std::int32_t) const { return {}; }
};

/// What lists of a policy are of, and room for those of a matrix of n rows and nnz entries.
template <class Sharing, class Piece> using list_item = item_of_list<Piece, Sharing::lists>;
template <class Sharing, class Piece>
size_type room_in_lists(Sharing const& by, executor const& exec, size_type n, size_type nnz, int lists) {
  return room_for_rows<Piece, Sharing::lists>(exec, n, nnz, lists, by.longest_item());
}

/// Launches a kernel for all steps, or where `stepwise` for one if the blocks meet within it; else returns false.
/// Throws cuda_error where they would meet and the device does not launch such a grid.
template <class Sharing, class... Parameters, class... Arguments>
bool in_one_grid(executor const& exec, Sharing const& by, bool stepwise, int threads, void (*kernel)(Parameters...),
                 Arguments const&... arguments) {
  if (stepwise && !by.meets()) return false;
  if (launch_whole_grid(exec, threads, kernel, arguments...)) return true;
  if (by.meets()) throw cuda_error("this GPU has no grids whose blocks wait for one another; the loop does without");
  return false;
}

}  // namespace heddle::gpu
