// dense_walk.cpp - the GPU's walk over a dense operand, and what puts cut rows together, on emulated lanes: every sum
// is the stretch of atoms that it was made of, in order.
#include <heddle/schedule/merge_path.hpp>
#include <heddle/schedule/nonzero_split.hpp>
#include <heddle/walk/dense_fix_up.hpp>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/order.hpp>
#include <tests/walk/small_battery.hpp>

namespace heddle::testing {
namespace {

/// Products are numbers that tell the atom and the column; teams may add them in any order.
struct counted_products {
  using column = std::int32_t;
  using left = std::int64_t;
  using right = std::int32_t;
  using row_of_right = size_type;
  static constexpr bool asks_positions = true;
  std::int64_t const* offsets;

  column column_of(size_type atom) const { return static_cast<column>(3 * atom); }
  left value_of(size_type atom) const { return atom + 1; }
  row_of_right from_column(size_type j) const { return j; }
  template <int Width> dense_pack<right, Width> load(row_of_right from, column k) const {
    dense_pack<right, Width> pack;
    for (int v = 0; v < Width; ++v) pack.value[v] = static_cast<right>(k + from + v);
    return pack;
  }
  // 0 where anything is not what belongs together.
  std::int64_t of(size_type tile, column k, size_type j, left const& atom_after, right const& b) const {
    size_type const atom = atom_after - 1;
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

/// All shares, a block of groups after the other, then what was cut.
template <int Width, class Tiles, class Product, class Monoid>
void run_dense(Tiles const& tiles, std::vector<path_point> const& points, size_type columns, int group_bits,
               int team_bits, Product const& product, Monoid const& add,
               closed_cells<typename Monoid::value_type>& cells) {
  using V = typename Monoid::value_type;
  auto const workers = static_cast<size_type>(points.size()) - 1;
  std::vector<V> heads(static_cast<std::size_t>(workers * columns), nobodys_part(V{})), tails(heads);
  dense_cuts<V> const cuts{heads.data(), tails.data()};
  cell_sink<V> const sink{&cells};
  size_type const span = size_type{columns_of_lane<V>()} << team_bits;
  run_block<emulated_threads>([&](auto& block) {
    auto group = block.group(1 << group_bits);
    for (size_type w = block.rank() >> group_bits; w < workers; w += emulated_threads >> group_bits) {
      for (size_type first = 0; first < columns; first += span) {
        dense_walk<Width, 2>(group, team_bits, tiles, w, points[w], points[w + 1], first, columns, product, add, sink,
                             cuts);
      }
    }
  });
  dense_fix_up_storage<V, emulated_threads> storage;
  constexpr int lanes = 4;
  run_block<emulated_threads>([&](auto& block) {
    for (size_type first = 1; first < workers; first += emulated_threads / lanes) {
      combine_dense(block, storage, tiles, points.data(), workers, first, lanes, cuts, columns, add, sink);
      block.sync();
    }
  });
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

template <class Shares> void check_dense_walks(tile_case const& c, Shares const& shares) {
  auto const offsets = c.offsets_as<std::int64_t>();
  auto const tiles = tiles_of(offsets);
  auto const points = with_empty_shares(table_of(shares, tiles));
  CAPTURE(c.name);
  CAPTURE(points.size());
  auto const sum_of = [&](size_type tile, size_type j) {
    std::int64_t sum = 0;
    for (size_type atom = offsets[tile]; atom < offsets[tile + 1]; ++atom) sum += (atom + 1) * (j + 5);
    return sum;
  };
  counted_products const counted{offsets.data()};
  struct shape {
    size_type columns;
    int group_bits, team_bits;
  };
  for (shape const& s : {shape{3, 0, 0}, shape{1, 2, 0}, shape{6, 2, 1}, shape{20, 1, 1}}) {
    closed_cells<std::int64_t> cells(c.tiles(), s.columns);
    run_dense<1>(tiles, points, s.columns, s.group_bits, s.team_bits, counted, counted_sum{}, cells);
    check_cells(c, cells, sum_of);
  }
  closed_cells<std::int64_t> by_packs(c.tiles(), 12);
  run_dense<2>(tiles, points, 12, 2, 1, counted, counted_sum{}, by_packs);
  check_cells(c, by_packs, sum_of);

  closed_cells<stretch> in_order(c.tiles(), 6);
  ordered_products ordered;
  ordered.offsets = offsets.data();
  run_dense<1>(tiles, points, 6, 1, 1, ordered, append{}, in_order);
  check_cells(c, in_order, [&](size_type tile, size_type) {
    return offsets[tile] == offsets[tile + 1] ? append{}.identity() : stretch{offsets[tile], offsets[tile + 1]};
  });
}

TEST_CASE("the walk over a dense operand closes every cell once, with its atoms in order, whatever shares cut") {
  for (tile_case const& c : small_battery()) {
    if (c.tiles() > 310 || c.atoms() > 400) continue;
    check_dense_walks(c, nonzero_split{.atoms_per_worker = 7});
    check_dense_walks(c, merge_path{.items_per_worker = 5});
  }
}

TEST_CASE("rows that dozens of shares cut are put together by all threads of a block") {
  for (auto const& c : {from_lengths("one", {190}), from_lengths("between", {3, 0, 170, 0, 1, 120, 2})}) {
    check_dense_walks(c, nonzero_split{.atoms_per_worker = 1});
    check_dense_walks(c, merge_path{.items_per_worker = 3});
  }
}

}  // namespace
}  // namespace heddle::testing
