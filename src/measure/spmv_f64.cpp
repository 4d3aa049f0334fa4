// spmv_f64.cpp - measured SpMV in double.
#include "src/measure/spmv_run.hpp"

namespace heddle::measure {

template spmv_table measure_spmv(std::string_view, matrix<double, std::int32_t, std::int32_t>, spmv_request const&);
template spmv_table measure_spmv(std::string_view, matrix<double, std::int64_t, std::int64_t>, spmv_request const&);

}  // namespace heddle::measure
