// entrywise_check.hpp - apply and select on drawn vectors and matrices, under masks, accumulators and replace, against
// the dense reference.
#pragma once
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/select/select.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/product_case.hpp"
#include "tests/support/write_cases.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where operations differ

/// Twice the value in another type.
struct doubled {
  HEDDLE_FN double operator()(int x) const { return 2.0 * x; }
};
/// The value and where it stands.
struct located {
  HEDDLE_FN double operator()(int x, size_type i) const { return x + 10.0 * static_cast<double>(i); }
  HEDDLE_FN double operator()(int x, size_type i, size_type j) const {
    return x + 10.0 * static_cast<double>(i) + 1000.0 * static_cast<double>(j);
  }
};
struct below {
  HEDDLE_FN bool operator()(int x, int thunk) const { return x < thunk; }
};
/// On or below the thunk-th diagonal (GrB_TRIL); of a vector, before the thunk-th position.
struct on_lower_side {
  HEDDLE_FN bool operator()(int, size_type i, int thunk) const { return i < thunk; }
  HEDDLE_FN bool operator()(int, size_type i, size_type j, int thunk) const { return j <= i + thunk; }
};

/// A matrix written as the reference writes it: operate(c, mask, accum, operand, descriptor), t from of_cell(a, i, j).
template <class OfCell, class Operate>
void check_matrix_writes(executor const& exec, OfCell const& of_cell, Operate const& operate) {
  for (unsigned seed = 0; seed < draws(120); ++seed) {
    random_source random(seed);
    size_type const rows = draw_size(random), cols = draw_size(random);
    auto const kind = all_mask_kinds[seed % 5];
    bool const turned = random.chance(50), replace = random.chance(50), accumulates = random.chance(50);
    auto a = draw_matrix<int>(random, rows, cols, draw_density(random));
    bool const pattern = draw_pattern(random, a);
    auto const old = draw_matrix<double>(random, rows, cols, draw_density(random));
    auto const mask = draw_matrix<bool>(random, rows, cols, draw_density(random));
    INFO("seed ", seed, ", A ", print(a), ", C ", print(old), ", mask ", name_of(kind), ' ', print(mask), ", replace ",
         replace, ", accumulates ", accumulates, ", transposed ", turned, ", ", exec.description());
    dense_matrix<double> t(rows, cols), expected = old;
    for (size_type i = 0; i < rows; ++i) {
      for (size_type j = 0; j < cols; ++j) {
        if (a(i, j)) t(i, j) = of_cell(*a(i, j), i, j);
      }
    }
    expected.cells = accumulates ? reference::written(old.cells, kind, mask.cells, minus<double>{}, replace, t.cells)
                                 : reference::written(old.cells, kind, mask.cells, no_accumulator{}, replace, t.cells);
    auto c = make_matrix<double>(old, exec);
    auto const operand = make_either<int, std::int32_t, std::int32_t>(turned ? transposed(a) : a, pattern, exec);
    auto const masked = make_matrix<bool>(mask, exec);
    auto const call = [&](auto const& chosen_mask, auto const& accum) {
      descriptor const d{.replace = replace};
      turned ? operate(c, chosen_mask, accum, transpose(operand), d) : operate(c, chosen_mask, accum, operand, d);
    };
    auto const with_mask = [&](auto const& chosen_mask) {
      accumulates ? call(chosen_mask, minus<double>{}) : call(chosen_mask, no_accum);
    };
    kind == mask_kind::none ? with_mask(no_mask) : with_mask(make_mask(kind, masked));
    CHECK(to_dense(c) == expected);
  }
}

/// The same for vectors, t from of_cell(u, i).
template <class OfCell, class Operate>
void check_vector_writes(executor const& exec, OfCell const& of_cell, Operate const& operate) {
  for (unsigned seed = 0; seed < draws(150); ++seed) {
    random_source random(seed);
    write_case<double> const c(random);
    auto const u = draw_vector<int>(random, c.size, draw_density(random));
    held const how = draw_held(random);
    auto const operand = make_vector<int>(u, how, exec);
    dense_vector<double> t(u.size());
    for (std::size_t i = 0; i < u.size(); ++i) {
      if (u[i]) t[i] = of_cell(*u[i], static_cast<size_type>(i));
    }
    INFO("seed ", seed, ", u ", print(u), " (", name_of(how), ")");
    check_written(exec, c, minus<double>{}, t, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
      operate(w, mask, accum, operand, d);
    });
    CHECK(to_dense(operand) == u);
  }
}

template <class F> void check_apply_by(executor const& exec, F const& f) {
  auto const of_cell = [&](int x, auto... at) -> std::optional<double> { return detail::applied(f, x, at...); };
  auto const operate = [&](auto& w, auto const& mask, auto const& accum, auto const& u, descriptor const& d) {
    apply(w, mask, accum, f, u, d);
  };
  check_vector_writes(exec, of_cell, operate);
  check_matrix_writes(exec, of_cell, operate);
}

inline void check_apply(executor const& exec) {
  check_apply_by(exec, doubled{});
  check_apply_by(exec, located{});
}

/// Of matrices, and of vectors where the predicate takes the position of a vector's entry.
template <class Keep> void check_select_by(executor const& exec, Keep const& keep, int thunk) {
  auto const of_cell = [&](int x, auto... at) {
    return detail::holds(keep, x, thunk, at...) ? std::optional<double>(x) : std::nullopt;
  };
  auto const operate = [&](auto& w, auto const& mask, auto const& accum, auto const& u, descriptor const& d) {
    select(w, mask, accum, keep, u, thunk, d);
  };
  if constexpr (detail::keeps_at<Keep, int, int, size_type>) check_vector_writes(exec, of_cell, operate);
  check_matrix_writes(exec, of_cell, operate);
}

inline void check_select(executor const& exec) {
  check_select_by(exec, below{}, 3);
  check_select_by(exec, on_lower_side{}, 2);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
