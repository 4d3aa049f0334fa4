// group_mapped.hpp - one tile to a group of lanes; a warp and a block are the groups with names of their own.
// Osama, Porumbescu & Owens, "A Programming Model for GPU Load Balancing", PPoPP 2023.
#pragma once
#include <heddle/schedule/partition.hpp>
#include <string_view>

namespace heddle {

/// `Lanes` threads, a power of two from 2 to 32, take a tile together and stride over its atoms.
template <int Lanes = 8> struct group_mapped : whole_tiles {
  static_assert(Lanes >= 2 && Lanes <= 32 && (Lanes & (Lanes - 1)) == 0, "a group has 2, 4, 8, 16 or 32 lanes");
  static constexpr std::string_view name = Lanes == 2    ? "group_mapped<2>"
                                           : Lanes == 4  ? "group_mapped<4>"
                                           : Lanes == 8  ? "group_mapped"
                                           : Lanes == 16 ? "group_mapped<16>"
                                                         : "group_mapped<32>";
  static constexpr std::string_view summary = "a row to a group of lanes (8 unless told); best for rows of 8 to 64";
  constexpr scope walked_by() const { return {walker::group, Lanes}; }
};

struct warp_mapped : whole_tiles {
  static constexpr std::string_view name = "warp_mapped";
  static constexpr std::string_view summary = "a row to a warp of 32 lanes; best for rows of 64 and more";
  constexpr scope walked_by() const { return {walker::group, 32}; }
};

struct block_mapped : whole_tiles {
  static constexpr std::string_view name = "block_mapped";
  static constexpr std::string_view summary = "a row to a block of 256 threads; best for few, very long rows";
  constexpr scope walked_by() const { return {walker::block, 256}; }
};

}  // namespace heddle
