// pushes.cpp - the kernels by which a push visits entries on a CPU, which runs their threads one by one: what they
// list, mark and count, whoever takes what. A GPU runs the same by tests/strategy.
#include <doctest/doctest.h>

#include <algorithm>
#include <heddle/detail/cuda/visit_kernels.cuh>
#include <heddle/ops/mxv/scatter_product.cuh>
#include <heddle/semirings/semirings.hpp>
#include <numeric>

using namespace heddle;

namespace {

// A pattern of rows of 0 to 13 entries, and one of 300.
struct pushed_rows {
  std::vector<std::int32_t> offsets{0}, columns;

  explicit pushed_rows(std::int32_t n) {
    for (std::int32_t row = 0; row < n; ++row) {
      std::int32_t const length = row == 5 ? seam::min_of(300, n) : row * 7 % 14;
      for (std::int32_t k = 0; k < length; ++k) columns.push_back((row * 31 + k * (row % 5 + 1) * 3) % n);
      offsets.push_back(static_cast<std::int32_t>(columns.size()));
    }
  }
};

using ring = min_second<std::int32_t>;
using tiles_of_push = seam::selected_tiles<std::int32_t, std::int32_t>;
using product_of_push = gpu::detail_push::scatter_product<ring, std::int32_t, std::int32_t, std::int32_t, std::int32_t>;
constexpr std::int32_t nothing_there = std::numeric_limits<std::int32_t>::max();

// A push of every second row under a complemented mask, before it and behind it.
struct emulated_push {
  pushed_rows a;
  std::size_t n;
  std::vector<std::int32_t> ids, u, weights;
  std::vector<size_type> scanned{0};
  std::vector<primitives::byte> closed, present;
  std::vector<std::uint32_t> open;
  std::vector<std::int32_t> values, list;
  gpu::listed_places places{};
  unsigned long long count = ~0ull;

  explicit emulated_push(std::int32_t rows, std::int32_t every)
      : a(rows),
        n(static_cast<std::size_t>(rows)),
        weights(a.columns.size(), 1),
        closed(n),
        present((n + 7) / 8 * 8),
        open((n + 31) / 32),
        values(n, nothing_there),
        list(n, -1) {
    for (std::int32_t row = rows - 1; row >= 0; row -= every) {
      ids.push_back(row);
      u.push_back(1000 + row);
      auto const r = static_cast<std::size_t>(row);
      scanned.push_back(scanned.back() + a.offsets[r + 1] - a.offsets[r]);
    }
    for (std::size_t j = 0; j < n; ++j) {
      closed[j] = j % 3 == 0;
      if (!closed[j]) open[j / 32] |= 1u << (j % 32);
    }
  }

  tiles_of_push tiles(bool with_scan) const {
    auto const rows = static_cast<size_type>(ids.size());
    return {with_scan ? scanned.data() : nullptr, ids.data(), a.offsets.data(), rows, -1, 0, nullptr, 300};
  }
  product_of_push visit(tiles_of_push const& by, bool in_bits) {
    compressed_view<std::int32_t, std::int32_t, std::int32_t> const view{
        static_cast<size_type>(n), static_cast<size_type>(n), static_cast<size_type>(a.columns.size()),
        a.offsets.data(),          a.columns.data(),          {weights.data()}};
    return {by,      view,          u.data(),       {closed.data(), nullptr, true}, in_bits ? open.data() : nullptr,
            ring{},  values.data(), present.data(), {list.data(), &places.count},   nullptr,
            &places, &count};
  }

