// sparse_result.hpp - how operations make a sparse result: count the entries of every row, scan, fill; or keep some
// entries of what there is.
#pragma once
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/ops/detail/operand.hpp>
#include <heddle/seam/sinks.hpp>

namespace heddle::detail {

/// The entries of u whose flag is set, values of `width` bytes. Reads back their number.
template <index_type I>
sparse_form<I> kept_entries(executor const& exec, sparse_form<I> const& u, std::size_t width, byte const* flags);

/// The entries of a matrix whose flag is set: they stand where those of `pattern` do, and their values, of `width`
/// bytes, in `values`; null: the result has none yet. Reads back their number.
template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> kept_entries(compressed<I, O> const& pattern, byte const* values, std::size_t width,
                                               byte const* flags);

/// The entries of u where the mask is open; work O(entries of u). Reads back their number.
template <index_type I>
sparse_form<I> open_entries(executor const& exec, sparse_form<I> const& u, std::size_t width, mask_view const& mask);

/// Memory for a result of rows x cols with `nnz` entries of `width` bytes, which is to be filled. Throws index_overflow
/// where nnz does not fit.
template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> new_result(char const* what, executor const& exec, size_type rows, size_type cols,
                                             size_type nnz, std::size_t width) {
  if (nnz > std::numeric_limits<O>::max()) {
    throw index_overflow(concat(what, ": the result has ", nnz, " entries, which need 64-bit offsets: use matrix<T, ",
                                sizeof(I) == 4 ? "std::int32_t" : "std::int64_t", ", std::int64_t>"));
  }
  auto form = std::make_shared<compressed<I, O>>();
  form->exec = exec;
  form->major = rows;
  form->minor = cols;
  form->nnz = nnz;
  form->width = width;
  form->offsets = buffer<O>(exec, rows + 1);
  form->indices = buffer<I>(exec, nnz);
  form->values = buffer<byte>(exec, bytes_of(nnz, width));
  return form;
}

template <class T, index_type I, index_type O> T* values_of(compressed<I, O>& form) {
  return reinterpret_cast<T*>(form.values.data());
}

/// out[i] = in[i] - before, in another integer type: where rows begin once so many entries before them are gone.
struct copy_offsets {
  static constexpr bool in_library = true;
  integers in;
  integers_out out;
  size_type before = 0;
  HEDDLE_FN void operator()(size_type i) const { out.set(i, in[i] - before); }
};

/// flags[k] = whether the mask is open at indices[k].
struct flag_open {
  static constexpr bool in_library = true;
  integers indices;
  mask_view mask;
  byte* flags;
  HEDDLE_FN void operator()(size_type k) const { flags[k] = mask.open(indices[k]); }
};

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

/// A result of rows x cols with values of `width` bytes: count(counts) writes the entries of row i to counts[i];
/// fill(form, first) the columns of every row, ascending, and values, from first[i] on, which is form.offsets[i] too.
/// Reads back the number of entries. Throws index_overflow where that does not fit.
template <index_type I, index_type O, class Count, class Fill>
std::shared_ptr<detail::compressed<I, O>> sparse_result(char const* what, executor const& exec, size_type rows,
                                                        size_type cols, std::size_t width, Count const& count,
                                                        Fill const& fill) {
  buffer<size_type> counts(exec, rows + 1);
  size_type* const first = counts.data();
  count(first);
  primitives::exclusive_sum(exec, first, first, rows);
  auto form = detail::new_result<I, O>(what, exec, rows, cols, counts.get(rows), width);
  for_each_index(exec, rows + 1, detail::copy_offsets{first, form->offsets.data()});
  fill(*form, first);
  return form;
}

/// Entries where those of `pattern` are, with values of `width` bytes that are to be filled.
template <index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> same_pattern(detail::compressed<I, O> const& pattern, std::size_t width) {
  executor const& exec = pattern.exec;
  auto form = detail::new_result<I, O>("", exec, pattern.major, pattern.minor, 0, width);
  form->nnz = pattern.nnz;
  form->offsets = pattern.offsets.clone(exec);
  form->indices = pattern.indices.clone(exec);
  form->values = buffer<detail::byte>(exec, detail::bytes_of(pattern.nnz, width));
  return form;
}

template <index_type I, index_type O>
std::shared_ptr<detail::compressed<I, O>> empty_result(executor const& exec, size_type rows, size_type cols,
                                                       std::size_t width) {
  auto form = detail::new_result<I, O>("", exec, rows, cols, 0, width);
  O const zero = 0;
  primitives::fill(exec, form->offsets.data(), rows + 1, sizeof(O), &zero);
  return form;
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
