// numbers_check.hpp - sums of NaNs, infinities and zeros of both signs, the same bit for bit by every method,
// direction, form and schedule. No sum in here is rounded.
#pragma once
#include <doctest/doctest.h>

#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/vxm/vxm.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/random_cases.hpp"
#include "tests/support/same_value.hpp"
#include "tests/support/schedules.hpp"

namespace heddle::testing {

/// Column k stands for the value palette(k), 600 columns of them.
inline constexpr size_type number_columns = 600;
template <class T> T palette(size_type k) {
  if constexpr (std::is_floating_point_v<T>) {
    using limits = std::numeric_limits<T>;
    T const all[] = {limits::quiet_NaN(), T(-0.0), T(0), limits::infinity(), -limits::infinity(), T(1), T(-1), T(3)};
    return all[k % 8];
  } else {
    T const all[] = {T(5), T(0), T(1), T(0), T(7), T(0), T(1), T(2)};
    return all[k % 8];
  }
}

/// Which values a row sums (bit v: palette(v)), and how many of them.
struct number_row {
  unsigned values;
  int length;
};

/// A NaN alone and among numbers, zeros of one sign and of both, infinities; rows of one entry to hundreds, and none.
inline std::vector<number_row> number_rows() {
  std::vector<number_row> rows;
  for (unsigned const values :
       {0x01u, 0x02u, 0x04u, 0x06u, 0x03u, 0x07u, 0x08u, 0x10u, 0x18u, 0x19u, 0xe0u, 0xe1u, 0x62u, 0xffu}) {
    for (int const length : {1, 2, 5, 40}) rows.push_back({values, length});
    if (values % 2 == 0) rows.push_back({0, 0});
  }
  for (unsigned const values : {0x01u, 0x02u, 0xffu}) rows.push_back({values, values == 0xffu ? 600 : 75});
  rows.push_back({0, 0});
  return rows;
}

/// A(i, k) = value(k) where row i sums palette(k).
template <class T, class Value> dense_matrix<T> number_matrix(Value const& value) {
  auto const rows = number_rows();
  dense_matrix<T> a(static_cast<size_type>(rows.size()), number_columns);
  for (size_type i = 0; i < a.rows; ++i) {
    int left = rows[i].length;
    for (size_type k = i % 8; k < a.cols && left > 0; ++k) {
      if (!(rows[i].values >> (k % 8) & 1)) continue;
      a(i, k) = value(k);
      --left;
    }
  }
  return a;
}

template <class T> dense_vector<T> every(dense_vector<T> cells, size_type step) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i % static_cast<std::size_t>(step) == 1) cells[i].reset();
  }
  return cells;
}

inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where products differ

/// Products of A and u are palette(k): A holds it, and u what leaves it as it is (`unit`), or the other way round.
template <class SR> class number_check {
 public:
  using T = domain_of<SR>;

  number_check(executor const& exec, SR const& sr, T unit, bool u_holds_values = false) : exec_(exec), sr_(sr) {
    auto const value = [&](size_type k) { return u_holds_values ? unit : palette<T>(k); };
    a_ = number_matrix<T>(value);
    for (size_type k = 0; k < a_.cols; ++k) full_.push_back(u_holds_values ? palette<T>(k) : unit);
    partial_ = every(full_, 3);
    for (size_type i = 0; i < a_.rows; ++i) mask_.push_back(i % 4 != 0 ? std::optional<bool>(true) : std::nullopt);
    on_device_ = make_matrix<T>(a_, exec);
    turned_ = make_matrix<T>(transposed(a_), exec);
    mask_on_device_ = make_vector<bool>(mask_, held::bitmap, exec);
  }

  /// Pushed and pulled, u dense, bitmap, sparse, and sparse with a bitmap, masked and not.
  void all() const {
    for (held const how : {held::bitmap, held::sparse}) check_products(full_, how);
    for (held const how : {held::bitmap, held::sparse, held::both}) check_products(partial_, how);
  }

 private:
  void check_products(dense_vector<T> const& cells, held how) const {
    auto const u = make_vector<T>(cells, how, exec_);
    auto const t = reference::mxv(sr_, a_, cells);
    auto const none = dense_vector<T>(t.size());
    auto const masked = reference::written(none, mask_kind::structural, mask_, no_accumulator{}, false, t);
    for (direction const way : {direction::push, direction::pull}) {
      for (schedule const& s : schedule_variants()) {
        descriptor const d{.schedule = s, .direction = way};
        INFO(detail::type_name<SR>(), ", u ", name_of(how), ", ", name_of(way), ", schedule ", s.text(), ", ",
             exec_.description());
        expect("mxv", t, [&](auto& w) { mxv(w, sr_, on_device_, u, d); });
        expect("mxv of a transpose", t, [&](auto& w) { mxv(w, sr_, transpose(turned_), u, d); });
        expect("mxv, masked", masked,
               [&](auto& w) { mxv(w, structure(mask_on_device_), no_accum, sr_, on_device_, u, d); });
      }
      descriptor const d{.direction = way};
      expect("vxm", reference::vxm(sr_, cells, transposed(a_)), [&](auto& w) { vxm(w, sr_, u, turned_, d); });
    }
  }

  template <class Multiply>
  void expect(char const* what, dense_vector<T> const& expected, Multiply const& multiply) const {
    vector<T> w(a_.rows, exec_);
    multiply(w);
    auto const found = to_dense(w);
    CHECK_MESSAGE(same_values(found, expected), what, "\n  found    ", print(found), "\n  expected ", print(expected));
  }

  executor exec_;
  SR sr_;
  dense_matrix<T> a_;
  dense_vector<T> full_, partial_;
  dense_vector<bool> mask_;
  matrix<T> on_device_, turned_;
  vector<bool> mask_on_device_;
};

