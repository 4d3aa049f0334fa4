// described_commands.hpp - the commands of the tool as they were described, for what is made from them.
#pragma once
#include <string>
#include <vector>

#include "CLI/CLI.hpp"

namespace heddle::cli {

inline std::vector<CLI::App const*> commands_of(CLI::App const& app) {
  return app.get_subcommands([](CLI::App const*) { return true; });
}

inline std::vector<CLI::Option const*> options_of(CLI::App const& app) {
  return app.get_options([](CLI::Option const* option) { return option->nonpositional(); });
}

inline std::vector<CLI::Option const*> arguments_of(CLI::App const& app) {
  return app.get_options([](CLI::Option const* option) { return option->get_positional(); });
}

/// visit(command, path), such as `generate rmat`, for the tool itself, whose path is empty, and all of its commands.
template <class Visit>
void for_each_command(CLI::App const& app, Visit const& visit, std::string const& path = std::string()) {
  visit(app, path);
  for (auto const* command : commands_of(app)) {
    for_each_command(*command, visit, path.empty() ? command->get_name() : path + ' ' + command->get_name());
  }
}

}  // namespace heddle::cli
