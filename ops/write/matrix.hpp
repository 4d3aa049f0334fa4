// matrix.hpp - C<mask, replace> = C accum T for matrices, T in the making as a compressed form.
#pragma once
#include <heddle/ops/sparse_result.hpp>
#include <heddle/ops/write/entries.hpp>
#include <heddle/ops/write/mask.hpp>
#include <heddle/ops/write/merged_entries.hpp>
#include <heddle/ops/write/rule.hpp>

namespace heddle {
inline namespace HEDDLE_TOOLCHAIN {
namespace ops {

/// t with its values as W.
template <class W, class T, index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> with_values_as(std::shared_ptr<detail::compressed<I, O>> t) {
  if constexpr (!std::is_same_v<W, T>) {
    t->values = convert<W>(t->exec, detail::typed<T>(t->values), t->nnz);
    t->width = sizeof(W);
  }
  return t;
}

/// The entries of C after C<mask, replace> = C accum T, where `old` are those of C, in values of type W, and some of
/// them may stay, or the mask may close entries of T. See write() for the rest.
template <class T, class W, index_type I, index_type O, class Accum>
std::shared_ptr<detail::compressed<I, O>> merged(char const* what, detail::compressed<I, O> const& old,
                                                 matrix_mask_view<I, O> const& mask, Accum const& accum,
                                                 detail::write_rule const& rule, detail::compressed<I, O> const& t,
                                                 detail::written_part const& part = {}) {
  executor const& exec = t.exec;
  buffer<size_type> kept_c(exec, old.nnz + 1), kept_t(exec, t.nnz + 1);
  buffer<I> t_rows(exec, t.nnz);
  primitives::expand_offsets(exec, t.offsets.data(), t.major, t.nnz, t_rows.data());
  detail::merge_side<I, O> const c_side{old.rows().data(), old.indices.data(), old.offsets.data(), kept_c.data()};
  detail::merge_side<I, O> const t_side{t_rows.data(), t.indices.data(), t.offsets.data(), kept_t.data()};
  auto const count = [&](size_type* counts) {
    for_each_index(exec, t.nnz, detail::flag_new<I, O>{t_side, mask});
    for_each_index(exec, old.nnz, detail::flag_old<I, O>{c_side, t_side, mask, part, rule.replace, rule.accumulate});
    primitives::exclusive_sum(exec, kept_c.data(), kept_c.data(), old.nnz);
    primitives::exclusive_sum(exec, kept_t.data(), kept_t.data(), t.nnz);
    for_each_index(exec, t.major,
                   detail::merged_lengths{c_side.offsets, t_side.offsets, kept_c.data(), kept_t.data(), counts});
  };
  auto const fill = [&](detail::compressed<I, O>& form, size_type const*) {
    size_type const n = form.nnz;
    buffer<O> from_c(exec, n), from_t(exec, n);
    buffer<detail::byte> in_c(exec, n), in_t(exec, n);
    detail::merge_sources<I, O> const out{form.indices.data(), from_c.data(), from_t.data(), in_c.data(), in_t.data()};
    for_each_index(exec, t.nnz, detail::place_new<I, O>{c_side, t_side, out});
    for_each_index(exec, old.nnz, detail::place_old<I, O>{c_side, t_side, out});
    W* const values = detail::values_of<W>(form);
    if (old.one_value) {
      primitives::fill(exec, values, n, sizeof(W), old.one.data());
    } else if (old.nnz > 0) {
      primitives::gather(exec, values, old.values.data(), from_c.data(), n, sizeof(W));
    }
    if (t.nnz == 0) return;
    buffer<detail::byte> t_values(exec, detail::bytes_of(n, sizeof(T)));
    primitives::gather(exec, t_values.data(), t.values.data(), from_t.data(), n, sizeof(T));
    vector_sink<W, Accum> const sink{values, in_c.data(), {}, false, rule.accumulate, accum};
    write_entries(exec, n, sink, detail::typed<T>(t_values), in_t.data());
  };
  return sparse_result<I, O>(what, exec, t.major, t.minor, sizeof(W), count, fill);
}

/// C<mask, replace> = C accum T, T's values of type T in memory of C's executor. `within`: T has no entry where the
/// mask is closed. `part`: T has no entry outside of it, and entries of C there are not replaced by their absence. Work
/// O((nnz(C) + nnz(T)) log(longest row)); T itself becomes C where nothing of C can stay. Reads back the number of
/// entries.
template <class T, class W, index_type I, index_type O, class Accum>
void write(char const* what, matrix<W, I, O>& c, matrix_mask_view<I, O> const& mask, Accum const& accum, bool replace,
           std::shared_ptr<detail::compressed<I, O>> t, bool within = false, detail::written_part const& part = {}) {
  detail::require_unrecorded(c.exec(), what);
  auto const rule = detail::rule_of(!mask.trivial(), replace, detail::accumulates<Accum>);
  auto const old = c.storage().share_csr();
  bool const keeps = rule.keeps || !part.whole;
  if ((!keeps || old->nnz == 0) && (within || mask.trivial())) {
    return c.storage().assign(with_values_as<W, T>(std::move(t)));
  }
  c.storage().assign(merged<T, W>(what, *old, mask, accum, rule, *t, part));
}

}  // namespace ops
}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
