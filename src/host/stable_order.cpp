// stable_order.cpp - the order that sorts keys, on the host.
#include "src/host/stable_order.hpp"

#include "src/executor/backend.hpp"

namespace heddle::primitives {

using namespace host;

buffer<std::int64_t> stable_order(executor const& exec, integers keys, size_type n, size_type bound) {
  if (n == 0) return buffer<std::int64_t>(exec);
  if (!exec.is_host()) return with_cuda([&] { return gpu::stable_order(exec, keys, n, bound); });
  auto const pairs = keys.visit([&](auto const* keys) {
    return sorted_pairs(exec, n, bits_below(bound), [=](size_type i) { return std::uint64_t(keys[i]); });
  });
  buffer<std::int64_t> order(exec, n);
  parallel_for(exec, n, [&](size_type i) { order.data()[i] = pairs[i].position; });
  return order;
}

}  // namespace heddle::primitives
