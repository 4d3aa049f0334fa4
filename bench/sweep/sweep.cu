// sweep.cu - bench_sweep: y = A x, or sums of rows, over matrices of every shape, made on the GPU, under every schedule
// that auto could choose, products beside cuSPARSE; what the rule of auto is fitted to and judged by.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <heddle/cuda/elementwise.cuh>
#include <heddle/cuda/for_each_atom.cuh>
#include <heddle/cuda/reduce_tiles.cuh>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/ops/reduce/entry_value.hpp>
#include <heddle/semirings/semirings.hpp>
#include <heddle/version.hpp>
#include <set>
#include <sstream>

#include "bench/support/cusparse_spmv.cuh"
#include "bench/support/swept_shapes.hpp"

namespace heddle::bench {
namespace {

// Robust ones first, so that the others know early whether they are far behind.
std::vector<std::string> const candidates = {"nonzero_split+scan",
                                             "merge_path+scan",
                                             "nonzero_split+rows",
                                             "nonzero_split+entries",
                                             "merge_path",
                                             "coo+marks",
                                             "nonzero_split:at_tile_ends=1+rows",
                                             "nonzero_split:atoms_per_worker=512,at_tile_ends=1+scan",
                                             "nonzero_split:atoms_per_worker=1024,at_tile_ends=1+scan",
                                             "binned",
                                             "block_mapped",
                                             "warp_mapped",
                                             "group_mapped:lanes=16",
                                             "group_mapped",
                                             "group_mapped:lanes=4",
                                             "group_mapped:lanes=2",
                                             "thread_mapped"};

HEDDLE_FN double value_at(size_type i, unsigned seed) {
  return static_cast<double>(1 + (static_cast<unsigned long long>(i) * 2654435761u + seed) % 15) / 8;
}

struct place_length {
  shape s;
  std::int32_t* lengths;
  __device__ void operator()(size_type row) const { lengths[row] = static_cast<std::int32_t>(s.length(row)); }
};
struct place_column {
  shape s;
  std::int32_t const* offsets;
  std::int32_t* columns;
  __device__ void operator()(size_type row, size_type atom) const {
    size_type const from = offsets[row];
    columns[atom] = static_cast<std::int32_t>(s.column(row, atom - from, offsets[row + 1] - from));
  }
};
template <class T> struct place_value {
  T* values;
  unsigned seed;
  __device__ void operator()(size_type i) const { values[i] = static_cast<T>(value_at(i, seed)); }
};
template <class T> struct add_product {
  std::int32_t const* columns;
  values_view<T> values;
  T const* x;  // null: sums of rows
  double* sums;
  __device__ void operator()(size_type row, size_type atom) const {
    atomicAdd(sums + row, static_cast<double>(values[atom]) * (x ? static_cast<double>(x[columns[atom]]) : 1));
  }
};
template <class T> struct count_wrong {
  T const* y;
  double const* want;
  std::int32_t const* offsets;
  bool of_empty_rows;
  unsigned long long* wrong;
  __device__ void operator()(size_type row) const {
    size_type const length = offsets[row + 1] - offsets[row];
    if (length == 0 && !of_empty_rows) return;
    double const least = sizeof(T) == 4 ? 1e-4 : 1e-12, epsilon = sizeof(T) == 4 ? 6e-8 : 1.1e-16;
    double const tolerance = max(least, 8 * epsilon * sqrt(static_cast<double>(length)));
    if (!(abs(static_cast<double>(y[row]) - want[row]) <= tolerance * abs(want[row]))) atomicAdd(wrong, 1ull);
  }
};
template <class T> struct store {
  T* y;
  __device__ void operator()(size_type row, T value) const { y[row] = value; }
};

// The pattern of a shape on the GPU; the number of entries is what the lengths drawn for it add up to.
struct pattern {
  buffer<std::int32_t> offsets, columns;
  size_type rows, nnz = 0;
  tile_statistics statistics;

