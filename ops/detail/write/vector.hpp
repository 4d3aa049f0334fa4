// vector.hpp - w<mask, replace> = w accum t for vectors: t from a driver's sink, as a vector, or as a list of
// positions.
#pragma once
#include <functional>
#include <heddle/ops/detail/entries.hpp>
#include <heddle/ops/detail/sparse_result.hpp>
#include <heddle/ops/detail/write/entries.hpp>
#include <heddle/ops/detail/write/lists.hpp>
#include <heddle/ops/detail/write/mask.hpp>
#include <heddle/ops/detail/write/rule.hpp>
#include <heddle/semirings/precompiled.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

/// run(sink) writes w's memory, or such as will be w's. What it asks for may fail before its first write, and w is what
/// it was; from then on it must not.
template <class W, index_type I, class Accum, class Run>
void write_draft(vector<W, I>& w, mask_view const& mask, detail::write_rule const& rule, Accum const& accum,
                 Run const& run) {
  auto& storage = storage_of(w);
  bool const full = rule.fills && (!rule.keeps || w.form() == vector_form::dense);
  auto out = full ? storage.draft_full() : rule.keeps ? storage.draft_bitmap() : storage.draft_fresh_bitmap();
  run(vector_sink<W, Accum>{reinterpret_cast<W*>(out.values), out.present, mask, rule.replace, rule.accumulate, accum});
  storage.keep(std::move(out));
}

/// run(sink) writes t, once for every position. `accum` takes part where the rule says so.
template <class W, index_type I, class Accum, class Run>
void write_through(vector<W, I>& w, mask_view const& mask, detail::write_rule const& rule, Accum const& accum,
                   Run const& run) {
  write_draft(w, mask, rule, accum, run);
  if (w.exec().is_host()) storage_of(w).choose_form();
}

/// The same for t by values and presence (null: full) in w's executor; listed: see write_entries. Work O(size), or what
/// is listed.
template <class W, index_type I, class Accum, class T>
void write(vector<W, I>& w, mask_view const& mask, Accum const& accum, bool replace, T const* t,
           detail::byte const* t_present, detail::listing_view listed = {}) {
  auto const rule = detail::rule_of(!mask.trivial(), replace, detail::accumulates<Accum>, !t_present);
  write_through(w, mask, rule, accum,
                [&](auto const& sink) { write_entries(w.exec(), w.size(), sink, t, t_present, {}, listed); });
}

template <class T, class W, index_type I, class Accum>
void write(vector<W, I>& w, mask_view const& mask, Accum const& accum, bool replace, detail::bitmap_form const& t,
           std::shared_ptr<detail::listing> const& open = {}) {
  auto const listed = detail::view_in_loop(w.exec(), mask.trivial() ? t.listed : open);
  write(w, mask, accum, replace, detail::typed<T>(t.values), t.full() ? nullptr : t.present.data(), listed);
}

/// The same for a t that has one value everywhere: t.one, or what stands at t.data in w's executor, outside of w.
template <class W, index_type I, class Accum>
void write_number(vector<W, I>& w, detail::ready_mask const& by, Accum const& accum, bool replace, values_view<W> t) {
  if (w.exec().is_host() && t.data) t = {nullptr, *t.data};
  mask_view const& mask = by.view;
  auto const rule = detail::rule_of(!mask.trivial(), replace, detail::accumulates<Accum>, true);
  auto const listed = detail::view_in_loop(w.exec(), by.listed);
  write_through(w, mask, rule, accum, [&](auto const& sink) {
    for_each_index(w.exec(), w.size(), detail::written_number<W, Accum>{t, sink, listed});
  });
}

/// Whether nothing of w changes but where t has entries: of a sparse t these alone are looked at, unless w has to
/// become a bitmap for it.
template <class Accum, class W, index_type I>
bool changes_listed_entries(vector<W, I> const& w, mask_view const& mask, bool replace) {
  return detail::accumulates<Accum> && (mask.trivial() || !replace) && w.form() != vector_form::sparse;
}

