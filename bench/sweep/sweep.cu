// sweep.cu - bench_sweep: y = A x, sums of rows, masked products, or products of a vector that lacks entries, over
// matrices of every shape, made on the GPU, under every schedule that auto could choose, full products beside cuSPARSE;
// what the rule of auto is fitted to and judged by.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <heddle/detail/cuda/for_each_atom.cuh>
#include <heddle/detail/cuda/reduce_tiles.cuh>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/ops/reduce/device.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/semirings/semirings.hpp>
#include <limits>
#include <set>
#include <sstream>

#include "bench/support/checked_products.cuh"
#include "bench/support/cusparse_spmv.cuh"
#include "bench/sweep/made_on_gpu.cuh"
#include "src/measure/machine.hpp"
#include "src/plan/walk_table.hpp"

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

// The pattern of a shape on the GPU; the number of entries is what the lengths drawn for it add up to.
struct pattern {
  buffer<std::int32_t> offsets, columns;
  size_type rows, nnz = 0;
  seam::tile_statistics statistics;

  pattern(executor const& exec, shape const& s) : offsets(exec, s.rows + 1), rows(s.rows) {
    gpu::for_each_index(exec, rows, place_length{s, offsets.data()});
    primitives::exclusive_sum(exec, offsets.data(), offsets.data(), rows);
    nnz = offsets.get(rows);
    columns = buffer<std::int32_t>(exec, nnz);
    gpu::for_each_atom(exec, schedules::nonzero_split{}, tiles(), place_column{s, offsets.data(), columns.data()});
    auto const found = primitives::measure_pattern(exec, offsets.data(), rows, columns.data(), nnz);
    statistics = {rows, nnz, found.rows, s.cols, found.nearness};
  }
  seam::offset_tiles<std::int32_t> tiles() const { return {offsets.data(), rows, nnz}; }
};

std::string quoted(std::string const& text) { return '"' + text + '"'; }

