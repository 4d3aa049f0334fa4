// summed.hpp - a matrix in which entries of one position have been added up.
#pragma once
#include <heddle/semirings/operators.hpp>

#include "src/cli/input.hpp"

namespace heddle::cli {

/// Duplicates of a pattern sum too, which takes an array of values.
template <class T, class Index>
matrix<T, Index, Index> make_summed_matrix(io::coordinates<T, Index> const& entries, executor const& exec) {
  auto a = make_matrix(entries, plus<T>{}, exec);
  if (!entries.value.empty() || a.nnz() == entries.nnz()) return a;
  auto counted = entries;
  counted.value.assign(entries.row.size(), T(1));
  return make_matrix(counted, plus<T>{}, exec);
}

}  // namespace heddle::cli