  pattern(executor const& exec, shape const& s) : offsets(exec, s.rows + 1), rows(s.rows) {
    cuda::for_each_index(exec, rows, place_length{s, offsets.data()});
    primitives::exclusive_sum(exec, offsets.data(), offsets.data(), rows);
    nnz = offsets.get(rows);
    columns = buffer<std::int32_t>(exec, nnz);
    cuda::for_each_atom(exec, nonzero_split{}, tiles(), place_column{s, offsets.data(), columns.data()});
    auto const found = primitives::measure_pattern(exec, offsets.data(), rows, columns.data(), nnz);
    statistics = {rows, nnz, found.rows, s.cols, found.nearness};
  }
  offset_tiles<std::int32_t> tiles() const { return {offsets.data(), rows, nnz}; }
};

std::string quoted(std::string const& text) { return '"' + text + '"'; }

template <class T> class sweep_case {
 public:
  sweep_case(executor const& exec, shape const& s, pattern const& a, cache_flusher const& flush, bool sums)
      : exec_(exec), s_(s), a_(a), flush_(flush), x_(exec, s.cols), y_(exec, a.rows), want_(exec, a.rows), sums_(sums) {
    // cuSPARSE wants an array in any case.
    values_ = buffer<T>(exec, a.nnz);
    bool const pattern = s.values == value_kind::pattern;
    T const one = 1;
    if (pattern) {
      primitives::fill(exec, values_.data(), a.nnz, sizeof(T), &one);
    } else {
      cuda::for_each_index(exec, a.nnz, place_value<T>{values_.data(), 1});
    }
    cuda::for_each_index(exec, s.cols, place_value<T>{x_.data(), 2});
    stored_ = {pattern ? nullptr : values_.data(), one};
    double const zero = 0;
    primitives::fill(exec, want_.data(), a.rows, sizeof(double), &zero);
    cuda::for_each_atom(exec, nonzero_split{}, a.tiles(),
                        add_product<T>{a.columns.data(), stored_, sums ? nullptr : x_.data(), want_.data()});
    call_ = reduction_call(sizeof(T), sums ? sizeof(T) : sizeof(T) + sizeof(std::int32_t), true);
    call_.one_value = pattern;
    call_.gathers = !sums;
  }

  // One line of the table; how many results were wrong.
  int measure(std::ostream& line) {
    auto const vendor = sums_ ? std::vector<measured_variant>{} : measure_vendor();
    measured_variant const* const rival = best_of(vendor);
    best_us_ = rival ? rival->time.median : 1e9;
    std::ostringstream times;
    for (std::string const& name : candidates) {
      times << ',';
      auto const us = time_of(schedule::parse(name));
      if (us) times << *us;
    }
    plan const automatic = planned({});
    auto const us = time_of({});
    line << quoted(automatic.chosen.text()) << ',';
    if (us) line << *us;
    line << ',';
    if (rival)
      line << rival->time.median << ',' << rival->name;
    else
      line << ',';
    line << times.str();
    return wrong_;
  }

 private:
  plan planned(schedule const& wanted) const { return make_plan(exec_, a_.tiles(), wanted, call_, &a_.statistics); }

  bool is_right(bool of_empty_rows) const {
    buffer<unsigned long long> wrong(exec_, std::vector<unsigned long long>{0});
    cuda::for_each_index(exec_, a_.rows,
                         count_wrong<T>{y_.data(), want_.data(), a_.offsets.data(), of_empty_rows, wrong.data()});
    return wrong.get(0) == 0;
  }

  std::vector<measured_variant> measure_vendor() {
    buffer<std::int32_t> numbers(exec_, a_.nnz);
    primitives::expand_offsets(exec_, a_.offsets.data(), a_.rows, a_.nnz, numbers.data());
    spmv_operands<T> const operands{a_.rows,
                                    s_.cols,
                                    a_.nnz,
                                    const_cast<std::int32_t*>(a_.offsets.data()),
                                    const_cast<std::int32_t*>(a_.columns.data()),
                                    values_.data(),
                                    x_.data(),
                                    y_.data(),
                                    numbers.data()};
    return measure_cusparse(exec_, operands, {.warm = 25, .cold = 0}, flush_, [&] { return is_right(false); });
  }

  // One entry after another takes a lane some 50 ns: hopeless candidates are not even tried.
  bool is_hopeless(plan const& made) const {
    if (made.shares->tiles_per_share == 0) return false;
    double const longest = static_cast<double>(a_.statistics.rows.max_length);
    double const chain_us = 0.02 * longest / detail::lanes_of(made.walked_by);
    return chain_us > 20 * best_us_ + 1000;
  }

  std::optional<double> time_of(schedule const& wanted) {
    try {
      plan const made = planned(wanted);
      if (is_hopeless(made)) return {};
      auto const reduce = [&](auto const& value) {
        cuda::reduce_tiles(exec_, made, a_.tiles(), value, plus_monoid<T>{}, store<T>{y_.data()});
      };
      using product = heddle::detail::full_product<plus_times<T>, T, T, std::int32_t>;
      auto const multiply = [&] {
        if (sums_) return reduce(heddle::detail::entry_value<T, T>{stored_});
        reduce(product{a_.columns.data(), stored_, x_.data(), {}});
      };
      cuda::check(cudaMemsetAsync(y_.data(), 0xff, y_.bytes(), cuda::stream_of(exec_)), "cudaMemsetAsync");
      multiply();
      if (!is_right(true)) {
        std::fprintf(stderr, "bench_sweep: shape %d, %s: wrong\n", s_.id, wanted.text().c_str());
        ++wrong_;
        return {};
      }
      double const first = microseconds_of(exec_, multiply);
      bool const behind = first > 5 * best_us_ && first > 50;
      double const us = behind ? first : bench::measure(exec_, {.warm = 25, .cold = 0}, flush_, multiply).median;
      best_us_ = min_of(best_us_, us);
      return us;
    } catch (invalid_argument const&) {
      return {};  // a schedule that these rows cannot have
    }
  }

  executor exec_;
  shape const& s_;
  pattern const& a_;
  cache_flusher const& flush_;
  buffer<T> values_, x_, y_;
  buffer<double> want_;
  values_view<T> stored_;
  bool sums_;
  reduction_call call_;
  double best_us_ = 0;
  int wrong_ = 0;
};

std::string head() {
  std::ostringstream head;
  head << "id,held_out,rows,cols,atoms,mean_asked,lengths,columns,values,mean,stddev,longest,empty,nearness,histogram,"
          "auto,auto_us,cusparse_us,cusparse_variant";
  for (std::string const& name : candidates) head << ',' << quoted(name);
  return head.str();
}

int measure(executor const& exec, shape const& s, pattern const& a, cache_flusher const& flush, bool sums,
            std::ostream& line) {
  auto const& rows = a.statistics.rows;
  std::size_t last = rows.histogram.size();
  while (last > 1 && rows.histogram[last - 1] == 0) --last;
  std::string histogram;
  for (std::size_t bin = 0; bin < last; ++bin) histogram += (bin ? " " : "") + std::to_string(rows.histogram[bin]);
  line << s.id << ',' << s.held_out << ',' << a.rows << ',' << s.cols << ',' << a.nnz << ',' << s.mean << ','
       << to_string(s.lengths) << ',' << to_string(s.columns) << ',' << to_string(s.values) << ',' << rows.mean_length
       << ',' << rows.stddev_length << ',' << rows.max_length << ',' << rows.empty_rows << ',' << a.statistics.nearness
       << ',' << histogram << ',';
  if (s.values == value_kind::f64) return sweep_case<double>(exec, s, a, flush, sums).measure(line);
  return sweep_case<float>(exec, s, a, flush, sums).measure(line);
}

// Shapes that a table has already, which was cut off or made for fewer.
std::set<int> known(std::string const& path) {
  std::set<int> ids;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] >= '0' && line[0] <= '9' && !file.eof()) ids.insert(std::stoi(line));
  }
  return ids;
}

