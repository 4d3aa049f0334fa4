// runs.hpp - a matrix product within a memory budget: all rows at once where that fits, else run after run of them.
#pragma once
#include <heddle/ops/detail/write/matrix.hpp>
#include <heddle/ops/mxm/budget.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::mxm_detail {

/// offsets[0..rows] as they are where only rows [from, to), `nnz` entries, are there.
template <index_type I, index_type X>
buffer<X> offsets_of_run(executor const& exec, X const* offsets, size_type rows, size_type from, size_type to,
                         size_type nnz) {
  buffer<X> result(exec, rows + 1);
  buffer<I> ids(exec, to - from);
  buffer<size_type> scanned(exec, to - from + 1);
  primitives::iota(exec, ids.data(), to - from, static_cast<I>(from));
  primitives::scan_row_lengths(exec, offsets, ids.data(), to - from, scanned.data(), false);
  X const none = 0, all = static_cast<X>(nnz);
  primitives::fill(exec, result.data(), from, sizeof(X), &none);
  ops::for_each_index(exec, to - from, detail::copy_offsets{scanned.data(), result.data() + from});
  primitives::fill(exec, result.data() + to, rows + 1 - to, sizeof(X), &all);
  return result;
}

/// A view of rows [from, to) of a form, which has to outlive it; the other rows look empty.
template <index_type I, index_type O>
result_of<I, O> rows_of_form(compressed<I, O> const& form, size_type from, size_type to) {
  auto const first = static_cast<size_type>(form.offsets.get(from)),
             last = static_cast<size_type>(form.offsets.get(to));
  return run_of_entries(form, first, last,
                        offsets_of_run<I>(form.exec, form.offsets.data(), form.major, from, to, last - first));
}

/// Whether a product becomes C, whatever C held: what meets it is not compiled then.
template <class Mask, class Accum>
inline constexpr bool replaces_all = std::is_same_v<Mask, no_mask_type> && !detail::accumulates<Accum>;

