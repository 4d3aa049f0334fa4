// edge_files.cpp - DIMACS shortest path files and edge lists.
#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;
using entries = std::vector<entry<double>>;

TEST_CASE("a DIMACS file numbers vertices from one and weighs every arc") {
  temporary_folder const folder;
  auto const path = folder.write("a.gr", "c roads\n\np sp 4 3\nc here\na 1 2 7\r\na 2 4 -3\na 1 2 7\n");
  auto const a = io::read<double>(path);
  CHECK(a.rows == 4);
  CHECK(a.values == io::field::integer);
  CHECK(entries_of(a) == entries{{0, 1, 7}, {1, 3, -3}, {0, 1, 7}});
  CHECK(io::read_header(path).entries == 3);
}

TEST_CASE("an edge list numbers vertices from zero, with weights or without") {
  temporary_folder const folder;
  auto const plain = folder.write("a.txt", "# Directed graph\n% also a comment\n0\t3\n3 1\n");
  auto const a = io::read<double>(plain);
  CHECK(a.rows == 4);
  CHECK(a.cols == 4);
  CHECK(a.values == io::field::pattern);
  CHECK(entries_of(a) == entries{{0, 3, 1}, {3, 1, 1}});
  for (auto const* name : {"b.el", "b.wel", "b.edges", "b.tsv", "b.el.gz"}) {
    auto const weighted = folder.write(name, "0 1 2.5\n# comment\n\n1 0 3\n");
    CHECK(entries_in(weighted) == entries{{0, 1, 2.5}, {1, 0, 3}});
    CHECK(io::read_header(weighted).values == io::field::real);
  }
  CHECK(io::read_header(folder.write("c.el", "0 1 2\n1 0 -3\n")).values == io::field::integer);
}

TEST_CASE("an edge list may state more vertices than its edges touch, as SNAP's comment does") {
  temporary_folder const folder;
  CHECK(io::read<float>(folder.write("a.el", "# Nodes: 10 Edges: 1\n0 1\n")).rows == 10);
  CHECK(io::read<float>(folder.write("b.el", "# Nodes: 1 Edges: 1\n0 4\n")).rows == 5);
  CHECK(io::read<float>(folder.write("c.el", "# nothing\n")).rows == 0);
}

TEST_CASE("wrong DIMACS files are named by line") {
  temporary_folder const folder;
  for (auto const& [text, expected] : std::vector<std::pair<char const*, char const*>>{
           {"c only\n", ":1: the file has no line \"p sp VERTICES ARCS\""},
           {"a 1 2 3\n", ":1: a line \"p sp VERTICES ARCS\" must come first"},
           {"c\np max 2 1\n", ":2: the problem must be sp (shortest paths), not \"max\""},
           {"p sp 2\n", ":1: the number of arcs is missing"},
           {"p sp 2 1 1\n", ":1: nothing may follow on the line"},
           {"p sp 2 1\na 1 2\n", ":2: the value is missing"},
           {"p sp 2 1\na 1 3 1\n", ":2: the vertex 3 is outside 1..2"},
           {"p sp 2 1\na 0 1 1\n", ":2: the vertex 0 is outside 1..2"},
           {"p sp 2 1\ne 1 2 1\n", ":2: an arc \"a FROM TO WEIGHT\" must stand here, not \"e 1 2 1\""},
           {"p sp 2 1\na 1 2 1 1\n", ":2: nothing may follow on the line"},
           {"p sp 2 1\na 1 2 x\n", ":2: the value \"x\" is not a number"},
           {"p sp 2 2\na 1 2 1\n", ":2: too few arcs: the problem line says 2, the file holds 1"},
           {"p sp 2 1\na 1 2 1\na 2 1 1\n", ":3: too many arcs: the problem line says 1, the file holds 2"},
           {"p sp 2 1000000000000000\n", ":1: too few arcs"}}) {
    CAPTURE(std::string(text));
    auto const path = folder.write("a.gr", text);
    CHECK(read_complaint(path).starts_with(path + expected));
    CHECK(complaint<io_error>([&] { (void)io::read_header(path); }).starts_with(path + expected));
  }
}

TEST_CASE("wrong edge lists are named by line") {
  temporary_folder const folder;
  for (auto const& [text, expected] : std::vector<std::pair<char const*, char const*>>{
           {"0 1\n2\n", ":2: the vertex is missing"},
           {"0 1\n-1 2\n", ":2: the vertex -1 is less than 0"},
           {"0 9223372036854775807\n", ":1: the vertex 9223372036854775807 is outside 0..9223372036854775806"},
           {"0 1\n1 2 5\n", ":2: nothing may follow on the line, but there is \"5\""},
           {"0 1 5\n1 2\n", ":2: the value is missing"},
           {"0 1 5\n1 2 5 7\n", ":2: nothing may follow on the line"},
           {"0 1 5 7\n1 2 5\n", ":2: column 4 is missing; the first line has 4"},
           {"0 1 5 7\n1 2 5 7 9\n", ":2: nothing may follow on the line, but there is \"9\""},
           {"a b\n", ":1: the vertex \"a\" is not a whole number"}}) {
    CAPTURE(std::string(text));
    auto const path = folder.write("a.el", text);
    CHECK(read_complaint(path).starts_with(path + expected));
  }
}

TEST_CASE("vertices beyond 32 bits name the wider index type") {
  temporary_folder const folder;
  auto const list = folder.write("a.el", "0 1\n0 2147483647\n");
  CHECK(complaint<index_overflow>([&] { (void)io::read<float>(list); }) ==
        list + ":2: vertex 2147483647 needs the index type std::int64_t");
  CHECK_FALSE(io::read_header(list).fits_32_bit);
  CHECK(io::read<float, std::int64_t>(list).rows == 2147483648);
  auto const dimacs = folder.write("a.gr", "p sp 3000000000 1\na 1 3000000000 1\n");
  CHECK(complaint<index_overflow>([&] { (void)io::read<float>(dimacs); }) ==
        dimacs + ":1: 3000000000 vertices need the index type std::int64_t");
}
