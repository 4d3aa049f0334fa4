// select.hpp - w<mask> = w accum (the entries of u for which keep(u(i), v(i)) holds).
// GraphBLAS C API 2.1, section 4.3.9 (GrB_select), with a vector in the place of the scalar.
#pragma once
#include <heddle/ops/ewise/ewise.hpp>

namespace heddle {
inline namespace HEDDLE_TOOLCHAIN {

/// t(i) = u(i) where both have an entry and keep(u(i), v(i)) is true; t has no other entries. u, v, w, mask: one
/// length; u and v of one element type. Work O(entries of u) where u is sparse and w becomes t, else O(size). Reads
/// back the number of entries. Throws dimension_mismatch, executor_mismatch, not_compiled on a CUDA executor for
/// predicates that are not precompiled.
template <class W, index_type I, class Mask, class Accum, class Predicate, class T>
void select(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, Predicate const& keep,
            vector<T, I> const& u, vector<T, I> const& v, descriptor const& d = {}) {
  detail::check_descriptor(d);
  static_assert(std::is_same_v<std::invoke_result_t<Predicate const&, T, T>, bool>, "keep(u, v) answers bool");
  if (u.size() != v.size() || u.size() != w.size()) {
    throw dimension_mismatch(detail::concat("select: u has length ", u.size(), ", v ", v.size(), " and w ", w.size()));
  }
  detail::check_executor("select", w.exec(), "u", u.exec());
  detail::check_executor("select", w.exec(), "v", v.exec());
  detail::check_mask("select", detail::as_mask(mask_argument), w.size(), w.exec());
  executor const exec = w.exec();
  detail::trace_range const traced(exec, "select");
  auto const& right = v.storage().bitmap();
  bool const listed = u.storage().has_sparse();
  auto const* const sparse = listed ? &u.storage().sparse() : nullptr;
  auto const* const bitmap = listed ? nullptr : &u.storage().bitmap();
  size_type const n = listed ? sparse->nvals : u.size();

  buffer<detail::byte> flags(exec, max_of<size_type>(n, 1));
  detail::byte const no = 0;
  primitives::fill(exec, flags.data(), n, 1, &no);
  T const* const left = detail::typed<T>(listed ? sparse->values : bitmap->values);
  ewise_detail::run(exec, keep,
                    cuda::ewise_operands<T, I>{n, listed ? sparse->indices.data() : nullptr, left,
                                               listed || bitmap->full() ? nullptr : bitmap->present.data(),
                                               detail::typed<T>(right.values),
                                               right.full() ? nullptr : right.present.data(), flags.data(), nullptr});
  vector<T, I> t(w.size(), exec);
  if (listed) {
    t.storage().assign(detail::flagged_entries(exec, *sparse, sizeof(T), flags.data()));
  } else {
    t.storage().assign(detail::bitmap_form{std::move(flags), bitmap->values.clone(exec), -1});
  }
  assign(w, mask_argument, accum, std::move(t), d);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
