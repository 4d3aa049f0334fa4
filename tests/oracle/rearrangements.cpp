// rearrangements.cpp - casts between types that differ in all ways, transposes, and building with duplicates.
#include "tests/oracle/families.hpp"
#include "tests/support/cases/families.hpp"

namespace heddle::testing {

namespace {

// From each type to the next.
template <class From, class To, class... Rest> void add_casts(std::vector<case_family>& all) {
  all.push_back(families::cast_vector<To, From>());
  all.push_back(families::cast_matrix<To, From>());
  if constexpr (sizeof...(Rest) > 0) add_casts<To, Rest...>(all);
}
template <class... Ts> void add_builds(std::vector<case_family>& all) {
  (all.push_back(families::build_vector<Ts, drawn_op<Ts>>()), ...);
  (all.push_back(families::build_matrix<drawn_op<Ts>, case_types<Ts>>()), ...);
}

template <class... Types> void add_diagonals(std::vector<case_family>& all) {
  (all.push_back(families::diag<Types>()), ...);
  (all.push_back(families::diagonal<Types>()), ...);
}

}  // namespace

std::vector<case_family> drawn_rearrangements() {
  using i8 = std::int8_t;
  using u8 = std::uint8_t;
  using i16 = std::int16_t;
  using u16 = std::uint16_t;
  using i32 = std::int32_t;
  using u32 = std::uint32_t;
  using i64 = std::int64_t;
  using u64 = std::uint64_t;
  std::vector<case_family> all;
  add_casts<bool, i64, u8, i32, i8, u64, i16, u32, double, float, i16, u16, float, bool, double, i8, bool>(all);
  add_builds<bool, i8, u16, i32, u64, float, double>(all);
  add_builds<u8, i16, u32, i64>(all);
  all.push_back(families::build_matrix<drawn_op<i64>, wide_types<i64>>());
  all.push_back(families::build_matrix<drawn_op<float>, case_types<float, float, float, float, i32, i64>>());
  all.push_back(families::build_vector<double, drawn_op<double>, i64>());
  add_diagonals<case_types<bool>, case_types<i8>, case_types<u16>, case_types<i32>, case_types<i64>, case_types<float>,
                case_types<double>, wide_types<double>, wide_types<u8>>(all);
  all.push_back(families::diagonal<case_types<i32, i32, i32, i32, i32, i64>>());
  all.push_back(families::transposed<case_types<bool>>());
  all.push_back(families::transposed<case_types<i64, i64, i64, i64, i32, i64>>());
  return all;
}

}  // namespace heddle::testing
