// objects.cpp - vectors and matrices of SuiteSparse:GraphBLAS from entries, and back.
#include "tests/oracle/objects.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

namespace heddle::testing::graphblas {

namespace {

// Arrays are never null, which SuiteSparse would refuse.
template <class Known, class T> std::unique_ptr<Known[]> known_values(entries const& e) {
  auto result = std::make_unique<Known[]>(e.size() + 1);
  for (std::size_t k = 0; k < e.size(); ++k) result[k] = static_cast<Known>(from_raw<T>(e.value[k]));
  return result;
}

std::vector<GrB_Index> positions(std::vector<std::int64_t> const& from) {
  std::vector<GrB_Index> result(from.begin(), from.end());
  result.reserve(1);
  return result;
}

// SuiteSparse gives entries in no order that it promises.
void sort_entries(entries& e) {
  auto const place = [&](std::size_t k) { return std::pair(e.row[k], e.col.empty() ? 0 : e.col[k]); };
  std::vector<std::size_t> order(e.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto const before = [&](std::size_t a, std::size_t b) { return place(a) < place(b); };
  if (std::is_sorted(order.begin(), order.end(), before)) return;
  std::sort(order.begin(), order.end(), before);
  entries const old = e;
  for (std::size_t k = 0; k < e.size(); ++k) {
    e.row[k] = old.row[order[k]];
    if (!e.col.empty()) e.col[k] = old.col[order[k]];
    e.value[k] = old.value[order[k]];
  }
}

}  // namespace

// SuiteSparse 7.4 dies of some masks in its bitmap and full forms (GB_subassign_08n): all operands are lists.
void make_vector(vector& made, entries const& e, GrB_BinaryOp duplicate) {
  check(GrB_Vector_new(made.address(), type_named(e.type), static_cast<GrB_Index>(e.rows)));
  check(GxB_Vector_Option_set(made, GxB_SPARSITY_CONTROL, GxB_SPARSE));
  auto const at = positions(e.row);
  with_names(e.type, [&]<class Names, class T>(Names, T) {
    using known = std::conditional_t<detail::is_short_real<T>, float, T>;
    check(Names::build_vector(made, at.data(), known_values<known, T>(e).get(), e.size(), duplicate));
  });
}

void make_matrix(matrix& made, entries const& e, GrB_BinaryOp duplicate) {
  check(GrB_Matrix_new(made.address(), type_named(e.type), static_cast<GrB_Index>(e.rows),
                       static_cast<GrB_Index>(e.cols)));
  check(GxB_Matrix_Option_set(made, GxB_SPARSITY_CONTROL, GxB_SPARSE));
  auto const row = positions(e.row), col = positions(e.col);
  with_names(e.type, [&]<class Names, class T>(Names, T) {
    using known = std::conditional_t<detail::is_short_real<T>, float, T>;
    check(Names::build_matrix(made, row.data(), col.data(), known_values<known, T>(e).get(), e.size(), duplicate));
  });
}

void make_scalar(scalar& made, type_code type, raw_value value) {
  check(GrB_Scalar_new(made.address(), type_named(type)));
  with_names(type, [&]<class Names, class T>(Names, T) {
    using known = std::conditional_t<detail::is_short_real<T>, float, T>;
    check(Names::set(made, static_cast<known>(from_raw<T>(value))));
  });
}

entries entries_of(GrB_Vector v, type_code type) {
  entries e{type, 0, 1, {}, {}, {}};
  GrB_Index size = 0, n = 0;
  check(GrB_Vector_size(&size, v));
  check(GrB_Vector_nvals(&n, v));
  e.rows = static_cast<size_type>(size);
  std::vector<GrB_Index> at(n + 1);
  with_names(type, [&]<class Names, class T>(Names, T) {
    using known = std::conditional_t<detail::is_short_real<T>, float, T>;
    auto values = std::make_unique<known[]>(n + 1);
    check(Names::extract_vector(at.data(), values.get(), &n, v));
    for (GrB_Index k = 0; k < n; ++k) e.value.push_back(to_raw(static_cast<T>(values[k])));
  });
  e.row.assign(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(n));
  sort_entries(e);
  return e;
}

entries entries_of(GrB_Matrix a, type_code type) {
  entries e{type, 0, 1, {}, {}, {}};
  GrB_Index rows = 0, cols = 0, n = 0;
  check(GrB_Matrix_nrows(&rows, a));
  check(GrB_Matrix_ncols(&cols, a));
  check(GrB_Matrix_nvals(&n, a));
  e.rows = static_cast<size_type>(rows);
  e.cols = static_cast<size_type>(cols);
  std::vector<GrB_Index> row(n + 1), col(n + 1);
  with_names(type, [&]<class Names, class T>(Names, T) {
    using known = std::conditional_t<detail::is_short_real<T>, float, T>;
    auto values = std::make_unique<known[]>(n + 1);
    check(Names::extract_matrix(row.data(), col.data(), values.get(), &n, a));
    for (GrB_Index k = 0; k < n; ++k) e.value.push_back(to_raw(static_cast<T>(values[k])));
  });
  e.row.assign(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(n));
  e.col.assign(col.begin(), col.begin() + static_cast<std::ptrdiff_t>(n));
  sort_entries(e);
  return e;
}

}  // namespace heddle::testing::graphblas
