// spmv.cpp - heddle spmv: y = A x over a semiring, under one schedule or all, checked and timed.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <memory>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/input.hpp"
#include "src/cli/outputs.hpp"
#include "src/cli/spmv_table.hpp"

namespace heddle::cli {
namespace {

struct spmv_command {
  std::string file, device = "auto", schedule = "auto", semiring = "plus_times", type = "f64", compare = "nothing";
  std::string output, csv;
  size_type repeat = 10;
  bool json = false;
};

spmv_request request_of(spmv_command const& options) {
  spmv_request request{.exec = make_executor(options.device),
                       .repeat = options.repeat,
                       .compare_cusparse = options.compare == "cusparse",
                       .output = options.output};
  if (request.compare_cusparse && options.semiring != "plus_times") {
    throw invalid_argument("--compare: cusparse knows only the semiring plus_times");
  }
  if (request.compare_cusparse && request.exec.is_host()) {
    throw not_compiled("--compare: cusparse needs a GPU, and this runs on " + request.exec.description());
  }
  for (auto const& name : options.schedule == "all" ? schedule::names() : std::vector{options.schedule}) {
    request.schedules.push_back(schedule::parse(name));
  }
  return request;
}

template <class T, class Index>
void multiply(spmv_command const& options, spmv_request const& request, report& answer) {
  auto const entries = read_file<T, Index>(options.file, options.json);
  auto const table = measure_spmv(options.semiring, entries, request);
  spmv_setting const setting{.matrix = options.file,
                             .rows = entries.rows,
                             .cols = entries.cols,
                             .semiring = options.semiring,
                             .type = options.type,
                             .schedule = options.schedule,
                             .exec = request.exec};
  tell(answer, setting, table);
  if (!options.csv.empty()) write_csv(options.csv, setting, table);
  answer.print();
  require_verified(table);
}

void run(spmv_command const& options) {
  report answer(options.json);
  auto const request = request_of(options);
  check_outputs({options.output, options.csv}, answer);
  auto const header = io::read_header(options.file);
  with_index(header, [&](auto index) {
    options.type == "f32" ? multiply<float, decltype(index)>(options, request, answer)
                          : multiply<double, decltype(index)>(options, request, answer);
  });
}

void read_schedule_or_all(std::string const& name, std::string& chosen) {
  if (name != "all") schedule::parse(name);
  chosen = name;
}

}  // namespace

void add_spmv(CLI::App& app) {
  auto const options = std::make_shared<spmv_command>();
  command(app, "spmv", "y = A x over a semiring, checked and timed")
      .input("FILE", options->file, "the matrix")
      .choice("--semiring", options->semiring, {spmv_semirings().begin(), spmv_semirings().end()},
              "what plus and times mean")
      .choice("--type", options->type, {"f32", "f64"}, "type of the values")
      .device(options->device)
      .text("--schedule", "NAME", "auto", "how rows are shared out, or `all` to try every one",
            [options](std::string const& name) { read_schedule_or_all(name, options->schedule); })
      .choice("--compare", options->compare, {"nothing", "cusparse"}, "run a competitor on the same buffers")
      .whole("--repeat", options->repeat, {1, 1000000}, "how often to run; the median time counts")
      .output("--output", options->output, "y, one value a line; the identity where a row has no entry")
      .output("--csv", options->csv, "the table of times")
      .json(options->json)
      .notes(
          "x(j) is 1 + j mod 7. Entries of one position sum. Every result is checked against a serial reference before "
          "it\n"
          "is timed; setup is the time to make the plan, which is kept. GB/s counts every array once.\n\n"
          "Examples:\n"
          "  heddle spmv web.mtx --schedule all --csv times.csv\n"
          "  heddle spmv web.mtx --type f32 --device cuda --schedule all --compare cusparse\n"
          "  heddle spmv road.gr --semiring min_plus --output y.txt")
      .on_run([options] { run(*options); });
}

}  // namespace heddle::cli
