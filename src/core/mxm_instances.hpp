// mxm_instances.hpp - emits the precompiled GPU entry points of mxm. Include after their definitions: the kernels in
// src/cuda, or the stubs that throw in src/stub.
#pragma once
#include <heddle/ops/mxm/device.hpp>

#include "src/core/instantiate.hpp"

namespace heddle::detail {

template <class SR> void emit_products_of() {
  using D = domain_of<SR>;
  using I = std::int32_t;
  emit(&cuda::expand<SR, D, D, I, I>);
  emit(&cuda::dot<SR, D, D, I, I>);
  if constexpr (!needs_presence<add_of<SR>>()) emit(&cuda::multiply_full<SR, D, D, I, I>);
}

template <class... SRs> void emit_products(type_list<SRs...>) { (emit_products_of<SRs>(), ...); }

template <class F> void emit_each() { emit(&cuda::each<F>); }

template <class I, class O> void emit_index_work() {
  emit_each<dot_lengths<I, O>>();
  emit_each<flag_new<I, O>>();
  emit_each<flag_old<I, O>>();
  emit_each<place_new<I, O>>();
  emit_each<place_old<I, O>>();
  emit(&cuda::product_lengths<I, O>);
  emit(&cuda::count_products<I, O>);
}

template <class O> void emit_offset_work() {
  emit_each<copy_offsets<O>>();
  emit_each<full_lengths<O>>();
  emit_each<cyclic_columns<O>>();
  emit_each<merged_offsets<O>>();
}

inline void emit_all_index_work() {
  emit_offset_work<std::int32_t>();
  emit_offset_work<std::int64_t>();
  emit_index_work<std::int32_t, std::int32_t>();
  emit_index_work<std::int32_t, std::int64_t>();
  emit_index_work<std::int64_t, std::int32_t>();
  emit_index_work<std::int64_t, std::int64_t>();
}

}  // namespace heddle::detail
