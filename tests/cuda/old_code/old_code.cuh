// old_code.cuh - a kernel that is compiled for an old virtual architecture alone, whatever the other files are for.
#pragma once

namespace heddle::testing {

/// Whether that kernel is taken for one that waits for the kernel before it.
bool old_code_waits();

}  // namespace heddle::testing
