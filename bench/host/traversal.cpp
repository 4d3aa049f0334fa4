// traversal.cpp - BFS, SSSP, components and PageRank of files' graphs on the CPU, timed; bench/host/traversal.py checks
// what they find.
#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <heddle/heddle.hpp>
#include <heddle/io/files.hpp>
#include <heddle/io/load.hpp>

#include "bench/host/host.hpp"

namespace heddle::bench {
namespace {

using namespace seam;

size_type longest_row(matrix<double> const& a) {
  auto const rows = a.csr();
  size_type longest = 0;
  for (size_type i = 1; i < a.rows(); ++i) {
    auto const length = [&](size_type r) { return rows.offsets[r + 1] - rows.offsets[r]; };
    if (length(i) > length(longest)) longest = i;
  }
  return longest;
}

template <class T> void write_numbers(std::string const& path, std::vector<T> const& values) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<char const*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
}

}  // namespace

void run_host_traversal(host_options const& options) {
  fmt::print("matrix,rows,nonzeros,source,threads,bfs_ms,sssp_ms,components_ms,pagerank_iteration_ms\n");
  for (std::string const& file : options.files) {
    auto const name = std::filesystem::path(file).stem().string();
    auto read = io::read<double>(file);
    read.values = io::field::real;
    read.value.resize(read.row.size());
    for (std::size_t k = 0; k < read.row.size(); ++k) {
      // The same both ways, so that a graph that is symmetric stays so.
      auto const low = min_of(read.row[k], read.col[k]), high = max_of(read.row[k], read.col[k]);
      read.value[k] = 1 + static_cast<double>((31ll * low + 17ll * high) % 255);
    }
    for (int const threads : options.threads) {
      auto const a = io::to_matrix(read, take_first<double>{}, host_executor(threads));
      size_type const source = longest_row(a);
      auto const warm_median = [&](auto const& call) {
        call();
        return median_ms(9, options.seconds, call);
      };
      bfs_result<> levels;
      sssp_result<double> distances;
      double const bfs_ms = warm_median([&] { levels = bfs(a, source); });
      double const sssp_ms = warm_median([&] { distances = sssp(a, source); });
      components_result<> components;
      pagerank_result<> ranks;
      double const components_ms = warm_median([&] { components = connected_components(a); });
      double const pagerank_ms = warm_median([&] { ranks = pagerank(a); });
      double const iteration_ms = pagerank_ms / static_cast<double>(max_of(ranks.iterations, size_type{1}));
      if (!options.answers.empty()) {
        write_numbers(options.answers + "/" + name + ".labels", components.labels.to_dense(-1));
        write_numbers(options.answers + "/" + name + ".ranks", ranks.ranks.to_dense(0));
        write_numbers(options.answers + "/" + name + ".levels", levels.levels.to_dense(-1));
        write_numbers(options.answers + "/" + name + ".distances", distances.distances.to_dense(-1));
      }
      fmt::print("{},{},{},{},{},{:.4f},{:.4f},{:.4f},{:.4f}\n", name, a.rows(), a.nnz(), source, threads, bfs_ms,
                 sssp_ms, components_ms, iteration_ms);
      std::fflush(stdout);
    }
  }
}

}  // namespace heddle::bench
