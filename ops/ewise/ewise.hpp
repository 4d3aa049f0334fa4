// ewise.hpp - A .op B, entry by entry: where both have one (eWiseMult), where either has (eWiseAdd, eWiseUnion).
// GraphBLAS C API 2.1, sections 4.3.4 and 4.3.5; eWiseUnion is SuiteSparse's.
#pragma once
#include <heddle/ops/detail/merge/merge.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/write/matrix.hpp>
#include <heddle/ops/detail/write/vector.hpp>
#include <heddle/ops/ewise/operators.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

namespace ops::ewise_detail {

/// op of what both have, entry by entry of the shorter list; one of them is a list.
template <class D, class Op, class U, class V, index_type I>
detail::sparse_form<I> list_of_both(Op const& op, vector<U, I> const& u, vector<V, I> const& v) {
  auto const &of_u = storage_of(u), &of_v = storage_of(v);
  bool const by_u = of_u.has_sparse() && (!of_v.has_sparse() || of_u.sparse().nvals <= of_v.sparse().nvals);
  auto const& list = by_u ? of_u.sparse() : of_v.sparse();
  executor const exec = u.exec();
  size_type const n = list.nvals;
  detail::sparse_form<I> t{list.indices.clone(exec), buffer<detail::byte>(exec, detail::bytes_of(n, sizeof(D))), n,
                           list.sorted};
  buffer<I> found;
  auto const left = by_u ? merge_detail::by_list(u) : merge_detail::at_list(list, u, found);
  auto const right = by_u ? merge_detail::at_list(list, v, found) : merge_detail::by_list(v);
  bool const all = found.empty() && !left.present && !right.present;
  buffer<detail::byte> flags(exec, all ? 0 : n);
  merge_detail::combine(exec, n, op, detail::none_alone{}, left, right, t.values.data(), all ? nullptr : flags.data());
  return all ? std::move(t) : detail::kept_entries(exec, t, sizeof(D), flags.data());
}

/// Position by position.
template <class D, class Op, class Alone, class U, class V, index_type I>
detail::bitmap_form bitmap_of(Op const& op, Alone const& alone, vector<U, I> const& u, vector<V, I> const& v) {
  executor const exec = u.exec();
  size_type const n = u.size();
  auto const left = merge_detail::by_position(u);
  auto const right = merge_detail::by_position(v);
  bool const full = alone.has_result(!left.present, !right.present);
  detail::bitmap_form t{buffer<detail::byte>(exec, full ? 0 : n), detail::bitmap_values(exec, n, sizeof(D)),
                        full ? n : -1};
  merge_detail::combine(exec, n, op, alone, left, right, t.values.data(), full ? nullptr : t.present.data());
  return t;
}

/// w<mask> = w accum t, where `alone` says what t is where one of u and v has no entry.
template <class W, index_type I, class Mask, class Accum, class Op, class Alone, class U, class V>
void write_vectors(char const* what, vector<W, I>& w, Mask const& mask, Accum const& accum, Op const& op,
                   Alone const& alone, vector<U, I> const& u, vector<V, I> const& v, descriptor const& d) {
  using D = detail::paired_result<Op, U, V>;
  constexpr bool of_both = std::is_same_v<Alone, detail::none_alone>;
  auto const work = ops::enter<recordable::yes>(what, "w", w, mask, d, "u", u, "v", v);
  work.fit(u.size() == w.size() && v.size() == w.size(), "w", w, "u", u, "v", v);
  executor const exec = w.exec();
  if constexpr (std::is_same_v<D, W> && !detail::accumulates<Accum>) {
    if (ops::writes_at_once(work, u, v)) {
      return ops::write_at_once(w, [&](W* out) {
        merge_detail::combine(exec, u.size(), op, alone, merge_detail::by_position(u), merge_detail::by_position(v),
                              out, nullptr);
      });
    }
  }
  auto const is_dense = [](auto const& x) { return x.form() == vector_form::dense; };
  bool const left = storage_of(u).has_sparse(), right = storage_of(v).has_sparse();
  vector<D, I> t(w.size(), exec);
  if constexpr (of_both) {
    left || right ? storage_of(t).assign(list_of_both<D>(op, u, v))
                  : storage_of(t).assign(bitmap_of<D>(op, alone, u, v));
  } else {
    if (left && right && !is_dense(u) && !is_dense(v)) {
      work.reads_back(what);
      storage_of(t).assign(merge_detail::merged_lists<Op, Alone, U, V>(exec, op, alone, storage_of(u).sparse(true),
                                                                       storage_of(v).sparse(true)));
    } else {
      storage_of(t).assign(bitmap_of<D>(op, alone, u, v));
    }
  }
  ops::write(work, accum, std::move(t));
}

template <class Op, class W, index_type I, class Mask, class Accum, class Alone, class U, class V>
void combine_into(char const* what, vector<W, I>& w, Mask const& mask, Accum const& accum, Op const& op,
                  Alone const& alone, vector<U, I> const& u, vector<V, I> const& v, descriptor const& d) {
  if constexpr (ops::combines_into<W, Op, U, V, Accum>()) write_vectors(what, w, mask, accum, op, alone, u, v, d);
}

/// C<mask> = C accum T, where `alone` says what T is where one of A and B has no entry.
template <class W, index_type I, index_type O, class Mask, class Accum, class Op, class Alone, class MatrixA,
          class MatrixB>
void combine_into(char const* what, matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Op const& op,
                  Alone const& alone, MatrixA const& matrix_a, MatrixB const& matrix_b, descriptor const& d) {
  using A = detail::element_of<MatrixA>;
  using B = detail::element_of<MatrixB>;
  if constexpr (ops::combines_into<W, Op, A, B, Accum>()) {
    auto const a = detail::operand(matrix_a);
    auto const b = detail::operand(matrix_b);
    auto const work = ops::enter(what, "C", c, mask, d, "A", a, "B", b);
    bool const alike = a.rows() == b.rows() && a.cols() == b.cols();
    work.fit(alike && a.rows() == c.rows() && a.cols() == c.cols(), "C", c, "A", a, "B", b);
    auto t = merge_detail::merged_rows<Op, Alone, A, B>(what, c.exec(), op, alone, a.by_rows(), b.by_rows());
    ops::write<detail::paired_result<Op, A, B>>(work, accum, std::move(t));
  }
}

}  // namespace ops::ewise_detail

