// read_matrix_market.cpp - how fast text becomes entries, in MB/s, on files that it makes itself.
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <heddle/base/error.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/io/files.hpp>
#include <heddle/io/generators.hpp>
#include <string>
#include <vector>

#include "src/measure/times.hpp"

namespace {

using namespace heddle;
using graph = io::coordinates<double>;

class temporary_folder {
 public:
  temporary_folder() {
    auto pattern = (std::filesystem::temp_directory_path() / "heddle-bench-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw io_error(pattern + ": cannot be made");
    path_ = pattern;
  }
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(std::string const& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// Values with as many digits as measured data have.
void add_real_values(graph& entries) {
  io::add_weights(entries, {.low = 1, .high = 1000000000});
  for (auto& value : entries.value) value /= 1234567.0;
  entries.values = io::field::real;
}

bool is_same(graph const& a, graph const& b) {
  return a.rows == b.rows && a.row == b.row && a.col == b.col && a.value == b.value;
}

void measure_reading(temporary_folder const& folder, char const* what, std::string const& name, graph entries,
                     int repetitions) {
  auto const path = folder.file(name);
  auto const plain = folder.file("plain.mtx");
  io::write(plain, entries);
  io::write(path, entries);
  bool const right = entries.symmetric || is_same(entries, io::read<double>(path));
  auto const megabytes = double(std::filesystem::file_size(plain)) / 1e6;
  auto const seconds = 1e-3 * measure::median_ms(host_executor(), repetitions, [&] { (void)io::read<double>(path); });
  std::printf("%-28s %9.1f MB of text %8.1f ms %8.0f MB/s %7.1f M entries/s%s\n", what, megabytes, seconds * 1e3,
              megabytes / seconds, double(entries.nnz()) / seconds / 1e6, right ? "" : "  WRONG");
  if (!right) throw error(std::string(what) + ": what was read is not what was written");
}

}  // namespace

int main(int argc, char** argv) try {
  int const scale = argc > 1 ? std::stoi(argv[1]) : 18;
  temporary_folder const folder;
  auto const pattern = io::power_law<double>({.n = size_type{1} << scale, .degree = 24});
  auto integer = pattern, real = pattern;
  io::add_weights(integer);
  add_real_values(real);
  std::printf("%d threads, medians of 5\n", host::default_threads());
  measure_reading(folder, "pattern", "a.mtx", pattern, 5);
  measure_reading(folder, "integer", "b.mtx", integer, 5);
  measure_reading(folder, "real", "c.mtx", real, 5);
  measure_reading(folder, "pattern symmetric", "d.mtx", io::rmat<double>({.scale = scale - 1}), 5);
  measure_reading(folder, "real, gzip", "e.mtx.gz", real, 5);
  measure_reading(folder, "integer, DIMACS", "f.gr", integer, 5);
  return 0;
} catch (std::exception const& failure) {
  std::fprintf(stderr, "%s\n", failure.what());
  return 2;
}
