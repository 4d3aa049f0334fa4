// merge.hpp - C<mask, replace> = C accum T for matrices: the last step of a matrix product.
// GraphBLAS C API 2.1, section 2.3.
#pragma once
#include <heddle/ops/mxm/index_work.hpp>

namespace heddle {

inline namespace HEDDLE_TOOLCHAIN {
namespace mxm_detail {

// out.values[k] = out.values[k] accum t(k), or t(k), or what it is.
template <class W, class Accum, class D>
void merge_values(executor const& exec, size_type n, vector_sink<W, Accum> const& sink, D const* t,
                  primitives::byte const* t_present) {
  if (exec.is_host()) {
    return host::parallel_for(exec, n, [=](size_type i) {
      sink(i, maybe<D>{t_present[i] ? t[i] : D{}, t_present[i] != 0});
    });
  }
  buffer<primitives::byte> kept;
  auto const* const operand = merge_detail::operand_of<W, Accum>(exec, t, n, kept);
  merge_detail::run(exec, n, operand, t_present, sink);
}

// GPU values in the type of the output, in `kept`: by the library, or, where it does not know a type, by nvcc.
template <class W, class D> void convert(executor const& exec, D const* from, size_type n, buffer<detail::byte>& kept) {
#if defined(__CUDACC__)
  if constexpr (!is_precompiled_element<W> || !is_precompiled_element<D>) {
    kept = buffer<detail::byte>(exec, detail::bytes_of(n, sizeof(W)));
    vector_sink<W, no_accum_type> const sink{reinterpret_cast<W*>(kept.data()), nullptr, {}, false, false, {}};
    return cuda::for_each_index(exec, n, cuda::merge_entry<W, no_accum_type, D>{from, nullptr, sink});
  }
#endif
  detail::in_domain<W>(exec, from, n, kept);
}

// t with its values in another domain.
template <class W, class D, index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> cast_result(std::shared_ptr<detail::compressed<I, O>> t) {
  if constexpr (!std::is_same_v<W, D>) {
    buffer<detail::byte> values;
    D const* const from = detail::typed<D>(t->values);
    if (t->exec.is_host()) {
      values = buffer<detail::byte>(t->exec, detail::bytes_of(t->nnz, sizeof(W)));
      W* const to = reinterpret_cast<W*>(values.data());
      host::parallel_for(t->exec, t->nnz, [=](size_type i) { to[i] = static_cast<W>(from[i]); });
    } else if (t->nnz > 0) {
      convert<W>(t->exec, from, t->nnz, values);
    }
    t->values = std::move(values);
    t->width = sizeof(W);
  }
  return t;
}

/// C<mask, replace> = C accum T, T in the domain D and in C's executor's memory. `within`: T has no entry where the
/// mask is closed. Work O((nnz(C) + nnz(T)) log(longest row)); T itself becomes C where nothing of C can stay.
/// Reads back the number of entries.
template <class D, class W, index_type I, index_type O, class Accum>
void merge_into(matrix<W, I, O>& c, matrix_mask_view<I, O> const& mask, Accum const& accum, bool replace,
                std::shared_ptr<detail::compressed<I, O>> t, bool within) {
  constexpr bool accumulates = !std::is_same_v<Accum, no_accum_type>;
  executor const exec = c.exec();
  auto const old = c.storage().share_csr();
  bool const drops_old = old->nnz == 0 || (!accumulates && (replace || mask.trivial()));
  if (drops_old && (within || mask.trivial())) return c.storage().assign(cast_result<W, D>(std::move(t)));

  buffer<size_type> kept_c(exec, old->nnz + 1), kept_t(exec, t->nnz + 1);
  buffer<I> t_rows(exec, t->nnz);
  primitives::expand_offsets(exec, t->offsets.data(), t->major, t->nnz, t_rows.data());
  detail::merge_side<I, O> const c_side{old->rows().data(), old->indices.data(), old->offsets.data(), kept_c.data()};
  detail::merge_side<I, O> const t_side{t_rows.data(), t->indices.data(), t->offsets.data(), kept_t.data()};
  detail::each(exec, t->nnz, detail::flag_new<I, O>{t_side, mask});
  detail::each(exec, old->nnz, detail::flag_old<I, O>{c_side, t_side, mask, replace, accumulates});
  primitives::exclusive_sum(exec, kept_c.data(), kept_c.data(), old->nnz);
  primitives::exclusive_sum(exec, kept_t.data(), kept_t.data(), t->nnz);

  size_type const n = kept_c.get(old->nnz) + kept_t.get(t->nnz);
  auto form = detail::new_result<I, O>(exec, c.rows(), c.cols(), n, sizeof(W));
  buffer<O> from_c(exec, n), from_t(exec, n);
  buffer<detail::byte> in_c(exec, n), in_t(exec, n);
  detail::merge_sources<I, O> const out{form->indices.data(), from_c.data(), from_t.data(), in_c.data(), in_t.data()};
  detail::each(
      exec, c.rows() + 1,
      detail::merged_offsets<O>{c_side.offsets, t_side.offsets, kept_c.data(), kept_t.data(), form->offsets.data()});
  detail::each(exec, t->nnz, detail::place_new<I, O>{c_side, t_side, out});
  detail::each(exec, old->nnz, detail::place_old<I, O>{c_side, t_side, out});

  W* const values = detail::values_of<W>(*form);
  if (old->one_value) {
    primitives::fill(exec, values, n, sizeof(W), old->one.data());
  } else if (old->nnz > 0) {
    primitives::gather(exec, values, old->values.data(), from_c.data(), n, sizeof(W));
  }
  if (t->nnz > 0) {
    buffer<detail::byte> t_values(exec, detail::bytes_of(n, sizeof(D)));
    primitives::gather(exec, t_values.data(), t->values.data(), from_t.data(), n, sizeof(D));
    vector_sink<W, Accum> const sink{values, in_c.data(), {}, false, accumulates, accum};
    merge_values(exec, n, sink, detail::typed<D>(t_values), in_t.data());
  }
  c.storage().assign(std::move(form));
}

}  // namespace mxm_detail
}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
