// merge.hpp - w<mask, replace> = w accum t for vectors: the last step of every operation that does not fuse it.
#pragma once
#include <heddle/ops/assign/codes.hpp>
#include <heddle/output.hpp>
#include <heddle/toolchain.hpp>
#include <heddle/trace_range.hpp>
#if defined(__CUDACC__)
#include <heddle/cuda/elementwise.cuh>
#endif

namespace heddle {

namespace cuda {

/// sink(i, t(i)), t in its own type T.
template <class W, class Accum, class T = W> struct merge_entry {
  T const* t;
  primitives::byte const* t_present;  // null: t is full
  vector_sink<W, Accum> sink;
  HEDDLE_FN constexpr void operator()(size_type i) const { sink(i, maybe<T>{t[i], !t_present || t_present[i] != 0}); }
};

template <class T>
using precompiled_accumulators = type_list<no_accum_type, plus<T>, minus<T>, times<T>, minimum<T>, maximum<T>, first<T>,
                                           second<T>, logical_or<T>, logical_and<T>>;

/// The accumulator at that position among the precompiled ones.
template <class T> struct coded_accumulator {
  int code;
  HEDDLE_FN constexpr T operator()(T a, T b) const {
    T result = b;
    with_coded(precompiled_accumulators<T>{}, code, [&]<class Accum>(std::type_identity<Accum>) {
      if constexpr (!std::is_same_v<Accum, no_accum_type>) result = Accum{}(a, b);
    });
    return result;
  }
};

/// For every i < n. Precompiled for every precompiled element.
template <class W> void merge(executor const& exec, size_type n, merge_entry<W, coded_accumulator<W>> const& entry);

/// to[i] = static_cast<To>(from[i]), where `from` holds the precompiled element at position `type`.
template <class To> void cast(executor const& exec, To* to, void const* from, int type, size_type n);

}  // namespace cuda

namespace detail {

template <class T> T const* typed(buffer<byte> const& bytes) { return reinterpret_cast<T const*>(bytes.data()); }

/// Memory for a result of w, which is w's once `w.storage().keep` has it (see bitmap_draft). `keeps`: old entries
/// matter (accumulator, or a mask without replace). `fills`: every position gets an entry.
template <class W, index_type I> bitmap_draft open_output(vector<W, I>& w, bool keeps, bool fills) {
  auto& storage = w.storage();
  if (fills && (!keeps || w.form() == vector_form::dense)) return storage.draft_full();
  return keeps ? storage.draft_bitmap() : storage.draft_fresh_bitmap();
}

template <class W, class Accum>
vector_sink<W, Accum> sink_of(bitmap_draft const& out, mask_view const& mask, bool replace, bool accumulate,
                              Accum const& accum) {
  return {reinterpret_cast<W*>(out.values), out.present, mask, replace, accumulate, accum};
}

/// GPU values in another domain: `values` themselves, or a converted copy that `kept` holds.
template <class D, class U> D const* in_domain(executor const& exec, U const* values, size_type n, buffer<byte>& kept) {
  if constexpr (std::is_same_v<D, U>) {
    return values;
  } else if constexpr (is_precompiled_element<D> && is_precompiled_element<U>) {
    kept = buffer<byte>(exec, bytes_of(n, sizeof(D)));
    cuda::cast(exec, reinterpret_cast<D*>(kept.data()), values, cuda::code_of<U>(precompiled_elements{}), n);
    return typed<D>(kept);
  } else {
    throw not_compiled("on a CUDA executor operands of a user's type must have the type of the semiring's domain");
  }
}

}  // namespace detail

inline namespace HEDDLE_TOOLCHAIN {

namespace merge_detail {

#if defined(__CUDACC__)

// nvcc compiles what is asked for: t is read as it is.
template <class W, class Accum, class D>
D const* operand_of(executor const&, D const* t, size_type, buffer<primitives::byte>&) {
  return t;
}
template <class W, class Accum, class T>
void run(executor const& exec, size_type n, T const* t, primitives::byte const* t_present,
         vector_sink<W, Accum> const& sink) {
  cuda::for_each_index(exec, n, cuda::merge_entry<W, Accum, T>{t, t_present, sink});
}

#else

template <class W, class Accum>
inline constexpr bool is_compiled_in =
    is_precompiled_element<W>&& detail::contains<Accum, cuda::precompiled_accumulators<W>>::value;

// The precompiled accumulators take W, as which C++ would hand them t: converting it first is the same. Throws where
// there are no kernels.
template <class W, class Accum, class D>
W const* operand_of(executor const& exec, D const* t, size_type n, buffer<primitives::byte>& kept) {
  if constexpr (is_compiled_in<W, Accum>) {
    return detail::in_domain<W>(exec, t, n, kept);
  } else {
    throw not_compiled("this element type or accumulator has no precompiled GPU kernel; compile the call with nvcc");
  }
}
template <class W, class Accum>
void run(executor const& exec, size_type n, W const* t, primitives::byte const* t_present,
         vector_sink<W, Accum> const& sink) {
  if constexpr (is_compiled_in<W, Accum>) {
    cuda::coded_accumulator<W> const accum{cuda::code_of<Accum>(cuda::precompiled_accumulators<W>{})};
    cuda::merge<W>(exec, n,
                   {t, t_present, {sink.values, sink.present, sink.mask, sink.replace, sink.accumulate, accum}});
  }
}

#endif

}  // namespace merge_detail

/// w<mask, replace> = w accum t, where t is given by values and presence (null: full) in w's executor.
/// accum(w(i), t(i)) is computed on both as they are, whatever accum converts them to, and its result converted to W.
/// Work O(size).
template <class W, index_type I, class Accum, class D>
void merge_into(vector<W, I>& w, mask_view const& mask, Accum const& accum, bool replace, D const* t,
                primitives::byte const* t_present) {
  constexpr bool accumulates = !std::is_same_v<Accum, no_accum_type>;
  bool const keeps = accumulates || (!mask.trivial() && !replace);
  bool const fills = !t_present && (mask.trivial() || (keeps && !replace));
  size_type const n = w.size();
  if (w.exec().is_host()) {
    auto out = detail::open_output(w, keeps, fills);
    auto const sink = detail::sink_of<W>(out, mask, replace || !keeps, accumulates, accum);
    host::parallel_for(w.exec(), n, [=](size_type i) {
      bool const present = !t_present || t_present[i];
      sink(i, present ? maybe<D>{t[i], true} : maybe<D>{D{}, false});
    });
    w.storage().keep(std::move(out));
    return w.storage().choose_form();
  }
  buffer<primitives::byte> kept;
  auto const* const operand = merge_detail::operand_of<W, Accum>(w.exec(), t, n, kept);
  auto out = detail::open_output(w, keeps, fills);
  auto const sink = detail::sink_of<W>(out, mask, replace || !keeps, accumulates, accum);
  merge_detail::run(w.exec(), n, operand, t_present, sink);
  w.storage().keep(std::move(out));
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
