// relabel.hpp - a square matrix and its vectors with rows and columns named anew, heaviest columns first, so that
// iterations gather well and pay for no permutation.
#pragma once
#include <heddle/matrix.hpp>
#include <heddle/ops/detail/scope.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/seam/plan/locality.hpp>
#include <heddle/semirings/monoids.hpp>
#include <heddle/vector.hpp>

namespace heddle {

/// `matrix` is P A P^T: its entry (i, j) is A(order(i), order(j)).
template <class T, index_type Index, index_type Offset> struct relabelled_matrix {
  heddle::matrix<T, Index, Offset> matrix;
  vector<Index, Index> order;
};

inline namespace HEDDLE_TOOLCHAIN {

/// Rows and columns named by falling number of entries in the column, in the coarse classes of a locality plan
/// (octaves, from 64 entries on cut into eight); inside a class they keep their order. A locality plan of the result
/// finds its columns in place and copies nothing:
///   auto [b, order] = relabel_by_degree(a);
///   auto x = permuted(x0, order);
///   for (...) mxv(y, sr, b, x, {.locality = locality{}}), ...
///   auto result = restored(x, order);
/// A: n x n. Throws dimension_mismatch where it is not square. Cost: two stable sorts of the entries; reads back.
template <class T, index_type I, index_type O>
[[nodiscard]] relabelled_matrix<T, I, O> relabel_by_degree(matrix<T, I, O> const& a) {
  auto const work = ops::enter("relabel_by_degree", "A", a);
  if (a.rows() != a.cols()) {
    throw dimension_mismatch(detail::concat("relabel_by_degree: ", detail::size_of("A", a), ", not square"));
  }
  executor const& exec = a.exec();
  auto const& form = storage_of(a).csr();
  auto labels = detail::label_columns(exec, form.indices.data(), form.nnz, form.minor);
  buffer<I>& order = labels->order;
  if (labels->in_place) {
    order = buffer<I>(exec, a.rows());
    primitives::iota(exec, order.data(), a.rows());
  }
  relabelled_matrix<T, I, O> result{labels->in_place ? a : matrix<T, I, O>(a.rows(), a.cols(), exec),
                                    vector<I, I>(a.rows(), exec)};
  auto const& storage = storage_of(a);
  if (!labels->in_place) {
    storage_of(result.matrix).assign(detail::relabelled(form, order));
    result.matrix.assume_symmetric(storage.symmetric());
  }
  detail::copy_bytes(exec, storage_of(result.order).write_full().values.data(), exec, order.data(), order.bytes());
  return result;
}

namespace ops::relabel_detail {

template <index_type I>
void check_order(char const* what, executor const& exec, size_type n, vector<I, I> const& order) {
  if (order.size() != n || order.nvals() != n) {
    throw dimension_mismatch(detail::concat(what, ": x has length ", n, " but the order has ", order.nvals(),
                                            " entries at ", order.size(), " positions"));
  }
  if (n == 0) return;
  I const least = reduce(min_monoid<I>{}, order), most = reduce(max_monoid<I>{}, order);
  if (least < 0 || most >= n) {
    throw index_out_of_range(
        detail::concat(what, ": the order has position ", least < 0 ? least : most, ", outside of [0, ", n, ")"));
  }
  buffer<detail::byte> named(exec, n);
  detail::byte const no = 0, yes = 1;
  primitives::fill(exec, named.data(), n, 1, &no);
  auto const* const at = detail::values_by_position(order);
  primitives::scatter_fill(exec, named.data(), at, n, 1, &yes);
  if (primitives::count(exec, named.data(), n) == n) return;
  throw invalid_argument(detail::concat(what, ": the order names a position more than once"));
}

// to[i] = from[order[i]], or to[order[i]] = from[i].
template <class T, index_type I>
vector<T, I> moved(char const* what, vector<T, I> const& x, vector<I, I> const& order, bool back) {
  auto const work = ops::enter(what, "x", x, "the order", order);
  check_order(what, x.exec(), x.size(), order);
  detail::bitmap_form const& from = storage_of(x).bitmap();
  auto const* at = detail::values_by_position(order);
  auto const move = [&](buffer<detail::byte> const& bytes, std::size_t width) {
    buffer<detail::byte> to(x.exec(), bytes.size());
    if (back) {
      primitives::scatter(x.exec(), to.data(), at, bytes.data(), x.size(), width);
    } else {
      primitives::gather(x.exec(), to.data(), bytes.data(), at, x.size(), width);
    }
    return to;
  };
  detail::bitmap_form to;
  to.values = move(from.values, sizeof(T));
  if (!from.full()) to.present = move(from.present, 1);
  to.nvals = from.nvals;
  vector<T, I> result(x.size(), x.exec());
  storage_of(result).assign(std::move(to));
  return result;
}

}  // namespace ops::relabel_detail

/// result(i) = x(order(i)). x: n; order: a permutation of 0 to n - 1. Work O(n); reads back three numbers, to check the
/// order. Throws dimension_mismatch, executor_mismatch, index_out_of_range, invalid_argument where a position comes
/// twice.
template <class T, index_type I> [[nodiscard]] vector<T, I> permuted(vector<T, I> const& x, vector<I, I> const& order) {
  return ops::relabel_detail::moved("permuted", x, order, false);
}

/// result(order(i)) = x(i), which undoes `permuted`; operands, work and errors are the same.
template <class T, index_type I> [[nodiscard]] vector<T, I> restored(vector<T, I> const& x, vector<I, I> const& order) {
  return ops::relabel_detail::moved("restored", x, order, true);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
