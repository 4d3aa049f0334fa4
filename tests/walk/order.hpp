// order.hpp - a monoid that remembers which atoms it combined in which order, and a sink that counts closings.
#pragma once
#include <doctest/doctest.h>

#include <atomic>
#include <sstream>
#include <string>
#include <tests/support/tile_battery.hpp>
#include <vector>

namespace heddle::testing {

/// A stretch of consecutive atoms; two that do not meet, or come in the wrong order, make `broken`. Associative, not
/// commutative, and as discerning as concatenating the atoms' names.
struct stretch {
  std::int64_t from = 0, to = 0;  // from == to: nothing yet
  bool broken = false;
  friend HEDDLE_FN bool operator==(stretch a, stretch b) {
    return a.from == b.from && a.to == b.to && a.broken == b.broken;
  }
  friend std::ostream& operator<<(std::ostream& out, stretch s) {
    return out << "[" << s.from << ", " << s.to << ")" << (s.broken ? " out of order" : "");
  }
};

struct append {
  using value_type = stretch;
  HEDDLE_FN stretch identity() const { return {0, 0, true}; }  // which no walk may use: it starts from neutral()
  HEDDLE_FN stretch neutral() const { return {}; }
  HEDDLE_FN stretch operator()(stretch a, stretch b) const {
    if (a.from == a.to && !a.broken) return b;
    if (b.from == b.to && !b.broken) return a;
    return {a.from, b.to, a.broken || b.broken || a.to != b.from};
  }
};

struct stretch_of_atom {
  HEDDLE_FN stretch operator()(size_type atom) const { return {atom, atom + 1, false}; }
};
/// The same for walks that hand the tile over; broken where it is the wrong one.
template <class Tiles> struct stretch_of_tile_and_atom {
  Tiles tiles;
  HEDDLE_FN stretch operator()(size_type tile, size_type atom) const {
    bool const right = tiles.first_atom(tile) <= atom && atom < tiles.first_atom(tile + 1);
    return {atom, atom + 1, !right};
  }
};

/// Results and the number of times that each tile was closed.
struct closings {
  std::vector<stretch> values;
  std::vector<std::atomic<int>> times;
  explicit closings(tile_case const& c) : values(c.offsets.size() - 1), times(c.offsets.size() - 1) {}

  auto sink() {
    return [this](size_type tile, stretch v) {
      values[static_cast<std::size_t>(tile)] = v;
      ++times[static_cast<std::size_t>(tile)];
    };
  }
  /// The first tile that is wrong, or an empty string. Tiles refused by `open` must hold nothing.
  template <class Open> std::string wrong(tile_case const& c, Open const& open) const {
    for (std::size_t tile = 0; tile < values.size(); ++tile) {
      stretch want{c.offsets[tile], c.offsets[tile + 1]};
      if (want.from == want.to || !open(static_cast<size_type>(tile))) want = {};
      if (times[tile] == 1 && values[tile] == want) continue;
      std::ostringstream text;
      text << c.name << ", tile " << tile << ": closed " << times[tile] << " times, got " << values[tile] << ", want "
           << want;
      return text.str();
    }
    return "";
  }
  std::string wrong(tile_case const& c) const {
    return wrong(c, [](size_type) { return true; });
  }
};

/// A stretch in six bytes, which a slot holds.
struct brief {
  std::int16_t from = 0, to = 0;
  bool broken = false;
  operator stretch() const { return {from, to, broken}; }
};
struct append_briefly {
  using value_type = brief;
  brief identity() const { return {0, 0, true}; }
  brief neutral() const { return {}; }
  brief operator()(brief a, brief b) const {
    stretch const both = append{}(a, b);
    return {static_cast<std::int16_t>(both.from), static_cast<std::int16_t>(both.to), both.broken};
  }
};
}  // namespace heddle::testing
