// compact_numbers.hpp - vertices numbered in the order in which entries name them.
#pragma once
#include <heddle/base/error.hpp>
#include <heddle/io/coordinates.hpp>
#include <limits>
#include <string>

#include "src/io/mirrored_entries.hpp"
#include "src/text/printable.hpp"

namespace heddle::detail {

/// A table of open addresses, at most half full.
class first_sight {
 public:
  first_sight() : keys_(1024, nobody), values_(1024) {}

  /// The number of `key`: its own, or the next one.
  size_type number_of(size_type key) {
    auto at = place_of(key);
    if (keys_[at] == key) return values_[at];
    if (2 * (names_.size() + 1) > keys_.size()) {
      grow();
      at = place_of(key);
    }
    keys_[at] = key;
    values_[at] = static_cast<size_type>(names_.size());
    names_.push_back(key);
    return values_[at];
  }

  std::vector<size_type>& names() { return names_; }

 private:
  static constexpr size_type nobody = -1;

  std::size_t place_of(size_type key) const {
    auto at = static_cast<std::size_t>(scattered(static_cast<std::uint64_t>(key))) & (keys_.size() - 1);
    while (keys_[at] != nobody && keys_[at] != key) at = (at + 1) & (keys_.size() - 1);
    return at;
  }

  void grow() {
    keys_.assign(2 * keys_.size(), nobody);
    values_.resize(keys_.size());
    for (std::size_t k = 0; k < names_.size(); ++k) {
      auto const at = place_of(names_[k]);
      keys_[at] = names_[k];
      values_[at] = static_cast<size_type>(k);
    }
  }

  std::vector<size_type> keys_, values_, names_;
};

/// The same entries of as many vertices as have one; names tell the numbers of the file, which begin with `base`.
/// Throws index_overflow naming `path`.
template <class T, class Index>
io::coordinates<T, Index> numbered_anew(io::coordinates<T, std::int64_t>&& wide, size_type base,
                                        std::string const& path) {
  first_sight seen;
  io::coordinates<T, Index> result{.values = wide.values, .symmetric = wide.symmetric};
  result.row.reserve(wide.row.size());
  result.col.reserve(wide.col.size());
  for (std::size_t k = 0; k < wide.row.size(); ++k) {
    auto const row = seen.number_of(wide.row[k]), col = seen.number_of(wide.col[k]);
    if (std::max(row, col) >= std::numeric_limits<Index>::max()) {
      throw index_overflow(printable_utf8(path) + ": its vertices need the index type std::int64_t");
    }
    result.row.push_back(static_cast<Index>(row));
    result.col.push_back(static_cast<Index>(col));
  }
  result.value = std::move(wide.value);
  result.names = std::move(seen.names());
  result.rows = result.cols = static_cast<size_type>(result.names.size());
  for (auto& name : result.names) name += base;
  return result;
}

}  // namespace heddle::detail
