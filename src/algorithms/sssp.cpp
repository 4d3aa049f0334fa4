// sssp.cpp - shortest paths as a fixpoint, or by a loop that relaxes the rows of changed vertices; negative cycles are
// found, not followed.
#include <heddle/algorithms/sssp.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/fixpoint/fixpoint.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/ops/vxm/vxm.hpp>

#include "negative_cycle.hpp"
#include "src/algorithms/direct.hpp"

namespace heddle::detail {

namespace {

template <class T, index_type I, index_type O> void check(matrix<T, I, O> const& a, size_type source) {
  if (a.rows() != a.cols()) {
    throw dimension_mismatch(concat("sssp: A is ", shape(a.rows(), a.cols()), ", not square"));
  }
  if (source < 0 || source >= a.rows()) {
    throw index_out_of_range(concat("sssp: source ", source, " of ", a.rows(), " vertices"));
  }
}

template <class T, index_type I, index_type O>
void count_reached(sssp_result<T, I>& result, matrix<T, I, O> const& a, std::vector<T> const& distance) {
  std::vector<I> reached;
  for (std::size_t v = 0; v < distance.size(); ++v) {
    if (distance[v] < std::numeric_limits<T>::infinity()) reached.push_back(static_cast<I>(v));
  }
  result.reached = static_cast<size_type>(reached.size());
  buffer<I> const ids(a.exec(), std::span<I const>(reached));
  buffer<size_type> scanned(a.exec(), result.reached + 1);
  result.edges =
      primitives::scan_row_lengths(a.exec(), a.csr().offsets, ids.data(), result.reached, scanned.data(), true);
}

template <class T, index_type I, index_type O>
sssp_result<T, I> as_fixpoint(matrix<T, I, O> const& a, size_type source) {
  sssp_result<T, I> result{vector<T, I>::filled(a.rows(), std::numeric_limits<T>::infinity(), a.exec())};
  result.distances.set(source, T(0));
  result.rounds = fixpoint(result.distances, no_mask, min_plus<T>{}, a).rounds;
  count_reached(result, a, result.distances.to_dense(T(0)));
  return result;
}

template <class T, index_type I, index_type O>
sssp_result<T, I> as_loop(matrix<T, I, O> const& a, size_type source, sssp_options const& options,
                          negative_cycle_watch<T, I, O>& watch) {
  size_type const n = a.rows();
  executor const exec = a.exec();
  descriptor const step{.schedule = options.schedule, .direction = options.direction};
  sssp_result<T, I> result{vector<T, I>::filled(n, std::numeric_limits<T>::infinity(), exec)};
  auto changed = vector<T, I>::build(n, {static_cast<I>(source)}, {T(0)}, first<T>{}, exec);
  vector<T, I> candidate(n, exec);
  while (changed.nvals() > 0) {
    assign(result.distances, structure(changed), no_accum, changed);
    vxm(candidate, min_plus<T>{}, changed, a, step);
    select_with(changed, no_mask, no_accum, less<T>{}, candidate, result.distances);
    ++result.rounds;
    if (changed.nvals() > 0 && !watch.goes_on(result.rounds, result.distances)) break;
  }
  std::vector<T> const distance = result.distances.to_dense(T(0));
  watch.at_rest(distance, source);
  count_reached(result, a, distance);
  return result;
}

}  // namespace

template <class T, index_type I, index_type O>
sssp_result<T, I> sssp(matrix<T, I, O> const& a, size_type source, sssp_options const& options) {
  check(a, source);
  bool const direct = is_direct("sssp", options, a.exec());
  negative_cycle_watch<T, I, O> watch(a);
  if (direct && !watch.has_negative_weights()) return as_fixpoint(a, source);
  if (options.method == traversal_method::direct) {
    throw invalid_argument("sssp: the direct method wants weights of at least 0; the loop takes others");
  }
  return as_loop(a, source, options, watch);
}

template sssp_result<float> sssp(matrix<float> const&, size_type, sssp_options const&);
template sssp_result<double> sssp(matrix<double> const&, size_type, sssp_options const&);
template sssp_result<double> sssp(matrix<double, std::int32_t, std::int64_t> const&, size_type, sssp_options const&);
template sssp_result<double, std::int64_t> sssp(matrix<double, std::int64_t, std::int64_t> const&, size_type,
                                                sssp_options const&);

}  // namespace heddle::detail
