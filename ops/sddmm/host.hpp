// host.hpp - sampled products on the CPU: equal numbers of the mask's entries to threads, each a dot product of lines
// whose elements lie side by side.
#pragma once
#include <algorithm>
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/ops/sddmm/product.hpp>
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::host {

namespace sampled_driver {

/// Sums that are kept side by side: as many as fill 32 bytes, where products may be combined in any order.
template <class Monoid> constexpr int lanes_of() {
  constexpr std::size_t bytes = sizeof(typename Monoid::value_type);
  return !is_commutative<Monoid>() || bytes > 8 ? 1 : bytes > 4 ? 4 : 8;
}

template <std::size_t Lanes, class Monoid>
bool decided([[maybe_unused]] typename Monoid::value_type const (&sum)[Lanes], [[maybe_unused]] Monoid const& add) {
  if constexpr (detail::has_terminal<Monoid>) {
    return std::any_of(sum, sum + Lanes, [&](auto const& s) { return add.is_terminal(s); });
  } else {
    return false;
  }
}

/// add over times(k) for k < n, n > 0: in order, or lane by lane, the first products of which begin the sums, so that
/// no element of the monoid takes part. Stops at a terminal value, which is looked for now and then.
template <class Monoid, class Times>
typename Monoid::value_type sum_of(size_type const n, Monoid const add, Times const times) {
  using V = typename Monoid::value_type;
  constexpr int lanes = lanes_of<Monoid>();
  constexpr size_type looks_after = 32 * lanes;
  if (n < lanes) {
    V sum = times(0);
    for (size_type k = 1; k < n; ++k) sum = add(sum, times(k));
    return sum;
  }
  detail::few<V, lanes> sum;
  for (int c = 0; c < lanes; ++c) sum[c] = times(c);
  for (size_type k = lanes; k < n && !decided(sum, add);) {
    size_type const to = detail::has_terminal<Monoid> ? min_of(n, k + looks_after) : n;
    for (; k + lanes <= to; k += lanes) {
      for (int c = 0; c < lanes; ++c) sum[c] = add(sum[c], times(k + c));
    }
    for (int c = 0; k < to; ++k, ++c) sum[c] = add(sum[c], times(k));
  }
  for (int width = lanes / 2; width > 0; width /= 2) {
    for (int c = 0; c < width; ++c) sum[c] = add(sum[c], sum[c + width]);
  }
  return sum[0];
}

/// Element (i, j) of the product. `Near`: rows of A and columns of B have their elements side by side.
template <bool Near, class SR, class A, class B, class Index>
domain_of<SR> element(detail::sampled_product<SR, A, B, Index> const& p, size_type const i, size_type const j) {
  [[maybe_unused]] size_type const step_a = Near ? 1 : p.a.column_step, step_b = Near ? 1 : p.b.row_step;
  [[maybe_unused]] A const* left = nullptr;
  [[maybe_unused]] B const* right = nullptr;
  if constexpr (detail::reads<SR>::left) left = p.a.data + i * p.a.row_step;
  if constexpr (detail::reads<SR>::right) right = p.b.data + j * p.b.column_step;
  auto const at = []<bool Reads, class T>(std::bool_constant<Reads>, T const* line, size_type place) -> T {
    if constexpr (Reads) {
      return line[place];
    } else {
      return T{};
    }
  };
  using reads_left = std::bool_constant<detail::reads<SR>::left>;
  using reads_right = std::bool_constant<detail::reads<SR>::right>;
  return sum_of(p.inner, p.sr.add, [=, sr = p.sr](size_type k) {
    return detail::product_of(sr, at(reads_left{}, left, k * step_a), at(reads_right{}, right, k * step_b), i, k, j);
  });
}

}  // namespace sampled_driver

/// The same elements with those of a row side by side: x itself, or where `uses` of its rows pay for it, a copy that
/// `kept` holds.
template <class T>
dense_view<T const> with_near_rows(executor const& exec, dense_view<T const> const& x, size_type uses,
                                   buffer<T>& kept) {
  if (x.column_step == 1 || x.cols < 2 || uses < x.rows) return x;
  kept = buffer<T>(exec, detail::count_of(x.rows, x.cols, 0));
  T* const to = kept.data();
  constexpr size_type at_once = 16;  // rows, of which neighbouring elements lie side by side in x
  int const threads = kept.size() > serial_below ? exec.num_workers() : 1;
  parallel_for(threads, ceil_div(x.rows, at_once), 4, [&](size_type block) {
    size_type const first = block * at_once, last = min_of(first + at_once, x.rows);
    for (size_type k = 0; k < x.cols; ++k) {
      for (size_type i = first; i < last; ++i) to[i * x.cols + k] = x(i, k);
    }
  });
  return {to, x.rows, x.cols, x.cols, 1};
}

/// values[e] = element of the product at entry e of `tiles`, which are the rows of the mask. `p.inner` > 0. The result
/// does not depend on the number of threads. Work O(entries * inner + rows).
template <class SR, class A, class B, class Index, class Offset>
void sample(executor const& exec, offset_tiles<Offset> const& tiles, detail::sampled_product<SR, A, B, Index> p,
            domain_of<SR>* values) {
  size_type const entries = tiles.num_atoms();
  buffer<A> kept_a;
  buffer<B> kept_b;
  if constexpr (detail::reads<SR>::left) p.a = with_near_rows(exec, p.a, entries, kept_a);
  if constexpr (detail::reads<SR>::right) {
    dense_view<B const> const columns{p.b.data, p.b.cols, p.b.rows, p.b.column_step, p.b.row_step};
    auto const near = with_near_rows(exec, columns, entries, kept_b);
    p.b = {near.data, p.b.rows, p.b.cols, near.column_step, near.row_step};
  }
  auto const walk = [&]<bool Near>(std::bool_constant<Near>, size_type begin, size_type end) {
    size_type row = tile_of_atom(tiles, begin, 0, tiles.num_tiles());
    for (size_type e = begin; e < end; ++e) {
      while (static_cast<size_type>(tiles.first_atom(row + 1)) <= e) ++row;
      values[e] = sampled_driver::element<Near>(p, row, p.columns[e]);
    }
  };
  bool const near = (p.a.column_step == 1 && p.b.row_step == 1) || p.inner < 2;
  int const threads = entries > 16384 / p.inner ? exec.num_workers() : 1;
  size_type const at_once = std::clamp<size_type>(entries / (threads * size_type{32}), 1, 4096);
  for_each_run(threads, entries, at_once, [&](size_type begin, size_type end) {
    near ? walk(std::true_type{}, begin, end) : walk(std::false_type{}, begin, end);
  });
}

}  // namespace heddle::host