/// C<mask> = C accum (A (+.*) B): what C becomes, in forms that nobody has yet.
template <class W, class Mask, class Accum, class SR, class A, class B, index_type I, index_type O> class product_into {
 public:
  using D = domain_of<SR>;
  using form = std::shared_ptr<compressed<I, O>>;

  product_into(multiplication<SR, A, B, I, O>& work, std::shared_ptr<compressed<I, O> const> old,
               detail::ready_matrix_mask<I, O> const& mask, Accum const& accum, bool replace)
      : work_(work),
        old_(std::move(old)),
        mask_(mask),
        accum_(accum),
        rule_(detail::rule_of(!mask.view.trivial(), replace, detail::accumulates<Accum>)) {}

  /// Nothing of C stays, and no mask is in the way.
  bool direct() const { return is_whole || (stays_none() && mask_.view.trivial()); }

  /// Within so many bytes beside operands and result, as far as rows can be cut. Where even that does not do, by less
  /// and less, until memory runs out over single rows.
  form make(size_type budget) {
    for (;;) {
      try {
        return try_with(budget);
      } catch (out_of_memory const&) {
        if (!lessen(budget)) throw;
      } catch (std::bad_alloc const&) {
        if (!lessen(budget)) throw;
      }
    }
  }

  /// Before it is made; `truth`: bytes of the mask's values, which the mask here lacks. Reads back.
  product_need need(size_type truth) const {
    product_need result;
    size_type const rows = work_.a.rows();
    auto const costs = costs_with(longest(), truth);
    read_on_host<size_type> const scanned(work_.exec, work_.scanned.data(), rows + 1);
    read_on_host<O> const old(work_.exec, old_->offsets.data(), rows + 1);
    size_type most = 0;
    for (size_type i = 0; i < rows; ++i) {
      size_type const own = min_of(scanned[i + 1] - scanned[i], work_.b.cols());
      most = max_of(most, costs.of_rows(own, stays_none() ? 0 : old[i + 1] - old[i]));
      result.entries += own;
    }
    result.products = work_.products;
    bool const opened = !mask_.view.trivial() && !mask_.view.complemented;
    size_type const stays = stays_none() ? 0 : old_->nnz;
    size_type const written = opened ? min_of(result.entries, mask_.form->nnz) : result.entries;
    result.result_bytes = (written + stays) * static_cast<size_type>(sizeof(I) + sizeof(W)) +
                          (rows + 1) * static_cast<size_type>(sizeof(O));
    result.workspace_bytes = costs.fixed + costs.tables + costs.of_rows(result.entries, stays);
    if (work_.has_full_right()) result.workspace_bytes += max_of<size_type>(work_.bytes_of_full() - costs.tables, 0);
    if (opened && (work_.can_expand_asked() || mask_.form->nnz < work_.products)) {
      size_type const places =
          work_.can_expand_asked() ? work_.exec.num_workers() * work_.b.cols() * static_cast<size_type>(sizeof(I)) : 0;
      result.workspace_bytes =
          max_of(result.workspace_bytes, costs.fixed + bytes_of_dots(work_, mask_.form->nnz) + places);
    }
    size_type const in_runs = costs.fixed + max_of(max_of(2 * costs.table, 4 * most), 32 * (rows + 1));
    result.least_bytes = min_of(in_runs, result.workspace_bytes);
    return result;
  }

 private:
  static constexpr bool is_whole = replaces_all<Mask, Accum>;

  bool stays_none() const { return is_whole || !rule_.keeps || old_->nnz == 0; }

  product_costs costs_with(size_type longest, size_type truth) const {
    auto costs = costs_of<W>(work_, direct(), longest);
    costs.fixed += truth;
    return costs;
  }

  form try_with(size_type budget) {
    taken_ = unbounded;
    hopeless_ = false;
    if (work_.products == 0) return finished(work_.expand(), false);
    if (form t = by_another_method(budget)) return t;
    work_.require_kernels();
    if (budget == unbounded) return finished(work_.expand(), false);
    costs_ = costs_with(longest(), mask_.truth.size());
    shares_ = share_budget(costs_, budget, work_.a.rows());
    work_.table_bytes = shares_.tables;
    if (work_.entries < 0) work_.count();
    size_type const rows = costs_.of_rows(work_.entries, stays_none() ? 0 : old_->nnz);
    taken_ = sum_of_bytes(costs_.fixed + costs_.tables, rows);
    if (taken_ <= budget) work_.table_bytes = costs_.tables;
    bool const in_place = direct() && std::is_same_v<W, D>;
    if (taken_ <= budget || in_place) return finished(work_.expand(), false);
    return in_runs();
  }

  /// Products that need fewer steps: dot products under a mask, and those with a full matrix. They are not cut, so that
  /// they are for budgets that hold them whole.
  form by_another_method(size_type budget) {
    if constexpr (!is_whole) {
      if (form t = by_asked_entries(budget)) return t;
    }
    if constexpr (!detail::needs_presence<add_of<SR>>()) {
      if (!work_.has_full_right()) return nullptr;
      costs_ = costs_with(0, mask_.truth.size());
      size_type const entries = min_of(work_.products, work_.a_rows().nnz == 0 ? 0 : work_.a.rows() * work_.b.cols());
      size_type const rows = costs_.of_rows(entries, stays_none() ? 0 : old_->nnz);
      if (budget == unbounded || sum_of_bytes(costs_.fixed + work_.bytes_of_full(), rows) <= budget)
        return finished(work_.multiply_full(), false);
    }
    return nullptr;
  }

  /// The entries that a mask opens, where it is no complement.
  form by_asked_entries(size_type budget) {
    if (mask_.view.trivial() || mask_.view.complemented) return nullptr;
    if (budget != unbounded &&
        costs_with(0, mask_.truth.size()).fixed + bytes_of_dots(work_, mask_.form->nnz) > budget) {
      return nullptr;
    }
    bool const expands = budget == unbounded && work_.can_expand_asked();
    constexpr size_type to_a_table = 16, to_all = 4;  // a search costs more beside products that are passed over
    if (form t = work_.try_dots(*mask_.form, mask_.view.truth, expands ? to_a_table : to_all)) {
      return finished(std::move(t), true);
    }
    return expands ? finished(work_.expand_asked(*mask_.form, mask_.view.truth), true) : nullptr;
  }

  /// C's form, t being all of the product. `within`: it has no entry where the mask is closed.
  form finished(form t, bool within) const {
    if constexpr (!is_whole) {
      if (!stays_none() || !(within || mask_.view.trivial())) {
        return ops::written_entries<D, W>("mxm", *old_, mask_.view, accum_, rule_, *t);
      }
    }
    return ops::with_values_as<W, D>(std::move(t));
  }

  size_type longest() const {
    if (longest_ >= 0) return longest_;
    read_on_host<size_type> const scanned(work_.exec, work_.scanned.data(), work_.a.rows() + 1);
    longest_ = 0;
    for (size_type i = 0; i < work_.a.rows(); ++i) longest_ = max_of(longest_, scanned[i + 1] - scanned[i]);
    return longest_;
  }

  /// Less than the last try took, which found no memory; false where nothing less can be tried.
  bool lessen(size_type& budget) {
    if (budget <= 1 || hopeless_ || work_.products == 0) return false;
    if (taken_ == unbounded) {
      costs_ = costs_with(longest(), mask_.truth.size());
      size_type const entries = work_.entries < 0 ? work_.products : work_.entries;
      taken_ = sum_of_bytes(costs_.fixed + costs_.tables, costs_.of_rows(entries, old_->nnz));
    }
    budget = min_of(budget, taken_) / 4;
    if (budget < costs_.fixed) budget = 1;
    return true;
  }

  /// Where runs begin, and the end of the last one: rows of as much as a run's share each, one row at least.
  std::vector<size_type> cut_rows(read_on_host<size_type> const& first, read_on_host<O> const& old) const {
    size_type const rows = work_.a.rows();
    bool const keeps = !stays_none();
    std::vector<size_type> cuts{0};
    size_type held = 0;
    for (size_type i = 0; i < rows; ++i) {
      size_type const own = costs_.of_rows(first[i + 1] - first[i], keeps ? old[i + 1] - old[i] : 0);
      if (held + own > shares_.run && i > cuts.back()) {
        cuts.push_back(i);
        held = 0;
      }
      held += own;
    }
    cuts.push_back(rows);
    return cuts;
  }

  /// Run after run. Under a mask, or where C's entries stay, nobody knows before how long rows become: runs are made
  /// once to be counted, and again to be kept, but for as many as the budget holds.
  form in_runs() {
    size_type const rows = work_.a.rows();
    read_on_host<size_type> const first(work_.exec, work_.first.data(), rows + 1);
    read_on_host<O> const old(work_.exec, old_->offsets.data(), rows + 1);
    auto const cuts = cut_rows(first, old);
    std::vector<form> kept(cuts.size() - 1);
    form result;
    work_.with_views([&](auto const& in) {
      if constexpr (is_whole) {
        result = counted_result();
      } else {
        result = direct() ? counted_result() : counted_result(in, cuts, first, kept);
      }
      size_type at = 0;
      for (std::size_t k = 0; k < kept.size(); ++k) {
        auto const piece = kept[k] ? std::exchange(kept[k], nullptr) : run(in, cuts[k], cuts[k + 1], first);
        append(*result, at, *piece);
        at += piece->nnz;
      }
    });
    return result;
  }

  /// Offsets of the result and room for its entries: they are those of the product.
  form counted_result() {
    size_type const rows = work_.a.rows();
    hopeless_ = true;  // what finds no memory now is the result itself
    auto result = detail::new_result<I, O>("mxm", work_.exec, rows, work_.b.cols(), work_.entries, sizeof(W));
    hopeless_ = false;
    ops::for_each_index(work_.exec, rows + 1, detail::copy_offsets{work_.first.data(), result->offsets.data()});
    return result;
  }

  /// The same from all runs, of which `kept` gets those that the budget holds.
  template <class Views>
  form counted_result(Views const& in, std::vector<size_type> const& cuts, read_on_host<size_type> const& first,
                      std::vector<form>& kept) {
    std::vector<O> offsets(detail::vector_length<O>(work_.a.rows() + 1), O{0});
    size_type total = 0, kept_bytes = 0;
    for (std::size_t k = 0; k < kept.size(); ++k) {
      auto const piece = run(in, cuts[k], cuts[k + 1], first);
      add_offsets(*piece, cuts[k], cuts[k + 1], total, offsets);
      total += piece->nnz;
      piece->offsets = buffer<O>(work_.exec);
      auto const bytes = static_cast<size_type>(piece->indices.bytes() + piece->values.bytes() + sizeof(*piece) + 256);
      if (kept_bytes + bytes <= shares_.kept) kept_bytes += bytes, kept[k] = piece;
    }
    hopeless_ = kept_bytes == 0;
    auto result = detail::new_result<I, O>("mxm", work_.exec, work_.a.rows(), work_.b.cols(), total, sizeof(W));
    hopeless_ = false;
    detail::copy_bytes(work_.exec, result->offsets.data(), executor{}, offsets.data(), offsets.size() * sizeof(O));
    return result;
  }

  template <class L, class R>
  form run(operand_views<L, R, I, O> const& in, size_type from, size_type to, read_on_host<size_type> const& first) {
    executor const& exec = work_.exec;
    size_type const rows = work_.a.rows(), entries = first[to] - first[from];
    auto t = detail::new_result<I, O>("mxm", exec, rows, work_.b.cols(), entries, sizeof(D));
    {
      auto const& a = work_.a_rows();
      made_rows<O> made{};
      made.a_first = a.offsets.get(from);
      made.a_nnz = static_cast<size_type>(a.offsets.get(to)) - made.a_first;
      made.products = work_.scanned.get(to) - work_.scanned.get(from);
      made.entries = entries;
      auto const a_offsets = offsets_of_run<I>(exec, a.offsets.data(), rows, from, to, made.a_nnz);
      auto const scanned = offsets_of_run<I>(exec, work_.scanned.data(), rows, from, to, made.products);
      auto const starts = offsets_of_run<I>(exec, work_.first.data(), rows, from, to, entries);
      ops::for_each_index(exec, rows + 1, detail::copy_offsets{starts.data(), t->offsets.data()});
      made.a_offsets = a_offsets.data();
      made.scanned = scanned.data();
      made.first = starts.data();
      if (made.products > 0) work_.fill(made, in, *t);
    }
    if constexpr (!is_whole) {
      if (!direct()) {
        auto const old = rows_of_form(*old_, from, to);
        return ops::written_entries<D, W>("mxm", *old, mask_.view, accum_, rule_, *t);
      }
    }
    return ops::with_values_as<W, D>(std::move(t));
  }

  /// offsets(i + 1) for the rows of a piece that begins at `before`.
  void add_offsets(compressed<I, O> const& piece, size_type from, size_type to, size_type before,
                   std::vector<O>& offsets) const {
    auto const bytes = static_cast<std::size_t>(to - from) * sizeof(O);
    detail::copy_bytes(executor{}, offsets.data() + from + 1, work_.exec, piece.offsets.data() + from + 1, bytes);
    for (O* of = offsets.data() + from + 1; of != offsets.data() + to + 1; ++of) *of = static_cast<O>(*of + before);
  }

  void append(compressed<I, O>& result, size_type at, compressed<I, O> const& piece) const {
    executor const& exec = work_.exec;
    auto const indices = static_cast<std::size_t>(piece.nnz) * sizeof(I);
    detail::copy_bytes(exec, result.indices.data() + at, exec, piece.indices.data(), indices);
    auto const values = static_cast<std::size_t>(piece.nnz) * sizeof(W);
    detail::copy_bytes(exec, result.values.data() + at * static_cast<size_type>(sizeof(W)), exec, piece.values.data(),
                       values);
  }

  multiplication<SR, A, B, I, O>& work_;
  std::shared_ptr<compressed<I, O> const> old_;
  detail::ready_matrix_mask<I, O> const& mask_;
  Accum const& accum_;
  detail::write_rule rule_;
  product_costs costs_;
  budget_shares shares_{};
  mutable size_type longest_ = -1;  // products of a row
  size_type taken_ = unbounded;     // by the last try
  bool hopeless_ = false;
};

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::mxm_detail
