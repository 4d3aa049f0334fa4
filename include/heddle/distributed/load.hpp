// load.hpp - from a file to a matrix that is dealt out.
#pragma once
#include <heddle/distributed/matrix.hpp>
#include <heddle/io/load.hpp>

namespace heddle::distributed {

/// The matrix of a file in any format, as io::load makes it, dealt out to the ranks of a group. Every process reads the
/// whole file, and keeps its rows.
template <class T, index_type Index = std::int32_t, index_type Offset = std::int32_t, dealer By = equal_entries>
[[nodiscard]] matrix<T, Index, Offset> load(std::string const& path, group ranks, io::read_options const& options = {},
                                            By const& by = {}) {
  return matrix<T, Index, Offset>::dealt(io::load<T, Index, Offset>(path, {}, options), std::move(ranks), by);
}

}  // namespace heddle::distributed
