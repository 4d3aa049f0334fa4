// write.hpp - matrices and graphs to files, in the formats that read.hpp reads.
#pragma once
#include <heddle/base/progress.hpp>
#include <heddle/io/coordinates.hpp>
#include <string>

namespace heddle::io {

struct write_options {
  std::string extension = {};  // "mtx", "gr.xz": decides in place of that of the path
};

/// Writes `entries` in the format that the extension names (see read.hpp), so that reading gives the same matrix; .gz,
/// .xz and .zst behind it compress. Throws not_compiled where this build does not know the compressed form.
/// Symmetric ones become a symmetric Matrix Market file that holds the lower triangle; DIMACS files and edge lists
/// number one set of vertices, so they take square matrices only; DIMACS needs weights, so a pattern gets ones.
/// The file appears whole or not at all.
/// Throws io_error naming the file and the system's reason; out_of_memory; invalid_argument for an unknown extension, a
/// matrix that is not square where it must be, or one that is marked symmetric and is not.
template <class T, class Index>
void write(std::string const& path, coordinates<T, Index> const& entries, progress_callback const& progress = {},
           write_options const& options = {});

}  // namespace heddle::io
