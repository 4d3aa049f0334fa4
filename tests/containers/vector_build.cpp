// vector_build.cpp - vectors are built from entries and arrays, by copy and by adoption, and give them back.
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>

#include "tests/support/append_digit.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using testing::append_digit;

namespace {

struct edge {
  std::int32_t target;
  double weight;
  friend bool operator==(edge const&, edge const&) = default;
};

}  // namespace

EXECUTOR_CASE("duplicates of a vector are combined in the order in which they stand") {
  auto const v = vector<std::int64_t>::build(5, {3, 1, 3, 1, 3}, {1, 7, 2, 8, 3}, append_digit{}, exec);
  auto const entries = v.tuples();
  CHECK(entries.index == std::vector<std::int32_t>{1, 3});
  CHECK(entries.value == std::vector<std::int64_t>{78, 123});
  CHECK_EQ(v.nvals(), 2);
  CHECK_EQ(v.size(), 5);
}

EXECUTOR_CASE("what a vector was built from comes back by ascending position") {
  std::vector<std::int32_t> index;
  std::vector<double> value;
  for (int k = 0; k < 1000; ++k) {
    index.push_back(k * 7919 % 10007);
    value.push_back(k + 0.5);
  }
  auto const v = vector<double>::build(10007, index, value, take_first<double>{}, exec);
  auto const entries = v.tuples();
  REQUIRE_EQ(entries.index.size(), 1000);
  CHECK(std::is_sorted(entries.index.begin(), entries.index.end()));
  auto const dense = v.to_dense(-1);
  for (std::size_t k = 0; k < index.size(); ++k) REQUIRE_EQ(dense[index[k]], value[k]);
  CHECK_EQ(std::count(dense.begin(), dense.end(), -1), 10007 - 1000);
  auto const again = vector<double>::build(10007, entries.index, entries.value, take_first<double>{}, exec).tuples();
  CHECK(again.index == entries.index);
  CHECK(again.value == entries.value);
}

EXECUTOR_CASE("dense and filled vectors have an entry everywhere") {
  auto const listed = vector<float>::dense({1, 2, 3}, exec);
  auto const ranged = vector<float>::dense(std::vector<double>{1, 2, 3}, exec);
  auto const filled = vector<float>::filled(3, 4, exec);
  for (auto const* v : {&listed, &ranged, &filled}) {
    CHECK(v->form() == vector_form::dense);
    CHECK_EQ(v->nvals(), 3);
  }
  CHECK(listed.to_dense(0) == std::vector<float>{1, 2, 3});
  CHECK(ranged.to_dense(0) == std::vector<float>{1, 2, 3});
  CHECK(filled.to_dense(0) == std::vector<float>{4, 4, 4});
}

EXECUTOR_CASE("vectors hold bools and structs") {
  auto const flags = vector<bool>::build(4, {3, 0, 3}, {true, false, false}, logical_or<bool>{}, exec);
  CHECK(flags.to_dense(false) == std::vector<bool>{false, false, false, true});
  CHECK(flags.tuples().value == std::vector<bool>{false, true});
  CHECK(vector<bool>::dense({true, false, true}, exec).to_dense(false) == std::vector<bool>{true, false, true});

  auto edges = vector<edge>::build(3, {2, 0}, {{7, 0.5}, {8, 1.5}}, take_first<edge>{}, exec);
  edges.set(1, {9, 2.5});
  CHECK(edges.get(2) == edge{7, 0.5});
  CHECK(edges.tuples().value == std::vector<edge>{{8, 1.5}, {9, 2.5}, {7, 0.5}});
}

EXECUTOR_CASE("adopted values are used in place and released once, whoever holds them last") {
  std::vector<double> const values{1, 2, 3, 4};
  buffer<double> owner(exec, std::span<double const>(values));
  int released = 0;
  {
    auto adopted = vector<double>::adopt(exec, owner.data(), owner.size(), [&] { ++released; });
    CHECK(static_cast<void const*>(storage_of(adopted).bitmap().values.data()) == owner.data());
    adopted.set(2, 30);
    CHECK_EQ(owner.get(2), 30);
    auto const copy = adopted;
    adopted.set(0, 10);
    CHECK(copy.to_dense(0) == std::vector<double>{1, 2, 30, 4});
    auto const moved = std::move(adopted);
    CHECK(static_cast<void const*>(storage_of(moved).bitmap().values.data()) == owner.data());
    CHECK(moved.to_dense(0) == std::vector<double>{10, 2, 30, 4});
    CHECK_EQ(released, 0);
  }
  CHECK_EQ(released, 1);
  CHECK_EQ(owner.get(3), 4);
  { auto const borrowed = vector<double>::adopt(exec, owner.data(), owner.size()); }
  CHECK_EQ(owner.get(0), 10);
}

EXECUTOR_CASE("adopted values are released when the vector takes other ones") {
  buffer<double> owner(exec, 4);
  int released = 0;
  auto v = vector<double>::adopt(exec, owner.data(), owner.size(), [&] { ++released; });
  v.clear();
  CHECK_EQ(released, 1);
  CHECK_EQ(v.nvals(), 0);
  CHECK_EQ(v.size(), 4);
}

EXECUTOR_CASE("wrong entries of a vector are named") {
  auto const build = [&](std::vector<std::int32_t> const& index, std::vector<double> const& value) {
    return vector<double>::build(5, index, value, take_first<double>{}, exec);
  };
  CHECK_THROWS_WITH_AS(build({0, 4, 5}, {1, 2, 3}), "vector::build: entry 2 has index 5 of 5", index_out_of_range);
  CHECK_THROWS_WITH_AS(build({0, -1}, {1, 2}), "vector::build: entry 1 has index -1 of 5", index_out_of_range);
  CHECK_THROWS_WITH_AS(build({0, 1}, {1}), "vector::build: 2 indices but 1 values", invalid_argument);
  CHECK_THROWS_WITH_AS(vector<double>(-3, exec), "vector: size -3 is negative", invalid_argument);
  CHECK_THROWS_AS(vector<double>::build(-3, {}, {}, take_first<double>{}, exec), invalid_argument);
  CHECK_THROWS_AS(vector<double>::filled(-3, 0, exec), invalid_argument);
}

EXECUTOR_CASE("a vector of length 0 does everything that a vector does") {
  vector<double> v(0, exec);
  CHECK_EQ(v.nvals(), 0);
  CHECK(v.tuples().index.empty());
  CHECK(v.to_dense(1).empty());
  CHECK(vector<double>::build(0, {}, {}, take_first<double>{}, exec).to(executor{}).to_dense(0).empty());
  CHECK(vector<double>::dense(std::vector<double>{}, exec).tuples().value.empty());
  v.fill(3);
  v.clear();
  CHECK_THROWS_AS((void)v.get(0), index_out_of_range);
  CHECK_THROWS_AS(v.set(0, 1), index_out_of_range);
  v.resize(2);
  v.set(1, 5);
  CHECK(v.to_dense(0) == std::vector<double>{0, 5});
}