int run(int argc, char** argv) {
  std::string csv;
  int every = 1;
  bool sums = false;
  CLI::App app("y = A x over some 600 generated shapes under every schedule; medians of warm runs in microseconds");
  app.add_option("--csv", csv, "the table; shapes that stand in it already are not measured again")->required();
  app.add_option("--every", every, "only every so many-th shape")->check(CLI::Range(1, 1000));
  app.add_flag("--sums", sums, "sums of rows in place of products");
  CLI11_PARSE(app, argc, argv);
  executor const exec = cuda_executor();
  cache_flusher const flush(exec);
  bool const fresh = !std::filesystem::exists(csv);
  std::set<int> const done = known(csv);
  std::ofstream table(csv, std::ios::app);
  if (fresh) {
    table << "# device: " << exec.description() << "\n# heddle: " << version() << ' ' << commit()
          << "\n# cusparse: " << cusparse_version() << '\n'
          << head() << '\n';
  }
  int wrong = 0, count = 0;
  for (shape const& s : shapes()) {
    if (s.id % every != 0 || done.contains(s.id)) continue;
    pattern const a(exec, s);
    if (a.nnz == 0) continue;
    std::ostringstream line;
    line.precision(6);
    wrong += measure(exec, s, a, flush, sums, line);
    table << line.str() << std::endl;
    if (++count % 50 == 0) std::printf("%d shapes measured\n", count);
  }
  std::printf("%d shapes measured, %zu known before, %d results wrong\n", count, done.size(), wrong);
  return wrong > 0 || !table ? 1 : 0;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) try { return heddle::bench::run(argc, argv); } catch (std::exception const& error) {
  std::fprintf(stderr, "bench_sweep: %s\n", error.what());
  return 1;
}
