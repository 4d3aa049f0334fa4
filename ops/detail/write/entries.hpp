// entries.hpp - the entries of t meet those of w one by one, by a sink: the step that vectors and matrices share.
#pragma once
#include <bit>
#include <heddle/detail/dispatch/convert.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/ops/detail/write/blocks.hpp>
#include <heddle/seam/sinks.hpp>
#include <heddle/seam/views.hpp>
#include <heddle/semirings/by_code.hpp>

namespace heddle::detail {

/// The accumulator of a code; of none it is what is written.
template <class T> using accumulator_by_code = operator_by_code<T, table::accumulators>;

template <class Accum, class T>
concept accumulates_by_code = std::is_same_v<Accum, no_accum_type> || known_by_code<Accum, T, table::accumulators>;

/// The same sink with its accumulator by code.
template <class W, class Accum> vector_sink<W, accumulator_by_code<W>> by_code(vector_sink<W, Accum> const& sink) {
  accumulator_by_code<W> accum;
  if constexpr (!std::is_same_v<Accum, no_accum_type>) accum.code = code_of<Accum, binary_operators<W>>;
  return {sink.values, sink.present, sink.mask, sink.replace, sink.accumulate, accum};
}

/// Whether elements are converted and accumulated without an effect beside.
template <class W, class Accum, class T>
inline constexpr bool is_written_by_lanes =
    is_precompiled_element<W>&& is_precompiled_element<T>&& accumulates_by_code<Accum, W>;

/// Flags of the positions that are written: others need not be looked at. Null: all are.
template <class W, class Accum> byte const* flags_to_ask(vector_sink<W, Accum> const& sink, byte const* t_present) {
  if (auto const* const open = sink.flags()) return open;
  return sink.accumulate && !sink.clears() ? t_present : nullptr;
}

/// What the library has of the two below, for t of w's type and the accumulators above.
template <class W> struct written_by_code {
  static constexpr bool in_library = true;
  values_view<W> t;
  bool same;              // t[0] is everywhere
  byte const* t_present;  // null: t is full, or a list
  vector_sink<W, accumulator_by_code<W>> sink;
  integers at;          // of a list: where its entries stand
  listing_view listed;  // of the flags that are set

  HEDDLE_FN constexpr void operator()(size_type k) const {
    bool const present = !t_present || t_present[k] != 0;
    sink(at.data ? at[k] : k, present ? maybe<W>{t[same ? 0 : k], true} : maybe<W>{W{}, false});
  }
  byte const* flags() const { return at.data ? nullptr : flags_to_ask(sink, t_present); }
};

/// sink(i, t(i)), t in its own type T: by positions, or where t is a list, by its entries.
template <class W, class Accum, class T> struct written_entry {
  T const* t;
  byte const* t_present;  // null: t is full, or a list
  vector_sink<W, Accum> sink;
  integers at = {};          // of a list: where its entries stand
  listing_view listed = {};  // of the flags that are set

  HEDDLE_FN constexpr void operator()(size_type k) const {
    bool const present = !t_present || t_present[k] != 0;
    sink(at.data ? at[k] : k, present ? maybe<T>{t[k], true} : maybe<T>{T{}, false});
  }
  byte const* flags() const { return at.data ? nullptr : flags_to_ask(sink, t_present); }
  auto by_code() const requires(std::is_same_v<W, T>&& is_precompiled_element<W>&& accumulates_by_code<Accum, W>) {
    return written_by_code<W>{{t}, false, t_present, detail::by_code(sink), at, listed};
  }
  static std::string kernel() {
    return concat("writing values of type ", type_name<T>(), " to ", type_name<W>(), " by accumulator ",
                  type_name<Accum>());
  }

  static constexpr bool is_cheap = is_written_by_lanes<W, Accum, T>;
  void run(size_type begin, size_type end) const {
    if (!at.data) return host::write_run<is_cheap>(sink, t, t_present, begin, end);
    for (size_type k = begin; k < end; ++k) (*this)(k);
  }
};

/// Unsigned numbers of the width of a precompiled element.
template <class W>
using word_as_wide =
    std::conditional_t<sizeof(W) == 1, std::uint8_t,
                       std::conditional_t<sizeof(W) == 2, std::uint16_t,
                                          std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>>>;

/// What the library has of the next where nothing accumulates, for every type of a width: under a mask 45 us on an H200
/// where written_by_code takes 54.
template <class Word> struct written_word {
  static constexpr bool in_library = true;
  values_view<Word> t;
  vector_sink<Word, no_accum_type> sink;
  listing_view listed;  // of the flags that are set

  HEDDLE_FN constexpr void operator()(size_type k) const { sink(k, maybe<Word>{t[0], true}); }
  byte const* flags() const { return sink.flags(); }
};

/// sink(k, t) with the same t at every position: t.one, or what stands at t.data when the kernel comes to it.
template <class W, class Accum> struct written_number {
  values_view<W> t;
  vector_sink<W, Accum> sink;
  listing_view listed = {};  // of the flags that are set

  HEDDLE_FN constexpr void operator()(size_type k) const { sink(k, maybe<W>{t[0], true}); }
  byte const* flags() const { return sink.flags(); }
  auto by_code() const requires(is_precompiled_element<W>&& accumulates_by_code<Accum, W>) {
    if constexpr (std::is_same_v<Accum, no_accum_type>) {
      using word = word_as_wide<W>;
      vector_sink<word, no_accum_type> const words{
          reinterpret_cast<word*>(sink.values), sink.present, sink.mask, sink.replace, false, {}};
      return written_word<word>{{reinterpret_cast<word const*>(t.data), std::bit_cast<word>(t.one)}, words, listed};
    } else {
      return written_by_code<W>{t, true, nullptr, detail::by_code(sink), {}, listed};
    }
  }
  static std::string kernel() {
    return concat("writing a value of type ", type_name<W>(), " by accumulator ", type_name<Accum>());
  }

  static constexpr bool is_cheap = is_written_by_lanes<W, Accum, W>;
  void run(size_type begin, size_type end) const {
    host::write_run<is_cheap>(sink, host::same_value<W>{t[0]}, nullptr, begin, end);
  }
};

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

/// sink(i, t(i)) for i < n, t given by values and presence (null: full), or sink(at[k], t(at[k])) for k < n, t given as
/// a list: accumulators get t's own type, whatever they convert it to. The library's take w's type, as which C++ would
/// hand them t: converting it first is the same. listed: where the mask is open, or without one t has entries, if that
/// is known.
template <class W, class Accum, class T>
void write_entries(executor const& exec, size_type n, vector_sink<W, Accum> const& sink, T const* t,
                   detail::byte const* t_present, integers at = {}, detail::listing_view listed = {}) {
  using direct = detail::written_entry<W, Accum, T>;
  if constexpr (!has_kernel_for<direct> && has_kernel_for<detail::conversion<W, T>>) {
    if (!exec.is_host()) {
      buffer<detail::byte> kept;
      W const* const converted = in_domain<W>(exec, t, n, kept);
      return for_each_index(exec, n, detail::written_entry<W, Accum, W>{converted, t_present, sink, at, listed});
    }
  }
  for_each_index(exec, n, direct{t, t_present, sink, at, listed});
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
