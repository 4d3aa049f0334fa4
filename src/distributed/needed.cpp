// needed.cpp - lists of elements that ranks need of each other, and these elements on their way.
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/ranks/needed.hpp>
#include <heddle/ops/detail/indices.hpp>
#include <numeric>

namespace heddle::detail {

using distributed::dealing;
using distributed::member;

namespace {

// Where stretches of these lengths begin, and the last ends.
std::vector<size_type> begins_of(std::span<size_type const> lengths) {
  std::vector<size_type> begins{0};
  for (size_type const length : lengths) begins.push_back(begins.back() + length);
  return begins;
}

}  // namespace

template <index_type I, index_type O>
needed_elements<I> find_needed(member& m, dealing const& by, compressed<I, O> const& rows, int quarters) {
  if (m.shares_memory()) return {};
  executor const& exec = m.exec();
  int const me = m.rank();
  size_type const n = by.size();
  byte const none = 0, some = 1;
  buffer<byte> marks(exec, n);
  primitives::fill(exec, marks.data(), n, 1, &none);
  primitives::scatter_fill(exec, marks.data(), rows.indices.data(), rows.nnz, 1, &some);
  primitives::fill(exec, marks.data() + by.begin(me), by.size_of(me), 1, &none);
  std::vector<size_type> wanted, asked(static_cast<std::size_t>(m.ranks()));
  for (int r = 0; r < m.ranks(); ++r) {
    wanted.push_back(primitives::count(exec, marks.data() + by.begin(r), by.size_of(r)));
  }
  needed_elements<I> needed;
  size_type const in_all = m.sum_of_all(std::accumulate(wanted.begin(), wanted.end(), size_type{0}));
  needed.few = 4 * in_all <= quarters * (m.ranks() - 1) * n;
  if (!needed.few) return needed;
  needed.wanted = primitives::compact<I>(exec, marks.data(), n);
  needed.from = begins_of(wanted);
  m.exchange(wanted, asked);
  needed.to = begins_of(asked);
  needed.asked = buffer<I>(exec, needed.to.back());
  buffer<I> came(exec, needed.to.back());
  exchanged_arrays lists;
  for (int r = 0; r < m.ranks(); ++r) {
    auto const k = static_cast<std::size_t>(r);
    lists.send(r, needed.wanted.data() + needed.from[k], wanted[k]);
    lists.await(r, came.data() + needed.to[k], asked[k]);
  }
  m.exchange(exec, lists.out, lists.in);
  ops::for_each_index(exec, came.size(), chosen_position{{-by.begin(me), 1, {}}, came.data(), needed.asked.data()});
  return needed;
}

template <index_type I>
needed_exchange<I>::needed_exchange(member& m, needed_elements<I> const& needed, std::size_t width)
    : exec_(m.exec()),
      needed_(needed),
      width_(width),
      sent_(exec_, bytes_of(needed.asked.size(), width)),
      came_(exec_, bytes_of(needed.wanted.size(), width)) {}

template <index_type I> void needed_exchange<I>::send(void const* part, exchanged_arrays& arrays) {
  auto const width = static_cast<size_type>(width_);
  primitives::gather(exec_, sent_.data(), part, needed_.asked.data(), needed_.asked.size(), width_);
  for (std::size_t k = 0; k + 1 < needed_.from.size(); ++k) {
    int const r = static_cast<int>(k);
    auto const &to = needed_.to, &from = needed_.from;
    arrays.send(r, sent_.data() + to[k] * width, (to[k + 1] - to[k]) * width);
    arrays.await(r, came_.data() + from[k] * width, (from[k + 1] - from[k]) * width);
  }
}

template <index_type I> void needed_exchange<I>::receive(void* whole) const {
  primitives::scatter(exec_, whole, needed_.wanted.data(), came_.data(), needed_.wanted.size(), width_);
}

template <index_type I>
void gather_needed(member& m, needed_elements<I> const& needed, dealing const& by, void const* part, void* whole,
                   std::size_t width) {
  needed_exchange<I> exchange(m, needed, width);
  exchanged_arrays arrays;
  exchange.send(part, arrays);
  auto const row = static_cast<size_type>(width);
  copy_bytes(m.exec(), static_cast<byte*>(whole) + by.begin(m.rank()) * row, m.exec(), part,
             bytes_of(by.size_of(m.rank()), width));
  m.exchange(m.exec(), arrays.out, arrays.in);
  exchange.receive(whole);
}

#define HEDDLE_INSTANTIATE(I, O) \
  template needed_elements<I> find_needed(member&, dealing const&, compressed<I, O> const&, int);
#include "src/index_widths.hpp"
#define HEDDLE_INSTANTIATE(I)        \
  template class needed_exchange<I>; \
  template void gather_needed(member&, needed_elements<I> const&, dealing const&, void const*, void*, std::size_t);
#include "src/each_index.hpp"

}  // namespace heddle::detail
