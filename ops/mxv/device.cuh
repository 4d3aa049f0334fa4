// device.cuh - matrix-vector products on a GPU: pull as reduce_tiles over rows, push as for_each_atom over the rows
// that a sparse operand chooses.
// Push: Busato & Bombieri, "Efficient Load Balancing Techniques for Graph Traversal Applications on GPUs".
#pragma once
#include <heddle/detail/cuda/for_each_atom.cuh>
#include <heddle/detail/cuda/reduce_tiles.cuh>
#include <heddle/detail/cuda/reduce_with_hubs.cuh>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/ops/mxv/compact.hpp>
#include <heddle/ops/mxv/device.hpp>
#include <heddle/ops/mxv/prepared_push.hpp>
#include <heddle/ops/mxv/scatter_product.cuh>

namespace heddle::gpu {

template <class SR, class Index, class Offset, class A, class U>
void solve(pull_problem<SR, Index, Offset, A, U, true> const& p) {
  detail::full_product_of<SR, A, U, Index> const full{p.a.indices, p.a.values, p.u, p.sr};
  typename pull_problem<SR, Index, Offset, A, U, true>::product const product{full};
  unmasked_sink<decltype(p.sink), Offset> const close{p.sink, p.empty_rows ? p.a.offsets : nullptr};
  if constexpr (has_hub_kernels<SR, Index, Offset, A, U>) {
    if (p.hubs > 0 && p.marks && p.chosen->cuts_for_blocks()) {
      return reduce_tiles_with_hubs(p.exec, *p.marks, p.a.tiles(), product, p.sr.add, close, p.hubs);
    }
  }
  reduce_tiles_of(p, p.a.tiles(), product, p.sr.add, close);
}

template <class SR, class Index, class Offset, class A, class U, bool Masked>
void solve(pull_problem<SR, Index, Offset, A, U, false, Masked> const& p) {
  detail::lifted_product_of<SR, A, U, Index> const product{p.a.indices, p.a.values, p.u, p.u_present, p.sr};
  lifted<add_of<SR>> const add{p.sr.add};
  if constexpr (Masked) {
    reduce_tiles_of(p, p.a.tiles(), product, add, p.sink);
  } else {
    reduce_tiles_of(p, p.a.tiles(), product, add, kernels::without_open<decltype(p.sink)>{p.sink});
  }
}

template <class T> void solve(compact_problem<T> const& p) {
  reduce_tiles_of(p, p.rows, p.product, plus_monoid<T>{}, p.close);
}

/// The library has another for semirings that share kernels.
template <class Tiles, class Visit>
void visit_products(executor const& exec, visiting const& by, Tiles const& tiles, Visit const& visit) {
  for_each_atom(exec, by, tiles, visit);
}

template <class SR, class Index, class Offset, class A, class U>
void solve_in_loop(push_problem<SR, Index, Offset, A, U> const& p) {
  auto const& to = p.in_loop;
  selected_tiles<Index, Offset> const tiles{to.scanned, p.u_indices, p.a.offsets, p.a.major, -1, 0, to.counted};
  heddle::detail::tell_recording(p.exec, p.mask, p.sr);
  auto const& by = *p.sharing.by.as_schedule();
  visit_products(p.exec, by.user() ? visiting::unread(p.exec, by, tiles, p.a.nnz) : visiting{by, {}}, tiles,
                 detail_push::scatter_product<SR, Index, Offset, A, U>{
                     tiles, p.a, p.u_values, p.mask, nullptr, p.sr, to.values, to.present, {to.positions, to.listed}});
}

template <class SR, class Index, class Offset, class A, class U>
heddle::detail::sparse_form<Index> solve(push_problem<SR, Index, Offset, A, U> const& p) {
  using D = domain_of<SR>;
  using problem = push_problem<SR, Index, Offset, A, U>;
  // Semirings that share kernels have one a walk, which takes shares and no entries one by one.
  constexpr bool shares_kernels = heddle::detail::is_rare<SR>() || (problem::in_library && problem::by_code);
  if (p.in_loop.values) return solve_in_loop(p), heddle::detail::sparse_form<Index>{};
  size_type const longest = p.sharing.longest;  // 0: nobody knows
  size_type const most = longest > 0 && p.u_nvals < p.size / longest ? p.u_nvals * longest : p.size;
  cleared_places<D, Index> places(p.exec, p.size, neutral_of(p.sr.add), most, p.marks);
  heddle::detail::strategy_watch watch(p.exec, p.sharing.costs);
  buffer<std::uint32_t> open;
  if (!shares_kernels && p.sharing.by.packs_mask() && !p.mask.trivial()) open = open_bits(p.exec, p.mask, p.size);
  visiting unread;  // by a partition of the user's, which has one turn
  auto const walk = [&](heddle::detail::push_turn<Index, Offset> const& turn) {
    buffer<primitives::byte> chosen_values;
    U const* u = p.u_values;
    if (turn.places && u) {
      size_type const rows = turn.tiles.num_tiles();
      chosen_values = buffer<primitives::byte>(p.exec, heddle::detail::bytes_of(rows, sizeof(U)));
      primitives::gather(p.exec, chosen_values.data(), u, turn.places, rows, sizeof(U));
      u = reinterpret_cast<U const*>(chosen_values.data());
    }
    auto const apart = shares_kernels ? std::optional<bool>{} : p.sharing.by.lists_edges_apart();
    auto const tiles = tiles_to_list(turn.tiles);
    visiting by{turn.chosen, apart ? list_atoms_apart(p.exec, tiles, *apart)
                                   : written_down(p.exec, tiles, turn.tiles.most, turn.chosen, !shares_kernels)};
    bool const written = by.made.has_value();
    if (!by.made) by = visiting::unread(p.exec, turn.chosen, turn.tiles, p.a.nnz);
    watch.prepared(turn.bytes + chosen_values.size() + open.size() * size_type{4} +
                   (by.made ? heddle::detail::bytes_of_plan(*by.made) : 0));
    watch.note(turn.chosen, heddle::detail::push_facts{.on_gpu = true, .by_code = shares_kernels, .piece = turn.piece});
    detail_push::scatter_product<SR, Index, Offset, A, U> visit{turn.tiles,
                                                                p.a,
                                                                u,
                                                                p.mask,
                                                                open.data(),
                                                                p.sr,
                                                                places.values(),
                                                                places.present(),
                                                                {places.list(), places.listed()},
                                                                turn.parents,
                                                                places.places()};
    auto const launch = [&](unsigned long long* count) {
      visit.count = count;
      visit_products(p.exec, by, turn.tiles, visit);
    };
    // Other plans may come to no launch at all, or to several, each of which would say how many it has found so far.
    bool const is_launched = by.made ? written && by.made->launches.empty() : true;
    // A block that hands out the count waits for its writes, of which many blocks have many.
    constexpr size_type most_rows_counted = size_type{1} << 14;
    bool const counts = turn.is_last && is_launched && !shares_kernels && turn.tiles.num_tiles() <= most_rows_counted;
    if (counts) {
      places.receive(launch);
    } else {
      launch(nullptr);
    }
    watch.walked();
    if (!by.fault.empty()) unread = std::move(by);
  };
  auto sharing = p.sharing;
  sharing.scans_few = !shares_kernels;
  heddle::detail::for_each_turn(p.exec, sharing, p.a.offsets, p.u_indices, p.u_nvals, watch, walk);
  auto result = std::move(places).collect();
  require_partition(unread.chosen, unread.fault);
  return result;
}

}  // namespace heddle::gpu
