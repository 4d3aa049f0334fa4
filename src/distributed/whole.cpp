// whole.cpp - whether a rank has room for all of a matrix.
#include <heddle/distributed/whole.hpp>

#include "src/cuda/devices.hpp"
#include "src/io/memory_bound.hpp"
#include "src/with_cuda.hpp"

namespace heddle::detail {

bool first_rank_has_room(distributed::member& m, double bytes) {
  auto const left = [&] {
    return m.exec().is_host() ? available_memory() : with_cuda([&] { return gpu::free_memory(m.exec()); });
  };
  return m.agree(m.rank() == 0 && 2 * bytes < left() ? 1 : 0)[0] == 1;
}

}  // namespace heddle::detail
