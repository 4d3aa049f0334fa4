// growing.hpp - a partition for a test: shares of 1, 2, 3 ... times as many rows and nonzeros.
#pragma once
#include <heddle/seam/schedule/equal_shares.hpp>

namespace heddle::schedules {

struct growing {
  int items_of_first = 64;

  static constexpr std::string_view name = "growing";
  static constexpr std::string_view summary = "every share is longer than the one before";
  static constexpr std::string_view explanation = "Share w has w + 1 times as many rows and nonzeros as the first.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"items_of_first", &growing::items_of_first});
  }
  static constexpr share_source source = share_source::table;
  HEDDLE_FN static constexpr by_block_rows walked_by() { return {}; }

  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    size_type count = 0;
    while (begin(count) < path_length(path_end(tiles))) ++count;
    return count;
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    return path_search(tiles, min_of(begin(worker), path_length(path_end(tiles))));
  }
  HEDDLE_FN constexpr size_type begin(size_type worker) const { return worker * (worker + 1) / 2 * items_of_first; }
  friend HEDDLE_FN constexpr bool operator==(growing, growing) = default;
};

}  // namespace heddle::schedules
