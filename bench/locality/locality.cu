// locality.cu - the locality plan's kernel over its tuning values, verified and timed.
#include <cmath>
#include <cstdio>
#include <heddle/cuda/elementwise.cuh>
#include <heddle/cuda/reduce_with_hubs.cuh>
#include <heddle/locality.hpp>
#include <heddle/semirings/monoids.hpp>
#include <heddle/version.hpp>

#include "bench/locality/device_graphs.hpp"
#include "bench/locality/locality.hpp"
#include "bench/locality/products.cuh"
#include "bench/support/cusparse_spmv.cuh"
#include "bench/support/matrices.hpp"

namespace heddle::bench {
namespace {

// A matrix as the locality plan names its columns.
struct relabelled {
  std::shared_ptr<heddle::detail::column_labels<std::int32_t>> labels;
  std::vector<size_type> heaviest;  // entries of the 1, 2, ... heaviest columns
  double setup_us = 0;
};

relabelled relabel(executor const& exec, device_csr const& a) {
  relabelled result;
  device_event start, stop;
  start.record(cuda::stream_of(exec));
  result.labels = heddle::detail::label_columns(exec, a.columns.data(), a.nnz, a.n, &result.heaviest);
  heddle::detail::rename_columns(exec, a.columns.data(), a.nnz, *result.labels);
  stop.record(cuda::stream_of(exec));
  result.setup_us = stop.microseconds_since(start);
  return result;
}

struct setting {
  int threads = 128, items = 8, shared_kb = 163;
  reading how = reading::plain;
};

template <class T> class locality_case {
 public:
  locality_case(executor const& exec, device_csr const& a, locality_options const& options, report& into)
      : exec_(exec), a_(a), options_(options), into_(into) {
    values_ = buffer<T>(exec, a.nnz);
    x_ = buffer<T>(exec, a.n);
    permuted_ = buffer<T>(exec, a.n);
    y_ = buffer<T>(exec, a.n);
    want_ = buffer<double>(exec, a.n);
    want_ones_ = buffer<double>(exec, a.n);
    cuda::for_each_index(exec, a.nnz, some_value<T>{values_.data(), 1});
    cuda::for_each_index(exec, a.n, some_value<T>{x_.data(), 2});
    for (bool const ones : {false, true}) {
      reference_kernel<<<cuda::grid_of(ceil_div(a.n * 32, 256)), 256, 0, cuda::stream_of(exec)>>>(
          a.offsets.data(), a.columns.data(), ones ? nullptr : values_.data(), x_.data(), a.n,
          (ones ? want_ones_ : want_).data());
      cuda::check(cudaGetLastError(), "reference_kernel");
    }
    for (int atoms : {512, 1024, 2048}) {
      plans_.emplace_back(make_plan(exec, tiles(), nonzero_split{.atoms_per_worker = atoms}, sizeof(T)));
    }
  }

  void measure(relabelled const& named) {
    named_ = &named;
    spmv_operands<T> const operands{a_.n,
                                    a_.n,
                                    a_.nnz,
                                    const_cast<std::int32_t*>(a_.offsets.data()),
                                    const_cast<std::int32_t*>(a_.columns.data()),
                                    values_.data(),
                                    x_.data(),
                                    y_.data()};
    if (auto const vendor = best_cusparse(exec_, operands, options_.repetitions)) {
      vendor_us_ = vendor->time_us;
      add("cusparse " + vendor->variant, {}, 0, vendor->time_us);
    }
    plan const automatic = make_plan(exec_, tiles(), schedule{}, sizeof(T));
    add("gather roof", {}, 0, roof_us({a_.columns.data(), values_.data(), x_.data()}));
    add("plain", {}, 0, time_plain(automatic, {a_.columns.data(), stored(), x_.data()}));
    permute_us_ = median_microseconds(exec_, options_.repetitions, [&] { permute(); });
    add("relabelled roof", {}, 0, roof_us(placed()));
    add("relabelled", {}, 0, time_plain(automatic, placed()));
    for (int const kb : {131, 163, 195}) {
      int const hubs = static_cast<int>(min_of(size_type{kb} * 1024 / static_cast<size_type>(sizeof(T)), most_hubs()));
      add("hub roof", {.shared_kb = kb}, hubs, hub_roof_us(placed(), hubs));
    }
    setting const best = measure_settings();
    add("permute and hubs", best, 0, median_microseconds(exec_, options_.repetitions, [&] {
          permute();
          run_hubs(best);
        }));
    ones_ = true;
    add("plain", {}, 0, time_plain(automatic, {a_.columns.data(), stored(), x_.data()}));
    add("relabelled", {}, 0, time_plain(automatic, placed()));
    measure_hubs(best);
    ones_ = false;
  }

 private:
  setting measure_settings() {
    setting best;
    double best_us = 1e30;
    for (int const threads : {256, 128}) {
      for (int const items : {4, 8}) {
        for (int const kb : {99, 131, 147, 163, 179, 195, 211}) {
          setting const s{threads, items, kb, reading::plain};
          double const us = measure_hubs(s);
          if (us < best_us) best = s, best_us = us;
        }
      }
    }
    for (reading const how : {reading::hinted, reading::branching}) {
      setting s = best;
      s.how = how;
      measure_hubs(s);
    }
    return best;
  }

  product<T, reading::plain> placed() const { return {columns(), stored(), permuted_.data()}; }
  std::int32_t const* columns() const {
    return named_->labels->in_place ? a_.columns.data() : named_->labels->columns.data();
  }
  size_type most_hubs() const { return min_of(named_->labels->used, static_cast<size_type>(named_->heaviest.size())); }
  offset_tiles<std::int32_t> tiles() const { return {a_.offsets.data(), a_.n, a_.nnz}; }

  T const* stored() const { return ones_ ? nullptr : values_.data(); }

  void permute() {
    auto const& labels = *named_->labels;
    if (labels.in_place) {
      heddle::detail::copy_bytes(exec_, permuted_.data(), exec_, x_.data(), x_.bytes());
    } else {
      primitives::gather(exec_, permuted_.data(), x_.data(), labels.order.data(), labels.used, sizeof(T));
    }
  }

  double roof_us(product<T, reading::plain> const& value) {
    return median_microseconds(exec_, options_.repetitions, [&] {
      gather_roof<<<cuda::grid_of(ceil_div(a_.nnz, 2048)), 256, 0, cuda::stream_of(exec_)>>>(value, a_.nnz, y_.data());
    });
  }
  double hub_roof_us(product<T, reading::plain> const& value, int hubs) {
    int const bytes = hubs * static_cast<int>(sizeof(T));
    cuda::check(cudaFuncSetAttribute(hub_roof<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "hub_roof");
    return median_microseconds(exec_, options_.repetitions, [&] {
      hub_roof<<<static_cast<unsigned>(exec_.num_workers()), 1024, static_cast<std::size_t>(bytes),
                 cuda::stream_of(exec_)>>>(value, a_.nnz, hubs, y_.data());
    });
  }

  double time_plain(plan const& chosen, product<T, reading::plain> const& value) {
    auto const multiply = [&] {
      cuda::reduce_tiles(exec_, chosen, tiles(), value, plus_monoid<T>{}, store<T>{y_.data()});
    };
    verify(multiply, "plain");
    return median_microseconds(exec_, options_.repetitions, multiply);
  }

  template <class Multiply> void verify(Multiply const& multiply, char const* what) {
    cuda::check(cudaMemsetAsync(y_.data(), 0xff, y_.bytes(), cuda::stream_of(exec_)), "cudaMemset");
    multiply();
    buffer<unsigned long long> wrong(exec_, 1);
    cuda::check(cudaMemsetAsync(wrong.data(), 0, 8, cuda::stream_of(exec_)), "cudaMemset");
    cuda::for_each_index(exec_, a_.n, count_wrong<T>{(ones_ ? want_ones_ : want_).data(), y_.data(), wrong.data()});
    if (auto const found = wrong.get(0)) {
      throw error(std::string(what) + " gave " + std::to_string(found) + " wrong rows of " + a_.name);
    }
  }

  template <int Threads, int Items, reading How> int hubs_of(setting const& s, bool run) {
    using value_type = product<T, How>;
    using job_type = cuda::kernels::reduce_launch<offset_tiles<std::int32_t>, value_type, plus_monoid<T>, store<T>>;
    using launch =
        cuda::kernels::hub_launch<Threads, Items, offset_tiles<std::int32_t>, value_type, plus_monoid<T>, store<T>>;
    size_type const hubs = min_of(launch::hubs_in(s.shared_kb * 1024), most_hubs());
    if (!run) return static_cast<int>(hubs);
    plan const& chosen = plans_[Threads * Items == 512 ? 0 : Threads * Items == 1024 ? 1 : 2];
    value_type const value{columns(), stored(), permuted_.data()};
    auto const rows = tiles();
    buffer<T> const cut(exec_, 2 * chosen.workers);
    T* const heads = const_cast<T*>(cut.data());
    plus_monoid<T> const add{};
    job_type const job{
        exec_, chosen, rows, cuda::shares_of(chosen), value, add, store<T>{y_.data()}, {heads, heads + chosen.workers}};
    launch::run(job, hubs);
    return static_cast<int>(hubs);
  }
  template <int Threads, int Items> int dispatch(setting const& s, bool run) {
    if (s.how == reading::hinted) return hubs_of<Threads, Items, reading::hinted>(s, run);
    if (s.how == reading::branching) return hubs_of<Threads, Items, reading::branching>(s, run);
    return hubs_of<Threads, Items, reading::plain>(s, run);
  }
  int run_hubs(setting const& s, bool run = true) {
    if (s.threads == 256) return s.items == 4 ? dispatch<256, 4>(s, run) : dispatch<256, 8>(s, run);
    return s.items == 4 ? dispatch<128, 4>(s, run) : dispatch<128, 8>(s, run);
  }

  double measure_hubs(setting const& s) {
    auto const multiply = [&] { run_hubs(s); };
    verify(multiply, "hubs");
    double const time_us = median_microseconds(exec_, options_.repetitions, multiply);
    add("hubs", s, run_hubs(s, false), time_us);
    return time_us;
  }

  void add(std::string variant, setting const& s, int hubs, double time_us) {
    bool const permutes = variant == "hubs" || variant.starts_with("relabelled") || variant == "hub roof";
    double const permute_us = permutes ? permute_us_ : 0;
    double const taken = hubs > 0 ? static_cast<double>(named_->heaviest[static_cast<std::size_t>(hubs) - 1]) : 0;
    into_.add({{"matrix", a_.name},
               {"nnz", a_.nnz},
               {"type", sizeof(T) == 4 ? "f32" : "f64"},
               {"values", ones_ ? "pattern" : "stored"},
               {"variant", std::move(variant)},
               {"threads", s.threads},
               {"items", s.items},
               {"shared_kb", s.shared_kb},
               {"reading", reading_names[static_cast<int>(s.how)]},
               {"hubs", hubs},
               {"coverage", taken / static_cast<double>(a_.nnz)},
               {"time_us", time_us},
               {"permute_us", permute_us},
               {"total_us", time_us + permute_us},
               {"plan_setup_us", named_->setup_us},
               {"ratio_kept", vendor_us_ / time_us},
               {"ratio_total", vendor_us_ / (time_us + permute_us)}});
  }

  executor exec_;
  device_csr const& a_;
  locality_options const& options_;
  report& into_;
  buffer<T> values_, x_, permuted_, y_;
  buffer<double> want_, want_ones_;
  bool ones_ = false;  // the matrix is a pattern: its values are not read
  std::vector<plan> plans_;
  relabelled const* named_ = nullptr;
  double vendor_us_ = std::nan(""), permute_us_ = 0;
};

device_csr make_device_matrix(executor const& exec, std::string const& name) {
  auto const scale_after = [&](std::string_view prefix) {
    return name.size() > prefix.size() && name.starts_with(prefix) ? std::stoi(name.substr(prefix.size())) : 0;
  };
  if (int const scale = scale_after("rmat")) return rmat_on_device(exec, scale);
  if (int const scale = scale_after("erdos_renyi")) return erdos_renyi_on_device(exec, scale, 8);
  csr_pattern const a = make_matrix(name);
  if (a.rows != a.cols) throw invalid_argument(name + " is not square");
  return {name, a.rows, a.nnz(), buffer<std::int32_t>(exec, a.offsets), buffer<std::int32_t>(exec, a.columns)};
}

}  // namespace

nlohmann::ordered_json describe_locality_machine() {
  return {{"device", cuda_executor().description()}, {"cusparse", cusparse_version()}, {"heddle", version()}};
}

void measure_locality(locality_options const& options, report& into) {
  executor const exec = cuda_executor();
  for (std::string const& name : options.matrices) {
    device_csr const a = make_device_matrix(exec, name);
    relabel(exec, a);
    relabelled const named = relabel(exec, a);  // warm
    for (std::string const& type : options.types) {
      if (type == "f32") locality_case<float>(exec, a, options, into).measure(named);
      if (type == "f64") locality_case<double>(exec, a, options, into).measure(named);
    }
  }
}

}  // namespace heddle::bench
