// assignments.cpp - vectors and scalars assigned, of every type.
#include "tests/oracle/families.hpp"
#include "tests/support/cases/families.hpp"

namespace heddle::testing {

namespace {

template <class Types> void add_both(std::vector<case_family>& all) {
  using accum = accumulators<drawn_op<typename Types::W>>;
  all.push_back(families::assign_vector<accum, Types>());
  all.push_back(families::assign_scalar<accum, Types>());
}
template <class... Ts> void add_types(std::vector<case_family>& all) { (add_both<case_types<Ts>>(all), ...); }

}  // namespace

std::vector<case_family> drawn_assignments() {
  std::vector<case_family> all;
  add_types<bool, std::int8_t, std::uint16_t, std::uint32_t, std::int64_t, double>(all);
  add_both<case_types<std::int64_t, bool, std::int16_t, float>>(all);
  add_both<case_types<float, double, double, bool>>(all);
  add_both<wide_types<std::int32_t>>(all);
  return all;
}

}  // namespace heddle::testing
