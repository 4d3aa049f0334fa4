// operands.hpp - small vectors in every form and small matrices, for operations that run out of memory.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/semirings/semirings.hpp>

#include "tests/failure/trial.hpp"

namespace heddle::testing {

constexpr size_type length = 40;

/// Forms in which an operation may meet a vector. `both`: sparse and bitmap side by side.
enum class shape : std::uint8_t { sparse, both, bitmap, dense };
constexpr shape all_shapes[] = {shape::sparse, shape::both, shape::bitmap, shape::dense};
inline char const* name_of(shape s) {
  char const* const names[] = {"sparse", "sparse and bitmap", "bitmap", "dense"};
  return names[static_cast<int>(s)];
}

/// Value i % 3 + 1 at i: two positions where sparse, every third one as a bitmap.
template <class T, index_type I = std::int32_t> vector<T, I> make(executor const& exec, shape s) {
  std::vector<I> index;
  std::vector<T> value;
  size_type const step = s == shape::sparse ? 29 : s == shape::dense ? 1 : 3;
  for (size_type i = s == shape::dense ? 0 : 2; i < length; i += step) {
    index.push_back(static_cast<I>(i));
    value.push_back(static_cast<T>(i % 3 + 1));
  }
  auto v = vector<T, I>::build(length, index, value, take_first<T>{}, exec);
  if (s == shape::both) storage_of(v).bitmap();
  if (s == shape::bitmap) storage_of(v).write_bitmap();
  if (s == shape::dense) storage_of(v).choose_form();
  return v;
}

inline auto of_shape(shape s) {
  return [s](executor const& exec) { return make<double>(exec, s); };
}

/// A square matrix of 0 to 4 entries a row; without empty rows where `full_rows`.
template <class T, index_type I = std::int32_t>
matrix<T, I> make_matrix(executor const& exec, bool full_rows, size_type n = length) {
  std::vector<I> row, col;
  std::vector<T> value;
  for (size_type i = 0; i < n; ++i) {
    for (size_type k = 0; k < (full_rows ? 2 : i % 5); ++k) {
      row.push_back(static_cast<I>(i));
      col.push_back(static_cast<I>((7 * i + 11 * k) % n));
      value.push_back(static_cast<T>(k % 3 + 1));
    }
  }
  return matrix<T, I>::build(n, n, row, col, value, take_first<T>{}, exec);
}

/// How the mask of an operation is read.
struct masking {
  char const* name;
  bool none, structural, complemented, replace;
};
constexpr masking all_maskings[] = {{"no mask", true, false, false, false},
                                    {"structure", false, true, false, false},
                                    {"structure, replace", false, true, false, true},
                                    {"complement", false, false, true, false},
                                    {"values, replace", false, false, false, true}};

/// Rows of the table for w<mask> = w accum ..., for every form of w and kind of mask, without accumulator and with
/// each of `Accums`. call(w, mask, accum, replace, inputs...); an input is made by make(executor).
template <class W, class... Accums, class Call, class... Inputs>
void add_outputs(std::vector<tried_operation>& table, std::string const& name, std::string const& variant, Call call,
                 Inputs... inputs) {
  auto const add = [&](auto accum, char const* accum_name, shape w_shape, masking m) {
    std::string const what = variant + ", w " + name_of(w_shape) + ", " + m.name + ", " + accum_name;
    table.push_back({name, what, [=](executor const& exec) {
                       return calling(
                           [=](vector<W>& w, vector<bool>& mask, auto&... in) {
                             if (m.none) return call(w, no_mask, accum, m.replace, in...);
                             mask_of<vector<bool>> const masked{&mask, m.structural, m.complemented};
                             call(w, masked, accum, m.replace, in...);
                           },
                           make<W>(exec, w_shape), make<bool>(exec, shape::bitmap), inputs(exec)...);
                     }});
  };
  for (shape const w_shape : all_shapes) {
    for (masking const& m : all_maskings) {
      add(no_accum, "no accumulator", w_shape, m);
      (add(Accums{}, "accumulated", w_shape, m), ...);
    }
  }
}

}  // namespace heddle::testing
