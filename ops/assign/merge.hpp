// merge.hpp - w<mask, replace> = w accum t for vectors: the last step of every operation that does not fuse it.
#pragma once
#include <heddle/output.hpp>
#include <heddle/semirings/precompiled.hpp>
#include <heddle/toolchain.hpp>
#include <heddle/trace_range.hpp>
#if defined(__CUDACC__)
#include <heddle/cuda/elementwise.cuh>
#endif

namespace heddle {

namespace cuda {

/// sink(i, t(i)).
template <class W, class Accum> struct merge_entry {
  W const* t;
  primitives::byte const* t_present;  // null: t is full
  vector_sink<W, Accum> sink;
  HEDDLE_FN constexpr void operator()(size_type i) const { sink(i, maybe<W>{t[i], !t_present || t_present[i] != 0}); }
};

/// For every i < n. Precompiled for arithmetic W and the standard operators.
template <class W, class Accum> void merge(executor const& exec, size_type n, merge_entry<W, Accum> const& entry);

/// to[i] = static_cast<To>(from[i]). Precompiled for all pairs of arithmetic types.
template <class To, class From> void cast(executor const& exec, To* to, From const* from, size_type n);

template <class T>
using precompiled_accumulators = type_list<no_accum_type, plus<T>, minus<T>, times<T>, minimum<T>, maximum<T>, first<T>,
                                           second<T>, logical_or<T>, logical_and<T>>;

}  // namespace cuda

namespace detail {

template <class T> T const* typed(buffer<byte> const& bytes) { return reinterpret_cast<T const*>(bytes.data()); }

/// Values and presence of an output vector, opened for writing in place.
template <class W> struct open_vector {
  W* values;
  byte* present;  // null: full
};

/// `keeps`: old entries matter (accumulator, or a mask without replace). `fills`: every position gets an entry.
template <class W, index_type I> open_vector<W> open_output(vector<W, I>& w, bool keeps, bool fills) {
  auto& storage = w.storage();
  bool const full = fills && (!keeps || w.form() == vector_form::dense);
  bitmap_form& form = full ? storage.write_full() : keeps ? storage.write_bitmap() : storage.write_fresh_bitmap();
  return {reinterpret_cast<W*>(form.values.data()), full ? nullptr : form.present.data()};
}

/// GPU values in another domain: `values` themselves, or a converted copy that `kept` holds.
template <class D, class U> D const* in_domain(executor const& exec, U const* values, size_type n, buffer<byte>& kept) {
  if constexpr (std::is_same_v<D, U>) {
    return values;
  } else if constexpr (is_precompiled_element<D> && is_precompiled_element<U>) {
    kept = buffer<byte>(exec, n * static_cast<size_type>(sizeof(D)));
    cuda::cast<D, U>(exec, reinterpret_cast<D*>(kept.data()), values, n);
    return typed<D>(kept);
  } else {
    throw not_compiled("on a CUDA executor operands of a user's type must have the type of the semiring's domain");
  }
}

}  // namespace detail

inline namespace HEDDLE_TOOLCHAIN {

/// w<mask, replace> = w accum t, where t is given by values and presence (null: full) in w's executor.
/// Work O(size).
template <class W, index_type I, class Accum, class D>
void merge_into(vector<W, I>& w, mask_view const& mask, Accum const& accum, bool replace, D const* t,
                primitives::byte const* t_present) {
  constexpr bool accumulates = !std::is_same_v<Accum, no_accum_type>;
  bool const keeps = accumulates || (!mask.trivial() && !replace);
  bool const fills = !t_present && (mask.trivial() || (keeps && !replace));
  auto const out = detail::open_output(w, keeps, fills);
  vector_sink<W, Accum> const sink{out.values, out.present, mask, replace || !keeps, accumulates, accum};
  size_type const n = w.size();
  if (w.exec().is_host()) {
    host::parallel_for(w.exec(), n, [=](size_type i) {
      bool const present = !t_present || t_present[i];
      sink(i, present ? maybe<D>{t[i], true} : maybe<D>{D{}, false});
    });
    return w.storage().choose_form();
  }
  buffer<primitives::byte> kept;
  cuda::merge_entry<W, Accum> const entry{detail::in_domain<W>(w.exec(), t, n, kept), t_present, sink};
#if defined(__CUDACC__)
  cuda::for_each_index(w.exec(), n, entry);
#else
  if constexpr (is_precompiled_element<W> && detail::contains<Accum, cuda::precompiled_accumulators<W>>::value) {
    cuda::merge<W, Accum>(w.exec(), n, entry);
  } else {
    throw not_compiled("this element type or accumulator has no precompiled GPU kernel; compile the call with nvcc");
  }
#endif
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
