// stable_order.cpp - the order that sorts keys.
#include "src/host/stable_order.hpp"

#include "src/executor/backend.hpp"

namespace heddle::host {

template <index_type I> buffer<std::int64_t> stable_order(executor const& exec, I const* keys, size_type n, I bound) {
  auto const pairs = sorted_pairs(exec, n, bits_below(bound), [=](size_type i) { return std::uint64_t(keys[i]); });
  buffer<std::int64_t> order(exec, n);
  parallel_for(exec, n, [&](size_type i) { order.data()[i] = pairs[i].position; });
  return order;
}

#include "src/executor/order_instances.inc"

}  // namespace heddle::host
