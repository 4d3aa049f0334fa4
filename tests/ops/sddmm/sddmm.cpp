// sddmm.cpp - products of two dense matrices at the entries of a mask: layouts, masks, accumulators, types, schedules,
// threads, and what is refused, on host and GPU.
#include "tests/support/mixed_semirings.hpp"
#include "tests/support/sddmm_check.hpp"
#include "tests/support/user_semirings.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

template <class T> using dense = heddle::dense_matrix<T>;

matrix<float> mask_of_two(executor const& exec) {
  return matrix<float>::build(2, 3, {0, 1, 1}, {1, 0, 2}, {1, 0, 5}, plus<float>{}, exec);
}

// The problem of a GPU, by the drivers of the host.
template <class SR, class A, class B>
std::vector<domain_of<SR>> reduced_tiles(SR const& sr, std::vector<std::int32_t> const& row,
                                         std::vector<std::int32_t> const& col, dense<A> const& a, dense<B> const& b) {
  using product = detail::sampled_product<SR, A, B, std::int32_t>;
  using sink = detail::sampled_sink<domain_of<SR>>;
  size_type const n = static_cast<size_type>(row.size()), inner = a.cols();
  std::vector<size_type> starts;
  for (size_type tile = 0; tile <= n; ++tile) starts.push_back(tile * inner);
  offset_tiles<size_type> const tiles{starts.data(), n, n * inner};
  std::vector<domain_of<SR>> values(row.size());
  plan const chosen =
      make_plan(host_executor(), tiles, merge_path{7}, call_of<product, detail::sampled_monoid<SR>, sink>());
  host::reduce_tiles(host_executor(), chosen, tiles, product{row.data(), col.data(), a.view(), b.view(), inner, sr},
                     detail::sampled_monoid<SR>{sr.add}, sink{values.data()});
  return values;
}

template <class SR, class T> void check_device_functors(SR const& sr) {
  random_source random(17);
  for (layout const order : {layout::row_major, layout::column_major}) {
    auto const a = dense<T>::from_rows(9, 13, draw_rows<T>(random, 9 * 13), executor{}, order);
    auto const b = dense<T>::from_rows(13, 8, draw_rows<T>(random, 13 * 8));
    auto const mask = make_matrix<int>(draw_matrix<int>(random, 9, 8, 40));
    matrix<domain_of<SR>> c(9, 8);
    mxm(c, structure(mask), no_accum, sr, a, b);
    auto const found = c.tuples();
    auto const reduced = reduced_tiles(sr, found.row, found.col, a, b);
    REQUIRE_EQ(reduced.size(), found.value.size());
    for (std::size_t e = 0; e < reduced.size(); ++e) CHECK((reduced[e] == found.value[e]));
  }
}

}  // namespace

TEST_CASE("what a GPU is given to sum comes to the same sampled products by the drivers of the host") {
  check_device_functors<plus_times<double>, double>(plus_times<double>{});
  check_device_functors<semiring<lor_monoid<int>, times<int>>, int>({});
  check_device_functors<compose_affine, affine_map>(compose_affine{});
  check_device_functors<min_firstj<int>, int>(min_firstj<int>{});
}

EXECUTOR_CASE("sampled products in f32 are those of the dense reference where the mask is true [sanitize]") {
  check_drawn_sampled_products<operand_types<float>>(exec, plus_times<float>{});
  check_drawn_sampled_products<operand_types<float, float, float, float, bool>>(exec, plus_times<float>{},
                                                                                plus<float>{});
}

EXECUTOR_CASE("sampled products in f64 are those of the dense reference where the mask is true [sanitize]") {
  check_drawn_sampled_products<operand_types<double, double, double, double, std::int32_t>>(exec, plus_times<double>{});
  check_drawn_sampled_products<operand_types<double>>(exec, plus_times<double>{}, minus<double>{});
}

EXECUTOR_CASE("sampled products convert operands of other types, and sums to the type of the result") {
  check_drawn_sampled_products<operand_types<float, std::int64_t, double, std::int32_t, std::int8_t>>(
      exec, plus_times<float>{}, plus<std::int64_t>{});
  check_drawn_sampled_products<operand_types<float, float, f16, bf16, bool>>(exec, plus_times<float>{});
  check_drawn_sampled_products<operand_types<double, double, double, double, bool, std::int32_t, std::int64_t>>(
      exec, plus_times<double>{});
}

