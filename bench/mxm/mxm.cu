// mxm.cu - A * A: heddle under chosen schedules and cuSPARSE's algorithms, in one process on the same buffers; and the
// masked product that counts triangles. heddle's results are checked before they are timed: C x = A (A x) on random x.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <random>

#include "bench/support/program.hpp"
#include "src/measure/times.hpp"
#if defined(HEDDLE_HAS_CUSPARSE)
#include "bench/mxm/cusparse_spgemm.cuh"
#endif

namespace {

using namespace heddle;
io::coordinates<float> make_graph(std::string const& name) {
  std::string const kind = name.substr(0, name.find_last_not_of("0123456789") + 1);
  if (kind.size() == name.size()) throw invalid_argument("matrix '" + name + "' has no size");
  int const size = std::stoi(name.substr(kind.size()));
  if (kind == "stencil27_") return io::stencil27<float>({.n = size});
  if (kind == "rmat") return io::rmat<float>({.scale = size, .edge_factor = 16});
  if (kind == "grid") return io::grid<float>({.width = size, .height = size});
  if (kind == "er") return io::erdos_renyi<float>({.scale = size, .edge_factor = 8});
  throw invalid_argument("unknown matrix '" + name + "'; there are stencil27_N, rmatN, gridN, erN");
}

// y = A x on the host, in double.
std::vector<double> times(matrix<float> const& a, std::vector<double> const& x) {
  auto const view = a.csr();
  std::vector<double> y(static_cast<std::size_t>(a.rows()), 0.0);
  host::parallel_for(host::default_threads(), a.rows(), [&](size_type i) {
    for (size_type e = view.offsets[i]; e < view.offsets[i + 1]; ++e) y[i] += view.values[e] * x[view.indices[e]];
  });
  return y;
}

// Freivalds, "Probabilistic Machines Can Use Less Running Time", 1977; columns must ascend.
bool is_square_of(matrix<float> const& c, matrix<float> const& a) {
  auto const view = c.csr();
  std::atomic<bool> ascending = true;
  host::parallel_for(host::default_threads(), c.rows(), [&](size_type i) {
    for (size_type e = view.offsets[i] + 1; e < view.offsets[i + 1]; ++e) {
      if (view.indices[e - 1] >= view.indices[e]) ascending.store(false, std::memory_order_relaxed);
    }
  });
  std::mt19937 random(1);
  std::vector<double> x(static_cast<std::size_t>(a.cols()));
  for (double& v : x) v = static_cast<double>(random() % 1000);
  auto const left = times(c, x), right = times(a, times(a, x));
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (std::abs(left[i] - right[i]) > 1e-4 * std::abs(right[i]) + 1e-6) return false;
  }
  return ascending;
}

// Rows of the report for one matrix.
struct table {
  bench::report& report;
  std::string matrix;
  size_type rows, nnz;
  double products;

  void add(std::string const& method, size_type result_nnz, double time_ms, char const* verified) const {
    report.add({{"matrix", matrix},
                {"rows", rows},
                {"nnz", nnz},
                {"products", products},
                {"method", method},
                {"result_nnz", result_nnz},
                {"time_ms", time_ms},
                {"gproducts_per_s", products / time_ms * 1e-6},
                {"verified", verified}});
  }
};

double count_products(matrix<float> const& host) {
  auto const view = host.csr();
  double products = 0;
  for (size_type e = 0; e < host.nnz(); ++e) {
    products += view.offsets[view.indices[e] + 1] - view.offsets[view.indices[e]];
  }
  return products;
}

#if defined(HEDDLE_HAS_CUSPARSE)
void run_cusparse(table const& out, matrix<float> const& a, int repeat) {
  bench::cusparse_handle const handle(a.exec());
  struct variant {
    char const* name;
    cusparseSpGEMMAlg_t algorithm;
  };
  for (variant const& v :
       {variant{"cusparse_default", CUSPARSE_SPGEMM_DEFAULT}, variant{"cusparse_alg2", CUSPARSE_SPGEMM_ALG2},
        variant{"cusparse_alg3", CUSPARSE_SPGEMM_ALG3}}) {
    try {
      size_type nnz = 0;
      auto const once = [&] {
        bench::cusparse_spgemm<float> multiply(a.exec(), handle, v.algorithm);
        nnz = multiply.square(a);
      };
      once();
      double const ms = measure::median_ms(a.exec(), repeat, once);
      out.add(v.name, nnz, ms, "-");
    } catch (error const& problem) {
      std::fprintf(stderr, "%s, %s: %s\n", out.matrix.c_str(), v.name, problem.what());
      cudaGetLastError();
    }
  }
}
#endif

