// copied_entries.hpp - entries of a compressed matrix copied into another, as they are.
#pragma once
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/detail/storage/compressed.hpp>

namespace heddle::detail {

/// Entries [begin, begin + n) of `from` become those from `to` on of the result, whose values are as wide.
template <index_type I, index_type O>
void copy_entries(compressed<I, O>& result, size_type to, compressed<I, O> const& from, size_type begin, size_type n) {
  executor const& exec = result.exec;
  copy_bytes(exec, result.indices.data() + to, exec, from.indices.data() + begin, bytes_of(n, sizeof(I)));
  byte* const values = result.values.data() + bytes_of(to, result.width);
  if (from.one_value) {
    primitives::fill(exec, values, n, result.width, from.one.data());
  } else {
    copy_bytes(exec, values, exec, from.values.data() + bytes_of(begin, result.width), bytes_of(n, result.width));
  }
}

}  // namespace heddle::detail
