// assign_check.hpp - assign and subassign at chosen positions of drawn vectors and matrices, under masks, accumulators
// and replace, against the dense reference.
#pragma once
#include <heddle/ops/subassign/subassign.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/extract_check.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where operations differ

/// What is expected of cells of which those at `at` meet t. `whole`: the mask is of all cells (assign), else of the
/// part (subassign).
template <class W, class M, class Accum, class T>
dense_vector<W> expected_cells(dense_vector<W> const& old, mask_kind kind, dense_vector<M> const& mask,
                               bool accumulates, Accum const& accum, bool replace, dense_vector<T> const& t,
                               std::vector<size_type> const& at, bool whole) {
  if (whole) {
    auto const z =
        accumulates ? reference::assigned(old, accum, t, at) : reference::assigned(old, no_accumulator{}, t, at);
    return reference::written(old, kind, mask, no_accumulator{}, replace, z);
  }
  auto const part = reference::extract(old, at);
  auto const p = accumulates ? reference::written(part, kind, mask, accum, replace, t)
                             : reference::written(part, kind, mask, no_accumulator{}, replace, t);
  return reference::assigned(old, no_accumulator{}, p, at);
}

/// A vector, or a scalar, assigned to a vector.
template <class W, class U, class Accum>
void check_vector_assigns(executor const& exec, Accum const& accum, bool whole, unsigned seeds = 300) {
  for (unsigned seed = 0; seed < draws(seeds); ++seed) {
    random_source random(seed);
    size_type const size = random.chance(20) ? 200 + random.below(200) : draw_size(random);
    int const percent = size > 100 ? 1 + random.below(3) : draw_density(random);  // few enough to stay a list
    auto const old = draw_vector<W>(random, size, percent);
    auto const chosen = draw_indices(random, size, true);
    auto const length = static_cast<size_type>(chosen.at.size());
    auto u = draw_vector<U>(random, length, size > 100 ? percent : draw_density(random));
    bool const scalar = random.chance(30), replace = random.chance(50), accumulates = random.chance(50);
    U const value = draw_value<U>(random);
    if (scalar) u.assign(u.size(), value);
    auto const mask = draw_vector<bool>(random, whole ? size : length, draw_density(random));
    auto const kind = all_mask_kinds[random.below(5)];
    held const w_held = draw_held(random), u_held = draw_held(random), mask_held = draw_held(random);
    INFO("seed ", seed, ", w ", print(old), " (", name_of(w_held), "), u ", print(u), " (", name_of(u_held), "), I ",
         chosen, ", scalar ", scalar, ", mask ", name_of(kind), ' ', print(mask), " (", name_of(mask_held),
         "), replace ", replace, ", accumulates ", accumulates, ", whole ", whole, ", ", exec.description());
    auto w = make_vector<W>(old, w_held, exec);
    auto const operand = make_vector<U>(u, u_held, exec);
    auto const masked = make_vector<bool>(mask, mask_held, exec);
    descriptor const d{.replace = replace};
    auto const call = [&](auto const& m, auto const& a) {
      if (whole) {
        scalar ? assign(w, m, a, value, chosen.set, d) : assign(w, m, a, operand, chosen.set, d);
      } else {
        scalar ? subassign(w, m, a, value, chosen.set, d) : subassign(w, m, a, operand, chosen.set, d);
      }
    };
    auto const with_mask = [&](auto const& m) { accumulates ? call(m, accum) : call(m, no_accum); };
    kind == mask_kind::none ? with_mask(no_mask) : with_mask(make_mask(kind, masked));
    auto const expected = expected_cells(old, kind, mask, accumulates, accum, replace, u, chosen.at, whole);
    auto const found = to_dense(w);
    INFO("found ", print(found), ", expected ", print(expected));
    CHECK((found == expected));
    CHECK_EQ(w.nvals(), std::count_if(expected.begin(), expected.end(), [](auto const& x) { return x.has_value(); }));
    CHECK((to_dense(operand) == u));
  }
}

