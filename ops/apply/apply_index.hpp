// apply_index.hpp - w(i) = i wherever w has an entry (GrB_apply with GrB_ROWINDEX).
// GraphBLAS C API 2.1, section 4.3.8.
#pragma once
#include <heddle/trace_range.hpp>
#include <heddle/vector.hpp>

namespace heddle {

/// Every entry of w becomes its own position. Work O(entries), or O(size) where w is a bitmap. Asynchronous, unless w
/// is a bitmap whose entries have not been counted.
template <index_type I> void apply_index(vector<I, I>& w) {
  detail::trace_range const traced(w.exec(), "apply_index");
  auto& storage = w.storage();
  if (storage.has_sparse()) {
    auto const& old = storage.sparse();
    detail::sparse_form<I> numbered{old.indices.clone(w.exec()), buffer<detail::byte>(w.exec(), old.nvals * sizeof(I)),
                                    old.nvals, old.sorted};
    detail::copy_bytes(w.exec(), numbered.values.data(), w.exec(), old.indices.data(), old.nvals * sizeof(I));
    return storage.assign(std::move(numbered));
  }
  bool const full = w.form() == vector_form::dense;
  size_type const nvals = w.nvals();
  auto& form = full ? storage.write_full() : storage.write_bitmap();
  primitives::iota(w.exec(), reinterpret_cast<I*>(form.values.data()), w.size(), I{0});
  form.nvals = nvals;
}

}  // namespace heddle
