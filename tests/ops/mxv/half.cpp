// half.cpp - products of matrices of f16 and bf16, summed in float: on a GPU read as they are stored, without a
// copy in float.
#include "tests/support/equal_entries.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/uneven_matrix.hpp"
#include "tests/support/vector_case.hpp"
#include "tests/support/write_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class Types, class SR, class Accum>
void check_halves_written(executor const& exec, SR const& sr, Accum const& accum) {
  check_drawn_writes<Types>(
      exec, sr, accum, draw_vector_case<typename Types::W, typename Types::A, typename Types::B, typename Types::M>, 2);
}

template <class H, class U> void halves_are_as_on_the_host(matrix<H> const& a) {
  executor const gpu = cuda_executor();
  plus_times<float> const sr;
  auto const on_gpu = a.to(gpu);
  auto const full = vector<U>::filled(3000, 0.5f), full_on_gpu = full.to(gpu);
  auto const some = vector<U>::build(3000, {0, 7, 11, 2000}, {1, 2, 3, 4}, take_first<U>{}), some_on_gpu = some.to(gpu);
  auto const open = vector<bool>::build(3000, {0, 7, 10}, {true, true, false}, take_first<bool>{}),
             open_on_gpu = open.to(gpu);
  for (schedule const& chosen : kernel_schedules()) {
    vector<float> w(3000), w_on_gpu(3000, gpu);
    descriptor const d{.schedule = chosen, .direction = direction::pull};
    mxv(w, sr, a, full, d);
    mxv(w_on_gpu, sr, on_gpu, full_on_gpu, d);
    CHECK_MESSAGE(equal_entries(w, w_on_gpu), detail::type_name<U>(), ", ", chosen.text());
    mxv(w, complement(open), no_accum, sr, a, some, d);
    mxv(w_on_gpu, complement(open_on_gpu), no_accum, sr, on_gpu, some_on_gpu, d);
    CHECK_MESSAGE(equal_entries(w, w_on_gpu), detail::type_name<U>(), ", masked, ", chosen.text());
  }
}

}  // namespace

EXECUTOR_CASE("plus_times in float takes matrices and vectors of f16 and bf16") {
  using sr = plus_times<float>;
  check_halves_written<operand_types<float, float, f16, float, bool>>(exec, sr{}, no_accumulator{});
  check_halves_written<operand_types<float, float, f16, f16, f16>>(exec, sr{}, plus<float>{});
  check_halves_written<operand_types<float, float, bf16, float, bf16>>(exec, sr{}, minus<float>{});
  check_halves_written<operand_types<float, bf16, bf16, bf16, bool>>(exec, sr{}, no_accumulator{});
  check_halves_written<operand_types<float, f16, f16, f16, bool>>(exec, sr{}, plus<f16>{});
}

EXECUTOR_CASE("semirings without kernels for f16 and bf16 take copies in their domain") {
  check_halves_written<operand_types<float, float, f16, f16, bool>>(exec, min_plus<float>{}, no_accumulator{});
  check_halves_written<operand_types<double, f16, bf16, double, bool>>(exec, plus_times<double>{}, minimum<f16>{});
}

TEST_CASE("matrices of f16 and bf16 multiply on the GPU as on the host [sanitize]" * doctest::skip(!cuda_available())) {
  halves_are_as_on_the_host<f16, float>(uneven_matrix<f16>());
  halves_are_as_on_the_host<f16, f16>(uneven_matrix<f16>());
  halves_are_as_on_the_host<bf16, float>(uneven_matrix<bf16>());
  halves_are_as_on_the_host<bf16, bf16>(uneven_matrix<bf16>());
  halves_are_as_on_the_host<bf16, bf16>(
      matrix<bf16>::build(3000, 3000, {0, 7, 7}, {2000, 0, 11}, {}, take_first<bf16>{}));
}
