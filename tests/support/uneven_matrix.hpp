// uneven_matrix.hpp - a small matrix that reaches every path of the kernels, with rows that are empty, short, and
// longer than any share; and the schedules that reach every kernel.
#pragma once
#include <heddle/matrix.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <heddle/semirings/operators.hpp>

namespace heddle::testing {

/// 3000 x 3000; values 1 to 4, so that sums are exact in 32 bits, or as many false as true; all 1 where they are
/// `alike`.
template <class T, index_type I = std::int32_t, index_type O = std::int32_t>
matrix<T, I, O> uneven_matrix(bool alike = false) {
  std::vector<I> row, col;
  std::vector<T> value;
  auto const add = [&](int i, int j) {
    int const drawn = (i + 3 * j) % 4;
    row.push_back(i), col.push_back(j);
    value.push_back(alike ? T(1) : std::is_same_v<T, bool> ? T(drawn % 2) : static_cast<T>(1 + drawn));
  };
  for (int j = 0; j < 3000; ++j) add(7, j);
  for (int i = 10; i < 3000; i += 3) {
    for (int k = 0; k < i % 9; ++k) add(i, (i * 31 + k * 97) % 3000);
  }
  return matrix<T, I, O>::build(3000, 3000, row, col, value, take_first<T>{});
}

/// Each kernel of reduce_tiles is run by one of them at least.
inline std::vector<schedule> kernel_schedules() {
  std::vector<schedule> all;
  for (char const* text :
       {"thread_mapped", "group_mapped:lanes=4", "group_mapped+flattened", "block_mapped", "binned",
        "cut_tiles:max_atoms=300,lanes=32", "dynamic", "coo", "merge_path:items_per_worker=64",
        "nonzero_split:atoms_per_worker=700", "nonzero_split:atoms_per_worker=1500",
        "nonzero_split:atoms_per_worker=4000", "nonzero_split:atoms_per_worker=9000", "nonzero_split"}) {
    all.push_back(schedule::parse(text));
  }
  return all;
}

}  // namespace heddle::testing
