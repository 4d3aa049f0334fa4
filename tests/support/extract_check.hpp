// extract_check.hpp - extract from drawn vectors and matrices, under masks, accumulators and replace, against the dense
// reference.
#pragma once
#include <heddle/ops/extract/extract.hpp>

#include "tests/support/drawn_indices.hpp"
#include "tests/support/draws.hpp"
#include "tests/support/matrix_write_case.hpp"
#include "tests/support/product_case.hpp"
#include "tests/support/write_cases.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where operations differ

/// A value of three words, which no precompiled kernel knows.
struct labelled {
  std::int64_t value = 0, twice = 0, label = 0;
  labelled() = default;
  HEDDLE_FN explicit labelled(int v) : value(v), twice(2 * v), label(7) {}
  friend HEDDLE_FN bool operator==(labelled const& a, labelled const& b) {
    return a.value == b.value && a.twice == b.twice && a.label == b.label;
  }
  friend std::ostream& operator<<(std::ostream& out, labelled const& v) { return out << v.value << '#' << v.label; }
};
/// Neither commutative nor associative.
struct relabel_first {
  HEDDLE_FN labelled operator()(labelled a, labelled const& b) const {
    a.value = 10 * a.value + b.value;
    a.label += 1;
    return a;
  }
};

/// Extraction of vectors, W from U.
template <class W, class U, class Accum>
void check_vector_extracts(executor const& exec, Accum const& accum, unsigned seeds = 300) {
  for (unsigned seed = 0; seed < draws(seeds); ++seed) {
    random_source random(seed);
    auto const u = draw_vector<U>(random, draw_size(random), draw_density(random));
    held const how = draw_held(random);
    auto const chosen = draw_indices(random, static_cast<size_type>(u.size()));
    write_case<W> const c(random, static_cast<size_type>(chosen.at.size()));
    auto const operand = make_vector<U>(u, how, exec);
    INFO("seed ", seed, ", u ", print(u), " (", name_of(how), "), I ", chosen);
    check_written(exec, c, accum, reference::extract(u, chosen.at),
                  [&](auto& w, auto const& mask, auto const& chosen_accum, descriptor const& d) {
                    extract(w, mask, chosen_accum, operand, chosen.set, d);
                  });
    CHECK((to_dense(operand) == u));
  }
}

/// Extraction of matrices, and of columns and rows of matrices.
template <class W, class A, class Accum>
void check_matrix_extracts(executor const& exec, Accum const& accum, unsigned seeds = 300) {
  for (unsigned seed = 0; seed < draws(seeds); ++seed) {
    random_source random(seed);
    auto a = draw_matrix<A>(random, draw_size(random), draw_size(random), draw_density(random));
    bool const pattern = draw_pattern(random, a), turned = random.chance(50), columns_at_hand = random.chance(30);
    auto const rows = draw_indices(random, a.rows), columns = draw_indices(random, a.cols);
    auto const t = reference::extract(a, rows.at, columns.at);
    matrix_write_case<W> const x(random, t.rows, t.cols);
    auto const operand = make_either<A, std::int32_t, std::int32_t>(turned ? transposed(a) : a, pattern, exec);
    if (columns_at_hand) storage_of(operand).csc();
    INFO("seed ", seed, ", A ", a.rows, " x ", a.cols, ' ', print(a), ", I ", rows, ", J ", columns, ", transposed ",
         turned, ", pattern ", pattern);
    dense_matrix<W> expected = x.old;
    expected.cells = x.accumulates
                         ? reference::written(x.old.cells, x.kind, x.mask.cells, accum, x.replace, t.cells)
                         : reference::written(x.old.cells, x.kind, x.mask.cells, no_accumulator{}, x.replace, t.cells);
    check_result(exec, x, accum, expected, [&](auto& c, auto const& mask, auto const& chosen, descriptor const& d) {
      turned ? extract(c, mask, chosen, transpose(operand), rows.set, columns.set, d)
             : extract(c, mask, chosen, operand, rows.set, columns.set, d);
    });
    if (a.cols == 0) continue;
    size_type const j = random.below(static_cast<int>(a.cols));
    write_case<W> const y(random, t.rows);
    INFO("column ", j);
    check_written(exec, y, accum, reference::extract(a, rows.at, {j}).cells,
                  [&](auto& w, auto const& mask, auto const& chosen, descriptor const& d) {
                    turned ? extract(w, mask, chosen, transpose(operand), rows.set, j, d)
                           : extract(w, mask, chosen, operand, rows.set, j, d);
                  });
  }
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
