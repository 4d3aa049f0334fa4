// drawn.hpp - drawn operands, whole and dealt out to ranks by drawn cuts: what one does with both has to agree.
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <heddle/distributed/distributed.hpp>
#include <heddle/heddle.hpp>
#include <random>
#include <vector>

namespace heddle::testing {

/// A monoid for which the order of operands matters.
struct first_of {
  using value_type = int;
  static constexpr bool needs_presence = true;
  HEDDLE_FN int identity() const { return 0; }
  HEDDLE_FN int operator()(int a, int) const { return a; }
};
struct first_product {
  first_of add;
  HEDDLE_FN int multiply(int a, int b) const { return 3 * a + b; }
};

/// Vectors and matrices of one drawn case; more ranks than rows, and ranks without any, are among the cases.
class dealt_case {
 public:
  dealt_case(std::uint32_t seed, distributed::group ranks) : random_(seed), ranks_(std::move(ranks)) {
    rows = below(4) == 0 ? below(4) : below(60);
    cols = below(4) == 0 ? rows : 1 + below(60);
    descriptor.replace = below(2) == 0;
    std::size_t const n = rows * cols == 0 ? 0 : static_cast<std::size_t>(below(3 * rows + 1));
    for (std::size_t k = 0; k < n; ++k) {
      row.push_back(below(rows));
      col.push_back(below(cols));
      values.push_back(below(9) - 4);
    }
  }

  int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint32_t>(bound)); }
  distributed::dealing cuts(size_type size) {
    std::vector<size_type> cuts(static_cast<std::size_t>(ranks_.ranks()) + 1, size);
    for (auto& cut : cuts) cut = below(static_cast<int>(size) + 1);
    std::sort(cuts.begin(), cuts.end());
    cuts.front() = 0, cuts.back() = size;
    return distributed::dealing(std::move(cuts));
  }
  matrix<int> whole() const { return matrix<int>::build(rows, cols, row, col, values, minus<int>{}); }
  distributed::matrix<int> dealt(matrix<int> const& a) {
    auto const by = cuts(a.rows());
    return distributed::matrix<int>::dealt(a, ranks_,
                                           [&](size_type, int, distributed::entries_before const&) { return by; });
  }
  /// Of any form; without entries, with some, or with all.
  template <class T = int> vector<T> drawn(int size) {
    vector<T> v(size);
    int const share = below(5);
    for (int i = 0; i < size; ++i) {
      if (share == 4 || below(4) < share) v.set(i, static_cast<T>(below(9) - 4));
    }
    return v;
  }
  template <class T> distributed::vector<T> dealt(vector<T> const& v) {
    return distributed::vector<T>::dealt(v, cuts(v.size()), ranks_);
  }
  distributed::group const& ranks() const { return ranks_; }

  int rows = 0, cols = 0;
  std::vector<int> row, col, values;
  heddle::descriptor descriptor;

 private:
  std::mt19937 random_;
  distributed::group ranks_;
};

/// Those of this process's, or of all processes that run the same cases.
std::vector<distributed::group> const& groups_to_try();

/// Whether a rank reads what others have, and is sent nothing.
inline bool share_memory(distributed::group const& ranks) {
  bool shares = false;
  ranks.run([&](distributed::member& m) {
    if (m.place() == 0) shares = m.shares_memory();
  });
  return shares;
}

template <class T> bool agree(vector<T> const& whole, distributed::vector<T> const& dealt) {
  int const last = dealt.ranks().ranks() - 1;
  auto const there = dealt.gather_to(last);
  if (dealt.nvals() != whole.nvals()) return false;
  if (!there) return dealt.ranks().local_ranks().back() != last;  // it came to another process
  auto const a = whole.tuples(), b = there->tuples();
  return a.index == b.index && a.value == b.value;
}

template <class T> bool agree(matrix<T> const& whole, distributed::matrix<T> const& dealt) {
  int const last = dealt.ranks().ranks() - 1;
  auto const there = dealt.gather_to(last);
  if (dealt.nnz() != whole.nnz()) return false;
  if (!there) return dealt.ranks().local_ranks().back() != last;  // it came to another process
  auto const a = whole.tuples(), b = there->tuples();
  return a.row == b.row && a.col == b.col && a.value == b.value;
}

/// body(case) for `count` drawn cases with each group.
template <class Body> void for_each_dealt_case(int count, Body const& body) {
  for (auto const& ranks : groups_to_try()) {
    for (int trial = 0; trial < count; ++trial) {
      CAPTURE(ranks.ranks());
      CAPTURE(trial);
      dealt_case drawn(static_cast<std::uint32_t>(trial * 10 + ranks.ranks()), ranks);
      body(drawn);
    }
  }
}

// Whether ranks begin at whole words of bits, which kernels for all levels ask for.
inline bool has_words(distributed::dealing const& by) {
  for (int r = 0; r < by.ranks(); ++r) {
    if (by.begin(r) % 64 != 0 && by.begin(r) != by.size()) return false;
  }
  return true;
}

}  // namespace heddle::testing
