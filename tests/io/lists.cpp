// lists.cpp - edge lists of all kinds: separators, header lines, columns, and the words of their comments.
#include <doctest/doctest.h>

#include "src/io/mirrored_entries.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/contains.hpp"

using namespace heddle;
using namespace heddle::testing;
using entries = std::vector<entry<double>>;

namespace {

std::string notes_of(std::string const& path, io::read_options const& options = {}) {
  std::string all;
  for (auto const& note : io::read_header(path, options).notes) all += (all.empty() ? "" : "; ") + note;
  return all;
}

}  // namespace

TEST_CASE("columns stand between blanks, tabs, commas or semicolons") {
  temporary_folder const folder;
  for (std::string const text : {"0 3 1.5\n3 1 -2\n", "0\t3\t1.5\n3\t1\t-2\n", "0,3,1.5\n3,1,-2\n", "0;3;1.5\n3;1;-2\n",
                                 "0, 3 ,1.5\r\n 3,1 , -2\r\n", "\"0\",\"3\",\"1.5\"\n\"3\",\"1\",\"-2\"\n",
                                 "# comment, with a comma\n\n0,3,+1.5\n% and another\n003,1,-2d0"}) {
    CAPTURE(text);
    for (auto const* name : {"a.csv", "a.tsv", "a.txt", "a.el", "a.csv.gz"}) {
      auto const path = folder.write(name, text);
      CHECK(entries_in(path) == entries{{0, 3, 1.5}, {3, 1, -2}});
      CHECK(io::read_header(path).values == io::field::real);
    }
  }
  CHECK(io::read_header(folder.write("b.csv", "0,1\n1,2\n")).values == io::field::pattern);
  CHECK(io::read_header(folder.write("c.csv", "0,1,7\n1,2,-3\n")).values == io::field::integer);
}

TEST_CASE("a header line names the columns, and those that are not read are told") {
  temporary_folder const folder;
  entries const expected = {{0, 3, 1.5}, {3, 1, 2}};
  struct headed {
    char const *text, *left_out;
  };
  for (auto const& [text, left_out] :
       std::vector<headed>{{"source,target,weight\n0,3,1.5\n3,1,2\n", ""},
                           {"Source;Target;Weight\n0;3;1.5\n3;1;2\n", ""},
                           {"a\tb\tc\n0\t3\t1.5\n3\t1\t2\n", ""},
                           {"weight,dst,src\n1.5,3,0\n2,1,3\n", ""},
                           {"from to distance\n0 3 1.5\n3 1 2\n", ""},
                           {"src,dst,time,weight\n0,3,77,1.5\n3,1,78,2\n", "column 3 (time) is left out"},
                           {"\"\",\"from\",\"to\",\"value\"\n\"1\",0,3,1.5\n\"2\",3,1,2\n", "column 1 is left out"},
                           {"\"from\" \"to\" \"value\"\n\"1\" 0 3 1.5\n\"2\" 3 1 2\n", "column 1 is left out"},
                           {"from\tto\tvalue\tplace\n0\t3\t1.5\tNew York\n3\t1\t2\t\n", "column 4 (place) is left out"},
                           {"Source,Target,Id,Label,Weight\n0,3,1,\"a, b\",1.5\n3,1,2,\"say \"\"c\"\"\",2\n",
                            "columns 3 (Id), 4 (Label) are left out"}}) {
    CAPTURE(std::string(text));
    auto const path = folder.write("a.csv", text);
    CHECK(entries_in(path) == expected);
    CHECK(notes_of(path, {.base = 0}).find(left_out) != std::string::npos);
    CHECK(io::read_header(path).left_out.empty() == std::string(left_out).empty());
  }
}

