// partial.hpp - what a share leaves of the tiles it cuts, and how runs of partials become closed tiles.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::seam {

/// The part of a tile that one worker saw; tile < 0: nothing.
template <class V> struct partial {
  size_type tile = -1;
  V value{};
};

/// A share cuts at most two tiles: the one it found open and the one it leaves open. A share inside one tile that it
/// neither opened nor closes has a head only.
template <class V> struct cut_partials { partial<V> head, tail; };

}  // namespace heddle::seam
