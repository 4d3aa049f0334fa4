// numbers.cpp - apply by every operator with a number bound to it, and apply and select by positions and values.
#include "tests/oracle/families.hpp"
#include "tests/support/cases/number_families.hpp"

namespace heddle::testing {

namespace {

using families::bound_to;

template <bound_to Place, class... Ts> void add_bound(std::vector<case_family>& all) {
  (all.push_back(families::bound<Place, drawn_op<Ts>, accumulators<drawn_op<Ts>>, case_types<Ts>>()), ...);
}
template <bool Matrix, class... Ts> void add_rules(std::vector<case_family>& all) {
  (all.push_back(families::kept_by_rule<drawn_rule, Matrix, accumulators<drawn_op<Ts>>, case_types<Ts>>()), ...);
}
template <bool Matrix, class... Ts> void add_comparisons(std::vector<case_family>& all) {
  (all.push_back(families::kept_by_value<drawn_predicate<Ts>, Matrix, accumulators<drawn_op<Ts>>, case_types<Ts>>()),
   ...);
}
template <class T, bool Matrix, class Types> void add_numbered(std::vector<case_family>& all) {
  using accums = accumulators<drawn_op<typename Types::W>>;
  all.push_back(families::index_applied<T, drawn_number<T>, Matrix, accums, Types>());
}

}  // namespace

std::vector<case_family> drawn_numbers() {
  using enum bound_to;
  using i8 = std::int8_t;
  using u8 = std::uint8_t;
  using i16 = std::int16_t;
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  using d = double;
  std::vector<case_family> all;
  add_bound<before_vector, bool, i8, std::uint16_t, std::uint64_t, d>(all);
  add_bound<behind_vector, u8, i16, std::uint32_t, i64, float>(all);
  add_bound<before_matrix, i16, i32, float>(all);
  add_bound<behind_matrix, bool, u8, std::uint64_t, d>(all);
  all.push_back(
      families::bound<before_vector, drawn_predicate<i64>, accumulators<drawn_op<bool>>, case_types<bool, i64>>());
  all.push_back(families::bound<behind_vector, drawn_op<d>, accumulators<drawn_op<float>>,
                                case_types<float, i16, float, bool>, d>());
  all.push_back(families::bound<before_matrix, drawn_op<d>, accumulators<drawn_op<d>>, case_types<d, float, i16>, d>());
  all.push_back(families::bound<behind_matrix, drawn_op<i64>, accumulators<drawn_op<i64>>, wide_types<i64>>());
  add_numbered<i32, false, case_types<i32, float>>(all);
  add_numbered<i64, false, case_types<i64, u8, u8, bool, i64, i64>>(all);
  add_numbered<i32, true, case_types<i32>>(all);
  add_numbered<i64, true, case_types<d, i16, i16, float>>(all);
  add_rules<false, i32, float>(all);
  add_rules<true, bool, i16, i64, d>(all);
  all.push_back(families::kept_by_rule<drawn_rule, true, accumulators<drawn_op<float>>, wide_types<float>>());
  add_comparisons<false, u8, float>(all);
  add_comparisons<true, i8, i32, d>(all);
  return all;
}

}  // namespace heddle::testing
