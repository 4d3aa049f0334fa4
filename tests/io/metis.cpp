// metis.cpp - a line of neighbours for every vertex, and the matrices of the Deep Learning Matrix Collection.
#include <doctest/doctest.h>

#include "tests/io/temporary_folder.hpp"
#include "tests/support/contains.hpp"

using namespace heddle;
using namespace heddle::testing;
using entries = std::vector<entry<double>>;

TEST_CASE("a METIS graph lists the neighbours of every vertex") {
  temporary_folder const folder;
  auto const path = folder.write("a.graph", "% a path and a vertex alone\n4 2\n2\n% between\n 1 4\n\n2\n\n");
  auto const a = io::read<double>(path);
  CHECK(a.rows == 4);
  CHECK(a.values == io::field::pattern);
  CHECK(a.symmetric);
  CHECK(entries_of(a) == entries{{0, 1, 1}, {1, 0, 1}, {1, 3, 1}, {3, 1, 1}});
  auto const header = io::read_header(path);
  CHECK(header.format == "METIS");
  CHECK(header.undirected);
  CHECK(header.entries == 4);
}

TEST_CASE("METIS's weights of edges are read, and those of vertices left out") {
  temporary_folder const folder;
  entries const expected = {{0, 1, 7}, {1, 0, 7}, {1, 2, 9}, {2, 1, 9}};
  for (std::string const text :
       {"3 2 1\n2 7\n1 7 3 9\n2 9\n", "3 2 001\n2 7\n1 7 3 9\n2 9\n", "3 2 11\n5 2 7\n6 1 7 3 9\n8 2 9\n",
        "3 2 011 2\n5 5 2 7\n6 6 1 7 3 9\n8 8 2 9\n", "3 2 111 1\r\n1 5 2 7\r\n1 6 1 7 3 9\r\n1 8 2 9\r\n"}) {
    CAPTURE(text);
    auto const path = folder.write("a.graph", text);
    CHECK(entries_in(path) == expected);
    CHECK(io::read_header(path).values == io::field::integer);
  }
  CHECK(io::read_header(folder.file("a.graph")).left_out ==
        std::vector<std::string>{"sizes of vertices", "weights of vertices"});
  CHECK(entries_in(folder.write("b.metis.gz", "2 1 10\n4 2\n4 1\n")) == entries{{0, 1, 1}, {1, 0, 1}});
}

TEST_CASE("wrong METIS graphs are named by line") {
  temporary_folder const folder;
  for (auto const& [text, expected] : std::vector<std::pair<char const*, char const*>>{
           {"% only\n", ":1: the file has no line \"VERTICES EDGES\""},
           {"3\n", ":1: the number of edges is missing"},
           {"%\n2 1 2\n2\n1\n", ":2: the kinds of weights must be up to three digits 0 or 1, not \"2\""},
           {"2 1 1 2\n2 5\n1 5\n", ":1: a number of weights stands here, and the kinds say that vertices have none"},
           {"2 1 11 1 9\n", ":1: nothing may follow on the line"},
           {"3 1\n2\n1\n", ":3: too few vertices: line 1 says 3, and there are 2 lines"},
           {"2 1\n2\n1\n\n1\n",
            ":1: 1 edges are stated, each of which two lines list, but the lines list 3 neighbours"},
           {"2 2\n2\n1\n\n1 2\n", ":5: too many vertices: line 1 says 2"},
           {"2 1\n3\n1\n", ":2: the neighbour 3 is outside 1..2"},
           {"2 1\n0\n1\n", ":2: the neighbour 0 is outside 1..2"},
           {"2 1\n2\n2\n", ":3: vertex 2 is its own neighbour"},
           {"3 1\n2\n\n1\n", ":2: vertex 1 lists 2, but vertex 2 does not list 1"},
           {"2 1 1\n2 5\n1 6\n", ":2: vertex 1 lists 2, but vertex 2 does not list 1 with this weight"},
           {"2 1 1\n2 5\n1 x\n", ":3: the value \"x\" is not an integer"},
           {"2 1 1\n2 5\n1\n", ":3: the value is missing"},
           {"3 3 1\n2 5 3 5\n1 5 3 5\n2 5 1 5 2\n", ":1: 3 edges are stated, each of which two lines list, but"},
           {"2 1\n2\n1 2 3\n", ":1: 1 edges are stated"},
           {"2 1\n2.0\n1\n", ":2: the neighbour \"2.0\" is not a whole number"},
           {"9000000000000 1\n2\n1\n", ":1: 9000000000000 vertices need the index type"}}) {
    CAPTURE(std::string(text));
    auto const path = folder.write("a.graph", text);
    auto const said = complaint<heddle::error>([&] { (void)io::read<double>(path); });
    CHECK(said.starts_with(path + expected));
  }
}

