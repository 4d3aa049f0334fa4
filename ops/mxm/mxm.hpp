// mxm.hpp - C<mask> = C accum (A (+.*) B): the front end of the matrix product, and the choice of its method.
#pragma once
#include <heddle/ops/mxm/device.hpp>
#include <heddle/ops/mxm/host.hpp>
#include <heddle/ops/mxm/merge.hpp>
#if defined(__CUDACC__)
#include <heddle/ops/mxm/device.cuh>
#endif

namespace heddle {

inline namespace HEDDLE_TOOLCHAIN {
namespace mxm_detail {

using detail::compressed;

template <index_type I, index_type O> using result_of = std::shared_ptr<compressed<I, O>>;

[[noreturn]] inline void refuse(std::string const& semiring) {
  throw not_compiled(detail::concat("mxm: no GPU kernel is precompiled for semiring ", semiring,
                                    "; compile this call with nvcc (a .cu file), or use a host executor"));
}

/// Operands as a GPU reads them: precompiled kernels read the semiring's domain, others the types that are stored.
/// run.operator()<in_library>(a, b) gets the two views.
template <class SR, class A, class B, index_type I, index_type O, class Run>
void with_device_views(compressed<I, O> const& a, compressed<I, O> const& b, Run const& run) {
  using types = cuda::product_types<SR, A, B, I, O>;
  using reads = detail::reads<SR>;
#if !defined(__CUDACC__)
  if constexpr (!types::in_library) refuse(detail::type_name<SR>());
#endif
  buffer<detail::byte> kept_a, kept_b;
  run.template operator()<types::in_library>(detail::domain_view<typename types::left, reads::left, A>(a, kept_a),
                                             detail::domain_view<typename types::right, reads::right, B>(b, kept_b));
}

// The library's kernels, or under nvcc those instantiated here.
template <bool InLibrary, class SR, class A, class B, class I, class O>
result_of<I, O> run_expand(cuda::expand_problem<SR, A, B, I, O> const& problem) {
  if constexpr (InLibrary) {
    return cuda::expand(problem);
  } else {
#if defined(__CUDACC__)
    return cuda::expand_body(problem);
#else
    return nullptr;
#endif
  }
}

template <bool InLibrary, class SR, class A, class B, class I, class O>
void run_dot(cuda::dot_problem<SR, A, B, I, O> const& problem) {
  if constexpr (InLibrary) {
    cuda::dot(problem);
  } else {
#if defined(__CUDACC__)
    cuda::dot_body(problem);
#endif
  }
}

template <bool InLibrary, class SR, class A, class B, class I, class O>
void run_full(cuda::full_problem<SR, A, B, I, O> const& problem) {
  if constexpr (InLibrary) {
    cuda::multiply_full(problem);
  } else {
#if defined(__CUDACC__)
    cuda::multiply_full_body(problem);
#endif
  }
}

/// One product A (+.*) B of checked operands with entries.
template <class SR, class A, class B, index_type I, index_type O> struct product {
  using D = domain_of<SR>;
  using reads = detail::reads<SR>;
  using left = detail::left_of<SR, A>;  // on the host
  using right = detail::right_of<SR, B>;
  executor exec;
  detail::matrix_operand<A, I, O> a;
  detail::matrix_operand<B, I, O> b;
  SR sr;
  descriptor d;
  buffer<size_type> scanned;  // of the expansion
  size_type products = 0;

  compressed<I, O> const& a_rows() const { return a.by_rows(); }
  compressed<I, O> const& b_rows() const { return b.by_rows(); }

  expansion_tiles<I, O> tiles() const {
    return {scanned.data(),
            a_rows().offsets.data(),
            {a_rows().indices.data(), b_rows().offsets.data()},
            a.rows(),
            products};
  }

  /// Counts the products; every choice below rests on their number. Reads back.
  void measure() {
    scanned = buffer<size_type>(exec, a.rows() + 1);
    expanded_length<I, O> const lengths{a_rows().indices.data(), b_rows().offsets.data()};
    auto const chosen = a_rows().plan_for({}, {sizeof(size_type), 0, false});
    if (exec.is_host()) {
      host::reduce_tiles(exec, *chosen, a_rows().tiles(), lengths, plus_monoid<size_type>{},
                         detail::array_sink<size_type>{scanned.data()});
    } else {
      cuda::product_lengths(exec, *chosen, a_rows().tiles(), lengths, scanned.data());
    }
    primitives::exclusive_sum(exec, scanned.data(), scanned.data(), a.rows());
    products = scanned.get(a.rows());
  }

  result_of<I, O> expand() const {
    if (products == 0) return detail::empty_result<I, O>(exec, a.rows(), b.cols(), sizeof(D));
    if (exec.is_host()) {
      return host::expand(exec, d.schedule, detail::host_view<left, reads::left>(a_rows()),
                          detail::host_view<right, reads::right>(b_rows()), tiles(), sr);
    }
    result_of<I, O> result;
    with_device_views<SR, A, B>(a_rows(), b_rows(), [&]<bool InLibrary>(auto const& a_view, auto const& b_view) {
      cuda::expand_problem<SR, value_of<decltype(a_view)>, value_of<decltype(b_view)>, I, O> const problem{
          exec, d.schedule, a_view, b_view, tiles(), sr};
      result = run_expand<InLibrary>(problem);
    });
    return result;
  }

  /// Every row of B is full.
  bool has_full_right() const {
    size_type const nnz = b_rows().nnz, cols = b.cols();
    return nnz > 0 && nnz % cols == 0 && nnz / cols == b.rows();
  }

  result_of<I, O> multiply_full() const {
    size_type const rows = a.rows(), cols = b.cols();
    buffer<size_type> starts(exec, rows + 1);
    detail::each(exec, rows, detail::full_lengths<O>{a_rows().offsets.data(), cols, starts.data()});
    primitives::exclusive_sum(exec, starts.data(), starts.data(), rows);
    auto result = detail::new_result<I, O>(exec, rows, cols, starts.get(rows), sizeof(D));
    detail::each(exec, rows + 1, detail::copy_offsets<O>{starts.data(), result->offsets.data()});
    detail::each(exec, result->nnz, detail::cyclic_columns<I>{cols, result->indices.data()});
    auto const chosen = a_rows().plan_for(d.schedule, {sizeof(detail::column_pack<D>), 0, false});
    detail::pack_sink<D, O> const sink{result->offsets.data(), detail::values_of<D>(*result), cols, 0};
    if (exec.is_host()) {
      auto const a_view = detail::host_view<left, reads::left>(a_rows());
      auto const b_view = detail::host_view<right, reads::right>(b_rows());
      for (size_type first = 0; first < cols; first += detail::pack_columns) {
        detail::pack_product<SR, left, right, I> const value{a_view.indices, a_view.values, b_view.values,
                                                             cols,           first,         sr};
        auto close = sink;
        close.first = first;
        host::reduce_tiles(exec, *chosen, a_view.tiles(), value, detail::pack_monoid<add_of<SR>>{sr.add}, close);
      }
      return result;
    }
    with_device_views<SR, A, B>(a_rows(), b_rows(), [&]<bool InLibrary>(auto const& a_view, auto const& b_view) {
      using AV = value_of<decltype(a_view)>;
      using BV = value_of<decltype(b_view)>;
      run_full<InLibrary>(cuda::full_problem<SR, AV, BV, I, O>{
          exec, chosen.get(), a_view.tiles(), {a_view.indices, a_view.values, b_view.values, cols, 0, sr}, sink});
    });
    return result;
  }

  /// The mask's entries by dot products, or null where expanding is less work.
  result_of<I, O> try_dots(compressed<I, O> const& mask, detail::byte const* truth) const {
    constexpr size_type search_cost = 4;  // a lookup in a sorted list against one step of an expansion
    if (mask.nnz * search_cost >= products) return nullptr;
    buffer<size_type> starts(exec, mask.nnz + 1);
    auto const& columns = b.by_columns();
    detail::each(exec, mask.nnz,
                 detail::dot_lengths<I, O>{mask.rows().data(), mask.indices.data(), truth, a_rows().offsets.data(),
                                           columns.offsets.data(), starts.data()});
    primitives::exclusive_sum(exec, starts.data(), starts.data(), mask.nnz);
    size_type const lookups = starts.get(mask.nnz);
    if (lookups * search_cost >= products) return nullptr;
    return dots(mask, {starts.data(), mask.nnz, lookups});
  }

  result_of<I, O> dots(compressed<I, O> const& mask, offset_tiles<size_type> const& dot_tiles) const {
    buffer<detail::byte> values(exec, detail::bytes_of(mask.nnz, sizeof(D))), present(exec, mask.nnz);
    detail::dot_sink<D> const sink{reinterpret_cast<D*>(values.data()), present.data()};
    plan const chosen = make_plan(exec, dot_tiles, d.schedule, {sizeof(maybe<D>), 0, false});
    auto const& columns = b.by_columns();
    if (exec.is_host()) {
      detail::dot_product<SR, left, right, I, O> const value{dot_tiles.offsets,
                                                             mask.rows().data(),
                                                             mask.indices.data(),
                                                             detail::host_view<left, reads::left>(a_rows()),
                                                             detail::host_view<right, reads::right>(columns),
                                                             sr};
      host::reduce_tiles(exec, chosen, dot_tiles, value, lifted<add_of<SR>>{sr.add}, sink);
    } else {
      with_device_views<SR, A, B>(a_rows(), columns, [&]<bool InLibrary>(auto const& a_view, auto const& b_view) {
        using AV = value_of<decltype(a_view)>;
        using BV = value_of<decltype(b_view)>;
        run_dot<InLibrary>(cuda::dot_problem<SR, AV, BV, I, O>{
            exec,
            &chosen,
            dot_tiles,
            {dot_tiles.offsets, mask.rows().data(), mask.indices.data(), a_view, b_view, sr},
            sink});
      });
    }
    return keep_present(mask, values, present);
  }

 private:
  template <class View> using value_of = std::remove_cvref_t<decltype(std::declval<View>().values.one)>;

  result_of<I, O> keep_present(compressed<I, O> const& mask, buffer<detail::byte> const& values,
                               buffer<detail::byte> const& present) const {
    buffer<O> const at = primitives::compact<O>(exec, present.data(), mask.nnz);
    size_type const n = at.size();
    auto result = detail::new_result<I, O>(exec, a.rows(), b.cols(), n, sizeof(D));
    buffer<I> rows(exec, n);
    primitives::gather(exec, rows.data(), mask.rows().data(), at.data(), n, sizeof(I));
    primitives::gather(exec, result->indices.data(), mask.indices.data(), at.data(), n, sizeof(I));
    primitives::gather(exec, result->values.data(), values.data(), at.data(), n, sizeof(D));
    primitives::compress_rows(exec, rows.data(), n, a.rows(), result->offsets.data());
    return result;
  }
};

inline void check_mask(no_mask_type, size_type, size_type, executor const&) {}

template <class M, index_type I, index_type O>
void check_mask(mask_of<matrix<M, I, O>> const& mask, size_type rows, size_type cols, executor const& exec) {
  auto const& m = *mask.container;
  if (m.rows() != rows || m.cols() != cols) {
    throw dimension_mismatch(detail::concat("mxm: C is ", detail::shape(rows, cols), " but the mask is ",
                                            detail::shape(m.rows(), m.cols())));
  }
  detail::check_executor("mxm", exec, "the mask", m.exec());
}

template <class W, index_type I, index_type O, class A, class B>
void check_operands(matrix<W, I, O> const& c, detail::matrix_operand<A, I, O> const& a,
                    detail::matrix_operand<B, I, O> const& b) {
  if (a.cols() != b.rows()) {
    throw dimension_mismatch(detail::concat("mxm: A is ", detail::shape(a.rows(), a.cols()), " but B is ",
                                            detail::shape(b.rows(), b.cols())));
  }
  if (a.rows() != c.rows() || b.cols() != c.cols()) {
    throw dimension_mismatch(detail::concat("mxm: A * B is ", detail::shape(a.rows(), b.cols()), " but C is ",
                                            detail::shape(c.rows(), c.cols())));
  }
  detail::check_executor("mxm", c.exec(), "A", a.storage->exec());
  detail::check_executor("mxm", c.exec(), "B", b.storage->exec());
}

template <class W, index_type I, index_type O, class Accum, class SR, class A, class B>
void run(matrix<W, I, O>& c, detail::ready_matrix_mask<I, O> const& ready, Accum const& accum, SR const& sr,
         detail::matrix_operand<A, I, O> const& a, detail::matrix_operand<B, I, O> const& b, descriptor const& d) {
  using D = domain_of<SR>;
  product<SR, A, B, I, O> work{c.exec(), a, b, sr, d, {}, 0};
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
  merge_into<D>(c, ready.view, accum, d.replace, std::move(t), within);
}

template <class W, index_type I, index_type O, class Mask, class Accum, class SR, class A, class B>
void multiply(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, SR const& sr,
              detail::matrix_operand<A, I, O> const& a, detail::matrix_operand<B, I, O> const& b, descriptor const& d) {
  detail::check_descriptor(d);
  check_operands(c, a, b);
  check_mask(mask, c.rows(), c.cols(), c.exec());
  detail::trace_range const traced(c.exec(), "mxm", &d.schedule);
  auto const ready = detail::prepare_matrix_mask<I, O>(mask, c.exec());
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
