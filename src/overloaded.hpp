// overloaded.hpp - several functions as one, for std::visit.
#pragma once

namespace heddle::detail {

template <class... Functions> struct overloaded : Functions... { using Functions::operator()...; };
template <class... Functions> overloaded(Functions...) -> overloaded<Functions...>;

}  // namespace heddle::detail
