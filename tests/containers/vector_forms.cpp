// vector_forms.cpp - a vector holds the same entries in every form, and chooses its form by density.
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

vector<float> with_entries(size_type size, size_type entries, executor const& exec) {
  std::vector<std::int32_t> index;
  std::vector<float> value;
  for (size_type k = 0; k < entries; ++k) {
    index.push_back(static_cast<std::int32_t>(size - 1 - k));
    value.push_back(static_cast<float>(k));
  }
  return vector<float>::build(size, index, value, take_first<float>{}, exec);
}

vector_form chosen_form(vector<float> v) {
  storage_of(v).choose_form();
  return v.form();
}

}  // namespace

EXECUTOR_CASE("a vector is sparse below a sixteenth of its positions, dense when full, else a bitmap") {
  CHECK(chosen_form(with_entries(1600, 0, exec)) == vector_form::sparse);
  CHECK(chosen_form(with_entries(1600, 99, exec)) == vector_form::sparse);
  CHECK(chosen_form(with_entries(1600, 100, exec)) == vector_form::bitmap);
  CHECK(chosen_form(with_entries(1600, 1599, exec)) == vector_form::bitmap);
  CHECK(chosen_form(with_entries(1600, 1600, exec)) == vector_form::dense);
  CHECK(chosen_form(with_entries(1, 1, exec)) == vector_form::dense);
  CHECK(chosen_form(with_entries(0, 0, exec)) == vector_form::sparse);
}

EXECUTOR_CASE("changing the form changes no entry") {
  for (size_type const entries : {size_type{0}, size_type{1}, size_type{50}, size_type{99}, size_type{100}}) {
    vector<float> const original = with_entries(100, entries, exec);
    auto const expected = original.tuples();
    vector<float> v = original;
    storage_of(v).choose_form();
    CHECK(v.tuples().index == expected.index);
    CHECK(v.tuples().value == expected.value);
    storage_of(v).write_bitmap();
    CHECK_EQ(v.nvals(), entries);
    CHECK(v.tuples().index == expected.index);
    storage_of(v).choose_form();
    CHECK(v.tuples().value == expected.value);
    CHECK_EQ(v.nvals(), entries);
  }
}

EXECUTOR_CASE("an unsorted list of entries is sorted for those who ask") {
  std::vector<std::int32_t> const index{3, 0, 2};
  std::vector<float> const value{30, 0, 20};
  auto const* bytes = reinterpret_cast<detail::byte const*>(value.data());
  vector<float> v(4, exec);
  storage_of(v).assign(detail::sparse_form<std::int32_t>{buffer<std::int32_t>(exec, std::span(index)),
                                                         buffer<detail::byte>(exec, std::span(bytes, 12)), 3, false});
  vector<float> const copy = v;
  CHECK(v.to_dense(-1) == std::vector<float>{0, -1, 20, 30});
  CHECK(v.tuples().index == std::vector<std::int32_t>{0, 2, 3});
  CHECK(v.tuples().value == std::vector<float>{0, 20, 30});
  CHECK(copy.tuples().value == std::vector<float>{0, 20, 30});
  CHECK(copy.to(executor{}).get(2) == 20);
  v.resize(3);
  CHECK(v.tuples().value == std::vector<float>{0, 20});
}

EXECUTOR_CASE("vectors with 64-bit positions hold the same entries") {
  auto v = vector<double, std::int64_t>::build(40, {39, 0}, {1.5, 2.5}, take_first<double>{}, exec);
  v.set(20, 3.5);
  CHECK(v.tuples().index == std::vector<std::int64_t>{0, 20, 39});
  CHECK(v.tuples().value == std::vector<double>{2.5, 3.5, 1.5});
  v.resize(30);
  storage_of(v).choose_form();
  CHECK(v.get(20) == 3.5);
}

EXECUTOR_CASE("a bitmap's values are zeros where there is no entry if the environment asks for it") {
  size_type const n = 1000;
  auto const values_of_a_bitmap = [&] {
    {
      buffer<detail::byte> const dirty(
          exec, std::span<detail::byte const>(std::vector<detail::byte>(n * sizeof(float), detail::byte{0xff})));
    }
    vector<float> v = with_entries(n, 100, exec);
    storage_of(v).write_bitmap();
    return storage_of(v).bitmap().values.to_host();
  };
  setenv("HEDDLE_CLEAR_ABSENT", "1", 1);
  auto const values = values_of_a_bitmap();
  unsetenv("HEDDLE_CLEAR_ABSENT");
  CHECK(std::all_of(values.begin(), values.begin() + 900 * sizeof(float), [](detail::byte b) { return b == 0; }));
}
