// by_code.cu - the kernels that pulls, pushes and reductions by code share: one set for each type of element.
#include "src/cuda/by_code.cuh"
#include "src/cuda/halves.cuh"

namespace heddle::gpu {

template <class SR>
void pull_by_code(executor const& exec, plan const& chosen, integer_tiles const& rows,
                  product_of_either_width<SR> const& product, vector_sink<domain_of<SR>, add_of<SR>> const& sink) {
  reduce_tiles(exec, chosen, rows, product, lifted<add_of<SR>>{product.sr.add}, sink);
}

template <class SR>
void push_by_code(executor const& exec, visiting const& by, scatter_of_either_width<SR> const& visit) {
  for_each_atom(exec, by, visit.tiles, visit);
}

void pull_halves(executor const& exec, plan const& chosen, offset_tiles<std::int32_t> const& rows,
                 product_of_either_half const& product, float_sums const& sink) {
  reduce_tiles(exec, chosen, rows, product, lifted<add_of<float_ring>>{}, sink);
}

#define HEDDLE_INSTANTIATE(SR)                                                                                       \
  template void pull_by_code(executor const&, plan const&, integer_tiles const&, product_of_either_width<SR> const&, \
                             vector_sink<domain_of<SR>, add_of<SR>> const&);                                         \
  template void push_by_code(executor const&, visiting const&, scatter_of_either_width<SR> const&)
HEDDLE_INSTANTIATE(semiring_by_code<float>);
HEDDLE_INSTANTIATE(semiring_by_code<double>);
HEDDLE_INSTANTIATE(semiring_by_code<std::int32_t>);
HEDDLE_INSTANTIATE(semiring_by_code<std::int64_t>);
HEDDLE_INSTANTIATE(semiring_by_code<bool>);
HEDDLE_INSTANTIATE(any_pair<bool>);
#undef HEDDLE_INSTANTIATE

}  // namespace heddle::gpu
