// device.cuh - products with a dense matrix on a GPU: neighbouring columns as packs where rows are aligned, else one by
// one with any steps.
#pragma once
#include <heddle/detail/cuda/reduce_dense.cuh>
#include <heddle/ops/spmm/device.hpp>

namespace heddle::gpu {

namespace ops::spmm_detail {

/// Columns of a pack: such that elements of B and of C fill at most 16 bytes each.
template <class B, class D> constexpr int pack_width() {
  constexpr std::size_t larger = sizeof(B) > sizeof(D) ? sizeof(B) : sizeof(D);
  if (!std::has_single_bit(sizeof(B)) || !std::has_single_bit(sizeof(D)) || larger > 8) return 1;
  return larger <= 4 ? 4 : 2;
}

template <class T> bool is_aligned(dense_view<T> const& x, int width) {
  std::size_t const bytes = sizeof(T) * static_cast<std::size_t>(width);
  return x.column_step == 1 && reinterpret_cast<std::uintptr_t>(x.data) % bytes == 0 &&
         (x.rows < 2 || static_cast<std::size_t>(x.row_step) % static_cast<std::size_t>(width) == 0);
}

template <int Width, class Step, class SR, class Index, class Offset, class A, class B>
void reduce(dense_problem<SR, Index, Offset, A, B> const& p) {
  auto const row_bytes = static_cast<Step>(p.b.row_step * static_cast<size_type>(sizeof(B)));
  heddle::detail::dense_product<SR, A, B, Index, Step> const product{p.a.indices, p.a.values,      p.b.data,
                                                                     row_bytes,   p.b.column_step, p.sr};
  heddle::detail::dense_sink<domain_of<SR>> const sink{p.c.data, p.c.row_step, p.c.column_step, p.accumulate};
  reduce_dense<Width>(p.exec, *p.chosen, p.a.tiles(), p.c.cols, product, p.sr.add, sink);
}

}  // namespace ops::spmm_detail

template <class SR, class Index, class Offset, class A, class B>
void solve(dense_problem<SR, Index, Offset, A, B> const& p) {
  using D = domain_of<SR>;
  constexpr int width = ops::spmm_detail::pack_width<B, D>();
  if constexpr (width > 1) {
    constexpr size_type most_bytes = 4294967295;
    bool const aligned = p.c.cols % width == 0 && ops::spmm_detail::is_aligned(p.b, width) &&
                         ops::spmm_detail::is_aligned(p.c, width) &&
                         p.b.row_step <= most_bytes / static_cast<size_type>(sizeof(B));
    if (aligned) return ops::spmm_detail::reduce<width, std::uint32_t>(p);
  }
  ops::spmm_detail::reduce<1, size_type>(p);
}

}  // namespace heddle::gpu
