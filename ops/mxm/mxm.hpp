// mxm.hpp - C<mask> = C accum (A (+.*) B): the front end of the matrix product, and the choice of its method.
#pragma once
#include <heddle/call_of.hpp>
#include <heddle/descriptor.hpp>
#include <heddle/ops/mxm/device.hpp>
#include <heddle/ops/mxm/host.hpp>
#include <heddle/ops/mxm/index_work.hpp>
#include <heddle/ops/write/matrix.hpp>
#include <heddle/trace_range.hpp>
#if defined(__CUDACC__)
#include <heddle/ops/mxm/device.cuh>
#endif

namespace heddle {

inline namespace HEDDLE_TOOLCHAIN {
namespace mxm_detail {

using detail::compressed;

template <index_type I, index_type O> using result_of = std::shared_ptr<compressed<I, O>>;

/// Entries of two operands as kernels read them; converted copies are kept.
template <class A, class B, index_type I, index_type O> struct operand_views {
  compressed_view<A, I, O> a;
  compressed_view<B, I, O> b;
  buffer<detail::byte> kept_a = {}, kept_b = {};
};

/// One product A (+.*) B of checked operands with entries.
template <class SR, class A, class B, index_type I, index_type O> struct multiplication {
  using D = domain_of<SR>;
  using reads = detail::reads<SR>;
  using left = detail::left_of<SR, A>;  // on the host
  using right = detail::right_of<SR, B>;
  using read = cuda::product_types<SR, A, B, I, O>;  // on a GPU
  executor exec;
  detail::matrix_operand<A, I, O> a;
  detail::matrix_operand<B, I, O> b;
  SR sr;
  descriptor d;
  buffer<size_type> scanned;  // of the expansion
  size_type products = 0;

  compressed<I, O> const& a_rows() const { return a.by_rows(); }
  compressed<I, O> const& b_rows() const { return b.by_rows(); }

  template <class L, class R> operand_views<L, R, I, O> views(compressed<I, O> const& b_form) const {
    operand_views<L, R, I, O> result;
    result.a = ops::domain_view<L, reads::left, A>(a_rows(), result.kept_a);
    result.b = ops::domain_view<R, reads::right, B>(b_form, result.kept_b);
    return result;
  }
  auto host_views(compressed<I, O> const& b_form) const { return views<left, right>(b_form); }
  auto device_views(compressed<I, O> const& b_form) const {
    return views<typename read::left, typename read::right>(b_form);
  }

  expansion_tiles<I, O> tiles() const {
    return {scanned.data(),
            a_rows().offsets.data(),
            {a_rows().indices.data(), b_rows().offsets.data()},
            a.rows(),
            products};
  }

  /// Counts the products; every choice below rests on their number. Reads back.
  void measure() {
    using problem = cuda::product_lengths_problem<I, O>;
    scanned = buffer<size_type>(exec, a.rows() + 1);
    typename problem::value const lengths{a_rows().indices.data(), b_rows().offsets.data()};
    typename problem::sink const close{scanned.data()};
    auto const rows = a_rows().tiles();
    auto const chosen =
        a_rows().plan_for({}, call_of<typename problem::value, plus_monoid<size_type>, typename problem::sink>());
    if (exec.is_host()) {
      host::reduce_tiles(exec, *chosen, rows, lengths, plus_monoid<size_type>{}, close);
    } else {
      ops::dispatch(problem{exec, chosen.get(), rows, lengths, close});
    }
    primitives::exclusive_sum(exec, scanned.data(), scanned.data(), a.rows());
    products = scanned.get(a.rows());
  }

  result_of<I, O> expand() const {
    if (products == 0) return ops::empty_result<I, O>(exec, a.rows(), b.cols(), sizeof(D));
    return exec.is_host() ? expand_on_host() : expand_on_device();
  }

  result_of<I, O> expand_on_host() const {
    auto const in = host_views(b_rows());
    host::expansion::rows_of_product<I, O> const rows(exec, d.schedule, tiles(), b.cols(), sizeof(D));
    return ops::sparse_result<I, O>(
        "mxm", exec, a.rows(), b.cols(), sizeof(D),
        [&](size_type* counts) { host::expansion::count_rows(rows, in.a, in.b, counts); },
        [&](compressed<I, O>& form, size_type const* first) {
          host::expansion::fill_rows(rows, in.a, in.b, sr, first, form.indices.data(), detail::values_of<D>(form));
        });
  }

  result_of<I, O> expand_on_device() const {
    using problem = cuda::fill_problem<SR, typename read::left, typename read::right, I, O>;
    ops::require_kernels<problem>();
    auto const in = device_views(b_rows());
    cuda::product_pattern<I, O> const pattern{in.a.offsets, in.a.indices, in.b.offsets, in.b.indices,
                                              a.rows(),     b.cols(),     in.a.nnz};
    return ops::sparse_result<I, O>(
        "mxm", exec, a.rows(), b.cols(), sizeof(D),
        [&](size_type* counts) {
          ops::dispatch(cuda::count_problem<I, O>{exec, d.schedule, pattern, tiles(), counts});
        },
        [&](compressed<I, O>& form, size_type const* first) {
          ops::dispatch(problem{exec, d.schedule, in.a, in.b, tiles(), sr, first, form.offsets.data(),
                                form.indices.data(), detail::values_of<D>(form)});
        });
  }

  /// Every row of B is full.
  bool has_full_right() const {
    size_type const nnz = b_rows().nnz, cols = b.cols();
    return nnz > 0 && nnz % cols == 0 && nnz / cols == b.rows();
  }

  /// Rows of the result are empty or full.
  result_of<I, O> multiply_full() const {
    using problem = cuda::full_problem<SR, typename read::left, typename read::right, I, O>;
    if (!exec.is_host()) ops::require_kernels<problem>();
    size_type const rows = a.rows(), cols = b.cols();
    auto const count = [&](size_type* counts) {
      ops::for_each_index(exec, rows, detail::full_lengths{a_rows().offsets.data(), cols, counts});
    };
    return ops::sparse_result<I, O>("mxm", exec, rows, cols, sizeof(D), count, [&](compressed<I, O>& form, auto) {
      ops::for_each_index(exec, form.nnz, detail::cyclic_columns{cols, form.indices.data()});
      detail::pack_sink<D, O> const sink{form.offsets.data(), detail::values_of<D>(form), cols, 0};
      using monoid = detail::pack_monoid<add_of<SR>>;
      using value = detail::pack_product<SR, left, right, I>;
      auto const chosen = a_rows().plan_for(d.schedule, call_of<value, monoid, decltype(sink)>());
      if (!exec.is_host()) {
        auto const in = device_views(b_rows());
        return ops::dispatch(
            problem{exec, chosen.get(), in.a.tiles(), {in.a.indices, in.a.values, in.b.values, cols, 0, sr}, sink});
      }
      auto const in = host_views(b_rows());
      for (size_type first = 0; first < cols; first += detail::pack_columns) {
        auto close = sink;
        close.first = first;
        host::reduce_tiles(exec, *chosen, in.a.tiles(), value{in.a.indices, in.a.values, in.b.values, cols, first, sr},
                           monoid{sr.add}, close);
      }
    });
  }

  /// The mask's entries by dot products, or null where expanding is less work.
  result_of<I, O> try_dots(compressed<I, O> const& mask, detail::byte const* truth) const {
    constexpr size_type search_cost = 4;  // a lookup in a sorted list against one step of an expansion
    if (mask.nnz * search_cost >= products) return nullptr;
    buffer<size_type> starts(exec, mask.nnz + 1);
    auto const& columns = b.by_columns();
    ops::for_each_index(exec, mask.nnz,
                        detail::dot_lengths{mask.rows().data(), mask.indices.data(), truth, a_rows().offsets.data(),
                                            columns.offsets.data(), starts.data()});
    primitives::exclusive_sum(exec, starts.data(), starts.data(), mask.nnz);
    size_type const lookups = starts.get(mask.nnz);
    if (lookups * search_cost >= products) return nullptr;
    return dots(mask, {starts.data(), mask.nnz, lookups});
  }

  result_of<I, O> dots(compressed<I, O> const& mask, offset_tiles<size_type> const& dot_tiles) const {
    using problem = cuda::dot_problem<SR, typename read::left, typename read::right, I, O>;
    if (!exec.is_host()) ops::require_kernels<problem>();
    buffer<detail::byte> values(exec, detail::bytes_of(mask.nnz, sizeof(D))), present(exec, mask.nnz);
    detail::dot_sink<D> const sink{reinterpret_cast<D*>(values.data()), present.data()};
    using monoid = lifted<add_of<SR>>;
    using value = detail::dot_product<SR, left, right, I, O>;
    plan const chosen = make_plan(exec, dot_tiles, d.schedule, call_of<value, monoid, decltype(sink)>());
    auto const& columns = b.by_columns();
    I const* const rows_of_mask = mask.rows().data();
    if (exec.is_host()) {
      auto const in = host_views(columns);
      value const dot{dot_tiles.offsets, rows_of_mask, mask.indices.data(), in.a, in.b, sr};
      host::reduce_tiles(exec, chosen, dot_tiles, dot, monoid{sr.add}, sink);
    } else {
      auto const in = device_views(columns);
      ops::dispatch(problem{
          exec, &chosen, dot_tiles, {dot_tiles.offsets, rows_of_mask, mask.indices.data(), in.a, in.b, sr}, sink});
    }
    return detail::kept_entries(mask, values.data(), sizeof(D), present.data());
  }
};

template <class W, index_type I, index_type O, class A, class B>
void check_sizes(matrix<W, I, O> const& c, detail::matrix_operand<A, I, O> const& a,
                 detail::matrix_operand<B, I, O> const& b) {
  if (a.cols() != b.rows()) {
    throw dimension_mismatch(detail::concat("mxm: ", detail::size_of("A", a), " but ", detail::size_of("B", b)));
  }
  if (a.rows() != c.rows() || b.cols() != c.cols()) {
    throw dimension_mismatch(
        detail::concat("mxm: A * B is ", detail::shape(a.rows(), b.cols()), " but ", detail::size_of("C", c)));
  }
}

template <class W, index_type I, index_type O, class Accum, class SR, class A, class B>
void run(matrix<W, I, O>& c, detail::ready_matrix_mask<I, O> const& ready, Accum const& accum, SR const& sr,
         detail::matrix_operand<A, I, O> const& a, detail::matrix_operand<B, I, O> const& b, descriptor const& d) {
  using D = domain_of<SR>;
  multiplication<SR, A, B, I, O> work{c.exec(), a, b, sr, d, {}, 0};
  result_of<I, O> t;
  bool within = false;
  if (work.a_rows().nnz > 0 && work.b_rows().nnz > 0) {
    work.measure();
    if (!ready.view.trivial() && !ready.view.complemented) {
      t = work.try_dots(*ready.form, ready.view.truth);
      within = t != nullptr;
    }
    if constexpr (!detail::needs_presence<add_of<SR>>()) {
      if (!t && work.has_full_right()) t = work.multiply_full();
    }
  }
  if (!t) t = work.expand();
  ops::write<D>("mxm", c, ready.view, accum, d.replace, std::move(t), within);
}

template <class W, index_type I, index_type O, class Mask, class Accum, class SR, class A, class B>
void multiply(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, SR const& sr,
              detail::matrix_operand<A, I, O> const& a, detail::matrix_operand<B, I, O> const& b, descriptor const& d) {
  detail::check_descriptor(d);
  check_sizes(c, a, b);
  detail::check_executors("mxm", c, "A", a, "B", b);
  detail::check_mask("mxm", mask, "C", c);
  detail::trace_range const traced(c.exec(), "mxm", &d.schedule);
  auto const ready = ops::prepare_matrix_mask<I, O>(mask, c.exec());
  if constexpr (detail::can_multiply<SR, A, B>()) run(c, ready, accum, sr, a, b, d);
}

}  // namespace mxm_detail

/// C<mask> = C accum (A (+.*) B): T(i, j) = sum over k of multiply(A(i, k), B(k, j)), in ascending k, where A and B
/// both have an entry for some k. A: m x k, B: k x n, each a matrix or transpose(matrix); C, mask: m x n. Element types
/// may differ, as for mxv; a multiply that asks for positions is given (A(i, k), B(k, j), i, k, j). C may be A, B or
/// the mask. `mask`: no_mask, a matrix (its values), structure(M), complement(M). `accum`: no_accum or a binary
/// operator. Columns of every row ascend; results do not vary from run to run. Three methods, chosen by counting their
/// work: sparse x sparse expands all products, O(products); under a mask that is not complemented and small, dot
/// products of the mask's entries, O(sum over its entries of the shorter list); a full right operand is read as a dense
/// matrix, a few columns at a time. Throws dimension_mismatch naming both operands, executor_mismatch, invalid_argument
/// as mxv does, index_overflow where the result needs wider offsets, not_compiled on a CUDA executor for a semiring
/// without compiled kernels. Reads back the number of products and the sizes of the result and of its rows' classes.
template <class W, index_type I, index_type O, class Mask, class Accum, semiring_like SR, class MatrixA, class MatrixB>
void mxm(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, SR const& sr, MatrixA const& a, MatrixB const& b,
         descriptor const& d = {}) {
  mxm_detail::multiply(c, detail::as_mask(mask), accum, sr, detail::operand(a), detail::operand(b), d);
}

/// C = A (+.*) B.
template <class W, index_type I, index_type O, semiring_like SR, class MatrixA, class MatrixB>
void mxm(matrix<W, I, O>& c, SR const& sr, MatrixA const& a, MatrixB const& b, descriptor const& d = {}) {
  mxm(c, no_mask, no_accum, sr, a, b, d);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
