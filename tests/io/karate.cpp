// karate.cpp - the graph that is in the repository is the one that was published.
#include <set>

#include "tests/io/temporary_folder.hpp"
#include "tests/support/source_root.hpp"

using namespace heddle;

TEST_CASE("the karate club has 34 members, 78 friendships and 45 triangles, and its two leaders most friends") {
  auto const path = (testing::source_root() / "tests" / "data" / "karate.mtx").string();
  auto const club = io::read<float>(path);
  CHECK(club.rows == 34);
  CHECK(club.symmetric);
  CHECK(club.nnz() == 2 * 78);
  std::vector<std::set<int>> friends(34);
  for (std::size_t k = 0; k < club.row.size(); ++k) friends[static_cast<std::size_t>(club.row[k])].insert(club.col[k]);
  CHECK(friends[0].size() == 16);
  CHECK(friends[33].size() == 17);
  CHECK(friends[32].size() == 12);
  int triangles = 0;
  for (int i = 0; i < 34; ++i) {
    for (int j : friends[i]) {
      for (int k : friends[j]) triangles += i < j && j < k && friends[i].contains(k);
    }
  }
  CHECK(triangles == 45);
}
