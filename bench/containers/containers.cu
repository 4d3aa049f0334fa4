// containers.cu - bench_containers: a matrix built of random tuples on a GPU beside CUB's sort of as many pairs, and
// its forms made of one another beside cuSPARSE; checked before anything is timed.
#include <cub/device/device_radix_sort.cuh>
#include <heddle/base/version.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/matrix.hpp>
#include <heddle/ops/reduce/reduce.hpp>

#include "bench/containers/cusparse_forms.cuh"
#include "bench/support/device_timer.cuh"
#include "bench/support/program.hpp"

namespace {

using namespace heddle;

struct settings {
  executor exec;
  int repetitions;
};

// Tuples of a square matrix, drawn by a hash of their number; all values are 1.
struct random_tuples {
  size_type size;
  buffer<std::int32_t> row, col;
  buffer<float> value;

  random_tuples(executor const& exec, size_type size, size_type n) : size(size), value(exec, n) {
    executor const cpu;
    buffer<std::int32_t> row_here(cpu, n), col_here(cpu, n);
    auto const drawn = [size](std::uint64_t k) {
      k = (k ^ (k >> 31)) * 0x9e3779b97f4a7c15;
      k = (k ^ (k >> 29)) * 0xbf58476d1ce4e5b9;
      return static_cast<std::int32_t>((k >> 33) % static_cast<std::uint64_t>(size));
    };
    host::parallel_for(cpu, n, [&, rows = row_here.data(), cols = col_here.data()](size_type k) {
      rows[k] = drawn(2 * static_cast<std::uint64_t>(k) + 1);
      cols[k] = drawn(2 * static_cast<std::uint64_t>(k) + 2);
    });
    row = row_here.clone(exec);
    col = col_here.clone(exec);
    float const one = 1;
    primitives::fill(exec, value.data(), n, sizeof(float), &one);
  }
  coo_arrays<float> arrays() const { return {size, size, row.size(), row.data(), col.data(), value.data()}; }
};

// Every tuple is in one entry, and the entries are a matrix.
void check(matrix<float> const& a, size_type n) {
  auto const view = a.csr();
  (void)matrix<float>::from_csr({a.rows(), a.cols(), view.nnz, view.offsets, view.indices, view.values.data}, a.exec(),
                                array_check::checked, a.exec());
  if (reduce(plus_monoid<double>{}, a) != static_cast<double>(n)) throw error("tuples are lost");
}

double sort_microseconds(settings const& s, size_type n, int bits) {
  buffer<std::uint64_t> keys(s.exec, n), sorted(s.exec, n);
  buffer<float> values(s.exec, n), moved(s.exec, n);
  executor const cpu;
  buffer<std::uint64_t> drawn(cpu, n);
  auto const mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  host::parallel_for(cpu, n, [to = drawn.data(), mask](size_type k) {
    std::uint64_t const mixed = (static_cast<std::uint64_t>(k) + 1) * 0x9e3779b97f4a7c15;
    to[k] = (mixed ^ (mixed >> 29)) * 0xbf58476d1ce4e5b9 & mask;
  });
  keys = drawn.clone(s.exec);
  std::size_t bytes = 0;
  auto const sort = [&](void* scratch) {
    heddle::gpu::check(cub::DeviceRadixSort::SortPairs(scratch, bytes, keys.data(), sorted.data(), values.data(),
                                                       moved.data(), n, 0, bits, heddle::gpu::stream_of(s.exec)),
                       "SortPairs");
  };
  sort(nullptr);
  buffer<unsigned char> scratch(s.exec, static_cast<size_type>(bytes));
  return bench::median_microseconds(s.exec, s.repetitions, [&] { sort(scratch.data()); });
}

void add(bench::report& into, char const* operation, size_type size, size_type n, double time_us,
         std::string const& peer, std::optional<double> peer_us) {
  bench::report::row row{{"operation", operation}, {"rows", size}, {"tuples", n}, {"time_us", time_us}, {"peer", peer}};
  row["peer_us"] = peer_us ? bench::report::row(*peer_us) : bench::report::row("");
  row["ratio"] = peer_us ? bench::report::row(*peer_us / time_us) : bench::report::row("");
  into.add(row);
}

void measure_build(settings const& s, size_type size, size_type n, bench::report& into) {
  random_tuples const tuples(s.exec, size, n);
  auto const arrays = tuples.arrays();
  check(matrix<float>::build(arrays, plus<float>{}, s.exec), n);
  auto const built = [&](char const* what, coo_arrays<float> const& from) {
    double const us = bench::median_microseconds(s.exec, s.repetitions,
                                                 [&] { (void)matrix<float>::build(from, plus<float>{}, s.exec); });
    int const bits = 2 * std::bit_width(static_cast<std::uint64_t>(size - 1));
    add(into, what, size, n, us, "CUB SortPairs, 64 bits", sort_microseconds(s, n, 64));
    add(into, what, size, n, us, "CUB SortPairs, the bits of a position", sort_microseconds(s, n, bits));
  };
  built("build", arrays);
  auto pattern = arrays;
  pattern.values = nullptr;
  built("build, pattern", pattern);
}

void measure_forms(settings const& s, size_type size, size_type n, bench::report& into) {
  random_tuples const tuples(s.exec, size, n);
  auto const a = matrix<float>::build(tuples.arrays(), plus<float>{}, s.exec);
  auto const& form = storage_of(a).csr();
  auto const coo = a.coo();
  buffer<std::int32_t> offsets(s.exec, a.rows() + 1), rows(s.exec, a.nnz());
  auto const ours = [&](auto const& work) { return bench::median_microseconds(s.exec, s.repetitions, work); };
  auto const turned = ours([&] { (void)detail::transposed(form); });
  auto const compressed = ours([&] { primitives::compress_rows(s.exec, coo.row, coo.nnz, a.rows(), offsets.data()); });
  auto const expanded =
      ours([&] { primitives::expand_offsets(s.exec, form.offsets.data(), a.rows(), a.nnz(), rows.data()); });
  if (offsets.to_host() != form.offsets.to_host() || rows.to_host() != form.rows().to_host()) {
    throw error("forms are wrong");
  }
  auto const theirs = bench::cusparse_form_times(a, s.repetitions);
  add(into, "CSR to CSC", size, n, turned, "cusparseCsr2cscEx2", theirs.transposed);
  add(into, "COO to CSR", size, n, compressed, "cusparseXcoo2csr", theirs.compressed);
  add(into, "CSR to COO", size, n, expanded, "cusparseXcsr2coo", theirs.expanded);
}

int run(bench::program& app) {
  app.description("containers built on a GPU, beside CUB and cuSPARSE; medians in microseconds");
  std::vector<size_type> tuples{1'000'000, 10'000'000, 100'000'000}, sizes{1 << 16, 1 << 24};
  int repetitions = 9;
  app.add_option("--tuples", tuples, "how many")->check(CLI::Range(1, 2'000'000'000));
  app.add_option("--rows", sizes, "of a square matrix")->check(CLI::Range(2, 2'000'000'000));
  app.add_option("--repeat", repetitions, "timed calls")->check(CLI::Range(1, 100000));
  app.read_for_gpu();
  settings const s{cuda_executor(), repetitions};
  auto& table = app.begin(s.exec);
  for (size_type const n : tuples) {
    for (size_type const size : sizes) {
      measure_build(s, size, n, table);
      measure_forms(s, size, n, table);
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
