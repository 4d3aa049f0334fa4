// share_loads.cpp - tiles and atoms of every share of a plan.
#include <algorithm>
#include <bit>
#include <heddle/explain.hpp>

namespace heddle::seam {
namespace {

// Tiles that a block deals out at once: there a share is such a round, not what one lane gets.
constexpr size_type tiles_of_round = detail::gpu_tuning.threads;

// A plan and its rows, in memory of the host.
template <class Offset> struct readable_plan {
  plan const& chosen;
  std::vector<Offset> offsets;
  std::vector<path_point> points;
  std::vector<std::int64_t> order;
  bool in_rounds;

  readable_plan(executor const& exec, offset_tiles<Offset> const& tiles, plan const& p)
      : chosen(p),
        offsets(static_cast<std::size_t>(tiles.tiles) + 1, 0),
        points(p.shares->points.to_host()),
        order(p.shares->order.to_host()),
        in_rounds(p.made_for == device_kind::cuda && detail::needs_of(p.walked_by).deals) {
    if (tiles.tiles == 0) return;
    detail::copy_bytes(executor{}, offsets.data(), exec, tiles.offsets, offsets.size() * sizeof(Offset));
  }

  size_type num_tiles() const { return static_cast<size_type>(offsets.size()) - 1; }
  size_type num_shares() const { return in_rounds ? ceil_div(num_tiles(), tiles_of_round) : chosen.shares->workers; }
  shares_view view() const {
    auto const& table = *chosen.shares;
    int const run = in_rounds ? static_cast<int>(tiles_of_round) : table.tiles_per_share;
    return {points.empty() ? nullptr : points.data(), order.empty() ? nullptr : order.data(), num_shares(), run,
            table.atoms_per_share};
  }
  size_type num_atoms() const { return offsets.back(); }
  size_type first_atom(size_type tile) const { return offsets[static_cast<std::size_t>(tile)]; }
  // A share that ends inside a tile touches it.
  size_type tiles_of(path_point from, path_point to) const {
    size_type const reached = max_of(first_atom(min_of(to.tile, num_tiles())), from.atom);
    return to.tile - from.tile + (to.atom > reached);
  }
};

}  // namespace

load_figures figures_of(std::span<std::int64_t const> loads) {
  load_figures figures;
  if (loads.empty()) return figures;
  double total = 0;
  figures.minimum = loads[0];
  for (std::int64_t const load : loads) {
    figures.minimum = min_of(figures.minimum, size_type{load});
    figures.maximum = max_of(figures.maximum, size_type{load});
    total += static_cast<double>(load);
    auto const bin = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(load)));
    ++figures.histogram[std::min(bin, figures.histogram.size() - 1)];
  }
  figures.mean = total / static_cast<double>(loads.size());
  return figures;
}

template <index_type Offset>
share_loads loads_of(executor const& exec, offset_tiles<Offset> const& tiles, plan const& chosen) {
  readable_plan<Offset> const readable(exec, tiles, chosen);
  auto const shares = static_cast<std::size_t>(readable.num_shares());
  std::vector<std::int64_t> num_tiles(shares), num_atoms(shares);
  shares_view const view = readable.view();
  for (std::size_t w = 0; w < shares; ++w) {
    path_point const begin = view.begin(readable, static_cast<size_type>(w));
    path_point const end = view.end(readable, static_cast<size_type>(w));
    num_tiles[w] = readable.tiles_of(begin, end);
    num_atoms[w] = end.atom - begin.atom;
  }
  return {.shares = readable.num_shares(), .tiles = figures_of(num_tiles), .atoms = figures_of(num_atoms)};
}

template share_loads loads_of(executor const&, offset_tiles<std::int32_t> const&, plan const&);
template share_loads loads_of(executor const&, offset_tiles<std::int64_t> const&, plan const&);

}  // namespace heddle::seam
