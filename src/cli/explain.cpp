// explain.cpp - heddle explain: which schedule `auto` takes for a matrix, why, and what the others should cost.
#include <fmt/core.h>

#include <heddle/detail/cuda/sharing.hpp>
#include <heddle/explain.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/degrees.hpp"
#include "src/cli/input.hpp"
#include "src/cli/report.hpp"
#include "src/measure/times.hpp"

namespace heddle::cli {
namespace {

using object = nlohmann::ordered_json;

struct explain_options : file_options {
  std::string type = "f64";
  std::size_t value_bytes() const { return type == "f32" ? 4 : 8; }
};

// A GPU's choice can be explained where none is: the rule needs the statistics alone.
struct explained_device {
  executor exec;
  device_kind kind;
  bool present;
};

explained_device device_of(std::string const& name) {
  bool const wanted = name != "host" && (name == "cuda" || cuda_available());
  if (wanted && cuda_available()) return {cuda_executor(), device_kind::cuda, true};
  return {host_executor(), wanted ? device_kind::cuda : device_kind::host, !wanted};
}

object object_of(explanation::answered_question const& step) {
  return {{"question", step.question}, {"figure", step.figure}, {"answer", step.answer}, {"because", step.because}};
}

object object_of(explanation::expected_cost const& cost) {
  return {{"schedule", cost.schedule},
          {"microseconds", cost.microseconds},
          {"mostly", cost.mostly},
          {"within_factor", cost.accuracy}};
}

template <class List> object array_of(List const& list) {
  auto array = object::array();
  for (auto const& entry : list) array.push_back(object_of(entry));
  return array;
}

// `narrow`: offsets have 32 bits, as lists of entries want it.
void tell(report& answer, explain_options const& options, explained_device const& device, explanation const& e,
          bool narrow) {
  auto const& statistics = *e.statistics;
  answer.set_shape(statistics.tiles, statistics.columns, statistics.atoms);
  answer.set("device", e.made_for == device_kind::host ? "host" : "cuda")
      .set("device_name", device.present ? device.exec.description() : "none here")
      .set("device_present", device.present)
      .set("type", options.type)
      .set("schedule", options.schedule.text())
      .set("schedule_chosen", e.chosen.name())
      .set("choice", e.chosen.text());
  answer.set("statistics", statistics_object(statistics.rows));
  if (statistics.nearness >= 0) answer.set("nearness", statistics.nearness);
  answer.set("rule", array_of(e.path)).set("expected", array_of(e.costs));
  answer.say(to_text(e));
  if (e.made_for == device_kind::host || statistics.tiles != statistics.columns || !narrow) return;
  object searches;
  answer.say("searches   on a GPU, in one kernel; a list of entries wants figures within the bounds in brackets:");
  for (auto const& [name, what] : {std::pair{"bfs", gpu::search_for::levels}, {"sssp", gpu::search_for::distances}}) {
    std::string const taken = text_of(gpu::usual_sharing(what, statistics));
    std::string const because = gpu::usual_sharing_because(what, statistics), pieces = gpu::usual_pieces_because();
    searches[name] = {{"ran_as", taken}, {"because", because + "; " + pieces}};
    answer.say(
        fmt::format("           {:<4} by {}\n                {}\n                {}", name, taken, because, pieces));
  }
  answer.set("searches", searches);
}

template <class Index> void explain_file(report& answer, explain_options const& options) {
  auto const device = device_of(options.device);
  auto entries = read_file<double, Index>(options.file, options.json, options);
  auto const first = [](auto a, auto) { return a; };
  auto const a = make_matrix(pattern_of(std::move(entries)), first, device.exec);
  auto const& form = storage_of(a).csr();
  measure::stopwatch watch;
  seam::tile_statistics const statistics = form.measured();
  auto e = heddle::explain(statistics, device.kind, options.value_bytes(), options.schedule,
                           device.present ? device.exec.architecture() : 0);
  auto const made = form.plan_for(options.schedule, options.value_bytes());  // refuses parameters without sense
  bool const same_everywhere = std::holds_alternative<schedules::cut_tiles>(made->chosen.built_in());
  if (device.present || same_everywhere) e.chosen = made->chosen;
  double const elapsed_ms = watch.elapsed_ms();
  answer.say(fmt::format("{} in {}, {}", options.file, options.type,
                         device.present
                             ? fmt::format("measured in {:.3f} ms on {}", elapsed_ms, device.exec.description())
                             : "for a GPU like the H200 that was measured: there is none here"));
  tell(answer, options, device, e, sizeof(Index) == 4);
  answer.set("elapsed_ms", elapsed_ms);
  if (e.made_for == device_kind::host) answer.say("           (--device cuda explains what a GPU would be given)");
}

void run(explain_options const& options) {
  report answer(options.json);
  check_reading(options);
  check_outputs({options.names}, {options.file}, answer);
  auto const header = understand(options.file, options, answer);
  with_index(header, [&](auto index) { explain_file<decltype(index)>(answer, options); });
  answer.print();
}

}  // namespace

void add_explain(CLI::App& app) {
  auto const options = std::make_shared<explain_options>();
  command described(app, "explain", "which schedule, why, and what the others should cost");
  described.input("FILE", options->file, "the matrix or graph")
      .choice("--type", options->type, {"f32", "f64"}, "type of the values")
      .run_options(*options)
      .notes(
          "Prints the statistics of the rows, the questions of the rule with figures and answers, the choice with its\n"
          "parameters, and what y = A x should take under every schedule on an H200; of a graph also who takes what "
          "in\n"
          "bfs and sssp on a GPU. --device cuda works without a GPU too: it then tells what one would be given.\n"
          "elapsed_ms is the time to measure the rows and to make the plan.\n\n"
          "Examples:\n"
          "  heddle explain road.mtx.gz\n"
          "  heddle explain web.mtx --type f32 --device cuda --json")
      .on_run([options] { run(*options); });
  add_reading_options(described, *options);
}

}  // namespace heddle::cli
