// prepared_push.hpp - what some strategies put down before a push on a GPU: its edges one by one, or its mask in bits.
#pragma once
#include <heddle/plan.hpp>
#include <heddle/sinks.hpp>

namespace heddle::cuda {

/// A plan for visits alone, whose atoms are listed in any order: a thread takes a tile, and reserves a place for each
/// of its atoms by an atomic addition. Raval et al., 2017: "EP" without work chunking. tiles: at most 2^31 - 1,
/// pointers of exec's device; a negative number of atoms is read back. O(tiles + atoms).
plan list_atoms_singly(executor const& exec, offset_tiles<size_type> const& tiles);

/// A bit for each of n positions, 32 a word, set where the mask is open. mask: pointers of exec's device. O(n).
buffer<std::uint32_t> open_bits(executor const& exec, mask_view const& mask, size_type n);

}  // namespace heddle::cuda
