// row_writer.hpp - a matrix to a file in runs of its rows, so that neither all of it nor its list of entries need be
// held.
#pragma once
#include <heddle/io/files.hpp>
#include <heddle/matrix.hpp>
#include <string>

#include "src/io/entry_text.hpp"
#include "src/io/text_sink.hpp"

namespace heddle::detail {

struct row_writer_shape {
  size_type rows, cols, nnz;
  io::field values;
  std::string extension = {};  // in place of that of the path
};

/// The text is that of io::write, but what values of std::uint64_t come is not known: all are called unsigned. Takes
/// `text_bytes` or somewhat more, whatever the runs are; at least 64 KiB.
template <class T, class Index> class row_writer {
 public:
  /// What stands first is written. Throws as io::write does.
  row_writer(std::string const& path, row_writer_shape const& shape, size_type text_bytes = size_type{1} << 25);

  /// The next rows, those from `first_row` on. From a GPU they are copied a piece at a time.
  void write(matrix<T, Index, Index> const& rows, size_type first_row, io::progress_callback const& progress = {});
  /// The file takes its name. Throws error unless as many entries were written as it says.
  void commit();

 private:
  struct entries_here;
  void format(entries_here const& entries, size_type rows, size_type first_row, size_type from, size_type to,
              std::string& piece) const;

  std::string path_;
  format_choice choice_;
  entry_text text_;
  size_type left_;  // entries that are to come
  size_type a_piece_;
  std::vector<std::string> pieces_;
  text_sink sink_;
};

}  // namespace heddle::detail
