// cleared_places.cuh - where the products of a push meet: memory as large as the result, which every push leaves as it
// found it.
#pragma once
#include <cstring>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/detail/storage/vector_storage.hpp>

namespace heddle::gpu {

/// Entry k of the result, and its place cleared for the next.
template <class D, class Index> struct collected {
  Index const* list;
  size_type n;
  D* values;
  primitives::byte* present;
  unsigned long long* listed;
  D neutral;
  Index* out_index;
  D* out_value;

  __device__ void operator()(size_type k) const {
    if (k == 0) *listed = 0;
    if (k >= n) return;
    Index const i = list[k];
    out_index[k] = i;
    out_value[k] = values[i];
    values[i] = neutral;
    present[i] = 0;
  }
};

/// Where products meet: values that are neutral, presence, and behind it the length of the list of positions. Cleared
/// by that list afterwards, so that a push costs what it writes and not the size of the result.
template <class D, class Index> class cleared_places {
 public:
  using byte = primitives::byte;

  cleared_places(executor const& exec, size_type size, D const& neutral)
      : exec_(exec), neutral_(neutral), present_bytes_(ceil_div(size, size_type{8}) * 8) {
    std::uint64_t value = 0;
    std::memcpy(&value, &neutral, sizeof(D));
    std::size_t const bytes = static_cast<std::size_t>(heddle::detail::bytes_of(max_of<size_type>(size, 1), sizeof(D)));
    values_ = ready(exec.state().lease(bytes, sizeof(D), value), &neutral);
    byte const absent = 0;
    std::size_t const flags = static_cast<std::size_t>(present_bytes_) + sizeof(unsigned long long);
    present_ = ready(exec.state().lease(flags, 1, 0), &absent);
  }

  D* values() const { return static_cast<D*>(values_.memory.get()); }
  byte* present() const { return static_cast<byte*>(present_.memory.get()); }
  unsigned long long* listed() const { return reinterpret_cast<unsigned long long*>(present() + present_bytes_); }

  /// The entries at the positions that are listed, and these places as they were.
  heddle::detail::sparse_form<Index> collect(Index const* list) && {
    unsigned long long found = 0;
    heddle::detail::copy_bytes(executor{}, &found, exec_, listed(), sizeof(found));
    size_type const n = static_cast<size_type>(found);
    heddle::detail::sparse_form<Index> t{buffer<Index>(exec_, n),
                                         buffer<byte>(exec_, heddle::detail::bytes_of(n, sizeof(D))), n, false};
    for_each_index(exec_, max_of<size_type>(n, 1),
                   collected<D, Index>{list, n, values(), present(), listed(), neutral_, t.indices.data(),
                                       reinterpret_cast<D*>(t.values.data())});
    exec_.state().give_back(std::move(values_));
    exec_.state().give_back(std::move(present_));
    return t;
  }

 private:
  heddle::detail::leased_memory ready(heddle::detail::leased_memory memory, void const* value) const {
    size_type const n = static_cast<size_type>(memory.bytes / memory.width);
    if (memory.fresh) primitives::fill(exec_, memory.memory.get(), n, memory.width, value);
    return memory;
  }

  executor exec_;
  D neutral_;
  size_type present_bytes_;
  heddle::detail::leased_memory values_, present_;
};

}  // namespace heddle::gpu
