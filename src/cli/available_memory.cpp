// available_memory.cpp - refuse work that cannot fit, since an overcommitting system kills instead of refusing.
#include "src/cli/available_memory.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <heddle/error.hpp>
#include <limits>

namespace heddle::cli {
namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

double number_in(char const* path) {
  std::ifstream file(path);
  double number;
  return file >> number ? number : unknown;
}

// `MemAvailable:   12345 kB`
double available_on_machine() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  double kilobytes;
  while (file >> word) {
    if (word == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
  }
  return unknown;
}

double available_in_container() {
  double const limit = number_in("/sys/fs/cgroup/memory.max");
  double const used = number_in("/sys/fs/cgroup/memory.current");
  return limit == unknown || used == unknown ? unknown : limit - used;
}

}  // namespace

void require_memory(double size_bytes, std::string const& purpose) {
  double const available = std::min(available_on_machine(), available_in_container());
  if (size_bytes <= available) return;
  throw out_of_memory(fmt::format("{} takes about {:.1f} GiB of memory, and {:.1f} GiB are left", purpose,
                                  size_bytes / 0x1p30, std::max(available, 0.0) / 0x1p30));
}

}  // namespace heddle::cli
