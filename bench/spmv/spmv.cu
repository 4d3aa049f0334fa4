// spmv.cu - y = A x through make_plan and reduce_tiles, verified, timed, and compared with cuSPARSE and with the roof.
#include <cmath>
#include <cstdio>
#include <heddle/detail/cuda/reduce_tiles.cuh>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/semirings/semirings.hpp>

#include "bench/spmv/problem.cuh"
#include "bench/spmv/roof.cuh"
#include "bench/spmv/spmv.hpp"
#include "bench/support/cusparse_spmv.cuh"

namespace heddle::bench {
namespace {

// What is the same for all schedules of one matrix and type.
struct surroundings {
  gather_roof gather;
  double roof_us = 0;
  std::vector<measured_variant> vendor;
};

double or_nan(measured_variant const* b, double timing::*field) { return b ? b->time.*field : std::nan(""); }

// How many products it takes until ours, made ready and run so often, take less time than the rival's; infinite: never.
double products_to_lead(double setup_us, double time_us, measured_variant const& rival) {
  double const behind_us = setup_us - rival.setup_us, gain_us = rival.time.median - time_us;
  if (behind_us <= 0 && gain_us >= 0) return 0;
  return gain_us > 0 ? std::ceil(behind_us / gain_us) : std::numeric_limits<double>::infinity();
}

template <class T> class spmv_case {
 public:
  spmv_case(executor const& exec, problem const& p, spmv_options const& options, cache_flusher const& flush)
      : exec_(exec), problem_(p), a_(p.a()), options_(options), flush_(flush) {
    values_ = make_values<T>(exec, a_);
    x_ = make_operand<T>(exec, a_.cols);
    y_ = buffer<T>(exec, a_.rows);
  }

  int measure(double copy_bandwidth, report& into) {
    switch (a_.values) {
      case stored::array:
        return measure_with(product<T>{columns(), values_.data(), x_.data()}, copy_bandwidth, into);
      case stored::one_value: {
        T const one = static_cast<T>(value_of_all(a_.values));
        return measure_with(one_value_product<T>{columns(), one, x_.data()}, copy_bandwidth, into);
      }
      case stored::pattern:
        return measure_with(pattern_product<T>{columns(), x_.data()}, copy_bandwidth, into);
    }
    return 0;
  }

 private:
  std::int32_t const* columns() const { return problem_.columns().data(); }

  // What mxv multiplies by, and, with compact columns, under which plan.
  values_view<T> stored_values() const {
    return {a_.values == stored::array ? values_.data() : nullptr, static_cast<T>(value_of_all(a_.values))};
  }
  auto library_product() const {
    return heddle::detail::full_product<plus_times<T>, T, T, std::int32_t>{columns(), stored_values(), x_.data(), {}};
  }

  template <class Bare> int measure_with(Bare const& bare, double copy_bandwidth, report& into) {
    surroundings around;
    around.vendor = measure_vendor();
    around.gather = measure_gather_roof(exec_, 15, bare, a_.nnz());
    around.roof_us = around.gather.time_us + static_cast<double>(a_.rows) * (4 + sizeof(T)) / copy_bandwidth;
    measured_variant const* const rival = best_of(around.vendor);
    double best_us = rival ? rival->time.median : std::numeric_limits<double>::infinity();
    int wrong = 0;
    for (std::string const& name : options_.schedules) {
      report::row row = measure_schedule(name, around, best_us);
      wrong += !row["verified"].template get<bool>();
      into.add(std::move(row));
    }
    heddle::detail::compacted made;
    double const compacting_us = median_microseconds(
        exec_, 5, [&] { made = heddle::detail::compact(exec_, columns(), a_.nnz(), compact_columns{}); });
    if (made.helps()) {
      compacted_ = &made;
      report::row row = measure_schedule("auto", around, best_us, compacting_us);
      compacted_ = nullptr;
      wrong += !row["verified"].template get<bool>();
      into.add(std::move(row));
    }
    return wrong;
  }

  std::vector<measured_variant> measure_vendor() {
    buffer<std::int32_t> row_numbers = problem_.row_numbers();
    return measure_cusparse(rival_of(problem_, values_, x_, y_, row_numbers),
                            {.warm = options_.repetitions, .queued = options_.repetitions}, flush_,
                            [&] { return problem_.is_right(y_.data()); });
  }

  report::row measure_schedule(std::string const& name, surroundings const& around, double& best_us,
                               double earlier_us = 0) {
    seam::offset_tiles<std::int32_t> const tiles{problem_.offsets().data(), a_.rows, a_.nnz()};
    timing time;
    double setup_us = 0;
    std::string chosen;
    bool verified = false;
    try {
      schedule const wanted = schedule::parse(name);
      seam::plan made;
      setup_us = earlier_us + median_microseconds(exec_, 5, [&] { made = plan_for(tiles, wanted); });
      chosen = made.reason.empty() ? made.chosen.text() : made.chosen.text() + ": " + made.reason;
      auto const multiply = [&] {
        if (compacted_) {
          heddle::detail::compact_product<T> const product{compacted_->view(), stored_values(), x_.data()};
          return gpu::reduce_tiles(exec_, made, tiles, product, plus_monoid<T>{}, store<T>{y_.data()});
        }
        gpu::reduce_tiles(exec_, made, tiles, library_product(), plus_monoid<T>{}, store<T>{y_.data()});
      };
      auto const forget = [&] {
        gpu::check(cudaMemsetAsync(y_.data(), 0xff, y_.bytes(), gpu::stream_of(exec_)), "cudaMemsetAsync");
      };
      double first_us = microseconds_of(exec_, multiply, forget);
      verified = problem_.is_right(y_.data());
      if (first_us < 1e5) first_us = microseconds_of(exec_, multiply);  // the first one also loads kernels
      if (verified) time = bench::measure(exec_, repetitions_for(first_us, best_us), flush_, multiply);
      if (verified) best_us = seam::min_of(best_us, time.median);
    } catch (error const& refusal) { chosen = refusal.what(); }
    if (!verified)
      std::fprintf(stderr, "bench_spmv: %s, %s: wrong. %s\n", a_.name.c_str(), name.c_str(), chosen.c_str());
    return row_of(name, chosen, verified, setup_us, time, around);
  }

  // As a matrix does it: auto measures rows and columns, each time anew since set-up counts, and is told how long x is.
  seam::plan plan_for(seam::offset_tiles<std::int32_t> const& tiles, schedule const& wanted) const {
    seam::reduction_call call(sizeof(T));
    call.usual_walks = compacted_, call.marked = !compacted_;
    if (!wanted.is_automatic()) return seam::make_plan(exec_, tiles, wanted, call);
    auto const found = primitives::measure_pattern(exec_, tiles.offsets, a_.rows, columns(), a_.nnz());
    seam::tile_statistics const statistics{a_.rows, a_.nnz(), found.rows, a_.cols, found.nearness};
    return seam::make_plan(exec_, tiles, wanted, call, &statistics);
  }

  // A schedule that does not fit the matrix must not hold up the rest.
  repeat repetitions_for(double first_us, double best_us) const {
    if (first_us > 20 * best_us && first_us > 2000) return {.warm_up = 0, .warm = 3, .cold = 1};
    return {.warm = options_.repetitions, .queued = options_.repetitions};
  }

  double bytes() const {
    double const entry = 4 + (a_.values == stored::array ? sizeof(T) : 0);
    return static_cast<double>(a_.nnz()) * entry + static_cast<double>(a_.rows) * (4 + sizeof(T)) +
           static_cast<double>(a_.cols) * sizeof(T);
  }

  report::row row_of(std::string const& name, std::string const& chosen, bool verified, double setup_us,
                     timing const& time, surroundings const& around) const {
    measured_variant const* const rival = best_of(around.vendor);
    auto const if_verified = [&](double number) { return verified ? number : std::nan(""); };
    report::row row = {{"matrix", a_.name},
                       {"rows", a_.rows},
                       {"cols", a_.cols},
                       {"nnz", a_.nnz()},
                       {"type", sizeof(T) == 4 ? "f32" : "f64"},
                       {"schedule", compacted_ ? name + ", compact" : name},
                       {"time_us", if_verified(time.median)},
                       {"gbs", if_verified(bytes() / time.median / 1e3)},
                       {"gather_roof_us", around.gather.time_us},
                       {"setup_us", setup_us},
                       {"verified", verified}};
    row["cusparse_us"] = or_nan(rival, &timing::median);
    row["cusparse_variant"] = rival ? rival->variant.name : "none";
    row["cusparse_setup_us"] = rival ? rival->setup_us : std::nan("");
    row["ratio"] = if_verified(or_nan(rival, &timing::median) / time.median);
    row["chosen"] = chosen;
    row["class"] = a_.kind;
    row["values"] = to_string(a_.values);
    row["roof_us"] = around.roof_us;
    row["of_roof"] = if_verified(around.roof_us / time.median);
    row["roof_shape"] = around.gather.shape;
    row["p10_us"] = if_verified(time.p10);
    row["p90_us"] = if_verified(time.p90);
    row["min_us"] = if_verified(time.min);
    row["repetitions"] = time.repetitions;
    row["cold_us"] = if_verified(time.cold);
    row["cusparse_cold_us"] = or_nan(rival, &timing::cold);
    measured_variant const* const queued_rival = best_of(around.vendor, &timing::queued);
    row["queued_us"] = if_verified(time.queued);
    row["cusparse_queued_us"] = or_nan(queued_rival, &timing::queued);
    row["cusparse_queued_variant"] = queued_rival ? queued_rival->variant.name : "none";
    row["queued_ratio"] = if_verified(or_nan(queued_rival, &timing::queued) / time.queued);
    row["submit_us"] = if_verified(time.submit);
    row["cusparse_submit_us"] = or_nan(rival, &timing::submit);
    for (measured_variant const& each : around.vendor) {
      row[std::string("cusparse_") + each.variant.word + "_us"] = each.verified ? each.time.median : std::nan("");
    }
    row["longest_row"] = problem_.lengths().longest;
    row["empty_rows"] = problem_.lengths().empty;
    row["row_stddev"] = problem_.lengths().stddev;
    row["row_lengths"] = problem_.lengths().histogram;
    row["nearness"] = problem_.nearness();
    row["pays_after"] = if_verified(rival ? products_to_lead(setup_us, time.median, *rival) : std::nan(""));
    return row;
  }

  executor exec_;
  problem const& problem_;
  csr_pattern const& a_;
  spmv_options const& options_;
  cache_flusher const& flush_;
  buffer<T> values_, x_, y_;
  heddle::detail::compacted const* compacted_ = nullptr;  // by which columns it is multiplied; null: by their own
};

// A folder of files may hold some that are not for us.
void load(csr_pattern& a, std::string const& base) {
  try {
    a = make_matrix(base);
  } catch (io_error const& refusal) {
    a = {};
    std::fprintf(stderr, "bench_spmv: left out: %s\n", refusal.what());
    return;
  }
  if (a.nnz() == 0) std::fprintf(stderr, "bench_spmv: left out: %s has no entries\n", base.c_str());
}

}  // namespace

int measure_spmv(spmv_options const& options, report& into) {
  executor const exec = cuda_executor();
  cache_flusher const flush(exec);
  double const copy_bandwidth = measure_copy_bandwidth(exec);
  into.about()["copy_gbs"] = copy_bandwidth / 1e3;
  int wrong = 0;
  csr_pattern a;
  std::string made, plain_name;
  for (std::string const& name : options.matrices) {
    measure::stopwatch const watch;
    if (made != base_of(name)) {
      made = base_of(name);
      load(a, made);
      plain_name = a.name;
    }
    if (a.nnz() == 0) continue;
    a.values = stored_by(name);
    a.name = a.values == stored::array ? plain_name : name;
    problem const p(exec, a);
    for (std::string const& type : options.types) {
      if (type == "f32") wrong += spmv_case<float>(exec, p, options, flush).measure(copy_bandwidth, into);
      if (type == "f64") wrong += spmv_case<double>(exec, p, options, flush).measure(copy_bandwidth, into);
    }
    std::fprintf(stderr, "bench_spmv: %s took %.1f s\n", name.c_str(), 1e-3 * watch.elapsed_ms());
    options.after_matrix();
  }
  return wrong;
}

}  // namespace heddle::bench
