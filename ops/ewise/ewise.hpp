// ewise.hpp - w<mask> = w accum (u .op v) on the positions where both have entries (eWiseMult).
// GraphBLAS C API 2.1, section 4.3.4.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/assign/assign.hpp>

namespace heddle {

namespace cuda {

/// The operands and results of t = u .op v, by their addresses.
template <class T, class I> struct ewise_operands {
  size_type n;
  I const* indices;  // null: k itself
  T const* u;
  primitives::byte const* u_present;  // with indices null only; null: full
  T const* v;
  primitives::byte const* v_present;  // null: full
  void* out;                          // of what the operator answers
  primitives::byte* flags;            // null: they are not asked for

  /// flags[k] = v has an entry at indices[k]; out[k] = op(u[k], v(indices[k])) there.
  template <class Op> HEDDLE_FN constexpr void combine(Op const& op, size_type k) const {
    using result = std::invoke_result_t<Op const&, T, T>;
    size_type const i = indices ? static_cast<size_type>(indices[k]) : k;
    bool const both = (!u_present || u_present[k]) && (!v_present || v_present[i]);
    if (both) static_cast<result*>(out)[k] = op(u[k], v[i]);
    if (flags) flags[k] = both;
  }
};

template <class Op, class T, class I> struct ewise_problem {
  ewise_operands<T, I> operands;
  Op op;
  HEDDLE_FN constexpr void operator()(size_type k) const { operands.combine(op, k); }
};

template <class T>
using precompiled_narrow_ewise = type_list<plus<T>, minus<T>, times<T>, minimum<T>, maximum<T>, first<T>, second<T>,
                                           less<T>, equal<T>, not_equal<T>>;
template <class T, class I>
using precompiled_ewise =
    std::conditional_t<std::is_same_v<I, std::int32_t>, precompiled_narrow_ewise<T>, type_list<less<T>>>;

/// By the operator at position `op` of precompiled_ewise<T, I>.
template <class T, class I> void ewise(executor const& exec, ewise_operands<T, I> const& operands, int op);

}  // namespace cuda

inline namespace HEDDLE_TOOLCHAIN {
namespace ewise_detail {

template <class Op, class T, class I>
void run(executor const& exec, Op const& op, cuda::ewise_operands<T, I> const& operands) {
  cuda::ewise_problem<Op, T, I> const problem{operands, op};
  if (exec.is_host()) { return host::parallel_for(exec, operands.n, problem); }
#if defined(__CUDACC__)
  cuda::for_each_index(exec, operands.n, problem);
#else
  using compiled = cuda::precompiled_ewise<T, I>;
  if constexpr (is_precompiled_element<T> && detail::contains<Op, compiled>::value) {
    cuda::ewise(exec, operands, cuda::code_of<Op>(compiled{}));
  } else {
    throw not_compiled("ewise_mult: this element type or operator has no precompiled GPU kernel; compile with nvcc");
  }
#endif
}

}  // namespace ewise_detail

/// w<mask> = w accum (u .op v): t(i) = op(u(i), v(i)) where both have an entry. u, v, w, mask: one length; u and v of
/// one element type. Work O(entries of u) where u is sparse and w becomes t, else O(size).
/// Throws dimension_mismatch naming both operands, executor_mismatch, not_compiled on a CUDA executor for operators
/// that are not precompiled.
template <class W, index_type I, class Mask, class Accum, class Op, class T>
void ewise_mult(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, Op const& op, vector<T, I> const& u,
                vector<T, I> const& v, descriptor const& d = {}) {
  detail::check_descriptor(d);
  using D = std::invoke_result_t<Op const&, T, T>;
  auto const mask = detail::as_mask(mask_argument);
  if (u.size() != v.size() || u.size() != w.size()) {
    throw dimension_mismatch(
        detail::concat("ewise_mult: u has length ", u.size(), ", v ", v.size(), " and w ", w.size()));
  }
  detail::check_executor("ewise_mult", w.exec(), "u", u.exec());
  detail::check_executor("ewise_mult", w.exec(), "v", v.exec());
  detail::check_mask("ewise_mult", mask, w.size(), w.exec());
  executor const exec = w.exec();
  detail::trace_range const traced(exec, "ewise_mult");
  auto const& right = v.storage().bitmap();
  primitives::byte const* const right_present = right.full() ? nullptr : right.present.data();
  if (u.storage().has_sparse()) {
    auto const& left = u.storage().sparse();
    size_type const n = left.nvals;
    detail::sparse_form<I> t{left.indices.clone(exec), buffer<detail::byte>(exec, detail::bytes_of(n, sizeof(D))), n,
                             left.sorted};
    buffer<detail::byte> flags(exec, right_present ? n : 0);
    ewise_detail::run(exec, op,
                      cuda::ewise_operands<T, I>{n, left.indices.data(), detail::typed<T>(left.values), nullptr,
                                                 detail::typed<T>(right.values), right_present, t.values.data(),
                                                 right_present ? flags.data() : nullptr});
    if (right_present) t = detail::flagged_entries(exec, t, sizeof(D), flags.data());
    vector<D, I> result(w.size(), exec);
    result.storage().assign(std::move(t));
    return assign(w, mask_argument, accum, std::move(result), d);
  }
  auto const& left = u.storage().bitmap();
  bool const full = left.full() && !right_present;
  detail::bitmap_form t{buffer<detail::byte>(exec, full ? 0 : u.size()),
                        buffer<detail::byte>(exec, detail::bytes_of(u.size(), sizeof(D))), full ? u.size() : -1};
  ewise_detail::run(
      exec, op,
      cuda::ewise_operands<T, I>{u.size(), nullptr, detail::typed<T>(left.values),
                                 left.full() ? nullptr : left.present.data(), detail::typed<T>(right.values),
                                 right_present, t.values.data(), full ? nullptr : t.present.data()});
  vector<D, I> result(w.size(), exec);
  result.storage().assign(std::move(t));
  assign(w, mask_argument, accum, std::move(result), d);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
