// locality.cu - the locality plan's kernel over its tuning values, verified and timed.
#include <cmath>
#include <cstdio>
#include <heddle/cuda/elementwise.cuh>
#include <heddle/cuda/reduce_with_hubs.cuh>
#include <heddle/version.hpp>
#include <heddle/walk/load_either.hpp>
#include <heddle/walk/load_once.hpp>

#include "bench/locality/device_graphs.hpp"
#include "bench/locality/locality.hpp"
#include "bench/support/cusparse_spmv.cuh"
#include "bench/support/matrices.hpp"

namespace heddle::bench {
namespace {

template <class T> struct sum {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN T identity() const { return 0; }
  HEDDLE_FN T operator()(T a, T b) const { return a + b; }
};

template <class T> struct store {
  T* y;
  __device__ void operator()(size_type row, T value) const { y[row] = value; }
};

// load_once, or with a hint that the second-level cache, too, should give the line up first.
template <bool Hinted, class T> __device__ T load_stream(T const* pointer) {
  if constexpr (!Hinted) {
    return load_once(pointer);
  } else {
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    T value;
    if constexpr (sizeof(T) == 4) {
      unsigned bits;
      asm("ld.global.nc.L1::no_allocate.L2::cache_hint.b32 %0, [%1], %2;" : "=r"(bits) : "l"(pointer), "l"(policy));
      memcpy(&value, &bits, 4);
    } else {
      unsigned long long bits;
      asm("ld.global.nc.L1::no_allocate.L2::cache_hint.b64 %0, [%1], %2;" : "=l"(bits) : "l"(pointer), "l"(policy));
      memcpy(&value, &bits, 8);
    }
    return value;
  }
}

// How a product reads: `hinted` streams past the second-level cache too; `branching` reads hubs without a branch;
// `fetched` reads columns and values while the share before is summed.
enum class reading { plain, hinted, branching, fetched };
constexpr char const* reading_names[] = {"plain", "hinted", "branching", "fetched"};

template <class T, reading How> struct product {
  static constexpr bool Hinted = How == reading::hinted;
  using operand = T;
  std::int32_t const* columns;
  T const* values;
  T const* u;
  __device__ T operator()(size_type atom) const { return (values ? values[atom] : T(1)) * u[columns[atom]]; }
  __device__ T streamed(size_type atom) const {
    std::int32_t const c = load_stream<Hinted>(columns + atom);
    return (values ? load_stream<Hinted>(values + atom) : T(1)) * u[c];
  }
  struct near_product {
    std::int32_t const* columns;
    T const* values;
    T const* u;
    T const* hub;
    std::int32_t hubs;
    __device__ T operand_at(std::int32_t c) const {
      if constexpr (How == reading::branching) return c < hubs ? hub[c] : u[c];
      return load_either(c < hubs, hub + c, u + c);
    }
    __device__ T value_at(size_type atom) const {
      if constexpr (How == reading::plain || How == reading::fetched) {
        return load_once_if(values != nullptr, values + atom, T(1));
      } else {
        return values ? load_stream<Hinted>(values + atom) : T(1);
      }
    }
    __device__ T operator()(size_type atom) const { return (values ? values[atom] : T(1)) * operand_at(columns[atom]); }
    __device__ T streamed(size_type atom) const {
      std::int32_t const c = load_stream<Hinted>(columns + atom);
      return value_at(atom) * operand_at(c);
    }
    struct pair {
      std::int32_t column;
      T value;
    };
    __device__ pair fetch(size_type atom) const requires(How == reading::fetched) {
      return {load_once(columns + atom), value_at(atom)};
    }
    __device__ T finish(pair const& fetched) const requires(How == reading::fetched) {
      return fetched.value * operand_at(fetched.column);
    }
    template <class Call> __device__ void each_range(size_type first, size_type last, Call const& call) const {
      call(columns + first, (last - first) * 4);
      if (values) call(values + first, (last - first) * static_cast<size_type>(sizeof(T)));
    }
  };
  __device__ near_product with_hubs(T const* hub, size_type hubs) const {
    return {columns, values, u, hub, static_cast<std::int32_t>(hubs)};
  }
};

// The roofs: every value and index read once, x gathered, no rows.
template <class T> __global__ void gather_roof(product<T, reading::plain> value, size_type nnz, T* out) {
  size_type const first = static_cast<size_type>(blockIdx.x) * 2048 + threadIdx.x;
  T total = 0;
#pragma unroll
  for (int j = 0; j < 8; ++j) {
    if (first + j * 256 < nnz) total += value.streamed(first + j * 256);
  }
  if (total == T(-1)) *out = total;
}
template <class T>
__global__ __launch_bounds__(1024, 1) void hub_roof(product<T, reading::plain> value, size_type nnz, int hubs, T* out) {
  extern __shared__ uint4 shared[];
  T* const hub = reinterpret_cast<T*>(shared);
  for (int i = static_cast<int>(threadIdx.x); i < hubs; i += 1024) hub[i] = value.u[i];
  __syncthreads();
  auto const near = value.with_hubs(hub, hubs);
  T total = 0;
  for (size_type first = static_cast<size_type>(blockIdx.x) * 8192; first < nnz; first += gridDim.x * size_type{8192}) {
    if (first + 8192 > nnz) {
      for (size_type i = first + threadIdx.x; i < nnz; i += 1024) total += near.streamed(i);
      continue;
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) total += near.streamed(first + j * 1024 + threadIdx.x);
  }
  if (total == T(-1)) *out = total;
}

// One warp a row, in f64.
template <class T>
__global__ void reference_kernel(std::int32_t const* offsets, std::int32_t const* columns, T const* values, T const* x,
                                 size_type rows, double* y) {
  size_type const row = (static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  if (row >= rows) return;
  double total = 0;
  for (std::int32_t i = offsets[row] + static_cast<int>(threadIdx.x % 32); i < offsets[row + 1]; i += 32) {
    total += (values ? static_cast<double>(values[i]) : 1.0) * static_cast<double>(x[columns[i]]);
  }
  for (int offset = 16; offset > 0; offset /= 2) total += __shfl_down_sync(~0u, total, offset);
  if (threadIdx.x % 32 == 0) y[row] = total;
}

template <class T> struct count_wrong {
  double const* want;
  T const* got;
  unsigned long long* wrong;
  __device__ void operator()(size_type i) const {
    double const tolerance = sizeof(T) == 4 ? 1e-4 : 1e-12;
    double const difference = static_cast<double>(got[i]) - want[i];
    if (!((difference < 0 ? -difference : difference) <= tolerance * want[i])) atomicAdd(wrong, 1ull);
  }
};

// Multiples of 1/8 below 2.
template <class T> struct some_value {
  T* to;
  unsigned seed;
  __device__ void operator()(size_type i) const {
    to[i] = static_cast<T>(1 + (static_cast<std::uint64_t>(i) * 2654435761u + seed) % 15) / 8;
  }
};

struct tally {
  std::int32_t const* columns;
  std::int32_t* left;  // rows - degree
  __device__ void operator()(size_type i) const { atomicSub(left + columns[i], 1); }
};

// Columns apart from the `exact` heaviest into classes: by powers of two of their degree, or those with entries and
// those without.
struct class_of {
  std::int32_t const *label, *left;
  std::int32_t rows, exact;
  bool by_power;
  std::int32_t* key;
  __device__ void operator()(size_type c) const {
    std::int32_t const degree = rows - left[c];
    if (label[c] < exact) {
      key[c] = label[c];
    } else if (by_power) {
      key[c] = exact + __clz(degree);
    } else {
      key[c] = exact + (degree == 0);
    }
  }
};

struct degree_class_of {
  std::int32_t const* left;
  std::int32_t rows;
  std::int32_t* key;
  __device__ void operator()(size_type c) const { key[c] = primitives::degree_class(rows - left[c]); }
};

struct narrow {
  std::int64_t const* from;
  std::int32_t* to;
  __device__ void operator()(size_type i) const { to[i] = static_cast<std::int32_t>(from[i]); }
};

struct invert {
  std::int32_t const* order;
  std::int32_t* label;
  __device__ void operator()(size_type i) const { label[order[i]] = static_cast<std::int32_t>(i); }
};

struct relabelled {
  std::string order_name;
  double setup_us = 0;
  size_type used = 0;  // columns with entries
  buffer<std::int32_t> order, columns;
  std::vector<double> covered;  // covered[k]: share of gathers that the k heaviest columns take
};

class relabeller {
 public:
  relabeller(executor const& exec, device_csr const& a) : exec_(exec), a_(a), left_(exec, a.n) {
    for (int run = 0; run < 2; ++run) {
      auto const rows = static_cast<std::int32_t>(a.n);
      device_event start, stop;
      start.record(cuda::stream_of(exec));
      primitives::fill(exec, left_.data(), a.n, 4, &rows);
      cuda::for_each_index(exec, a.nnz, tally{a.columns.data(), left_.data()});
      stop.record(cuda::stream_of(exec));
      tally_us_ = stop.microseconds_since(start);
    }
    by_degree_ = sorted(left_, static_cast<std::int32_t>(a.n) + 1);
    label_ = buffer<std::int32_t>(exec, a.n);
    cuda::for_each_index(exec, a.n, invert{by_degree_.data(), label_.data()});
    size_type const top = min_of<size_type>(a.n, 1 << 16);
    buffer<std::int32_t> heaviest(exec, a.n);
    primitives::gather(exec, heaviest.data(), left_.data(), by_degree_.data(), a.n, 4);
    size_type from = 0, to = a.n;
    while (from < to) {
      size_type const middle = (from + to) / 2;
      if (heaviest.get(middle) < a.n) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    used_ = from;
    auto const left = heaviest.to_host();
    double total = 0;
    covered_.push_back(0);
    for (size_type i = 0; i < top; ++i) {
      total += static_cast<double>(a.n - left[static_cast<std::size_t>(i)]) / static_cast<double>(a.nnz);
      covered_.push_back(total);
    }
  }

  relabelled by_degree() const { return by_keys("degree", left_, static_cast<std::int32_t>(a_.n) + 1); }
  relabelled by_degree_class() const {
    buffer<std::int32_t> key(exec_, a_.n);
    cuda::for_each_index(exec_, a_.n, degree_class_of{left_.data(), static_cast<std::int32_t>(a_.n), key.data()});
    return by_keys("class", key, primitives::num_degree_classes);
  }
  relabelled by_class(bool by_power) const {
    constexpr std::int32_t exact = 48 * 1024;
    buffer<std::int32_t> key(exec_, a_.n);
    cuda::for_each_index(
        exec_, a_.n,
        class_of{label_.data(), left_.data(), static_cast<std::int32_t>(a_.n), exact, by_power, key.data()});
    return by_keys(by_power ? "power" : "hubs_first", key, exact + 34);
  }

 private:
  buffer<std::int32_t> sorted(buffer<std::int32_t> const& key, std::int32_t bound) const {
    auto const wide = primitives::stable_order(exec_, key.data(), a_.n, bound);
    buffer<std::int32_t> order(exec_, a_.n);
    cuda::for_each_index(exec_, a_.n, narrow{wide.data(), order.data()});
    return order;
  }
  relabelled by_keys(std::string name, buffer<std::int32_t> const& key, std::int32_t bound) const {
    relabelled result{std::move(name), 0, used_, {}, {}, covered_};
    device_event start, stop;
    start.record(cuda::stream_of(exec_));
    result.order = sorted(key, bound);
    buffer<std::int32_t> label(exec_, a_.n);
    cuda::for_each_index(exec_, a_.n, invert{result.order.data(), label.data()});
    result.columns = buffer<std::int32_t>(exec_, a_.nnz);
    primitives::gather(exec_, result.columns.data(), label.data(), a_.columns.data(), a_.nnz, 4);
    stop.record(cuda::stream_of(exec_));
    result.setup_us = stop.microseconds_since(start) + tally_us_;
    return result;
  }

  executor exec_;
  device_csr const& a_;
  buffer<std::int32_t> left_, by_degree_, label_;
  double tally_us_ = 0;
  size_type used_ = 0;
  std::vector<double> covered_;
};

struct setting {
  int threads = 256, items = 4, shared_kb = 163, prefetched = 1;
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

  void measure(std::vector<relabelled const*> const& orders) {
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
      add("cusparse " + vendor->variant, "", {}, 0, 0, vendor->time_us, 0);
    }
    plan const automatic = make_plan(exec_, tiles(), schedule{}, sizeof(T));
    product<T, reading::plain> const as_stored{a_.columns.data(), values_.data(), x_.data()};
    add("gather roof", "", {}, 0, 0, roof_us(as_stored), 0);
    add("plain", "", {}, 0, 0, time_plain(automatic, as_stored), 0);
    setting best;
    double best_us = 1e30;
    for (relabelled const* const order : orders) {
      double const permute_us = median_microseconds(exec_, options_.repetitions, [&] { permute(*order); });
      product<T, reading::plain> const value{order->columns.data(), stored(), permuted_.data()};
      add("relabelled roof", order->order_name, {}, 0, 0, roof_us(value), permute_us);
      for (int kb : {131, 163, 195}) {
        int const hubs = kb * 1024 / static_cast<int>(sizeof(T));
        add("hub roof", order->order_name, {.shared_kb = kb}, hubs, order->covered[hubs], hub_roof_us(value, hubs),
            permute_us);
      }
      add("relabelled", order->order_name, {}, 0, 0, time_plain(automatic, value), permute_us);
      if (order == orders.front()) {
        for (reading const how : {reading::plain, reading::fetched}) {
          for (int const threads : {256, 128}) {
            for (int const items : {4, 8}) {
              for (int const kb : {131, 163, 195}) {
                setting const s{threads, items, kb, 0, how};
                double const us = measure_hubs(*order, s, permute_us);
                if (us < best_us) best = s, best_us = us;
              }
            }
          }
        }
        for (int kb : {147, 179, 187, 211}) {
          setting s = best;
          s.shared_kb = kb;
          measure_hubs(*order, s, permute_us);
        }
      }
      for (int prefetched : {0, 1}) {
        setting s = best;
        s.prefetched = prefetched;
        for (reading const how : {reading::hinted, reading::branching}) {
          s.how = how;
          measure_hubs(*order, s, permute_us);
        }
      }
      if (order != orders.front()) measure_hubs(*order, best, permute_us);
      double const both_us = median_microseconds(exec_, options_.repetitions, [&] {
        permute(*order);
        run_hubs(*order, best);
      });
      add("permute and hubs", order->order_name, best, 0, 0, both_us, 0);
      if (order != orders.front()) continue;
      ones_ = true;
      add("plain", "", {}, 0, 0, time_plain(automatic, {a_.columns.data(), nullptr, x_.data()}), 0);
      add("relabelled", order->order_name, {}, 0, 0,
          time_plain(automatic, {order->columns.data(), nullptr, permuted_.data()}), permute_us);
      measure_hubs(*order, best, permute_us);
      ones_ = false;
    }
  }

 private:
  offset_tiles<std::int32_t> tiles() const { return {a_.offsets.data(), a_.n, a_.nnz}; }

  T const* stored() const { return ones_ ? nullptr : values_.data(); }

  void permute(relabelled const& order) {
    primitives::gather(exec_, permuted_.data(), x_.data(), order.order.data(), order.used, sizeof(T));
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
    auto const multiply = [&] { cuda::reduce_tiles(exec_, chosen, tiles(), value, sum<T>{}, store<T>{y_.data()}); };
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

  template <int Threads, int Items, reading How> int hubs_of(relabelled const& order, setting const& s, bool run) {
    using value_type = product<T, How>;
    using job_type = cuda::kernels::reduce_launch<offset_tiles<std::int32_t>, value_type, sum<T>, store<T>>;
    using launch = cuda::kernels::hub_launch<Threads, Items, offset_tiles<std::int32_t>, value_type, sum<T>, store<T>>;
    size_type const hubs = min_of(launch::hubs_in(s.shared_kb * 1024), order.used);
    if (!run) return static_cast<int>(hubs);
    plan const& chosen = plans_[Threads * Items == 512 ? 0 : Threads * Items == 1024 ? 1 : 2];
    value_type const value{order.columns.data(), stored(), permuted_.data()};
    auto const rows = tiles();
    buffer<T> const cut(exec_, 2 * chosen.workers);
    T* const heads = const_cast<T*>(cut.data());
    sum<T> const add{};
    job_type const job{
        exec_, chosen, rows, cuda::shares_of(chosen), value, add, store<T>{y_.data()}, {heads, heads + chosen.workers}};
    launch::run(job, {hubs, s.prefetched});
    return static_cast<int>(hubs);
  }
  template <int Threads, int Items> int dispatch(relabelled const& order, setting const& s, bool run) {
    if (s.how == reading::hinted) return hubs_of<Threads, Items, reading::hinted>(order, s, run);
    if (s.how == reading::fetched) return hubs_of<Threads, Items, reading::fetched>(order, s, run);
    if (s.how == reading::branching) return hubs_of<Threads, Items, reading::branching>(order, s, run);
    return hubs_of<Threads, Items, reading::plain>(order, s, run);
  }
  int run_hubs(relabelled const& order, setting const& s, bool run = true) {
    if (s.threads == 256) return s.items == 4 ? dispatch<256, 4>(order, s, run) : dispatch<256, 8>(order, s, run);
    return s.items == 4 ? dispatch<128, 4>(order, s, run) : dispatch<128, 8>(order, s, run);
  }

  double measure_hubs(relabelled const& order, setting const& s, double permute_us) {
    auto const multiply = [&] { run_hubs(order, s); };
    verify(multiply, "hubs");
    int const hubs = run_hubs(order, s, false);
    double const time_us = median_microseconds(exec_, options_.repetitions, multiply);
    add("hubs", order.order_name, s, hubs, order.covered[static_cast<std::size_t>(hubs)], time_us, permute_us);
    return time_us;
  }

  void add(std::string variant, std::string order, setting const& s, int hubs, double coverage, double time_us,
           double permute_us) {
    into_.add({{"matrix", a_.name},
               {"nnz", a_.nnz},
               {"type", sizeof(T) == 4 ? "f32" : "f64"},
               {"values", ones_ ? "pattern" : "stored"},
               {"variant", std::move(variant)},
               {"order", std::move(order)},
               {"threads", s.threads},
               {"items", s.items},
               {"shared_kb", s.shared_kb},
               {"prefetched", s.prefetched},
               {"reading", reading_names[static_cast<int>(s.how)]},
               {"hubs", hubs},
               {"coverage", coverage},
               {"time_us", time_us},
               {"permute_us", permute_us},
               {"total_us", time_us + permute_us},
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
  double vendor_us_ = std::nan("");
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
    relabeller const tool(exec, a);
    relabelled const by_degree = tool.by_degree(), again = tool.by_degree();
    relabelled const by_class = tool.by_degree_class(), by_power = tool.by_class(true);
    std::vector<relabelled const*> const orders = {&by_class, &by_power};
    nlohmann::ordered_json about{{"matrix", a.name}, {"used_columns", by_degree.used}, {"setup_us", again.setup_us}};
    std::puts(about.dump().c_str());
    for (std::string const& type : options.types) {
      if (type == "f32") locality_case<float>(exec, a, options, into).measure(orders);
      if (type == "f64") locality_case<double>(exec, a, options, into).measure(orders);
    }
  }
}

}  // namespace heddle::bench
