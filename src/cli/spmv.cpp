// spmv.cpp - heddle spmv: y = A x over a semiring, under one schedule or all, checked and timed.
#include <filesystem>
#include <memory>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/input.hpp"
#include "src/cli/outputs.hpp"
#include "src/cli/spmv_folder.hpp"
#include "src/cli/spmv_over_ranks.hpp"
#include "src/measure/cusparse.hpp"
#include "src/measure/times.hpp"

namespace heddle::cli {
namespace {

struct spmv_command : reading_options {
  std::string file, device = "auto", schedule = "auto", semiring = "plus_times", type, compare = "nothing",
                    plan = "none";
  std::string output, csv;
  size_type repeat = 10;
  bool json = false, trace = false;
  rank_options ranks;
};

// What is computed in, and read: f64 unless told, truth values where the semiring has no others.
std::string type_of(spmv_command const& options) {
  bool const in_bool = options.semiring == "lor_land" || options.semiring == "any_pair";
  if (in_bool && !options.type.empty()) throw invalid_argument("--type: " + options.semiring + " computes in bool");
  if (in_bool) return "bool";
  return options.type.empty() ? "f64" : options.type;
}

measure::spmv_request request_of(spmv_command const& options) {
  type_of(options);  // refuses one that is not used
  measure::spmv_request request{.exec = make_executor(options.device),
                                .schedules = {},
                                .repeat = options.repeat,
                                .plan = {},
                                .compare_cusparse = options.compare == "cusparse",
                                .trace = options.trace,
                                .keep_result = !options.output.empty()};
  if (request.compare_cusparse && options.semiring != "plus_times") {
    throw invalid_argument("--compare: cusparse knows only the semiring plus_times");
  }
  if (request.compare_cusparse && request.exec.is_host()) {
    throw not_compiled("--compare: cusparse needs a GPU, and this runs on " + request.exec.description());
  }
  if (request.compare_cusparse && !measure::has_cusparse()) {
    throw not_compiled("--compare cusparse: libcusparse.so is not found on this machine");
  }
  if (options.plan == locality::name) request.plan = locality{};
  if (options.plan == compact_columns::name) {
    if (options.semiring != "plus_times") throw invalid_argument("--plan compact: it is for the semiring plus_times");
    request.compact = compact_columns{};
  }
  for (auto const& name : options.schedule == "all" ? schedule::names() : std::vector{options.schedule}) {
    request.schedules.push_back(schedule::parse(name));
  }
  return request;
}

std::string schedule_text(spmv_command const& options) {
  return options.schedule == "all" ? options.schedule : schedule::parse(options.schedule).text();
}

template <class T, class Index>
measured_matrix multiply(spmv_command const& options, measure::spmv_request const& request, std::string const& file,
                         bool quiet) {
  auto const entries = read_file<T, Index>(file, quiet, options);
  spmv_setting const setting{.matrix = file,
                             .rows = entries.rows,
                             .cols = entries.cols,
                             .semiring = options.semiring,
                             .type = type_of(options),
                             .schedule = schedule_text(options),
                             .exec = request.exec};
  return {setting, measure::measure_spmv(options.semiring, make_summed_matrix(entries, request.exec), request)};
}

measured_matrix measure_file(spmv_command const& options, measure::spmv_request const& request, std::string const& file,
                             io::file_header const& header, bool quiet) {
  measured_matrix measured;
  with_index(header, [&](auto index) {
    using Index = decltype(index);
    measured = type_of(options) == "f32" ? multiply<float, Index>(options, request, file, quiet)
                                         : multiply<double, Index>(options, request, file, quiet);
  });
  return measured;
}

void run_folder(spmv_command const& options, std::vector<std::string> const& files,
                measure::spmv_request const& request, report& answer) {
  if (!options.output.empty()) throw invalid_argument("--output: " + options.file + " is a folder, of many results");
  if (!options.names.empty()) throw invalid_argument("--names: " + options.file + " is a folder, of many graphs");
  if (options.trace) throw invalid_argument("--trace: " + options.file + " is a folder; it is for one matrix");
  measure::stopwatch watch;
  auto const folder = measure_folder(files, !options.json, [&](std::string const& file) {
    return measure_file(options, request, file, io::read_header(file, options.reading), true);
  });
  answer.set_device(request.exec).set("schedule", schedule_text(options)).set("elapsed_ms", watch.elapsed_ms());
  answer.set("semiring", options.semiring).set("type", type_of(options));
  tell(answer, folder);
  if (!options.csv.empty()) write_csv(options.csv, folder.matrices);
  answer.print();
  require_none_failed(folder);
}

void run_over_ranks(spmv_command const& options, distributed::group const& ranks) {
  if (options.semiring != "plus_times") {
    throw invalid_argument("--semiring: over ranks the tool knows plus_times, and the library any");
  }
  if (options.schedule == "all") throw invalid_argument("--schedule all does not go with ranks: name one");
  file_options file;
  static_cast<reading_options&>(file) = options;
  file.file = options.file;
  file.schedule = schedule::parse(options.schedule);
  file.json = options.json;
  spmv_over_ranks(file, {type_of(options) == "f32", options.repeat, options.output}, ranks);
}

void run(spmv_command const& options, std::vector<std::string> const& given) {
  if (auto const ranks = ranks_of(options.ranks, options.device, given, {"--semiring", "--type", "--schedule"})) {
    return run_over_ranks(options, *ranks);
  }
  report answer(options.json);
  auto const request = request_of(options);
  check_reading(options);
  std::error_code unknown;
  bool const is_folder = options.file != "-" && std::filesystem::is_directory(options.file, unknown);
  auto const inputs = is_folder ? matrix_files(options.file) : std::vector<std::string>{options.file};
  check_outputs({options.output, options.csv, options.names}, inputs, answer);
  if (is_folder) return run_folder(options, inputs, request, answer);
  auto const header = understand(options.file, options, answer);
  auto const measured = measure_file(options, request, options.file, header, options.json);
  if (auto const& y = measured.table.result) {
    std::visit([&](auto const& values) { write_lines(options.output, values); }, *y);
  }
  tell(answer, measured.setting, measured.table);
  if (!options.csv.empty()) write_csv(options.csv, {measured});
  answer.print();
  require_verified(measured.table);
}

std::vector<std::string> all_and_schedules() {
  auto words = schedule::names();
  words.insert(words.begin(), "all");
  return words;
}

}  // namespace

void add_spmv(CLI::App& app) {
  auto const options = std::make_shared<spmv_command>();
  command described(app, "spmv", "y = A x over a semiring, checked and timed");
  described.input("FILE", options->file, "the matrix, or a folder of them")
      .choice("--semiring", options->semiring, {std::begin(measure::spmv_semirings), std::end(measure::spmv_semirings)},
              "what plus and times mean")
      .choice("--type", options->type, {"f32", "f64"},
              "type of the values: f64 unless told, or where the semiring is lor_land or any_pair bool")
      .device(options->device)
      .text("--schedule", "NAME", "auto", "how rows are shared out, or `all` to try every one",
            [options](std::string const& name) {
              if (name != "all") schedule::parse(name);
              options->schedule = name;
            })
      .offers(all_and_schedules())
      .choice("--plan", options->plan, {"none", std::string(locality::name), std::string(compact_columns::name)},
              "run every schedule also with a preparation of the matrix: gathers placed better, or columns of half the "
              "bytes")
      .choice("--compare", options->compare, {"nothing", "cusparse"}, "run a competitor on the same buffers")
      .whole("--repeat", options->repeat, {1, 1000000}, "how often to run; the median time counts")
      .output("--output", options->output, "y, one value a line; the identity where a row has no entry")
      .flag("--trace", options->trace, "also tell rows, entries and, on a GPU, clock cycles of the shares")
      .output("--csv", options->csv, "the table of times")
      .json(options->json)
      .notes(
          "x(j) is 1 + j mod 7. Entries of one position sum. Every result is checked against a serial reference before "
          "it\n"
          "is timed; setup is the time to make the plan, which is kept. GB/s counts every array once.\n"
          "Of a folder every matrix file is measured; those that cannot be are named at the end, and the status is 2.\n"
          "A locality plan permutes x in every product, or x is kept in the plan's order; the tool says after how "
          "many\n"
          "products it has paid. So it does of a compact plan, which is for GPUs.\n"
          "--trace tells what every share of a schedule holds; clock cycles\n"
          "are those of plus_times with 32-bit indices.\n\n"
          "Examples:\n"
          "  heddle spmv web.mtx --schedule all --csv times.csv\n"
          "  heddle spmv web.mtx --type f32 --device cuda --schedule all --compare cusparse\n"
          "  heddle spmv web.mtx --plan locality\n"
          "  heddle spmv mesh.mtx --plan compact --type f32 --device cuda\n"
          "  heddle spmv matrices/ --schedule all --compare cusparse --csv landscape.csv\n"
          "  heddle spmv road.gr --semiring min_plus --output y.txt")
      .on_run([options, described] { run(*options, described.given()); });
  add_rank_options(described, options->ranks);
  add_reading_options(described, *options);
}

}  // namespace heddle::cli
