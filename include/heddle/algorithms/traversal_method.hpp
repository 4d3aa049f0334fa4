// traversal_method.hpp - how the algorithms on graphs go about their search.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle {

enum class traversal_method : std::uint8_t {
  automatic,  // direct where that is to be had, if no schedule and no direction is asked for, else the loop
  loop,       // a loop of masked products, as one would write it down
  direct,  // work proportional to what is searched: on the host queues, bitmaps and piles; on a GPU these in one kernel
  stepwise,  // on a GPU the same kernels, but a launch a step that the host waits for, and neither pulls nor piles:
             // the control of the direct method, and what that is where kernels of the whole grid are refused
};

}  // namespace heddle
