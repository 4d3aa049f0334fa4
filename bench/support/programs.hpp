// programs.hpp - constraint matrices of linear programs: what solvers multiply by thousands of times.
#pragma once
#include "bench/support/shapes.hpp"

namespace heddle::bench {

/// `dense` rows, the k-th with (k + 1) / (2 dense) of all columns, above n rows of 1 to 4 entries, one of them on the
/// diagonal.
entries dense_rows(size_type n, int dense);

/// n rows: column c < `dense` has every (c + 1)-th of them, and every row four more entries.
entries dense_columns(size_type n, int dense);

/// `periods` blocks of width x width: a row has four entries in its own block and two in the one before.
entries staircase(size_type periods, size_type width);

/// A row an element, a column a set of ten elements in the mean: how many sets have element e falls as 1 / (e + 50).
entries set_cover(size_type elements, size_type sets);

/// Flows of `commodities` goods on a torus of side x side with an arc to each neighbour: a row for each good and node,
/// of eight entries, then one for the capacity of each arc, with an entry a good.
entries multi_commodity(size_type side, size_type commodities);

/// n agents and n jobs, and `choices` of them an agent: a row an agent, whose columns follow one another, then a row a
/// job.
entries assignment(size_type n, size_type choices);

}  // namespace heddle::bench
