// main.cpp - Personalised PageRank: which pages matter to somebody who always begins again at one page.
// r = d A^T (r / degree) + (1 - d kept) e(seed). What does not go along a link goes back to the seed.
// `heddle::pagerank` spreads it over all pages instead.
#include <cmath>
#include <heddle/heddle.hpp>
#include <iomanip>
#include <iostream>
#include <utility>

int main() {
  heddle::executor const exec = heddle::default_executor();
  // Links between 2000 pages, from row to column; the graph is drawn, and the same on every machine.
  auto const A = heddle::io::generate_matrix<double>("power_law", {{"n", 2000}, {"degree", 6}}, exec);
  heddle::size_type const n = A.rows(), seed = 7;
  double const damping = 0.85;

  heddle::vector<double> degree(n, exec);
  heddle::reduce(degree, heddle::plus_monoid<double>{}, A);  // a pattern: every entry is 1

  heddle::vector<double> rank(n, exec), share(n, exec), next(n, exec), change(n, exec);
  rank.set(seed, 1.0);
  int iterations = 0;
  for (double moved = 1; moved > 1e-10; ++iterations) {
    // share = rank / degree, where both have an entry: pages without links share nothing.
    heddle::ewise_mult(share, heddle::divide<double>{}, rank, degree);
    // next = damping (share (plus.first) A): every page gets the shares of those that link to it.
    heddle::vxm(next, heddle::plus_first<double>{}, share, A);
    heddle::apply(next, heddle::bind_second(heddle::times<double>{}, damping), next);
    // What was not passed on returns to the seed.
    double const passed = heddle::reduce(heddle::plus_monoid<double>{}, next);
    next.set(seed, next.get(seed).value_or(0.0) + 1 - passed);

    // moved = sum of |next - rank|; union, as one of the two may lack an entry.
    heddle::ewise_union(change, heddle::minus<double>{}, next, 0.0, rank, 0.0);
    heddle::apply(change, heddle::absolute<double>{}, change);
    moved = heddle::reduce(heddle::plus_monoid<double>{}, change);
    std::swap(rank, next);
  }

  std::cout << rank.nvals() << " of " << n << " pages can be reached from page " << seed << "\n"
            << std::fixed << std::setprecision(4);
  for (auto [page, value] : rank.entries()) {
    if (value > 0.02) std::cout << "page " << page << "  " << value << '\n';
  }

  double const sum = heddle::reduce(heddle::plus_monoid<double>{}, rank);
  return std::abs(sum - 1) < 1e-9 && iterations < 200 ? 0 : 1;
}
