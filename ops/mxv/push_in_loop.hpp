// push_in_loop.hpp - pushes in the body of a device_loop on a GPU: nothing is read back, neither how long a frontier is
// nor how many edges it has, and what is written may be listed beside its bitmap.
#pragma once
#include <cmath>
#include <heddle/descriptor.hpp>
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/ops/detail/write/vector.hpp>
#include <heddle/ops/mxv/device.hpp>
#include <heddle/ops/mxv/placed_operand.hpp>
#include <heddle/ops/mxv/prepared_push.hpp>

namespace heddle::detail {

/// By which rows are shared out that were counted on the GPU: of a strategy its schedule of every step. Throws
/// invalid_argument where a step's asks the host for anything, or no kernel finds its shares.
template <index_type I, index_type O>
schedule schedule_in_loop(recorder const& recording, descriptor const& d, compressed<I, O> const& rows);

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::mxv_detail {

inline double push_below(descriptor const& d) { return d.push_below.value_or(1.0 / 16); }

template <class T, index_type I, index_type O> bool can_be_counted(detail::matrix_operand<T, I, O> const& a) {
  return a.cols() <= gpu::most_counted_rows && a.by_columns().nnz <= gpu::most_counted_entries;
}

// In a loop nothing is read back, neither how long a frontier is nor how many edges it has.
template <class T, index_type I, index_type O>
void check_push_in_loop(detail::recorder const& recording, detail::matrix_operand<T, I, O> const& a,
                        descriptor const& d) {
  (void)detail::schedule_in_loop(recording, d, a.by_columns());
  if (!can_be_counted(a)) {
    throw invalid_argument(detail::concat("device_loop: ", recording.operation(), " by push of ", a.cols(),
                                          " rows and ", a.by_columns().nnz, " entries: it takes up to ",
                                          gpu::most_counted_rows, " and ", gpu::most_counted_entries));
  }
}

/// Whether the GPU chooses in each step of a loop: where nobody asks for a direction or a schedule of pulls. To choose
/// takes 9 us, and to count some more: a level of a loop on a grid of 4.2 M entries took 25 us by pulls alone, 50 with
/// the choice.
template <class T, index_type I, index_type O, class U>
bool chooses_in_loop(detail::matrix_operand<T, I, O> const& a, vector<U, I> const& u, descriptor const& d) {
  constexpr size_type least_entries = size_type{1} << 23;
  return !u.exec().is_host() && d.direction == direction::automatic && d.schedule.is_automatic() && !d.locality &&
         u.form() == vector_form::bitmap && a.has_by_columns() && can_be_counted(a) &&
         (d.push_below || a.by_columns().nnz >= least_entries);
}

// The rows that a bitmap chooses, listed and counted on the GPU, and whether pushing them pays.
template <class SR, class Right, class U, index_type I, index_type O>
gpu::counted_rows<I> count_in_loop(vector<U, I> const& u, detail::compressed<I, O> const& columns,
                                   descriptor const& d) {
  buffer<detail::byte> kept;
  auto const& form = storage_of(u).bitmap();
  auto const listed = detail::view_in_loop(u.exec(), form.listed);
  auto const* const values = ops::operand_values<SR, Right, U>(u.exec(), form.values, u.size(), kept);
  double const bound = std::ceil(static_cast<double>(columns.nnz) * min_of(push_below(d), 2.0));
  return gpu::count_rows<I>(u.exec(),
                            {u.size(), form.full() ? nullptr : form.present.data(),
                             reinterpret_cast<detail::byte const*>(values), sizeof(Right), listed},
                            columns.offsets.data(), static_cast<size_type>(bound) - 1);
}

// Nothing is present, and where products meet values are neutral; of the bitmap's list too, where it has one.
template <class SR>
void clear_places(executor const& exec, detail::listing* listed, domain_of<SR>* values, detail::byte* present,
                  size_type n, SR const& sr) {
  using D = domain_of<SR>;
  if (listed) {
    gpu::neutral_value neutral;
    if constexpr (!gpu::pushes_one_value<SR>) neutral = gpu::neutral_value(neutral_of(sr.add));
    return gpu::begin_listing(exec, *listed, present, reinterpret_cast<detail::byte*>(values), n, neutral);
  }
  detail::byte const absent = 0;
  primitives::fill(exec, present, n, 1, &absent);
  if constexpr (!gpu::pushes_one_value<SR>) {
    D const neutral = neutral_of(sr.add);
    primitives::fill(exec, values, n, sizeof(D), &neutral);
  }
}

// Into the memory of w where nothing of it is kept, and into its list; else into places as long, which are written to
// it as any bitmap is.
template <class Right, class W, index_type I, class View, class Accum, class SR, class A, index_type O>
void push_counted(vector<W, I>& w, View const& mask, Accum const& accum, SR const& sr,
                  compressed_view<A, I, O> const& columns, gpu::counted_rows<I> const& u, schedule const& by,
                  descriptor const& d) {
  using D = domain_of<SR>;
  executor const& exec = w.exec();
  auto const push = [&](D* values, detail::byte* present, detail::listing* listed = nullptr) {
    clear_places(exec, listed, values, present, w.size(), sr);
    detail::push_sharing const sharing{strategy(by)};
    auto const* const u_values = reinterpret_cast<Right const*>(u.values.data());
    gpu::placed_push<D, I> placed{u.scanned.data(), u.counted(), values, present};
    if (listed) {
      placed.positions = static_cast<I*>(listed->positions());
      placed.listed = &listed->state()->count;
    }
    ops::dispatch(gpu::push_problem<SR, I, O, A, Right>{exec, sharing, columns, w.size(), u.ids.data(), u_values, 0,
                                                        mask, sr, placed});
  };
  if constexpr (std::is_same_v<W, D>) {
    if (!detail::rule_of(!mask.trivial(), d.replace, detail::accumulates<Accum>).keeps) {
      return ops::write_listed_anew(w, push);
    }
  }
  if constexpr (!std::is_same_v<W, D> || detail::accumulates<Accum> || detail::may_mask<View>) {
    buffer<D> t(exec, max_of(w.size(), size_type{1}));
    buffer<detail::byte> present(exec, max_of(w.size(), size_type{1}));
    push(t.data(), present.data());
    ops::write(w, mask, accum, d.replace, std::as_const(t).data(), std::as_const(present).data());
  }
}

// In a loop on a GPU: a push, or otherwise(), by a flag that is looked at there.
template <class W, index_type I, class View, class Accum, class SR, class A, index_type O, class U, class Otherwise>
void push_in_loop(detail::recorder& recording, bool always, vector<W, I>& w, View const& mask, Accum const& accum,
                  SR const& sr, detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d,
                  Otherwise const& otherwise) {
  using types = gpu::pushed_types<SR, I, O, A, U>;
  using left = typename types::left;
  using right = typename types::right;
  ops::require_kernels<gpu::push_problem<SR, I, O, left, right>>();
  auto const& columns = a.by_columns();
  buffer<detail::byte> kept;
  auto const view = ops::domain_view<left, detail::reads<SR>::left, A>(columns, kept);
  auto const rows = count_in_loop<SR, right>(u, columns, d);
  auto const by = detail::schedule_in_loop(recording, d, columns);
  auto const push = [&] { push_counted<right>(w, mask, accum, sr, view, rows, by, d); };
  always ? push() : recording.either(rows.few(), push, otherwise);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::mxv_detail
