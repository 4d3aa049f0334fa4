// multiplication.hpp - the methods of mxm: the expansion row by row, dot products of a mask's entries, and where the
// right operand is full the product with a dense matrix.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/detail/index_work.hpp>
#include <heddle/ops/detail/sparse_result.hpp>
#include <heddle/ops/mxm/device.hpp>
#include <heddle/ops/mxm/host.hpp>
#include <heddle/ops/mxm/host_masked.hpp>
#include <heddle/ops/spmm/spmm.hpp>
#if defined(__CUDACC__)
#include <heddle/ops/mxm/device.cuh>
#endif

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::mxm_detail {

using detail::compressed;

template <index_type I, index_type O> using result_of = std::shared_ptr<compressed<I, O>>;

/// Entries of two operands as kernels read them; converted copies are kept.
template <class A, class B, index_type I, index_type O> struct operand_views {
  compressed_view<A, I, O> a;
  compressed_view<B, I, O> b;
  buffer<detail::byte> kept_a = {}, kept_b = {};
};

/// A view of a form's entries [first, last), which has to outlive it, in the rows that `offsets` says.
template <index_type I, index_type O>
result_of<I, O> run_of_entries(compressed<I, O> const& form, size_type first, size_type last, buffer<O> offsets) {
  auto run = std::make_shared<compressed<I, O>>();
  run->exec = form.exec;
  run->major = offsets.size() - 1;
  run->minor = form.minor;
  run->nnz = last - first;
  run->width = form.width;
  run->one_value = form.one_value;
  run->one = form.one;
  run->offsets = std::move(offsets);
  run->indices = buffer<I>::adopt(form.exec, const_cast<I*>(form.indices.data()) + first, run->nnz);
  if (!form.one_value) {
    auto* const values = const_cast<detail::byte*>(form.values.data()) + first * static_cast<size_type>(form.width);
    run->values = buffer<detail::byte>::adopt(form.exec, values, run->nnz * static_cast<size_type>(form.width));
  }
  return run;
}

/// Which rows of the product are made: all of them, or a run, whose other rows look empty. Rows keep their numbers, so
/// that masks and multiplications that ask for positions know nothing of runs.
template <index_type O> struct made_rows {
  O const* a_offsets;                // of entries of A, counted from the first one that is read
  size_type const* scanned;          // of the products
  size_type const* first;            // of the entries of the result
  size_type a_first = 0, a_nnz = 0;  // the entries of A that are read
  size_type products = 0, entries = 0;
};

/// One product A (+.*) B of checked operands with entries.
template <class SR, class A, class B, index_type I, index_type O> struct multiplication {
  using D = domain_of<SR>;
  using reads = detail::reads<SR>;
  using left = detail::left_of<SR, A>;  // on the host
  using right = detail::right_of<SR, B>;
  using read = gpu::product_types<SR, A, B, I, O>;  // on a GPU
  executor exec;
  detail::matrix_operand<A, I, O> a;
  detail::matrix_operand<B, I, O> b;
  SR sr;
  descriptor d;
  buffer<size_type> scanned = {};  // of the expansion
  size_type products = 0;
  buffer<size_type> first = {};  // of the rows of the result by expansion, once they are counted
  size_type entries = -1;        // the same; < 0: not counted
  size_type table_bytes = std::numeric_limits<size_type>::max();  // for tables of rows, those of all threads together
  std::optional<host::expansion::rows_of_product<I, O>> planned = {};  // of all rows, on the host, once counted

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

  made_rows<O> all_rows() const {
    return {a_rows().offsets.data(), scanned.data(), first.data(), 0, a_rows().nnz, products, entries};
  }
  expansion_tiles<I, O> tiles(made_rows<O> const& made) const {
    return {made.scanned,
            made.a_offsets,
            {a_rows().indices.data() + made.a_first, b_rows().offsets.data()},
            a.rows(),
            made.products};
  }

  /// Counts the products; every choice below rests on their number. Reads back.
  void measure() {
    using problem = gpu::product_lengths_problem<I, O>;
    scanned = buffer<size_type>(exec, a.rows() + 1);
    if (a_rows().nnz == 0 || b_rows().nnz == 0) {
      size_type const none = 0;
      return primitives::fill(exec, scanned.data(), scanned.size(), sizeof none, &none);
    }
    typename problem::value const lengths{a_rows().indices.data(), b_rows().offsets.data()};
    typename problem::sink const close{scanned.data()};
    auto const rows = a_rows().tiles();
    auto const chosen = a_rows().plan_for({}, problem::call());
    if (exec.is_host()) {
      host::reduce_tiles(exec, *chosen, rows, lengths, plus_monoid<size_type>{}, close);
    } else {
      ops::dispatch(problem{exec, chosen.get(), rows, lengths, close});
    }
    primitives::exclusive_sum(exec, scanned.data(), scanned.data(), a.rows());
    products = scanned.get(a.rows());
  }

  /// Counts the entries of every row of the expansion's result. Reads back.
  void count() {
    buffer<size_type> counts(exec, a.rows() + 1);
    auto const made = all_rows();
    if (exec.is_host()) {
      auto const in = host_views(b_rows());
      planned.emplace(exec, d.schedule, tiles(made), b.cols(), sizeof(D), table_bytes);
      host::expansion::count_rows(*planned, in.a, in.b, counts.data());
    } else {
      gpu::product_pattern<I, O> const pattern{a_rows().offsets.data(),
                                               a_rows().indices.data(),
                                               b_rows().offsets.data(),
                                               b_rows().indices.data(),
                                               a.rows(),
                                               b.cols(),
                                               a_rows().nnz};
      ops::dispatch(gpu::count_problem<I, O>{exec, d.schedule, pattern, tiles(made), counts.data(), table_bytes});
    }
    primitives::exclusive_sum(exec, counts.data(), counts.data(), a.rows());
    entries = counts.get(a.rows());
    first = std::move(counts);
  }

  /// The columns and values of those rows, which begin where form.offsets, the same as made.first, has it.
  template <class L, class R>
  void fill(made_rows<O> const& made, operand_views<L, R, I, O> const& in, compressed<I, O>& form) {
    auto a_view = in.a;
    a_view.offsets = made.a_offsets;
    a_view.indices += made.a_first;
    if (a_view.values.data) a_view.values.data += made.a_first;
    a_view.nnz = made.a_nnz;
    if constexpr (std::is_same_v<L, left> && std::is_same_v<R, right>) {
      if (exec.is_host()) {
        auto const fill_rows = [&](host::expansion::rows_of_product<I, O> const& rows) {
          host::expansion::fill_rows(rows, a_view, in.b, sr, made.first, form.indices.data(),
                                     detail::values_of<D>(form));
        };
        if (made.scanned == scanned.data()) {
          auto& all = *planned;
          all.table_bytes = table_bytes;
          return fill_rows(all);
        }
        return fill_rows({exec, d.schedule, tiles(made), b.cols(), sizeof(D), table_bytes});
      }
    }
    if constexpr (std::is_same_v<L, typename read::left> && std::is_same_v<R, typename read::right>) {
      using problem = gpu::fill_problem<SR, L, R, I, O>;
      ops::dispatch(problem{exec, d.schedule, a_view, in.b, tiles(made), sr, made.first, form.offsets.data(),
                            form.indices.data(), detail::values_of<D>(form), table_bytes});
    }
  }

  /// Throws where the GPU has no kernels, before anything is counted.
  void require_kernels() const {
    if (!exec.is_host()) {
      ops::require_kernels<gpu::fill_problem<SR, typename read::left, typename read::right, I, O>>();
    }
  }

  /// body(the entries of both operands as this executor reads them).
  template <class Body> void with_views(Body const& body) const {
    if (exec.is_host()) {
      body(host_views(b_rows()));
    } else {
      body(device_views(b_rows()));
    }
  }

  /// The whole product.
  result_of<I, O> expand() {
    if (products == 0) return ops::empty_result<I, O>(exec, a.rows(), b.cols(), sizeof(D));
    require_kernels();
    if (entries < 0) count();
    auto form = detail::new_result<I, O>("mxm", exec, a.rows(), b.cols(), entries, sizeof(D));
    ops::for_each_index(exec, a.rows() + 1, detail::copy_offsets{first.data(), form->offsets.data()});
    with_views([&](auto const& in) { fill(all_rows(), in, *form); });
    return form;
  }

  /// Every row of B is full, and its product with A may be one of a dense matrix, which knows A's rows with entries
  /// alone.
  bool has_full_right() const {
    size_type const nnz = b_rows().nnz, cols = b.cols();
    if (nnz == 0 || nnz % cols != 0 || nnz / cols != b.rows()) return false;
    return !detail::asks_positions<SR, A, B> || a_rows().statistics().empty_rows == 0;
  }

  std::shared_ptr<plan const> full_plan() const {
    return a_rows().plan_for(d.schedule, detail::dense_call<D>(b.cols()));
  }
  /// Of multiply_full beside the result: the parts of rows that shares cut.
  size_type bytes_of_full() const {
    auto const& shares = *full_plan()->shares;
    return shares.cuts_tiles ? 2 * shares.workers * b.cols() * static_cast<size_type>(sizeof(D)) : 0;
  }

  /// Rows of the result are empty or full.
  result_of<I, O> multiply_full() const {
    size_type const rows = a.rows(), cols = b.cols();
    auto const count = [&](size_type* counts) {
      ops::for_each_index(exec, rows, detail::full_lengths{a_rows().offsets.data(), cols, counts});
    };
    return ops::sparse_result<I,
                              O>("mxm", exec, rows, cols, sizeof(D), count, [&](auto& form, size_type const* starts) {
      ops::for_each_index(exec, form.nnz, detail::cyclic_columns{cols, form.indices.data()});
      dense_view<D> const c{detail::values_of<D>(form), form.nnz / cols, cols, cols, 1};
      buffer<detail::byte> kept;
      auto const elements_of_b = [&]<class T>() -> dense_view<T const> {
        values_view<T> const values = ops::domain_view<T, true, B>(b_rows(), kept).values;
        if (values.data) return {values.data, b.rows(), cols, cols, 1};
        kept = buffer<detail::byte>(exec, sizeof(T));
        primitives::fill(exec, kept.data(), 1, sizeof(T), &values.one);
        return {reinterpret_cast<T const*>(kept.data()), b.rows(), cols, 0, 0};
      };
      auto const whole = full_plan();
      if (c.rows == rows) return spmm_detail::multiply_into<SR, A, B>(c, false, sr, a_rows(), *whole, elements_of_b);
      buffer<O> offsets(exec, c.rows + 1);
      ops::for_each_index(exec, rows, detail::offsets_of_some{a_rows().offsets.data(), starts, cols, offsets.data()});
      auto const some = run_of_entries(a_rows(), 0, a_rows().nnz, std::move(offsets));
      plan const chosen = make_plan(exec, some->tiles(), whole->chosen, detail::dense_call<D>(cols));
      spmm_detail::multiply_into<SR, A, B>(c, false, sr, *some, chosen, elements_of_b);
    });
  }

  /// Whether products may be made under a mask by its rows: not where the table of columns is out of proportion.
  bool can_expand_asked() const {
    constexpr size_type always = size_type{1} << 22;  // columns
    return exec.is_host() && b.cols() <= max_of(always, products);
  }

  /// The mask's entries from the expansion of their rows, on the host.
  result_of<I, O> expand_asked(compressed<I, O> const& mask, detail::byte const* truth) {
    if (!planned) planned.emplace(exec, d.schedule, tiles(all_rows()), b.cols(), sizeof(D), table_bytes);
    buffer<detail::byte> values(exec, detail::bytes_of(mask.nnz, sizeof(D))), present(exec, mask.nnz);
    auto const in = host_views(b_rows());
    host::expansion::fill_asked(*planned, in.a, in.b, sr,
                                host::expansion::asked_entries<I, O>{mask.offsets.data(), mask.indices.data(), truth},
                                reinterpret_cast<D*>(values.data()), present.data());
    return detail::kept_entries(mask, values.data(), sizeof(D), present.data());
  }

  /// The mask's entries by dot products, or null where expanding is less work.
  /// `search_cost`: of a lookup in a sorted list, in steps of that.
  result_of<I, O> try_dots(compressed<I, O> const& mask, detail::byte const* truth, size_type search_cost) const {
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
    using problem = gpu::dot_problem<SR, typename read::left, typename read::right, I, O>;
    if (!exec.is_host()) ops::require_kernels<problem>();
    buffer<detail::byte> values(exec, detail::bytes_of(mask.nnz, sizeof(D))), present(exec, mask.nnz);
    detail::dot_sink<D> const sink{reinterpret_cast<D*>(values.data()), present.data()};
    using monoid = lifted<add_of<SR>>;
    using value = detail::dot_product<SR, left, right, I, O>;
    plan const chosen = make_plan(exec, dot_tiles, d.schedule, problem::call());
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

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::mxm_detail
