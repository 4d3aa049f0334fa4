// reduce_check.hpp - reductions of drawn matrices under masks, and of adversarial ones under every schedule.
#pragma once
#include <heddle/ops/reduce/reduce.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/product_case.hpp"
#include "tests/support/schedule_check.hpp"
#include "tests/support/user_semirings.hpp"
#include "tests/support/write_cases.hpp"

namespace heddle::testing {

namespace reference {

/// sum of all that is there, in order.
template <class Monoid, class T>
std::optional<typename Monoid::value_type> sum(Monoid const& add, dense_vector<T> const& cells) {
  using D = typename Monoid::value_type;
  std::optional<D> result;
  for (auto const& cell : cells) {
    if (cell) result = result ? add(*result, static_cast<D>(*cell)) : static_cast<D>(*cell);
  }
  return result;
}

/// t(i) = sum over j of A(i, j).
template <class Monoid, class T>
dense_vector<typename Monoid::value_type> sums_of_rows(Monoid const& add, dense_matrix<T> const& a) {
  dense_vector<typename Monoid::value_type> t;
  for (size_type i = 0; i < a.rows; ++i) {
    t.push_back(sum(add, dense_vector<T>(a.cells.begin() + i * a.cols, a.cells.begin() + (i + 1) * a.cols)));
  }
  return t;
}

}  // namespace reference

inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where reductions differ

/// W: the output's elements; A: the matrix's. Rows, columns, and everything as a scalar.
template <class Monoid, class W, class A, class Accum>
void check_drawn_reductions(executor const& exec, Accum const& accum, unsigned cases = 60) {
  unsigned const first_seed = 80 * seed_of<Monoid, W, A, Accum>();
  for (unsigned seed = first_seed; seed < first_seed + draws(cases); ++seed) {
    random_source random(seed);
    write_case<W> const c(random);
    bool const transposes = seed % 2 == 1;
    auto cells = draw_matrix<A>(random, c.size, draw_size(random), draw_density(random));
    bool pattern = false;
    if constexpr (std::is_arithmetic_v<A>) pattern = draw_pattern(random, cells);
    schedule const chosen = draw_schedule(random);
    INFO("seed ", seed, ", ", detail::type_name<Monoid>(), ", schedule ", chosen.text(),
         transposes ? ", by columns" : "", "\n  A ", cells.rows, " x ", cells.cols, ": ", print(cells));
    auto const stored = transposes ? transposed(cells) : cells;
    auto const a = [&] {
      if constexpr (std::is_arithmetic_v<A>) {
        return make_either<A, std::int32_t, std::int32_t>(stored, pattern, exec);
      } else {
        return make_matrix<A>(stored, exec);
      }
    }();
    Monoid const add{};
    check_written(exec, c, accum, reference::sums_of_rows(add, cells),
                  [&](auto& w, auto const& mask, auto const& accumulator, descriptor d) {
                    d.schedule = chosen;
                    transposes ? reduce(w, mask, accumulator, add, transpose(a), d)
                               : reduce(w, mask, accumulator, add, a, d);
                  });
    auto const total = reference::sum(add, cells.cells).value_or(add.identity());
    CHECK((transposes ? reduce(add, transpose(a)) : reduce(add, a)) == total);
    auto const v = make_vector<A>(cells.cells, draw_held(random), exec);
    CHECK(reduce(add, v) == total);
  }
}

/// Rows, columns and the scalar of every tile set of at most `atoms` atoms, with stored values and as a pattern.
template <class Monoid, index_type I = std::int32_t, index_type O = std::int32_t>
void check_reductions(executor const& exec, Monoid const& add, typename Monoid::value_type one,
                      size_type atoms = size_type{1} << 40) {
  using D = typename Monoid::value_type;
  for (tile_case const& tiles : small_battery(atoms, atoms)) {
    auto const entries = matrix_of<D>(tiles);
    auto const a = entries.template on<I, O>(exec), pattern = entries.template pattern_on<I, O>(exec, one);
    dense_vector<D> rows(entries.rows), columns(entries.cols), ones(entries.rows), all;
    auto const add_to = [&](std::optional<D>& sum, D value) { sum = sum ? add(*sum, value) : value; };
    for (std::size_t e = 0; e < entries.row.size(); ++e) {
      add_to(rows[entries.row[e]], entries.value[e]);
      add_to(columns[entries.col[e]], entries.value[e]);
      add_to(ones[entries.row[e]], one);
      all.push_back(entries.value[e]);
    }
    INFO(detail::type_name<Monoid>(), ", ", entries.name, ", ", exec.description());
    CHECK(reduce(add, a) == reference::sum(add, all).value_or(add.identity()));
    for (schedule const& s : schedule_variants()) {
      INFO("schedule ", s.text());
      vector<D, I> by_rows(entries.rows, exec), by_columns(entries.cols, exec), of_ones(entries.rows, exec);
      reduce(by_rows, add, a, {.schedule = s});
      CHECK_EQ(difference(to_dense(by_rows), rows), "");
      if (tiles.tiles() > 1000 || tiles.atoms() > 1000) continue;  // the large ones by rows only
      reduce(of_ones, add, pattern, {.schedule = s});
      CHECK_EQ(difference(to_dense(of_ones), ones), "");
      reduce(by_columns, add, transpose(a), {.schedule = s});
      CHECK_EQ(difference(to_dense(by_columns), columns), "");
    }
  }
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