/// A * B by all three methods: B with some entries (expanded), full, and under a mask of few entries (dot products).
template <class SR> void check_number_products(executor const& exec, SR const& sr, domain_of<SR> unit) {
  using T = domain_of<SR>;
  auto const a = number_matrix<T>(palette<T>);
  dense_matrix<T> some(a.cols, 7), full(a.cols, 7);
  dense_matrix<bool> few(a.rows, 7);
  for (size_type k = 0; k < a.cols; ++k) {
    for (size_type j = 0; j < 7; ++j) {
      full(k, j) = unit;
      if (k % 7 != j) some(k, j) = unit;
    }
  }
  for (size_type i = 0; i < a.rows; ++i) few(i, i % 7) = true;
  auto const left = make_matrix<T>(a, exec), mask_free = make_matrix<T>(some, exec), dense = make_matrix<T>(full, exec);
  auto const mask = make_matrix<bool>(few, exec);
  auto const expect = [&](char const* what, matrix<T> const& c, dense_vector<T> const& expected) {
    auto const found = to_dense(c).cells;
    CHECK_MESSAGE(same_values(found, expected), what, "\n  found    ", print(found), "\n  expected ", print(expected));
  };
  dense_matrix<T> const none(a.rows, 7);
  auto const of_some = reference::mxm(sr, a, some).cells, of_full = reference::mxm(sr, a, full).cells;
  auto const dots = reference::written(none.cells, mask_kind::structural, few.cells, no_accumulator{}, false, of_some);
  for (schedule const& s : schedule_variants()) {
    INFO(detail::type_name<SR>(), ", schedule ", s.text(), ", ", exec.description());
    matrix<T> c(a.rows, 7, exec);
    mxm(c, sr, left, mask_free, {.schedule = s});
    expect("mxm by expansion", c, of_some);
    mxm(c, sr, left, dense, {.schedule = s});
    expect("mxm with a full right operand", c, of_full);
    mxm(c, structure(mask), no_accum, sr, left, mask_free, {.replace = true, .schedule = s});
    expect("mxm by dot products", c, dots);
  }
}

/// Rows, columns and everything.
template <class Monoid> void check_number_reductions(executor const& exec, Monoid const& add) {
  using T = typename Monoid::value_type;
  auto const cells = number_matrix<T>(palette<T>);
  auto const a = make_matrix<T>(cells, exec), turned = make_matrix<T>(transposed(cells), exec);
  auto const sum_of_row = [&](size_type i) {
    std::optional<T> sum;
    for (size_type k = 0; k < cells.cols; ++k) {
      if (cells(i, k)) sum = sum ? add(*sum, *cells(i, k)) : *cells(i, k);
    }
    return sum;
  };
  dense_vector<T> expected;
  for (size_type i = 0; i < cells.rows; ++i) {
    expected.push_back(sum_of_row(i));
    dense_vector<T> const row(cells.cells.begin() + i * cells.cols, cells.cells.begin() + (i + 1) * cells.cols);
    INFO(detail::type_name<Monoid>(), ", row ", i, ", ", exec.description());
    CHECK(same_value(reduce(add, make_vector<T>(row, held::sparse, exec)), expected.back().value_or(add.identity())));
  }
  for (schedule const& s : schedule_variants()) {
    INFO(detail::type_name<Monoid>(), ", schedule ", s.text(), ", ", exec.description());
    for (auto const& reduced : {[&] {
                                  vector<T> w(cells.rows, exec);
                                  reduce(w, add, a, {.schedule = s});
                                  return to_dense(w);
                                }(),
                                [&] {
                                  vector<T> w(cells.rows, exec);
                                  reduce(w, add, transpose(turned), {.schedule = s});
                                  return to_dense(w);
                                }()}) {
      CHECK_MESSAGE(same_values(reduced, expected), print(reduced), "\n  expected ", print(expected));
    }
  }
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
