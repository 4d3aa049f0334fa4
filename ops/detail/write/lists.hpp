// lists.hpp - w<mask, replace> = w accum t where w and t are ascending lists of few entries: so is the result, which
// costs their entries, and those of a mask that is a list. On a GPU of vectors that are long, and of the library's
// element types and accumulators.
#pragma once
#include <heddle/ops/detail/merge/merge.hpp>
#include <heddle/ops/detail/write/mask.hpp>
#include <heddle/ops/detail/write/rule.hpp>

namespace heddle::detail {

/// flags[k] = whether a mask that is an ascending list, with truth beside it (null: all true), is open at keys[k]; the
/// contrary where `closed`.
struct flag_listed {
  static constexpr bool in_library = true;
  integers keys, list;
  size_type length;
  byte const* truth;
  bool closed;  // of a complement the contrary
  byte* flags;
  HEDDLE_FN void operator()(size_type k) const {
    size_type const key = keys[k], at = lower_bound(list, 0, length, key);
    flags[k] = (at < length && list[at] == key && (!truth || truth[at])) != closed;
  }
};

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

template <index_type I> bool is_ascending_list(detail::vector_storage<I> const& v) {
  return v.has_sparse() && v.sparse().sorted;
}

/// What w's entries and t's are merged by: w's are first. Without an accumulator no position has both.
template <class W, class Accum>
using merging_operator = std::conditional_t<detail::accumulates<Accum>, Accum, take_second<W>>;

/// Whether the library's kernels merge by it.
template <class W, class Accum>
inline constexpr bool merges_by_code = detail::has_pair_code<merging_operator<W, Accum>, W, W>;

/// Whether lists of Ts can be merged into lists of Ws. Accumulators other than the library's get t's own type, so that
/// this has to be W; and what nvcc compiles for types of the user's goes by bitmaps, as that needs no more kernels.
template <class W, class Accum, class T> constexpr bool merges_lists() {
  using Op = merging_operator<W, Accum>;
  if constexpr (merges_by_code<W, Accum>) {
    return std::is_same_v<detail::paired_result<Op, W, W>, W> && (std::is_same_v<W, T> || is_precompiled_element<T>);
  } else if constexpr (compiles_kernels || !std::is_same_v<W, T> || !std::is_invocable_v<Op const&, W, W>) {
    return false;
  } else {
    return std::is_same_v<detail::paired_result<Op, W, W>, W>;
  }
}

/// On a GPU counting and merging take some launches and reads back, which the bitmap of a short vector does not.
inline size_type least_merged_size(executor const& exec) { return exec.is_host() ? 0 : size_type{1} << 22; }

/// Whether the result is a list that is worth being one. `keeps`: entries of w are in it.
template <class Accum, class W, class T, index_type I>
bool stays_list(vector<W, I> const& w, vector<T, I> const& t, bool keeps) {
  if (storage_of(w).form_stays() || w.size() < least_merged_size(w.exec())) return false;
  if (!merges_by_code<W, Accum> && !w.exec().is_host()) return false;
  if (!is_ascending_list(storage_of(t))) return false;
  if (keeps && (w.form() != vector_form::sparse || !is_ascending_list(storage_of(w)))) return false;
  return (keeps ? storage_of(w).nvals() : 0) + storage_of(t).nvals() < w.size() / 16;
}

/// Whether w and `more` entries are so few that a list is changed at less cost than a bitmap is made, however many
/// such changes come one after the other.
template <class W, index_type I> bool is_short_list(vector<W, I> const& w, size_type more) {
  if (storage_of(w).form_stays() || w.form() != vector_form::sparse) return false;
  return storage_of(w).nvals() + more < w.size() >> 16;
}

/// The same with the entries of u, which nobody counts in a loop.
template <class W, class U, index_type I> bool is_short_list(vector<W, I> const& w, vector<U, I> const& u) {
  return is_short_list(w, size_type{0}) && is_short_list(w, storage_of(u).nvals());
}

/// w becomes the merger. where(list, width, open): the entries of a list where the mask is open, or is not. `masked`:
/// it may be closed somewhere. Reads back how many entries there are.
template <class W, index_type I, class Accum, class T, class Where>
void write_lists(vector<W, I>& w, Accum const& accum, bool masked, bool replace, vector<T, I> const& t,
                 Where const& where) {
  using Op = merging_operator<W, Accum>;
  executor const exec = w.exec();
  bool const keeps = detail::rule_of(masked, replace, detail::accumulates<Accum>).keeps;
  detail::sparse_form<I> open, kept;
  auto const *left = keeps ? &storage_of(w).sparse() : &kept, *right = &storage_of(t).sparse();
  if (masked) right = &(open = where(*right, sizeof(T), true));
  if constexpr (!std::is_same_v<W, T>) {
    auto values = convert<W>(exec, detail::typed<T>(right->values), right->nvals);
    if (right != &open) open.indices = right->indices.clone(exec), open.nvals = right->nvals;
    open.values = std::move(values);
    right = &open;
  }
  // Under a closed mask entries of w stay unless they are replaced, under an open one if something accumulates.
  bool const all_stay = !masked || (detail::accumulates<Accum> && !replace);
  if (keeps && !all_stay) left = &(kept = where(*left, sizeof(W), detail::accumulates<Accum>));
  auto const merge = [&](Op const& op) {
    storage_of(w).assign(merge_detail::merged_lists<Op, detail::itself_alone, W, W>(exec, op, {}, *left, *right));
  };
  if constexpr (detail::accumulates<Accum>) {
    merge(accum);
  } else {
    merge(Op{});
  }
}

/// The entries of a list where a mask is open, or is not, by the mask's bitmap.
inline auto by_view(executor const& exec, mask_view const& mask) {
  return [=](auto const& list, std::size_t width, bool open) {
    mask_view wanted = mask;
    wanted.complemented = mask.complemented == open;
    return detail::open_entries(exec, list, width, wanted);
  };
}

/// Whether the mask is an ascending list, which is searched.
template <index_type I> bool is_listed(no_mask_type) { return false; }
template <index_type I, class M> bool is_listed(mask_of<vector<M, I>> const& mask) {
  return mask.container->form() == vector_form::sparse && is_ascending_list(storage_of(*mask.container));
}

/// w<mask, replace> = w accum t where all three are lists.
template <class W, index_type I, class M, class Accum, class T>
void write_under_list(vector<W, I>& w, mask_of<vector<M, I>> const& mask, Accum const& accum, bool replace,
                      vector<T, I> const& t) {
  executor const exec = w.exec();
  auto const& list = storage_of(*mask.container).sparse();
  buffer<detail::byte> truth;
  if (!mask.structural) truth = truth_of(exec, values_view<M>{detail::typed<M>(list.values)}, list.nvals);
  write_lists(w, accum, true, replace, t, [&](auto const& entries, std::size_t width, bool open) {
    buffer<detail::byte> flags(exec, entries.nvals);
    for_each_index(
        exec, entries.nvals,
        detail::flag_listed{entries.indices.data(), list.indices.data(), list.nvals,
                            mask.structural ? nullptr : truth.data(), mask.complemented == open, flags.data()});
    return detail::kept_entries(exec, entries, width, flags.data());
  });
}

/// `value` at the positions of a list.
template <class W, index_type I>
vector<W, I> number_at(executor const& exec, size_type size, detail::sparse_form<I> const& list, W const& value) {
  buffer<detail::byte> values(exec, detail::bytes_of(list.nvals, sizeof(W)));
  primitives::fill(exec, values.data(), list.nvals, sizeof(W), &value);
  vector<W, I> t(size, exec);
  storage_of(t).assign(detail::sparse_form<I>{list.indices.clone(exec), std::move(values), list.nvals, list.sorted});
  return t;
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
