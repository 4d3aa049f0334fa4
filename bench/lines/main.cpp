// main.cpp - bench_lines: counts lines of code per schedule and puts the tables into docs/measurements.md, or prints
// them.
#include <iostream>

#include "bench/lines/count.hpp"

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  using namespace heddle::bench;
  if (argc > 2 || (argc == 2 && argv[1][0] == '-')) {
    std::cerr
        << "usage: bench_lines [docs/measurements.md]   in the project's folder; without a file it prints the tables\n";
    return 2;
  }
  if (!fs::is_directory("include/heddle/seam/schedule")) {
    std::cerr << "bench_lines: there is no include/heddle/seam/schedule here; start it in the project's folder\n";
    return 2;
  }
  auto const tables = lines_of_code_tables(fs::current_path());
  if (argc == 1) {
    std::cout << tables;
    return 0;
  }
  auto const changed = with_tables(text_of_file(argv[1]), tables);
  if (changed.empty()) {
    std::cerr << "bench_lines: " << argv[1] << " has no place for the tables: " << tables_begin;
    return 1;
  }
  std::ofstream(argv[1]) << changed;
  return 0;
}
