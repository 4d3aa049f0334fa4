// positions.hpp - a vector of positions made ready for gather and scatter: its entries as arrays, each of them checked.
#pragma once
#include <heddle/detail/storage/tuples.hpp>
#include <heddle/ops/detail/operand.hpp>

namespace heddle::detail {

/// The n entries of a vector of positions, by ascending place. Refers to it.
template <index_type P, index_type I> struct listed_positions {
  size_type n;
  bool everywhere;  // entry k stands at place k
  I const* places;  // else at places[k]
  P const* positions;
};

/// Throws index_out_of_range naming the first that lies outside of [0, size). Reads back from a GPU.
template <index_type P, index_type I>
listed_positions<P, I> checked_positions(char const* what, vector<P, I> const& p, size_type size) {
  listed_positions<P, I> listed{p.size(), true, nullptr, nullptr};
  if (p.form() == vector_form::dense) {
    listed.positions = typed<P>(storage_of(p).bitmap().values);
  } else {
    auto const& entries = storage_of(p).sparse(true);
    listed = {entries.nvals, false, entries.indices.data(), typed<P>(entries.values)};
  }
  executor const exec = p.exec();
  size_type const k = first_outside(exec, listed.positions, listed.n, size);
  if (k < 0) return listed;
  auto const fetched = [&exec]<class T>(T const* from) {
    T value;
    copy_bytes(executor{}, &value, exec, from, sizeof(T));
    return static_cast<size_type>(value);
  };
  size_type const place = listed.everywhere ? k : fetched(listed.places + k);
  throw index_out_of_range(
      concat(what, ": p(", place, ") is ", fetched(listed.positions + k), ", which lies outside of [0, ", size, ")"));
}

}  // namespace heddle::detail
