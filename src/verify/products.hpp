// products.hpp - y = A x over a semiring, judged by sums entry by entry and a bound on how they may round.
#pragma once
#include <cmath>
#include <heddle/matrix.hpp>
#include <heddle/semirings/semirings.hpp>
#include <heddle/vector.hpp>
#include <limits>
#include <vector>

namespace heddle::verify {

/// 1 + j mod 7: exact in every type, and not the same everywhere.
template <class D> std::vector<D> operand_of(size_type size) {
  std::vector<D> x(static_cast<std::size_t>(size));
  for (size_type j = 0; j < size; ++j) x[j] = detail::converted<D>(static_cast<double>(1 + j % 7));
  return x;
}

/// One row of what y must be.
struct expected_row {
  double value = 0;      // of sums of floating-point numbers in double, else of the semiring's domain
  double magnitude = 0;  // sum of absolute values: what rounding errors are measured by
  size_type count = 0;
};

template <class SR>
inline constexpr bool sums_with_rounding =
    std::is_floating_point_v<domain_of<SR>>&& std::is_same_v<add_of<SR>, plus_monoid<domain_of<SR>>>;

/// Entry by entry.
template <class SR, class Index>
std::vector<expected_row> expected_rows(size_type num_rows, matrix_tuples<domain_of<SR>, Index> const& a,
                                        std::vector<domain_of<SR>> const& x) {
  using D = domain_of<SR>;
  SR const sr{};
  std::vector<expected_row> rows(static_cast<std::size_t>(num_rows));
  for (std::size_t k = 0; k < a.row.size(); ++k) {
    expected_row& y = rows[a.row[k]];
    D const product = sr.multiply(a.value[k], x[a.col[k]]);
    if constexpr (sums_with_rounding<SR>) {
      y.value += product;
      y.magnitude += std::abs(static_cast<double>(product));
    } else {
      y.value = y.count == 0 ? product : sr.add(detail::converted<D>(y.value), product);
    }
    ++y.count;
  }
  return rows;
}

/// Sums may differ by the rounding of as many additions, and are unknown where one may overflow on its way;
/// everything else may not differ, but that all NaNs are one value.
template <class D> bool accepts(expected_row const& y, D value, bool sums) {
  if (y.value == static_cast<double>(value) || (y.value != y.value && value != value)) return true;
  if constexpr (std::is_floating_point_v<D>) {
    if (!sums) return false;
    double const bound = static_cast<double>(y.count + 2) * std::numeric_limits<D>::epsilon() * y.magnitude;
    if (!std::isfinite(value)) return y.magnitude + bound > std::numeric_limits<D>::max();
    return std::abs(y.value - static_cast<double>(value)) <= bound || bound == std::numeric_limits<double>::infinity();
  }
  return false;
}

/// Whether y has an entry in each row that has one in A, no other, and each is accepted.
template <class D, class Index>
bool is_expected(std::vector<expected_row> const& expected, vector<D, Index> const& y, bool sums) {
  auto const entries = y.tuples();
  std::size_t k = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    bool const present = k < entries.index.size() && entries.index[k] == static_cast<Index>(i);
    if (present != (expected[i].count > 0)) return false;
    if (present && !accepts<D>(expected[i], entries.value[k], sums)) return false;
    k += present;
  }
  return k == entries.index.size();
}

}  // namespace heddle::verify
