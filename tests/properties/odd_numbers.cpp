// odd_numbers.cpp - drawn products of NaNs, infinities and zeros of both signs give what the dense reference gives, bit
// for bit. SuiteSparse:GraphBLAS has another meaning of them, so it is not asked.
#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/matrix_case.hpp"
#include "tests/support/reduce_check.hpp"
#include "tests/support/same_value.hpp"
#include "tests/support/vector_case.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// Sums of these are exact, and the same in every order: infinity less infinity is NaN whatever comes after.
template <class T> T draw_odd(random_source& random) {
  using limits = std::numeric_limits<T>;
  switch (random.below(10)) {
    case 0:
      return limits::quiet_NaN();
    case 1:
      return random.chance(50) ? limits::infinity() : -limits::infinity();
    case 2:
    case 3:
    case 4:
      return T(-0.0);
    case 5:
    case 6:
      return T(0);
    default:
      return T(random.below(7) - 3);
  }
}

// All zeros in a third of the cases, where sums of -0 alone come about.
template <class T> void make_odd(random_source& random, dense_vector<T>& cells) {
  bool const zeros = random.chance(33);
  for (auto& cell : cells) {
    T const odd = draw_odd<T>(random);
    if (cell) *cell = zeros && odd != 0 ? T(-0.0) : odd;
  }
}

template <class SR, class Accum> void check_vectors(executor const& exec, SR const& sr, Accum const& accum) {
  using T = domain_of<SR>;
  for (unsigned seed = 0; seed < draws(160); ++seed) {
    auto c = draw_vector_case<T, T, T, bool>(seed);
    random_source random(seed + 77);
    c.pattern = false;
    make_odd(random, c.a.cells);
    make_odd(random, c.u);
    make_odd(random, c.w);
    if (c.same == alias::operand) c.u = c.w;
    INFO(c, "\n  ", detail::type_name<SR>(), ", ", detail::type_name<Accum>(), ", ", exec.description());
    auto const expected = by_reference(sr, accum, c);
    auto const found = by_heddle<std::int32_t, std::int32_t>(exec, sr, accum, c);
    INFO("expected: ", print(expected), "\n  found: ", print(found));
    CHECK(same_values(found, expected));
  }
}

template <class SR, class Accum> void check_matrices(executor const& exec, SR const& sr, Accum const& accum) {
  using T = domain_of<SR>;
  for (unsigned seed = 0; seed < draws(120); ++seed) {
    auto m = draw_matrix_case<T, T, T, bool>(seed);
    random_source random(seed + 78);
    m.pattern_a = m.pattern_b = false;
    make_odd(random, m.a.cells);
    make_odd(random, m.b.cells);
    make_odd(random, m.c.cells);
    if (m.same == shared_output::left) m.a = m.c;
    if (m.same == shared_output::right) m.b = m.c;
    INFO(m, "\n  ", detail::type_name<SR>(), ", ", detail::type_name<Accum>(), ", ", exec.description());
    auto const expected = by_reference(sr, accum, m);
    auto const found = by_heddle<std::int32_t, std::int32_t>(exec, sr, accum, m);
    INFO("expected: ", print(expected), "\n  found: ", print(found));
    CHECK(same_values(found.cells, expected.cells));
  }
}

template <class Monoid> void check_sums(executor const& exec, Monoid const& add) {
  using T = typename Monoid::value_type;
  for (unsigned seed = 0; seed < draws(120); ++seed) {
    random_source random(seed);
    size_type const rows = draw_size(random), cols = draw_size(random);
    auto a = draw_matrix<T>(random, rows, cols, draw_density(random));
    make_odd(random, a.cells);
    auto const stored = make_matrix<T>(a, exec);
    vector<T> w(rows, exec);
    descriptor const d{.schedule = draw_schedule(random)};
    INFO("seed ", seed, ", ", detail::type_name<Monoid>(), ", schedule ", d.schedule.text(), ", A ", rows, " x ", cols,
         ": ", print(a), ", ", exec.description());
    reduce(w, add, stored, d);
    CHECK(same_values(to_dense(w), reference::sums_of_rows(add, a)));
    T const all = reference::sum(add, a.cells).value_or(add.identity());
    CHECK(same_value(reduce(add, stored), all));
    CHECK(same_value(reduce(add, make_vector<T>(a.cells, draw_held(random), exec)), all));
  }
}

}  // namespace

EXECUTOR_CASE("mxv and vxm of NaNs and zeros of both signs are sums of their products alone") {
  check_vectors(exec, min_plus<double>{}, minimum<double>{});
  check_vectors(exec, max_times<float>{}, no_accumulator{});
  check_vectors(exec, max_plus<float>{}, maximum<float>{});
  check_vectors(exec, plus_times<float>{}, no_accumulator{});
  check_vectors(exec, plus_times<double>{}, plus<double>{});
}

EXECUTOR_CASE("mxm of NaNs and zeros of both signs sums its products alone") {
  check_matrices(exec, min_plus<double>{}, minimum<double>{});
  check_matrices(exec, min_plus<float>{}, no_accumulator{});
  check_matrices(exec, plus_times<float>{}, plus<float>{});
}

EXECUTOR_CASE("sums of rows, matrices and vectors of NaNs and zeros of both signs are of their entries alone") {
  check_sums(exec, plus_monoid<float>{});
  check_sums(exec, min_monoid<double>{});
  check_sums(exec, max_monoid<float>{});
}
