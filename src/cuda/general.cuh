// general.cuh - kernels shared by what is rare: operators chosen at run time, one set of kernels a type for all of the
// precompiled semirings and monoids that have none of their own; indices and offsets of either width; one kernel a
// walk. Sums carry presence, so that they need no element that is neutral in all of them.
#pragma once
#include <heddle/detail/executor/integers.hpp>
#include <heddle/ops/mxv/device.cuh>
#include <heddle/ops/reduce/device.hpp>

namespace heddle::gpu {

/// The same functor without the walks that `auto` never chooses.
template <class Value> struct usually : Value { static constexpr bool usual_walks = true; };

enum class sum_of : std::uint8_t { plus, min, max, logical_or, logical_and, logical_xor, bitwise_or, any };
enum class product_of_pair : std::uint8_t {
  times,
  plus,
  first,
  second,
  pair,
  logical_or,
  logical_and,
  plus_below_infinity,
  plus_above_infinity
};

template <class Add> struct code_of_sum;
template <class T> struct code_of_sum<plus_monoid<T>> { static constexpr auto value = sum_of::plus; };
template <class T> struct code_of_sum<min_monoid<T>> { static constexpr auto value = sum_of::min; };
template <class T> struct code_of_sum<max_monoid<T>> { static constexpr auto value = sum_of::max; };
template <class T> struct code_of_sum<lor_monoid<T>> { static constexpr auto value = sum_of::logical_or; };
template <class T> struct code_of_sum<land_monoid<T>> { static constexpr auto value = sum_of::logical_and; };
template <class T> struct code_of_sum<lxor_monoid<T>> { static constexpr auto value = sum_of::logical_xor; };
template <class T> struct code_of_sum<bor_monoid<T>> { static constexpr auto value = sum_of::bitwise_or; };
template <class T> struct code_of_sum<any_monoid<T>> { static constexpr auto value = sum_of::any; };

template <class Multiply> struct code_of_product;
template <class T> struct code_of_product<times<T>> { static constexpr auto value = product_of_pair::times; };
template <class T> struct code_of_product<plus<T>> { static constexpr auto value = product_of_pair::plus; };
template <class T> struct code_of_product<plus_below_infinity<T>> {
  static constexpr auto value = product_of_pair::plus_below_infinity;
};
template <class T> struct code_of_product<plus_above_infinity<T>> {
  static constexpr auto value = product_of_pair::plus_above_infinity;
};
template <class T> struct code_of_product<take_first<T>> { static constexpr auto value = product_of_pair::first; };
template <class T> struct code_of_product<take_second<T>> { static constexpr auto value = product_of_pair::second; };
template <class T> struct code_of_product<pair<T>> { static constexpr auto value = product_of_pair::pair; };
template <class T> struct code_of_product<logical_or<T>> { static constexpr auto value = product_of_pair::logical_or; };
template <class T> struct code_of_product<logical_and<T>> {
  static constexpr auto value = product_of_pair::logical_and;
};

/// The same bits as the monoid of that code. `start`: an element that is neutral in it, for pushes.
template <class T> struct general_monoid {
  using value_type = T;
  static constexpr bool commutative = true, needs_presence = true;
  sum_of code = sum_of::plus;
  T start{};

  __host__ __device__ T identity() const { return start; }
  __host__ __device__ T operator()(T a, T b) const {
    switch (code) {
      case sum_of::plus:
        return plus<T>{}(a, b);
      case sum_of::min:
        return minimum<T>{}(a, b);
      case sum_of::max:
        return maximum<T>{}(a, b);
      case sum_of::logical_or:
        return logical_or<T>{}(a, b);
      case sum_of::logical_and:
        return logical_and<T>{}(a, b);
      case sum_of::logical_xor:
        return logical_xor<T>{}(a, b);
      case sum_of::bitwise_or:
        return either_bits(a, b);
      default:
        return a;
    }
  }
  /// Plus and exclusive or have no such value; of bits nobody waits for all.
  __host__ __device__ bool is_terminal(T v) const {
    switch (code) {
      case sum_of::min:
        return min_monoid<T>{}.is_terminal(v);
      case sum_of::max:
        return max_monoid<T>{}.is_terminal(v);
      case sum_of::logical_or:
        return lor_monoid<T>{}.is_terminal(v);
      case sum_of::logical_and:
        return land_monoid<T>{}.is_terminal(v);
      default:
        return code == sum_of::any;
    }
  }

 private:
  // Numbers that are not whole have no such sum.
  static __host__ __device__ T either_bits(T a, [[maybe_unused]] T b) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(a | b);
    } else {
      return a;
    }
  }
};