/// The same for t as a vector. Work O(entries of t) where t is sparse and alone decides, or what it is accumulated to
/// is not and no entry of it is deleted; O(entries of both) where both are ascending lists; else O(size).
template <class W, index_type I, class Accum, class T>
void write(vector<W, I>& w, mask_view const& mask, Accum const& accum, bool replace, vector<T, I> const& t,
           std::shared_ptr<detail::listing> const& open = {}) {
  bool const keeps = detail::rule_of(!mask.trivial(), replace, detail::accumulates<Accum>).keeps;
  // In a device_loop w is a bitmap, or nothing that a list can be written to.
  if (!keeps && storage_of(t).has_sparse() && !storage_of(w).form_stays()) {
    auto list = detail::open_entries(w.exec(), storage_of(t).sparse(), sizeof(T), mask);
    if constexpr (!std::is_same_v<W, T>) {
      list.values = convert<W>(w.exec(), detail::typed<T>(list.values), list.nvals);
    }
    return storage_of(w).assign(std::move(list));
  }
  if (storage_of(t).has_sparse() && changes_listed_entries<Accum>(w, mask, replace)) {
    auto const& list = storage_of(t).sparse();
    auto const rule = detail::rule_of(!mask.trivial(), replace, true);
    return write_draft(w, mask, rule, accum, [&](auto const& sink) {
      write_entries(w.exec(), list.nvals, sink, detail::typed<T>(list.values), nullptr, list.indices.data());
    });
  }
  if constexpr (merges_lists<W, Accum, T>()) {
    if (stays_list<Accum>(w, t, keeps)) {
      return write_lists(w, accum, !mask.trivial(), replace, t, by_view(w.exec(), mask));
    }
  }
  write<T>(w, mask, accum, replace, storage_of(t).bitmap(), open);
}

/// The same for a temporary, which w takes over where it can.
template <class W, index_type I, class Accum, class T>
void write(vector<W, I>& w, mask_view const& mask, Accum const& accum, bool replace, vector<T, I>&& t,
           std::shared_ptr<detail::listing> const& open = {}) {
  if constexpr (std::is_same_v<W, T> && !detail::accumulates<Accum>) {
    if (mask.trivial()) return storage_of(w).assign(std::move(storage_of(t)));
  }
  write(w, mask, accum, replace, std::as_const(t), open);
}

/// The same with the mask of the operation at work, which is made ready unless it is a list to be searched: then
/// nothing is as long as w where w and t are lists too.
template <class W, index_type I, class Mask, class Accum, class Result>
void write(scope<vector<W, I>, Mask> const& work, Accum const& accum, Result&& t) {
  auto& w = work.output;
  using T = typename std::remove_cvref_t<Result>::value_type;
  if constexpr (ops::goes_into<W, T, Accum>()) {
    if constexpr (!std::is_same_v<Mask, no_mask_type> && merges_lists<W, Accum, T>()) {
      bool const keeps = detail::rule_of(true, work.replace, detail::accumulates<Accum>).keeps;
      if (is_listed<I>(work.mask) && stays_list<Accum>(w, t, keeps)) {
        return write_under_list(w, work.mask, accum, work.replace, t);
      }
    }
    auto const ready = prepare_mask(work);
    write(w, ready.view, accum, work.replace, std::forward<Result>(t), ready.listed);
  }
}

/// Whether no byte is of both, as adopted memory may be.
inline bool lie_apart(buffer<detail::byte> const& a, buffer<detail::byte> const& b) {
  std::less_equal<detail::byte const*> const ends_before;
  return ends_before(a.data() + a.bytes(), b.data()) || ends_before(b.data() + b.bytes(), a.data());
}

/// Whether results for w may be written where an operand stands that is read position by position: not where it begins
/// elsewhere.
template <class W, index_type I, class U> bool keeps_apart(vector<W, I> const& w, vector<U, I> const& u) {
  if (w.form() == vector_form::sparse) return true;
  auto const &to = storage_of(w).bitmap().values, &from = storage_of(u).bitmap().values;
  return to.data() == from.data() ? sizeof(W) == sizeof(U) : lie_apart(to, from);
}

/// Whether t, full and of w's type, goes to w's memory at once, and not to a vector that w takes over: on the host,
/// where new memory costs more than the operation, and in a loop, which knows w's, and keeps what operands held.
template <class W, index_type I, class Mask, class... Others>
bool writes_at_once(scope<vector<W, I>, Mask> const& work, Others const&... others) {
  auto const& w = work.output;
  bool const in_loop = storage_of(w).form_stays();
  if (w.exec().is_host() && !in_loop) {
    if constexpr (!std::is_same_v<Mask, no_mask_type>) return false;
    return w.size() > 0 && ((others.form() == vector_form::dense && keeps_apart(w, others)) && ...);
  }
  auto const full = [](auto const& v) { return v.form() == vector_form::dense && !storage_of(v).has_sparse(); };
  if (!in_loop || !full(w) || !(full(others) && ...)) return false;
  return prepare_mask(work).view.trivial();
}