TEST_CASE("a fourth column, and a third that plainly is a time, is told and left out") {
  temporary_folder const folder;
  auto const four = folder.write("a.txt", "0 1 5 1082040961\n1 0 7 1082040962\n");
  CHECK(entries_in(four) == entries{{0, 1, 5}, {1, 0, 7}});
  CHECK(notes_of(four) == "column 4 is left out");
  CHECK(io::read_header(four).left_out == std::vector<std::string>{"4"});
  for (std::string const head :
       {"source,target,timestamp\n", "SRC,DST,Unix-TS\n", "# source,target,time\n", "u,v,date\n"}) {
    CAPTURE(head);
    auto const timed = folder.write("b.csv", head + "0,1,1082040961\n1,0,1082040962\n");
    CHECK(entries_in(timed) == entries{{0, 1, 1}, {1, 0, 1}});
    CHECK(io::read_header(timed).values == io::field::pattern);
    CHECK(notes_of(timed).starts_with("column 3 ("));
  }
  CHECK(entries_in(folder.write("c.txt", "# FromNodeId ToNodeId Timestamp\n0 1 9\n")) == entries{{0, 1, 1}});
  CHECK(entries_in(folder.write("d.txt", "# time of travel\n0 1 9\n")) == entries{{0, 1, 9}});
}

TEST_CASE("columns may be chosen by number or by word") {
  temporary_folder const folder;
  auto const path = folder.write("a.csv", "x,from,to,cost\nseven,0,3,1.5\neight,3,1,2\n");
  for (std::string const columns : {"2,3,4", "from,to,cost", "FROM,3,Cost"}) {
    CHECK(entries_of(io::read<double>(path, {}, {.columns = columns})) == entries{{0, 3, 1.5}, {3, 1, 2}});
  }
  CHECK(entries_of(io::read<double>(path, {}, {.columns = "3,2"})) == entries{{3, 0, 1}, {1, 3, 1}});
  CHECK(io::read_header(path, {.columns = "3,2"}).values == io::field::pattern);
  auto const plain = folder.write("b.txt", "5 0 1 9\n6 1 0 8\n");
  CHECK(entries_of(io::read<double>(plain, {}, {.columns = "2,3,1"})) == entries{{0, 1, 5}, {1, 0, 6}});
  auto const refused = [&](std::string const& file, std::string const& columns) {
    return complaint<invalid_argument>([&] { (void)io::read<double>(file, {}, {.columns = columns}); });
  };
  CHECK(refused(plain, "1,5") == plain + ": there is no column 5; the lines have 4");
  CHECK(contains(refused(plain, "from,to"), ": no line names the columns, so there is none called \"from\""));
  CHECK(contains(refused(path, "from,till"), ": there is no column \"till\"; they are called "));
  CHECK(contains(refused(path, "from,2"), "two are the same"));
  CHECK(contains(refused(path, "1,2,2"), "two are the same"));
  CHECK(refused(plain, "0,1") == plain + ": there is no column 0; the lines have 4");
  CHECK(entries_of(io::read<double>(plain, {}, {.columns = "2,3,4"})) == entries{{0, 1, 9}, {1, 0, 8}});
  for (std::string const wrong : {"1", "1,2,3,4", "1,,2", ",", "1,2,", "-1,2"}) {
    CAPTURE(wrong);
    CHECK(contains(refused(path, wrong), "the columns of source, target and perhaps weight are expected"));
  }
  auto const matrix = folder.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 0\n");
  CHECK(refused(matrix, "1,2") == matrix + ": columns are chosen of edge lists, and this is Matrix Market");
}

