// blocks.hpp - a run of a result meets its output on the CPU, 64 positions at a time: which are written is decided by
// words of bits, values go by vectors where all are.
#pragma once
#include <heddle/detail/host/convert_run.hpp>
#include <heddle/detail/host/flag_bits.hpp>
#include <heddle/detail/host/lanes.hpp>
#include <heddle/seam/sinks.hpp>

namespace heddle::host {

/// Where n positions from `i` on are open.
inline std::uint64_t open_bits(mask_view const& mask, size_type i, size_type n) {
  std::uint64_t const open = bits_at(mask.present, i, n) & bits_at(mask.truth, i, n);
  return mask.complemented ? ~open & all_bits(n) : open;
}

/// What happens at n positions from `i` on, as bits.
struct block_of_writes {
  std::uint64_t set = 0, accumulated = 0;  // w becomes t, or w accum t
  std::uint64_t present = 0;               // afterwards
};

template <class W, class Accum>
block_of_writes writes_at(vector_sink<W, Accum> const& sink, byte const* t_present, size_type i, size_type n) {
  std::uint64_t const open = open_bits(sink.mask, i, n);
  std::uint64_t const closed_stay = sink.replace ? 0 : all_bits(n) & ~open;
  std::uint64_t const given = open ? open & bits_at(t_present, i, n) : 0;
  std::uint64_t const may_stay = closed_stay | (sink.accumulate ? open : 0);
  // What no entry stays of may be memory that nothing was written to.
  std::uint64_t const old = may_stay ? bits_at(sink.present, i, n) : 0;
  std::uint64_t const accumulated = sink.accumulate ? given & old : 0;
  return {given & ~accumulated, accumulated, given | (old & may_stay)};
}

template <class T> auto in_lanes_of(T const* t) { return in_bytes(t); }
template <class T> same_value<T> in_lanes_of(same_value<T> const& t) { return t; }

/// sink(k, t(k)) for k in [begin, end); t: an array or same_value, t_present null: everywhere. `Apart`: of t as a W and
/// of the accumulator, as for store_values.
template <bool Apart, class W, class Accum, class T>
void write_run(vector_sink<W, Accum> const& sink, T const t, byte const* t_present, size_type begin, size_type end) {
  W* const w = sink.values;
  auto const set = [in = in_lanes_of(t)](size_type k) { return converted_in_lanes<W>(in[k]); };
  auto const accumulate = [=, accum = in_lanes(sink.accum)](size_type k) {
    if constexpr (std::is_same_v<Accum, no_accum_type>) {
      return w[k];
    } else {
      return detail::converted<W>(detail::called(accum, w[k], t[k]));
    }
  };
  if (sink.mask.trivial() && !t_present && !(sink.accumulate && sink.present)) {
    if (sink.present) store_values<true>(sink.present, begin, end, [](size_type) { return byte{1}; });
    if (sink.accumulate) return store_values<Apart>(w, begin, end, accumulate);
    if constexpr (Apart && std::is_pointer_v<T> && converts_whole<W, std::remove_cvref_t<decltype(t[0])>>) {
      return convert_run(w + begin, t + begin, end - begin);
    } else {
      return store_values<Apart>(w, begin, end, set);
    }
  }
  enum class whole { none, written, accumulated };
  whole run = whole::none;
  size_type from = begin;
  auto const finish = [&](size_type to, whole next) {
    if (run == next && next != whole::none) return;
    if (run == whole::written) store_values<Apart>(w, from, to, set);
    if (run == whole::accumulated) store_values<Apart>(w, from, to, accumulate);
    run = next;
    from = to;
  };
  for (size_type i = begin; i < end; i += block_length) {
    size_type const n = min_of(block_length, end - i);
    auto const here = writes_at(sink, t_present, i, n);
    std::uint64_t const all = all_bits(n);
    finish(i, here.set == all ? whole::written : here.accumulated == all ? whole::accumulated : whole::none);
    if (run == whole::none) {
      for_each_bit(here.set, i, [=](size_type k) { w[k] = set(k); });
      for_each_bit(here.accumulated, i, [=](size_type k) { w[k] = accumulate(k); });
    }
    if (sink.present) put_flags(sink.present + i, here.present, n);
  }
  finish(end, whole::none);
}

}  // namespace heddle::host
