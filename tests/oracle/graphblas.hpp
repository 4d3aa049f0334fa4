// graphblas.hpp - SuiteSparse:GraphBLAS behind drawn cases: the answer to a case, and to the case that a mistake would
// make of it.
// Davis, "Algorithm 1000: SuiteSparse:GraphBLAS", ACM TOMS 45(4), 2019.
#pragma once
#include <memory>

#include "tests/support/cases/drawn_case.hpp"

namespace heddle::testing::graphblas {

/// What a wrong implementation would overlook.
enum class mistake { none, mask_ignored, replace_ignored, complement_lost, accumulator_ignored, operands_swapped };

/// The result of an operation at chosen positions.
entries answer_with_parts(drawn_case const& c, mistake m);
/// A matrix with a diagonal, or a diagonal of one.
entries answer_with_diagonal(drawn_case const& c);
/// By an operator that takes a number.
entries answer_with_number(drawn_case const& c, mistake m);

/// One case with its operands as SuiteSparse has them.
class question {
 public:
  explicit question(drawn_case const& c);
  ~question();

  /// The result; of reductions to a scalar one entry.
  entries answer(mistake m = mistake::none) const;
  /// Is some entry of a product that the mask lets through a sum of two products or more?
  bool sums_two() const;

 private:
  struct operands;
  drawn_case const& case_;
  std::unique_ptr<operands> made_;
};

}  // namespace heddle::testing::graphblas
