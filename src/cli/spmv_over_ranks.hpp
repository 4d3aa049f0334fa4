// spmv_over_ranks.hpp - y = A x of the tool over the ranks of a group.
#pragma once
#include "src/cli/over_ranks.hpp"

namespace heddle::cli {

struct ranks_product {
  bool is_float = false;  // else double
  size_type repeat = 10;
  std::string output;
};

/// plus_times under one schedule, checked and timed.
void spmv_over_ranks(file_options const& options, ranks_product const& product, distributed::group const& ranks);

}  // namespace heddle::cli
