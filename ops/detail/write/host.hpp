// host.hpp - which entries of a matrix a merger under a mask keeps, on the CPU: the mask's rows are walked beside its
// own.
#pragma once
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/ops/detail/write/merged_entries.hpp>

namespace heddle::host {

/// The flags of entries [e, end) of row i, beside those of the mask's row from `at` on. Every step writes one, without
/// a branch on which row is behind: of an entry the last holds.
template <class Index, class Offset>
void flag_beside_mask(detail::flag_merged<Index, Offset> const& f, size_type i, size_type e, size_type end,
                      size_type at) {
  auto const& mask = f.mask;
  size_type const mask_end = mask.offsets[i + 1];
  while (e < end && at < mask_end) {
    Index const j = f.indices[e], masked = mask.indices[at];
    bool const found = j == masked && (!mask.truth || mask.truth[at]);
    f.flags[e] = f.flag(found != mask.complemented, i, j);
    e += j <= masked;
    at += masked <= j;
  }
  for (; e < end; ++e) f.flags[e] = f.flag(mask.complemented, i, f.indices[e]);
}

/// f of every entry of `rows`, whose numbers f need not have. Work O(entries + those of the mask in the same rows), or
/// times log(a row of the mask) where that is much longer.
template <class Index, class Offset>
void flag_merged(executor const& exec, offset_tiles<Offset> const& rows, detail::flag_merged<Index, Offset> const& f) {
  constexpr size_type much_longer = 8;
  // Of rows in the part, and of those outside of it: looked up once a row.
  auto inside = f, outside = f;
  inside.part.rows = detail::all_positions(rows.num_tiles());
  outside.part = {};
  outside.inside = f.outside;
  for_each_run(exec.num_workers(), rows.num_atoms(), [&](size_type begin, size_type end) {
    size_type i = tile_of_atom(rows, begin, 0, rows.num_tiles());
    for (size_type e = begin; e < end; ++i) {
      size_type const last = min_of(end, rows.first_atom(i + 1));
      if (e == last) continue;
      auto const& of_row = f.part.whole || f.part.rows.find(i) >= 0 ? inside : outside;
      if (f.mask.offsets) {
        size_type const at =
            detail::lower_bound(f.mask.indices, f.mask.offsets[i], f.mask.offsets[i + 1], f.indices[e]);
        if (f.mask.offsets[i + 1] - at <= much_longer * (last - e)) {
          flag_beside_mask(of_row, i, e, last, at);
          e = last;
        }
      }
      for (; e < last; ++e) f.flags[e] = of_row.flag(f.mask.open(i, f.indices[e]), i, f.indices[e]);
    }
  });
}

}  // namespace heddle::host
