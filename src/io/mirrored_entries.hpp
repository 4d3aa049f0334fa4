// mirrored_entries.hpp - whether entries and their mirror images are both listed: a symmetric file must not, a list of
// entries that is marked symmetric must.
#pragma once
#include <heddle/io/coordinates.hpp>
#include <utility>

#include "src/io/value_bits.hpp"

namespace heddle::detail {

struct triangle_counts {
  size_type below = 0, above = 0;
};
template <class Index> triangle_counts count_triangles(std::vector<Index> const& row, std::vector<Index> const& col);

/// The first entry whose mirror image stands before it, and the first of those; -1 and -1 if there is none.
/// Work O(nnz) if all stand in one triangle, else a sort of those off the diagonal, by 8 bytes each.
template <class Index>
std::pair<size_type, size_type> first_mirrored(std::vector<Index> const& row, std::vector<Index> const& col);

/// Spreads `bits` over all 64 (the finaliser of SplitMix64).
inline std::uint64_t scattered(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

template <class Index, class Bits>
bool is_mirrored(std::vector<Index> const& row, std::vector<Index> const& col, value_bits<Bits> const& values);

/// Whether every entry has its mirror image, with the same value bit for bit: sums of hashes of both triangles agree,
/// which others do by a chance of 2^-64. Work O(nnz), no memory.
template <class T, class Index> bool is_mirrored(io::coordinates<T, Index> const& entries) {
  return is_mirrored(entries.row, entries.col, bits_of(entries.value));
}

}  // namespace heddle::detail
