// tuples.hpp - entries on their way from rank to rank, with their rows and columns.
#pragma once
#include <algorithm>
#include <cstring>
#include <heddle/distributed/ranks/group.hpp>
#include <heddle/matrix.hpp>
#include <memory>
#include <vector>

namespace heddle::detail {

/// Tuples that rank r is to have: rows, columns and values, one array behind the other.
template <class T, index_type I> struct tuples_out {
  std::vector<I> row, col;
  std::vector<T> value;
  std::vector<primitives::byte> bytes() const {
    std::vector<primitives::byte> all(row.size() * (2 * sizeof(I) + sizeof(T)));
    auto* to = all.data();
    auto const put = [&](auto const* from, std::size_t n) {
      if (n > 0) std::memcpy(to, from, n * sizeof *from);
      to += n * sizeof *from;
    };
    put(row.data(), row.size());
    put(col.data(), col.size());
    put(value.data(), value.size());
    return all;
  }
};

/// Tuples of all pieces, in their order.
template <class T, index_type I> struct tuples_in {
  tuples_in(distributed::pieces const& in, int ranks) {
    std::size_t n = 0;
    for (int r = 0; r < ranks; ++r) n += in.of(r).size() / width;
    row.resize(n), col.resize(n);
    value = std::make_unique_for_overwrite<T[]>(n);
    for (int r = 0; r < ranks; ++r) {
      auto const bytes = in.of(r);
      std::size_t const k = bytes.size() / width;
      if (k > 0) {
        std::memcpy(row.data() + count, bytes.data(), k * sizeof(I));
        std::memcpy(col.data() + count, bytes.data() + k * sizeof(I), k * sizeof(I));
        std::memcpy(value.get() + count, bytes.data() + 2 * k * sizeof(I), k * sizeof(T));
      }
      count += k;
    }
  }
  /// `first_row`: what row 0 of these is of the whole matrix.
  template <index_type O, class Duplicate>
  matrix<T, I, O> build(size_type first_row, size_type rows, size_type cols, Duplicate duplicate,
                        executor const& exec) const {
    coo_arrays<T, I> const there{rows, cols, static_cast<size_type>(count), row.data(), col.data(), value.get()};
    if constexpr (std::is_same_v<Duplicate, no_duplicates_type>) {
      auto built = matrix<T, I, O>::build(there, take_first<T>{}, exec);
      if (built.nnz() < there.nnz) throw_repeated(first_row);
      return built;
    } else {
      return matrix<T, I, O>::build(there, duplicate, exec);
    }
  }

  static constexpr std::size_t width = 2 * sizeof(I) + sizeof(T);
  std::vector<I> row, col;
  std::unique_ptr<T[]> value;
  std::size_t count = 0;

 private:
  // Which entries these were nobody knows here, but where they stand.
  [[noreturn]] void throw_repeated(size_type first_row) const {
    std::vector<std::pair<I, I>> places;
    for (std::size_t k = 0; k < count; ++k) places.emplace_back(row[k], col[k]);
    std::sort(places.begin(), places.end());
    auto const [r, c] = *std::adjacent_find(places.begin(), places.end());
    throw invalid_argument(
        concat("distributed matrix: build: more than one entry stands at (", first_row + r, ", ", c, ")"));
  }
};

}  // namespace heddle::detail
