// by_code.cuh - kernels that semirings and monoids share which have none of their own: operators chosen at run time,
// one set of kernels a type; indices and offsets of either width; one kernel a walk.
#pragma once
#include <heddle/detail/executor/integers.hpp>
#include <heddle/ops/mxv/device.cuh>
#include <heddle/ops/reduce/device.hpp>
#include <heddle/semirings/by_code.hpp>

namespace heddle::gpu {

using heddle::detail::monoid_by_code;
using heddle::detail::semiring_by_code;

/// The same with operators chosen at run time.
template <class Add>
requires monoid<Add> monoid_by_code<typename Add::value_type> by_code(Add const& add) {
  return {heddle::detail::code_of<Add, heddle::detail::monoids<typename Add::value_type>>, neutral_of(add)};
}
template <semiring_like SR> semiring_by_code<domain_of<SR>> by_code(SR const& sr) {
  using multiply = std::remove_cvref_t<decltype(sr.multiply)>;
  return {gpu::by_code(sr.add), {heddle::detail::code_of<multiply, heddle::detail::binary_operators<domain_of<SR>>>}};
}
template <class W, class Add> vector_sink<W, monoid_by_code<W>> by_code(vector_sink<W, Add> const& sink) {
  return {sink.values, sink.present, sink.mask, sink.replace, sink.accumulate, gpu::by_code(sink.accum)};
}
template <class SR, class Index, class Offset>
push_problem<semiring_by_code<domain_of<SR>>, Index, Offset> by_code(push_problem<SR, Index, Offset> const& p) {
  return {p.exec, p.sharing,          p.a,       p.size, p.u_indices, p.u_values, p.u_nvals,
          p.mask, gpu::by_code(p.sr), p.in_loop, p.marks};
}

/// lifted_product for indices of either width. `columns` without data: values of entries alone, for reductions.
template <class SR> struct product_of_either_width {
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

/// Defined in by_code.cu for semirings by code of each type, and for those that have operators of their own.
template <class SR>
void pull_by_code(executor const& exec, plan const& chosen, integer_tiles const& rows,
                  product_of_either_width<SR> const& product, vector_sink<domain_of<SR>, add_of<SR>> const& sink);

template <class SR, class Index, class Offset> void solve_by_code(pull_problem<SR, Index, Offset> const& p) {
  using problem = pull_problem<SR, Index, Offset>;
  auto const pull = [&]<class Ring, class Sink>(Ring const& ring, Sink const& sink) {
    using product = product_of_either_width<Ring>;
    static_assert(heddle::detail::has_walks_for<product, lifted<add_of<Ring>>, Sink>(problem::call()));
    product const value{p.a.indices, p.a.values, p.u, p.u_present, ring};
    pull_by_code(p.exec, *p.chosen, either_width(p.a.tiles()), value, sink);
  };
  if constexpr (has_own_operators<SR>) {
    pull(p.sr, p.sink);
  } else {
    pull(gpu::by_code(p.sr), gpu::by_code(p.sink));
  }
}

template <class Monoid, class Offset> void solve_by_code(reduce_problem<Monoid, Offset> const& p) {
  using T = typename Monoid::value_type;
  semiring<Monoid, take_first<T>> const values{p.add, {}};
  product_of_either_width<semiring_by_code<T>> const product{{}, p.values, nullptr, nullptr, gpu::by_code(values)};
  pull_by_code(p.exec, *p.chosen, either_width(p.rows), product, gpu::by_code(p.sink));
}

/// Of whole numbers a sum is one instruction, as it is where the monoid is known.
template <class D> __device__ D combine(monoid_by_code<D> const& add, D* target, D value) {
  if constexpr (is_native_sum<plus_monoid<D>>) {
    if (add.code == heddle::detail::code_of<plus_monoid<D>, heddle::detail::monoids<D>>) {
      return combine(plus_monoid<D>{}, target, value);
    }
  }
  return combine<monoid_by_code<D>, D>(add, target, value);
}

/// scatter_product likewise.
template <class SR> struct scatter_of_either_width {
  using D = domain_of<SR>;
  static constexpr bool rare = true;
  selected_tiles_of<integers, integers> tiles;
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

/// Defined in by_code.cu, as pull_by_code.
template <class SR>
void push_by_code(executor const& exec, visiting const& by, scatter_of_either_width<SR> const& visit);

namespace detail_push {

/// What a push calls for the semirings that share kernels, in place of for_each_atom.
template <class SR, class Index, class Offset>
requires(!has_own_masked_kernels<SR, Offset>)  //
    void visit_products(executor const& exec, visiting const& by, selected_tiles<Index, Offset> const& t,
                        scatter_product<SR, Index, Offset, domain_of<SR>, domain_of<SR>> const& v) {
  selected_tiles_of<integers, integers> const tiles{t.scanned, t.ids,  t.rows,    t.tiles,
                                                    t.atoms,   t.skip, t.counted, t.most};
  push_by_code(exec, by,
               scatter_of_either_width<SR>{tiles, v.a.indices, v.a.values, v.u, v.mask, v.sr, v.values, v.present,
                                           v.found.items, v.found.length});
}

}  // namespace detail_push

template <class SR, class Index, class Offset>
heddle::detail::sparse_form<Index> solve_by_code(push_problem<SR, Index, Offset> const& p) {
  if constexpr (has_own_operators<SR>) {
    return solve(p);
  } else {
    return solve(by_code(p));
  }
}

}  // namespace heddle::gpu
