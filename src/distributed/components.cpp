// components.cpp - connected components over ranks: each joins vertices by its own entries, then ranks join the labels
// of others with theirs, unless all share one memory.
#include <heddle/detail/ranks/components.hpp>
#include <heddle/detail/ranks/parts.hpp>
#include <heddle/ops/select/select.hpp>
#include <optional>

#include "src/algorithms/joined_trees.hpp"

namespace heddle::detail {

using distributed::dealing;
using distributed::incoming;
using distributed::member;
using distributed::outgoing;

namespace {

// What ranks know of each other's labels. Of the trees that all had when they met last, those that a rank has hung
// under others since say all that is new; before that, every vertex was a tree.
template <index_type I> class met_labels {
 public:
  met_labels(member& m, label_forest<I> const& forest, size_type vertices)
      : m_(m), forest_(forest), vertices_(vertices) {}

  // A rank gets the labels of that which stands 1, 2, 4, ... before it, and with these what they had got: of all ranks
  // in the end. A label that is no root yet says as much of who hangs together. Returns the number of rounds.
  size_type join() {
    int const n = m_.ranks();
    size_type rounds = 0;
    for (int step = 1; step < n; step *= 2, ++rounds) join_from(step);
    return rounds;
  }

  // join(), behind which join() will be called again.
  size_type join_and_keep() {
    size_type const rounds = join();
    if (rounds > 0) {
      before_ = buffer<I>(m_.exec(), vertices_);
      copy_bytes(m_.exec(), before_->data(), m_.exec(), forest_.parents,
                 static_cast<std::size_t>(vertices_) * sizeof(I));
    }
    return rounds;
  }

 private:
  // The number of roots goes first: that of all vertices means a label for each, in their order.
  void join_from(int step) {
    executor const& exec = m_.exec();
    int const n = m_.ranks(), me = m_.rank(), to = (me + step) % n, from = (me + n - step) % n;
    auto const roots = joined_since();
    size_type const mine = roots ? roots->size() : vertices_;
    std::vector<size_type> out_counts(static_cast<std::size_t>(n)), in_counts(static_cast<std::size_t>(n));
    out_counts[static_cast<std::size_t>(to)] = mine;
    m_.exchange(out_counts, in_counts);
    size_type const theirs = in_counts[static_cast<std::size_t>(from)];
    bool const all = theirs == vertices_;
    buffer<I> labels(exec, roots ? mine : 0), their_roots(exec, all ? 0 : theirs), their_labels(exec, theirs);
    exchanged_arrays arrays;
    if (roots) {
      primitives::gather(exec, labels.data(), forest_.parents, roots->data(), mine, sizeof(I));
      arrays.send(to, roots->data(), mine);
    }
    arrays.send(to, roots ? labels.data() : forest_.parents, mine);
    if (!all) arrays.await(from, their_roots.data(), theirs);
    arrays.await(from, their_labels.data(), theirs);
    m_.exchange(exec, arrays.out, arrays.in);
    ops::for_each_index(exec, theirs,
                        joined_labels<I>{all ? nullptr : their_roots.data(), their_labels.data(), forest_});
    ops::for_each_index(exec, vertices_, jumped_to_root<I>{forest_});
  }

  // Nothing where pairs of a vertex and its label are no less than all labels.
  std::optional<buffer<I>> joined_since() const {
    executor const& exec = m_.exec();
    buffer<primitives::byte> joined(exec, vertices_);
    ops::for_each_index(exec, vertices_,
                        joined_roots{before_ ? integers(before_->data()) : integers(), forest_.parents, joined.data()});
    if (2 * primitives::count(exec, joined.data(), vertices_) >= vertices_) return std::nullopt;
    return primitives::compact<I>(exec, joined.data(), vertices_);
  }

  member& m_;
  label_forest<I> forest_;
  size_type vertices_;
  std::optional<buffer<I>> before_;
};

// Each rank joins trees of its own.
template <index_type I, index_type O>
size_type join_apart(member& m, size_type begin, compressed<I, O> const& rows, label_forest<I> const& forest,
                     size_type n, bool symmetric) {
  executor const& exec = m.exec();
  primitives::iota(exec, forest.parents, n);
  met_labels<I> met(m, forest, n);
  size_type joins = 0;
  // Of two vertices whose edge is left out at both their ranks, one label says that they hang together.
  auto const skipped = [&] {
    if (!symmetric) return I(-1);
    I const label = frequent_label(exec, forest.parents, n);
    auto const labels = m.agree(label);
    bool const one_tree = std::all_of(labels.begin(), labels.end(), [&](size_type other) { return other == label; });
    if (!one_tree) {
      joins += met.join_and_keep();
      return frequent_label(exec, forest.parents, n);  // of the same labels at all ranks
    }
    return label;
  };
  size_type const passes = join_by_entries(
      rows, static_cast<I>(begin), forest, [&] { jump_to_roots(exec, forest, n); }, skipped);
  return passes + joins + met.join();
}

// All ranks join trees that they share, and each of them has its own vertices jump.
template <index_type I, index_type O>
size_type join_together(member& m, size_type begin, compressed<I, O> const& rows, label_forest<I> const& forest,
                        size_type n, bool symmetric) {
  primitives::iota(m.exec(), forest.parents + begin, rows.major, begin);
  m.agree();
  auto const jump = [&] {
    m.agree();  // nobody joins any more
    for (size_type v = begin; v < begin + rows.major; ++v) jumped_to_root<I>{forest}(v);
    m.agree();
  };
  auto const skipped = [&] {
    I const label = symmetric ? frequent_label(m.exec(), forest.parents, n) : I(-1);
    m.agree();  // before anybody joins again
    return label;
  };
  return join_by_entries(rows, static_cast<I>(begin), forest, jump, skipped);
}

}  // namespace

template <index_type I, index_type O>
labelled_part<I> label_part(member& m, dealing const& by, compressed<I, O> const& rows, bool symmetric) {
  executor const& exec = m.exec();
  size_type const n = by.size(), begin = by.begin(m.rank()), mine = by.size_of(m.rank());
  labelled_part<I> found{vector<I, I>::filled(mine, 0, exec)};
  if (n == 0) return found;
  bool const together = m.shares_memory();
  auto parents = together && m.rank() > 0 ? nullptr : std::make_shared<buffer<I>>(exec, n);
  if (together) parents = of_first_rank(m, std::move(parents));
  label_forest<I> const forest{parents->data()};
  found.rounds =
      together ? join_together(m, begin, rows, forest, n, symmetric) : join_apart(m, begin, rows, forest, n, symmetric);
  auto own = vector<I, I>::filled(mine, 0, exec);
  copy_bytes(exec, written(found.labels), exec, forest.parents + begin, static_cast<std::size_t>(mine) * sizeof(I));
  primitives::iota(exec, written(own), mine, begin);
  vector<I, I> roots(mine, exec);
  select_with(roots, no_mask, no_accum, equal<I>{}, found.labels, own);
  found.count = m.sum_of_all(roots.nvals());
  return found;
}

#define HEDDLE_INSTANTIATE(I, O) \
  template labelled_part<I> label_part(member&, dealing const&, compressed<I, O> const&, bool);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
