// pushed_sums.hpp - the products of a push on the host, summed by position in the order in which they stand.
#pragma once
#include <algorithm>
#include <heddle/base/converted.hpp>
#include <heddle/base/types.hpp>
#include <memory>
#include <vector>

namespace heddle::host {

template <class D, class Index> struct pushed_product {
  Index position;
  bool open;  // to the mask
  D value;
};

/// Entries of a result in host memory, by ascending position.
template <class D, class Index> struct sparse_result {
  std::vector<Index> index;
  std::unique_ptr<D[]> value;
};

/// Work O(p log p) for p products, whatever the size of the result.
template <class D, class Index, class Add>
sparse_result<D, Index> sum_sorted(std::vector<pushed_product<D, Index>> products, Add const& add) {
  using product = pushed_product<D, Index>;
  std::erase_if(products, [](product const& p) { return !p.open; });
  auto const stands_before = [](product const& x, product const& y) { return x.position < y.position; };
  if constexpr (alignof(product) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__) {
    std::stable_sort(products.begin(), products.end(), stands_before);
  } else {  // which the memory that std::stable_sort takes does not have
    std::vector<product const*> order;
    for (product const& p : products) order.push_back(&p);
    std::stable_sort(order.begin(), order.end(),
                     [&](product const* x, product const* y) { return stands_before(*x, *y); });
    std::vector<product> sorted;
    for (product const* p : order) sorted.push_back(*p);
    products = std::move(sorted);
  }
  sparse_result<D, Index> result;
  result.value = std::make_unique<D[]>(products.size());
  for (product const& p : products) {
    if (!result.index.empty() && result.index.back() == p.position) {
      D& sum = result.value[result.index.size() - 1];
      sum = add(sum, p.value);
    } else {
      result.value[result.index.size()] = p.value;
      result.index.push_back(p.position);
    }
  }
  return result;
}

/// Work O(p + size), and memory for a value and a byte for every position.
template <class D, class Index, class Add>
sparse_result<D, Index> sum_in_places(std::vector<pushed_product<D, Index>> const& products, size_type size,
                                      Add const& add) {
  auto const n = static_cast<std::size_t>(size);
  std::vector<std::uint8_t> present(n);
  auto const places = std::make_unique_for_overwrite<D[]>(n);
  std::size_t found = 0;
  for (pushed_product<D, Index> const& p : products) {
    if (!p.open) continue;
    auto const at = static_cast<std::size_t>(p.position);
    D& place = places[at];
    place = present[at] ? detail::converted<D>(add(place, p.value)) : p.value;
    found += !present[at];
    present[at] = 1;
  }
  sparse_result<D, Index> result;
  result.index.reserve(found);
  result.value = std::make_unique_for_overwrite<D[]>(found);
  for (std::size_t i = 0; i < n; ++i) {
    if (!present[i]) continue;
    result.value[result.index.size()] = places[i];
    result.index.push_back(static_cast<Index>(i));
  }
  return result;
}

/// The cheaper of the two: a product that is sorted costs some ten positions that are looked at.
template <class D, class Index, class Add>
sparse_result<D, Index> sum_products(std::vector<pushed_product<D, Index>> products, size_type size, Add const& add) {
  constexpr size_type few = 4096;
  auto const p = static_cast<size_type>(products.size());
  return p < few || p < size / 8 ? sum_sorted(std::move(products), add) : sum_in_places(products, size, add);
}

}  // namespace heddle::host
