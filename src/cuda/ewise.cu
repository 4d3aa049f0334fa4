// ewise.cu - element-wise products of two vectors on the GPU.
#include <heddle/cuda/elementwise.cuh>
#include <heddle/ops/ewise/ewise.hpp>

namespace heddle::cuda {

namespace {

template <class T, class I> struct coded_problem {
  ewise_operands<T, I> operands;
  int op;
  HEDDLE_FN void operator()(size_type k) const {
    with_coded(precompiled_ewise<T, I>{}, op, [&]<class Op>(std::type_identity<Op>) { operands.combine(Op{}, k); });
  }
};

}  // namespace

template <class T, class I> void ewise(executor const& exec, ewise_operands<T, I> const& operands, int op) {
  for_each_index(exec, operands.n, coded_problem<T, I>{operands, op});
}

}  // namespace heddle::cuda

#include "src/core/instantiate.hpp"

namespace heddle::detail {
void emit_ewises() { emit_ewise_all(precompiled_elements{}); }
}  // namespace heddle::detail
