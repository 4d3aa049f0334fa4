// compact_pull.cpp - the product of a matrix with compact columns, where a plan for them helps.
#include <heddle/ops/mxv/compact.hpp>

namespace heddle::detail {

template <class D>
bool compact_pull(compressed<std::int32_t, std::int32_t> const& form, descriptor const& d, std::int32_t const* columns,
                  D const* x, filling_sink<D> const& close) {
  auto const made = form.compact_for(*d.compact, columns);
  if (!made->helps()) return false;
  using problem = gpu::compact_problem<D>;
  auto const chosen = form.plan_for(d.schedule, problem::call());
  compact_product<D> const product{made->view(), form.template view<D>().values, x};
  ops::dispatch(problem{form.exec, chosen.get(), form.tiles(), product, close});
  return true;
}

template bool compact_pull(compressed<std::int32_t, std::int32_t> const&, descriptor const&, std::int32_t const*,
                           float const*, filling_sink<float> const&);
template bool compact_pull(compressed<std::int32_t, std::int32_t> const&, descriptor const&, std::int32_t const*,
                           double const*, filling_sink<double> const&);

}  // namespace heddle::detail
