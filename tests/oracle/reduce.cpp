// reduce.cpp - sums of rows, of columns and of everything, compared with SuiteSparse:GraphBLAS.
#include "tests/oracle/graphblas.hpp"
#include "tests/support/reduce_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class T> T total_by_graphblas(GrB_Monoid monoid, GrB_Matrix a) {
  T total{};
  if constexpr (std::is_same_v<T, bool>) graphblas::check(GrB_Matrix_reduce_BOOL(&total, nullptr, monoid, a, nullptr));
  if constexpr (std::is_same_v<T, float>) graphblas::check(GrB_Matrix_reduce_FP32(&total, nullptr, monoid, a, nullptr));
  if constexpr (std::is_same_v<T, double>) {
    graphblas::check(GrB_Matrix_reduce_FP64(&total, nullptr, monoid, a, nullptr));
  }
  if constexpr (std::is_same_v<T, std::int32_t>) {
    graphblas::check(GrB_Matrix_reduce_INT32(&total, nullptr, monoid, a, nullptr));
  }
  return total;
}

template <class T, class Accum> GrB_BinaryOp operator_of(bool accumulates, Accum const& accum) {
  return accumulates ? graphblas::of<T>::op(accum) : nullptr;
}

// 80 drawn cases: mask, accumulator, replace, transpose, forms and schedules.
template <class Monoid, class Accum> void compare_reductions(Monoid const& add, Accum const& accum) {
  using T = typename Monoid::value_type;
  graphblas::start();
  unsigned const first_seed = 80 * seed_of<Monoid, Accum>();
  for (unsigned seed = first_seed; seed < first_seed + 80; ++seed) {
    random_source random(seed);
    write_case<T> const c(random);
    bool const transposes = seed % 2 == 1;
    auto const cells = draw_matrix<T>(random, c.size, draw_size(random), draw_density(random));
    auto const stored = transposes ? transposed(cells) : cells;
    schedule const chosen = draw_schedule(random);
    INFO("seed ", seed, ", ", detail::type_name<Monoid>(), ", schedule ", chosen.text(), "\n  A: ", print(cells),
         "\n  ", c);

    graphblas::matrix a;
    graphblas::vector w, mask;
    graphblas::descriptor descriptor;
    graphblas::make(a, stored);
    graphblas::make(w, c.old);
    if (c.kind != mask_kind::none) graphblas::make(mask, c.mask);
    graphblas::make(descriptor, {c.kind, c.replace, transposes, false});
    GrB_Monoid const monoid = graphblas::of<T>::monoid(add);
    graphblas::check(GrB_Matrix_reduce_Monoid(w, mask, operator_of<T>(c.accumulates, accum), monoid, a, descriptor));
    auto const expected = graphblas::cells_of<T>(w, c.size);

    auto const b = make_matrix<T>(stored);
    auto result = make_vector<T>(c.old, c.old_held);
    auto const own_mask = make_vector<bool>(c.mask, c.mask_held);
    heddle::descriptor const d{.replace = c.replace, .schedule = chosen};
    auto const run = [&](auto const& m, auto const& op) {
      transposes ? reduce(result, m, op, add, transpose(b), d) : reduce(result, m, op, add, b, d);
    };
    auto const with = [&](auto const& m) { c.accumulates ? run(m, accum) : run(m, no_accum); };
    c.kind == mask_kind::none ? with(no_mask) : with(make_mask(c.kind, own_mask));
    CHECK((to_dense(result) == expected));
    CHECK(reduce(add, b) == total_by_graphblas<T>(monoid, a));
  }
}

}  // namespace

TEST_CASE("reduce agrees with SuiteSparse:GraphBLAS") {
  compare_reductions(plus_monoid<float>{}, plus<float>{});
  compare_reductions(plus_monoid<double>{}, minus<double>{});
  compare_reductions(min_monoid<double>{}, minimum<double>{});
  compare_reductions(max_monoid<std::int32_t>{}, plus<std::int32_t>{});
  compare_reductions(min_monoid<std::int32_t>{}, second<std::int32_t>{});
  compare_reductions(lor_monoid<bool>{}, logical_and<bool>{});
  compare_reductions(land_monoid<bool>{}, logical_or<bool>{});
}