EXECUTOR_CASE("every schedule serves sampled products [sanitize]") {
  check_scheduled_sampled_products(exec, plus_times<float>{}, 11);
  check_scheduled_sampled_products(exec, plus_times<double>{}, 31);
}

TEST_CASE("sampled products run over any semiring on the host") {
  executor const exec = host_executor();
  check_drawn_sampled_products<operand_types<float>>(exec, min_plus<float>{}, minimum<float>{});
  check_drawn_sampled_products<operand_types<double>>(exec, max_times<double>{});
  check_drawn_sampled_products<operand_types<std::int64_t>>(exec, plus_pair<std::int64_t>{});
  check_drawn_sampled_products<operand_types<double>>(exec, plus_second<double>{});
  check_drawn_sampled_products<operand_types<double>>(exec, max_first<double>{}, times<double>{});
  check_drawn_sampled_products<operand_types<bool, bool, int, int>>(exec, lor_land{});
  check_drawn_sampled_products<operand_types<int>>(exec, semiring<any_monoid<int>, pair<int>>{});
  check_drawn_sampled_products<operand_types<int>>(exec, semiring<lor_monoid<int>, times<int>>{});
  check_drawn_sampled_products<operand_types<int>>(exec, min_firstj<int>{});
  check_drawn_sampled_products<operand_types<walks, walks, walks, walks, bool>>(exec, count_walks{});
  check_drawn_sampled_products<operand_types<affine_map, affine_map, affine_map, affine_map, bool>>(exec,
                                                                                                    compose_affine{});
  check_drawn_sampled_products<operand_types<std::int64_t, std::int64_t, float, std::int32_t, bool>>(exec,
                                                                                                     weigh_places{});
  check_drawn_sampled_products<operand_types<float, float, float, float, bool, std::int64_t, std::int64_t>>(
      exec, plus_times<float>{});
}

TEST_CASE("sampled products over three types agree with the reference on the host") {
  check_drawn_sampled_products<operand_types<offer, offer, float, std::uint32_t, bool>>(host_executor(),
                                                                                        cheapest_offer{}, add_costs{});
  check_drawn_sampled_products<operand_types<affine_map, affine_map, float, std::uint32_t, bool>>(host_executor(),
                                                                                                  compose_readings{});
}

TEST_CASE("a sum of a sampled product stops at a terminal value, and not before") {
  random_source random(3);
  auto const mask = mask_of_two(host_executor());
  for (size_type const zero : {0, 1, 7, 8, 200, 511, 999}) {
    std::vector<float> a(2000, 1), b(3000, 1);
    a[static_cast<std::size_t>(zero)] = -std::numeric_limits<float>::infinity();
    a[static_cast<std::size_t>(1999 - zero)] = -4;
    matrix<float> c(2, 3);
    mxm(c, structure(mask), no_accum, min_plus<float>{}, dense<float>::from_rows(2, 1000, a),
        dense<float>::from_rows(1000, 3, b));
    CHECK_EQ(c.tuples().value, std::vector<float>{-std::numeric_limits<float>::infinity(), -3, -3});
  }
}

EXECUTOR_CASE("sums of a sampled product are the same bits by one thread and by three, in any layout") {
  random_source random(5);
  size_type const n = 200, inner = 101;
  std::vector<double> a, b;
  for (size_type k = 0; k < n * inner; ++k)
    a.push_back(random.below(1000) / 7.0), b.push_back(random.below(1000) / 3.0);
  auto const mask = make_matrix<bool>(draw_matrix<bool>(random, n, n, 30));
  auto const values_by = [&](executor const& run, layout of_a, layout of_b) {
    matrix<double> c(n, n, run);
    auto const own_mask = mask.to(run);
    mxm(c, structure(own_mask), no_accum, plus_times<double>{}, dense<double>::from_rows(n, inner, a, run, of_a),
        dense<double>::from_rows(inner, n, b, run, of_b));
    return c.tuples().value;
  };
  auto const by_one = values_by(exec.is_host() ? host_executor(1) : exec, layout::row_major, layout::column_major);
  executor const three = exec.is_host() ? host_executor(3) : exec;
  for (layout const of_a : {layout::row_major, layout::column_major}) {
    for (layout const of_b : {layout::row_major, layout::column_major}) {
      CHECK(values_by(three, of_a, of_b) == by_one);
    }
  }
}

