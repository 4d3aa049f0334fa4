// spmm.cpp - products of sparse matrices with dense ones: columns, layouts, accumulators, types, schedules, aliases and
// errors, on host and GPU.
#include "tests/support/mixed_semirings.hpp"
#include "tests/support/spmm_check.hpp"
#include "tests/support/user_semirings.hpp"

using namespace heddle;
using namespace heddle::schedules;
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

EXECUTOR_CASE("every schedule serves products with dense matrices, few columns and many [sanitize]") {
  check_scheduled_dense_products(exec, plus_times<float>{}, 4, 300);
  check_scheduled_dense_products(exec, plus_times<float>{}, 36, 120);
  check_scheduled_dense_products(exec, plus_times<double>{}, 9, 120);
}

EXECUTOR_CASE("long rows that many shares cut are put together in dense results") {
  random_source random(2);
  tile_case const tiles = from_lengths("long rows", {0, 5000, 1, 0, 700, 3});
  for (char const* text : {"auto", "nonzero_split:atoms_per_worker=8", "merge_path:items_per_worker=40", "cut_tiles"}) {
    for (size_type const columns : {1, 5, 32, 140}) {
      check_dense_product<double, double, double>(exec, plus_times<double>{}, matrix_of<double>(tiles), columns,
                                                  schedule::parse(text), random);
    }
  }
}

EXECUTOR_CASE("dense operands of two bytes are summed in float") {
  check_drawn_dense_products<float, f16, f16>(exec, plus_times<float>{}, {}, 20);
  check_drawn_dense_products<float, f16, float>(exec, plus_times<float>{}, plus<float>{}, 20);
  check_drawn_dense_products<bf16, bf16, bf16>(exec, plus_times<float>{}, {}, 20);
}

EXECUTOR_CASE("products with dense matrices run over the semirings of those with sparse ones [sanitize]") {
  check_drawn_dense_products<float, float, float>(exec, min_plus<float>{}, minimum<float>{}, 20);
  check_drawn_dense_products<std::int64_t, std::int64_t, std::int64_t>(exec, plus_pair<std::int64_t>{}, {}, 20);
  check_drawn_dense_products<int, int, int>(exec, min_plus<int>{}, {}, 20);
  check_drawn_dense_products<std::int64_t, std::int64_t, std::int64_t>(exec, plus_times<std::int64_t>{}, {}, 20);
}

TEST_CASE("products with dense matrices run over any semiring on the host") {
  executor const exec = host_executor();
  check_drawn_dense_products<double, double, double>(exec, plus_second<double>{});
  check_drawn_dense_products<double, double, double>(exec, max_first<double>{}, times<double>{});
  check_drawn_dense_products<int, int, int>(exec, semiring<any_monoid<int>, pair<int>>{});
  check_drawn_dense_products<int, int, int>(exec, semiring<lor_monoid<int>, times<int>>{});
  check_drawn_dense_products<walks, walks, walks>(exec, count_walks{});
  check_drawn_dense_products<affine_map, affine_map, affine_map>(exec, compose_affine{});
  check_drawn_dense_products<std::int64_t, float, std::int32_t>(exec, weigh_places{});
  check_drawn_dense_products<float, float, float, plus_times<float>, no_accumulator, std::int32_t, std::int64_t>(
      exec, plus_times<float>{}, {}, 20);
  check_drawn_dense_products<float, float, float, plus_times<float>, no_accumulator, std::int64_t, std::int64_t>(
      exec, plus_times<float>{}, {}, 20);
  check_scheduled_dense_products(exec, compose_affine{}, 3, 100);
}

TEST_CASE("products with dense matrices over three types agree with sums entry by entry on the host") {
  check_drawn_dense_products<offer, float, std::uint32_t>(host_executor(), cheapest_offer{});
  check_drawn_dense_products<offer, float, std::uint32_t>(host_executor(), cheapest_offer{}, add_costs{});
  check_drawn_dense_products<affine_map, float, std::uint32_t>(host_executor(), compose_readings{});
}

EXECUTOR_CASE("a dense result may be the dense operand, or share memory with it") {
  auto const a = matrix<float>::build(3, 3, {0, 0, 2}, {1, 2, 0}, {2, 3, 4}, plus<float>{}, exec);
  auto c = heddle::dense_matrix<float>::from_rows(3, 2, {1, 2, 3, 4, 5, 6}, exec);
  mxm(c, plus_times<float>{}, a, c);
  CHECK_EQ(c.to_rows(), std::vector<float>{21, 26, 0, 0, 4, 8});
  mxm(c, no_mask, plus<float>{}, plus_times<float>{}, a, c);
  CHECK_EQ(c.to_rows(), std::vector<float>{33, 50, 0, 0, 88, 112});

  buffer<float> memory(exec, std::span<float const>(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}));
  auto const b = heddle::dense_matrix<float>::adopt(exec, memory.data(), 3, 2);
  auto above = heddle::dense_matrix<float>::adopt(exec, memory.data() + 2, 3, 2);
  mxm(above, plus_times<float>{}, a, b);
  CHECK_EQ(memory.to_host(), std::vector<float>{1, 2, 21, 26, 0, 0, 4, 8});
}

EXECUTOR_CASE("a row without entries of a dense result becomes the identity, or stays with an accumulator") {
  matrix<double> const none(2, 3, exec);
  auto const b = heddle::dense_matrix<double>::filled(3, 2, 1, exec);
  auto c = heddle::dense_matrix<double>::filled(2, 2, 7, exec);
  mxm(c, no_mask, plus<double>{}, plus_times<double>{}, none, b);
  CHECK_EQ(c.to_rows(), std::vector<double>(4, 7));
  mxm(c, no_mask, minus<double>{}, plus_times<double>{}, none, b);
  CHECK_EQ(c.to_rows(), std::vector<double>(4, 7));
  mxm(c, plus_times<double>{}, none, b);
  CHECK_EQ(c.to_rows(), std::vector<double>(4, 0));
  CHECK_FALSE(std::signbit(c.get(1, 1)));
}

EXECUTOR_CASE("a product with a dense matrix says what does not fit") {
  matrix<float> const a(3, 4, exec);
  heddle::dense_matrix<float> const b(4, 2, exec);
  heddle::dense_matrix<float> c(3, 2, exec), wide(3, 3, exec);
  plus_times<float> const sr;
  CHECK_THROWS_WITH_AS(mxm(c, sr, transpose(a), b), "mxm: A is 4 x 3 but B is 4 x 2", dimension_mismatch);
  CHECK_THROWS_WITH_AS(mxm(wide, sr, a, b), "mxm: A * B is 3 x 2 but C is 3 x 3", dimension_mismatch);
  CHECK_THROWS_WITH_AS(mxm(c, sr, a, b, {.schedule = merge_path{-1}}),
                       "merge_path: items_per_worker is -1, but must be 0 or more", invalid_argument);
  mxm(c, sr, a, b);
  CHECK_EQ(c.to_rows(), std::vector<float>(6));
}

GPU_CASE("a product with a dense matrix over a semiring without kernels is refused by name, and C stays") {
  executor const exec = cuda_executor();
  matrix<float> const a(3, 4, exec);
  heddle::dense_matrix<float> const b(4, 2, exec);
  auto c = heddle::dense_matrix<float>::filled(3, 2, 5, exec);
  CHECK_THROWS_AS(mxm(c, max_times<float>{}, a, b), not_compiled);
  CHECK_THROWS_AS(mxm(c, plus_times<float>{}, a.to(host_executor()), b), executor_mismatch);
  CHECK_EQ(c.to_rows(), std::vector<float>(6, 5));
}
