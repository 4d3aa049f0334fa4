// matrix_products.hpp - mxm of random operands, by heddle and by SuiteSparse:GraphBLAS.
#pragma once
#include "tests/oracle/graphblas.hpp"
#include "tests/support/matrix_case.hpp"

namespace heddle::testing {

template <class SR, class Accum, class W, class A, class B, class M>
dense_matrix<W> by_graphblas(SR const& sr, Accum const& accum, matrix_case<W, A, B, M> const& m) {
  // SuiteSparse 7.4 calls a masked accumulation with a matrix of no rows or columns a mismatch of dimensions.
  bool const no_products = m.c.cells.empty() || m.a.cells.empty() || m.b.cells.empty();
  if (no_products && !std::is_same_v<Accum, no_accumulator>) {
    dense_matrix<W> result = m.c;
    result.cells =
        reference::written(m.c.cells, m.kind, m.mask.cells, accum, m.replace, dense_vector<W>(m.c.cells.size()));
    return result;
  }
  graphblas::semiring semiring;
  graphblas::matrix c, a, b, mask;
  graphblas::descriptor descriptor;
  graphblas::make(semiring, sr);
  graphblas::make(c, m.c);
  graphblas::make(a, m.a);
  graphblas::make(b, m.b);
  if (m.kind != mask_kind::none) graphblas::make(mask, m.mask);
  graphblas::make(descriptor, {m.kind, m.replace, m.transpose_a, m.transpose_b});
  graphblas::check(GrB_mxm(c, mask, graphblas::of<W>::op(accum), semiring, a, b, descriptor));
  return graphblas::cells_of<W>(c, m.c.rows, m.c.cols);
}

/// Every mask x replace x pair of transposes twice (80 cases), the rest drawn.
template <class Types, class SR, class Accum> void compare_matrix_products(SR const& sr, Accum const& accum) {
  graphblas::start();
  unsigned const first_seed = 80 * seed_of<Types, SR, Accum>();
  for (unsigned seed = first_seed; seed < first_seed + 80; ++seed) {
    auto const m = draw_matrix_case<typename Types::W, typename Types::A, typename Types::B, typename Types::M>(seed);
    INFO(m, "\n  semiring and accumulator: ", detail::type_name<SR>(), ", ", detail::type_name<Accum>());
    auto const expected = by_graphblas(sr, accum, m);
    auto const result = by_heddle<typename Types::I, typename Types::O>(host_executor(), sr, accum, m);
    auto const read = by_reference(sr, accum, m);
    INFO("SuiteSparse: ", print(expected), "\n  heddle on the host: ", print(result), "\n  reference: ", print(read));
    CHECK((result == expected));
    CHECK((read == expected));
  }
}

/// Shapes and numbers of entries that many shares divide. The dense reference is too slow for them.
template <class Types, class SR> void compare_large_matrix_products(SR const& sr, int cases) {
  graphblas::start();
  unsigned const first_seed = 80 * seed_of<Types, SR>();
  for (unsigned seed = first_seed; seed < first_seed + cases; ++seed) {
    auto const m =
        draw_matrix_case<typename Types::W, typename Types::A, typename Types::B, typename Types::M>(seed, 4);
    auto const expected = by_graphblas(sr, no_accumulator{}, m);
    auto const result = by_heddle<typename Types::I, typename Types::O>(host_executor(), sr, no_accumulator{}, m);
    INFO("seed ", seed, ", 4 times as large, ", detail::type_name<SR>());
    CHECK((result == expected));
  }
}

/// The same under several accumulators.
template <class Types, class... Accums, class SR> void compare_mxm_under(SR const& sr, Accums const&... accums) {
  (compare_matrix_products<Types>(sr, accums), ...);
}

}  // namespace heddle::testing