EXECUTOR_CASE("a sampled product of nothing has no entries, and what is masked is emptied or kept") {
  auto const mask = mask_of_two(exec);
  auto c = matrix<float>::build(2, 3, {0, 0}, {0, 1}, {7, 8}, plus<float>{}, exec);
  dense<float> const none(2, 0, exec), of_none(0, 3, exec);
  mxm(c, structure(mask), plus<float>{}, plus_times<float>{}, none, of_none);
  CHECK_EQ(c.nnz(), 2);
  mxm(c, structure(mask), no_accum, plus_times<float>{}, none, of_none);
  CHECK_EQ(c.nnz(), 1);
  CHECK_EQ(c.get(0, 0), 7);
  mxm(c, matrix<float>(2, 3, exec), no_accum, plus_times<float>{}, none, of_none, {.replace = true});
  CHECK_EQ(c.nnz(), 0);
}

EXECUTOR_CASE("a sampled product into the pattern of C replaces its values, and under the values of C the true ones") {
  dense<float> const a = dense<float>::filled(2, 2, 3, exec), b = dense<float>::filled(2, 3, 2, exec);
  auto c = mask_of_two(exec);
  mxm(c, c, no_accum, plus_times<float>{}, a, b);
  CHECK_EQ(c.tuples().value, std::vector<float>{12, 0, 12});
  mxm(c, structure(c), no_accum, plus_times<float>{}, a, b);
  CHECK_EQ(c.tuples().value, std::vector<float>{12, 12, 12});
  mxm(c, structure(c), minus<float>{}, plus_times<float>{}, a, b);
  CHECK_EQ(c.tuples().value, std::vector<float>{0, 0, 0});
}

EXECUTOR_CASE("A and B of a sampled product may be one memory, read as a matrix and as its transpose") {
  buffer<float> memory(exec, std::span<float const>(std::vector<float>{1, 2, 3, 4, 5, 6}));
  auto const x = dense<float>::adopt(exec, memory.data(), 3, 2);
  auto const turned = dense<float>::adopt(exec, memory.data(), 2, 3, layout::column_major);
  auto const edges = matrix<bool>::build(3, 3, {0, 1, 2}, {2, 1, 0}, {true, true, true}, take_first<bool>{}, exec);
  matrix<float> c(3, 3, exec);
  mxm(c, edges, no_accum, plus_times<float>{}, x, turned);
  CHECK_EQ(c.tuples().value, std::vector<float>{17, 25, 17});
}

EXECUTOR_CASE("a sampled product says what does not fit, and C stays") {
  dense<float> const a(2, 4, exec), b(4, 3, exec), narrow(3, 3, exec);
  auto const mask = mask_of_two(exec);
  auto c = mask;
  matrix<float> wide(2, 4, exec);
  plus_times<float> const sr;
  CHECK_THROWS_WITH_AS(mxm(c, mask, no_accum, sr, a, narrow), "mxm: A is 2 x 4 but B is 3 x 3", dimension_mismatch);
  CHECK_THROWS_WITH_AS(mxm(wide, wide, no_accum, sr, a, b), "mxm: A * B is 2 x 3 but C is 2 x 4", dimension_mismatch);
  CHECK_THROWS_WITH_AS(mxm(c, structure(wide), no_accum, sr, a, b), "mxm: C is 2 x 3 but the mask is 2 x 4",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(mxm(c, complement(mask), no_accum, sr, a, b),
                       "mxm: of two dense matrices only the elements where a mask has entries are computed, so the "
                       "mask cannot be a complement",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(mxm(c, mask, no_accum, sr, a, b, {.schedule = merge_path{-1}}),
                       "merge_path: items_per_worker is -1, but must be 0 or more", invalid_argument);
  CHECK_EQ(c.tuples().value, std::vector<float>{1, 0, 5});
}

GPU_CASE("a sampled product over a semiring without kernels, or of another machine's operands, is refused by name") {
  executor const exec = cuda_executor();
  dense<float> const a(2, 4, exec), b(4, 3, exec);
  auto const mask = mask_of_two(exec);
  auto c = mask;
  CHECK_THROWS_AS(mxm(c, mask, no_accum, min_plus<float>{}, a, b), not_compiled);
  CHECK_THROWS_AS(mxm(c, mask, no_accum, plus_times<float>{}, a, b.to(host_executor())), executor_mismatch);
  CHECK_THROWS_AS(mxm(c, mask.to(host_executor()), no_accum, plus_times<float>{}, a, b), executor_mismatch);
  CHECK_EQ(c.tuples().value, std::vector<float>{1, 0, 5});
}