template <class T> class sweep_case {
 public:
  sweep_case(executor const& exec, shape const& s, pattern const& a, cache_flusher const& flush, swept_call timed)
      : exec_(exec),
        s_(s),
        a_(a),
        flush_(flush),
        x_(exec, s.cols),
        y_(exec, a.rows),
        want_(exec, a.rows),
        timed_(timed) {
    // cuSPARSE wants an array in any case.
    values_ = buffer<T>(exec, a.nnz);
    bool const pattern = s.values == value_kind::pattern;
    T const one = 1;
    if (pattern) {
      primitives::fill(exec, values_.data(), a.nnz, sizeof(T), &one);
    } else {
      fill_values(exec, values_, 1);
    }
    fill_values(exec, x_, 2);
    stored_ = {pattern ? nullptr : values_.data(), one};
    if (timed == swept_call::absent) lose_half(T(0));
    double const zero = 0;
    primitives::fill(exec, want_.data(), a.rows, sizeof(double), &zero);
    gpu::for_each_atom(exec, schedules::nonzero_split{}, a.tiles(),
                       add_product<T>{a.columns.data(), stored_, sums() ? nullptr : x_.data(), want_.data()});
    if (sums()) {
      call_ = seam::call_of<entry, plus_monoid<T>, store<T>>();
    } else if (timed == swept_call::products) {
      call_ = seam::call_of<product, plus_monoid<T>, store<T>>();
    } else if (timed == swept_call::absent) {
      lose_half(std::numeric_limits<T>::quiet_NaN());  // nobody reads them
      call_ = heddle::detail::open_call_of<lifted_product, lifted<plus_monoid<T>>, vector_store>();
      y_there_ = buffer<primitives::byte>(exec, a.rows);
    } else {
      call_ = seam::call_of<lifted_product, lifted<plus_monoid<T>>, vector_store>();
      open_ = buffer<primitives::byte>(exec, a.rows);
      gpu::for_each_index(exec, a.rows, open_half{open_.data(), a.rows});
    }
    call_.one_value = pattern;
  }

  // One line of the table; how many results were wrong.
  int measure(std::ostream& line) {
    auto const vendor = timed_ == swept_call::products ? measure_vendor() : std::vector<measured_variant>{};
    measured_variant const* const rival = best_of(vendor);
    best_us_ = rival ? rival->time.median : 1e9;
    std::ostringstream times;
    for (std::string const& name : candidates) {
      times << ',';
      schedule const fixed = schedule::parse(name);
      if (fixed.asked_walk() && !detail::lacking(*fixed.asked_walk(), call_).empty()) continue;  // another would run
      auto const us = time_of(fixed);
      if (us) times << *us;
    }
    seam::plan const automatic = planned({});
    auto const us = time_of({});
    line << quoted(automatic.chosen.text()) << ',';
    if (us) line << *us;
    line << ',';
    if (rival)
      line << rival->time.median << ',' << rival->variant.name;
    else
      line << ',';
    line << times.str();
    return wrong_;
  }

 private:
  using entry = heddle::detail::entry_value<T, T>;
  using product = heddle::detail::full_product<plus_times<T>, T, T, std::int32_t>;
  using lifted_product = heddle::detail::lifted_product<plus_times<T>, T, T, std::int32_t>;
  using vector_store = seam::vector_sink<T, plus_monoid<T>>;

  // Every second entry of x, at random, is absent; what stands in its place is `lost`.
  void lose_half(T lost) {
    x_there_ = buffer<primitives::byte>(exec_, s_.cols);
    gpu::for_each_index(exec_, s_.cols, open_half{x_there_.data(), s_.cols});
    gpu::for_each_index(exec_, s_.cols, place_lost<T>{x_there_.data(), x_.data(), lost});
  }

  bool sums() const { return timed_ == swept_call::sums; }
  seam::mask_view mask() const { return {open_.data(), nullptr, false}; }

  seam::plan planned(schedule const& wanted) const {
    return make_plan(exec_, a_.tiles(), wanted, call_, &a_.statistics);
  }

  bool is_right(bool of_empty_rows) const {
    return wrong_rows(exec_, y_.data(), want_, a_.offsets.data(), of_empty_rows, mask()) == 0;
  }

  std::vector<measured_variant> measure_vendor() {
    buffer<std::int32_t> numbers(exec_, a_.nnz);
    primitives::expand_offsets(exec_, a_.offsets.data(), a_.rows, a_.nnz, numbers.data());
    auto const rival =
        measure::cusparse_problem_of<T>(exec_, a_.rows, s_.cols, a_.nnz, a_.offsets.data(), a_.columns.data(),
                                        values_.data(), x_.data(), y_.data(), numbers.data());
    return measure_cusparse(rival, {.warm = 25, .cold = 0}, flush_, [&] { return is_right(false); });
  }

  // One entry after another takes a lane some 50 ns: hopeless candidates are not even tried.
  bool is_hopeless(seam::plan const& made) const {
    if (made.shares->tiles_per_share == 0) return false;
    double const longest = static_cast<double>(a_.statistics.rows.max_length);
    double const chain_us = 0.02 * longest / detail::lanes_of(made.walked_by);
    return chain_us > 20 * best_us_ + 1000;
  }

  std::optional<double> time_of(schedule const& wanted) {
    try {
      seam::plan const made = planned(wanted);
      if (is_hopeless(made)) return {};
      auto const reduce = [&](auto const& value, auto const& add, auto const& close) {
        gpu::reduce_tiles(exec_, made, a_.tiles(), value, add, close);
      };
      plus_monoid<T> const add;
      auto const multiply = [&] {
        if (sums()) return reduce(entry{stored_}, add, store<T>{y_.data()});
        auto const* const columns = a_.columns.data();
        if (timed_ == swept_call::products) {
          return reduce(product{columns, stored_, x_.data(), {}}, add, store<T>{y_.data()});
        }
        auto const* const there = timed_ == swept_call::absent ? x_there_.data() : nullptr;
        reduce(lifted_product{columns, stored_, x_.data(), there, {}}, lifted<plus_monoid<T>>{add},
               vector_store{y_.data(), timed_ == swept_call::absent ? y_there_.data() : nullptr, mask()});
      };
      // Rows all of whose entries meet absent ones are not written, and zero is what is wanted of them.
      int const before = timed_ == swept_call::absent ? 0 : 0xff;
      gpu::check(cudaMemsetAsync(y_.data(), before, y_.bytes(), gpu::stream_of(exec_)), "cudaMemsetAsync");
      multiply();
      if (!is_right(timed_ != swept_call::masked)) {
        std::fprintf(stderr, "bench_sweep: shape %d, %s: wrong\n", s_.id, wanted.text().c_str());
        ++wrong_;
        return {};
      }
      double const first = microseconds_of(exec_, multiply);
      bool const behind = first > 5 * best_us_ && first > 50;
      double const us = behind ? first : bench::measure(exec_, {.warm = 25, .cold = 0}, flush_, multiply).median;
      best_us_ = seam::min_of(best_us_, us);
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
  buffer<primitives::byte> open_;               // which rows a mask opens; empty: there is none
  buffer<primitives::byte> x_there_, y_there_;  // where x has entries, and y; empty: everywhere
  values_view<T> stored_;
  swept_call timed_;
  seam::reduction_call call_;
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

int measure(executor const& exec, shape const& s, pattern const& a, cache_flusher const& flush, swept_call timed,
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
  if (s.values == value_kind::f64) return sweep_case<double>(exec, s, a, flush, timed).measure(line);
  return sweep_case<float>(exec, s, a, flush, timed).measure(line);
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
  bool sums = false, masked = false, absent = false;
  CLI::App app("y = A x over some 700 generated shapes under every schedule; medians of warm runs in microseconds");
  app.add_option("--csv", csv, "the table; shapes that stand in it already are not measured again")->required();
  app.add_option("--every", every, "only every so many-th shape")->check(CLI::Range(1, 1000));
  auto* const of_sums = app.add_flag("--sums", sums, "sums of rows in place of products");
  auto* const of_masked = app.add_flag("--masked", masked, "products where half the rows are open")->excludes(of_sums);
  app.add_flag("--absent", absent, "products of a vector that lacks half of its entries")
      ->excludes(of_sums)
      ->excludes(of_masked);
  CLI11_PARSE(app, argc, argv);
  swept_call const timed = sums     ? swept_call::sums
                           : masked ? swept_call::masked
                           : absent ? swept_call::absent
                                    : swept_call::products;
  executor const exec = cuda_executor();
  cache_flusher const flush(exec);
  bool const fresh = !std::filesystem::exists(csv);
  std::set<int> const done = known(csv);
  std::ofstream table(csv, std::ios::app);
  if (fresh) {
    for (auto const& [name, text] : measure::describe_machine(exec)) table << "# " << name << ": " << text << '\n';
    table << head() << '\n';
  }
  int wrong = 0, count = 0;
  for (shape const& s : shapes()) {
    if (s.id % every != 0 || done.contains(s.id)) continue;
    pattern const a(exec, s);
    if (a.nnz == 0) continue;
    std::ostringstream line;
    line.precision(6);
    wrong += measure(exec, s, a, flush, timed, line);
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