/// A matrix, or a scalar, assigned to a matrix.
template <class W, class A, class Accum>
void check_matrix_assigns(executor const& exec, Accum const& accum, bool whole, unsigned seeds = 300) {
  for (unsigned seed = 0; seed < draws(seeds); ++seed) {
    random_source random(seed);
    size_type const m = draw_size(random), n = draw_size(random);
    auto const rows = draw_indices(random, m, true), columns = draw_indices(random, n, true);
    auto const num_rows = static_cast<size_type>(rows.at.size()),
               num_columns = static_cast<size_type>(columns.at.size());
    auto a = draw_matrix<A>(random, num_rows, num_columns, draw_density(random));
    bool const pattern = draw_pattern(random, a), turned = random.chance(50), scalar = random.chance(30);
    A const value = draw_value<A>(random);
    auto t = a;
    if (scalar) t.cells.assign(t.cells.size(), value);
    matrix_write_case<W> const x(random, m, n, whole ? m : num_rows, whole ? n : num_columns);
    auto const operand = make_either<A, std::int32_t, std::int32_t>(turned ? transposed(a) : a, pattern, exec);
    INFO("seed ", seed, ", A ", num_rows, " x ", num_columns, ' ', print(a), ", I ", rows, ", J ", columns,
         ", transposed ", turned, ", scalar ", scalar, ", whole ", whole);
    dense_matrix<W> expected = x.old;
    expected.cells = expected_cells(x.old.cells, x.kind, x.mask.cells, x.accumulates, accum, x.replace, t.cells,
                                    reference::cells_of(rows.at, columns.at, n), whole);
    check_result(exec, x, accum, expected, [&](auto& c, auto const& mask, auto const& chosen, descriptor const& d) {
      auto const call = [&](auto const& source) {
        whole ? assign(c, mask, chosen, source, rows.set, columns.set, d)
              : subassign(c, mask, chosen, source, rows.set, columns.set, d);
      };
      scalar ? call(value) : turned ? call(transpose(operand)) : call(operand);
    });
  }
}

/// A vector assigned to a row or a column of a matrix, under a mask of that row or column, or of the part.
template <class W, class U, class Accum>
void check_line_assigns(executor const& exec, Accum const& accum, bool whole, unsigned seeds = 200) {
  for (unsigned seed = 0; seed < draws(seeds); ++seed) {
    random_source random(seed);
    auto const old = draw_matrix<W>(random, 1 + draw_size(random), 1 + draw_size(random), draw_density(random));
    bool const by_row = random.chance(50), replace = random.chance(50), accumulates = random.chance(50);
    size_type const size = by_row ? old.cols : old.rows,
                    i = random.below(static_cast<int>(by_row ? old.rows : old.cols));
    auto const chosen = draw_indices(random, size, true);
    auto const length = static_cast<size_type>(chosen.at.size());
    auto const u = draw_vector<U>(random, length, draw_density(random));
    auto const mask = draw_vector<bool>(random, whole ? size : length, draw_density(random));
    auto const kind = all_mask_kinds[random.below(5)];
    INFO("seed ", seed, ", C ", old.rows, " x ", old.cols, ' ', print(old), by_row ? ", row " : ", column ", i, ", I ",
         chosen, ", u ", print(u), ", mask ", name_of(kind), ' ', print(mask), ", replace ", replace, ", accumulates ",
         accumulates, ", whole ", whole, ", ", exec.description());
    auto c = make_matrix<W>(old, exec);
    if (random.chance(30)) storage_of(c).csc();
    auto const operand = make_vector<U>(u, draw_held(random), exec);
    auto const masked = make_vector<bool>(mask, draw_held(random), exec);
    descriptor const d{.replace = replace};
    auto const call = [&](auto const& m, auto const& a) {
      if (whole) {
        by_row ? assign(c, m, a, operand, i, chosen.set, d) : assign(c, m, a, operand, chosen.set, i, d);
      } else {
        by_row ? subassign(c, m, a, operand, i, chosen.set, d) : subassign(c, m, a, operand, chosen.set, i, d);
      }
    };
    auto const with_mask = [&](auto const& m) { accumulates ? call(m, accum) : call(m, no_accum); };
    kind == mask_kind::none ? with_mask(no_mask) : with_mask(make_mask(kind, masked));
    auto line = dense_vector<W>(static_cast<std::size_t>(size));
    for (size_type k = 0; k < size; ++k) line[k] = by_row ? old(i, k) : old(k, i);
    line = expected_cells(line, kind, mask, accumulates, accum, replace, u, chosen.at, whole);
    auto expected = old;
    for (size_type k = 0; k < size; ++k) (by_row ? expected(i, k) : expected(k, i)) = line[k];
    auto const found = to_dense(c);
    INFO("found ", print(found), ", expected ", print(expected));
    CHECK((found == expected));
  }
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
