// spmv_f32.cpp - measured SpMV in float.
#include "src/measure/spmv_run.hpp"

namespace heddle::measure {

template spmv_table measure_spmv(std::string_view, matrix<float, std::int32_t, std::int32_t>, spmv_request const&);
template spmv_table measure_spmv(std::string_view, matrix<float, std::int64_t, std::int64_t>, spmv_request const&);

}  // namespace heddle::measure
