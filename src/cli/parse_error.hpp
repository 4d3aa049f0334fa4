// parse_error.hpp - what is wrong with a command line, in one line that lists what would be right.
#pragma once
#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace heddle::cli {

std::string explain(CLI::ParseError const& error, CLI::App const& app);

/// `commands are info, bfs, ...`
std::string known_commands(CLI::App const& app);

}  // namespace heddle::cli
