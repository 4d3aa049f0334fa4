// marks_of_case.hpp - the marks of a set of tiles, and arrays of entries that begin where they like, for walks between
// marks.
#pragma once
#include <heddle/seam/tiles/tile_set.hpp>
#include <heddle/seam/walk/traits.hpp>
#include <numeric>
#include <tests/walk/order.hpp>
#include <tests/walk/small_battery.hpp>

namespace heddle::testing {

/// Element i of an array that begins `shift` elements behind a multiple of 16 bytes is i.
template <class T> class counting {
 public:
  counting(size_type n, std::size_t shift) : elements_(static_cast<std::size_t>(n) + 32), from_(shift) {
    while (reinterpret_cast<std::uintptr_t>(elements_.data() + from_ - shift) % 16 != 0) ++from_;
    std::iota(elements_.begin() + static_cast<std::ptrdiff_t>(from_), elements_.end(), T(0));
  }
  T const* data() const { return elements_.data() + from_; }

 private:
  std::vector<T> elements_;
  std::size_t from_;
};

/// Where the arrays of a matrix's columns and values begin, in elements behind a multiple of 16 bytes.
struct shifts {
  std::size_t columns = 0, values = 0;
};

struct stretch_of_column {
  using monoid = append;
  std::int32_t const* columns;
  std::int16_t const* values;
  entry_arrays<std::int32_t, bool> entries() const { return {columns, nullptr, true}; }
  stretch of(std::int32_t column, bool one) const { return {column, column + 1, !one}; }
};

/// `places`: atoms of a place.
struct marks_of_case {
  std::vector<std::uint32_t> marks;
  std::vector<std::int32_t> tiles, open;
  size_type atoms_per_share, num_atoms, places;

  // A walk reads the words of `ahead` atoms behind the last.
  marks_of_case(tile_case const& c, size_type atoms, size_type of_place, int ahead)
      : atoms_per_share(atoms), num_atoms(c.atoms()), places(of_place) {
    marks.resize(static_cast<std::size_t>(num_atoms / 32 + ahead / 32 + 2));
    auto const mark = [&](std::int64_t atom) { marks[static_cast<std::size_t>(atom / 32)] |= 1u << (atom % 32); };
    for (size_type tile = 0; tile < c.tiles(); ++tile) {
      auto const t = static_cast<std::size_t>(tile);
      if (c.offsets[t] == c.offsets[t + 1]) continue;
      for (; static_cast<size_type>(open.size()) * places <= c.offsets[t];) {
        open.push_back(static_cast<std::int32_t>(tiles.size()) - 1);
      }
      mark(c.offsets[t]);
      tiles.push_back(static_cast<std::int32_t>(tile));
    }
    while (static_cast<size_type>(open.size()) * places < num_atoms) {
      open.push_back(static_cast<std::int32_t>(tiles.size()) - 1);
    }
    mark(num_atoms);
  }
  size_type shares() const { return ceil_div(num_atoms, atoms_per_share); }
  marked_tiles view() const { return {marks.data(), tiles.data(), open.data(), atoms_per_share, shares(), num_atoms}; }
};

}  // namespace heddle::testing
