// available_memory.cpp - refuse work that cannot fit, since an overcommitting system kills instead of refusing.
#include "src/cli/available_memory.hpp"

#include <heddle/base/error.hpp>

#include "src/io/memory_bound.hpp"

namespace heddle::cli {

void require_memory(double size_bytes, std::string const& purpose) {
  double const available = detail::available_memory();
  if (size_bytes <= available) return;
  throw out_of_memory(detail::concat(purpose, " takes about ", detail::shown_size(size_bytes), " of memory, and ",
                                     detail::shown_size(available), " are left"));
}

}  // namespace heddle::cli
