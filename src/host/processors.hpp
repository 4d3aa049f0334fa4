// processors.hpp - how many processors this process may use.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace heddle::host {

/// Processors' worth of time, of `cpu.max` (control groups, version 2): "200000 100000" is 2. Empty for "max", and for
/// what is no quota.
std::optional<double> quota_of_cpu_max(std::string const& text);

/// The same of version 1, `cpu.cfs_quota_us` and `cpu.cfs_period_us`. A quota of -1 is none.
std::optional<double> quota_of_cfs(std::string const& quota_us, std::string const& period_us);

/// The smallest quota of the groups that `membership` (the text of /proc/self/cgroup) names, and of those above them,
/// as mounted at `mounted`.
std::optional<double> smallest_quota(std::string const& membership, std::filesystem::path const& mounted);

/// What the affinity mask and the quota leave, a part of a processor counted as one; at least 1. Asked once.
int usable_processors();

/// A number of threads as text; empty for what is none in [1, 65536].
std::optional<int> number_of_threads(char const* text);

}  // namespace heddle::host
