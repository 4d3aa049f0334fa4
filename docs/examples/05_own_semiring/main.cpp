// main.cpp - A semiring of your own: how likely a sequence of observations is, by logarithms of probabilities.
// The sum is log(exp a + exp b) and the product is a + b, so that nothing underflows. This is the forward algorithm of
// a hidden Markov model. From a `.cpp` the host runs it. With `default_executor()` and the name `main.cu` the same
// source runs on a GPU: `HEDDLE_FN` marks what a GPU may call.
#include <cmath>
#include <heddle/heddle.hpp>
#include <iostream>
#include <limits>

namespace {

// A monoid: a type, an identity, and an associative operation.
struct log_sum {
  using value_type = double;
  HEDDLE_FN double identity() const { return -std::numeric_limits<double>::infinity(); }
  HEDDLE_FN double operator()(double a, double b) const {
    double const larger = a > b ? a : b, smaller = a > b ? b : a;
    return smaller == identity() ? larger : larger + std::log1p(std::exp(smaller - larger));
  }
};

// A semiring: a monoid to add with, and a multiplication.
struct log_semiring {
  log_sum add;
  HEDDLE_FN double multiply(double a, double b) const { return a + b; }
};

}  // namespace

int main() {
  heddle::executor const exec = heddle::host_executor();
  // The weather is dry (0) or wet (1), and stays as it is with these probabilities. Nobody sees it.
  double const stay[] = {0.8, 0.6};
  // Somebody carries an umbrella (1) or not (0): row weather, column umbrella.
  double const shown[2][2] = {{0.9, 0.1}, {0.2, 0.8}};
  auto const log_of = [](double p) { return std::log(p); };

  auto const step = heddle::matrix<double>::build(
      2, 2, {0, 0, 1, 1}, {0, 1, 0, 1}, {log_of(stay[0]), log_of(1 - stay[0]), log_of(1 - stay[1]), log_of(stay[1])},
      log_sum{}, exec);
  heddle::vector<double> const umbrella[2] = {
      heddle::vector<double>::dense({log_of(shown[0][0]), log_of(shown[1][0])}, exec),
      heddle::vector<double>::dense({log_of(shown[0][1]), log_of(shown[1][1])}, exec)};

  auto belief = heddle::vector<double>::dense({log_of(0.5), log_of(0.5)}, exec);
  double plain[2] = {0.5, 0.5};  // the same with probabilities as they are, to compare
  int const days = 2000;
  for (int day = 0; day < days; ++day) {
    int const seen = day % 3 == 0;
    heddle::vxm(belief, log_semiring{}, belief, step);                           // tomorrow's weather
    heddle::ewise_mult(belief, heddle::plus<double>{}, belief, umbrella[seen]);  // and what is seen then
    double const dry = (plain[0] * stay[0] + plain[1] * (1 - stay[1])) * shown[0][seen];
    double const wet = (plain[0] * (1 - stay[0]) + plain[1] * stay[1]) * shown[1][seen];
    plain[0] = dry, plain[1] = wet;
    if (day != 9 && day != days - 1) continue;
    double const likelihood = heddle::reduce(log_sum{}, belief);
    std::cout << day + 1 << " days: the logarithm is " << likelihood << ", that of the plain product "
              << std::log(dry + wet) << '\n';
    if (day == 9 && std::abs(likelihood - std::log(dry + wet)) > 1e-12) return 1;
  }
  return 0;
}
