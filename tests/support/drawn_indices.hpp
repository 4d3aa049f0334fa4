// drawn_indices.hpp - selections of positions drawn from a seed, with the positions one by one.
#pragma once
#include <algorithm>
#include <heddle/index_set.hpp>
#include <numeric>

#include "tests/support/random_cases.hpp"

namespace heddle::testing {

/// What a dense reference needs of a selection, and the selection.
template <class I = std::int32_t> struct drawn_indices {
  index_set<I> set;
  std::vector<size_type> at;

  friend std::ostream& operator<<(std::ostream& out, drawn_indices const& i) {
    out << (i.set.is_all() ? "all:" : i.set.is_list() ? "list:" : "range:");
    for (size_type const k : i.at) out << ' ' << k;
    return out;
  }
};

/// All, a range with a stride of either sign, an ascending list, or one in any order; with duplicates unless
/// `distinct`.
template <class I = std::int32_t>
drawn_indices<I> draw_indices(random_source& random, size_type size, bool distinct = false) {
  drawn_indices<I> result{all, std::vector<size_type>(static_cast<std::size_t>(size))};
  std::iota(result.at.begin(), result.at.end(), size_type{0});
  int const kind = random.below(5);
  if (kind == 0) return result;
  result.at.clear();
  int const n = static_cast<int>(size);
  if (kind == 1 || size == 0) {
    size_type const stride = random.pick({1, 1, 2, 3, -1, -1, -2});
    size_type begin = random.below(n + 1), end = random.below(n + 1);
    if (stride < 0) --begin, --end;
    if ((end - begin) * stride < 0) std::swap(begin, end);
    if (stride < 0 && begin < 0) begin = end;  // nothing at all
    result.set = heddle::range(begin, end, stride);
    for (size_type i = begin; stride > 0 ? i < end : i > end; i += stride) result.at.push_back(i);
    return result;
  }
  int const percent = random.pick({10, 40, 90});
  for (int i = 0; i < n; ++i) {
    if (random.chance(percent)) result.at.push_back(i);
    if (!distinct && kind != 2 && random.chance(20)) result.at.push_back(random.below(n));
  }
  if (kind > 2) {
    for (std::size_t k = result.at.size(); k > 1; --k) {
      std::swap(result.at[k - 1], result.at[static_cast<std::size_t>(random.below(static_cast<int>(k)))]);
    }
  }
  result.set = std::vector<I>(result.at.begin(), result.at.end());
  return result;
}

namespace reference {

/// t(k) = u(at(k)).
template <class U> dense_vector<U> extract(dense_vector<U> const& u, std::vector<size_type> const& at) {
  dense_vector<U> t;
  for (size_type const i : at) t.push_back(u[static_cast<std::size_t>(i)]);
  return t;
}

/// T(k, l) = A(rows(k), columns(l)).
template <class A>
dense_matrix<A> extract(dense_matrix<A> const& a, std::vector<size_type> const& rows,
                        std::vector<size_type> const& columns) {
  dense_matrix<A> t(static_cast<size_type>(rows.size()), static_cast<size_type>(columns.size()));
  for (size_type k = 0; k < t.rows; ++k) {
    for (size_type l = 0; l < t.cols; ++l) t(k, l) = a(rows[k], columns[l]);
  }
  return t;
}

/// z(at(k)) = z(at(k)) accum u(k), and otherwise z = w: what assign writes under mask and replace.
template <class W, class Accum, class U>
dense_vector<W> assigned(dense_vector<W> const& w, Accum const& accum, dense_vector<U> const& u,
                         std::vector<size_type> const& at) {
  dense_vector<W> z = w;
  for (std::size_t k = 0; k < at.size(); ++k) z[at[k]] = accumulated(w[at[k]], accum, u[k]);
  return z;
}

/// Positions of a matrix's cells, row by row, as one list of those of its vector of cells.
inline std::vector<size_type> cells_of(std::vector<size_type> const& rows, std::vector<size_type> const& columns,
                                       size_type num_columns) {
  std::vector<size_type> at;
  for (size_type const i : rows) {
    for (size_type const j : columns) at.push_back(i * num_columns + j);
  }
  return at;
}

}  // namespace reference
}  // namespace heddle::testing
