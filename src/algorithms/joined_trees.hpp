// joined_trees.hpp - passes over the entries of a matrix that join their ends in trees of labels: the direct search of
// components.
#pragma once
#include <algorithm>
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/storage/compressed.hpp>
#include <vector>

#include "src/traverse/component_links.hpp"

namespace heddle::detail {

/// The label that is met most often among a sample.
template <index_type I> I frequent_label(executor const& exec, I const* labels, size_type n) {
  constexpr size_type sampled_labels = 1024;
  size_type const taken = min_of(n, sampled_labels);
  std::vector<I> at(static_cast<std::size_t>(taken));
  for (size_type k = 0; k < taken; ++k) at[k] = static_cast<I>(n / taken * k);
  buffer<I> const places(exec, std::span<I const>(at));
  buffer<I> found(exec, taken);
  primitives::gather(exec, found.data(), labels, places.data(), taken, sizeof(I));
  auto sample = found.to_host();
  std::sort(sample.begin(), sample.end());
  I best = sample.front();
  std::ptrdiff_t most = 0;
  for (auto from = sample.begin(); from != sample.end();) {
    auto const to = std::upper_bound(from, sample.end(), *from);
    if (to - from > most) most = to - from, best = *from;
    from = to;
  }
  return best;
}

/// Every vertex hangs under its root.
template <index_type I> void jump_to_roots(executor const& exec, label_forest<I> const& forest, size_type vertices) {
  ops::for_each_index(exec, vertices, jumped_to_root<I>{forest});
}

/// Joins vertex first_vertex + i with the columns of row i. jump() has every vertex hang under its root, at the end
/// too. skipped_label() is asked for once, when most are joined: the label of those whose rows may be left out, or -1.
/// Returns how many passes hooked.
template <index_type I, index_type O, class Jump, class Skipped>
size_type join_by_entries(compressed<I, O> const& form, I first_vertex, label_forest<I> const& forest, Jump const& jump,
                          Skipped const& skipped_label) {
  constexpr size_type sampled_entries = 2;  // of every row, before the others
  executor const& exec = form.exec;
  auto const join_rows = [&](size_type first, size_type last, I skipped) {
    ops::for_each_index(
        exec, form.major,
        joined_rows<I, O const*>{form.offsets.data(), form.indices.data(), first_vertex, first, last, skipped, forest});
  };
  for (size_type k = 0; k < sampled_entries; ++k) {
    join_rows(k, k + 1, I(-1));
    jump();
  }
  I const skipped = skipped_label();
  if (exec.is_host()) {
    join_rows(sampled_entries, form.nnz, skipped);
  } else {  // where a long row would keep one thread
    ops::for_each_index(exec, form.nnz,
                        joined_entries<I>{form.rows().data(), form.indices.data(), first_vertex, skipped, forest});
  }
  jump();
  return sampled_entries + 1;
}

}  // namespace heddle::detail