TEST_CASE("wrong lines of lists with separators are named") {
  temporary_folder const folder;
  for (auto const& [text, expected] : std::vector<std::pair<char const*, char const*>>{
           {"0,1\n2\n", ":2: the vertex is missing"},
           {"0,1\n,2\n", ":2: the vertex is missing"},
           {"0,1,5\n1,2,\n", ":2: the value is missing"},
           {"0,1,5\n1,2\n", ":2: the value is missing"},
           {"0,1\n1,2,3\n", ":2: nothing may follow on the line, but there is \"3\""},
           {"0,1\n1.5,2\n", ":2: the vertex \"1.5\" is not a whole number"},
           {"0,1\n-1,2\n", ":2: the vertex -1 is less than 0"},
           {"0,1,5\n1,2,3 y\n", ":2: nothing may follow on the line, but there is \"y\""},
           {"0,1,5\n1,2,x\n", ":2: the value \"x\" is not a number"},
           {"0,1\n1,\"2\"3\n", ":2: the vertex \"\"2\"3\" is not a whole number"},
           {"0;1;2,5\n", ":1: the value \"2,5\" is not a number"},
           {"from,to\nAnna,Ben\n", ":1: the vertex \"from\" is not a whole number"},
           {"from,to,what,else\n\"0\",1,2\n", ":1: this line names 4 columns, and the next has 3"},
           {"from,to\n0,1,5\n", ":1: this line names 2 columns, and the next has 3"},
           {"time,weight,age\n0,1,2\n", ":1: the words of this line do not tell which columns are the ends of an edge"},
           {"0\n", ":1: the vertex is missing"},
           {"0,9223372036854775807\n", ":1: the vertex 9223372036854775807 is outside 0..9223372036854775806"}}) {
    CAPTURE(std::string(text));
    auto const path = folder.write("a.csv", text);
    CHECK(read_complaint(path).starts_with(path + expected));
    CHECK(complaint<io_error>([&] { (void)io::read_header(path); }).starts_with(path + expected));
  }
}

TEST_CASE("what comments say of the direction is followed") {
  temporary_folder const folder;
  for (std::string const words : {"# Undirected graph (each unordered pair of nodes is saved once): x",
                                  "# Undirected graph: ../youtube.txt", "% undirected", "# This is an undirected graph",
                                  "# directed: false", "# Type: undirected", "#undirected graph"}) {
    CAPTURE(words);
    auto const path = folder.write("a.txt", "# a title\n" + words + "\n1 0\n2 1\n2 2\n");
    auto const a = io::read<double>(path);
    CHECK(a.symmetric);
    CHECK(entries_of(a) == entries{{1, 0, 1}, {2, 1, 1}, {2, 2, 1}, {0, 1, 1}, {1, 2, 1}});
    auto const header = io::read_header(path);
    CHECK(header.symmetric);
    CHECK(header.undirected);
    CHECK(notes_of(path) == "every edge counts both ways, as line 2 says");
    CHECK(io::read<double>(path, {}, {.undirected = false}).nnz() == 3);
  }
  for (std::string const words :
       {"# Directed graph (each unordered pair of nodes is saved once): CA-GrQc.txt", "% not undirected",
        "# Notes on undirected graphs", "# undirected_graph_export by x"}) {
    CAPTURE(words);
    auto const path = folder.write("b.txt", words + "\n1 0\n2 1\n");
    CHECK(io::read<double>(path).nnz() == 2);
    CHECK(notes_of(path) == "");
  }
  auto const torn = folder.write("c.txt", "# Directed graph\n# Undirected graph\n0 1\n");
  CHECK(read_complaint(torn) ==
        torn + ":2: this comment contradicts that of line 1: edges cannot be directed and undirected");
}

TEST_CASE("an undirected edge that is listed both ways gets no second image") {
  temporary_folder const folder;
  auto const both = folder.write("a.txt", "# Undirected graph\n0 1 5\n1 0 5\n2 0 7\n0 2 7\n");
  CHECK(io::read<double>(both).nnz() == 4);
  CHECK(io::read<double>(both).symmetric);
  auto const some = folder.write("b.txt", "# Undirected graph\n0 1 5\n1 0 5\n2 0 7\n0 2 8\n3 1 1\n1 3 1\n1 3 1\n");
  CHECK(entries_in(some) == entries{{0, 1, 5},
                                    {1, 0, 5},
                                    {2, 0, 7},
                                    {0, 2, 8},
                                    {3, 1, 1},
                                    {1, 3, 1},
                                    {1, 3, 1},
                                    {0, 2, 7},
                                    {2, 0, 8},
                                    {3, 1, 1}});
}

