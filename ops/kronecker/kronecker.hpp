// kronecker.hpp - C<mask> = C accum kron(A, B): every entry of A with every entry of B (GrB_kronecker).
// GraphBLAS C API 2.1, section 4.3.13.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/detail/merge/pairs.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/write/matrix.hpp>
#include <heddle/ops/ewise/operators.hpp>

namespace heddle::detail {

// Row r of the product is row r / rows(B) of A times row r % rows(B) of B: where it begins follows from both, and so
// does where in it a pair of entries stands. Nothing is counted, scanned or sorted.

/// out[r] = where row r of the product begins; the row after the last is its end.
struct kronecker_offsets {
  static constexpr bool in_library = true;
  integers a_offsets, b_offsets;
  size_type a_rows, b_rows, b_nnz;
  integers_out out;

  HEDDLE_FN void operator()(size_type r) const {
    size_type const i = b_rows > 0 ? r / b_rows : a_rows, k = b_rows > 0 ? r % b_rows : 0;
    size_type const before = a_offsets[i] * b_nnz;
    out.set(r, i < a_rows ? before + (a_offsets[i + 1] - a_offsets[i]) * b_offsets[k] : before);
  }
};

/// The entries of one operand and the row of each.
struct kronecker_side {
  integers rows, offsets, indices;
};

/// Columns of the product, and which entries of A and B it is of, for one entry of A and `block` entries of B.
struct kronecker_entries {
  static constexpr bool in_library = true;
  kronecker_side a, b;
  size_type b_cols, b_nnz, block, blocks;  // blocks: as many as B's entries fill
  integers_out columns, at_a, at_b;

