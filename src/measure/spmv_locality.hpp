// spmv_locality.hpp - operands of y = A x in the order of a locality plan, as a program would keep them.
#pragma once
#include <heddle/ops/mxv/mxv.hpp>

namespace heddle::measure {

/// The same entries with the columns named as the plan names them, in memory shared with `a`: a plan of it finds its
/// columns in place, as it would where x is kept in the plan's order from one product to the next.
template <class T, class Index>
matrix<T, Index, Index> with_named_columns(matrix<T, Index, Index> const& a,
                                           detail::column_labels<Index> const& labels) {
  auto const view = a.csr();
  auto const* const columns = labels.in_place ? view.indices : labels.columns.data();
  return matrix<T, Index, Index>::adopt_csr(
      {view.major, view.minor, view.nnz, view.offsets, columns, view.values.data, view.values.one}, a.exec());
}

/// u(order(i)) for i below the number of columns with entries; zero behind them.
template <class T, class Index>
vector<T, Index> in_plan_order(vector<T, Index> const& u, detail::column_labels<Index> const& labels) {
  if (labels.in_place) return u;
  auto result = vector<T, Index>::filled(u.size(), T{}, u.exec());
  primitives::gather(u.exec(), storage_of(result).write_full().values.data(), storage_of(u).bitmap().values.data(),
                     labels.order.data(), labels.used, sizeof(T));
  return result;
}

}  // namespace heddle::measure
