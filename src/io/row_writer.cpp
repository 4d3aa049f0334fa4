// row_writer.cpp - a matrix to a file in runs of its rows.
#include "src/io/row_writer.hpp"

#include <algorithm>

#include "src/io/text.hpp"

namespace heddle::detail {

// Of a run that is on the host: itself. Else copies of as many entries as are formatted at once.
template <class T, class Index> struct row_writer<T, Index>::entries_here {
  executor const& from;
  compressed_view<T, Index, Index> view;
  std::vector<Index> copied_offsets = {};
  buffer<Index> columns = {};
  buffer<T> values = {};
  size_type first = 0;  // entry that columns and values begin with

  entries_here(matrix<T, Index, Index> const& run, size_type at_once) : from(run.exec()), view(run.csr()) {
    if (from.is_host()) return;
    copied_offsets = buffer<Index>::adopt(from, const_cast<Index*>(view.offsets), run.rows() + 1).to_host();
    view.offsets = copied_offsets.data();
    columns = buffer<Index>(executor{}, std::min(at_once, view.nnz));
    if (view.values.data) values = buffer<T>(executor{}, columns.size());
  }

  void fetch(size_type begin, size_type end) {
    if (from.is_host()) return;
    first = begin;
    auto const n = static_cast<std::size_t>(end - begin);
    copy_bytes(executor{}, columns.data(), from, view.indices + begin, n * sizeof(Index));
    if (view.values.data) copy_bytes(executor{}, values.data(), from, view.values.data + begin, n * sizeof(T));
  }
  Index column(size_type k) const { return from.is_host() ? view.indices[k] : columns.data()[k - first]; }
  T value(size_type k) const {
    if (!view.values.data) return view.values.one;
    return from.is_host() ? view.values.data[k] : values.data()[k - first];
  }
};

template <class T, class Index>
row_writer<T, Index>::row_writer(std::string const& path, row_writer_shape const& shape, size_type text_bytes)
    : path_(path),
      choice_(output_format_of(path, shape.extension, shape.rows, shape.cols)),
      text_{choice_.format, shape.values, std::is_same_v<T, std::uint64_t>},
      left_(shape.nnz),
      sink_(path, choice_.packed) {
  constexpr size_type line_bytes = 64;  // of an entry, copied and as text, at most
  size_type const at_once = std::max<size_type>(text_bytes / line_bytes, 1024);
  auto const threads = static_cast<size_type>(4 * host::default_threads());
  a_piece_ = std::clamp<size_type>(at_once / threads, 1024, 1 << 14);  // entries that a thread formats at a time
  pieces_.resize(static_cast<std::size_t>(std::clamp<size_type>(at_once / a_piece_, 1, threads)));
  sink_.write(text_.heading(shape.rows, shape.cols, shape.nnz));
}

template <class T, class Index>
void row_writer<T, Index>::write(matrix<T, Index, Index> const& rows, size_type first_row,
                                 io::progress_callback const& progress) {
  entries_here entries(rows, static_cast<size_type>(pieces_.size()) * a_piece_);
  write_pieces(
      sink_, entries.view.nnz, a_piece_, pieces_, progress,
      [&](size_type first, size_type last) { entries.fetch(first, last); },
      [&](size_type from, size_type to, std::string& piece) {
        format(entries, rows.rows(), first_row, from, to, piece);
      });
  left_ -= entries.view.nnz;
}

template <class T, class Index>
void row_writer<T, Index>::format(entries_here const& entries, size_type rows, size_type first_row, size_type from,
                                  size_type to, std::string& piece) const {
  auto const* const offsets = entries.view.offsets;
  size_type row = std::upper_bound(offsets, offsets + rows + 1, static_cast<Index>(from)) - offsets - 1;
  for (size_type k = from; k < to; ++k) {
    while (offsets[row + 1] <= k) ++row;
    T const value = entries.value(k);
    text_.append_entry(piece, first_row + row, entries.column(k), &value);
  }
}

template <class T, class Index> void row_writer<T, Index>::commit() {
  if (left_ != 0) {
    throw error(concat(printable_utf8(path_), ": ", left_, " entries fewer were written than announced"));
  }
  sink_.commit();
}

#define INSTANTIATE(T, Index) template class row_writer<T, Index>;
#include "src/io/file_instances.hpp"

}  // namespace heddle::detail
