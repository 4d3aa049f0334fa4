// search_shared.hpp - breadth-first search whose frontiers are shared out by another policy than pieces.
#pragma once
#include "src/traverse/device_search.hpp"

namespace heddle::gpu {

/// As search_levels, by options.by.
level_counts search_by(executor const& exec, compressed_view<bool, std::int32_t, std::int32_t> const& rows,
                       compressed_view<bool, std::int32_t, std::int32_t> const* columns, size_type source,
                       level_options const& options, level_arrays<std::int32_t> const& found);

}  // namespace heddle::gpu
