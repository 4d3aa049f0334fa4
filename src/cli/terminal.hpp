// terminal.hpp - the standard streams: whole writes or an error, and whether a person is watching.
#pragma once
#include <string>
#include <string_view>

namespace heddle::cli {

/// What `-` stands for among outputs.
inline constexpr char const* standard_output_name = "/dev/stdout";

/// A descriptor 0, 1 or 2 that came closed would be taken by the next file that is opened.
void keep_standard_streams_open();

/// To the standard output; throws io_error when not all of it could be written.
void print(std::string_view text);

/// `heddle: message` on the standard error, as one line of printable text whatever the message holds.
void print_error(std::string_view message) noexcept;

/// The standard error is a terminal, so progress may be drawn there.
bool is_watched();

/// `path` names the file or device that the standard output goes to (/dev/stdout does), unless that is /dev/null.
bool is_standard_output(std::string const& path);

}  // namespace heddle::cli
