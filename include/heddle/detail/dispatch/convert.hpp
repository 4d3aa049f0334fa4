// convert.hpp - the same values in another type, and their truth, on host and GPU.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/dispatch/codes.hpp>
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/host/convert_run.hpp>

namespace heddle {

namespace detail {

using primitives::byte;

template <class T> T const* typed(buffer<byte> const& bytes) { return reinterpret_cast<T const*>(bytes.data()); }

/// to[i] = converted<To>(from[i]), where `from` holds the precompiled element at position `type`.
template <class To> struct coded_conversion {
  static constexpr bool in_library = true;
  To* to;
  void const* from;
  int type;

  HEDDLE_FN void operator()(size_type i) const {
    gpu::with_coded(precompiled_elements{}, type, [&]<class From>(std::type_identity<From>) {
      to[i] = converted<To>(static_cast<From const*>(from)[i]);
    });
  }
};

template <class To, class From> struct conversion {
  To* to;
  From const* from;

  HEDDLE_FN constexpr void operator()(size_type i) const { to[i] = converted<To>(from[i]); }
  coded_conversion<To> coded() const requires(is_precompiled_element<To>&& is_precompiled_element<From>) {
    return {to, from, gpu::code_of<From>(precompiled_elements{})};
  }
  static constexpr bool is_cheap = is_precompiled_element<To> && is_precompiled_element<From>;
  void run(size_type begin, size_type end) const { host::convert_run(to + begin, from + begin, end - begin); }
  static std::string kernel() {
    return concat("the conversion of values of type ", type_name<From>(), " to ", type_name<To>());
  }
};

/// truth[i] = values[i] != 0, where `values` holds the precompiled element at position `type`.
struct coded_truth {
  static constexpr bool in_library = true;
  byte* truth;
  void const* values;
  int type;

  HEDDLE_FN void operator()(size_type i) const {
    gpu::with_coded(precompiled_elements{}, type,
                    [&]<class M>(std::type_identity<M>) { truth[i] = static_cast<M const*>(values)[i] != M(0); });
  }
};

template <class M> struct truth_of_value {
  byte* truth;
  M const* values;

  HEDDLE_FN constexpr void operator()(size_type i) const { truth[i] = converted<bool>(values[i]); }
  coded_truth coded() const requires(is_precompiled_element<M>) {
    return {truth, values, gpu::code_of<M>(precompiled_elements{})};
  }
  static constexpr bool is_cheap = is_precompiled_element<M>;
  void run(size_type begin, size_type end) const {
    host::store_values<is_cheap>(truth, begin, end,
                                 [in = values](size_type i) -> byte { return converted<bool>(in[i]); });
  }
  static std::string kernel() {
    return concat("a value mask of type ", type_name<M>(), " (structure(mask) and masks of bool need none)");
  }
};

}  // namespace detail

inline namespace HEDDLE_TOOLCHAIN {
namespace ops {

/// converted<To>(values[i]) for i < n, in memory of its own.
template <class To, class From> buffer<detail::byte> convert(executor const& exec, From const* values, size_type n) {
  buffer<detail::byte> result(exec, detail::bytes_of(n, sizeof(To)));
  for_each_index(exec, n, detail::conversion<To, From>{reinterpret_cast<To*>(result.data()), values});
  return result;
}

/// Values of type To: `values` themselves, or a converted copy that `kept` holds.
template <class To, class From>
To const* in_domain(executor const& exec, From const* values, size_type n, buffer<detail::byte>& kept) {
  if constexpr (std::is_same_v<To, From>) {
    return values;
  } else {
    kept = convert<To>(exec, values, n);
    return detail::typed<To>(kept);
  }
}

}  // namespace ops
}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
