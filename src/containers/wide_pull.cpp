// wide_pull.cpp - the product of a matrix with 64-bit offsets and a full vector, by the kernels of spmv.
#include <heddle/ops/detail/write/dense.hpp>
#include <heddle/ops/mxv/wide.hpp>
#include <heddle/ops/spmv/device.hpp>

namespace heddle::detail {

template <class D, index_type I, index_type O>
void wide_pull(compressed<I, O> const& form, descriptor const& d, compressed_view<D, I, O> const& a, D const* x, D* y,
               primitives::byte* present) {
  using problem = gpu::spmv_problem<gpu::spmv_types<D, D, D>, I, O>;
  auto const chosen = form.plan_for(d.schedule, problem::call());
  bool const some_empty = form.statistics().empty_rows > 0;
  ops::dispatch(problem{form.exec, chosen.get(), a, x, {y, 1, 0, some_empty ? a.offsets : nullptr}});
  if (present) ops::for_each_index(form.exec, a.major, row_presence{a.offsets, 1, true, present});
}

#define HEDDLE_INSTANTIATE(D, I)                                                 \
  template void wide_pull(compressed<I, std::int64_t> const&, descriptor const&, \
                          compressed_view<D, I, std::int64_t> const&, D const*, D*, primitives::byte*)
HEDDLE_INSTANTIATE(float, std::int32_t);
HEDDLE_INSTANTIATE(float, std::int64_t);
HEDDLE_INSTANTIATE(double, std::int32_t);
HEDDLE_INSTANTIATE(double, std::int64_t);
#undef HEDDLE_INSTANTIATE

}  // namespace heddle::detail