template <class T> struct general_semiring {
  static constexpr bool read_at_run_time = true;
  general_monoid<T> add;
  product_of_pair code = product_of_pair::times;

  __host__ __device__ T multiply(T a, T b) const {
    if constexpr (heddle::detail::wraps<T>) {
      if (code == product_of_pair::plus_below_infinity) return plus_below_infinity<T>{}(a, b);
      if (code == product_of_pair::plus_above_infinity) return plus_above_infinity<T>{}(a, b);
    }
    switch (code) {
      case product_of_pair::times:
        return times<T>{}(a, b);
      case product_of_pair::plus:
        return plus<T>{}(a, b);
      case product_of_pair::first:
        return a;
      case product_of_pair::second:
        return b;
      case product_of_pair::pair:
        return T(1);
      case product_of_pair::logical_or:
        return logical_or<T>{}(a, b);
      default:
        return logical_and<T>{}(a, b);
    }
  }
};

template <class Add> general_monoid<typename Add::value_type> general(Add const& add) {
  return {code_of_sum<Add>::value, neutral_of(add)};
}

template <class SR> general_semiring<domain_of<SR>> general_ring(SR const& sr) {
  return {general(sr.add), code_of_product<std::remove_cvref_t<decltype(sr.multiply)>>::value};
}

template <class W, class Add> vector_sink<W, general_monoid<W>> general(vector_sink<W, Add> const& sink) {
  return {sink.values, sink.present, sink.mask, sink.replace, sink.accumulate, general(sink.accum)};
}

/// lifted_product for indices of either width. `columns` without data: values of entries alone, for reductions.
template <class SR> struct rare_product {
  using D = domain_of<SR>;
  static constexpr bool rare = true;
  integers columns;
  values_view<D> a;
  D const* u;
  primitives::byte const* present;
  SR sr;

  __device__ maybe<D> operator()(size_type atom) const {
    size_type const k = columns.data ? columns[atom] : 0;
    if (present && !present[k]) return {D{}, false};
    return {heddle::detail::converted<D>(sr.multiply(a[atom], heddle::detail::right_at<SR>(u, k))), true};
  }
};

/// Of these operators there is one set of kernels for both widths all the same: for breadth-first search of graphs with
/// 2^31 edges.
template <class SR> inline constexpr bool has_own_operators = std::is_same_v<SR, any_pair<bool>>;

/// Defined in general.cu for the general semirings of each type, and for those that have operators of their own.
template <class SR> struct rare_pull {
  executor const& exec;
  plan const& chosen;
  integer_tiles rows;
  rare_product<SR> product;
  vector_sink<domain_of<SR>, add_of<SR>> sink;
};
template <class SR> void pull_rarely(rare_pull<SR> const& problem);

template <class SR, class Index, class Offset> void pull_rarely(pull_problem<SR, Index, Offset> const& p) {
  auto const run = [&](auto const& ring, auto const& sink) {
    using shared = std::remove_cvref_t<decltype(ring)>;
    pull_rarely(rare_pull<shared>{p.exec, *p.chosen, either_width(p.a.tiles()),
                                  rare_product<shared>{p.a.indices, p.a.values, p.u, p.u_present, ring}, sink});
  };
  if constexpr (has_own_operators<SR>) {
    run(p.sr, p.sink);
  } else {
    run(general_ring(p.sr), general(p.sink));
  }
}

