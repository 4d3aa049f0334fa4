// dense_products.cpp - products with dense matrices as SuiteSparse:GraphBLAS has them: a full right operand, and a full
// matrix of identities or of what there was as the output.
#include <doctest/doctest.h>

#include <heddle/ops/spmm/spmm.hpp>

#include "tests/oracle/objects.hpp"
#include "tests/support/schedules.hpp"
#include "tests/support/spmm_check.hpp"

namespace heddle::testing {
namespace {

namespace suite = graphblas;

/// rows x cols values, row after row, as a matrix with an entry everywhere.
void make_full(suite::matrix& to, std::vector<double> const& values, size_type rows, size_type cols) {
  suite::check(GrB_Matrix_new(to.address(), GrB_FP64, static_cast<GrB_Index>(rows), static_cast<GrB_Index>(cols)));
  for (size_type k = 0; k < rows * cols; ++k) {
    suite::check(GrB_Matrix_setElement_FP64(to, values[static_cast<std::size_t>(k)], static_cast<GrB_Index>(k / cols),
                                            static_cast<GrB_Index>(k % cols)));
  }
}

/// Rows of t that have no entry are `missing`; with an accumulator those of c stay.
std::vector<double> answer_of(GrB_Semiring semiring, GrB_BinaryOp accum, listed_matrix<double> const& a,
                              std::vector<double> const& b, std::vector<double> const& c, size_type columns,
                              double missing) {
  suite::matrix left, right, out;
  suite::check(
      GrB_Matrix_new(left.address(), GrB_FP64, static_cast<GrB_Index>(a.rows), static_cast<GrB_Index>(a.cols)));
  for (std::size_t e = 0; e < a.row.size(); ++e) {
    suite::check(GrB_Matrix_setElement_FP64(left, a.value[e], static_cast<GrB_Index>(a.row[e]),
                                            static_cast<GrB_Index>(a.col[e])));
  }
  make_full(right, b, a.cols, columns);
  make_full(out, c, a.rows, columns);
  suite::check(GrB_mxm(out, nullptr, accum, semiring, left, right, nullptr));
  std::vector<double> result(c.size(), missing);
  for (size_type k = 0; k < a.rows * columns; ++k) {
    suite::check(GrB_Matrix_extractElement_FP64(&result[static_cast<std::size_t>(k)], out,
                                                static_cast<GrB_Index>(k / columns),
                                                static_cast<GrB_Index>(k % columns)));
  }
  return result;
}

template <class SR, class Accum>
void compare_dense(SR const& sr, Accum const& accum, GrB_Semiring semiring, GrB_BinaryOp same_accum, unsigned seed) {
  for (unsigned const last = seed + 60; seed < last; ++seed) {
    random_source random(seed);
    auto a = draw_listed<double>(random);
    if (a.rows == 0 || a.cols == 0) continue;
    auto const columns = random.pick<size_type>({1, 3, 8, 17});
    auto const b = draw_rows<double>(random, a.cols * columns), c = draw_rows<double>(random, a.rows * columns);
    auto const order = random.pick({layout::row_major, layout::column_major});
    auto const right = heddle::dense_matrix<double>::from_rows(a.cols, columns, b, executor{}, order);
    auto out = heddle::dense_matrix<double>::from_rows(a.rows, columns, c);
    auto const chosen = draw_schedule(random);
    mxm(out, no_mask, accum, sr, a.on(executor{}), right, {.schedule = chosen});
    CAPTURE(seed);
    CAPTURE(chosen.text());
    CHECK_EQ(out.to_rows(), answer_of(semiring, same_accum, a, b, c, columns, sr.add.identity()));
  }
}

}  // namespace

TEST_CASE("products with dense matrices are those of SuiteSparse:GraphBLAS with full ones") {
  graphblas::start();
  compare_dense(plus_times<double>{}, no_accum, GrB_PLUS_TIMES_SEMIRING_FP64, nullptr, 1);
  compare_dense(plus_times<double>{}, plus<double>{}, GrB_PLUS_TIMES_SEMIRING_FP64, GrB_PLUS_FP64, 100);
  compare_dense(min_plus<double>{}, minus<double>{}, GrB_MIN_PLUS_SEMIRING_FP64, GrB_MINUS_FP64, 200);
  compare_dense(max_times<double>{}, no_accum, GrB_MAX_TIMES_SEMIRING_FP64, nullptr, 300);
  compare_dense(plus_pair<double>{}, times<double>{}, GxB_PLUS_PAIR_FP64, GrB_TIMES_FP64, 400);
}

}  // namespace heddle::testing
