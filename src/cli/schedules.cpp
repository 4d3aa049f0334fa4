// schedules.cpp - heddle schedules: the names that --schedule takes, and what stands behind each.
#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/report.hpp"
#include "src/plan/text_layout.hpp"

namespace heddle::cli {
namespace {

struct schedules_command {
  std::optional<schedule> asked;
  bool json = false;
};

nlohmann::ordered_json described(schedule const& s) {
  auto parameters = nlohmann::ordered_json::object();
  for (auto const& [name, value] : s.parameters()) parameters[name] = value;
  return {{"name", s.name()}, {"summary", s.summary()}, {"explanation", s.explanation()}, {"parameters", parameters}};
}

void say_one(report& answer, schedule const& s) {
  answer.say(fmt::format("{}: {}\n", s.name(), s.summary()));
  for (std::string const& line : detail::folded(s.explanation(), 100)) answer.say(line);
  if (s.parameters().empty()) return;
  answer.say("\nParameters (0: chosen when the plan is made, or off), as in --schedule NAME:PARAMETER=VALUE,...");
  for (auto const& [name, value] : s.parameters()) answer.say(fmt::format("  {:<18} {}", name, value));
}

void run(schedules_command const& options) {
  report answer(options.json);
  auto table = nlohmann::ordered_json::array();
  if (options.asked) {
    table.push_back(described(*options.asked));
    say_one(answer, *options.asked);
  } else {
    for (auto const& name : schedule::names()) {
      auto const s = schedule::parse(name);
      table.push_back(described(s));
      answer.say(fmt::format("{:<14} {}", name, s.summary()));
    }
  }
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
