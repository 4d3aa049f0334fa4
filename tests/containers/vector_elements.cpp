// vector_elements.cpp - single entries of a vector, its size, its copies and where it lives.
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>
#include <optional>
#include <random>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

vector<int> sample_vector(executor const& exec) {
  return vector<int>::build(6, {4, 1}, {40, 10}, take_first<int>{}, exec);
}

bool same(vector<int> const& a, vector<int> const& b) {
  return a.size() == b.size() && a.tuples().index == b.tuples().index && a.tuples().value == b.tuples().value;
}

}  // namespace

EXECUTOR_CASE("entries are set, replaced, removed and set again") {
  vector<int> v = sample_vector(exec);
  CHECK(v.get(1) == 10);
  CHECK(!v.get(0));
  v.set(0, 5);
  v.set(1, 11);
  v.set(1, 12);
  CHECK(v.get(1) == 12);
  v.remove(1);
  v.remove(3);
  CHECK(!v.get(1));
  CHECK_EQ(v.nvals(), 2);
  v.set(1, 13);
  CHECK_EQ(v.nvals(), 3);
  CHECK(v.tuples().index == std::vector<std::int32_t>{0, 1, 4});
  CHECK(v.tuples().value == std::vector<int>{5, 13, 40});
}

EXECUTOR_CASE("an entry of a dense vector can be set and removed") {
  auto v = vector<int>::filled(4, 1, exec);
  v.set(2, 7);
  CHECK(v.form() == vector_form::dense);
  v.remove(0);
  CHECK_EQ(v.nvals(), 3);
  CHECK(v.form() == vector_form::bitmap);
  CHECK(v.to_dense(-1) == std::vector<int>{-1, 1, 7, 1});
}

EXECUTOR_CASE("many updates in any order leave what a list of optional values would") {
  std::mt19937 random(7);
  std::vector<std::optional<int>> expected(50);
  vector<int> v(50, exec);
  for (int k = 0; k < 400; ++k) {
    int const i = static_cast<int>(random() % 50);
    if (random() % 3 == 0) {
      expected[i].reset();
      v.remove(i);
    } else {
      expected[i] = k;
      v.set(i, k);
    }
    if (k % 97 == 0) (void)v.tuples();  // the sparse form must not outlive the next update
  }
  for (int i = 0; i < 50; ++i) CHECK(v.get(i) == expected[i]);
  CHECK_EQ(v.nvals(), std::count_if(expected.begin(), expected.end(), [](auto const& x) { return x.has_value(); }));
}

EXECUTOR_CASE("positions outside a vector are named") {
  vector<int> v = sample_vector(exec);
  CHECK_THROWS_WITH_AS((void)v.get(6), "vector::get: index 6 of 6", index_out_of_range);
  CHECK_THROWS_WITH_AS(v.set(-1, 0), "vector::set: index -1 of 6", index_out_of_range);
  CHECK_THROWS_WITH_AS(v.remove(99), "vector::remove: index 99 of 6", index_out_of_range);
  CHECK(same(v, sample_vector(exec)));
}

EXECUTOR_CASE("resizing keeps the entries that still have a place, in every form") {
  for (int form = 0; form < 3; ++form) {
    vector<int> v = sample_vector(exec);
    if (form == 1) storage_of(v).write_bitmap();
    if (form == 2) v.fill(7);
    v.resize(9);
    CHECK_EQ(v.size(), 9);
    CHECK_EQ(v.nvals(), form == 2 ? 6 : 2);
    CHECK(!v.get(8));
    v.resize(4);
    CHECK_EQ(v.nvals(), form == 2 ? 4 : 1);
    CHECK(v.get(1) == (form == 2 ? 7 : 10));
    v.resize(0);
    v.resize(5);
    CHECK_EQ(v.nvals(), 0);
    CHECK_THROWS_AS(v.resize(-1), invalid_argument);
    CHECK_EQ(v.size(), 5);
  }
}

EXECUTOR_CASE("clear drops the entries and keeps the size") {
  vector<int> v = sample_vector(exec);
  v.clear();
  CHECK_EQ(v.nvals(), 0);
  CHECK_EQ(v.size(), 6);
  CHECK(v.tuples().index.empty());
  v.set(5, 1);
  CHECK(v.to_dense(0) == std::vector<int>{0, 0, 0, 0, 0, 1});
}

EXECUTOR_CASE("copies of a vector are independent in both directions") {
  vector<int> original = sample_vector(exec);
  vector<int> copy = original, assigned(3, exec);
  assigned = original;
  original.set(0, 1);
  copy.remove(4);
  CHECK_EQ(original.nvals(), 3);
  CHECK_EQ(copy.nvals(), 1);
  CHECK(same(assigned, sample_vector(exec)));
  auto const& itself = assigned;
  assigned = itself;
  CHECK(same(assigned, sample_vector(exec)));
}

EXECUTOR_CASE("a vector that was moved from is empty and can be used again") {
  vector<int> original = sample_vector(exec);
  vector<int> moved = std::move(original);
  CHECK(same(moved, sample_vector(exec)));
  CHECK_EQ(original.size(), 0);  // NOLINT: what is left behind is specified
  CHECK_EQ(original.nvals(), 0);
  original = std::move(moved);
  CHECK(same(original, sample_vector(exec)));
  CHECK_EQ(moved.size(), 0);
  std::swap(original, moved);
  CHECK(same(moved, sample_vector(exec)));
}

EXECUTOR_CASE("a vector goes to another executor and back unchanged, in every form") {
  for (int form = 0; form < 4; ++form) {
    vector<int> v = sample_vector(exec);
    if (form == 1) storage_of(v).write_bitmap();
    if (form == 2) v.fill(7);
    if (form == 3) storage_of(v).bitmap();
    vector<int> const there = v.to(executor{}), back = there.to(exec);
    CHECK(there.exec().is_host());
    CHECK(back.exec() == exec);
    CHECK(there.form() == v.form());
    CHECK(same(there, v));
    CHECK(same(back, v));
    v.set(2, 99);
    CHECK(!(there.get(2) == 99));
  }
}
