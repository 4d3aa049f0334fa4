// convert.hpp - the same values in another type, on host and GPU.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/host/convert_run.hpp>
#include <heddle/semirings/precompiled.hpp>

namespace heddle::detail {

using primitives::byte;

template <class T> T const* typed(buffer<byte> const& bytes) { return reinterpret_cast<T const*>(bytes.data()); }

/// to[i] = converted<To>(from[i]), where `from` holds the precompiled element at position `type`.
template <class To> struct conversion_by_code {
  static constexpr bool in_library = true;
  To* to;
  void const* from;
  int type;

  HEDDLE_FN void operator()(size_type i) const {
    by_code<precompiled_elements>(
        type, [&]<class From>(std::type_identity<From>) { to[i] = converted<To>(static_cast<From const*>(from)[i]); });
  }
};

template <class To, class From> struct conversion {
  To* to;
  From const* from;

  HEDDLE_FN constexpr void operator()(size_type i) const { to[i] = converted<To>(from[i]); }
  conversion_by_code<To> by_code() const requires(is_precompiled_element<To>&& is_precompiled_element<From>) {
    return {to, from, code_of<From, precompiled_elements>};
  }
  static constexpr bool is_cheap = is_precompiled_element<To> && is_precompiled_element<From>;
  void run(size_type begin, size_type end) const { host::convert_run(to + begin, from + begin, end - begin); }
  static std::string kernel() {
    return concat("the conversion of values of type ", type_name<From>(), " to ", type_name<To>(),
                  std::is_same_v<To, bool> ? " (structure(mask) and masks of bool need none)" : "");
  }
};

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

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

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