void run_squares(bench::report& report, std::string const& name, executor const& exec,
                 std::vector<std::string> const& schedules, int repeat) {
  auto entries = make_graph(name);
  io::add_weights(entries, {.low = 1, .high = 4});
  auto const host = io::to_matrix<float>(entries, plus<float>{});
  auto const a = host.to(exec);
  table const out{report, name, a.rows(), a.nnz(), count_products(host)};
  for (std::string const& schedule_name : schedules) {
    descriptor const d{.schedule = schedule::parse(schedule_name)};
    matrix<float> c(a.rows(), a.cols(), exec);
    mxm(c, plus_times<float>{}, a, a, d);
    constexpr size_type checkable = 200'000'000;
    bool const checked = c.nnz() <= checkable;
    bool const right = checked && is_square_of(c.to(host_executor()), host);
    double const ms = measure::median_ms(exec, repeat, [&] { mxm(c, plus_times<float>{}, a, a, d); });
    out.add("heddle_" + schedule_name, c.nnz(), ms, !checked ? "no" : right ? "yes" : "WRONG");
  }
#if defined(HEDDLE_HAS_CUSPARSE)
  if (!exec.is_host()) run_cusparse(out, a, repeat);
#endif
}

// Preparing L on the host is most of it, so both are given.
void run_triangles(bench::report& report, std::string const& name, executor const& exec, int repeat) {
  auto const graph = io::to_matrix<float>(make_graph(name), plus<float>{});
  auto const a = graph.to(exec);
  table const out{report, name, a.rows(), a.nnz(), 0};
  size_type found = triangle_count(a);
  double const ms = measure::median_ms(exec, repeat, [&] { found = triangle_count(a); });
  out.add("triangles", found, ms, found == triangle_count(graph) ? "yes" : "WRONG");

  std::vector<std::int32_t> degree(static_cast<std::size_t>(graph.rows())), rank(degree.size()), row, col;
  auto const tuples = graph.tuples();
  for (std::int32_t i : tuples.row) ++degree[i];
  std::vector<std::int32_t> order(degree.size());
  for (std::size_t v = 0; v < order.size(); ++v) order[v] = static_cast<std::int32_t>(v);
  std::stable_sort(order.begin(), order.end(), [&](auto u, auto v) { return degree[u] > degree[v]; });
  for (std::size_t p = 0; p < order.size(); ++p) rank[order[p]] = static_cast<std::int32_t>(p);
  for (std::size_t e = 0; e < tuples.row.size(); ++e) {
    std::int32_t const i = rank[tuples.row[e]], j = rank[tuples.col[e]];
    if (i > j) row.push_back(i), col.push_back(j);
  }
  auto const l = matrix<bool>::build(a.rows(), a.cols(), row, col, {}, take_first<bool>{}, exec);
  matrix<std::int64_t> c(a.rows(), a.cols(), exec);
  auto const product = [&] {
    mxm(c, structure(l), no_accum, plus_pair<std::int64_t>{}, l, transpose(l), {.replace = true});
  };
  product();
  out.add("triangles_product_only", c.nnz(), measure::median_ms(exec, repeat, product), "-");
}

int run(bench::program& app) {
  app.description("A * A by heddle and cuSPARSE, and triangle counting");
  std::vector<std::string> names{"stencil27_64", "grid1024", "er18", "rmat14", "rmat15"}, graphs{"rmat14", "rmat17"};
  std::vector<std::string> schedules{"auto"};
  int repeat = 7;
  app.add_option("--matrix", names, "stencil27_N, gridN, erN, rmatN")->delimiter(',');
  app.add_option("--triangles", graphs, "graphs whose triangles are counted")->delimiter(',');
  app.add_option("--schedule", schedules, "schedules of heddle's product")->delimiter(',');
  app.add_option("--repeat", repeat, "repetitions; the median counts");
  app.read();
  executor const exec = default_executor();
  auto& report = app.begin(exec);
  for (auto const& name : names) run_squares(report, name, exec, schedules, repeat);
  for (auto const& name : graphs) run_triangles(report, name, exec, repeat);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
