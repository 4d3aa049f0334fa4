// elementwise.cpp - ewise_mult, ewise_add, ewise_union and select by every operator and comparison.
#include "tests/oracle/families.hpp"
#include "tests/support/cases/families.hpp"

namespace heddle::testing {

namespace {

template <class... Ts> void add_products(std::vector<case_family>& all) {
  (all.push_back(families::ewise_mult<drawn_op<Ts>, accumulators<drawn_op<Ts>>, case_types<Ts>>()), ...);
}
template <operation What, class... Ts> void add_pairs(std::vector<case_family>& all) {
  (all.push_back(families::of_pairs<What, drawn_op<Ts>, accumulators<drawn_op<Ts>>, case_types<Ts>>()), ...);
}
template <class... Ts> void add_selections(std::vector<case_family>& all) {
  (all.push_back(families::select<drawn_predicate<Ts>, accumulators<drawn_op<Ts>>, case_types<Ts>>()), ...);
}

}  // namespace

std::vector<case_family> drawn_elementwise() {
  using d = double;
  using i16 = std::int16_t;
  using i64 = std::int64_t;
  std::vector<case_family> all;
  add_products<bool, std::int8_t, std::uint16_t, std::int32_t, std::uint64_t, float, d>(all);
  add_selections<bool, std::uint8_t, std::int16_t, std::uint32_t, i64, float, d>(all);
  all.push_back(families::ewise_mult<drawn_predicate<i64>, accumulators<drawn_op<bool>>, case_types<bool, i64>>());
  all.push_back(families::ewise_mult<drawn_op<i16>, accumulators<drawn_op<d>>, case_types<d, i16, i16, float>>());
  all.push_back(families::ewise_mult<drawn_op<float>, accumulators<drawn_op<float>>, wide_types<float>>());
  all.push_back(families::select<drawn_predicate<i16>, accumulators<drawn_op<i64>>, case_types<i64, i16, i16, bool>>());
  all.push_back(families::select<drawn_predicate<d>, accumulators<drawn_op<d>>, wide_types<d>>());
  using enum operation;
  add_pairs<ewise_add, bool, std::int8_t, std::uint16_t, std::int32_t, std::uint64_t, float, d>(all);
  add_pairs<ewise_union, std::uint8_t, i16, i64, float>(all);
  all.push_back(families::of_pairs<operation::ewise_mult, drawn_op<d>, accumulators<drawn_op<d>>,
                                   case_types<d, i16, float, bool>, d>());
  all.push_back(
      families::of_pairs<ewise_add, drawn_op<d>, accumulators<drawn_op<float>>, case_types<float, float, i16, d>, d>());
  all.push_back(
      families::of_pairs<ewise_add, drawn_predicate<i64>, accumulators<drawn_op<bool>>, case_types<bool, i64>>());
  all.push_back(
      families::of_pairs<ewise_union, drawn_op<d>, accumulators<drawn_op<d>>, case_types<d, i16, float>, d>());
  all.push_back(families::of_pairs<ewise_add, drawn_op<d>, accumulators<drawn_op<d>>, wide_types<d>>());
  return all;
}

}  // namespace heddle::testing