template <class Monoid, class Offset> void reduce_generally(reduce_problem<Monoid, Offset> const& p) {
  using ring = general_semiring<typename Monoid::value_type>;
  ring const values{general(p.add), product_of_pair::first};
  pull_rarely(rare_pull<ring>{p.exec, *p.chosen, either_width(p.rows),
                              rare_product<ring>{{}, p.values, nullptr, nullptr, values}, general(p.sink)});
}

template <class SR, class Index, class Offset>
push_problem<general_semiring<domain_of<SR>>, Index, Offset> general(push_problem<SR, Index, Offset> const& p) {
  return {p.exec, p.sharing, p.a, p.size, p.u_indices, p.u_values, p.u_nvals, p.mask, general_ring(p.sr), p.in_loop};
}

/// selected_tiles of either width.
struct rare_rows {
  size_type const* scanned;
  integers ids, rows;
  size_type tiles, atoms, skip;
  size_type const* counted;

  template <class Index, class Offset>
  explicit rare_rows(selected_tiles<Index, Offset> const& t)
      : scanned(t.scanned),
        ids(t.ids),
        rows(t.rows),
        tiles(t.tiles),
        atoms(t.atoms),
        skip(t.skip),
        counted(t.counted) {}
  HEDDLE_FN size_type num_tiles() const { return tiles; }
  HEDDLE_FN size_type num_atoms() const { return atoms; }
  HEDDLE_FN size_type first_atom(size_type tile) const { return scanned[tile]; }
  offset_tiles<size_type> as_offsets() const { return {scanned, tiles, atoms}; }
  HEDDLE_FN size_type position(size_type tile, size_type atom) const {
    return rows[ids[tile]] + skip + (atom - scanned[tile]);
  }
};

/// scatter_product likewise.
template <class SR> struct rare_scatter {
  using D = domain_of<SR>;
  static constexpr bool rare = true;
  rare_rows tiles;
  integers indices;
  values_view<D> a;
  D const* u;
  mask_view mask;
  SR sr;
  D* values;
  primitives::byte* present;
  integers_out list;
  unsigned long long* listed;

  __device__ void operator()(size_type tile, size_type atom) const {
    size_type const at = tiles.position(tile, atom), j = indices[at];
    if (!mask.open(j)) return;
    auto const product = heddle::detail::converted<D>(sr.multiply(a[at], heddle::detail::right_at<SR>(u, tile)));
    if constexpr (pushes_one_value<SR>) {
      values[j] = product;
    } else {
      combine(sr.add, values + j, product);
    }
    if (!listed) {
      present[j] = 1;
    } else if (claim(present, j)) {
      list.set(atomicAdd(listed, 1ull), j);
    }
  }
};

/// Defined in general.cu, as pull_rarely.
template <class SR> void push_rarely(executor const& exec, visiting const& by, rare_scatter<SR> const& visit);

template <class SR, class Index, class Offset>
void push_rarely(executor const& exec, visiting const& by,
                 detail_push::scatter_product<SR, Index, Offset, domain_of<SR>, domain_of<SR>> const& v) {
  push_rarely(exec, by,
              rare_scatter<SR>{rare_rows(v.tiles), v.a.indices, v.a.values, v.u, v.mask, v.sr, v.values, v.present,
                               v.found.items, v.found.length});
}

namespace detail_push {

/// What push_body calls for the semirings that share kernels, in place of for_each_atom.
template <class SR, class Index, class Offset>
requires(!has_own_masked_kernels<SR, Offset>)  //
    void visit_products(executor const& exec, visiting const& by, selected_tiles<Index, Offset> const&,
                        scatter_product<SR, Index, Offset, domain_of<SR>, domain_of<SR>> const& visit) {
  push_rarely(exec, by, visit);
}

}  // namespace detail_push

}  // namespace heddle::gpu