  HEDDLE_FN void operator()(size_type number) const {
    size_type const x = number / blocks, from = number % blocks * block, to = min_of(from + block, b_nnz);
    size_type const i = a.rows[x], first = a.offsets[i], length = a.offsets[i + 1] - first;
    size_type const column = a.indices[x] * b_cols;
    for (size_type y = from; y < to; ++y) {
      size_type const k = b.rows[y], in_b = b.offsets[k], length_of_b = b.offsets[k + 1] - in_b;
      size_type const at = first * b_nnz + length * in_b + (x - first) * length_of_b + (y - in_b);
      columns.set(at, column + b.indices[y]);
      at_a.set(at, x);
      at_b.set(at, y);
    }
  }
};

/// a * b, or -1 where that is above `most`.
constexpr size_type bounded_product(size_type a, size_type b, size_type most) {
  return b != 0 && a > most / b ? -1 : a * b;
}

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace ops::kronecker_detail {

/// Checks shapes; gives how many entries the product has. Throws where indices or offsets cannot count what it has.
template <class W, index_type I, index_type O, class A, class B>
size_type entries_of_product(matrix<W, I, O> const& c, detail::matrix_operand<A, I, O> const& a,
                             detail::matrix_operand<B, I, O> const& b) {
  auto const operands = [&] { return detail::concat("kronecker: ", size_of("A", a), " and ", size_of("B", b)); };
  size_type const most = std::numeric_limits<I>::max();
  size_type const rows = detail::bounded_product(a.rows(), b.rows(), most);
  size_type const cols = detail::bounded_product(a.cols(), b.cols(), most);
  if (rows < 0 || cols < 0) {
    throw index_overflow(detail::concat(operands(), ", whose product has more ", rows < 0 ? "rows" : "columns",
                                        " than ", 8 * sizeof(I), "-bit indices can number"));
  }
  if (rows != c.rows() || cols != c.cols()) {
    throw dimension_mismatch(detail::concat(operands(), ", whose product is ", detail::shape(rows, cols), ", but ",
                                            detail::size_of("C", c)));
  }
  size_type const left = a.by_rows().nnz, right = b.by_rows().nnz;
  size_type const n = detail::bounded_product(left, right, std::numeric_limits<O>::max());
  if (n < 0) {
    throw index_overflow(detail::concat("kronecker: A has ", left, " entries and B ", right,
                                        ", whose product has more than ", 8 * sizeof(O), "-bit offsets can number"));
  }
  return n;
}

template <class Op, class A, class B, index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> product(executor const& exec, Op const& op, detail::compressed<I, O> const& a,
                                                  detail::compressed<I, O> const& b, size_type n) {
  using D = detail::paired_result<Op, A, B>;
  size_type const rows = a.major * b.major;
  auto t = detail::new_result<I, O>("kronecker", exec, rows, a.minor * b.minor, n, sizeof(D));
  buffer<O> at_a(exec, n), at_b(exec, n);
  detail::kronecker_side const left{a.rows().data(), a.offsets.data(), a.indices.data()};
  detail::kronecker_side const right{b.rows().data(), b.offsets.data(), b.indices.data()};
  ops::for_each_index(
      exec, rows + 1,
      detail::kronecker_offsets{left.offsets, right.offsets, a.major, b.major, b.nnz, t->offsets.data()});
  // A block costs a division; on a GPU neighbouring threads write neighbouring entries.
  size_type const block = exec.is_host() ? 64 : 1, blocks = ceil_div(b.nnz, block);
  ops::for_each_index(exec, a.nnz * blocks,
                      detail::kronecker_entries{left, right, b.minor, b.nnz, block, blocks, t->indices.data(),
                                                at_a.data(), at_b.data()});
  ops::merge_detail::combine(
      exec, n, op, detail::none_alone{}, detail::paired_operand<A>{a.template view<A>().values, nullptr, at_a.data()},
      detail::paired_operand<B>{b.template view<B>().values, nullptr, at_b.data()}, t->values.data(), nullptr);
  return t;
}

template <class W, index_type I, index_type O, class Mask, class Accum, class Op, class A, class B>
void write_product(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Op const& op,
                   detail::matrix_operand<A, I, O> const& a, detail::matrix_operand<B, I, O> const& b,
                   descriptor const& d) {
  if constexpr (ops::combines_into<W, Op, A, B, Accum>()) {
    size_type const n = entries_of_product(c, a, b);
    auto const work = ops::enter("kronecker", "C", c, mask, d, "A", a, "B", b);
    auto t = product<Op, A, B>(c.exec(), op, a.by_rows(), b.by_rows(), n);
    ops::write<detail::paired_result<Op, A, B>>(work, accum, std::move(t));
  }
}

}  // namespace ops::kronecker_detail

/// C<mask> = C accum T: T(i * rows(B) + k, j * cols(B) + l) = op(A(i, j), B(k, l)) wherever A and B have entries.
/// Operands: A and B, each a matrix or transpose(matrix); C and mask of rows(A) * rows(B) x cols(A) * cols(B). op is a
/// function object of two elements, or a monoid.
/// Types: may differ; T has the type that op gives.
/// Throws: index_overflow where rows, columns or entries are more than the index types can number, before memory for
/// them is asked for; dimension_mismatch naming all shapes; executor_mismatch; not_compiled as ewise_mult does.
/// Cost: O(nnz(A) * nnz(B) + rows(C)), two offsets an entry beside T, and a merge where C keeps entries or T is masked.
/// Example: docs/operations.md#kronecker
template <class W, index_type I, index_type O, class Mask, class Accum, class Op, detail::matrix_argument MatrixA,
          detail::matrix_argument MatrixB>
void kronecker(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Op const& op, MatrixA const& a,
               MatrixB const& b, descriptor const& d = {}) {
  ops::kronecker_detail::write_product(
      c, mask, accum, detail::product_operator<detail::element_of<MatrixA>, detail::element_of<MatrixB>>(op),
      detail::operand(a), detail::operand(b), d);
}

/// C = kron(A, B).
template <class W, index_type I, index_type O, class Op, detail::matrix_argument MatrixA,
          detail::matrix_argument MatrixB>
void kronecker(matrix<W, I, O>& c, Op const& op, MatrixA const& a, MatrixB const& b, descriptor const& d = {}) {
  kronecker(c, no_mask, no_accum, op, a, b, d);
}
HEDDLE_EXPLAIN(kronecker);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
