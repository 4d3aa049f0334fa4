// host.hpp - the sum of many values on the CPU: several runs of them side by side, since a core that adds to one number
// waits for each sum.
#pragma once
#include <heddle/base/converted.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/seam/views.hpp>
#include <heddle/semirings/concepts.hpp>
#include <vector>

namespace heddle::host {

/// Values that are summed as pieces of a fixed length, so that sums do not depend on the number of threads. The length
/// is no power of two: pieces would fall into the same lines of a cache.
struct summed_pieces {
  static constexpr size_type length = 1000, at_once = 8, block = length * at_once;
};

/// The sum of n >= summed_pieces::block values by any monoid that has a neutral element, in order: those of a piece one
/// after the other, then pieces.
template <class Monoid, class T>
typename Monoid::value_type sum_of_values(executor const& exec, Monoid const& add, values_view<T> const& values,
                                          size_type n) {
  using D = typename Monoid::value_type;
  using pieces = summed_pieces;
  size_type const blocks = n / pieces::block;
  std::vector<D> sums(static_cast<std::size_t>(blocks), neutral_of(add));
  for_each_run(n < serial_below * 4 ? 1 : exec.num_workers(), blocks, 4, [&](size_type first, size_type last) {
    auto const in = values;
    for (size_type b = first; b < last; ++b) {
      D sum[pieces::at_once];
      for (D& s : sum) s = neutral_of(add);
      for (size_type k = 0; k < pieces::length; ++k) {
        for (size_type p = 0; p < pieces::at_once; ++p) {
          sum[p] = add(sum[p], detail::converted<D>(in[b * pieces::block + p * pieces::length + k]));
        }
      }
      D all = sum[0];
      for (size_type p = 1; p < pieces::at_once; ++p) all = add(all, sum[p]);
      sums[static_cast<std::size_t>(b)] = all;
    }
  });
  D all = neutral_of(add);
  for (D const& sum : sums) all = add(all, sum);
  for (size_type k = blocks * pieces::block; k < n; ++k) all = add(all, detail::converted<D>(values[k]));
  return all;
}

}  // namespace heddle::host
