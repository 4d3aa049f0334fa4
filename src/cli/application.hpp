// application.hpp - the tool as a function: commands, help, and errors as one line.
#pragma once

namespace heddle::cli {

/// Tells what ended a command. `of_another`: the error was that of another rank, whose process tells more.
using tell_failure = void(char const* message, bool of_another) noexcept;

/// To the standard error, in one line.
tell_failure say_failure;

/// Parses, runs one command and returns the exit status: 0, or 2 after the failure has been told. Where mpirun's
/// processes are the ranks only the commands that take ranks are there.
int run(int argc, char** argv, tell_failure& tell = say_failure) noexcept;

}  // namespace heddle::cli
