// table.cpp - the table of operators: every operator has a row, what rows say holds, and codes find what they are of.
#include <doctest/doctest.h>

#include <heddle/ops/mxv/product.hpp>
#include <heddle/seam/laws.hpp>
#include <heddle/semirings/by_code.hpp>
#include <map>
#include <set>

#include "tests/structure/source_tree.hpp"
#include "tests/support/operators.hpp"
#include "tests/support/same_value.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class T> std::vector<T> some_values() {
  if constexpr (std::is_same_v<T, bool>) return {false, true};
  std::vector<T> values;
  for (int const x : {0, 1, 2, 3, 7, 100}) values.push_back(static_cast<T>(x));
  values.push_back(std::numeric_limits<T>::max());
  values.push_back(std::numeric_limits<T>::lowest());
  if constexpr (std::numeric_limits<T>::is_signed) values.push_back(static_cast<T>(-5));
  if constexpr (detail::floating<T>) {
    values.push_back(std::numeric_limits<T>::infinity());
    values.push_back(static_cast<T>(-0.0f));
    values.push_back(static_cast<T>(0.1f));
  }
  return values;
}

template <class T, class Op> auto called_at(Op const& op, T const& a, T const& b, size_type i = 2, size_type j = 5) {
  if constexpr (std::invocable<Op const&, T, T>) {
    return op(a, b);
  } else {
    return op(a, b, i, size_type{3}, j);
  }
}

/// What of a row does not hold for a and b, or nothing. NaN, which no order has, is not among what is given.
template <class T, class Op> std::string broken_by(Op const& op, T const& a, T const& b) {
  auto const ab = called_at(op, a, b);
  for (T const& other : some_values<T>()) {
    if (table::has<Op, table::skips_left> && !same_value(called_at(op, other, b), ab)) return "skips_left";
    if (table::has<Op, table::skips_right> && !same_value(called_at(op, a, other), ab)) return "skips_right";
    auto const other_b = called_at(op, other, b);
    // Of integers those semirings multiply by path sums that ask for it.
    bool const wraps = std::is_same_v<Op, plus<T>> && detail::wraps<T>;
    if (table::has<Op, table::monotone> && !wraps && a <= other && other_b < ab) return "monotone";
  }
  if (table::has<Op, table::symmetric> && !same_value(ab, called_at(op, b, a, 5, 2))) return "symmetric";
  if constexpr (requires { typename Op::exchanged; }) {
    if (!same_value(ab, called_at(typename Op::exchanged{}, b, a, 5, 2))) return "exchanged";
  }
  return "";
}

template <class T> void check_rows() {
  for_each_operator<detail::binary_operators<T>>([]<class Op>(Op const& op) {
    INFO(std::string(table::row_of<Op>.name));
    if constexpr (!std::is_same_v<Op, bitwise_shift<T>>) {
      for (T const& a : some_values<T>()) {
        for (T const& b : some_values<T>()) CHECK_EQ(broken_by(op, a, b), "");
      }
    }
  });
}

/// By its code an operator is found, once, and is nothing else.
template <class List, unsigned Use> void check_codes() {
  for_each_operator<List, Use>([]<class Op>(Op const&) {
    int calls = 0, right = 0;
    detail::by_code<List, Use>(detail::code_of<Op, List>, [&]<class Found>(std::type_identity<Found>) {
      ++calls;
      right += std::is_same_v<Op, Found>;
    });
    INFO(std::string(table::row_of<Op>.name));
    CHECK_EQ(calls, 1);
    CHECK_EQ(right, 1);
  });
}

template <class T> void check_by_code() {
  auto const values = some_values<T>();
  for_each_operator<detail::binary_operators<T>, table::products>([&]<class Op>(Op const& op) {
    INFO(std::string(table::row_of<Op>.name));
    detail::operator_by_code<T, table::products> const chosen{detail::code_of<Op, detail::binary_operators<T>>};
    for (T const& a : values) {
      for (T const& b : values) CHECK(same_value<T>(chosen(a, b), op(a, b)));
    }
  });
  for_each_operator<detail::monoids<T>, table::sums>([&]<class Add>(Add const& add) {
    INFO(std::string(table::row_of<Add>.name));
    detail::monoid_by_code<T> const chosen{detail::code_of<Add, detail::monoids<T>>, seam::neutral_of(add)};
    CHECK(same_value<T>(chosen.identity(), seam::neutral_of(add)));
    for (T const& a : values) {
      bool ends = false;
      if constexpr (detail::has_terminal<Add>) ends = add.is_terminal(a);
      CHECK_EQ(chosen.is_terminal(a), ends);
      for (T const& b : values) CHECK(same_value<T>(chosen(a, b), add(a, b)));
    }
  });
}