/// C<mask> = C accum T: T(i, j) = op(A(i, j), B(i, j)) where both have an entry.
/// Operands: A, B, C and mask: vectors of one length, or matrices of one shape, A and B each a matrix or
/// transpose(matrix). op is a function object of two elements, a monoid, or a semiring, whose multiplication it then
/// is.
/// Types: may differ; T has the type that op gives.
/// Throws: dimension_mismatch naming the operands; executor_mismatch; index_overflow where the result needs wider
/// offsets; not_compiled on a GPU, unless nvcc compiles the call, for an operator that is not precompiled or operands
/// of two types.
/// Cost: of two lists O(entries of the shorter * log(entries of the longer)), of one list O(its entries), each where C
/// becomes T; O(entries) more where C and the mask are lists too; else O(size). Of matrices O(nnz(A) + nnz(B)), the
/// transpose of an operand whose columns are not at hand, and a merge where C keeps entries or T is masked.
/// Runs: asynchronously on dense vectors and bitmaps; else it may read back the number of entries.
/// Example: docs/operations.md#ewise_mult
template <class C, class Mask, class Accum, class Op, detail::operand_into<C> A, detail::operand_into<C> B>
void ewise_mult(C& c, Mask const& mask, Accum const& accum, Op const& op, A const& a, B const& b,
                descriptor const& d = {}) {
  auto const product = detail::product_operator<detail::element_of<A>, detail::element_of<B>>(op);
  ops::ewise_detail::combine_into("ewise_mult", c, mask, accum, product, detail::none_alone{}, a, b, d);
}

/// C = A .op B, where both have an entry.
template <class C, class Op, detail::operand_into<C> A, detail::operand_into<C> B>
void ewise_mult(C& c, Op const& op, A const& a, B const& b, descriptor const& d = {}) {
  ewise_mult(c, no_mask, no_accum, op, a, b, d);
}

/// C<mask> = C accum T: T(i, j) = op(A(i, j), B(i, j)) where both have an entry; where one has, T(i, j) is that entry,
/// converted to what op gives.
/// Operands: as for ewise_mult; of a semiring op is the sum.
/// Throws: as ewise_mult does.
/// Cost: of two lists O(entries) where C becomes T, or C and the mask are lists too; else O(size). Of matrices as for
/// ewise_mult.
/// Runs: reads back the number of entries of lists and matrices.
/// Example: docs/operations.md#ewise_add
template <class C, class Mask, class Accum, class Op, detail::operand_into<C> A, detail::operand_into<C> B>
void ewise_add(C& c, Mask const& mask, Accum const& accum, Op const& op, A const& a, B const& b,
               descriptor const& d = {}) {
  ops::ewise_detail::combine_into("ewise_add", c, mask, accum, detail::sum_operator(op), detail::itself_alone{}, a, b,
                                  d);
}

/// C = A .op B, where either has an entry.
template <class C, class Op, detail::operand_into<C> A, detail::operand_into<C> B>
void ewise_add(C& c, Op const& op, A const& a, B const& b, descriptor const& d = {}) {
  ewise_add(c, no_mask, no_accum, op, a, b, d);
}

/// C<mask> = C accum T: T(i, j) = op(A(i, j), B(i, j)) where both have an entry, op(A(i, j), beta) where A alone has,
/// and op(alpha, B(i, j)) where B alone has.
/// Operands: as for ewise_add; alpha and beta are what op takes in place of A's and of B's elements.
/// Throws: as ewise_add does; its cost and how it runs are the same.
/// Example: docs/operations.md#ewise_union
template <class C, class Mask, class Accum, class Op, detail::operand_into<C> A, class Alpha, detail::operand_into<C> B,
          class Beta>
void ewise_union(C& c, Mask const& mask, Accum const& accum, Op const& op, A const& a, Alpha const& alpha, B const& b,
                 Beta const& beta, descriptor const& d = {}) {
  detail::with_values_alone<Alpha, Beta> const alone{alpha, beta};
  ops::ewise_detail::combine_into("ewise_union", c, mask, accum, op, alone, a, b, d);
}

/// C = A .op B, alpha and beta standing for what is not there.
template <class C, class Op, detail::operand_into<C> A, class Alpha, detail::operand_into<C> B, class Beta>
void ewise_union(C& c, Op const& op, A const& a, Alpha const& alpha, B const& b, Beta const& beta,
                 descriptor const& d = {}) {
  ewise_union(c, no_mask, no_accum, op, a, alpha, b, beta, d);
}
HEDDLE_EXPLAIN(ewise_mult);
HEDDLE_EXPLAIN(ewise_add);
HEDDLE_EXPLAIN(ewise_union);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