TEST_CASE("files of KONECT number from 1, and their first line says what an edge is") {
  temporary_folder const folder;
  auto const sym = folder.write("out.a", "% sym unweighted\n% 2 3 3\n1 2\n3 2\n");
  CHECK(entries_in(sym) == entries{{0, 1, 1}, {2, 1, 1}, {1, 0, 1}, {1, 2, 1}});
  CHECK(contains(notes_of(sym), "as line 1 says"));
  CHECK(contains(notes_of(sym), "vertices are numbered from 1"));
  CHECK(io::read_header(sym).base == 1);
  auto const asym = folder.write("out.b", "% asym positive\n1 2 4 1082040961\n3 2 1 1082040961\n");
  CHECK(entries_in(asym) == entries{{0, 1, 4}, {2, 1, 1}});
  auto const bare = folder.write("c.txt", "% sym\n1 2\n");
  CHECK(io::read<double>(bare).rows == 2);
  CHECK(io::read<double>(bare, {}, {.base = 0}).rows == 3);
  auto const zero = folder.write("d.txt", "% sym\n1 2\n0 1\n");
  CHECK(read_complaint(zero) == zero + ":3: the vertex 0 is less than 1");
}

TEST_CASE("two kinds of vertices are numbered one behind the other") {
  temporary_folder const folder;
  auto const path = folder.write("out.a", "% bip unweighted\n% 3 2 4\n1 1\n2 1\n2 3\n");
  auto const a = io::read<double>(path);
  CHECK(a.rows == 6);
  CHECK(a.symmetric);
  CHECK(entries_of(a) == entries{{0, 2, 1}, {1, 2, 1}, {1, 4, 1}, {2, 0, 1}, {2, 1, 1}, {4, 1, 1}});
  CHECK(io::read_header(path).rows == 6);
  CHECK(contains(notes_of(path), "the 4 of the second column are numbered behind the 2 of the first"));
  auto const bare = folder.write("b.txt", "% bip\n2 1\n");
  CHECK(io::read<double>(bare).rows == 3);
  CHECK(io::read_header(bare).unused == 1);
  CHECK(io::read_header(bare, {.compact = true}).rows == 2);
}

TEST_CASE("of two kinds of vertices and of square ones there are as many as is stated or reached, whichever is more") {
  temporary_folder const folder;
  auto const rows_of = [&](std::string const& text) {
    auto const path = folder.write("out.a", text);
    auto const rows = io::read<double, std::int64_t>(path).rows;
    CHECK(io::read_header(path).rows == rows);
    return rows;
  };
  CHECK(rows_of("% bip\n% 1 2 4\n5 1\n") == 5 + 4);
  CHECK(rows_of("% bip\n% 1 2 1\n1 3\n") == 2 + 3);
  CHECK(rows_of("% sym\n% 2 3 5\n1 2\n3 2\n") == 5);
  CHECK(rows_of("% sym\n% 2 5 3\n1 2\n3 2\n") == 5);
  CHECK(rows_of("% sym\n% a title\n% 2 7 7\n1 2\n3 2\n") == 3);  // sizes stand on the second line
  size_type const most = std::numeric_limits<size_type>::max() / 4;
  CHECK(rows_of("% bip\n% 1 2 " + std::to_string(most) + "\n1 1\n") == most + 2);
  CHECK(rows_of("% bip\n% 1 " + std::to_string(most + 1) + " 2\n1 1\n") == 2);  // no sizes
  auto const same = folder.write("out.b", "% bip\n1 1\n");
  CHECK(io::read_header(same).unused == 0);
  auto const columns = folder.write("out.c", "% asym positive\n1 2 4 77\n0 2 1 78\n");
  CHECK(read_complaint(columns) == columns + ":3: the vertex 0 is less than 1");
}