  // The smallest u of the rows that lead there is at every open place, which is listed once.
  void check() {
    std::vector<std::int32_t> expected(n, nothing_there);
    for (std::size_t k = 0; k < ids.size(); ++k) {
      auto const row = static_cast<std::size_t>(ids[k]);
      for (std::int32_t at = a.offsets[row]; at < a.offsets[row + 1]; ++at) {
        auto const j = static_cast<std::size_t>(a.columns[static_cast<std::size_t>(at)]);
        if (!closed[j]) expected[j] = std::min(expected[j], u[k]);
      }
    }
    auto const found = static_cast<std::size_t>(
        std::count_if(expected.begin(), expected.end(), [](std::int32_t each) { return each != nothing_there; }));
    CHECK(values == expected);
    CHECK(places.count == found);
    CHECK(count == found);
    CHECK(places.arrived == 0);
    std::vector<std::int32_t> listed(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(found));
    std::sort(listed.begin(), listed.end());
    std::vector<std::int32_t> wanted;
    for (std::size_t j = 0; j < n; ++j) {
      if (expected[j] != nothing_there) wanted.push_back(static_cast<std::int32_t>(j));
      CHECK((present[j] != 0) == (expected[j] != nothing_there));
    }
    CHECK(listed == wanted);
  }
};

template <class Run> void check_pushes(Run const& run) {
  for (std::int32_t const rows : {1, 40, 700}) {
    for (std::int32_t const every : {1, 2, 50}) {
      for (bool const in_bits : {false, true}) {
        CAPTURE(rows);
        CAPTURE(every);
        CAPTURE(in_bits);
        emulated_push push(rows, every);
        run(push, in_bits);
        push.check();
      }
    }
  }
}

TEST_CASE("lanes that push whole rows list every open place once, and the last block hands out how many") {
  for (int const lanes : {1, 2, 8, 32}) {
    CAPTURE(lanes);
    check_pushes([&](emulated_push& push, bool in_bits) {
      auto const tiles = push.tiles(false);
      gpu::kernels::lane_shares shares;
      shares.planned.workers = tiles.num_tiles();
      shares.planned.tiles_per_share = 1;
      auto const threads = static_cast<size_type>(emulated::threads_of_a_block);
      auto const blocks = static_cast<unsigned>(seam::ceil_div(shares.planned.workers * lanes, threads));
      emulated::run(blocks, gpu::kernels::visit_by_lanes<tiles_of_push, product_of_push>, tiles, shares, lanes,
                    push.visit(tiles, in_bits));
    });
  }
}

TEST_CASE("a few blocks push as many rows as a kernel has counted, of those that there may be") {
  for (int const lanes : {1, 8, 32}) {
    CAPTURE(lanes);
    check_pushes([&](emulated_push& push, bool in_bits) {
      auto tiles = push.tiles(true);
      size_type const counted = tiles.num_tiles();
      tiles.tiles = 3 * counted + 1000;
      tiles.counted = &counted;
      gpu::kernels::lane_shares shares;
      shares.planned.workers = tiles.tiles;
      shares.planned.tiles_per_share = 1;
      emulated::run(2, gpu::kernels::visit_by_lanes<tiles_of_push, product_of_push>, tiles, shares, lanes,
                    push.visit(tiles, in_bits));
    });
  }
}

TEST_CASE("blocks push equal shares of rows that somebody has scanned, and of few that they scan themselves") {
  for (bool const with_scan : {true, false}) {
    for (bool const merge : {true, false}) {
      for (size_type const items : {0, 50, 100'000}) {
        CAPTURE(with_scan);
        CAPTURE(merge);
        CAPTURE(items);
        check_pushes([&](emulated_push& push, bool in_bits) {
          auto const tiles = push.tiles(with_scan);
          gpu::kernels::visit_shares shares;
          shares.items = items;
          shares.merge = merge;
          auto const kernel = with_scan ? gpu::kernels::visit_by_blocks<tiles_of_push, product_of_push>
                                        : gpu::kernels::visit_unscanned<tiles_of_push, product_of_push>;
          emulated::run(3, kernel, tiles, shares, push.visit(tiles, in_bits));
        });
      }
    }
  }
}

TEST_CASE("a lane that pushes an entry reads its row beside it") {
  check_pushes([&](emulated_push& push, bool in_bits) {
    auto const tiles = push.tiles(true);
    std::vector<std::int32_t> tile_of_atom;
    for (std::size_t tile = 0; tile < push.ids.size(); ++tile) {
      auto const length = static_cast<std::size_t>(push.scanned[tile + 1] - push.scanned[tile]);
      tile_of_atom.insert(tile_of_atom.end(), length, static_cast<std::int32_t>(tile));
    }
    auto const atoms = static_cast<size_type>(tile_of_atom.size());
    emulated::run(3, gpu::kernels::visit_mapped_atoms<product_of_push>, tile_of_atom.data(),
                  static_cast<size_type const*>(nullptr), atoms, static_cast<size_type const*>(nullptr),
                  push.visit(tiles, in_bits));
  });
}

}  // namespace
