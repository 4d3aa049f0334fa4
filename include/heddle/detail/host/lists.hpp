// lists.hpp - loops over CPU threads whose bodies list what they find: a list of their own each, one in the end.
#pragma once
#include <heddle/detail/executor/parallel_for.hpp>
#include <vector>

namespace heddle::host {

/// body(i, list) for i in [0, n), by as many threads as there are `lists`, which may last from loop to loop. What
/// bodies append to the list that they are given stands at the end of `all` afterwards, in no order that can be told.
template <class T, class Body>
void for_each_listing(std::vector<std::vector<T>>& lists, size_type n, std::vector<T>& all, Body const& body) {
  for (auto& list : lists) list.clear();
  size_type const length = max_of(size_type{1}, min_of(size_type{256}, n / 64));  // bodies take unequally long
  for_each_run(static_cast<int>(lists.size()), n, length, [&](int thread, size_type begin, size_type end) {
    auto& list = lists[static_cast<std::size_t>(thread)];
    for (size_type i = begin; i < end; ++i) body(i, list);
  });
  for (auto const& list : lists) all.insert(all.end(), list.begin(), list.end());
}

}  // namespace heddle::host
