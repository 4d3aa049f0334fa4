// row_writer.hpp - a matrix to a file in runs of its rows, so that neither all of it nor its list of entries need be
// held.
#pragma once
#include <heddle/io/read.hpp>
#include <heddle/matrix.hpp>
#include <memory>
#include <string>

namespace heddle::detail {

struct row_writer_shape {
  size_type rows, cols, nnz;
  io::field values;
  std::string extension = {};  // in place of that of the path
};

/// The text is that of io::write. Takes `text_bytes` or somewhat more, whatever the runs are; at least 64 KiB.
template <class T, class Index> class row_writer {
 public:
  /// What stands first is written. Throws as io::write does.
  row_writer(std::string const& path, row_writer_shape const& shape, size_type text_bytes = size_type{1} << 25);
  ~row_writer();

  /// Whether the format is one of lines: an archive wants each array whole, and io::write writes it.
  static bool takes_runs(std::string const& path, std::string const& extension);
  /// Throws invalid_argument where the format of `path` cannot hold a matrix of this shape.
  static void check(std::string const& path, std::string const& extension, size_type rows, size_type cols);

  /// The next rows, those from `first_row` on. From a GPU they are copied a piece at a time.
  void write(matrix<T, Index, Index> const& rows, size_type first_row, io::progress_callback const& progress = {});
  /// The file takes its name. Throws error unless as many entries were written as it says.
  void commit();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace heddle::detail
