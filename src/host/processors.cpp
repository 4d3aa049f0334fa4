// processors.cpp - affinity, quotas of control groups, and the wish of the environment.
#include "src/host/processors.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <heddle/base/error.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <sstream>
#include <thread>
#if defined(__linux__)
#include <sched.h>
#endif

namespace heddle::host {
namespace {

namespace fs = std::filesystem;

std::string text_of_file(fs::path const& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void keep_smaller(std::optional<double>& smallest, std::optional<double> const& other) {
  if (other && (!smallest || *other < *smallest)) smallest = other;
}

// read(folder) of `group` below `mounted`, and of every folder above it up to `mounted`. Inside of a container the
// group may be named as the host sees it, so that only the mounted folder is there.
template <class Read> void for_each_group(fs::path const& mounted, std::string const& group, Read const& read) {
  fs::path folder = mounted;
  read(folder);
  for (fs::path const& name : fs::path(group).relative_path()) {
    folder /= name;
    read(folder);
  }
}

bool lists(std::string const& names, std::string const& wanted) {
  std::istringstream stream(names);
  for (std::string name; std::getline(stream, name, ',');) {
    if (name == wanted) return true;
  }
  return false;
}

int affine_processors() {
#if defined(__linux__)
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) == 0) return std::max(CPU_COUNT(&mask), 1);
#endif
  return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
}

int threads_at_first() {
  auto const wish = number_of_threads(std::getenv("HEDDLE_NUM_THREADS"));
  return wish ? *wish : usable_processors();
}

std::atomic<int> chosen_threads{0};

}  // namespace

std::optional<double> quota_of_cfs(std::string const& quota_us, std::string const& period_us) {
  std::istringstream quota_stream(quota_us), period_stream(period_us);
  double quota = 0, period = 0;
  if (!(quota_stream >> quota) || !(period_stream >> period) || quota <= 0 || period <= 0) return std::nullopt;
  return quota / period;
}

std::optional<double> quota_of_cpu_max(std::string const& text) {
  std::istringstream stream(text);
  std::string quota, period;
  stream >> quota >> period;
  return quota_of_cfs(quota, period);
}

std::optional<double> smallest_quota(std::string const& membership, fs::path const& mounted) {
  std::optional<double> smallest;
  std::istringstream lines(membership);
  for (std::string line; std::getline(lines, line);) {  // number:controllers:group
    auto const first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    std::string const controllers = line.substr(first + 1, second - first - 1), group = line.substr(second + 1);
    if (controllers.empty()) {
      for_each_group(mounted, group, [&](fs::path const& folder) {
        keep_smaller(smallest, quota_of_cpu_max(text_of_file(folder / "cpu.max")));
      });
    } else if (lists(controllers, "cpu")) {
      for (fs::path const& at : {mounted / "cpu", mounted / controllers}) {
        for_each_group(at, group, [&](fs::path const& folder) {
          keep_smaller(smallest, quota_of_cfs(text_of_file(folder / "cpu.cfs_quota_us"),
                                              text_of_file(folder / "cpu.cfs_period_us")));
        });
      }
    }
  }
  return smallest;
}

int usable_processors() {
  static int const count = [] {
    int const affine = affine_processors();
    auto const quota = smallest_quota(text_of_file("/proc/self/cgroup"), "/sys/fs/cgroup");
    return quota ? std::clamp(static_cast<int>(std::ceil(std::min(*quota, 1e6))), 1, affine) : affine;
  }();
  return count;
}

std::optional<int> number_of_threads(char const* text) {
  int number = 0;
  if (!text) return std::nullopt;
  char const* const end = text + std::strlen(text);
  auto const [stop, wrong] = std::from_chars(text, end, number);
  bool const good = wrong == std::errc{} && stop == end && number >= 1 && number <= 65536;
  return good ? std::optional(number) : std::nullopt;
}

int default_threads() {
  static int const at_first = threads_at_first();
  int const chosen = chosen_threads.load(std::memory_order_relaxed);
  return chosen > 0 ? chosen : at_first;
}

void set_default_threads(int threads) {
  if (threads < 0) {
    throw invalid_argument(
        heddle::detail::concat("set_default_threads: threads is ", threads, ", but must be 0 or more"));
  }
  chosen_threads.store(threads, std::memory_order_relaxed);
}

}  // namespace heddle::host
