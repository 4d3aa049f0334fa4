// main.cpp - Label propagation: communities, as everyone takes the label that most neighbours have, again and again.
// C = (A + I) L counts labels around a vertex, where L(v, label(v)) = 1; the most frequent one, or the least of these,
// is a sum of each row of C. Raghavan, Albert & Kumara, "Near Linear Time Algorithm to Detect Community Structures in
// Large-Scale Networks", Physical Review E 76, 2007.
#include <heddle/heddle.hpp>
#include <iostream>
#include <numeric>
#include <vector>

namespace {

using labels = heddle::vector<std::int64_t>;
using counts = heddle::matrix<std::int64_t>;

// L(v, label(v)) = 1, from arrays.
counts one_hot(labels const& label) {
  auto const n = label.size();
  std::vector<std::int32_t> row, column;
  for (auto [v, l] : label.entries()) {
    row.push_back(static_cast<std::int32_t>(v));
    column.push_back(static_cast<std::int32_t>(l));
  }
  return counts::build(n, n, row, column, {}, heddle::no_duplicates, label.exec());
}

}  // namespace

int main() {
  // Functions of your own, such as the lambdas below, run on the host; marked HEDDLE_FN in a main.cu on a GPU too.
  heddle::executor const exec = heddle::host_executor();

  // Six groups of eight in which everyone knows everyone, in a ring: the last of each knows the first of the next.
  std::int32_t const groups = 6, members = 8, n = groups * members;
  auto const circle =
      heddle::io::to_matrix(heddle::io::complete<std::int64_t>({.n = members}), heddle::plus<std::int64_t>{}, exec);
  auto const apart = heddle::diag(heddle::vector<std::int64_t>::filled(groups, 1, exec));
  counts A(n, n, exec), links(n, n, exec);
  heddle::kronecker(A, heddle::times<std::int64_t>{}, apart, circle);
  for (std::int32_t g = 0; g < groups; ++g) {
    std::int32_t const last = g * members + members - 1, next = (last + 1) % n;
    links.set(last, next, 1);
    links.set(next, last, 1);
  }
  heddle::ewise_add(A, heddle::plus<std::int64_t>{}, A, links);
  heddle::ewise_add(A, heddle::plus<std::int64_t>{}, A, heddle::diag(labels::filled(n, 1, exec)));

  std::vector<std::int64_t> own(static_cast<std::size_t>(n));
  std::iota(own.begin(), own.end(), 0);
  auto label = labels::dense(own, exec);  // everyone has a label of its own
  counts C(n, n, exec);
  int rounds = 0;
  for (bool changed = true; changed && rounds < 100; ++rounds) {
    heddle::mxm(C, heddle::plus_times<std::int64_t>{}, A, one_hot(label));
    // One number that orders by count first and prefers the smaller label; its remainder gives the label back.
    heddle::apply(
        C, [n](std::int64_t count, heddle::size_type, heddle::size_type l) { return count * n + (n - 1 - l); }, C);
    labels next(n, exec);
    heddle::reduce(next, heddle::max_monoid<std::int64_t>{}, C);
    heddle::apply(
        next, [n](std::int64_t best) { return n - 1 - best % n; }, next);
    changed = next.to_dense(0) != label.to_dense(0);
    label = next;
  }

  // How many members each label has: ones, added up at the position that the label names.
  heddle::vector<std::int64_t> size(n, exec);
  heddle::scatter(size, label, labels::filled(n, 1, exec), heddle::plus_monoid<std::int64_t>{});
  std::cout << size.nvals() << " communities after " << rounds << " rounds\n";
  for (auto [l, vertices] : size.entries()) std::cout << "label " << l << ": " << vertices << " vertices\n";
  return size.nvals() == groups ? 0 : 1;
}
