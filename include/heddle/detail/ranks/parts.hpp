// parts.hpp - what a rank gets of a vector whose parts lie at other ranks. Arrays go from part to whole as they are.
#pragma once
#include <heddle/distributed/ranks/dealing.hpp>
#include <heddle/distributed/ranks/group.hpp>
#include <heddle/ops/extract/operand.hpp>
#include <heddle/vector.hpp>
#include <optional>
#include <vector>

namespace heddle::detail {

/// All of the vector whose part is given. A part goes as a list, a bitmap or an array, whichever takes the fewest
/// bytes.
template <index_type I>
vector_storage<I> whole_of(distributed::member& m, vector_storage<I> const& part, std::size_t width,
                           distributed::dealing const& by);

/// The part of a vector that is dealt out by `to`, of its part by `from`; in memory of `where`, where the part lies.
template <index_type I>
vector_storage<I> redealt(distributed::member& m, executor const& where, vector_storage<I> const& part,
                          std::size_t width, distributed::dealing const& from, distributed::dealing const& to);

/// What every rank has for this one of a vector as long as all parts together: a vector as long as this rank's part
/// from each.
template <index_type I>
std::vector<vector_storage<I>> for_me(distributed::member& m, vector_storage<I> const& products, std::size_t width,
                                      distributed::dealing const& by);

/// The same of vectors; the part of an only rank is the whole, and is not copied to `kept`.
template <class T, index_type I>
vector<T, I> const& whole_of(distributed::member& m, vector<T, I> const& part, distributed::dealing const& by,
                             std::optional<vector<T, I>>& kept) {
  if (m.ranks() == 1) return part;
  return kept.emplace(as_vector<T>(whole_of(m, storage_of(part), sizeof(T), by)));
}
template <class T, index_type I>
vector<T, I> redealt(distributed::member& m, vector<T, I> const& part, distributed::dealing const& from,
                     distributed::dealing const& to) {
  return as_vector<T>(redealt(m, m.exec(), storage_of(part), sizeof(T), from, to));
}
template <class T, index_type I>
std::vector<vector<T, I>> for_me(distributed::member& m, vector<T, I> const& products, distributed::dealing const& by) {
  std::vector<vector<T, I>> from_each;
  for (auto& storage : for_me(m, storage_of(products), sizeof(T), by)) {
    from_each.push_back(as_vector<T>(std::move(storage)));
  }
  return from_each;
}

}  // namespace heddle::detail
