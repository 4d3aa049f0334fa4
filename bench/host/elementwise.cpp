// elementwise.cpp - element-wise operations on the CPU, timed; bench/host/elementwise.py checks what they give and sets
// them beside numpy and scipy.
#include <fmt/core.h>

#include <algorithm>
#include <heddle/heddle.hpp>

#include "bench/host/host.hpp"

namespace heddle::bench {
namespace {

// Multiples of 1/8, so that sums of them and of their products are exact in any order.
template <class T> T element(size_type i, size_type factor) {
  return static_cast<T>(static_cast<double>((factor * i) % 64 - 31) / (std::is_integral_v<T> ? 1 : 8));
}

bool is_present(size_type i, size_type factor, int per_cent) {
  auto key = static_cast<std::uint32_t>(i * factor);
  key = (key ^ key >> 16) * 0x85ebca6bu;
  key = (key ^ key >> 13) * 0xc2b2ae35u;
  return (key ^ key >> 16) % 100 < static_cast<std::uint32_t>(per_cent);
}

template <class T> vector<T> drawn(size_type n, size_type factor, int per_cent, executor const& exec) {
  std::vector<std::int32_t> at;
  std::vector<T> values;
  for (size_type i = 0; i < n; ++i) {
    if (!is_present(i, factor, per_cent)) continue;
    at.push_back(static_cast<std::int32_t>(i));
    values.push_back(element<T>(i, factor));
  }
  auto v = vector<T>::build(n, at, values, take_first<T>{}, exec);
  storage_of(v).write_bitmap();
  storage_of(v).choose_form();
  return v;
}

template <class T> double checksum(vector<T> const& w) {
  double sum = 0;
  auto const tuples = w.tuples();
  for (std::size_t k = 0; k < tuples.index.size(); ++k) {
    sum += static_cast<double>(tuples.value[k]) * static_cast<double>(1 + tuples.index[k] % 64);
  }
  return sum;
}

// Eight arcs from every vertex, to vertices without order.
matrix<double> arcs(size_type n, executor const& exec) {
  std::vector<std::int32_t> from, to;
  for (size_type i = 0; i < n; ++i) {
    for (size_type k = 0; k < 8; ++k) {
      from.push_back(static_cast<std::int32_t>(i));
      to.push_back(static_cast<std::int32_t>((i * 1103515245 + k * 12345677 + 12345) % n));
    }
  }
  return matrix<double>::build(n, n, from, to, std::vector<double>(from.size(), 1.0), plus<double>{}, exec);
}

// As a user writes it: twenty steps, the change looked at after each.
vector<double> ranks_by_operations(matrix<double> const& into, vector<double> const& shares) {
  size_type const n = shares.size();
  executor const exec = shares.exec();
  auto rank = vector<double>::filled(n, 1 / static_cast<double>(n), exec);
  vector<double> next(n, exec), given(n, exec), change(n, exec);
  for (int step = 0; step < 20; ++step) {
    ewise_mult(given, times<double>{}, rank, shares);
    mxv(next, plus_times<double>{}, into, given);
    apply(next, bind_second(times<double>{}, 0.85), next);
    apply(next, bind_second(plus<double>{}, 0.15 / static_cast<double>(n)), next);
    ewise_add(change, minus<double>{}, next, rank);
    apply(change, absolute<double>{}, change);
    if (reduce(plus_monoid<double>{}, change) < 0) break;
    std::swap(rank, next);
  }
  return rank;
}

class table {
 public:
  table(size_type n, int threads, double seconds)
      : n_(n), threads_(threads), seconds_(seconds), exec_(host_executor(threads)) {}

  void measure_all() {
    measure_of<double>("f64");
    measure_of<float>("f32");
    measure_of<std::int32_t>("i32");
    measure_of<std::int64_t>("i64");
    measure_casts();
    measure_bitmaps(50);
    measure_bitmaps(95);
    measure_positions();
    if (n_ == 264346) measure_ranks();
  }

 private:
  template <class Call> void time(std::string const& operation, Call const& call, double answer) {
    std::vector<double> times;
    for (double sum = 0; times.size() < 15 || (sum < 1e3 * seconds_ && times.size() < 20001);) {
      sum += times.emplace_back(elapsed_ms(call));
    }
    fmt::print("{},{},{},{:.3f},{}\n", n_, threads_, operation, 1e3 * *std::min_element(times.begin(), times.end()),
               answer);
    std::fflush(stdout);
  }
  template <class W, class Call> void time_into(vector<W>& w, std::string const& operation, Call const& call) {
    call();
    time(operation, call, checksum(w));
  }

