// application.cpp - the tool as a function: commands, help, and errors as one line.
#include "src/cli/application.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <heddle/base/error.hpp>
#include <heddle/base/version.hpp>
#include <new>

#include "src/cli/commands.hpp"
#include "src/cli/over_ranks.hpp"
#include "src/cli/parse_error.hpp"
#include "src/cli/terminal.hpp"
#include "src/host/processors.hpp"
#include "src/io/input_file.hpp"

namespace heddle::cli {
namespace {

constexpr char const* about =
    "heddle - sparse linear algebra over any semiring, under any schedule, on CPU and GPU.\n"
    "Reads a graph or matrix from a file and answers from it: breadth-first search, shortest paths, "
    "components, ranks, products, triangles.";

constexpr char const* guide =
    "Examples:\n"
    "  heddle demo                                             the tour: a real graph, and generated ones\n"
    "  heddle generate rmat --scale 18 --output g.mtx.gz       make a graph\n"
    "  heddle info g.mtx.gz                                    its shape and degrees\n"
    "  heddle explain g.mtx.gz                                 which schedule `auto` takes, and why\n"
    "  heddle bfs g.mtx.gz --source 0 --output levels.txt      levels, one a line, -1 for unreached\n"
    "  heddle sssp road.gr --source 5 --verify --json          shortest paths, checked, one JSON object\n"
    "  heddle pagerank g.mtx.gz --output ranks.txt             how important each vertex is, one a line\n"
    "  heddle spmv g.mtx.gz --schedule all                     y = A x under every schedule, timed\n"
    "\n"
    "Files, each also with .gz, .xz or .zst: .mtx Matrix Market; .gr DIMACS; .el .wel .edges .txt .tsv lists of edges "
    "`u v\n"
    "[weight]`; .npz of scipy. Read, not written: .csv lists of edges, .graph .metis METIS, .smtx, .npy arrays of "
    "edges,\n"
    ".heddle saved matrices. `-` is the standard input or output.\n"
    "Vertices are numbered from 0; edges run from row to column. `heddle COMMAND --help` tells more about a command.\n"
    "Status is 0, or 2 after one line on the standard error.";

std::vector<void (*)(CLI::App&)> commands() {
  if (processes_of_mpi()) return {add_bfs, add_sssp, add_components, add_pagerank, add_spmv};
  return {add_info,       add_explain,  add_bfs,        add_sssp,     add_components, add_pagerank,
          add_spmv,       add_multiply, add_triangles,  add_generate, add_convert,    add_schedules,
          add_strategies, add_demo,     add_completion, add_manual};
}

// The library takes no notice of what is none.
void check_environment() {
  char const* const wish = std::getenv("HEDDLE_NUM_THREADS");
  if (!wish || !*wish || host::number_of_threads(wish)) return;
  throw invalid_argument(fmt::format("HEDDLE_NUM_THREADS is '{}', not a number of threads from 1 to 65536", wish));
}

void parse_and_run(int argc, char** argv) {
  check_environment();
  CLI::App app(about, "heddle");
  app.footer(guide);
  app.set_version_flag("--version", "heddle " + version() + " (" + commit() + ")", "print the version");
  app.set_help_flag("-h,--help", "print this text");
  app.get_formatter()->column_width(34);
  app.require_subcommand(0, 1);
  for (auto* const add : commands()) add(app);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) throw invalid_argument("no command given; " + known_commands(app));
  } catch (CLI::CallForHelp const&) {
    if (speaks()) print(app.help());
  } catch (CLI::CallForVersion const& version) {
    if (speaks()) print(std::string(version.what()) + '\n');
  } catch (CLI::ParseError const& error) { throw invalid_argument(explain(error, app)); }
}

}  // namespace

void say_failure(char const* message, bool) noexcept { print_error(message); }

int run(int argc, char** argv, tell_failure& tell) noexcept try {
  keep_standard_streams_open();
  detail::serve_standard_input();
  parse_and_run(argc, argv);
  return 0;
} catch (std::bad_alloc const&) {
  tell("out of memory", false);
  return 2;
} catch (distributed::rank_failed const& error) {
  tell(error.what(), true);
  return 2;
} catch (std::exception const& error) {
  tell(error.what(), false);
  return 2;
}

}  // namespace heddle::cli
