// main.cpp - A loop on the GPU: Katz centrality, x = a A x + 1 until x stays, without coming back to the host.
// `device_loop` records the body once and repeats it while the condition holds. Without a GPU the host runs the same
// loop, with the same result. Katz, "A New Status Index", Psychometrika 18, 1953.
#include <cmath>
#include <heddle/heddle.hpp>
#include <iostream>
#include <vector>

int main() {
  heddle::executor const exec = heddle::default_executor();
  auto const A = heddle::io::generate_matrix<double>("rmat", {{"scale", 8}, {"edge_factor", 4}}, exec);
  auto const n = A.rows();

  // Below 1 / (largest number of neighbours) the iteration shrinks whatever it is given.
  heddle::vector<double> degree(n, exec);
  heddle::reduce(degree, heddle::plus_monoid<double>{}, A);
  double const most = heddle::reduce(heddle::max_monoid<double>{}, degree), attenuation = 0.5 / most;

  auto x = heddle::vector<double>::filled(n, 1, exec), next = x;
  heddle::scalar<double> change(1, exec);  // a number in the executor's memory, which ends the loop
  auto loop = heddle::device_loop(exec, heddle::operands(x, next, change),  // all that the body writes
                                  [&](heddle::loop_step& step) {
                                    heddle::vector<double> difference(n, exec);
                                    heddle::spmv(next, attenuation, A, x, 0);
                                    heddle::assign(next, heddle::no_mask, heddle::plus<double>{}, 1.0);
                                    heddle::ewise_mult(difference, heddle::minus<double>{}, next, x);
                                    heddle::apply(difference, heddle::absolute<double>{}, difference);
                                    heddle::reduce(change, heddle::max_monoid<double>{}, difference);
                                    step.swap(x, next);
                                  },
                                  change > 1e-12, {.most_iterations = 1000});
  auto const result = loop.run();
  std::clog << (loop.on_device() ? "the GPU ran the loop" : loop.why()) << '\n';

  std::cout << "it took " << result.iterations << " iterations\n";
  double const top = heddle::reduce(heddle::max_monoid<double>{}, x);
  for (auto [vertex, value] : x.entries()) {
    if (value > 0.75 * top) std::cout << "vertex " << vertex << ": " << value << '\n';
  }

  // x = a A x + 1 holds, and vertices without an edge have 1.
  heddle::spmv(next, attenuation, A, x, 0);
  auto const left = x.to_dense(0), right = next.to_dense(0);
  double worst = 0;
  for (std::size_t v = 0; v < left.size(); ++v) worst = std::fmax(worst, std::abs(left[v] - right[v] - 1));
  return !result.limited && worst < 1e-10 ? 0 : 1;
}
