// random_cases.hpp - operands and settings drawn from a seed, and the library's containers made from dense ones.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/matrix.hpp>
#include <heddle/vector.hpp>
#include <random>

#include "tests/support/dense_reference.hpp"

namespace heddle::testing {

using namespace schedules;

/// The same numbers for a seed everywhere: only the generator's own output is used.
class random_source {
 public:
  explicit random_source(unsigned seed) : generator_(seed) {}
  std::uint32_t bits() { return static_cast<std::uint32_t>(generator_()); }
  /// Uniform in [0, n).
  int below(int n) { return static_cast<int>(generator_() % static_cast<unsigned>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T> T pick(std::initializer_list<T> const& from) {
    return from.begin()[below(static_cast<int>(from.size()))];
  }

 private:
  std::mt19937 generator_;
};

/// Whole numbers near zero, zero (a stored one) among them, so that sums are exact in every type.
template <class T> T draw_value(random_source& random) {
  if constexpr (std::is_same_v<T, bool>) {
    return random.chance(70);
  } else if constexpr (std::is_unsigned_v<T>) {
    return static_cast<T>(random.below(8));
  } else {
    return static_cast<T>(random.below(13) - 4);
  }
}

template <class T> dense_vector<T> draw_vector(random_source& random, size_type size, int percent) {
  dense_vector<T> result(static_cast<std::size_t>(size));
  for (auto& cell : result) {
    if (random.chance(percent)) cell = draw_value<T>(random);
  }
  return result;
}

template <class T> dense_matrix<T> draw_matrix(random_source& random, size_type rows, size_type cols, int percent) {
  dense_matrix<T> result(rows, cols);
  result.cells = draw_vector<T>(random, rows * cols, percent);
  return result;
}

/// Empty, one, and small numbers.
inline size_type draw_size(random_source& random) {
  return random.pick<size_type>({0, 1, 1, 2, 3, 5, 8, 13, 17 + random.below(20)});
}

/// How many percent of the positions have an entry; fewer where shapes are `scale` times as large.
inline int draw_density(random_source& random, int scale = 1) {
  return random.pick({0, 3, 12, 30, 60, 100, 100}) / scale;
}

/// A schedule of the table, or one whose shares are so small that most rows are cut.
inline schedule draw_schedule(random_source& random) {
  std::vector<std::string> const names = schedule::names();
  int const drawn = random.below(static_cast<int>(names.size()) + 4);
  if (drawn < static_cast<int>(names.size())) return schedule::parse(names[drawn]);
  int const items = 1 + random.below(7);
  return random.chance(50) ? schedule(merge_path{items}) : schedule(nonzero_split{items});
}

inline direction draw_direction(random_source& random) {
  return random.pick({direction::automatic, direction::push, direction::pull});
}

/// How a vector holds its entries when the operation meets it. `both`: sparse and bitmap side by side.
enum class held { sparse, unsorted, bitmap, both };
inline held draw_held(random_source& random) {
  return random.pick({held::sparse, held::unsorted, held::bitmap, held::both});
}

template <class T, class I = std::int32_t> vector_tuples<T, I> tuples_of(dense_vector<T> const& cells) {
  vector_tuples<T, I> result;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!cells[i]) continue;
    result.index.push_back(static_cast<I>(i));
    result.value.push_back(*cells[i]);
  }
  return result;
}

template <class T, class I = std::int32_t> matrix_tuples<T, I> tuples_of(dense_matrix<T> const& a) {
  matrix_tuples<T, I> result;
  for (size_type i = 0; i < a.rows; ++i) {
    for (size_type j = 0; j < a.cols; ++j) {
      if (!a(i, j)) continue;
      result.row.push_back(static_cast<I>(i));
      result.col.push_back(static_cast<I>(j));
      result.value.push_back(*a(i, j));
    }
  }
  return result;
}

/// Dense (full) where every position has an entry and `how` is bitmap.
template <class T, index_type I = std::int32_t>
vector<T, I> make_vector(dense_vector<T> const& cells, held how = held::sparse, executor const& exec = {}) {
  auto tuples = tuples_of<T, I>(cells);
  auto const size = static_cast<size_type>(cells.size());
  auto result = vector<T, I>::build(size, tuples.index, tuples.value, take_first<T>{}, exec);
  if (how != held::sparse) storage_of(result).bitmap();
  if (how == held::bitmap) {
    bool const full = tuples.index.size() == cells.size() && size > 0;
    full ? storage_of(result).write_full() : storage_of(result).write_bitmap();
  } else if (how == held::unsorted) {
    std::vector<I> const reversed(tuples.index.rbegin(), tuples.index.rend());
    std::vector<unsigned char> bytes;
    for (auto value = tuples.value.rbegin(); value != tuples.value.rend(); ++value) {
      T const copy = *value;
      auto const* from = reinterpret_cast<unsigned char const*>(&copy);
      bytes.insert(bytes.end(), from, from + sizeof(T));
    }
    storage_of(result).assign(detail::sparse_form<I>{buffer<I>(exec, std::span<I const>(reversed)),
                                                     buffer<detail::byte>(exec, std::span<detail::byte const>(bytes)),
                                                     static_cast<size_type>(reversed.size()), false});
  }
  return result;
}

template <class T, index_type I = std::int32_t, index_type O = std::int32_t>
matrix<T, I, O> make_matrix(dense_matrix<T> const& a, executor const& exec = {}) {
  auto const tuples = tuples_of<T, I>(a);
  if (tuples.row.empty()) return matrix<T, I, O>(a.rows, a.cols, exec);
  return matrix<T, I, O>::build(a.rows, a.cols, tuples.row, tuples.col, tuples.value, take_first<T>{}, exec);
}

/// Every entry is `one` and no array of values is stored.
template <class T, index_type I = std::int32_t, index_type O = std::int32_t>
matrix<T, I, O> make_pattern(dense_matrix<T> const& a, T one, executor const& exec = {}) {
  auto const tuples = tuples_of<T, I>(a);
  return matrix<T, I, O>::build(a.rows, a.cols, tuples.row, tuples.col, {}, take_first<T>{}, exec, one);
}

template <class T, index_type I> dense_vector<T> to_dense(vector<T, I> const& v) {
  dense_vector<T> result(static_cast<std::size_t>(v.size()));
  auto const tuples = v.tuples();
  for (std::size_t k = 0; k < tuples.index.size(); ++k) result[tuples.index[k]] = tuples.value[k];
  return result;
}

template <class T, index_type I, index_type O> dense_matrix<T> to_dense(matrix<T, I, O> const& a) {
  dense_matrix<T> result(a.rows(), a.cols());
  auto const tuples = a.tuples();
  for (std::size_t k = 0; k < tuples.row.size(); ++k) result(tuples.row[k], tuples.col[k]) = tuples.value[k];
  return result;
}

/// The library's mask of a kind; mask_kind::none has a type of its own.
template <class Container> mask_of<Container> make_mask(mask_kind kind, Container const& mask) {
  switch (kind) {
    case mask_kind::structural:
      return structure(mask);
    case mask_kind::complement:
      return complement(mask);
    case mask_kind::structural_complement:
      return complement(structure(mask));
    default:
      return {&mask, false, false};
  }
}

inline char const* name_of(mask_kind kind) {
  char const* const names[] = {"none", "value", "structural", "complement", "structural complement"};
  return names[static_cast<int>(kind)];
}

inline char const* name_of(held how) {
  char const* const names[] = {"sparse", "unsorted", "bitmap", "sparse and bitmap"};
  return names[static_cast<int>(how)];
}

inline char const* name_of(direction d) {
  char const* const names[] = {"automatic", "push", "pull"};
  return names[static_cast<int>(d)];
}

}  // namespace heddle::testing