/// run(values) writes t.
template <class W, index_type I, class Run> void write_at_once(vector<W, I>& w, Run const& run) {
  auto out = storage_of(w).draft_full();
  run(reinterpret_cast<W*>(out.values));
  storage_of(w).keep(std::move(out));
}

/// In a device_loop: run(values, present, list) writes all of a w that lacks entries, its presence everywhere, and
/// values where that is so. It keeps up the list of w's entries too, which is null where w has none as yet.
template <class W, index_type I, class Run> void write_listed_anew(vector<W, I>& w, Run const& run) {
  auto out = storage_of(w).draft_listed();
  run(reinterpret_cast<W*>(out.values), out.present, out.listed.get());
  storage_of(w).keep(std::move(out));
}

/// w(at[k]) = values[k] for k < n; nothing else changes. `values` null: all are `one`. `at` without duplicates.
template <class W, index_type I>
void write_listed(vector<W, I>& w, I const* at, size_type n, detail::byte const* values, W const& one) {
  write_draft(w, {}, {.keeps = true, .fills = true}, no_accum, [&](auto const& sink) {
    primitives::place_entries(w.exec(), sink.values, sink.present, at, n, sizeof(W), values, &one);
  });
}

/// w(at(k)) = p(k), and no entry where p has none; nothing else changes. The positions are distinct, and p is not w.
/// Work O(length of `at`), or, where w is a list and stays one, O(entries of both), times log(length) of a list of
/// positions; else O(size) once, for w's bitmap.
template <class W, index_type I> void write_at(vector<W, I>& w, detail::placed_indices<I>& at, vector<W, I> const& p) {
  executor const exec = w.exec();
  auto& storage = storage_of(w);
  size_type const most = storage_of(p).has_sparse() ? storage_of(p).nvals() : at.count();
  if (w.form() == vector_form::sparse && storage.nvals() + most < w.size() / 16) {
    return storage.assign(detail::with_part(exec, storage.sparse(), storage_of(p).sparse(), sizeof(W), at));
  }
  auto const& from = storage_of(p).bitmap();
  I const* const positions = at.consecutive() ? nullptr : at.array();
  auto const place = [&](void* to, detail::byte const* bytes, std::size_t width) {
    if (positions) return primitives::scatter(exec, to, positions, bytes, at.count(), width);
    size_type const begin = detail::bytes_of(at.view().begin, width);
    detail::copy_bytes(exec, static_cast<detail::byte*>(to) + begin, exec, bytes,
                       static_cast<std::size_t>(at.count()) * width);
  };
  write_draft(w, {}, {.keeps = true, .fills = from.full()}, no_accum, [&](auto const& sink) {
    detail::byte const yes = 1;
    place(sink.values, from.values.data(), sizeof(W));
    if (!sink.present) return;
    if (!from.full()) {
      place(sink.present, from.present.data(), 1);
    } else if (positions) {
      primitives::scatter_fill(exec, sink.present, positions, at.count(), 1, &yes);
    } else {
      primitives::fill(exec, sink.present + at.view().begin, at.count(), 1, &yes);
    }
  });
}

/// For kernels that write a monoid's domain and accumulate by the monoid, if at all: run(sink) writes w itself where
/// its type and accumulator are these, else a vector apart, which then meets w. `t_is_full` as for rule_of.
template <class Monoid, class W, index_type I, class Accum, class Run>
void write_by_monoid(vector<W, I>& w, mask_view const& mask, Accum const& accum, Monoid const& add, bool replace,
                     bool t_is_full, Run const& run) {
  using D = typename Monoid::value_type;
  constexpr bool accumulates = detail::accumulates<Accum>;
  bool const masked = !mask.trivial();
  if constexpr (std::is_same_v<W, D> && (!accumulates || detail::accumulates_as<Accum, Monoid>)) {
    write_through(w, mask, detail::rule_of(masked, replace, accumulates, t_is_full), add, run);
  } else {
    vector<D, I> t(w.size(), w.exec());
    write_through(t, mask, detail::rule_of(masked, true, false, t_is_full), add, run);
    write<D>(w, mask, accum, replace, storage_of(t).bitmap());
  }
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
