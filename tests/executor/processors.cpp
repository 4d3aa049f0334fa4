// processors.cpp - how many processors a process may use, from what the system writes of its control groups.
#include "src/host/processors.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::host;

namespace {

// The files of a control group below a folder that stands for /sys/fs/cgroup.
class groups {
 public:
  void write(std::string const& path, std::string const& text) const {
    std::filesystem::path const file = root() / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  std::filesystem::path root() const { return folder_.file("cgroup"); }

 private:
  testing::temporary_folder folder_;
};

}  // namespace

TEST_CASE("a quota of cpu.max is its share of the period, and max is none") {
  CHECK(quota_of_cpu_max("200000 100000\n") == 2.0);
  CHECK(quota_of_cpu_max("150000 100000") == 1.5);
  for (auto const* none : {"max 100000\n", "", "200000", "0 100000", "-1 100000", "100000 0", "x y"}) {
    CAPTURE(none);
    CHECK_FALSE(quota_of_cpu_max(none));
  }
}

TEST_CASE("a quota of version 1 is its share of the period, and -1 is none") {
  CHECK(quota_of_cfs("50000\n", "100000\n") == 0.5);
  CHECK_FALSE(quota_of_cfs("-1\n", "100000\n"));
  CHECK_FALSE(quota_of_cfs("", ""));
}

TEST_CASE("of the quotas of a group and of those above it the smallest counts") {
  groups const system;
  CHECK_FALSE(smallest_quota("0::/a/b\n", system.root()));
  system.write("a/cpu.max", "300000 100000\n");
  system.write("a/b/cpu.max", "max 100000\n");
  CHECK(smallest_quota("0::/a/b\n", system.root()) == 3.0);
  system.write("a/b/cpu.max", "100000 50000\n");
  CHECK(smallest_quota("0::/a/b\n", system.root()) == 2.0);
  CHECK(smallest_quota("0::/a\n", system.root()) == 3.0);
}

TEST_CASE("inside of a container the mounted group counts, whatever the name of the group outside") {
  groups const system;
  system.write("cpu.max", "250000 100000\n");
  CHECK(smallest_quota("0::/\n", system.root()) == 2.5);
  CHECK(smallest_quota("0::/docker/1234\n", system.root()) == 2.5);
}

TEST_CASE("of version 1 the controller cpu counts, alone or beside others") {
  groups const system;
  system.write("cpu/job/cpu.cfs_quota_us", "400000\n");
  system.write("cpu/job/cpu.cfs_period_us", "100000\n");
  CHECK(smallest_quota("5:memory:/x\n4:cpu,cpuacct:/job\n3:cpuset:/job\n", system.root()) == 4.0);
  CHECK_FALSE(smallest_quota("3:cpuset:/job\n", system.root()));
  system.write("cpu,cpuacct/cpu.cfs_quota_us", "300000\n");
  system.write("cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  CHECK(smallest_quota("4:cpu,cpuacct:/job\n", system.root()) == 3.0);
}

TEST_CASE("a number of threads is a whole number from 1 on") {
  CHECK(number_of_threads("12") == 12);
  for (auto const* none : {"", "0", "-3", "2.5", "2 ", "many", "65537"}) {
    CAPTURE(none);
    CHECK_FALSE(number_of_threads(none));
  }
  CHECK_FALSE(number_of_threads(nullptr));
}

TEST_CASE("a process may use at least one processor") { CHECK(usable_processors() >= 1); }