TEST_CASE("smtx holds sizes, the offsets of rows, and columns") {
  temporary_folder const folder;
  entries const expected = {{0, 1, 1}, {0, 3, 1}, {2, 0, 1}};
  for (std::string const text : {"3, 4, 3\n0 2 2 3\n1 3 0\n", "% of pruning\n3 4 3\n0 2 2 3\n1 3 0",
                                 "3,4,3\r\n0 2 2 3 \r\n1 3 0\r\n\r\n", "3, 4, 3\n0 2\n2 3\n1\n3 0\n"}) {
    CAPTURE(text);
    auto const path = folder.write("a.smtx", text);
    auto const a = io::read<double>(path);
    CHECK(a.cols == 4);
    CHECK(a.values == io::field::pattern);
    CHECK(entries_of(a) == expected);
    CHECK(io::read_header(path).format == "smtx");
  }
  CHECK(entries_in(folder.write("a.txt", "3, 4, 3\n0 2 2 3\n1 3 0\n")) == expected);
  CHECK(io::read<double>(folder.write("b.smtx", "2, 2, 0\n0 0 0\n")).rows == 2);
  CHECK(entries_in(folder.write("c.txt", "2 5 4\n0 3 4\n")) == entries{{2, 5, 4}, {0, 3, 4}});  // edges
  CHECK(entries_in(folder.write("c.txt", "2, 5, 2\n0 1 2\n3 4\n")) == entries{{0, 3, 1}, {1, 4, 1}});
  std::string offsets = "0";
  for (int k = 1; k <= 20; ++k) offsets += k < 20 ? " 0" : " 1";
  CHECK(entries_in(folder.write("d.txt", "20 5 1\n" + offsets + "\n4\n")) == entries{{19, 4, 1}});
  auto const none = folder.write("e.txt", "3 4 9\n0 2 2 3\n1 3 0\n");  // edges, which tells what is wrong
  CHECK(read_complaint(none) == none + ":2: nothing may follow on the line, but there is \"3\"");
}

TEST_CASE("wrong smtx files are named by line") {
  temporary_folder const folder;
  for (auto const& [text, expected] : std::vector<std::pair<char const*, char const*>>{
           {"% only\n", ":1: the file ends where a number of rows must stand"},
           {"2, 2\n", ":1: the file ends where a number of entries must stand"},
           {"2, 2, 1, 9\n0 1 1\n0\n", ":1: nothing may follow on the line, but there is \"9\""},
           {"2, x, 1\n0 1 1\n0\n", ":1: the number of columns \"x,\" is not a whole number"},
           {"2, 2, 1\n1 1 1\n0\n", ":2: the offset of the first row 1 is outside 0..0"},
           {"2, 2, 2\n0 2 1\n0 1\n", ":2: the offset of a row 1 is outside 2..2"},
           {"2, 2, 1\n0 1 2\n0\n", ":2: the offset of a row 2 is outside 1..1"},
           {"2, 2, 2\n0 1 1\n0 1\n", ":2: the last offset must be the number of entries, 2, not 1"},
           {"2, 2, 1\n0 1 1\n2\n", ":3: the column 2 is outside 0..1"},
           {"2, 2, 2\n0 1 2\n0\n", ":3: the file ends where a column must stand"},
           {"2, 2, 1\n0 1 1\n0 1\n", ":3: nothing may follow, but there is \"1\""},
           {"900000000, 2, 1\n0 1 1\n0\n", ":1: 900000000 rows and 1 entries are stated, and the file ends before"}}) {
    CAPTURE(std::string(text));
    auto const path = folder.write("a.smtx", text);
    CHECK(read_complaint(path).starts_with(path + expected));
  }
}
