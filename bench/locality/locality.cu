// locality.cu - the locality plan's kernel over its tuning values, verified and timed.
#include <cmath>
#include <cstdio>
#include <heddle/detail/cuda/reduce_with_hubs.cuh>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/seam/plan/locality.hpp>
#include <heddle/semirings/monoids.hpp>

#include "bench/locality/device_graphs.hpp"
#include "bench/locality/locality.hpp"
#include "bench/locality/products.cuh"
#include "bench/support/checked_products.cuh"
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
  start.record(gpu::stream_of(exec));
  result.labels = heddle::detail::label_columns(exec, a.columns.data(), a.nnz, a.n, &result.heaviest);
  heddle::detail::rename_columns(exec, a.columns.data(), a.nnz, *result.labels);
  stop.record(gpu::stream_of(exec));
  result.setup_us = stop.microseconds_since(start);
  return result;
}

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
    fill_values(exec, values_, 1);
    fill_values(exec, x_, 2);
    for (bool const ones : {false, true}) {
      reference_kernel<<<gpu::grid_of(seam::ceil_div(a.n * 32, 256)), 256, 0, gpu::stream_of(exec)>>>(
          a.offsets.data(), a.columns.data(), ones ? nullptr : values_.data(), x_.data(), a.n,
          (ones ? want_ones_ : want_).data());
      gpu::check(cudaGetLastError(), "reference_kernel");
    }
    size_type const warps = size_type{gpu::hub_tuning::block_threads / 32} * exec.num_workers();
    auto const mark = [&] {
      marks_ = gpu::mark_tiles(exec, heddle::detail::either_width(tiles()), seam::marked_share(a.nnz, warps));
    };
    mark();
    marks_us_ = microseconds_of(exec, mark);
  }

  void measure(relabelled const& named) {
    named_ = &named;
    // Its results are not looked at.
    auto const rival = measure::cusparse_problem_of<T>(exec_, a_.n, a_.n, a_.nnz, a_.offsets.data(), a_.columns.data(),
                                                       values_.data(), x_.data(), y_.data());
    auto const all =
        measure_cusparse(rival, {.warm = options_.repetitions, .cold = 0}, cache_flusher(exec_), [] { return true; });
    if (measured_variant const* const best = best_of(all)) {
      vendor_us_ = best->time.median;
      add(std::string("cusparse ") + best->variant.name, 0, 0, vendor_us_);
    }
    seam::plan const automatic = make_plan(exec_, tiles(), schedule{}, sizeof(T));
    add("gather roof", 0, 0, roof_us({a_.columns.data(), values_.data(), x_.data()}));
    add("plain", 0, 0, time_plain(automatic, {a_.columns.data(), stored(), x_.data()}));
    permute_us_ = median_microseconds(exec_, options_.repetitions, [&] { permute(); });
    add("relabelled roof", 0, 0, roof_us(placed()));
    add("relabelled", 0, 0, time_plain(automatic, placed()));
    for (int const kb : {96, 128, 160, 176, 192, 208}) {
      add("hub roof", kb, hubs_in(kb), hub_roof_us(placed(), static_cast<int>(hubs_in(kb))));
      measure_hubs(kb);
    }
    add("permute and hubs", default_kb, hubs_in(default_kb), median_microseconds(exec_, options_.repetitions, [&] {
          permute();
          run_hubs(default_kb);
        }));
    ones_ = true;
    add("plain", 0, 0, time_plain(automatic, {a_.columns.data(), stored(), x_.data()}));
    add("relabelled", 0, 0, time_plain(automatic, placed()));
    measure_hubs(default_kb);
    ones_ = false;
  }

 private:
  static constexpr int default_kb = static_cast<int>(heddle::detail::default_hub_bytes / 1024);

  product<T> placed() const { return {columns(), stored(), permuted_.data()}; }
  std::int32_t const* columns() const {
    return named_->labels->in_place ? a_.columns.data() : named_->labels->columns.data();
  }
  size_type most_hubs() const {
    return seam::min_of(named_->labels->used, static_cast<size_type>(named_->heaviest.size()));
  }
  seam::offset_tiles<std::int32_t> tiles() const { return {a_.offsets.data(), a_.n, a_.nnz}; }

  T const* stored() const { return ones_ ? nullptr : values_.data(); }

  void permute() {
    auto const& labels = *named_->labels;
    if (labels.in_place) {
      heddle::detail::copy_bytes(exec_, permuted_.data(), exec_, x_.data(), x_.bytes());
    } else {
      primitives::gather(exec_, permuted_.data(), x_.data(), labels.order.data(), labels.used, sizeof(T));
    }
  }

  double roof_us(product<T> const& value) {
    return median_microseconds(exec_, options_.repetitions, [&] {
      gather_roof<<<gpu::grid_of(seam::ceil_div(a_.nnz, 2048)), 256, 0, gpu::stream_of(exec_)>>>(value, a_.nnz,
                                                                                                 y_.data());
    });
  }
  double hub_roof_us(product<T> const& value, int hubs) {
    int const bytes = hubs * static_cast<int>(sizeof(T));
    gpu::check(cudaFuncSetAttribute(hub_roof<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "hub_roof");
    return median_microseconds(exec_, options_.repetitions, [&] {
      hub_roof<<<static_cast<unsigned>(exec_.num_workers()), 1024, static_cast<std::size_t>(bytes),
                 gpu::stream_of(exec_)>>>(value, a_.nnz, hubs, y_.data());
    });
  }

  double time_plain(seam::plan const& chosen, product<T> const& value) {
    auto const multiply = [&] {
      gpu::reduce_tiles(exec_, chosen, tiles(), value, plus_monoid<T>{}, store<T>{y_.data()});
    };
    verify(multiply, "plain");
    return median_microseconds(exec_, options_.repetitions, multiply);
  }

  template <class Multiply> void verify(Multiply const& multiply, char const* what) {
    gpu::check(cudaMemsetAsync(y_.data(), 0xff, y_.bytes(), gpu::stream_of(exec_)), "cudaMemset");
    multiply();
    if (auto const found = wrong_rows(exec_, y_.data(), ones_ ? want_ones_ : want_, a_.offsets.data())) {
      throw error(std::string(what) + " gave " + std::to_string(found) + " wrong rows of " + a_.name);
    }
  }

  size_type hubs_in(int kb) const {
    return seam::min_of(size_type{kb} * 1024 / static_cast<size_type>(sizeof(T)), most_hubs());
  }
  void run_hubs(int kb) {
    gpu::reduce_tiles_with_hubs(exec_, marks_, tiles(), placed(), plus_monoid<T>{}, store<T>{y_.data()}, hubs_in(kb));
  }
  void measure_hubs(int kb) {
    auto const multiply = [&] { run_hubs(kb); };
    verify(multiply, "hubs");
    add("hubs", kb, hubs_in(kb), median_microseconds(exec_, options_.repetitions, multiply));
  }

  void add(std::string variant, int shared_kb, size_type hubs, double time_us) {
    bool const permutes = variant == "hubs" || variant.starts_with("relabelled") || variant == "hub roof";
    double const permute_us = permutes ? permute_us_ : 0;
    double const taken = hubs > 0 ? static_cast<double>(named_->heaviest[static_cast<std::size_t>(hubs) - 1]) : 0;
    into_.add({{"matrix", a_.name},
               {"nnz", a_.nnz},
               {"type", sizeof(T) == 4 ? "f32" : "f64"},
               {"values", ones_ ? "pattern" : "stored"},
               {"variant", std::move(variant)},
               {"shared_kb", shared_kb},
               {"hubs", hubs},
               {"coverage", taken / static_cast<double>(a_.nnz)},
               {"time_us", time_us},
               {"permute_us", permute_us},
               {"total_us", time_us + permute_us},
               {"plan_setup_us", named_->setup_us + marks_us_},
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
  seam::tile_marks marks_;
  relabelled const* named_ = nullptr;
  double vendor_us_ = std::nan(""), permute_us_ = 0, marks_us_ = 0;
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
