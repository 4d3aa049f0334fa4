// prepared_push.cu - the edges of a push listed one by one, and its mask packed.
#include <heddle/cuda/elementwise.cuh>
#include <heddle/ops/mxv/prepared_push.hpp>

namespace heddle::cuda {
namespace {

struct list_tile {
  size_type const* offsets;
  std::int32_t* tile_of_atom;
  size_type* atom_at;
  unsigned long long* listed;

  __device__ void operator()(size_type tile) const {
    for (size_type atom = offsets[tile], end = offsets[tile + 1]; atom < end; ++atom) {
      auto const at = atomicAdd(listed, 1ull);
      tile_of_atom[at] = static_cast<std::int32_t>(tile);
      atom_at[at] = atom;
    }
  }
};

struct pack_word {
  mask_view mask;
  size_type n;
  std::uint32_t* words;

  __device__ void operator()(size_type word) const {
    size_type const first = 32 * word;
    int const count = static_cast<int>(min_of(n - first, size_type{32}));
    std::uint32_t bits = 0;
    for (int k = 0; k < count; ++k) bits |= std::uint32_t{mask.open(first + k)} << k;
    words[word] = bits;
  }
};

}  // namespace

plan list_atoms_singly(executor const& exec, offset_tiles<size_type> const& tiles) {
  size_type atoms = max_of(tiles.atoms, size_type{0});
  if (tiles.atoms < 0 && tiles.tiles > 0) {
    heddle::detail::copy_bytes(executor{}, &atoms, exec, tiles.offsets + tiles.tiles, sizeof(atoms));
  }
  // Visitors that share kernels take a tile a thread.
  plan listed = make_plan(exec, offset_tiles<size_type>{tiles.offsets, tiles.tiles, atoms}, thread_mapped{},
                          reduction_call{sizeof(size_type), 0, true});
  listed.tile_of_atom = buffer<std::int32_t>(exec, atoms);
  listed.atom_at = buffer<size_type>(exec, atoms);
  buffer<unsigned long long> count(exec, 1);
  device_guard const guard(exec);
  check(cudaMemsetAsync(count.data(), 0, sizeof(unsigned long long), stream_of(exec)), "list_atoms_singly");
  for_each_index(exec, tiles.tiles,
                 list_tile{tiles.offsets, listed.tile_of_atom.data(), listed.atom_at.data(), count.data()},
                 "list_atoms_singly");
  return listed;
}

buffer<std::uint32_t> open_bits(executor const& exec, mask_view const& mask, size_type n) {
  buffer<std::uint32_t> words(exec, ceil_div(n, size_type{32}));
  for_each_index(exec, words.size(), pack_word{mask, n, words.data()}, "open_bits");
  return words;
}

}  // namespace heddle::cuda
