// main.cpp - Label propagation: communities, where everyone takes the most frequent label among the neighbours.
// C = (A + I) L counts the labels around each vertex, where L(v, label(v)) = 1. The largest number of a row of C is the
// label to take, the smallest of several. Raghavan, Albert & Kumara, "Near Linear Time Algorithm to Detect Community
// Structures in Large-Scale Networks", Physical Review E 76, 2007.
#include <heddle/heddle.hpp>
#include <iostream>
#include <utility>

namespace {

using labels = heddle::vector<std::int32_t>;
using counts = heddle::matrix<std::int64_t>;

// L(v, label(v)) = 1, from arrays.
counts one_hot(labels const& label) {
  auto const [vertex, value] = label.tuples();
  return counts::build(label.size(), label.size(), vertex, value, {}, heddle::no_duplicates, label.exec());
}

}  // namespace

int main() {
  // Functions of your own, such as the lambdas below, run on the host; marked HEDDLE_FN in a main.cu on a GPU too.
  heddle::executor const exec = heddle::host_executor();

  // Six groups of eight in which everyone knows everyone, in a ring: the last of each knows the first of the next.
  constexpr std::int32_t groups = 6, members = 8, n = groups * members;
  auto const everyone = heddle::io::generate_matrix<std::int64_t>("complete", {{"n", members}}, exec);
  auto const apart = heddle::diag(heddle::vector<std::int64_t>::filled(groups, 1, exec));
  counts A(n, n, exec), links(n, n, exec);
  heddle::kronecker(A, heddle::times<std::int64_t>{}, apart, everyone);
  for (std::int32_t g = 0; g < groups; ++g) {
    std::int32_t const last = g * members + members - 1, next = (last + 1) % n;
    links.set(last, next, 1);
    links.set(next, last, 1);
  }
  heddle::ewise_add(A, heddle::plus<std::int64_t>{}, A, links);
  heddle::ewise_add(A, heddle::plus<std::int64_t>{}, A, heddle::diag(heddle::vector<std::int64_t>::filled(n, 1, exec)));

  auto label = labels::filled(n, 0, exec), next = label;
  heddle::apply_index(label);  // label(v) = v: everyone has a label of its own
  heddle::vector<std::int64_t> best(n, exec);
  counts C(n, n, exec);
  int rounds = 0;
  for (bool changed = true; changed && rounds < 100; ++rounds) {
    heddle::mxm(C, heddle::plus_times<std::int64_t>{}, A, one_hot(label));
    // One number that orders by count first and prefers the smaller label; its remainder gives the label back.
    heddle::apply(
        C, [](std::int64_t count, heddle::size_type, heddle::size_type l) { return count * n + (n - 1 - l); }, C);
    heddle::reduce(best, heddle::max_monoid<std::int64_t>{}, C);
    heddle::apply(
        next, [](std::int64_t most) { return n - 1 - most % n; }, best);
    changed = next.to_dense(0) != label.to_dense(0);
    std::swap(label, next);
  }

  // How many members each label has: ones, added up at the position that the label names.
  labels size(n, exec);
  heddle::scatter(size, label, labels::filled(n, 1, exec), heddle::plus_monoid<std::int32_t>{});
  std::cout << size.nvals() << " communities after " << rounds << " rounds\n";
  for (auto [l, vertices] : size.entries()) std::cout << "label " << l << ": " << vertices << " vertices\n";
  return size.nvals() == groups ? 0 : 1;
}
