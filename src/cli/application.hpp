// application.hpp - the tool as a function: commands, help, and errors as one line.
#pragma once

namespace heddle::cli {

/// Parses, runs one command and returns the exit status: 0, or 2 after one line on the standard error.
int run(int argc, char** argv) noexcept;

}  // namespace heddle::cli
