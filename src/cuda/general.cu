// general.cu - the kernels that rare pulls, pushes and reductions share: one set for each type of element.
#include "src/cuda/general.cuh"
#include "src/cuda/halves.cuh"

namespace heddle::gpu {

template <class SR> void pull_rarely(rare_pull<SR> const& p) {
  reduce_tiles(p.exec, p.chosen, p.rows, p.product, lifted<add_of<SR>>{p.product.sr.add}, p.sink);
}

template <class SR> void push_rarely(executor const& exec, visiting const& by, rare_scatter<SR> const& visit) {
  for_each_atom(exec, by, visit.tiles, visit);
}

void pull_halves_rarely(executor const& exec, plan const& chosen, offset_tiles<std::int32_t> const& rows,
                        rare_half_product const& product, float_sums const& sink) {
  reduce_tiles(exec, chosen, rows, product, lifted<add_of<float_ring>>{}, sink);
}

#define HEDDLE_INSTANTIATE(SR)                     \
  template void pull_rarely(rare_pull<SR> const&); \
  template void push_rarely(executor const&, visiting const&, rare_scatter<SR> const&)
HEDDLE_INSTANTIATE(general_semiring<float>);
HEDDLE_INSTANTIATE(general_semiring<double>);
HEDDLE_INSTANTIATE(general_semiring<std::int32_t>);
HEDDLE_INSTANTIATE(general_semiring<std::int64_t>);
HEDDLE_INSTANTIATE(general_semiring<bool>);
HEDDLE_INSTANTIATE(any_pair<bool>);
#undef HEDDLE_INSTANTIATE

}  // namespace heddle::gpu
