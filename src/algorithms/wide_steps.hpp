// wide_steps.hpp - the steps of a loop under a strategy that pull, and how that is told.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/vxm/vxm.hpp>
#include <string>

namespace heddle::detail {

/// A wide frontier is not shared out where A^T is at hand and no direction was asked for: vertices pull, as without a
/// strategy. Who asks what a strategy costs has it share out all of them.
template <class E, class T, index_type I, index_type O>
descriptor of_step(matrix_operand<E, I, O> const& edges, vector<T, I> const& frontier, descriptor const& how) {
  if (!how.strategy || how.costs || how.direction != direction::automatic || !edges.has_by_columns()) return how;
  descriptor unshared = how;
  unshared.strategy.reset();
  return ops::mxv_detail::prefers_push(edges.transpose(), frontier, unshared) ? how : unshared;
}

/// Of so many steps that pulled though a strategy was asked for; nothing of none.
inline std::string text_of_pulls(size_type pulled, char const* step) {
  return pulled == 0 ? std::string() : concat(", of which ", pulled, " ", step, pulled == 1 ? " pulled" : "s pulled");
}

}  // namespace heddle::detail
