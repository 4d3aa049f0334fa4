// threads.hpp - ranks that are threads of this process, and send each other what they could read, as processes have to.
#pragma once
#include <heddle/distributed/ranks/group.hpp>

namespace heddle::testing {

distributed::group of_sending_threads(int ranks);

}  // namespace heddle::testing
