// parse_error.cpp - what is wrong with a command line, in one line that lists what would be right.
#include "src/cli/parse_error.hpp"

#include <CLI/CLI.hpp>

#include "src/cli/described_commands.hpp"

namespace heddle::cli {
namespace {

template <class Range, class Name> std::string list(Range const& range, Name const& name_of) {
  std::string names;
  for (auto const& entry : range) names += (names.empty() ? "" : ", ") + name_of(*entry);
  return names;
}

std::string known_options(CLI::App const& app) {
  return list(options_of(app), [](CLI::Option const& option) { return "--" + option.get_lnames().front(); });
}

CLI::App const& innermost(CLI::App const& app) {
  auto const chosen = app.get_subcommands();
  return chosen.empty() ? app : innermost(*chosen.back());
}

// `heddle generate rmat`
std::string full_name(CLI::App const& app) {
  return app.get_parent() ? full_name(*app.get_parent()) + ' ' + app.get_name() : app.get_name();
}

// CLI11 says `--source: 1 required N missing` and `--source: At Most 1 required but received 2`.
std::string explain_count(std::string const& message) {
  auto const option = message.substr(0, message.find(':'));
  if (message.find("received") != std::string::npos) return option + " is given more than once";
  return message.find("missing") != std::string::npos ? option + " needs a value" : message;
}

std::string explain_leftover(std::string const& argument, CLI::App const& app) {
  std::string const options = full_name(app) + " has " + known_options(app);
  if (argument.size() > 1 && argument[0] == '-') {
    bool const is_known = argument.starts_with("--") && app.get_option_no_throw(argument.substr(0, argument.find('=')));
    if (is_known) return "'" + argument + "' stands before the command; options follow it";
    return "unknown option '" + argument + "'; " + options;
  }
  if (!commands_of(app).empty()) return "unknown command '" + argument + "'; " + known_commands(app);
  auto const arguments = list(arguments_of(app), [](CLI::Option const& option) { return option.get_name(true); });
  return "unexpected argument '" + argument + "'; " + full_name(app) +
         (arguments.empty() ? " takes no arguments" : " takes " + arguments) + " and " + known_options(app);
}

}  // namespace

std::string known_commands(CLI::App const& app) {
  return (app.get_parent() ? full_name(app) + " has " : std::string("commands are ")) +
         list(commands_of(app), [](CLI::App const& command) { return command.get_name(); });
}

// A word that nobody knows says more than what is missing because of it.
std::string explain(CLI::ParseError const& error, CLI::App const& app) {
  CLI::App const& command = innermost(app);
  auto const leftover = app.remaining(true);
  if (!leftover.empty()) return explain_leftover(leftover.front(), command);
  auto const message = explain_count(error.what());
  return command.get_parent() ? command.get_name() + ": " + message : message;
}

}  // namespace heddle::cli
