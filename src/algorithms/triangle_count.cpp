// triangle_count.cpp - the strictly lower part with hubs first, the masked product, and the sum of its entries: calls
// that run where A is. On the CPU the product is summed as it is made, without C and without an order where none pays
// (direct_triangles.hpp), which is 6 to 50 times as fast; a schedule that is asked for runs the calls there too.
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/seam/plan/locality.hpp>

#include "src/algorithms/direct_triangles.hpp"
#include "src/traverse/descending_pair.hpp"

namespace heddle::detail {

namespace {

/// The pattern of A, square: with empty rows or columns where it is not.
template <index_type I, index_type O> matrix<bool, I, O> square_pattern(matrix_storage<I, O> const& a) {
  if (a.rows() == a.cols()) return pattern_of(a.share_csr());
  matrix_storage<I, O> squared = a;
  size_type const n = max_of(a.rows(), a.cols());
  squared.resize(n, n);
  return pattern_of(squared.share_csr());
}

/// Every edge once, in the row of its end of higher number: the part below the diagonal, and that above it turned.
template <index_type I, index_type O> matrix<bool, I, O> folded(matrix<bool, I, O> const& a, bool symmetric) {
  size_type const n = a.rows();
  matrix<bool, I, O> lower(n, n, a.exec());
  select(lower, tril{}, a, -1);
  if (symmetric) return lower;
  matrix<bool, I, O> upper(n, n, a.exec()), both(n, n, a.exec());
  select(upper, triu{}, a, 1);
  ewise_add(both, logical_or<bool>{}, lower, transpose(upper));
  return both;
}

/// The vertices of folded edges named by falling class of degree, and every edge in the row of its end of higher name:
/// no row is longer than about sqrt(2 * edges).
template <index_type I, index_type O> matrix<bool, I, O> hubs_first(matrix<bool, I, O> const& edges) {
  auto const form = storage_of(edges).share_csr();
  executor const& exec = form->exec;
  size_type const n = form->nnz;
  buffer<I> ends(exec, 2 * n);
  copy_bytes(exec, ends.data(), exec, form->rows().data(), form->indices.bytes());
  copy_bytes(exec, ends.data() + n, exec, form->indices.data(), form->indices.bytes());
  auto const labels = label_columns(exec, ends.data(), ends.size(), form->minor);
  if (labels->in_place) return edges;
  rename_columns(exec, ends.data(), ends.size(), *labels);
  I* const named = labels->columns.data();
  ops::for_each_index(exec, n, descending_pair{named, named + n, named, named + n});
  coo_arrays<bool, I> const tuples{form->major, form->minor, n, named, named + n, nullptr, true};
  return matrix<bool, I, O>::build(tuples, take_first<bool>{}, exec);
}

template <index_type I> buffer<std::int32_t> narrowed(buffer<I> const& wide) {
  if constexpr (sizeof(I) == 4) {
    return wide.clone(wide.exec());
  } else {
    buffer<std::int32_t> narrow(wide.exec(), wide.size());
    ops::for_each_index(wide.exec(), wide.size(), copy_offsets{wide.data(), narrow.data()});
    return narrow;
  }
}

template <index_type I, index_type O>
matrix<bool, std::int32_t, std::int32_t> narrowed(matrix<bool, I, O> const& wide) {
  auto const form = storage_of(wide).share_csr();
  auto narrow = std::make_shared<compressed<std::int32_t, std::int32_t>>();
  narrow->exec = form->exec;
  narrow->major = form->major;
  narrow->minor = form->minor;
  narrow->nnz = form->nnz;
  narrow->offsets = narrowed(form->offsets);
  narrow->indices = narrowed(form->indices);
  return pattern_of<std::int32_t, std::int32_t>(narrow);
}

template <index_type I, index_type O> size_type count_below(matrix<bool, I, O> const& l, schedule const& chosen) {
  matrix<std::int64_t, I, O> c(l.rows(), l.cols(), l.exec());
  mxm(c, structure(l), no_accum, plus_pair<std::int64_t>{}, l, transpose(l), {.schedule = chosen});
  return reduce(plus_monoid<std::int64_t>{}, c);
}

template <index_type I, index_type O> size_type count_by_calls(matrix_storage<I, O> const& a, schedule const& chosen) {
  auto const lower = hubs_first(folded(square_pattern(a), a.symmetric()));
  if (lower.nnz() == 0) return 0;
  // 32-bit numbers wherever they hold the graph: they are faster, and compiled for the GPU.
  if constexpr (sizeof(I) > 4 || sizeof(O) > 4) {
    constexpr auto narrow = static_cast<size_type>(std::numeric_limits<std::int32_t>::max());
    if (lower.rows() < narrow && lower.nnz() <= narrow) return count_below(narrowed(lower), chosen);
  }
  return count_below(lower, chosen);
}

}  // namespace

template <index_type I, index_type O>
size_type triangle_count(matrix_storage<I, O> const& a, triangle_options const& options) {
  require_unrecorded(a.exec(), "triangle_count");
  if (a.exec().is_host() && options.schedule.is_automatic()) return direct_triangle_count(a, options.progress);
  return count_by_calls(a, options.schedule);
}

#define HEDDLE_INSTANTIATE(I, O) \
  template size_type triangle_count(matrix_storage<I, O> const&, triangle_options const&);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
