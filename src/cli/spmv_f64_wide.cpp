// spmv_f64_wide.cpp - SpMV of the tool in double, with 64-bit indices.
#include "src/cli/spmv_run.hpp"

namespace heddle::cli {

template spmv_table measure_spmv(std::string_view, io::coordinates<double, std::int64_t> const&, spmv_request const&);

}  // namespace heddle::cli
