// spmv_check.hpp - y = alpha A x + beta y of drawn operands and of adversarial matrices, against sums in double. The
// operands are small whole numbers, so that only the last rounding is none of the reference's business.
#pragma once
#include <heddle/ops/spmv/spmv.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/product_case.hpp"
#include "tests/support/schedule_check.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where spmv differs

template <class Y, class A, class X>
dense_vector<Y> scaled_product(double alpha, listed_matrix<A> const& a, bool transposes, dense_vector<X> const& x,
                               double beta, dense_vector<Y> const& y) {
  std::vector<double> sums(y.size());
  for (std::size_t e = 0; e < a.row.size(); ++e) {
    auto const row = transposes ? a.col[e] : a.row[e], col = transposes ? a.row[e] : a.col[e];
    sums[row] += static_cast<double>(a.value[e]) * static_cast<double>(*x[col]);
  }
  dense_vector<Y> result(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    result[i] = static_cast<Y>(alpha * sums[i] + (beta == 0 ? 0 : beta * static_cast<double>(*y[i])));
  }
  return result;
}

/// Every alpha and beta of a few, both ways round, under drawn schedules or all of them, for every form of x and y.
template <class A, class X, class Y, index_type I = std::int32_t, index_type O = std::int32_t>
void check_spmv(executor const& exec, listed_matrix<A> const& entries, random_source& random,
                std::vector<schedule> const& schedules) {
  auto const a = entries.template on<I, O>(exec);
  for (bool const transposes : {false, true}) {
    auto const x = draw_vector<X>(random, transposes ? entries.rows : entries.cols, 100);
    auto const y = draw_vector<Y>(random, transposes ? entries.cols : entries.rows, 100);
    for (schedule const& s : schedules) {
      double const alpha = random.pick({1.0, 1.0, -2.0, 0.5, 0.0}), beta = random.pick({0.0, 0.0, 1.0, -3.0, 0.5});
      auto const expected = scaled_product(alpha, entries, transposes, x, beta, y);
      auto const xv = make_vector<X, I>(x, draw_held(random), exec);
      auto found = make_vector<Y, I>(y, draw_held(random), exec);
      INFO(entries.name, ", ", detail::type_name<gpu::spmv_types<A, X, Y>>(), ", alpha ", alpha, ", beta ", beta,
           transposes ? ", transposed" : "", ", schedule ", s.text(), ", ", exec.description());
      transposes ? spmv(found, alpha, transpose(a), xv, beta, {.schedule = s})
                 : spmv(found, alpha, a, xv, beta, {.schedule = s});
      CHECK_EQ(difference(to_dense(found), expected), "");
      CHECK((found.size() == 0 || found.form() == vector_form::dense));
    }
  }
}

template <class A, class X, class Y> void check_drawn_spmv(executor const& exec, unsigned cases = 40) {
  unsigned const first_seed = 80 * seed_of<A, X, Y>();
  for (unsigned seed = first_seed; seed < first_seed + draws(cases); ++seed) {
    random_source random(seed);
    auto const cells = draw_matrix<A>(random, draw_size(random), draw_size(random), draw_density(random));
    auto const tuples = tuples_of<A, std::int64_t>(cells);
    listed_matrix<A> const entries{
        "seed " + std::to_string(seed), cells.rows, cells.cols, tuples.row, tuples.col, tuples.value};
    check_spmv<A, X, Y>(exec, entries, random, {draw_schedule(random), draw_schedule(random)});
  }
}

/// The tile sets of at most `atoms` atoms and tiles.
template <class A, class X, class Y, index_type I = std::int32_t, index_type O = std::int32_t>
void check_scheduled_spmv(executor const& exec, size_type atoms) {
  random_source random(3);
  for (tile_case const& tiles : small_battery(atoms, atoms)) {
    check_spmv<A, X, Y, I, O>(exec, matrix_of<A>(tiles), random, schedule_variants());
  }
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
