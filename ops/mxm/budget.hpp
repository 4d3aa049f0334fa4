// budget.hpp - how much memory a matrix product takes beside its operands and its result, before it is made, and how a
// budget is shared out.
#pragma once
#include <heddle/ops/detail/write/rule.hpp>
#include <heddle/ops/mxm/multiplication.hpp>

namespace heddle {

/// What a product is about to take, in bytes where nothing else is said. The result and the workspace are bounds: what
/// rows sum up to is not known before they are made.
struct product_need {
  size_type products = 0;         // multiplications of the expansion, exactly
  size_type entries = 0;          // of A (+.*) B, at most, before a mask closes any
  size_type result_bytes = 0;     // of C afterwards, at most
  size_type workspace_bytes = 0;  // beside operands and result, at most, where all rows are made at once
  size_type least_bytes = 0;      // budgets from here on are kept
};

}  // namespace heddle

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::mxm_detail {

inline constexpr size_type unbounded = std::numeric_limits<size_type>::max();

inline size_type sum_of_bytes(size_type a, size_type b) { return a > unbounded - b ? unbounded : a + b; }

/// Bytes of the memory of one product, by what they grow with.
struct product_costs {
  size_type fixed = 0;      // whatever the rows: arrays of a number a row, converted copies of operands
  size_type table = 0;      // of the longest row, for one thread, or all windows of a GPU
  size_type tables = 0;     // of all threads
  size_type per_entry = 0;  // of the product
  size_type per_old = 0;    // entry of C
  bool direct = false;      // the product becomes C, whatever C held

  size_type of_rows(size_type entries, size_type old) const { return entries * per_entry + old * per_old; }
};

/// `longest`: products of a row, at most.
template <class W, class SR, class A, class B, index_type I, index_type O>
product_costs costs_of(multiplication<SR, A, B, I, O> const& work, bool direct, size_type longest) {
  using D = domain_of<SR>;
  using read = gpu::product_types<SR, A, B, I, O>;
  constexpr auto index = static_cast<size_type>(sizeof(I)), offset = static_cast<size_type>(sizeof(O)),
                 domain = static_cast<size_type>(sizeof(D)), stored = static_cast<size_type>(sizeof(W));
  bool const host = work.exec.is_host();
  size_type const lines = work.a.rows() + 1, cols = work.b.cols(), most = min_of(longest, cols);
  product_costs costs;
  costs.direct = direct;
  // scans of products and entries; of a run the same, its offsets in A and C and the product, and how they are made;
  // what is merged, lists of runs; on a GPU the classes of rows and what sorts them
  costs.fixed = lines * (16 + 16 + 4 * offset + index + 24 + (host ? 0 : 48)) + 4096;
  if (host) {
    costs.table = host::row_accumulator<D, I>::bytes(most, cols);
    costs.tables = costs.table * work.exec.num_workers();
  } else {
    if constexpr (!std::is_same_v<typename read::left, A>)
      costs.fixed += work.a_rows().nnz * static_cast<size_type>(sizeof(typename read::left));
    if constexpr (!std::is_same_v<typename read::right, B>)
      costs.fixed += work.b_rows().nnz * static_cast<size_type>(sizeof(typename read::right));
    // tables of 48 KiB are in shared memory
    bool const windows = (most + most / 4 + 1) * (2 * index + domain) > 48 * 1024;
    size_type const blocks = 4 * work.exec.num_workers(), width = ceil_div(cols, 32) * 32;
    size_type const whole = width * domain + width / 8;
    costs.table = windows ? min_of(whole, size_type{4096} * (domain + 1)) : 0;
    costs.tables = windows ? min_of(blocks * whole, (size_type{5} << 28)) : 0;
  }
  if (direct) {
    costs.per_entry = std::is_same_v<W, D> ? 0 : index + domain + stored;
  } else {
    // Of an entry that is merged: its flag and row; a copy of those that stay on the host, its source on a GPU.
    size_type const flagged = 1 + index, source = 5, made = index + stored;
    size_type const converted = std::is_same_v<W, D> ? 0 : index + stored;
    costs.per_entry = index + domain + flagged + (host ? index + domain : source + converted) + made;
    costs.per_old = flagged + (host ? index + stored : source) + made;
  }
  return costs;
}

/// Bytes of the dot products of `nnz` entries, but for the result; by columns of B, should it not have them.
template <class SR, class A, class B, index_type I, index_type O>
size_type bytes_of_dots(multiplication<SR, A, B, I, O> const& work, size_type nnz) {
  constexpr size_type entry = 8 + sizeof(domain_of<SR>) + 1 + 2 * sizeof(I) + sizeof(O);
  constexpr size_type entry_of_b = 8 + 2 * sizeof(I) + sizeof(B);
  size_type const columns = work.b.has_by_columns() ? 0 : work.b_rows().nnz * entry_of_b;
  return nnz * entry + columns + (work.a.rows() + 1) * 8;
}

/// An array of the executor's, read on the host: on the host itself without a copy.
template <class X> class read_on_host {
 public:
  read_on_host(executor const& exec, X const* data, size_type n) : data_(data) {
    if (exec.is_host() || !data) return;
    copy_.resize(detail::vector_length<X>(n));
    detail::copy_bytes(executor{}, copy_.data(), exec, data, copy_.size() * sizeof(X));
    data_ = copy_.data();
  }
  X operator[](size_type i) const { return data_[i]; }

 private:
  std::vector<X> copy_;
  X const* data_;
};

/// What a budget leaves for what.
struct budget_shares {
  size_type tables, run, kept;
};
inline budget_shares share_budget(product_costs const& costs, size_type budget, size_type rows) {
  size_type const left = max_of<size_type>(budget - costs.fixed, 0);
  size_type const tables = min_of(left / 2, costs.tables), rest = left - max_of(tables, min_of(costs.table, left));
  // A run costs O(rows) whatever it makes, so it makes as much, or few rows in many runs would take forever.
  return {max_of<size_type>(tables, 1), max_of(rest / (costs.direct ? 1 : 2), 8 * (rows + 1)), rest / 2};
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::mxm_detail
