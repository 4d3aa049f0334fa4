// bfs.cpp - heddle bfs: levels and parents from a source.
#include <fmt/core.h>

#include <heddle/algorithms/bfs.hpp>
#include <memory>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/traversal.hpp"
#include "src/cli/verification.hpp"

namespace heddle::cli {
namespace {

struct bfs_command : traversal_options {
  std::string parents;
};

template <class Index>
void search(bfs_command const& options, io::file_header const& header, executor const& exec, report& answer) {
  auto entries = pattern_of(read_file<double, Index>(options.file, options.json));
  make_square(entries);
  auto const graph = make_matrix(entries, first<std::uint8_t>{}, exec);
  bool const wants_parents = !options.parents.empty();
  run_times times;
  auto const found = time_runs(
      exec, options.repeat,
      [&] {
        return bfs(graph, options.source,
                   {.schedule = options.schedule, .parents = wants_parents, .method = method_named(options.method)});
      },
      times);
  auto const levels = found.levels.to_dense(-1);
  auto const parents = wants_parents ? found.parents.to_dense(Index(-1)) : std::vector<Index>();
  auto const broken_rule = options.verify ? check_levels(entries, options.source, levels, parents) : std::string();
  if (broken_rule.empty()) {
    write_lines(options.output, levels);
    write_lines(options.parents, parents);
  }
  tell_traversal(answer, options, exec, facts_of(header, graph, found, times), fmt::format("depth {}", found.depth));
  answer.set("depth", found.depth);
  finish(answer, options, broken_rule);
}

void run(bfs_command const& options) {
  run_traversal(options, {options.output, options.parents},
                [&](auto index, io::file_header const& header, executor const& exec, report& answer) {
                  search<decltype(index)>(options, header, exec, answer);
                });
}

}  // namespace

void add_bfs(CLI::App& app) {
  auto const options = std::make_shared<bfs_command>();
  command search(app, "bfs", "breadth-first search: how many edges from the source");
  add_traversal_options(search, *options, "levels, one a line in vertex order, -1 for unreached");
  search.output("--parents", options->parents, "parents likewise; the source is its own, the smallest one counts")
      .notes(
          "Every stored entry is an edge, zeros too. A rectangular file is read as a square graph.\n\n"
          "Examples:\n"
          "  heddle bfs web.mtx --source 0 --output levels.txt --parents tree.txt\n"
          "  heddle bfs web.mtx --source 0 --schedule merge_path --verify --json")
      .on_run([options] { run(*options); });
}

}  // namespace heddle::cli
