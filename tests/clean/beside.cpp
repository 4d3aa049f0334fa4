// beside.cpp - a user's file that names std and heddle whole, and then includes and uses others' headers;
// tests/clean/check compiles it. Nothing that they look up without a namespace may turn out to be ours. What std and
// heddle both have, such as vector, the file qualifies.
#include <heddle/heddle.hpp>

using namespace std;
using namespace heddle;

// clang-format off: behind the line above
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <ranges>
#include <regex>
#include <thread>
// clang-format on

using nlohmann::json;

/// Somebody's own functions of heddle's names, for containers of heddle's.
namespace beside {

struct options {
  double share = 0;
};
template <class Op> double reduce(Op const& op, matrix<double> const& m) {
  return op(static_cast<double>(m.nnz()), 1.0);
}
double select(matrix<double> const&, options, double part) { return part; }
template <class F> void apply(heddle::vector<double>& x, F&& f, options = {}) { x.set(0, f(x)); }
template <class... X> void assign(matrix<double>& m, X const&...) { m.clear(); }

void call_them(matrix<double>& m, heddle::vector<double>& x) {
  options const half{0.5};
  apply(x, [](heddle::vector<double> const& all) { return static_cast<double>(all.size()); });
  x.set(0, reduce([](double a, double b) { return a + b; }, m) + select(m, half, 1));
  assign(m, 1, half);
}

}  // namespace beside

namespace {

double number_in(string const& line) {
  regex const number("([0-9]+)([.][0-9]+)?");
  smatch found;
  return regex_search(line, found, number) ? stod(found[0].str()) : 0;
}

string report(heddle::vector<double> const& ranks, chrono::steady_clock::time_point begin) {
  auto const [at, value] = ranks.tuples();
  multimap<double, int> by_rank;
  for (size_t k = 0; k < at.size(); ++k) by_rank.emplace(value[k], at[k]);
  json said = {{"sum", accumulate(value.begin(), value.end(), 0.0)}, {"entries", json::array()}};
  for (auto const& [rank, vertex] : by_rank) said["entries"].push_back({{"vertex", vertex}, {"rank", rank}});
  said["ms"] = chrono::duration<double, milli>(chrono::steady_clock::now() - begin).count();
  return said.dump();
}

matrix<double> drawn(mt19937& engine, size_type n) {
  uniform_int_distribution<int> vertex(0, static_cast<int>(n) - 1);
  std::vector<int> row(64), col(64);
  ranges::generate(row, [&] { return vertex(engine); });
  ranges::generate(col, [&] { return vertex(engine); });
  sort(row.begin(), row.end());
  return matrix<double>::build(n, n, row, col, std::vector<double>(row.size(), 1.0), take_first<double>{});
}

}  // namespace

int main(int count, char** arguments) {
  auto const begin = chrono::steady_clock::now();
  filesystem::path const path = count > 1 ? arguments[1] : "graph.mtx";
  mt19937 engine(static_cast<unsigned>(number_in(path.filename().string())));
  matrix<double> A =
      exists(path) ? io::to_matrix(io::read<double>(path.string()), plus_monoid<double>{}) : drawn(engine, 16);
  heddle::vector<double> x = heddle::vector<double>::filled(A.cols(), 1), y(A.rows());
  beside::call_them(A, x);
  mxv(y, no_mask, no_accum, plus_times<double>{}, A, x, {.schedule = schedules::merge_path{}});
  heddle::apply(
      y, [](double v) { return v / 2; }, y);
  cout << report(pagerank(A).ranks, begin) << '\n' << heddle::reduce(plus_monoid<double>{}, y) << '\n';
}
