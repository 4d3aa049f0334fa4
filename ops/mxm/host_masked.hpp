// host_masked.hpp - sparse matrix products on the CPU under a mask: products whose place is closed are passed over, and
// what is left needs neither a count nor a sort.
// Milakovic, Selvitopi, Nisa, Budimlic & Buluc, "Parallel Algorithms for Masked Sparse Matrix-Matrix Products", ICPP
// 2022.
#pragma once
#include <bit>
#include <heddle/ops/mxm/host.hpp>
#include <heddle/seam/sinks.hpp>

namespace heddle::host::expansion {

/// The open entries of a mask, where the product is asked for.
template <class Index, class Offset> struct asked_entries {
  Offset const* offsets;
  Index const* indices;
  primitives::byte const* truth;  // null: all are open
};

/// values[e], present[e] = what the product has at the mask's entry e, in ascending k, and whether it has something.
/// Work O(products + entries of the mask), or less where rows of B are much longer than those of the mask.
template <class SR, class A, class B, class Index, class Offset>
void fill_asked(rows_of_product<Index, Offset> const& in, compressed_view<A, Index, Offset> const& a,
                compressed_view<B, Index, Offset> const& b, SR const& sr, asked_entries<Index, Offset> const& mask,
                domain_of<SR>* values, primitives::byte* present) {
  using D = domain_of<SR>;
  auto const is_open = [&](size_type e) { return !mask.truth || mask.truth[e]; };
  // places[j]: of column j in the row of the mask, or -1
  for_each_row_with<std::vector<Index>>(
      in, in.cols * static_cast<size_type>(sizeof(Index)),
      [&] { return std::vector<Index>(static_cast<std::size_t>(in.cols), Index{-1}); },
      [&](std::vector<Index>& table, size_type i) {
        Index* const places = table.data();
        size_type const first = mask.offsets[i], last = mask.offsets[i + 1], asked = last - first;
        std::fill(present + first, present + last, primitives::byte{0});
        if (asked == 0 || a.offsets[i] == a.offsets[i + 1]) return;
        for (size_type e = first; e < last; ++e) {
          if (is_open(e)) places[mask.indices[e]] = static_cast<Index>(e - first);
        }
        auto const sum = [&](size_type e, D const& product) {
          values[e] = present[e] ? sr.add(values[e], product) : product;
          present[e] = 1;
        };
        for (size_type at_a = a.offsets[i]; at_a < static_cast<size_type>(a.offsets[i + 1]); ++at_a) {
          Index const k = a.indices[at_a];
          A const left = a.values[at_a];
          size_type at = b.offsets[k];
          size_type const end = b.offsets[k + 1], length = end - at;
          auto const product = [&](Index j) { return detail::product_of(sr, left, b.values[at], i, k, j); };
          if (asked * (2 + static_cast<size_type>(std::bit_width(static_cast<std::uint64_t>(length)))) < length) {
            for (size_type e = first; e < last; ++e) {
              Index const j = mask.indices[e];
              at = detail::lower_bound(b.indices, at, end, j);
              if (at == end) break;
              if (b.indices[at] == j && is_open(e)) sum(e, product(j));
            }
            continue;
          }
          for (; at < end; ++at) {
            Index const j = b.indices[at], place = places[j];
            if (place >= 0) sum(first + place, product(j));
          }
        }
        for (size_type e = first; e < last; ++e) places[mask.indices[e]] = Index{-1};
      });
}

}  // namespace heddle::host::expansion
