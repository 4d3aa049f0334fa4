// spmm.cu - bench_spmm: C = A B with a dense B under heddle's schedules and cuSPARSE's algorithms, in one process on
// the same buffers. Values are small whole numbers, so that every result is exact: some columns are checked against the
// host, and every element of every result against the first.
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/heddle.hpp>
#include <iostream>

#include "bench/spmm/cusparse_spmm.cuh"
#include "bench/support/device_timer.cuh"
#include "bench/support/matrices.hpp"
#include "bench/support/program.hpp"

namespace {

using namespace heddle;

struct settings {
  executor exec;
  std::vector<std::string> schedules;
  layout order;
  bench::repeat count;
};

HEDDLE_FN int operand_at(size_type k, size_type j) { return 1 + static_cast<int>((7 * k + 3 * j) % 5); }

template <class T> struct fill_operand {
  dense_view<T> b;
  __device__ void operator()(size_type p) const {
    size_type const k = p / b.cols, j = p % b.cols;
    b(k, j) = static_cast<T>(operand_at(k, j));
  }
};

template <class T> struct count_differences {
  T const* found;
  T const* expected;
  unsigned long long* differing;
  __device__ void operator()(size_type p) const {
    if (!(found[p] == expected[p])) atomicAdd(differing, 1ull);
  }
};

// Whether the first, the middle and the last column are what a loop over the entries gives.
template <class T> bool columns_are_right(matrix<T> const& a, heddle::dense_matrix<T> const& c) {
  auto const host = c.to(host_executor());
  auto const at = host.view();
  auto const entries = a.csr();
  std::atomic<bool> right = true;
  for (size_type const j : {size_type{0}, c.cols() / 2, c.cols() - 1}) {
    host::parallel_for(host::default_threads(), a.rows(), [&](size_type i) {
      double sum = 0;
      for (size_type e = entries.offsets[i]; e < entries.offsets[i + 1]; ++e) {
        sum += static_cast<double>(entries.values[e]) * operand_at(entries.indices[e], j);
      }
      if (static_cast<double>(at(i, j)) != sum) right.store(false, std::memory_order_relaxed);
    });
  }
  return right;
}

// The rows of the report for one matrix, type and number of columns.
template <class T> class comparison {
 public:
  comparison(bench::csr_pattern const& pattern, matrix<T> const& host, matrix<T> const& a, size_type columns,
             settings const& s, bench::report& into)
      : pattern_(pattern),
        host_(host),
        a_(a),
        s_(s),
        report_(into),
        b_(a.cols(), columns, s.exec, s.order),
        c_(a.rows(), columns, s.exec, s.order),
        flush_(s.exec) {
    gpu::for_each_index(s.exec, a.cols() * columns, fill_operand<T>{b_.view()}, "fill_operand");
  }

  void run() {
    for (std::string const& name : s_.schedules) {
      descriptor const d{.schedule = schedule::parse(name)};
      measure("heddle_" + name, [&] { mxm(c_, plus_times<T>{}, a_, b_, d); });
    }
#if defined(HEDDLE_HAS_CUSPARSE)
    bench::cusparse_handle const handle(s_.exec);
    for (auto const& variant : bench::cusparse_spmm_variants) {
      try {
        bench::cusparse_spmm<T> const product(handle, variant.algorithm, a_, b_, c_);
        measure(variant.name, product);
      } catch (error const& problem) {
        std::cerr << pattern_.name << ", " << variant.name << ": " << problem.what() << '\n';
        cudaGetLastError();
      }
    }
#endif
    write();
  }

 private:
  struct measured {
    std::string method;
    bench::timing time;
    bool verified;
  };

  // The first result is checked against the host, the others against it.
  template <class Work> void measure(std::string const& method, Work const& work) {
    c_.fill(T(-1));
    work();
    bool right = false;
    if (expected_.rows() == 0 && a_.rows() > 0) {
      right = columns_are_right(host_, c_);
      if (right) expected_ = c_;
    } else {
      buffer<unsigned long long> differing(s_.exec, 1);
      unsigned long long const zero = 0;
      primitives::fill(s_.exec, differing.data(), 1, sizeof(zero), &zero);
      gpu::for_each_index(s_.exec, c_.rows() * c_.cols(),
                          count_differences<T>{c_.data(), expected_.data(), differing.data()}, "count_differences");
      right = differing.get(0) == 0;
    }
    all_.push_back({method, bench::measure(s_.exec, s_.count, flush_, work), right});
  }

  void write() const {
    double best = 0;
    for (auto const& each : all_) {
      bool const theirs = each.method.starts_with("cusparse") && each.verified;
      if (theirs && (best == 0 || each.time.median < best)) best = each.time.median;
    }
    for (auto const& each : all_) {
      report_.add({{"matrix", pattern_.name},
                   {"class", pattern_.kind},
                   {"rows", pattern_.rows},
                   {"nnz", pattern_.nnz()},
                   {"type", sizeof(T) == 4 ? "f32" : "f64"},
                   {"columns", c_.cols()},
                   {"layout", s_.order == layout::row_major ? "row" : "column"},
                   {"method", each.method},
                   {"chosen", chosen_by(each.method)},
                   {"time_us", each.time.median},
                   {"p10_us", each.time.p10},
                   {"p90_us", each.time.p90},
                   {"cold_us", each.time.cold},
                   {"cusparse_best_us", best},
                   {"ratio", best / each.time.median},
                   {"verified", each.verified}});
    }
  }

  std::string chosen_by(std::string const& method) const {
    if (method != "heddle_auto") return "";
    auto const& form = storage_of(a_).csr();
    return form.plan_for({}, detail::dense_call<T>(c_.cols()))->chosen.text();
  }

  bench::csr_pattern const& pattern_;
  matrix<T> const& host_;
  matrix<T> const& a_;
  settings const& s_;
  bench::report& report_;
  heddle::dense_matrix<T> b_, c_, expected_;
  bench::cache_flusher flush_;
  std::vector<measured> all_;
};

template <class T>
void compare(bench::csr_pattern const& pattern, std::vector<size_type> const& columns, settings const& s,
             bench::report& into) {
  auto const host = bench::with_numbers<T>(pattern, 3), a = host.to(s.exec);
  for (size_type const n : columns) comparison<T>(pattern, host, a, n, s, into).run();
}

int run(bench::program& app) {
  app.description("C = A B with a dense B by heddle and cuSPARSE; medians in microseconds");
  std::vector<std::string> names = {"stencil", "geometric", "web", "rmat20"}, types = {"f32"}, chosen;
  std::vector<size_type> columns = {1, 8, 32, 128};
  std::string order = "row";
  settings s{
      {},
      {"auto", "group_mapped", "warp_mapped", "nonzero_split:atoms_per_worker=256", "nonzero_split", "merge_path"},
      layout::row_major,
      {}};
  app.add_option("--matrix", names, "names, or files in any format that the library reads")->delimiter(',');
  app.add_option("--columns", columns, "of B")->delimiter(',')->check(CLI::PositiveNumber);
  app.add_option("--type", types, "f32, f64")->delimiter(',')->check(CLI::IsMember({"f32", "f64"}));
  app.add_option("--layout", order, "of B and C")->check(CLI::IsMember({"row", "column"}));
  app.add_option("--schedule", chosen, "of heddle");
  app.add_option("--repeat", s.count.warm, "timed calls at least")->check(CLI::Range(1, 100000));
  app.read_for_gpu();
  s.exec = cuda_executor();
  s.order = order == "row" ? layout::row_major : layout::column_major;
  if (!chosen.empty()) s.schedules = chosen;
  auto& table = app.begin(s.exec);
  for (auto const& name : names) {
    auto const pattern = bench::make_matrix(name);
    for (auto const& type : types) {
      type == "f32" ? compare<float>(pattern, columns, s, table) : compare<double>(pattern, columns, s, table);
    }
    app.write();  // after each, so that a run that is cut off loses one matrix only
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
