// cut_rows.hpp - the rows of a compressed form cut into pieces, once.
#pragma once
#include <chrono>
#include <heddle/detail/storage/split_rows.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <memory>

#include "src/executor/backend.hpp"

namespace heddle::detail {

/// In pieces of at most `most` entries.
template <index_type Index, index_type Offset>
std::shared_ptr<split_rows<Index, Offset> const> cut_rows(executor const& exec, offset_tiles<Offset> const& rows,
                                                          size_type most) {
  exec.wait();
  auto const begun = std::chrono::steady_clock::now();
  auto const result = std::make_shared<split_rows<Index, Offset>>();
  schedules::cut_tiles const cut{static_cast<int>(min_of(most, size_type{std::numeric_limits<int>::max()})), 1};
  buffer<seam::path_point> const points = primitives::tabulate(exec, either_width(rows), cut);
  size_type const pieces = points.size() - 1;
  require_numbered_pieces(pieces, most, std::numeric_limits<Index>::max());
  result->most = most;
  result->pieces = pieces;
  result->offsets = buffer<Offset>(exec, pieces + 1);
  result->parents = buffer<Index>(exec, pieces);
  result->first = buffer<Index>(exec, rows.tiles + 1);
  result->bytes = static_cast<size_type>(result->offsets.bytes() + result->parents.bytes() + result->first.bytes());
  primitives::split_points(exec, points.data(), pieces, rows.tiles, result->offsets.data(), result->parents.data(),
                           result->first.data());
  exec.wait();
  result->made_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
  return result;
}

}  // namespace heddle::detail
