// vector_products.hpp - mxv and vxm of random operands, by heddle and by SuiteSparse:GraphBLAS.
#pragma once
#include "tests/oracle/graphblas.hpp"
#include "tests/support/vector_case.hpp"

namespace heddle::testing {

template <class SR, class Accum, class W, class A, class U, class M>
dense_vector<W> by_graphblas(SR const& sr, Accum const& accum, vector_case<W, A, U, M> const& c) {
  // SuiteSparse 7.4 calls a masked accumulation with a matrix of no rows or columns a mismatch of dimensions.
  if (c.a.cells.empty() && !std::is_same_v<Accum, no_accumulator>) {
    return reference::written(c.w, c.kind, c.mask, accum, c.replace, dense_vector<W>(c.w.size()));
  }
  graphblas::semiring semiring;
  graphblas::matrix a;
  graphblas::vector w, u, mask;
  graphblas::descriptor descriptor;
  graphblas::make(semiring, sr);
  graphblas::make(a, c.a);
  graphblas::make(w, c.w);
  graphblas::make(u, c.u);
  if (c.kind != mask_kind::none) graphblas::make(mask, c.mask);
  graphblas::make(descriptor, {c.kind, c.replace, c.transpose && !c.by_vector, c.transpose && c.by_vector});
  GrB_BinaryOp const op = graphblas::of<W>::op(accum);
  graphblas::check(c.by_vector ? GrB_vxm(w, mask, op, semiring, u, a, descriptor)
                               : GrB_mxv(w, mask, op, semiring, a, u, descriptor));
  return graphblas::cells_of<W>(w, static_cast<size_type>(c.w.size()));
}

/// Every operation x mask x replace x transpose twice (80 cases), the rest drawn.
template <class Types, class SR, class Accum> void compare_vector_products(SR const& sr, Accum const& accum) {
  graphblas::start();
  unsigned const first_seed = 80 * seed_of<Types, SR, Accum>();
  for (unsigned seed = first_seed; seed < first_seed + 80; ++seed) {
    auto const c = draw_vector_case<typename Types::W, typename Types::A, typename Types::B, typename Types::M>(seed);
    INFO(c, "\n  semiring and accumulator: ", detail::type_name<SR>(), ", ", detail::type_name<Accum>());
    auto const expected = by_graphblas(sr, accum, c);
    auto const result = by_heddle<typename Types::I, typename Types::O>(host_executor(), sr, accum, c);
    auto const read = by_reference(sr, accum, c);
    INFO("SuiteSparse: ", print(expected), "\n  heddle on the host: ", print(result), "\n  reference: ", print(read));
    CHECK((result == expected));
    CHECK((read == expected));
  }
}

/// Shapes and numbers of entries that many shares divide. The dense reference is too slow for them.
template <class Types, class SR> void compare_large_vector_products(SR const& sr, int cases) {
  graphblas::start();
  unsigned const first_seed = 80 * seed_of<Types, SR>();
  for (unsigned seed = first_seed; seed < first_seed + cases; ++seed) {
    auto const c =
        draw_vector_case<typename Types::W, typename Types::A, typename Types::B, typename Types::M>(seed, 9);
    auto const expected = by_graphblas(sr, no_accumulator{}, c);
    auto const result = by_heddle<typename Types::I, typename Types::O>(host_executor(), sr, no_accumulator{}, c);
    INFO("seed ", seed, ", 9 times as large, ", detail::type_name<SR>());
    CHECK((result == expected));
  }
}

/// The same under several accumulators.
template <class Types, class... Accums, class SR> void compare_under(SR const& sr, Accums const&... accums) {
  (compare_vector_products<Types>(sr, accums), ...);
}

}  // namespace heddle::testing
