// forms.hpp - compressed forms made of others on the CPU: some entries of one, its transpose, its entries at chosen
// rows and columns. What src/containers makes of primitives on a GPU takes fewer passes here.
#pragma once
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/ops/detail/indices.hpp>
#include <memory>

namespace heddle::host {

using detail::compressed;
using primitives::byte;

/// As detail::kept_entries. Work O(entries + rows).
template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> kept_entries(compressed<I, O> const& pattern, byte const* values, std::size_t width,
                                               byte const* flags);

/// Entries of the transpose into `result`, which has their arrays already. A count of every column for each thread;
/// fewer threads where columns are many. Work O(entries + columns).
template <index_type I, index_type O> void transpose(compressed<I, O> const& form, compressed<I, O>& result);

/// What extracting does to the columns of a row.
struct column_names {
  size_type from = 0, to = -1;       // those outside of [from, to) are dropped; to < 0: none
  size_type begin = 0, stride = 1;   // 1 or -1: column j becomes (j - begin) * stride
  detail::index_lookup lookup = {};  // where `looks_up`: the places at which column j stands
  bool looks_up = false;
  bool sorts = false;  // places do not ascend with columns
};

/// T(k, l) = A(rows[k], columns(l)), as detail::extracted; no entry in row k where rows[k] < 0. Work O(number of rows +
/// entries of the chosen rows and of T + columns of A where they are looked up), times log(longest row of T) where that
/// is sorted.
template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> extracted(char const* what, compressed<I, O> const& a, detail::index_view const& rows,
                                            size_type num_rows, column_names const& names, size_type num_columns);

}  // namespace heddle::host
