// thread_mapped.hpp - one tile a thread.
// Osama, Porumbescu & Owens, "A Programming Model for GPU Load Balancing", PPoPP 2023; "BS" of the literature.
#pragma once
#include <heddle/schedule/partition.hpp>
#include <string_view>

namespace heddle {

struct thread_mapped : whole_tiles {
  static constexpr std::string_view name = "thread_mapped";
  static constexpr std::string_view summary = "one row a thread; best for short rows of equal length";
  constexpr scope walked_by() const { return {walker::thread, 1}; }
};

}  // namespace heddle
