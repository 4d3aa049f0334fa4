// spmv_trace.hpp - what `heddle spmv --trace` tells: tiles, atoms and clock cycles of every share.
#pragma once
#include <heddle/explain.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heddle::cli {

nlohmann::ordered_json trace_object(seam::share_loads const& loads);

/// Lines of text, without the last line feed.
std::string trace_lines(std::string const& schedule, seam::plan const& chosen, seam::share_loads const& loads);

}  // namespace heddle::cli
