// main.cpp - A linear program: the least c x with A x = b and x >= 0, by primal-dual hybrid gradients in thirty lines.
// A step needs a product with A, one with its transpose, and a projection. Chambolle & Pock, "A First-Order Primal-Dual
// Algorithm for Convex Problems", 2011. Applegate et al., "Practical Large-Scale Linear Programming using Primal-Dual
// Hybrid Gradient", 2021.
#include <cmath>
#include <heddle/heddle.hpp>
#include <iostream>
#include <utility>
#include <vector>

namespace {

using numbers = heddle::vector<double>;
heddle::plus<double> const plus;
heddle::minus<double> const minus;
heddle::times<double> const times;
heddle::plus_monoid<double> const sum;

double dot(numbers const& u, numbers const& v) {
  numbers products(u.size(), u.exec());
  heddle::ewise_mult(products, times, u, v);
  return heddle::reduce(sum, products);
}

// At least the largest singular value of A: the root of its largest row sum times its largest column sum.
double norm_bound(heddle::matrix<double> const& A) {
  heddle::matrix<double> magnitudes(A.rows(), A.cols(), A.exec());
  numbers rows(A.rows(), A.exec()), columns(A.cols(), A.exec());
  heddle::apply(magnitudes, heddle::absolute<double>{}, A);
  heddle::reduce(rows, sum, magnitudes);
  heddle::reduce(columns, sum, heddle::transpose(magnitudes));
  heddle::max_monoid<double> const largest;
  return std::sqrt(heddle::reduce(largest, rows) * heddle::reduce(largest, columns));
}

// x and y become the solutions of the program and of its dual: most b y with A^T y <= c. False: it did not get there.
bool solve(heddle::matrix<double> const& A, numbers const& b, numbers const& c, numbers& x, numbers& y) {
  double const step = 0.99 / norm_bound(A);
  numbers next = x, ahead = x, scaled_b = b, scaled_c = c, residual = y;
  heddle::apply(scaled_b, heddle::bind_second(times, step), b);
  heddle::apply(scaled_c, heddle::bind_second(times, step), c);
  for (int iteration = 1; iteration <= 200000; ++iteration) {
    heddle::spmv(next, step, heddle::transpose(A), y, 0);  // next = max(0, x + step (A^T y - c))
    heddle::ewise_add(next, plus, next, x);
    heddle::ewise_add(next, minus, next, scaled_c);
    heddle::apply(next, heddle::bind_second(heddle::maximum<double>{}, 0.0), next);
    heddle::apply(ahead, heddle::bind_second(times, 2.0), next);  // y = y + step (b - A (2 next - x))
    heddle::ewise_add(ahead, minus, ahead, x);
    heddle::spmv(y, -step, A, ahead, 1);
    heddle::ewise_add(y, plus, y, scaled_b);
    std::swap(x, next);
    if (iteration % 100 != 0) continue;
    residual = b;
    heddle::spmv(residual, -1, A, x, 1);
    if (std::abs(dot(c, x) - dot(b, y)) < 1e-7 && dot(residual, residual) < 1e-16) return true;
  }
  return false;
}

}  // namespace

int main() {
  heddle::executor const exec = heddle::default_executor();
  // Three factories, four shops: x[4 f + s] goes from f to s, all that is made, and all that is wanted.
  auto const b = numbers::dense({30, 40, 30, 20, 25, 25, 30}, exec);
  auto const c = numbers::dense({4, 6, 8, 13, 13, 11, 10, 8, 14, 4, 10, 13}, exec);
  std::vector<std::int32_t> row, column;
  for (std::int32_t k = 0; k < 12; ++k) row.insert(row.end(), {k / 4, 3 + k % 4}), column.insert(column.end(), {k, k});
  auto const A = heddle::matrix<double>::build(7, 12, row, column, {}, plus, exec);
  auto x = numbers::filled(12, 0, exec), y = numbers::filled(7, 0, exec), slack = c;
  bool const solved = solve(A, b, c, x, y);
  for (auto [k, amount] : x.entries()) {
    if (amount < 1e-6) continue;
    std::cout << "factory " << k / 4 << " sends " << std::round(amount) << " to shop " << k % 4 << '\n';
  }
  std::cout << "cost: " << std::round(dot(c, x)) << '\n';
  // x and y cost the same and both are feasible, which proves that neither can be better.
  heddle::spmv(slack, -1, heddle::transpose(A), y, 1);
  return solved && heddle::reduce(heddle::min_monoid<double>{}, slack) > -1e-7 ? 0 : 1;
}
