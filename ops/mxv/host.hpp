// host.hpp - matrix-vector products on the CPU: pull by rows, push by a sparse operand's entries.
#pragma once
#include <heddle/detail/host/drivers.hpp>
#include <heddle/detail/storage/vector_storage.hpp>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/ops/mxv/pushed_sums.hpp>
#include <heddle/ops/mxv/turns.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/sinks.hpp>
#include <vector>

namespace heddle::host {

/// full_product of a matrix that stores its values: what a core would ask anew for every entry is settled here.
template <class SR, class A, class U, class Index> struct stored_product {
  Index const* columns;
  A const* values;
  U const* u;
  SR sr;

  HEDDLE_FN domain_of<SR> operator()(size_type atom) const {
    return detail::product_of(sr, values[atom], detail::right_at<SR>(u, columns[atom]));
  }
};

/// full_sink where nothing is masked and nothing accumulated.
template <class W, class Offset> struct plain_sink {
  W* values;
  detail::byte* present;  // null: w is and stays full
  Offset const* offsets;  // null: every row has entries

  template <class D> HEDDLE_FN void operator()(size_type i, D const& t) const {
    values[i] = detail::converted<W>(t);
    if (present) present[i] = !offsets || offsets[i + 1] > offsets[i];
  }
};

/// (min, +) of signed integers of which none is below zero: as unsigned ones their sums do not wrap, so that only
/// minima have to be bounded. One that has infinity in it is beyond the bound too.
template <class SR, class A, class U> inline constexpr bool sums_ways = false;
template <class T>
requires(detail::wraps<T>&& std::is_signed_v<T> &&
         sizeof(T) >= 4) inline constexpr bool sums_ways<min_plus<T>, T, T> = true;

template <class T, class Index> struct way_product {
  using number = std::make_unsigned_t<T>;
  Index const* columns;
  T const* values;
  T const* u;

  HEDDLE_FN number operator()(size_type atom) const {
    return static_cast<number>(values[atom]) + static_cast<number>(u[columns[atom]]);
  }
};

template <class Sink, class T> struct way_sink {
  Sink sink;
  HEDDLE_FN void operator()(size_type i, std::make_unsigned_t<T> least) const {
    constexpr std::make_unsigned_t<T> infinity = std::numeric_limits<T>::max();
    sink(i, static_cast<T>(min_of(least, infinity)));
  }
};

template <class T> bool none_negative(T const* values, size_type n) {
  T bits = 0;
  for (size_type i = 0; i < n; ++i) bits |= values[i];
  return bits >= 0;
}

/// sink(i, sum over k of a(i, k) * u(k)) for every row i, by the plan's shares. `lengths`: neither A nor u
/// has a value below zero.
template <class SR, class A, class Index, class Offset, class U, class Sink>
void pull(executor const& exec, plan const& chosen, compressed_view<A, Index, Offset> const& a, bool empty_rows,
          U const* u, detail::byte const* present, SR const& sr, Sink const& sink, bool lengths = false) {
  if constexpr (!detail::needs_presence<add_of<SR>>()) {
    if (!present) {
      if constexpr (sums_ways<SR, A, U>) {
        if (lengths && a.values.data && sink.mask.trivial() && !sink.accumulate) {
          using plain = plain_sink<std::remove_pointer_t<decltype(sink.values)>, Offset>;
          return reduce_tiles(exec, chosen, a.tiles(), way_product<A, Index>{a.indices, a.values.data, u},
                              min_monoid<std::make_unsigned_t<A>>{},
                              way_sink<plain, A>{{sink.values, sink.present, empty_rows ? a.offsets : nullptr}});
        }
      }
      if constexpr (detail::reads<SR>::left && !detail::asks_positions<SR, A, U>) {
        if (a.values.data && sink.mask.trivial() && !sink.accumulate) {
          stored_product<SR, A, U, Index> const product{a.indices, a.values.data, u, sr};
          return reduce_tiles(exec, chosen, a.tiles(), product, sr.add,
                              plain_sink<std::remove_pointer_t<decltype(sink.values)>, Offset>{
                                  sink.values, sink.present, empty_rows ? a.offsets : nullptr});
        }
      }
      detail::full_product_of<SR, A, U, Index> const product{a.indices, a.values, u, sr};
      return reduce_tiles(exec, chosen, a.tiles(), product, sr.add,
                          full_sink<Sink, Offset>{sink, empty_rows ? a.offsets : nullptr});
    }
  }
  detail::lifted_product_of<SR, A, U, Index> const product{a.indices, a.values, u, present, sr};
  reduce_tiles(exec, chosen, a.tiles(), product, lifted<add_of<SR>>{sr.add}, sink);
}

/// The products of the rows of A that u's entries choose, masked, summed by position in the order of u's entries.
/// Work O(p log p) for p products, and of many O(p + size of the result).
template <class SR, class A, class Index, class Offset, class U>
auto push(executor const& exec, detail::push_sharing const& sharing, compressed_view<A, Index, Offset> const& a,
          detail::sparse_form<Index> const& u, mask_view const& mask, SR const& sr) {
  using D = domain_of<SR>;
  auto const* values = reinterpret_cast<U const*>(u.values.data());
  std::vector<size_type> first(static_cast<std::size_t>(u.nvals) + 1);
  std::vector<pushed_product<D, Index>> products(static_cast<std::size_t>(
      primitives::scan_row_lengths(exec, a.offsets, u.indices.data(), u.nvals, first.data(), true)));
  detail::strategy_watch watch(exec, sharing.costs);
  auto const walk = [&](detail::push_turn<Index, Offset> const& turn) {
    plan const shares = make_plan(exec, turn.tiles, turn.chosen, sizeof(D));
    watch.prepared(turn.bytes + detail::bytes_of_plan(shares));
    watch.note(turn.chosen, heddle::detail::push_facts{.piece = turn.piece});
    for_each_atom(exec, shares, turn.tiles, [&](size_type tile, size_type atom) {
      size_type const place = turn.place(tile), row = turn.row(tile), at = turn.tiles.position(tile, atom);
      Index const j = a.indices[at];
      D const value = detail::product_of(sr, a.values[at], detail::right_at<SR>(values, place), j, row, 0);
      products.data()[first.data()[place] + at - a.offsets[row]] = {j, mask.open(j), value};
    });
    watch.walked();
  };
  detail::for_each_turn(exec, sharing, a.offsets, u.indices.data(), u.nvals, watch, walk);
  auto result = sum_products(std::move(products), a.minor, sr.add);
  watch.walked();
  return result;
}

}  // namespace heddle::host
