// parts.hpp - what a rank gets of a vector whose parts lie at other ranks. Arrays go from part to whole as they are.
#pragma once
#include <heddle/distributed/ranks/dealing.hpp>
#include <heddle/distributed/ranks/group.hpp>
#include <heddle/ops/extract/operand.hpp>
#include <heddle/vector.hpp>
#include <memory>
#include <vector>

namespace heddle::detail {

/// What rank 0 has made, at every rank; it is there as long as one of them has it. Ranks share their memory.
template <class T> std::shared_ptr<T> of_first_rank(distributed::member& m, std::shared_ptr<T> made) {
  auto const there = m.agree(m.rank() == 0 ? reinterpret_cast<std::intptr_t>(&made) : 0).front();
  if (m.rank() != 0) made = *reinterpret_cast<std::shared_ptr<T> const*>(static_cast<std::intptr_t>(there));
  m.agree();  // all have it
  return made;
}

/// All of the vector whose part is given. A part goes as a list, a bitmap or an array, whichever takes the fewest
/// bytes. Where ranks share their memory rank 0 has it, and each of them has written its own part there.
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

/// A vector that is there as long as somebody has `kept`.
template <class T, index_type I> using kept_vector = std::shared_ptr<vector<T, I> const>;

/// The same of vectors, at every rank; the part of an only rank is the whole, and is not copied.
template <class T, index_type I>
vector<T, I> const& whole_of(distributed::member& m, vector<T, I> const& part, distributed::dealing const& by,
                             kept_vector<T, I>& kept) {
  if (m.ranks() == 1) return part;
  auto whole = whole_of(m, storage_of(part), sizeof(T), by);
  if (m.rank() == 0 || !m.shares_memory()) kept = std::make_shared<vector<T, I>>(as_vector<T>(std::move(whole)));
  if (m.shares_memory()) kept = of_first_rank(m, std::move(kept));
  return *kept;
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
