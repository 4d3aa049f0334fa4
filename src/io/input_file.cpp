// input_file.cpp - the bytes of a regular file, or of the standard input where `-` stands for it.
#include "src/io/input_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <vector>

#include "src/io/text.hpp"

namespace heddle::detail {
namespace {

std::atomic<bool> standard_input_is_served = false;

struct kept_input {
  int descriptor = -1;
  size_type begin = 0;
};

size_type read_some(int descriptor, char* into, std::size_t wanted, std::string const& path) {
  for (;;) {
    auto const count = ::read(descriptor, into, wanted);
    if (count >= 0) return count;
    if (errno != EINTR) fail(path, std::strerror(errno));
  }
}

void write_all(int descriptor, char const* bytes, size_type count, std::string const& path) {
  for (size_type done = 0; done < count;) {
    auto const written = ::write(descriptor, bytes + done, static_cast<std::size_t>(count - done));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path, std::string("cannot be kept in memory: ") + std::strerror(errno));
    done += written;
  }
}

// A file without a name that holds all that comes; readers hold its text beside it, so half of the memory is for each.
int kept_in_memory(std::string const& path) {
  int const kept = ::memfd_create("heddle-input", MFD_CLOEXEC);
  if (kept < 0) fail(path, std::string("cannot be kept in memory: ") + std::strerror(errno));
  try {
    double const most = available_memory() / 2;
    std::vector<char> piece(1 << 20);
    double taken = 0;
    while (auto const count = read_some(STDIN_FILENO, piece.data(), piece.size(), path)) {
      taken += static_cast<double>(count);
      if (taken > most) fail(path, "the standard input holds more than half of the memory that is left");
      write_all(kept, piece.data(), count, path);
    }
  } catch (...) {
    ::close(kept);
    throw;
  }
  return kept;
}

/// The standard input, for as long as the process runs.
kept_input const& standard_input(std::string const& path) {
  static std::mutex mutex;
  static kept_input kept;
  std::lock_guard const lock(mutex);
  if (kept.descriptor >= 0) return kept;
  struct stat status {};
  if (::fstat(STDIN_FILENO, &status) != 0) fail(path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) fail(path, "is a directory");
  if (!S_ISREG(status.st_mode)) {
    kept = {kept_in_memory(path), 0};
  } else {
    auto const begin = ::lseek(STDIN_FILENO, 0, SEEK_CUR);
    kept = {STDIN_FILENO, begin < 0 ? 0 : static_cast<size_type>(begin)};
  }
  return kept;
}

}  // namespace

void serve_standard_input() { standard_input_is_served = true; }

bool is_standard_input(std::string const& path) { return path == "-" && standard_input_is_served; }

input_file::input_file(std::string const& path) : path_(path) {
  if (is_standard_input(path)) {
    auto const& kept = standard_input(path);
    descriptor_ = kept.descriptor;
    position_ = kept.begin;
    owned_ = false;
  } else {
    // Without O_NONBLOCK a pipe that nobody writes to would hang here.
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) fail(path, errno == ENOENT ? "no such file" : std::strerror(errno));
  }
  try {
    inspect();
  } catch (...) {
    if (owned_) ::close(descriptor_);
    throw;
  }
}

input_file::~input_file() {
  if (owned_) ::close(descriptor_);
}

void input_file::inspect() {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail(path_, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) fail(path_, "is a directory");
  if (!S_ISREG(status.st_mode))
    fail(path_,
         "is not a regular file; save its contents to one first, or give them to the standard input, which is -");
  size_ = std::max<size_type>(status.st_size - position_, 0);
}

size_type input_file::read(char* into, size_type wanted) {
  size_type got = 0;
  while (got < wanted) {
    auto const count = ::pread(descriptor_, into + got, static_cast<std::size_t>(wanted - got), position_);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path_, std::strerror(errno));
    if (count == 0) break;
    got += count;
    position_ += count;
  }
  return got;
}

}  // namespace heddle::detail
