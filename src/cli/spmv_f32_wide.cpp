// spmv_f32_wide.cpp - SpMV of the tool in float, with 64-bit indices.
#include "src/cli/spmv_run.hpp"

namespace heddle::cli {

template spmv_table measure_spmv(std::string_view, io::coordinates<float, std::int64_t> const&, spmv_request const&);

}  // namespace heddle::cli
