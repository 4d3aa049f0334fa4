// reading.cpp - docs/library.md's file that is read, and what was understood of it.
#include <doctest/doctest.h>

#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>
#include <iostream>

#include "tests/io/temporary_folder.hpp"

TEST_CASE("docs/library.md's graph is loaded and saved") {
  heddle::testing::temporary_folder const folder;
  auto const path = folder.write("friends.txt", "901 17 2.5\n17 44 1.5\n"), copy = folder.file("friends.mtx.gz");
  auto const friends =
      heddle::io::load<double>(path, heddle::default_executor(), {.undirected = true, .compact = true});
  heddle::io::save(friends, copy);  // copy: "friends.mtx.gz"
  CHECK(friends.nnz() == 4);
  CHECK(heddle::io::load<double>(copy).get(2, 1) == 1.5);
}

TEST_CASE("docs/library.md's graph is read from a list, with the numbers of the file beside it") {
  heddle::testing::temporary_folder const folder;
  auto const path = folder.write("friends.csv", "who,whom,since,strength\n901,17,2009,2.5\n17,44,2011,1.5\n");
  heddle::io::read_options const how{.undirected = true, .compact = true, .columns = "who,whom,strength"};
  auto const entries = heddle::io::read<double>(path, {}, how);
  auto const A = heddle::io::to_matrix(entries, heddle::plus<double>{});
  for (auto const& note : heddle::io::read_header(path, how).notes) std::clog << note << '\n';
  auto const who = entries.names[0];  // the number that the file has for vertex 0
  CHECK(A.rows() == 3);
  CHECK(A.nnz() == 4);
  CHECK(A.get(2, 1) == 1.5);
  CHECK(who == 901);
}
