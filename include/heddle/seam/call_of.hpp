// call_of.hpp - what a reduction by these functors is to a plan.
#pragma once
#include <heddle/detail/walk/entry_walk.hpp>
#include <heddle/seam/walk/walks.hpp>

namespace heddle::seam {

/// For make_plan, before a reduce_tiles with these functors.
template <class Value, class Monoid, class Close> constexpr reduction_call call_of() {
  using V = typename Monoid::value_type;
  constexpr bool masked = detail::has_open<Close> || detail::takes_general_walks<Value>();
  constexpr bool full = !masked && !detail::carries_presence<Monoid>();
  std::size_t entry_bytes = 0;
  if constexpr (full && reads_entries<Value>) {
    using arrays = decltype(std::declval<Value const&>().entries());
    using column = typename arrays::column;
    entry_bytes = (std::is_same_v<column, no_columns> ? 0 : sizeof(column)) + sizeof(typename arrays::entry);
  }
  reduction_call call{sizeof(V), entry_bytes, full, detail::takes_tile<Value>};
  call.masked = masked;
  if constexpr (detail::carries_presence<Monoid>()) call.element_bytes = sizeof(V::value);
  call.decided = is_decided_by_one<Monoid>() && !detail::takes_general_walks<Value>();
  call.usual_walks = full && detail::takes_usual_walks<Value>();
  if constexpr (reads_entries<Value>) {
    call.gathers = !std::is_same_v<typename decltype(std::declval<Value const&>().entries())::column, no_columns>;
  }
  return call;
}

}  // namespace heddle::seam

namespace heddle::detail {

/// The same where a sink that can tell refuses no tile this time: what a plan may have been told.
template <class Value, class Monoid, class Close> constexpr reduction_call open_call_of() {
  reduction_call call = call_of<Value, Monoid, Close>();
  if constexpr (requires(Close const& close) { close.all_open(); }) call.masked = takes_general_walks<Value>();
  return call;
}

/// Whether every walk that a plan may choose for such a call is compiled for these functors.
template <class Value, class Monoid, class Close> constexpr bool has_walks_for(reduction_call const& asked) {
  constexpr reduction_call compiled = open_call_of<Value, Monoid, Close>();
  return [&]<class... Ws>(std::variant<Ws...> const*) {
    return ((lacks(Ws::needs, asked) || !lacks(Ws::needs, compiled)) && ...);
  }(static_cast<walk const*>(nullptr));
}

}  // namespace heddle::detail
