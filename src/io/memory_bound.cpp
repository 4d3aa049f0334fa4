// memory_bound.cpp - what /proc/meminfo, the control groups and the limits of the process say.
#include "src/io/memory_bound.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <limits>

#include "src/io/text.hpp"
#include "src/text/plain_text.hpp"

namespace heddle::detail {
namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

// The number behind `word`; without a word the file's only one. Unlimited ones read "max", which is none.
double number_in(std::string const& path, std::string const& word = "") {
  std::ifstream file(path);
  std::string found;
  double number;
  if (word.empty()) return file >> number ? number : unknown;
  while (file >> found) {
    if (found == word && file >> number) return number;
  }
  return unknown;
}

struct group_files {
  char const *folder, *limit, *used, *cached;
};
constexpr group_files unified = {"/sys/fs/cgroup", "/memory.max", "/memory.current", "inactive_file"};
constexpr group_files legacy = {"/sys/fs/cgroup/memory", "/memory.limit_in_bytes", "/memory.usage_in_bytes",
                                "total_inactive_file"};

double left_in_group(group_files const& files, std::string const& group) {
  auto const folder = files.folder + group;
  double const limit = number_in(folder + files.limit), used = number_in(folder + files.used);
  if (limit == unknown || used == unknown) return unknown;
  double const cached = number_in(folder + "/memory.stat", files.cached);
  return limit - used + (cached == unknown ? 0 : cached);
}

// A group is bounded by those around it too.
double left_in_groups(group_files const& files, std::string group) {
  double least = unknown;
  while (!group.empty()) {
    least = std::min(least, left_in_group(files, group == "/" ? "" : group));
    group.resize(group == "/" ? 0 : std::max<std::size_t>(group.rfind('/'), 1));
  }
  return least;
}

// Lines `0::/path` (version 2) or `4:memory:/path`; inside a container the path may lead nowhere, and the root counts.
double left_in_container() {
  double least = std::min(left_in_groups(unified, "/"), left_in_groups(legacy, "/"));
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    auto const colon = line.find(':'), path = line.find(":/");
    if (colon == std::string::npos || path == std::string::npos) continue;
    auto const kinds = colon < path ? line.substr(colon + 1, path - colon - 1) : std::string();
    if (kinds.empty()) least = std::min(least, left_in_groups(unified, line.substr(path + 1)));
    if (kinds == "memory") least = std::min(least, left_in_groups(legacy, line.substr(path + 1)));
  }
  return least;
}

// `ulimit -v` bounds addresses, of which more are reserved than used.
double left_to_process() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unknown;
  double const reserved = number_in("/proc/self/status", "VmSize:");
  return double(limit.rlim_cur) - (reserved == unknown ? 0 : reserved * 1024);
}

}  // namespace

double available_memory() {
  double const machine = number_in("/proc/meminfo", "MemAvailable:") * 1024;
  return std::max(0.0, std::min({machine, left_in_container(), left_to_process()}));
}

std::string shown_size(double size_bytes) {
  static constexpr char const* units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (size_bytes < 1024) return concat(size_bytes, " bytes");
  int unit = 0;
  for (size_bytes /= 1024; size_bytes >= 1024 && unit < 5; ++unit) size_bytes /= 1024;
  plain_text text;
  text << std::fixed << std::setprecision(1) << size_bytes << ' ' << units[unit];
  return text.str();
}

void require_available(double size_bytes, std::string const& purpose) {
  double const available = available_memory();
  if (size_bytes <= available) return;
  throw out_of_memory(
      concat(purpose, " takes about ", shown_size(size_bytes), " of memory, and ", shown_size(available), " are left"));
}

memory_bound::memory_bound(std::optional<size_type> limit_bytes)
    : size_bytes_(limit_bytes ? static_cast<double>(*limit_bytes) : available_memory()) {}

void memory_bound::require(double size_bytes, std::string const& path, std::string const& contents) const {
  if (size_bytes <= size_bytes_) return;
  fail(path, contents + " take " + shown_size(size_bytes) + " of memory, and " + shown_size(size_bytes_) + " are left");
}

}  // namespace heddle::detail
