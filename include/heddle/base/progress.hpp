// progress.hpp - how calls that take a while tell how far they are.
#pragma once
#include <functional>

namespace heddle {

/// Called now and then, from the thread of the call, with the fraction done in [0, 1], which never falls. Must not
/// throw.
using progress_callback = std::function<void(double)>;

}  // namespace heddle
