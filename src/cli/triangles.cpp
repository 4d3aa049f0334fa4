// triangles.cpp - heddle triangles: how many triples of vertices are joined pairwise.
#include <fmt/core.h>

#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/semirings/operators.hpp>
#include <memory>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/input.hpp"
#include "src/cli/report.hpp"
#include "src/measure/times.hpp"

namespace heddle::cli {
namespace {

struct triangles_command : file_options {
  size_type repeat = 1;
};

template <class Index> void count(triangles_command const& options, executor const& exec, report& answer) {
  auto const entries = pattern_of(read_file<double, Index>(options.file, options.json, options));
  auto const graph = make_matrix(entries, take_first<std::uint8_t>{}, exec);
  size_type triangles = 0;
  double elapsed_ms = 0;
  {
    repeated_progress bar("counting triangles", !options.json, options.repeat);
    elapsed_ms = measure::median_ms(exec, options.repeat, [&] {
      triangles = triangle_count(graph, {.schedule = options.schedule, .progress = bar.of_this_run()});
      bar.end_run();
    });
  }
  answer.set_shape(graph.rows(), graph.cols(), graph.nnz()).set_device(exec);
  answer.set("schedule", options.schedule.text()).set("elapsed_ms", elapsed_ms).set("triangles", triangles);
  answer.say(fmt::format("{}: {} x {}, {} nonzeros", options.file, graph.rows(), graph.cols(), graph.nnz()));
  answer.say(fmt::format("ran on     {}, schedule {}", exec.description(), options.schedule.text()));
  answer.say(fmt::format("triangles  {}", triangles));
  answer.say(fmt::format("time       {:.3f} ms", elapsed_ms));
  answer.print();
}

void run(triangles_command const& options) {
  run_on_file(options, {}, [&](auto index, io::file_header const&, executor const& exec, report& answer) {
    count<decltype(index)>(options, exec, answer);
  });
}

}  // namespace

void add_triangles(CLI::App& app) {
  auto const options = std::make_shared<triangles_command>();
  command described(app, "triangles", "count triangles");
  described.input("FILE", options->file, "the graph")
      .whole("--repeat", options->repeat, {1, 1000000}, "how often to run; the median time counts")
      .run_options(*options)
      .notes(
          "The graph is read as undirected; self-loops and duplicates are dropped, and stored zeros are edges.\n\n"
          "Example: heddle triangles friends.mtx --json")
      .on_run([options] { run(*options); });
  add_reading_options(described, *options);
}

}  // namespace heddle::cli
