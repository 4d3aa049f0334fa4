// spmv_f64.cpp - SpMV of the tool in double.
#include "src/cli/spmv_run.hpp"

namespace heddle::cli {

template spmv_table measure_spmv(std::string_view, io::coordinates<double, std::int32_t> const&, spmv_request const&);

}  // namespace heddle::cli
