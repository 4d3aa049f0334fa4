// terminal.cpp - the standard streams: whole writes or an error, and whether a person is watching.
#include "src/cli/terminal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <heddle/base/error.hpp>

#include "src/text/printable.hpp"

namespace heddle::cli {
namespace {

// False leaves the reason in errno.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    auto const count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

void keep_standard_streams_open() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    // Opened for reading only, so that writing to it still fails.
    if (::fcntl(descriptor, F_GETFD) < 0) (void)!::open("/dev/null", O_RDONLY);
  }
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of writing like any other
}

void print(std::string_view text) {
  if (!write_all(STDOUT_FILENO, text)) {
    throw io_error(std::string("standard output: cannot be written: ") + std::strerror(errno));
  }
}

void print_error(std::string_view message) noexcept try {
  write_all(STDERR_FILENO, "heddle: " + detail::printable_utf8(message) + '\n');
} catch (std::exception const&) { write_all(STDERR_FILENO, "heddle: out of memory\n"); }

bool is_watched() { return ::isatty(STDERR_FILENO) == 1; }

bool is_standard_output(std::string const& path) {
  struct stat out {
  }, file{}, null{};
  if (::fstat(STDOUT_FILENO, &out) != 0 || ::stat(path.c_str(), &file) != 0) return path == standard_output_name;
  bool const is_null = ::stat("/dev/null", &null) == 0 && null.st_rdev == out.st_rdev && S_ISCHR(out.st_mode);
  return !is_null && out.st_dev == file.st_dev && out.st_ino == file.st_ino;
}

}  // namespace heddle::cli
