// schedules.cpp - heddle schedules: the names that --schedule takes.
#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/report.hpp"

namespace heddle::cli {
namespace {

void run(bool json) {
  report answer(json);
  auto table = nlohmann::ordered_json::array();
  for (auto const& name : schedule::names()) {
    auto const summary = schedule::parse(name).summary();
    table.push_back({{"name", name}, {"summary", summary}});
    answer.say(fmt::format("{:<18} {}", name, summary));
  }
  answer.set("schedules", table).print();
}

}  // namespace

void add_schedules(CLI::App& app) {
  auto const json = std::make_shared<bool>(false);
  command(app, "schedules", "list the schedules")
      .json(*json)
      .notes("Every command that computes takes one of them as --schedule NAME.")
      .on_run([json] { run(*json); });
}

}  // namespace heddle::cli
