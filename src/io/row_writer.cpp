// row_writer.cpp - a matrix to a file in runs of its rows.
#include "src/io/row_writer.hpp"

#include <algorithm>
#include <heddle/detail/executor/parallel_for.hpp>

#include "src/io/entry_text.hpp"
#include "src/io/formats.hpp"
#include "src/io/text.hpp"
#include "src/io/text_sink.hpp"

namespace heddle::detail {
namespace row_writing {

constexpr size_type most_a_piece = 1 << 14;  // entries that a thread formats at a time
constexpr size_type line_bytes = 64;         // of an entry, copied and as text, at most

// Of a run that is on the host: itself. Else copies of as many entries as are formatted at once.
template <class T, class Index> struct entries_here {
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

}  // namespace row_writing

using row_writing::entries_here;

template <class T, class Index> struct row_writer<T, Index>::state {
  std::string path;
  format_choice choice;
  entry_text text;
  size_type left;  // entries that are to come
  size_type a_piece;
  std::vector<std::string> pieces;
  text_sink sink;

  state(std::string const& to, row_writer_shape const& shape, size_type text_bytes)
      : path(to),
        choice(output_format_of(to, shape.extension)),
        text{choice.format, shape.values},
        left(shape.nnz),
        sink(to, choice.packed) {
    size_type const at_once = std::max<size_type>(text_bytes / row_writing::line_bytes, 1024);
    auto const threads = static_cast<size_type>(4 * host::default_threads());
    a_piece = std::clamp<size_type>(at_once / threads, 1024, row_writing::most_a_piece);
    pieces.resize(static_cast<std::size_t>(std::clamp<size_type>(at_once / a_piece, 1, threads)));
    sink.write(text.heading(shape.rows, shape.cols, shape.nnz));
  }

  void write(matrix<T, Index, Index> const& run, size_type first_row, io::progress_callback const& progress) {
    auto const num_pieces = static_cast<size_type>(pieces.size());
    entries_here<T, Index> entries(run, num_pieces * a_piece);
    size_type const nnz = entries.view.nnz;
    for (size_type first = 0; first < nnz; first += num_pieces * a_piece) {
      size_type const last = std::min(first + num_pieces * a_piece, nnz), used = ceil_div(last - first, a_piece);
      entries.fetch(first, last);
      host::for_each_run(host::default_threads(), used, 1, [&](size_type begin, size_type end) {
        for (size_type p = begin; p < end; ++p) {
          size_type const from = first + p * a_piece;
          format(entries, run.rows(), first_row, {from, std::min(from + a_piece, last)}, pieces[p]);
        }
      });
      for (size_type p = 0; p < used; ++p) sink.write(pieces[p]);
      if (progress) progress(static_cast<double>(last) / static_cast<double>(nnz));
    }
    left -= nnz;
  }

  struct entry_range {
    size_type from, to;
  };
  void format(entries_here<T, Index> const& entries, size_type rows, size_type first_row, entry_range range,
              std::string& piece) const {
    piece.clear();
    auto const* const offsets = entries.view.offsets;
    size_type row = std::upper_bound(offsets, offsets + rows + 1, static_cast<Index>(range.from)) - offsets - 1;
    for (size_type k = range.from; k < range.to; ++k) {
      while (offsets[row + 1] <= k) ++row;
      T const value = entries.value(k);
      text.append_entry(piece, first_row + row, entries.column(k), &value);
    }
  }
};

template <class T, class Index>
row_writer<T, Index>::row_writer(std::string const& path, row_writer_shape const& shape, size_type text_bytes) {
  check(path, shape.extension, shape.rows, shape.cols);
  state_ = std::make_unique<state>(path, shape, text_bytes);
}

template <class T, class Index> row_writer<T, Index>::~row_writer() = default;

template <class T, class Index>
void row_writer<T, Index>::check(std::string const& path, std::string const& extension, size_type rows,
                                 size_type cols) {
  auto const format = output_format_of(path, extension).format;
  if (rows == cols || format == file_format::matrix_market || format == file_format::npz) return;
  throw invalid_argument(concat(printable(path, 4096), ": a ", rows, " x ", cols,
                                " matrix is not square, which only .mtx and .npz can hold"));
}

template <class T, class Index>
bool row_writer<T, Index>::takes_runs(std::string const& path, std::string const& extension) {
  return output_format_of(path, extension).format != file_format::npz;
}

template <class T, class Index>
void row_writer<T, Index>::write(matrix<T, Index, Index> const& rows, size_type first_row,
                                 io::progress_callback const& progress) {
  state_->write(rows, first_row, progress);
}

template <class T, class Index> void row_writer<T, Index>::commit() {
  if (state_->left != 0) {
    throw error(
        concat(printable(state_->path, 4096), ": ", state_->left, " entries fewer were written than announced"));
  }
  state_->sink.commit();
}

#define INSTANTIATE(T, Index) template class row_writer<T, Index>;
#include "src/io/file_instances.hpp"

}  // namespace heddle::detail
