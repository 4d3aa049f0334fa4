// sums.cpp - rows, columns, matrices and vectors summed by every monoid.
#include "tests/oracle/families.hpp"
#include "tests/support/cases/families.hpp"

namespace heddle::testing {

namespace {

template <class T, class Types = case_types<T>> case_family rows_of() {
  return families::reduce_rows<drawn_monoid<T>, accumulators<drawn_op<typename Types::W>>, Types>();
}
template <class... Ts> void add_sums(std::vector<case_family>& all) {
  (all.push_back(rows_of<Ts>()), ...);
  (all.push_back(families::reduce_matrix<drawn_monoid<Ts>>()), ...);
  (all.push_back(families::reduce_vector<drawn_monoid<Ts>>()), ...);
}

}  // namespace

std::vector<case_family> drawn_sums() {
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  std::vector<case_family> all;
  add_sums<bool, std::int8_t, std::uint16_t, i32, std::uint64_t, float, double>(all);
  all.push_back(rows_of<i64, wide_types<i64>>());
  all.push_back(rows_of<i32, case_types<double, i32, i32, float>>());
  all.push_back(rows_of<float, case_types<float, bool, bool, i64>>());
  all.push_back(families::reduce_matrix<drawn_monoid<i64>, wide_types<i64>>());
  all.push_back(families::reduce_vector<drawn_monoid<double>, case_types<double, float, float>>());
  all.push_back(families::reduce_vector<drawn_monoid<std::int16_t>, wide_types<std::int16_t>>());
  return all;
}

}  // namespace heddle::testing
