// load.cpp - one call from a file to a matrix, and one back.
#include <heddle/io/load.hpp>
#include <heddle/semirings/monoids.hpp>

#include "tests/io/temporary_folder.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("load gives the matrix of a file, whose entries of one position are summed") {
  temporary_folder const folder;
  auto const path = folder.write("a.mtx",
                                 "%%MatrixMarket matrix coordinate real general\n"
                                 "2 3 4\n1 1 1.5\n2 3 2\n2 3 4\n1 2 -1\n");
  auto const a = io::load<float>(path, exec);
  CHECK(a.exec() == exec);
  CHECK_EQ(a.rows(), 2);
  CHECK_EQ(a.cols(), 3);
  CHECK_EQ(a.nnz(), 3);
  CHECK_EQ(a.get(0, 0), 1.5f);
  CHECK_EQ(a.get(1, 2), 6.0f);
  auto const wide = io::load<double, std::int64_t, std::int64_t>(path, exec, {}, minimum<double>{});
  CHECK_EQ(wide.get(1, 2), 2.0);
}

TEST_CASE("load follows the options of read, and names the file in what it throws") {
  temporary_folder const folder;
  auto const path = folder.write("edges.txt", "7 9\n9 30\n");
  auto const a = io::load<std::int32_t>(path, {}, {.undirected = true, .compact = true});
  CHECK_EQ(a.rows(), 3);
  CHECK_EQ(a.nnz(), 4);
  CHECK(storage_of(a).symmetric());
  CHECK_THROWS_WITH_AS(io::load<float>(folder.file("none.mtx")), doctest::Contains("none.mtx"), io_error);
}

EXECUTOR_CASE("what save wrote, load gives back: values, patterns, symmetric matrices, every format") {
  temporary_folder const folder;
  auto const a = matrix<double>::build(3, 3, {0, 2, 1}, {2, 0, 1}, {0.25, 0.25, -1}, no_duplicates, exec);
  for (auto const* name : {"a.mtx", "a.mtx.gz", "a.el", "a.gr"}) {
    CAPTURE(name);
    io::save(a, folder.file(name));
    auto const b = io::load<double>(folder.file(name), exec);
    CHECK_EQ(b.rows(), 3);
    CHECK(b.tuples().row == a.tuples().row);
    CHECK(b.tuples().col == a.tuples().col);
    CHECK(b.tuples().value == a.tuples().value);
  }
  auto symmetric = a;
  symmetric.assume_symmetric();
  io::save(symmetric, folder.file("s.mtx"));
  CHECK(folder.read("s.mtx").starts_with("%%MatrixMarket matrix coordinate real symmetric\n"));
  CHECK(io::load<double>(folder.file("s.mtx"), exec).tuples().value == a.tuples().value);

  auto const ones = matrix<std::int32_t>::build(2, 2, {0, 1}, {1, 0}, {}, no_duplicates, exec);
  io::save(ones, folder.file("p.mtx"));
  CHECK(folder.read("p.mtx").starts_with("%%MatrixMarket matrix coordinate pattern general\n"));
  CHECK_EQ(io::load<std::int32_t>(folder.file("p.mtx"), exec).get(1, 0), 1);
  auto const twos = matrix<std::int32_t>::build(2, 2, {0, 1}, {1, 0}, {}, no_duplicates, exec, 2);
  io::save(twos, folder.file("t.mtx"));
  CHECK_EQ(io::load<std::int32_t>(folder.file("t.mtx"), exec).get(1, 0), 2);
}

TEST_CASE("save refuses an extension that no format has, and writes nothing") {
  temporary_folder const folder;
  CHECK_THROWS_WITH_AS(io::save(matrix<float>(1, 1), folder.file("a.xyz")), doctest::Contains(".mtx"),
                       invalid_argument);
  CHECK(!std::filesystem::exists(folder.file("a.xyz")));
}
