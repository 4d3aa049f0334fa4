// entries.hpp - a vector or matrix as the list of its entries, with values as bits of whatever type.
#pragma once
#include <cstring>
#include <ostream>
#include <vector>

#include "tests/support/cases/codes.hpp"

namespace heddle::testing {

using raw_value = std::uint64_t;

/// All NaNs have the same bits here, as they count as one value; 0 and -0 differ.
template <class T> raw_value to_raw(T value) {
  if constexpr (requires { value != value; }) {
    if (value != value) value = std::numeric_limits<T>::quiet_NaN();
  }
  raw_value bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T> T from_raw(raw_value bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

/// By rows, then columns. Of a vector `row` holds the positions, and there are no columns.
struct entries {
  type_code type{};
  size_type rows = 0, cols = 1;
  std::vector<std::int64_t> row, col;
  std::vector<raw_value> value;

  std::size_t size() const { return row.size(); }
  friend bool operator==(entries const&, entries const&) = default;
};

/// 64 bits of everything that a result is: FNV-1a over its words.
inline std::uint64_t hash_of(entries const& e) {
  std::uint64_t hash = 14695981039346656037ull;
  auto const mix = [&](std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte, word >>= 8) hash = (hash ^ (word & 0xff)) * 1099511628211ull;
  };
  mix(static_cast<std::uint64_t>(e.rows));
  mix(static_cast<std::uint64_t>(e.cols));
  for (std::int64_t r : e.row) mix(static_cast<std::uint64_t>(r));
  for (std::int64_t c : e.col) mix(static_cast<std::uint64_t>(c));
  for (raw_value v : e.value) mix(v);
  return hash;
}

/// The value at a place, as text.
inline void print_value(std::ostream& out, type_code type, raw_value value) {
  with_type(type, [&]<class T>(T) {
    if constexpr (detail::is_short_real<T>) {
      out << static_cast<float>(from_raw<T>(value));
    } else {
      out << +from_raw<T>(value);
    }
  });
}

inline std::ostream& operator<<(std::ostream& out, entries const& e) {
  constexpr std::size_t most = 60;
  out << name_of(e.type) << ' ' << e.rows;
  if (!e.col.empty() || e.cols != 1) out << " x " << e.cols;
  out << ", " << e.size() << " entries:";
  for (std::size_t k = 0; k < e.size() && k < most; ++k) {
    out << " (" << e.row[k];
    if (!e.col.empty()) out << ',' << e.col[k];
    out << ")=";
    print_value(out, e.type, e.value[k]);
  }
  return out << (e.size() > most ? " ..." : "");
}

/// Empty where both are the same, else the first entry in which they differ.
std::string difference(entries const& found, entries const& expected);

}  // namespace heddle::testing