// The structs of a header that are operators or monoids on T.
std::set<std::string> operators_in(std::string const& path) {
  std::set<std::string> names;
  std::string const begin = "template <class T> struct ";
  for (auto const& line : lines_of(source_root() / path)) {
    if (line.starts_with("template <element T, class Op>")) break;  // monoids of a user's
    if (!line.starts_with(begin) || line.find(';') < line.find('{')) continue;
    names.insert(line.substr(begin.size(), line.find_first_of(" <", begin.size()) - begin.size()));
  }
  return names;
}

std::multiset<std::string> names_in_table() {
  std::multiset<std::string> names;
  for_each_list<std::int32_t>([&]<class... Ops>(std::type_identity<detail::type_list<Ops...>>, auto const&) {
    (names.insert(table::row_of<Ops>.name), ...);
  });
  return names;
}

}  // namespace

TEST_CASE("every operator of the headers has a row of its name, and is in a list" * doctest::skip(!has_sources())) {
  auto const rows = names_in_table();
  CHECK_EQ(rows.count(""), 0);
  std::string missing;
  std::size_t found = 0;
  for (auto const* path : {"semirings/operators.hpp", "semirings/path_sums.hpp", "semirings/unary.hpp",
                           "semirings/monoids.hpp", "ops/apply/functions.hpp"}) {
    for (auto const& name : operators_in(path)) {
      ++found;
      if (rows.count(name) != 1) missing += name + '\n';
    }
  }
  CHECK_EQ(missing, "");
  CHECK_EQ(found + 11, rows.size());  // those of positions, which are no templates of T alone
}

TEST_CASE("GraphBLAS's names of operators are no two's") {
  std::map<std::string, int> uses;
  for_each_list<std::int32_t>([&]<class... Ops>(std::type_identity<detail::type_list<Ops...>>, auto const&) {
    (++uses[table::row_of<Ops>.standard], ...);
  });
  for (auto const& [name, count] : uses) {
    CAPTURE(name);
    CHECK((name.empty() || count == 1));
    CHECK((name.empty() || name.starts_with("GrB_") || name.starts_with("GxB_")));
  }
}

TEST_CASE("what rows say of binary operators holds, at the limits of their types") {
  check_rows<bool>();
  check_rows<std::int8_t>();
  check_rows<std::uint16_t>();
  check_rows<std::int32_t>();
  check_rows<double>();
  check_rows<f16>();
}

TEST_CASE("what derives from an operator has no row") {
  struct other_sum : plus<int> {};
  struct other_least : min_monoid<int> {};
  CHECK_FALSE(table::is_known<other_sum>);
  CHECK_FALSE(is_idempotent<other_least>());
  CHECK(std::is_void_v<detail::operator_of<other_least>::type>);
  CHECK(std::is_same_v<detail::plain_operator<other_least>, other_least>);
  CHECK(std::is_same_v<detail::plain_operator<min_monoid<int>>, minimum<int>>);
}

TEST_CASE("a code calls what it was made of, and nothing else") {
  check_codes<detail::binary_operators<float>, table::pairs>();
  check_codes<detail::binary_operators<std::int32_t>, table::pairs>();
  check_codes<detail::binary_operators<bool>, table::accumulators>();
  check_codes<detail::binary_operators<double>, table::numbers>();
  check_codes<detail::unary_operators<double>, table::functions>();
  check_codes<detail::unary_operators<std::uint8_t>, table::functions>();
  check_codes<detail::monoids<std::int64_t>, table::sums>();
}

TEST_CASE("a code that kernels of a use do not know calls nothing, and the operator of none is what is written") {
  int calls = 0;
  auto const count = [&](auto) { ++calls; };
  detail::by_code<detail::binary_operators<int>, table::accumulators>(
      detail::code_of<less<int>, detail::binary_operators<int>>, count);
  detail::by_code<detail::binary_operators<int>>(-1, count);
  CHECK_EQ(calls, 0);
  CHECK_EQ(detail::operator_by_code<int, table::accumulators>{}(3, 4), 4);
}

TEST_CASE("operators and monoids that are chosen by code compute as those of their types") {
  check_by_code<bool>();
  check_by_code<std::int32_t>();
  check_by_code<std::int64_t>();
  check_by_code<float>();
  check_by_code<double>();
}
