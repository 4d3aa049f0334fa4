// direct.hpp - whether a search goes about it directly, by its options.
#pragma once
#include <heddle/algorithms/traversal_method.hpp>
#include <heddle/descriptor.hpp>
#include <heddle/error.hpp>

namespace heddle::detail {

/// Throws invalid_argument where the direct method is asked for and not to be had.
template <class Options> bool is_direct(char const* what, Options const& options, executor const& exec) {
  check_schedule(options.schedule);
  bool const of_products = !options.schedule.is_automatic() || options.direction != direction::automatic;
  bool const on_host = exec.kind() == device_kind::host;
  if (options.method == traversal_method::direct) {
    if (!on_host) throw invalid_argument(concat(what, ": the direct method is the host's; a GPU has the loop"));
    if (of_products) {
      throw invalid_argument(concat(what, ": the direct method takes neither schedule nor direction; the loop does"));
    }
  }
  return options.method != traversal_method::loop && on_host && !of_products;
}

}  // namespace heddle::detail
