// whole.cpp - whether a rank has room for all of a matrix.
#include <heddle/detail/ranks/column_parts.hpp>
#include <heddle/detail/ranks/whole.hpp>

#include "src/cuda/devices.hpp"
#include "src/io/memory_bound.hpp"
#include "src/with_cuda.hpp"

namespace heddle::detail {

namespace {

double memory_left(distributed::member& m) {
  return m.exec().is_host() ? available_memory() : with_cuda([&] { return gpu::free_memory(m.exec()); });
}

}  // namespace

bool first_rank_has_room(distributed::member& m, double bytes) {
  return m.agree(m.rank() == 0 && 2 * bytes < memory_left(m) ? 1 : 0)[0] == 1;
}

bool have_room_for_columns(distributed::member& m, double bytes) {
  bool const has_room = !m.exec().is_host() && 2 * bytes < memory_left(m);
  return m.sum_of_all(has_room ? 1 : 0) == m.ranks();
}

}  // namespace heddle::detail