TEST_CASE("what several comments say: the most vertices, the first line that gives a direction, the last words") {
  temporary_folder const folder;
  auto const notes = [&](std::string const& text) { return notes_of(folder.write("a.txt", text)); };
  CHECK(notes("# Nodes: 5\n# Nodes: 3\n0 1\n1 9\n").starts_with("line 1 counts 5 vertices, but numbers go up to 9"));
  CHECK(notes("# Nodes: 3\n# Nodes: 5\n0 1\n1 9\n").starts_with("line 2 counts 5 vertices, but numbers go up to 9"));
  CHECK(io::read<double>(folder.write("b.txt", "# Nodes: 5\n# Nodes: 3\n0 1\n")).rows == 5);
  CHECK(notes("# Nodes: 10\n0 9\n") == "");
  CHECK(notes("# Undirected graph\n# Undirected graph\n0 1\n") == "every edge counts both ways, as line 1 says");
  CHECK(entries_in(folder.write("c.txt", "# a title\n# FromNodeId ToNodeId Timestamp\n0 1 9\n")) == entries{{0, 1, 1}});
  // Numbers from 1 to N are numbered from 1 where N are counted, and in no other case.
  CHECK(entries_in(folder.write("d.txt", "# Nodes: 5\n1 2\n")) == entries{{1, 2, 1}});
  CHECK(entries_in(folder.write("d.txt", "# Nodes: 3\n2 3\n")) == entries{{2, 3, 1}});
  CHECK(entries_in(folder.write("d.txt", "# Nodes: 3\n0 3\n")) == entries{{0, 3, 1}});
  CHECK(io::read_header(folder.write("e.txt", "0 1000000\n1 1000000\n1000000 0\n")).unused == 1000001 - 3);
}

TEST_CASE("of many edges each gets as many images as it lacks, the last ones of those that are more") {
  temporary_folder const folder;
  CHECK(entries_in(folder.write("a.txt", "# Undirected graph\n0 1\n1 0\n0 1\n0 1\n")).size() == 6);
  CHECK(entries_in(folder.write("a.txt", "# Undirected graph\n5 2 1\n2 5 1\n2 5 1\n2 5 2\n5 2 2\n7 7 3\n5 2 2\n")) ==
        entries{{5, 2, 1}, {2, 5, 1}, {2, 5, 1}, {2, 5, 2}, {5, 2, 2}, {7, 7, 3}, {5, 2, 2}, {5, 2, 1}, {2, 5, 2}});
  std::string text = "# Undirected graph\n";
  int const n = 9000;  // more than the 64 piles that a thread takes at once
  for (int k = 0; k < n; ++k) {
    auto const u = std::to_string(k), v = std::to_string(k * 7 % 5000 + n);
    text += k % 2 == 0 ? u + ' ' + v + '\n' : v + ' ' + u + '\n';
    if (k % 3 == 0) text += k % 2 == 0 ? v + ' ' + u + '\n' : u + ' ' + v + '\n';
  }
  auto const a = io::read<double>(folder.write("b.txt", text));
  CHECK(a.nnz() == 2 * n);
  CHECK(detail::is_mirrored(a));
}

TEST_CASE("Gephi's column Type says the direction of every edge") {
  temporary_folder const folder;
  auto const path = folder.write("a.csv", "Source,Target,Type,Id\n0,1,Undirected,0\n1,2,Undirected,1\n");
  CHECK(io::read<double>(path).nnz() == 4);
  CHECK(contains(notes_of(path), "every edge counts both ways, as line 2 says"));
  auto const mixed = folder.write("b.csv", "Source,Target,Type\n0,1,Directed\n1,2,Undirected\n");
  CHECK(read_complaint(mixed) ==
        mixed + ":3: this edge is \"Undirected\", and the first is \"Directed\": a list has one direction");
}
