// dense_sweep.cpp - the GPU's walk over a dense operand, and what puts cut rows together, on emulated lanes: every sum
// is the stretch of atoms that it was made of, in order where no teams take turns.
#include <heddle/detail/walk/dense_fix_up.hpp>
#include <heddle/detail/walk/dense_sweep.hpp>
#include <heddle/seam/schedule/equal_shares.hpp>
#include <stdexcept>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/order.hpp>
#include <tests/walk/small_battery.hpp>

namespace heddle::testing {
namespace {

using namespace schedules;
using namespace seam;

/// Products are numbers that tell the atom and the column.
struct counted_products {
  using column = std::int32_t;
  using left = std::int64_t;
  using right = std::int32_t;
  using row_of_right = size_type;
  static constexpr bool asks_positions = true;
  std::int64_t const* offsets;
  size_type columns = 0;

  column column_of(size_type atom) const { return static_cast<column>(3 * atom); }
  left value_of(size_type atom) const { return atom + 1; }
  column column_if(bool wanted, size_type atom) const { return wanted ? column_of(atom) : -1; }
  left value_if(bool wanted, size_type atom) const { return wanted ? value_of(atom) : -1; }
  template <int n> void read_run(size_type atom, column (&k)[n], left (&value)[n]) const {
    for (int i = 0; i < n; ++i) k[i] = column_of(atom + i), value[i] = value_of(atom + i);
  }
  row_of_right from_column(size_type j) const { return j; }
  template <int Width> dense_pack<right, Width> load(row_of_right from, column k) const {
    dense_pack<right, Width> pack;
    for (int v = 0; v < Width; ++v) pack.value[v] = static_cast<right>(k + from + v);
    return pack;
  }
  // 0 where anything is not what belongs together.
  std::int64_t of(size_type tile, column k, size_type j, left const& atom_after, right const& b) const {
    size_type const atom = atom_after - 1;
    if (j >= columns) throw std::out_of_range("a product of a column that is not there");
    bool const fits = k == 3 * atom && b == k + j && offsets[tile] <= atom && atom < offsets[tile + 1];
    return fits ? (atom + 1) * (j + 5) : std::int64_t{1} << 60;
  }
};

struct counted_sum {
  using value_type = std::int64_t;
  static constexpr bool commutative = true;
  value_type identity() const { return 0; }
  value_type operator()(value_type a, value_type b) const { return a + b; }
};

/// Products are the stretch of atoms that they are, so that a sum tells whether it was made in order.
struct ordered_products : counted_products {
  stretch of(size_type, column, size_type, left const& atom_after, right const&) const {
    return {atom_after - 1, atom_after};
  }
};

/// The same sums without an element to start from.
struct append_present {
  using value_type = stretch;
  static constexpr bool needs_presence = true;
  stretch identity() const { return {0, 0, true}; }
  stretch operator()(stretch a, stretch b) const { return {a.from, b.to, a.broken || b.broken || a.to != b.from}; }
};

template <class V> struct closed_cells {
  size_type columns;
  std::vector<V> values;
  mutable std::vector<std::atomic<int>> times;

  closed_cells(size_type tiles, size_type n)
      : columns(n), values(static_cast<std::size_t>(tiles * n)), times(static_cast<std::size_t>(tiles * n)) {}
};

template <class V> struct cell_sink {
  closed_cells<V>* cells;
  template <int Width, class Add>
  void close(size_type tile, size_type j, dense_pack<V, Width> const& sum, bool empty, Add const& add) const {
    for (int v = 0; v < Width; ++v) {
      auto const at = static_cast<std::size_t>(tile * cells->columns + j + v);
      cells->values[at] = empty ? add.identity() : sum.value[v];
      ++cells->times[at];
    }
  }
};

// What stands where no share has left a part: it must not be read.
std::int64_t nobodys_part(std::int64_t) { return std::int64_t{1} << 55; }
stretch nobodys_part(stretch) { return {0, 0, true}; }

// Every third share is one without anything in it, as a partition of the user's may have.
std::vector<path_point> with_empty_shares(std::vector<path_point> const& points) {
  std::vector<path_point> all;
  for (std::size_t w = 0; w < points.size(); ++w) {
    all.push_back(points[w]);
    if (w % 2 == 1) all.push_back(points[w]);
  }
  return all;
}

/// What shares leave of the rows that they cut.
template <class V> struct cut_parts {
  std::vector<V> heads, tails;
  cut_parts(size_type workers, size_type columns)
      : heads(static_cast<std::size_t>(workers * columns), nobodys_part(V{})), tails(heads) {}
  dense_cuts<V> cuts() { return {heads.data(), tails.data()}; }
};

template <class Tiles, class Monoid>
void put_together(Tiles const& tiles, std::vector<path_point> const& points, size_type columns, Monoid const& add,
                  cell_sink<typename Monoid::value_type> const& sink,
                  dense_cuts<typename Monoid::value_type> const& cuts) {
  auto const workers = static_cast<size_type>(points.size()) - 1;
  dense_fix_up_storage<typename Monoid::value_type, emulated_threads> storage;
  constexpr int lanes = 4;
  run_block<emulated_threads>([&](auto& block) {
    for (size_type first = 1; first < workers; first += emulated_threads / lanes) {
      combine_dense(block, storage, tiles, points.data(), workers, first, lanes, cuts, columns, add, sink);
      block.sync();
    }
  });
}

/// All shares, lane after lane, as these know nothing of one another; then what was cut.
template <int Width, int Packs, int Unroll, bool Cuts, class Tiles, class Product, class Monoid>
void run_sweeps(Tiles const& tiles, std::vector<path_point> const& points, size_type columns, int lane_bits,
                Product const& product, Monoid const& add, closed_cells<typename Monoid::value_type>& cells) {
  using V = typename Monoid::value_type;
  auto const workers = static_cast<size_type>(points.size()) - 1;
  cut_parts<V> parts(workers, columns);
  cell_sink<V> const sink{&cells};
  for (size_type w = 0; w < workers; ++w) {
    for (size_type first = 0; first < columns; first += size_type{Packs * Width} << lane_bits) {
      for (int lane = 0; lane < 1 << lane_bits; ++lane) {
        dense_sweep<Width, Packs, Unroll, Cuts>(lane, lane_bits, tiles, w, points[w], points[w + 1], first, columns,
                                                product, add, sink, parts.cuts());
      }
    }
  }
  if (Cuts) put_together(tiles, points, columns, add, sink, parts.cuts());
}

template <class V, class Expected>
void check_cells(tile_case const& c, closed_cells<V> const& cells, Expected const& expected) {
  std::string wrong;
  for (size_type tile = 0; tile < c.tiles() && wrong.empty(); ++tile) {
    for (size_type j = 0; j < cells.columns; ++j) {
      auto const at = static_cast<std::size_t>(tile * cells.columns + j);
      if (cells.times[at] == 1 && cells.values[at] == expected(tile, j)) continue;
      wrong = "tile " + std::to_string(tile) + ", column " + std::to_string(j) + ", closed " +
              std::to_string(cells.times[at]) + " times";
      break;
    }
  }
  CHECK_EQ(wrong, "");
}

template <int Width, int Packs, int Unroll, bool Cuts, class Offset>
void check_sweeps(tile_case const& c, std::vector<path_point> const& points, size_type columns, int lane_bits) {
  auto const wide = c.offsets_as<std::int64_t>();
  auto const offsets = c.offsets_as<Offset>();
  auto const tiles = tiles_of(offsets);
  CAPTURE(c.name);
  CAPTURE(points.size());
  CAPTURE(columns);
  closed_cells<std::int64_t> sums(c.tiles(), columns);
  run_sweeps<Width, Packs, Unroll, Cuts>(tiles, points, columns, lane_bits, counted_products{wide.data(), columns},
                                         counted_sum{}, sums);
  check_cells(c, sums, [&](size_type tile, size_type j) {
    std::int64_t sum = 0;
    for (size_type atom = wide[tile]; atom < wide[tile + 1]; ++atom) sum += (atom + 1) * (j + 5);
    return sum;
  });
  ordered_products ordered;
  ordered.offsets = wide.data();
  auto const stretch_of = [&](size_type tile, size_type) {
    return wide[tile] == wide[tile + 1] ? append{}.identity() : stretch{wide[tile], wide[tile + 1]};
  };
  closed_cells<stretch> in_order(c.tiles(), columns), present(c.tiles(), columns);
  run_sweeps<Width, Packs, Unroll, Cuts>(tiles, points, columns, lane_bits, ordered, append{}, in_order);
  check_cells(c, in_order, stretch_of);
  run_sweeps<Width, Packs, Unroll, Cuts>(tiles, points, columns, lane_bits, ordered, append_present{}, present);
  check_cells(c, present, stretch_of);
}

template <class Shares> void check_cutting_sweeps(tile_case const& c, Shares const& shares) {
  auto const offsets = c.offsets_as<std::int64_t>();
  auto const points = with_empty_shares(table_of(shares, tiles_of(offsets)));
  check_sweeps<1, 4, 4, true, std::int64_t>(c, points, 7, 0);
  check_sweeps<1, 1, 2, true, std::int32_t>(c, points, 3, 1);
  check_sweeps<2, 1, 4, true, std::int32_t>(c, points, 6, 1);
  check_sweeps<2, 1, 8, true, std::int32_t>(c, points, 2, 0);
}

TEST_CASE("a sweep over a dense operand closes every cell once, with its atoms in order, whatever shares cut") {
  for (tile_case const& c : small_battery()) {
    if (c.tiles() > 310 || c.atoms() > 400) continue;
    check_cutting_sweeps(c, nonzero_split{.atoms_per_worker = 1});
    check_cutting_sweeps(c, nonzero_split{.atoms_per_worker = 7});
    check_cutting_sweeps(c, nonzero_split{.atoms_per_worker = 32});
    check_cutting_sweeps(c, merge_path{.items_per_worker = 5});
    check_cutting_sweeps(c, merge_path{.items_per_worker = 50});
  }
}

TEST_CASE("a sweep over a dense operand takes whole rows, some to a share, without an end to look for") {
  for (tile_case const& c : small_battery()) {
    auto const offsets = c.offsets_as<std::int64_t>();
    for (size_type const rows : {1, 3}) {
      std::vector<path_point> points;
      for (size_type tile = 0; tile < c.tiles() + rows; tile += rows) {
        size_type const at = min_of(tile, c.tiles());
        points.push_back({at, offsets[at]});
      }
      check_sweeps<2, 2, 4, false, std::int32_t>(c, points, 10, 1);
      check_sweeps<1, 1, 3, false, std::int64_t>(c, points, 2, 0);
      check_sweeps<1, 4, 4, true, std::int32_t>(c, points, 5, 0);
    }
  }
}

TEST_CASE("rows that dozens of shares cut are put together by all threads of a block") {
  for (auto const& c : {from_lengths("one", {190}), from_lengths("between", {3, 0, 170, 0, 1, 120, 2})}) {
    check_cutting_sweeps(c, nonzero_split{.atoms_per_worker = 1});
    check_cutting_sweeps(c, merge_path{.items_per_worker = 3});
  }
}

}  // namespace
}  // namespace heddle::testing