  template <class T> void measure_of(std::string const& type) {
    auto const u = drawn<T>(n_, 31, 100, exec_), v = drawn<T>(n_, 17, 100, exec_);
    vector<T> w(n_, exec_);
    vector<bool> is(n_, exec_);
    time_into(w, "times " + type, [&] { ewise_mult(w, times<T>{}, u, v); });
    time_into(w, "minus " + type, [&] { ewise_add(w, minus<T>{}, u, v); });
    time_into(w, "minimum " + type, [&] { ewise_mult(w, minimum<T>{}, u, v); });
    time_into(is, "less " + type, [&] { ewise_mult(is, less<T>{}, u, v); });
    time_into(w, "absolute " + type, [&] { apply(w, absolute<T>{}, u); });
    time_into(w, "scaled " + type, [&] { apply(w, bind_second(times<T>{}, T(3)), u); });
    time_into(w, "assign " + type, [&] { assign(w, u); });
    time_into(w, "assign scalar " + type, [&] { assign(w, 3); });
    auto sum = u;
    time(
        "accumulate " + type, [&] { assign(sum, no_mask, plus<T>{}, v); }, 0);
    if constexpr (std::is_integral_v<T>) {
      time(
          "sum " + type, [&] { (void)reduce(plus_monoid<T>{}, u); }, static_cast<double>(reduce(plus_monoid<T>{}, u)));
    }
    time(
        "least " + type, [&] { (void)reduce(min_monoid<T>{}, u); }, static_cast<double>(reduce(min_monoid<T>{}, u)));
  }

  void measure_casts() {
    auto const u = drawn<double>(n_, 31, 100, exec_);
    auto const i = drawn<std::int32_t>(n_, 31, 100, exec_);
    vector<float> f(n_, exec_);
    vector<double> d(n_, exec_);
    vector<std::int32_t> whole(n_, exec_);
    time_into(f, "cast f64 to f32", [&] { assign(f, u); });
    time_into(d, "cast i32 to f64", [&] { assign(d, i); });
    time_into(whole, "cast f64 to i32", [&] { assign(whole, u); });
  }

  void measure_bitmaps(int per_cent) {
    auto const u = drawn<double>(n_, 31, per_cent, exec_), v = drawn<double>(n_, 17, per_cent, exec_);
    auto const full = drawn<double>(n_, 31, 100, exec_);
    std::string const of = " of " + std::to_string(per_cent) + " %";
    vector<double> w(n_, exec_);
    auto kept = full;
    time_into(w, "times" + of, [&] { ewise_mult(w, times<double>{}, u, v); });
    time_into(w, "minus" + of, [&] { ewise_add(w, minus<double>{}, u, v); });
    time_into(w, "absolute" + of, [&] { apply(w, absolute<double>{}, u); });
    time_into(kept, "assign under a mask" + of, [&] { assign(kept, structure(u), no_accum, full); });
    if (per_cent == 50) time_into(w, "select", [&] { select(w, greater<double>{}, full, 0.0); });
  }

  void measure_positions() {
    std::vector<std::int32_t> at(static_cast<std::size_t>(n_));
    for (size_type i = 0; i < n_; ++i) at[static_cast<std::size_t>(i)] = static_cast<std::int32_t>((i * 7919) % n_);
    auto const p = vector<std::int32_t>::dense(at, exec_);
    auto const u = drawn<double>(n_, 31, 100, exec_);
    vector<double> w(n_, exec_);
    time_into(w, "gather", [&] { gather(w, u, p); });
    time_into(w, "scatter", [&] { scatter(w, p, u, plus_monoid<double>{}); });
  }

  void measure_ranks() {
    auto const a = arcs(n_, exec_);
    matrix<double> into(n_, n_, exec_);
    transpose(into, a);
    vector<double> shares(n_, exec_);
    reduce(shares, plus_monoid<double>{}, a);
    apply(shares, inverse<double>{}, shares);
    time(
        "pagerank", [&] { (void)ranks_by_operations(into, shares); }, 0);
  }

  size_type n_;
  int threads_;
  double seconds_;
  executor exec_;
};

}  // namespace

void run_host_elementwise(std::vector<int> const& threads, double seconds) {
  fmt::print("size,threads,operation,us,checksum\n");
  for (size_type const n : {10'000, 100'000, 264'346, 1'000'000, 4'000'000}) {
    for (int const number : threads) table(n, number, seconds).measure_all();
  }
}

}  // namespace heddle::bench
