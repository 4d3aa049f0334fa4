// scope.hpp - who walks a share: a thread, a group of lanes, or a block; on the CPU always a core with the thread walk.
#pragma once
#include <heddle/types.hpp>

namespace heddle {

enum class walker : std::uint8_t { thread, group, block };

/// `lanes` threads walk each share together: 1 for a thread, a power of two up to 32 for a group, more for a block.
struct scope {
  walker by = walker::thread;
  int lanes = 1;
  friend constexpr bool operator==(scope, scope) = default;
};

}  // namespace heddle
