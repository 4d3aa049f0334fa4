// forms.hpp - what the methods of mxm share: operands and masks as kernels see them, and results in the making.
#pragma once
#include <heddle/matrix.hpp>
#include <heddle/ops/mxv/mxv.hpp>

namespace heddle {

/// Which positions of a matrix may be written. `offsets` null: every one.
template <index_type Index, index_type Offset> struct matrix_mask_view {
  Offset const* offsets = nullptr;
  Index const* indices = nullptr;
  primitives::byte const* truth = nullptr;  // of a value mask: where its values are true; null: everywhere
  bool complemented = false;

  HEDDLE_FN constexpr bool trivial() const { return !offsets; }
  HEDDLE_FN constexpr bool open(size_type i, Index j) const;
};

namespace detail {

/// First position in [from, to) of an ascending list whose element is not below `key`.
template <class Index>
HEDDLE_FN constexpr size_type lower_bound(Index const* list, size_type from, size_type to, Index key) {
  while (from < to) {
    size_type const middle = from + (to - from) / 2;
    if (list[middle] < key) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

/// A mask made ready; keeps the mask's form, which the output may be about to drop.
template <index_type I, index_type O> struct ready_matrix_mask {
  matrix_mask_view<I, O> view;
  std::shared_ptr<compressed<I, O> const> form;
  buffer<byte> truth;
};

template <index_type I, index_type O> ready_matrix_mask<I, O> prepare_matrix_mask(no_mask_type, executor const&) {
  return {};
}

/// truth[e] = the value of entry e is true.
template <class M, index_type I, index_type O>
buffer<byte> truth_of(compressed<I, O> const& form, executor const& exec) {
  buffer<byte> truth(exec, form.nnz);
  auto const values = form.template view<M>().values;
  if (form.one_value) {
    byte const one = static_cast<bool>(values.one);
    primitives::fill(exec, truth.data(), form.nnz, 1, &one);
  } else if (exec.is_host()) {
    byte* const out = truth.data();
    host::parallel_for(exec, form.nnz, [=](size_type e) { out[e] = static_cast<bool>(values.data[e]); });
  } else if constexpr (std::is_arithmetic_v<M> || is_short_real<M>) {
    cuda_truth(exec, values.data, form.nnz, truth.data());
  } else {
    throw not_compiled("mxm: a value mask of a user's type needs a host executor; use structure(mask) or a bool mask");
  }
  return truth;
}

/// Value masks are read once into bytes, O(nnz(mask)).
template <index_type I, index_type O, class M>
ready_matrix_mask<I, O> prepare_matrix_mask(mask_of<matrix<M, I, O>> const& mask, executor const& exec) {
  ready_matrix_mask<I, O> ready;
  ready.form = mask.container->storage().share_csr();
  ready.view = {ready.form->offsets.data(), ready.form->indices.data(), nullptr, mask.complemented};
  if (mask.structural) return ready;
  if constexpr (std::is_constructible_v<bool, M>) {
    ready.truth = truth_of<M>(*ready.form, exec);
    ready.view.truth = ready.truth.data();
  } else {
    throw invalid_argument("a mask of values that do not convert to bool; use structure(mask)");
  }
  return ready;
}

/// An operand's entries on the host; no values where the semiring does not read them.
template <class T, bool Reads, index_type I, index_type O>
compressed_view<T, I, O> host_view(compressed<I, O> const& form) {
  if constexpr (Reads) {
    return form.template view<T>();
  } else {
    return {form.major, form.minor, form.nnz, form.offsets.data(), form.indices.data(), {}};
  }
}

/// An empty result of rows x cols for `nnz` entries of `width` bytes; indices and values are to be filled.
/// Throws index_overflow where nnz does not fit.
template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> new_result(executor const& exec, size_type rows, size_type cols, size_type nnz,
                                             std::size_t width) {
  if (nnz > std::numeric_limits<O>::max()) {
    throw index_overflow(concat("mxm: the result has ", nnz, " entries, which need 64-bit offsets: use matrix<T, ",
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

template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> empty_result(executor const& exec, size_type rows, size_type cols,
                                               std::size_t width) {
  auto form = new_result<I, O>(exec, rows, cols, 0, width);
  O const zero = 0;
  primitives::fill(exec, form->offsets.data(), rows + 1, sizeof(O), &zero);
  return form;
}

template <class T, index_type I, index_type O> T* values_of(compressed<I, O>& form) {
  return reinterpret_cast<T*>(form.values.data());
}

}  // namespace detail

template <index_type Index, index_type Offset>
HEDDLE_FN constexpr bool matrix_mask_view<Index, Offset>::open(size_type i, Index j) const {
  if (!offsets) return true;
  size_type const to = offsets[i + 1], at = detail::lower_bound(indices, offsets[i], to, j);
  return (at < to && indices[at] == j && (!truth || truth[at])) != complemented;
}

}  // namespace heddle
