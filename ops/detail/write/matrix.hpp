// matrix.hpp - C<mask, replace> = C accum T for matrices, T in the making as a compressed form.
#pragma once
#include <heddle/ops/detail/sparse_result.hpp>
#include <heddle/ops/detail/write/entries.hpp>
#include <heddle/ops/detail/write/host.hpp>
#include <heddle/ops/detail/write/mask.hpp>
#include <heddle/ops/detail/write/merged_entries.hpp>
#include <heddle/ops/detail/write/rule.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

/// t with its values as W.
template <class W, class T, index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> with_values_as(std::shared_ptr<detail::compressed<I, O>> t) {
  if constexpr (!std::is_same_v<W, T>) {
    t->values = convert<W>(t->exec, detail::typed<T>(t->values), t->nnz);
    t->width = sizeof(W);
  }
  return t;
}

/// A copy of t with its values as W.
template <class W, class T, index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> values_in_domain(detail::compressed<I, O> const& t) {
  auto copy = same_pattern(t, sizeof(W));
  auto const values = t.template view<T>().values;
  if (values.data) {
    copy->values = convert<W>(t.exec, values.data, t.nnz);
  } else {
    W const one = detail::converted<W>(values.one);
    primitives::fill(t.exec, copy->values.data(), t.nnz, sizeof(W), &one);
  }
  return copy;
}

/// What a GPU merges entries of W and T by.
template <class W, class Accum, class T>
using merging_fill =
    detail::merge_fill<detail::merged_values<detail::meeting_operator<W, Accum, T>, W, T, detail::itself_alone>>;

/// The entries of C after C<mask, replace> = C accum T, where `old` are those of C, in values of type W, and some of
/// them may stay, or the mask may close entries of T. An entry of T is in it where the mask is open; one of C by itself
/// where the mask is closed and nothing is replaced, or where it is open and something accumulates; outside of the part
/// that is written to, wherever it is open. See write() for the rest.
template <class T, class W, index_type I, index_type O, class Accum>
std::shared_ptr<detail::compressed<I, O>> written_entries(char const* what, detail::compressed<I, O> const& old,
                                                          matrix_mask_view<I, O> const& mask, Accum const& accum,
                                                          detail::write_rule const& rule,
                                                          detail::compressed<I, O> const& t,
                                                          detail::written_part const& part = {}) {
  executor const& exec = t.exec;
  auto const flagged = [&](detail::compressed<I, O> const& from, bool where_closed, bool outside, bool inside) {
    buffer<detail::byte> flags(exec, from.nnz);
    detail::flag_merged<I, O> flag{nullptr, from.indices.data(), mask, part, where_closed, outside,
                                   inside,  flags.data()};
    if (exec.is_host()) {
      host::flag_merged(exec, from.tiles(), flag);
    } else {
      flag.rows = from.rows().data();
      for_each_index(exec, from.nnz, flag);
    }
    return flags;
  };
  bool const all_open = mask.trivial();
  buffer<detail::byte> open, staying;
  if (!all_open) open = flagged(t, false, true, true);
  if (!all_open || !rule.accumulate) staying = flagged(old, !rule.replace, true, rule.accumulate);
  if constexpr (!has_kernel_for<merging_fill<W, Accum, T>> && has_kernel_for<detail::conversion<W, T>>) {
    if (!exec.is_host()) {
      auto const converted = values_in_domain<W, T>(t);
      return merge_detail::merged_rows<detail::meeting_operator<W, Accum, W>, detail::itself_alone, W, W>(
          what, exec, detail::meeting_operator_of<W, W>(accum), {}, old, *converted, staying.data(), open.data());
    }
  }
  return merge_detail::merged_rows<detail::meeting_operator<W, Accum, T>, detail::itself_alone, W, T>(
      what, exec, detail::meeting_operator_of<W, T>(accum), {}, old, t, staying.data(), open.data());
}

/// C<mask, replace> = C accum T, T's values of type T in memory of C's executor. `within`: T has no entry where the
/// mask is closed. `part`: T has no entry outside of it, and entries of C there are not replaced by their absence. Work
/// O((nnz(C) + nnz(T)) log(longest row)); T itself becomes C where nothing of C can stay. Reads back the number of
/// entries.
template <class T, class W, index_type I, index_type O, class Accum>
void write(char const* what, matrix<W, I, O>& c, matrix_mask_view<I, O> const& mask, Accum const& accum, bool replace,
           std::shared_ptr<detail::compressed<I, O>> t, bool within = false, detail::written_part const& part = {}) {
  auto const rule = detail::rule_of(!mask.trivial(), replace, detail::accumulates<Accum>);
  auto const old = storage_of(c).share_csr();
  bool const keeps = rule.keeps || !part.whole;
  if ((!keeps || old->nnz == 0) && (within || mask.trivial())) {
    return storage_of(c).assign(with_values_as<W, T>(std::move(t)));
  }
  storage_of(c).assign(written_entries<T, W>(what, *old, mask, accum, rule, *t, part));
}

/// The same under the mask of the operation at work.
template <class T, class W, index_type I, index_type O, class Mask, class Accum>
void write(scope<matrix<W, I, O>, Mask> const& work, Accum const& accum, std::shared_ptr<detail::compressed<I, O>> t) {
  if constexpr (ops::goes_into<W, T, Accum>()) {
    write<T>(work.what, work.output, prepare_mask(work).view, accum, work.replace, std::move(t));
  }
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
