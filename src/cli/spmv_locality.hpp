// spmv_locality.hpp - what a locality plan costs and gains for one schedule of `heddle spmv --plan locality`.
#pragma once
#include <heddle/ops/mxv/mxv.hpp>

#include "src/cli/spmv_measure.hpp"
#include "src/cli/stopwatch.hpp"

namespace heddle::cli {

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
  primitives::gather(u.exec(), result.storage().write_full().values.data(), u.storage().bitmap().values.data(),
                     labels.order.data(), labels.used, sizeof(T));
  return result;
}

/// Makes the plan and tells what it came to. The time is that of the first making.
template <class T, class Index>
spmv_locality prepare_locality(matrix<T, Index, Index> const& a, locality const& asked) {
  stopwatch watch;
  auto const placed = a.storage().csr().place_columns(asked, sizeof(T));
  a.exec().wait();
  return {.setup_ms = watch.elapsed_ms(),
          .helps = placed.labels != nullptr,
          .reason = placed.reason,
          .coverage = placed.coverage,
          .hubs = placed.hubs};
}

}  // namespace heddle::cli
