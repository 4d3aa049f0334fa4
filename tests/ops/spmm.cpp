// spmm.cpp - products of sparse matrices with dense ones: columns, layouts, accumulators, types, schedules, aliases and
// errors, on host and GPU.
#include "tests/support/mixed_semirings.hpp"
#include "tests/support/spmm_check.hpp"
#include "tests/support/user_semirings.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("products with dense matrices in f32 agree with sums entry by entry [sanitize]") {
  check_drawn_dense_products<float, float, float>(exec, plus_times<float>{});
  check_drawn_dense_products<float, float, float>(exec, plus_times<float>{}, plus<float>{});
}

EXECUTOR_CASE("products with dense matrices in f64 agree with sums entry by entry [sanitize]") {
  check_drawn_dense_products<double, double, double>(exec, plus_times<double>{});
  check_drawn_dense_products<double, double, double>(exec, plus_times<double>{}, plus<double>{});
}

EXECUTOR_CASE("a dense result takes any accumulator and type, and rows without entries keep what they have") {
  check_drawn_dense_products<double, double, double>(exec, plus_times<double>{}, minus<double>{});
  check_drawn_dense_products<float, float, float>(exec, plus_times<float>{}, maximum<float>{});
  check_drawn_dense_products<std::int32_t, float, float>(exec, plus_times<float>{});
  check_drawn_dense_products<std::int64_t, std::int32_t, std::int16_t>(exec, plus_times<double>{},
                                                                       plus<std::int64_t>{});
}
