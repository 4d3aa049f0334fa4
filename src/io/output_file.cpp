// output_file.cpp - a text file that appears whole or not at all.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <heddle/io/files.hpp>
#include <iterator>
#include <utility>

#include "src/io/text.hpp"

namespace heddle::io {
namespace {

constexpr std::size_t buffer_size = 1 << 16;

[[noreturn]] void fail_system(std::string const& path, char const* what, int code) {
  detail::fail(path, std::string(what) + ": " + std::strerror(code));
}

std::string folder_of(std::string const& target) {
  auto const folder = target.substr(0, target.rfind('/') + 1);
  return folder.empty() ? "./" : folder;
}

/// Where the symbolic link `path` leads, "" if it is none.
std::string link_at(std::string const& path) {
  char target[PATH_MAX];
  auto const length = ::readlink(path.c_str(), target, sizeof target);
  if (length <= 0) return "";
  std::string const name(target, static_cast<std::size_t>(length));
  return name.front() == '/' ? name : folder_of(path) + name;
}

/// `path` with links followed, the last of which may lead to a file that is not there yet.
std::string resolved(std::string path) {
  for (int links = 0; links < 40; ++links) {  // as many as the system follows
    if (char* const real = ::realpath(path.c_str(), nullptr)) {
      std::string result(real);
      std::free(real);
      return result;
    }
    auto next = errno == ELOOP ? std::string() : link_at(path);
    if (next.empty()) return path;
    path = std::move(next);
  }
  return path;
}

std::string temporary_beside(std::string const& target) {
  static std::atomic<unsigned> counter = 0;
  return detail::concat(folder_of(target), ".heddle-", ::getpid(), '-', counter++, ".tmp");
}

// Where such a file gets its name from.
std::string descriptor_path(int descriptor) { return detail::concat("/proc/self/fd/", descriptor); }

// A file without a name, which goes away with a process that is killed; -1 where the file system has none.
int open_nameless(std::string const& folder) {
  int const descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0 || ::access(descriptor_path(descriptor).c_str(), F_OK) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

/// N of /dev/fd/N and its synonyms, else -1. Such a file is shared with whoever opened it, and so is the place in it.
int shared_descriptor(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    auto const [end, status] = std::from_chars(path.data() + folder.size(), path.data() + path.size(), number);
    if (status == std::errc{} && end == path.data() + path.size()) return number;
  }
  return -1;
}

}  // namespace

output_file::output_file(std::string path) : path_(std::move(path)) {
  buffer_.reserve(buffer_size + 256);  // first: a file that is open is closed by who has been constructed
  if (int const shared = shared_descriptor(path_); shared >= 0) {
    descriptor_ = ::fcntl(shared, F_DUPFD_CLOEXEC, 0);
  } else {
    open_target();
  }
  if (descriptor_ < 0) fail_system(path_, "cannot be written", errno);
}

void output_file::open_target() {
  target_ = resolved(path_);
  struct stat status {};
  bool const exists = ::stat(target_.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) fail_system(path_, "cannot be written", errno);
  if (exists && S_ISDIR(status.st_mode)) detail::fail(path_, "is a directory");
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail_system(path_, "cannot be written", errno);
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    return;
  }
  nameless_ = (descriptor_ = open_nameless(folder_of(target_))) >= 0;
  if (!nameless_) {
    auto const temporary = temporary_beside(target_);
    descriptor_ = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) return;
    temporary_ = temporary;
  }
  if (exists) (void)!::fchmod(descriptor_, status.st_mode & 07777);  // a courtesy, may fail
}

output_file::~output_file() { abandon(); }

output_file::output_file(output_file&& other) noexcept { *this = std::move(other); }

output_file& output_file::operator=(output_file&& other) noexcept {
  if (this == &other) return *this;
  abandon();
  path_ = std::move(other.path_);
  target_ = std::move(other.target_);
  temporary_ = std::exchange(other.temporary_, {});
  buffer_ = std::exchange(other.buffer_, {});
  nameless_ = other.nameless_;
  descriptor_ = std::exchange(other.descriptor_, -1);
  return *this;
}

void output_file::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_size) flush();
}

template <class Number> void output_file::write_digits(Number number) {
  char digits[64];
  char* const end = std::to_chars(digits, std::end(digits) - 1, number).ptr;
  *end = '\n';
  write({digits, static_cast<std::size_t>(end - digits) + 1});
}
template void output_file::write_digits(std::int64_t);
template void output_file::write_digits(std::uint64_t);
template void output_file::write_digits(float);
template void output_file::write_digits(double);
template void output_file::write_digits(long double);

void output_file::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    auto const count = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_system(path_, "cannot be written", errno);
    done += static_cast<std::size_t>(count);
  }
  buffer_.clear();
}

void output_file::commit() {
  flush();
  if (nameless_) {
    auto const temporary = temporary_beside(target_), nameless = descriptor_path(descriptor_);
    if (::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, temporary.c_str(), AT_SYMLINK_FOLLOW) != 0) {
      fail_system(path_, "cannot be written", errno);
    }
    temporary_ = temporary;
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) fail_system(path_, "cannot be written", errno);
  if (!temporary_.empty() && ::rename(temporary_.c_str(), target_.c_str()) != 0) {
    fail_system(path_, "cannot be written", errno);
  }
  temporary_.clear();
}

void output_file::abandon() noexcept {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  descriptor_ = -1;
  temporary_.clear();
}

}  // namespace heddle::io
