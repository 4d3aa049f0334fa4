// schedules.cpp - heddle schedules: the names that --schedule takes, and what stands behind each.
#include <memory>
#include <optional>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/listing.hpp"

namespace heddle::cli {
namespace {

struct schedules_command {
  std::optional<schedule> asked;
  bool json = false;
};

void run(schedules_command const& options) {
  report answer(options.json);
  auto const table =
      listed(answer, options.asked, 14,
             "Parameters (0: chosen when the plan is made, or off), as in --schedule NAME:PARAMETER=VALUE,...");
  answer.set("schedules", table).print();
}

}  // namespace

void add_schedules(CLI::App& app) {
  auto const options = std::make_shared<schedules_command>();
  command(app, "schedules", "list the schedules, or explain one")
      .text("NAME", "", "", "the schedule to explain, with its parameters and its source",
            [options](std::string const& text) { options->asked = schedule::parse(text); })
      .offers(schedule::names())
      .json(options->json)
      .notes(
          "Every command that computes takes one of them as --schedule NAME, or NAME:PARAMETER=VALUE,...\n\n"
          "Examples:\n"
          "  heddle schedules merge_path\n"
          "  heddle spmv web.mtx --schedule group_mapped+flattened:lanes=32")
      .on_run([options] { run(*options); });
}

}  // namespace heddle::cli
