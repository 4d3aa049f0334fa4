// index_instances.hpp - emits the loops over positions, and what else of mxm touches no values: kernels in src/cuda,
// or, without CUDA, stubs that throw in src/stub.
#pragma once
#include <heddle/ops/ewise/pairs.hpp>
#include <heddle/ops/mxm/device.hpp>
#include <heddle/ops/mxm/index_work.hpp>
#include <heddle/ops/sparse_result.hpp>
#include <heddle/ops/write/entries.hpp>
#include <heddle/ops/write/merged_entries.hpp>

#include "src/core/run.hpp"

namespace heddle::detail {

template <class F> void emit_index() { emit<cuda::index_problem<F>>(); }

template <class T> void emit_write() {
  emit_index<written_entry<T, coded_accumulator<T>, T>>();
  emit_index<coded_conversion<T>>();
}

template <class T> void emit_pairs() {
  emit_index<coded_pair<T, std::int32_t>>();
  emit_index<coded_pair<T, std::int64_t>>();
}

template <class... Ts> void emit_writes(type_list<Ts...>) {
  (emit_write<Ts>(), ...);
  emit_index<coded_truth>();
  emit_index<flag_open<std::int32_t>>();
  emit_index<flag_open<std::int64_t>>();
}

template <class... Ts> void emit_all_pairs(type_list<Ts...>) { (emit_pairs<Ts>(), ...); }

template <class I, class O> void emit_index_work() {
  emit_index<dot_lengths<I, O>>();
  emit_index<flag_new<I, O>>();
  emit_index<flag_old<I, O>>();
  emit_index<place_new<I, O>>();
  emit_index<place_old<I, O>>();
  emit<cuda::product_lengths_problem<I, O>>();
  emit<cuda::count_problem<I, O>>();
}

template <class O> void emit_offset_work() {
  emit_index<copy_offsets<O>>();
  emit_index<full_lengths<O>>();
  emit_index<cyclic_columns<O>>();
  emit_index<merged_lengths<O>>();
}

template <class = void> void emit_all_index_work() {
  emit_offset_work<std::int32_t>();
  emit_offset_work<std::int64_t>();
  emit_index_work<std::int32_t, std::int32_t>();
  emit_index_work<std::int32_t, std::int64_t>();
  emit_index_work<std::int64_t, std::int32_t>();
  emit_index_work<std::int64_t, std::int64_t>();
}

}  // namespace heddle::detail
