// dense.hpp - c = c accum t for dense matrices, t apart in memory of its own.
#pragma once
#include <heddle/dense_matrix.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/ops/detail/write/entries.hpp>
#include <heddle/ops/detail/write/rule.hpp>

namespace heddle::detail {

/// present[p] = whether the row of position p has entries: of a matrix whose lines, rows or columns, are `line` long.
struct row_presence {
  static constexpr bool in_library = true;
  integers offsets;
  size_type line;
  bool by_rows;
  byte* present;

  HEDDLE_FN void operator()(size_type p) const {
    size_type const row = by_rows ? p / line : p % line;
    present[p] = offsets[row + 1] > offsets[row];
  }
};

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

/// t: of c's shape, layout and executor, and packed. `offsets`: those of rows some of which are empty, where c keeps
/// what it has if there is an accumulator; without data: there are none. Throws before c is written.
template <class W, class Accum, class T>
void write(dense_matrix<W>& c, Accum const& accum, dense_matrix<T> const& t, integers offsets) {
  constexpr bool accumulates = detail::accumulates<Accum>;
  if constexpr (std::is_same_v<W, T> && !accumulates) {
    c.assign_lines(t);
  } else {
    executor const& exec = c.exec();
    size_type const n = c.rows() * c.cols();
    bool const by_rows = c.layout() == layout::row_major;
    buffer<detail::byte> present;
    if (accumulates && offsets.data) {
      present = buffer<detail::byte>(exec, n);
      for_each_index(exec, n, detail::row_presence{offsets, by_rows ? c.cols() : c.rows(), by_rows, present.data()});
    }
    auto const write_packed = [&](dense_matrix<W>& to) {
      vector_sink<W, Accum> const sink{to.data(), nullptr, {}, false, accumulates, accum};
      write_entries(exec, n, sink, t.data(), present.data());
    };
    if (c.packed()) return write_packed(c);
    auto packed = c.to(exec);
    write_packed(packed);
    c.assign_lines(packed);
  }
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
