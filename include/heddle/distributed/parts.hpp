// parts.hpp - what a rank gets of a vector whose parts lie at other ranks.
#pragma once
#include <heddle/distributed/dealing.hpp>
#include <heddle/distributed/group.hpp>
#include <heddle/distributed/packing.hpp>

namespace heddle::detail {

template <class T, index_type I> std::vector<primitives::byte> packed(vector<T, I> const& part) {
  return packed(part, 0, part.size());
}

/// All of the vector whose part, dealt out by `by`, is given.
template <class T, index_type I>
vector<T, I> whole_of(distributed::member& m, vector<T, I> const& part, distributed::dealing const& by) {
  auto const all = m.all_gather(packed(part));
  std::vector<placed_bytes> pieces;
  for (int r = 0; r < m.ranks(); ++r) pieces.push_back({all.of(r), by.begin(r), by.size_of(r)});
  return unpacked<T, I>(m.exec(), by.size(), pieces);
}

/// The part of a vector that is dealt out by `to`, of its part by `from`.
template <class T, index_type I>
vector<T, I> redealt(distributed::member& m, vector<T, I> const& part, distributed::dealing const& from,
                     distributed::dealing const& to) {
  int const me = m.rank();
  // What ranks a and b have in common, of `from` and of `to`.
  auto const overlap = [&](int a, int b) {
    size_type const begin = std::max(from.begin(a), to.begin(b));
    return std::pair(begin, std::max(begin, std::min(from.begin(a + 1), to.begin(b + 1))));
  };
  std::vector<std::vector<primitives::byte>> out;
  for (int r = 0; r < m.ranks(); ++r) {
    auto const [begin, end] = overlap(me, r);
    bool const none = begin == end;
    out.push_back(none ? packed(part, 0, 0) : packed(part, begin - from.begin(me), end - from.begin(me)));
  }
  auto const in = m.exchange(out);
  std::vector<placed_bytes> pieces;
  for (int r = 0; r < m.ranks(); ++r) {
    auto const [begin, end] = overlap(r, me);
    pieces.push_back({in.of(r), begin == end ? 0 : begin - to.begin(me), end - begin});
  }
  return unpacked<T, I>(m.exec(), to.size_of(me), pieces);
}

/// What every rank has for this one of a vector as long as all parts together: a vector as long as this rank's part
/// from each.
template <class T, index_type I>
std::vector<vector<T, I>> for_me(distributed::member& m, vector<T, I> const& products, distributed::dealing const& by) {
  std::vector<std::vector<primitives::byte>> out;
  for (int r = 0; r < m.ranks(); ++r) out.push_back(packed(products, by.begin(r), by.begin(r + 1)));
  auto const in = m.exchange(out);
  std::vector<vector<T, I>> from_each;
  for (int r = 0; r < m.ranks(); ++r) {
    placed_bytes const piece{in.of(r), 0, by.size_of(m.rank())};
    from_each.push_back(unpacked<T, I>(m.exec(), piece.size, std::span(&piece, 1)));
  }
  return from_each;
}

}  // namespace heddle::detail
