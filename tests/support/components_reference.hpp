// components_reference.hpp - components by union-find over a list of edges. Knows nothing of the library.
// Galler & Fischer, 1964; Tarjan, 1975.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace heddle::testing {

class disjoint_sets {
 public:
  explicit disjoint_sets(std::int64_t n) : above_(static_cast<std::size_t>(n)), size_(above_.size(), 1) {
    std::iota(above_.begin(), above_.end(), std::int64_t{0});
  }
  std::int64_t find(std::int64_t v) {
    while (above_[v] != v) v = above_[v] = above_[above_[v]];
    return v;
  }
  void unite(std::int64_t u, std::int64_t v) {
    u = find(u), v = find(v);
    if (u == v) return;
    if (size_[u] < size_[v]) std::swap(u, v);
    above_[v] = u;
    size_[u] += size_[v];
  }

 private:
  std::vector<std::int64_t> above_, size_;
};

struct components_answer {
  std::vector<std::int64_t> labels;  // the smallest vertex of each component
  std::int64_t count = 0;
};

template <class Index>
components_answer reference_components(std::int64_t n, std::vector<Index> const& row, std::vector<Index> const& col) {
  disjoint_sets sets(n);
  for (std::size_t e = 0; e < row.size(); ++e) sets.unite(row[e], col[e]);
  std::vector<std::int64_t> smallest(static_cast<std::size_t>(n), -1);
  components_answer answer;
  for (std::int64_t v = 0; v < n; ++v) {
    auto& least = smallest[sets.find(v)];
    if (least < 0) least = v, ++answer.count;
    answer.labels.push_back(least);
  }
  return answer;
}

}  // namespace heddle::testing
