// available_memory.hpp - refuse work that cannot fit, since an overcommitting system kills instead of refusing.
#pragma once
#include <heddle/base/types.hpp>
#include <string>

namespace heddle::cli {

/// Throws out_of_memory if `size_bytes` for `purpose` is more than this machine, or its container, has left.
void require_memory(double size_bytes, std::string const& purpose);

}  // namespace heddle::cli
