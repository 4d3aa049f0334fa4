// instantiate.hpp - emits the precompiled GPU entry points for every type of a list. Include after their definitions:
// the kernels in src/cuda, or the stubs that throw in src/stub.
#pragma once
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/mxv/device.hpp>

namespace heddle::detail {

// A function whose address is stored where the compiler cannot see it unused must be emitted.
template <class Function> void emit(Function* function) {
  [[maybe_unused]] static Function* volatile kept;
  kept = function;
}

template <class SR, class Index, class Offset> void emit_mxv() {
  emit(&cuda::pull<SR, Index, Offset>);
  if constexpr (cuda::can_push<SR>) emit(&cuda::push<SR, Index, Offset>);
}

template <class... SRs> void emit_mxv_all(type_list<SRs...>) { (emit_mxv<SRs, std::int32_t, std::int32_t>(), ...); }

template <class... SRs> void emit_mxv_wide(type_list<SRs...>) {
  (emit_mxv<SRs, std::int32_t, std::int64_t>(), ...);
  (emit_mxv<SRs, std::int64_t, std::int64_t>(), ...);
}

template <class T> void emit_merge() {
  emit(&cuda::merge<T>);
  emit(&cuda::cast<T>);
  emit(&cuda_truth<T>);
}

template <class T> void emit_ewise() {
  emit(&cuda::ewise<T, std::int32_t>);
  emit(&cuda::ewise<T, std::int64_t>);
}

template <class... Ts> void emit_merge_all(type_list<Ts...>) { (emit_merge<Ts>(), ...); }

template <class... Ts> void emit_ewise_all(type_list<Ts...>) { (emit_ewise<Ts>(), ...); }

}  // namespace heddle::detail
