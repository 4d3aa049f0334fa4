// mxv.hpp - w<mask> = w accum (A (+.*) u): the front end of the matrix-vector product and of its mirror image, vxm.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/write/vector.hpp>
#include <heddle/ops/mxv/compact.hpp>
#include <heddle/ops/mxv/device.hpp>
#include <heddle/ops/mxv/host.hpp>
#include <heddle/ops/mxv/placed_operand.hpp>
#include <heddle/ops/mxv/push_in_loop.hpp>
#include <heddle/ops/mxv/wide.hpp>
#if defined(__CUDACC__)
#include <heddle/ops/mxv/device.cuh>
#else
#include <heddle/ops/mxv/host_instances.hpp>
#endif

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace ops::mxv_detail {

/// Pushing pays where u has few entries and the matrix is at hand by columns. Counts u's entries (may read back), and
/// pulls where nothing may be.
template <class T, index_type I, index_type O, class U>
bool prefers_push(detail::matrix_operand<T, I, O> const& a, vector<U, I> const& u, descriptor const& d) {
  if (d.strategy) return true;
  if (d.direction != direction::automatic) return d.direction == direction::push;
  if (u.form() == vector_form::dense || !a.has_by_columns() || storage_of(u).form_stays()) return false;
  return static_cast<double>(u.nvals()) < static_cast<double>(u.size()) * push_below(d);
}

// Writes a pushed t, which the mask has been applied to.
template <class D, class W, index_type I, class View, class Accum>
void write_pushed(vector<W, I>& w, View const& mask, Accum const& accum, bool replace, detail::sparse_form<I>&& list) {
  bool const keeps = detail::rule_of(!mask.trivial(), replace, detail::accumulates<Accum>).keeps;
  if (std::is_same_v<W, D> && !keeps) return storage_of(w).assign(std::move(list));
  if constexpr (!std::is_same_v<W, D> || detail::accumulates<Accum> || detail::may_mask<View>) {
    vector<D, I> t(w.size(), w.exec());
    storage_of(t).assign(std::move(list));
    ops::write(w, mask, accum, replace, std::as_const(t));
  }
}

template <class W, index_type I, class View, class Accum, class SR, class A, index_type O, class U>
void push_on_host(vector<W, I>& w, View const& mask, Accum const& accum, SR const& sr,
                  detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d) {
  using D = domain_of<SR>;
  using left = detail::left_of<SR, A>;
  buffer<detail::byte> kept;
  auto const view = ops::domain_view<left, detail::reads<SR>::left, A>(a.by_columns(), kept);
  auto const& operand = storage_of(u).sparse(true);
  auto const t = host::push<SR, left, I, O, detail::right_of<SR, U>>(
      w.exec(), detail::sharing_of(d, a.by_columns(), operand.nvals), view, operand, mask, sr);
  detail::sparse_form<I> list;
  list.nvals = static_cast<size_type>(t.index.size());
  list.indices = buffer<I>(w.exec(), std::span<I const>(t.index));
  auto const* bytes = reinterpret_cast<detail::byte const*>(t.value.get());
  list.values = buffer<detail::byte>(w.exec(), std::span(bytes, t.index.size() * sizeof(D)));
  write_pushed<D>(w, mask, accum, d.replace, std::move(list));
}

template <class W, index_type I, class View, class Accum, class SR, class A, index_type O, class U>
void push_on_device(vector<W, I>& w, View const& mask, Accum const& accum, SR const& sr,
                    detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d,
                    gpu::search_marks const& marks) {
  using types = gpu::pushed_types<SR, I, O, A, U>;
  using left = typename types::left;
  using right = typename types::right;
  using problem = gpu::push_problem<SR, I, O, left, right>;
  ops::require_kernels<problem>();
  buffer<detail::byte> kept_a, kept_u;
  auto const& operand = storage_of(u).sparse();
  auto const* const values = ops::operand_values<SR, right, U>(w.exec(), operand.values, operand.nvals, kept_u);
  auto const view = ops::domain_view<left, detail::reads<SR>::left, A>(a.by_columns(), kept_a);
  auto t = ops::dispatch(problem{w.exec(),
                                 detail::sharing_of(d, a.by_columns(), operand.nvals),
                                 view,
                                 w.size(),
                                 operand.indices.data(),
                                 values,
                                 operand.nvals,
                                 mask,
                                 sr,
                                 {},
                                 marks});
  write_pushed<domain_of<SR>>(w, mask, accum, d.replace, std::move(t));
}

// What both executors' pulls are made of: kernels read A and U.
template <class A, class U, index_type I, index_type O> struct pull_operands {
  detail::compressed<I, O> const& form;
  detail::bitmap_form const& u;
  buffer<detail::byte> kept_a = {}, kept_u = {};
  compressed_view<A, I, O> a = {};
  detail::placed_operand<I> placed = {};
  bool empty_rows = false;  // some row has no entry

  U const* values() const { return static_cast<U const*>(placed.values); }
  bool t_is_full() const { return u.full() && !empty_rows; }
};

// A locality plan names columns anew: not where multiply asks for them.
template <class SR, class A, class U> inline constexpr bool may_be_placed = !detail::asks_positions<SR, A, U>;

// A plan for the pull is asked for first: it may measure the rows.
template <class SR, class A, class U, class StoredA, class StoredU, index_type I, index_type O>
pull_operands<A, U, I, O> pull_operands_of(detail::compressed<I, O> const& form, vector<StoredU, I> const& u,
                                           descriptor const& d) {
  pull_operands<A, U, I, O> result{form, storage_of(u).bitmap()};
  auto const* const values = ops::operand_values<SR, U, StoredU>(u.exec(), result.u.values, u.size(), result.kept_u);
  result.empty_rows = form.statistics().empty_rows > 0;
  result.a = ops::domain_view<A, detail::reads<SR>::left, StoredA>(form, result.kept_a);
  result.placed = detail::place_operand(form, may_be_placed<SR, A, U> ? d : descriptor{}, values,
                                        result.u.full() ? nullptr : result.u.present.data(), sizeof(U));
  result.a.indices = result.placed.columns;
  return result;
}

// What a plan for a pull is asked for. `full`: nothing is masked or absent.
template <class SR, class I, class O, class A, class U> constexpr reduction_call pull_call(bool full, bool masked) {
  if constexpr (gpu::pulls_full<SR, I, O, A, U>) {
    if (full) return gpu::pull_problem<SR, I, O, A, U, true>::call();
  }
  return gpu::pull_problem<SR, I, O, A, U>::call(masked);
}

template <class W, index_type I, class Accum, class SR, class A, index_type O, class U>
void pull_on_host(vector<W, I>& w, mask_view const& mask, Accum const& accum, SR const& sr,
                  detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d) {
  using left = detail::left_of<SR, A>;
  using right = detail::right_of<SR, U>;
  auto const& form = a.by_rows();
  bool const full = storage_of(u).bitmap().full() && mask.trivial();
  auto const chosen = form.plan_for(d.schedule, pull_call<SR, I, O, left, right>(full, !mask.trivial()));
  auto const in = pull_operands_of<SR, left, right, A>(form, u, d);
  bool lengths = false;
  if constexpr (host::sums_ways<SR, A, U>) {
    lengths = full && !(form.template value_statistics<A>().least < 0) &&
              host::none_negative(detail::typed<U>(in.u.values), u.size());
  }
  auto const rule = detail::rule_of(!mask.trivial(), d.replace, detail::accumulates<Accum>, in.t_is_full());
  ops::write_through(w, mask, rule, accum, [&](auto const& sink) {
    host::pull(w.exec(), *chosen, in.a, in.empty_rows, in.values(), in.placed.present, sr, sink, lengths);
  });
}

/// Whether a compact plan serves these types.
template <class SR, class Accum, class W, class I, class O, class A, class U>
inline constexpr bool pulls_compact =
    std::is_same_v<SR, plus_times<domain_of<SR>>>&& detail::has_compact<domain_of<SR>, I, O>&&
        std::is_same_v<A, domain_of<SR>>&& std::is_same_v<U, domain_of<SR>>&& std::is_same_v<W, domain_of<SR>> &&
    (!detail::accumulates<Accum> || detail::accumulates_as<Accum, add_of<SR>>);

template <class D, class W, index_type I, index_type O, class SR>
void pull_wide(vector<W, I>& w, SR const& sr, pull_operands<D, D, I, O> const& in, descriptor const& d) {
  auto a = in.a;
  if constexpr (std::is_same_v<SR, plus_second<D>>) a.values = {nullptr, D(1)};
  ops::write_by_monoid(w, {}, no_accum, sr.add, true, in.t_is_full(), [&](auto const& sink) {
    detail::wide_pull(in.form, d, a, in.values(), sink.values, sink.present);
  });
}

template <class W, index_type I, class View, class Accum, class SR, class A, index_type O, class U>
void pull_on_device(vector<W, I>& w, View const& mask, Accum const& accum, SR const& sr,
                    detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d) {
  using types = gpu::pulled_types<SR, I, O, A, U>;
  using left = typename types::left;
  using right = typename types::right;
  ops::require_kernels<gpu::pull_problem<SR, I, O, left, right>>();
  auto const& form = a.by_rows();
  bool const full = storage_of(u).bitmap().full() && mask.trivial();
  if constexpr (detail::pulls_wide<SR, O, left, right> && !detail::accumulates<Accum>) {
    if (full) return pull_wide<left>(w, sr, pull_operands_of<SR, left, right, A>(form, u, d), d);
  }
  auto const chosen = form.plan_for(d.schedule, pull_call<SR, I, O, left, right>(full, !mask.trivial()));
  auto const in = pull_operands_of<SR, left, right, A>(form, u, d);
  ops::write_by_monoid(w, mask, accum, sr.add, d.replace, in.t_is_full(), [&](auto const& sink) {
    if constexpr (pulls_compact<SR, Accum, W, I, O, A, U>) {
      detail::filling_sink<W> const close{sink.values, sink.present, 1, sink.accumulate ? W(1) : W(0),
                                          in.empty_rows ? form.offsets.data() : nullptr};
      if (d.compact && detail::compact_pull(form, d, in.placed.columns, in.values(), close)) return;
    }
    gpu::pull_of<SR, I, O, left, right> const pull{
        w.exec(), chosen.get(),  in.a, in.values(),    in.placed.present,
        sink,     in.empty_rows, sr,   in.placed.hubs, in.placed.marks.get()};
    if constexpr (gpu::pulls_full<SR, I, O, left, right>) {
      if (full) return ops::dispatch(gpu::pull_problem<SR, I, O, left, right, true>{pull});
    }
    constexpr bool masked = types::in_library || detail::may_mask<View>;
    ops::dispatch(gpu::pull_problem<SR, I, O, left, right, false, masked>{pull});
  });
}

// `recording`: of the loop in whose body this is, or null.
template <class W, index_type I, class View, class Accum, class SR, class A, index_type O, class U>
void push_or_pull(detail::recorder* recording, vector<W, I>& w, View const& mask, Accum const& accum, SR const& sr,
                  detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d,
                  gpu::search_marks const& marks) {
  bool const push = prefers_push(a, u, d);
  if (push && recording) check_push_in_loop(*recording, a, d);
  if (w.exec().is_host()) {
    // A loop's vectors are bitmaps, and have no lists.
    return push && !recording ? push_on_host(w, mask, accum, sr, a, u, d) : pull_on_host(w, mask, accum, sr, a, u, d);
  }
  auto const pull = [&] { pull_on_device(w, mask, accum, sr, a, u, d); };
  if constexpr (gpu::can_push<SR>) {
    if (recording && (push || chooses_in_loop(a, u, d))) {
      return push_in_loop(*recording, push, w, mask, accum, sr, a, u, d, pull);
    }
    if (push) return push_on_device(w, mask, accum, sr, a, u, d, marks);
  }
  if (d.strategy) {
    throw invalid_argument(
        "a strategy pushes, which on a GPU wants a monoid that is exact in any order and has a neutral element");
  }
  pull();
}

// What a strategy says has to do something. A schedule is handed to products of either direction, and some of it is of
// pulls.
template <class SR, index_type I, index_type O, class A, class U>
void require_effect(char const* what, bool masked, executor const& exec, descriptor const& d) {
  if (!d.strategy) return;
  using problem = gpu::push_problem<SR, I, O, A, U>;
  detail::require_effect(what, *d.strategy, {masked, !exec.is_host(), problem::in_library && problem::by_code});
}

// A bitmap is counted, but for one of a device_loop, whose entries change.
template <class T, index_type I> bool has_every_entry(vector<T, I> const& v) {
  auto const& of_v = storage_of(v);
  return of_v.bitmap().full() || (!of_v.form_stays() && v.nvals() == v.size());
}

template <class SR, class Accum, index_type O, class A, class W, index_type I, class U>
void require_compact(char const* what, vector<W, I>& w, bool masked, vector<U, I> const& u) {
  if constexpr (pulls_compact<SR, Accum, W, I, O, A, U>) {
    bool const full = has_every_entry(u) && (!detail::accumulates<Accum> || has_every_entry(w));
    if (full && !masked) {
      // Kernels mark what they sum, and not what stays.
      if (detail::accumulates<Accum> && w.form() != vector_form::dense) storage_of(w).choose_form();
      return;
    }
    throw invalid_argument(detail::concat(what, ": a compact plan serves vectors that are full, and no mask"));
  } else {
    refuse_compact(what);
  }
}

/// What a call may come to: what is known to pull is not compiled for pushes, which are half of the code.
enum class ways : std::uint8_t { push_or_pull, pull };

// `marks`: of a step that pushes on a GPU.
template <ways Ways = ways::push_or_pull, class W, index_type I, class Mask, class Accum, class SR, class A,
          index_type O, class U>
void multiply(char const* what, vector<W, I>& w, Mask const& mask, Accum const& accum, SR const& sr,
              detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d,
              gpu::search_marks const& marks = {}) {
  ops::require_semiring<SR, A, U>();
  auto const work = ops::enter<recordable::yes>(what, "w", w, mask, d, "A", a, "u", u);
  work.fit(a.cols() == u.size() && a.rows() == w.size(), "A", a, "u", u, "w", w);
  if (work.is_output(u)) return multiply<Ways>(what, w, mask, accum, sr, a, vector<U, I>(u), d, marks);
  auto const ready = ops::prepare_mask(work);
  if (d.compact) require_compact<SR, Accum, O, A>(what, w, !ready.view.trivial(), u);
  if constexpr (!detail::can_multiply<SR, A, U>() || !ops::goes_into<W, domain_of<SR>, Accum>()) {
    return;  // compiling it said so
  } else if constexpr (Ways == ways::pull) {
    w.exec().is_host() ? pull_on_host(w, ready.view, accum, sr, a, u, d)
                       : pull_on_device(w, ready.view, accum, sr, a, u, d);
  } else {
    using types = gpu::pushed_types<SR, I, O, A, U>;
    require_effect<SR, I, O, typename types::left, typename types::right>(what, work.masked, w.exec(), d);
    push_or_pull(work.loop(), w, ready.view, accum, sr, a, u, d, marks);
  }
}

/// mxv of heddle's own where u is dense, or d asks for a pull.
template <class W, index_type I, class Mask, class Accum, semiring_like SR, class MatrixArg, class U>
void by_pull(vector<W, I>& w, Mask const& mask, Accum const& accum, SR const& sr, MatrixArg const& a,
             vector<U, I> const& u, descriptor const& d) {
  multiply<ways::pull>("mxv", w, detail::as_mask(mask), accum, sr, detail::operand(a), u, d);
}

}  // namespace ops::mxv_detail

