// traversal_method.hpp - how the algorithms on graphs go about their search.
#pragma once
#include <heddle/types.hpp>

namespace heddle {

enum class traversal_method : std::uint8_t {
  automatic,  // direct where that is to be had, if no schedule and no direction is asked for, else the loop
  loop,       // a loop of masked products, as one would write it down
  direct,     // on the host: queues, bitmaps and piles; work proportional to what is searched
};

}  // namespace heddle
