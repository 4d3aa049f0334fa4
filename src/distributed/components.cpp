// components.cpp - connected components over ranks: each joins vertices by its own entries, then ranks join the labels
// of others with theirs.
#include <heddle/distributed/components.hpp>
#include <heddle/distributed/parts.hpp>
#include <heddle/ops/select/select.hpp>

#include "src/algorithms/joined_trees.hpp"

namespace heddle::detail {

using distributed::dealing;
using distributed::incoming;
using distributed::member;
using distributed::outgoing;

namespace {

// A rank gets the labels of that which stands 1, 2, 4, ... before it, and with these what they had got: of all ranks in
// the end. A label that is no root yet says as much of who hangs together.
template <index_type I> size_type join_ranks(member& m, label_forest<I> const& forest, size_type vertices) {
  executor const& exec = m.exec();
  int const n = m.ranks(), me = m.rank();
  buffer<I> labels(exec, n > 1 ? vertices : 0);
  auto const bytes = vertices * static_cast<size_type>(sizeof(I));
  size_type rounds = 0;
  for (int step = 1; step < n; step *= 2, ++rounds) {
    outgoing const out{(me + step) % n, forest.parents, bytes};
    incoming const in{(me + n - step) % n, labels.data(), bytes};
    m.exchange(exec, std::span(&out, 1), std::span(&in, 1));
    ops::for_each_index(exec, vertices, joined_labels<I>{labels.data(), forest});
    ops::for_each_index(exec, vertices, jumped_to_root<I>{forest});
  }
  return rounds;
}

}  // namespace

template <index_type I, index_type O>
labelled_part<I> label_part(member& m, dealing const& by, compressed<I, O> const& rows, bool symmetric) {
  executor const& exec = m.exec();
  size_type const n = by.size(), begin = by.begin(m.rank()), mine = by.size_of(m.rank());
  size_type joins = 0;
  labelled_part<I> found{vector<I, I>::filled(mine, 0, exec)};
  if (n == 0) return found;
  buffer<I> parents(exec, n);
  primitives::iota(exec, parents.data(), n);
  label_forest<I> const forest{parents.data()};
  // Of two vertices whose edge is left out at both their ranks, one label says that they hang together.
  found.rounds = join_by_entries(rows, static_cast<I>(begin), forest, n, [&] {
    if (!symmetric) return I(-1);
    I const label = frequent_label(exec, forest.parents, n);
    auto const labels = m.agree(label);
    bool const one_tree = std::all_of(labels.begin(), labels.end(), [&](size_type other) { return other == label; });
    if (!one_tree) {
      joins += join_ranks(m, forest, n);
      return frequent_label(exec, forest.parents, n);  // of the same labels at all ranks
    }
    return label;
  });
  found.rounds += joins + join_ranks(m, forest, n);
  auto own = vector<I, I>::filled(mine, 0, exec);
  copy_bytes(exec, written(found.labels), exec, parents.data() + begin, static_cast<std::size_t>(mine) * sizeof(I));
  primitives::iota(exec, written(own), mine, begin);
  vector<I, I> roots(mine, exec);
  select_with(roots, no_mask, no_accum, equal<I>{}, found.labels, own);
  found.count = m.sum_of_all(roots.nvals());
  return found;
}

#define HEDDLE_INSTANTIATE(I, O) \
  template labelled_part<I> label_part(member&, dealing const&, compressed<I, O> const&, bool);
#include "src/containers/index_widths.hpp"

}  // namespace heddle::detail