/// w<mask> = w accum (A (+.*) u): t(i) = sum over k of multiply(A(i, k), u(k)), in ascending k.
/// Operands: A of m x n, or transpose(A) of n x m; u of n; w and mask of m. mask is no_mask, a vector (its values),
/// structure(v) or complement(v); accum is no_accum or a binary operator.
/// Types: may differ. multiply is given what A and u hold; what it gives is converted to the semiring's domain. One
/// that asks for positions is given (A(i, k), u(k), i, k, 0).
/// Throws: dimension_mismatch naming the operands' sizes; executor_mismatch; invalid_argument for a schedule, plan or
/// strategy that makes no sense here; not_compiled on a GPU for a semiring that is not precompiled. A call that
/// multiply cannot take does not compile. Functions of a user's must not throw.
/// Cost: a pull O(nnz(A) + m); a push, for p entries of A in the columns that u chooses, O(p log p) on the host and
/// O(p) on a GPU, and O(m) where w keeps entries.
/// Runs: a pull asynchronously once the plan is made; a push reads back how many results there are
/// (docs/contracts.md#mxv).
/// Example: docs/operations.md#mxv
template <class W, index_type I, class Mask, class Accum, semiring_like SR, class MatrixArg, class U>
void mxv(vector<W, I>& w, Mask const& mask, Accum const& accum, SR const& sr, MatrixArg const& a, vector<U, I> const& u,
         descriptor const& d = {}) {
  ops::mxv_detail::multiply("mxv", w, detail::as_mask(mask), accum, sr, detail::operand(a), u, d);
}

/// w = A (+.*) u.
template <class W, index_type I, semiring_like SR, class MatrixArg, class U>
void mxv(vector<W, I>& w, SR const& sr, MatrixArg const& a, vector<U, I> const& u, descriptor const& d = {}) {
  mxv(w, no_mask, no_accum, sr, a, u, d);
}
HEDDLE_EXPLAIN(mxv);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
