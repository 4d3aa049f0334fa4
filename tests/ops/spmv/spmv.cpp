// spmv.cpp - y = alpha A x + beta y in every precompiled triple of types, and what BLAS says of zeros.
#include "tests/support/executors.hpp"
#include "tests/support/spmv_check.hpp"
#include "tests/support/uneven_matrix.hpp"

using namespace heddle;

using namespace heddle::testing;

namespace {

template <class H> void check_halves(executor const& exec) {
  check_drawn_spmv<H, H, H>(exec);
  check_drawn_spmv<H, H, float>(exec);
  check_drawn_spmv<H, float, H>(exec);
  check_drawn_spmv<H, float, float>(exec);
}

template <class Types, index_type I, index_type O> void spmv_is_as_on_the_host() {
  using Y = typename Types::result;
  executor const gpu = cuda_executor();
  auto const a = uneven_matrix<typename Types::stored, I, O>(), on_gpu = a.to(gpu);
  auto const x = vector<typename Types::operand, I>::filled(3000, 0.5f), x_on_gpu = x.to(gpu);
  for (schedule const& chosen : kernel_schedules()) {
    auto y = vector<Y, I>::filled(3000, 2.0f), y_on_gpu = y.to(gpu);
    spmv(y, 2, a, x, -1, {.schedule = chosen});
    spmv(y_on_gpu, 2, on_gpu, x_on_gpu, -1, {.schedule = chosen});
    CHECK_MESSAGE(y.tuples().value == y_on_gpu.tuples().value, detail::type_name<Types>(), ", ", chosen.text());
  }
}

template <index_type I, index_type O, class... Types> void every_spmv(detail::type_list<Types...>) {
  (spmv_is_as_on_the_host<Types, I, O>(), ...);
}

}  // namespace

EXECUTOR_CASE("spmv on float and double is alpha A x + beta y") {
  check_drawn_spmv<float, float, float>(exec);
  check_drawn_spmv<double, double, double>(exec);
}

EXECUTOR_CASE("spmv on f16 and bf16 sums in float and rounds once") {
  check_halves<f16>(exec);
  check_halves<bf16>(exec);
}

TEST_CASE("spmv mixes types on the host, in double where one of them is") {
  check_drawn_spmv<float, double, float>(host_executor());
  check_drawn_spmv<f16, bf16, double>(host_executor());
}

EXECUTOR_CASE("spmv agrees with the reference under every schedule") {
  check_scheduled_spmv<float, float, float>(exec, 1 << 30);
  check_scheduled_spmv<f16, f16, f16>(exec, 1000);
}

EXECUTOR_CASE("spmv of matrices with 64-bit offsets and indices") {
  check_scheduled_spmv<double, double, double, std::int32_t, std::int64_t>(exec, 1000);
  check_scheduled_spmv<float, float, float, std::int64_t, std::int64_t>(exec, 1000);
}

EXECUTOR_CASE("spmv with beta 0 does not read y, and with alpha 0 neither A nor x matters") {
  float const nan = std::numeric_limits<float>::quiet_NaN();
  auto const a = matrix<float>::build(3, 2, {0, 0, 2}, {0, 1, 1}, {1, 2, 3}, plus<float>{}, exec);
  auto const x = vector<float>::dense({10.0f, 20.0f}, exec);
  auto y = vector<float>::filled(3, nan, exec);
  spmv(y, 1, a, x, 0);
  CHECK_EQ(y.tuples().value, std::vector<float>{50, 0, 60});
  vector<float> none(3, exec);
  spmv(none, 1, a, x, 0);
  CHECK_EQ(none.tuples().value, std::vector<float>{50, 0, 60});
  spmv(y, 0, a, vector<float>::filled(2, nan, exec), 2);
  CHECK_EQ(y.tuples().value, std::vector<float>{100, 0, 120});
}

EXECUTOR_CASE("spmv of a pattern counts entries, and y may be x") {
  auto const a = matrix<float>::build(2, 2, {0, 0, 1}, {0, 1, 1}, {}, plus<float>{}, exec);
  auto y = vector<float>::dense({1.0f, 10.0f}, exec);
  spmv(y, 2, a, y, 1);
  CHECK_EQ(y.tuples().value, std::vector<float>{23, 30});
}

EXECUTOR_CASE("spmv under a locality plan gives the same") {
  auto const a = uneven_matrix<f16>().to(exec);
  std::vector<f16> values;
  for (int j = 0; j < 3000; ++j) values.push_back(f16(j % 7));
  auto const x = vector<f16>::dense(values, exec);
  auto y = vector<float>::filled(3000, 1.0f, exec), z = y;
  spmv(y, 2, a, x, -1);
  spmv(z, 2, a, x, -1, {.locality = locality{.least_coverage = 0, .least_entries = 0}});
  CHECK(y.tuples().value == z.tuples().value);
}

EXECUTOR_CASE("spmv says what does not fit, or is not full") {
  auto const a = matrix<float>::build(3, 2, {0, 0, 2}, {0, 1, 1}, {1, 2, 3}, plus<float>{}, exec);
  auto const x = vector<float>::filled(2, 1.0f, exec);
  auto y = vector<float>::filled(3, 1.0f, exec);
  CHECK_THROWS_WITH_AS(spmv(y, 1, transpose(a), x, 1), "spmv: A is 2 x 3 but x has length 2 and y has length 3",
                       dimension_mismatch);
  auto const part = vector<float>::build(2, {1}, {5.0f}, plus<float>{}, exec);
  CHECK_THROWS_WITH_AS(spmv(y, 1, a, part, 1),
                       "spmv: x has 1 entries at 2 positions, but must be full; mxv takes vectors that are not",
                       invalid_argument);
  vector<float> none(3, exec);
  CHECK_THROWS_AS(spmv(none, 1, a, x, 1), invalid_argument);
  CHECK_EQ(none.nvals(), 0);
}

// In parts, so that sanitizers, under which each takes a minute, run them side by side.

GPU_CASE("every precompiled triple of f32 or f64 multiplies on the GPU as on the host [sanitize]") {
  every_spmv<std::int32_t, std::int32_t>(gpu::precompiled_wide_spmv{});
}
GPU_CASE("every precompiled triple with f16 multiplies on the GPU as on the host [sanitize]") {
  every_spmv<std::int32_t, std::int32_t>(gpu::precompiled_spmv_of_halves<f16>{});
}
GPU_CASE("every precompiled triple with bf16 multiplies on the GPU as on the host [sanitize]") {
  every_spmv<std::int32_t, std::int32_t>(gpu::precompiled_spmv_of_halves<bf16>{});
}
GPU_CASE("every wide precompiled triple with narrow indices multiplies on the GPU as on the host [sanitize]") {
  every_spmv<std::int32_t, std::int64_t>(gpu::precompiled_wide_spmv{});
}
GPU_CASE("every wide precompiled triple with wide indices multiplies on the GPU as on the host [sanitize]") {
  every_spmv<std::int64_t, std::int64_t>(gpu::precompiled_wide_spmv{});
}
