// mask.hpp - masks of vectors and matrices made ready for an operation.
// GraphBLAS C API 2.1, section 3.5.
#pragma once
#include <heddle/ops/detail/scope.hpp>
#include <heddle/seam/sinks.hpp>

namespace heddle::detail {

/// `copy` and `truth` hold what the view reads. `listed`: of the positions that are open, in a device_loop.
struct ready_mask {
  mask_view view;
  std::shared_ptr<listing> listed;
  buffer<byte> truth;
  std::shared_ptr<void const> copy;
};

/// No mask.
struct ready_without_mask : ready_mask {
  static constexpr view_of_no_mask view{};
};

/// Keeps the mask's form, which the output may be about to drop.
template <index_type I, index_type O> struct ready_matrix_mask {
  matrix_mask_view<I, O> view;
  std::shared_ptr<compressed<I, O> const> form;
  buffer<byte> truth;
};

/// A structural mask that is not complemented and at hand as a list of positions, or null.
template <index_type I> vector_storage<I> const* listed_mask(no_mask_type) { return nullptr; }
template <index_type I, class M> vector_storage<I> const* listed_mask(mask_of<vector<M, I>> const& mask) {
  bool const listed = mask.structural && !mask.complemented && storage_of(*mask.container).has_sparse();
  return listed ? &storage_of(*mask.container) : nullptr;
}

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

/// truth[k] = whether values[k] is true, for k < n; [0, n) of memory of its own.
template <class M> buffer<detail::byte> truth_of(executor const& exec, values_view<M> const& values, size_type n) {
  if constexpr (std::is_constructible_v<bool, M>) {
    buffer<detail::byte> truth(exec, n);
    if (values.data) {
      for_each_index(exec, n, detail::conversion<bool, M>{reinterpret_cast<bool*>(truth.data()), values.data});
    } else {
      detail::byte const one = static_cast<bool>(values.one);
      primitives::fill(exec, truth.data(), n, 1, &one);
    }
    return truth;
  } else {
    throw invalid_argument("a mask of values that do not convert to bool; use structure(mask)");
  }
}

template <class W, index_type I> detail::ready_without_mask prepare_mask(no_mask_type, vector<W, I> const&) {
  return {};
}

/// Value masks of other types than bool are turned into bytes, O(n). A mask that is the output itself is copied,
/// because opening the output for writing may drop its forms.
template <class M, class W, index_type I>
detail::ready_mask prepare_mask(mask_of<vector<M, I>> const& mask, vector<W, I> const& w) {
  detail::ready_mask ready;
  if (static_cast<void const*>(mask.container) == static_cast<void const*>(&w)) {
    auto const copy = std::make_shared<vector<M, I> const>(*mask.container);
    ready = prepare_mask(mask_of<vector<M, I>>{copy.get(), mask.structural, mask.complemented}, w);
    ready.copy = copy;
    return ready;
  }
  auto const& form = storage_of(*mask.container).bitmap();
  ready.view.complemented = mask.complemented;
  ready.view.present = form.full() ? nullptr : form.present.data();
  if (mask.structural) {
    if (!mask.complemented) ready.listed = form.listed;
    return ready;
  }
  if constexpr (std::is_same_v<M, bool>) {
    ready.view.truth = form.values.data();
  } else {
    ready.truth = truth_of(w.exec(), values_view<M>{detail::typed<M>(form.values)}, w.size());
    ready.view.truth = ready.truth.data();
  }
  return ready;
}

template <class W, index_type I, index_type O>
detail::ready_matrix_mask<I, O> prepare_mask(no_mask_type, matrix<W, I, O> const&) {
  return {};
}

/// Value masks are read once into bytes, O(nnz(mask)).
template <class M, class W, index_type I, index_type O>
detail::ready_matrix_mask<I, O> prepare_mask(mask_of<matrix<M, I, O>> const& mask, matrix<W, I, O> const& c) {
  detail::ready_matrix_mask<I, O> ready;
  ready.form = storage_of(*mask.container).share_csr();
  ready.view = {ready.form->offsets.data(), ready.form->indices.data(), nullptr, mask.complemented};
  if (mask.structural) return ready;
  ready.truth = truth_of(c.exec(), ready.form->template view<M>().values, ready.form->nnz);
  ready.view.truth = ready.truth.data();
  return ready;
}

/// That of an operation at work.
template <class Output, class Mask> auto prepare_mask(scope<Output, Mask> const& work) {
  return prepare_mask(work.mask, std::as_const(work.output));
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
