// spmv_bool.cpp - measured SpMV over truth values.
#include "src/measure/spmv_run.hpp"

namespace heddle::measure {

template <class Index>
spmv_table measure_truth(std::string_view semiring, matrix<bool, Index, Index> a, spmv_request const& request) {
  if (semiring == "lor_land") return run_spmv<lor_land>(std::move(a), request);
  return run_spmv<any_pair<bool>>(std::move(a), request);
}

template spmv_table measure_truth(std::string_view, matrix<bool, std::int32_t, std::int32_t>, spmv_request const&);
template spmv_table measure_truth(std::string_view, matrix<bool, std::int64_t, std::int64_t>, spmv_request const&);

}  // namespace heddle::measure
