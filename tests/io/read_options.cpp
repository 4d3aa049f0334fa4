// read_options.cpp - how a file is read where it does not say so itself: direction, first number, numbers anew.
#include <doctest/doctest.h>

#include <heddle/io/files.hpp>
#include <numeric>

#include "tests/io/temporary_folder.hpp"
#include "tests/support/contains.hpp"

using namespace heddle;
using namespace heddle::testing;
using entries = std::vector<entry<double>>;

namespace {

std::vector<std::string> notes_with(std::string const& path, io::read_options const& options = {}) {
  return io::read_header(path, options).notes;
}

std::string refused(std::string const& path, io::read_options const& options) {
  auto const said = complaint<invalid_argument>([&] { (void)io::read<double>(path, {}, options); });
  CHECK(complaint<invalid_argument>([&] { (void)io::read_header(path, options); }) == said);
  return said.substr(said.find(": ") + 2);
}

std::string const square = "%%MatrixMarket matrix coordinate real ";

}  // namespace

TEST_CASE("numbers that no edge uses are told") {
  temporary_folder const folder;
  auto const gaps = folder.write("a.txt", "10 20\n20 30\n30 10\n");
  CHECK(io::read<float>(gaps).rows == 31);
  CHECK(io::read_header(gaps).unused == 28);
  CHECK(notes_with(gaps) ==
        std::vector<std::string>{"28 of the 31 numbers up to 30 are used by no edge; --base 1 begins "
                                 "with 1, --compact leaves them out"});
  auto const from_one = folder.write("b.txt", "1 2\n2 3\n");
  CHECK(notes_with(from_one) == std::vector<std::string>{"no edge uses the number 0; --base 1 begins with 1"});
  CHECK(notes_with(from_one, {.base = 1}).empty());
  CHECK(io::read_header(from_one, {.base = 1}).unused == 0);
  CHECK(notes_with(folder.write("c.txt", "0 1\n1 3\n")) ==
        std::vector<std::string>{"1 of the 4 numbers up to 3 is used by no edge; --compact leaves them out"});
  CHECK(notes_with(folder.write("d.txt", "0 1\n1 2\n")).empty());
  auto const far = folder.write("e.txt", "0 1000000000000\n1000000000000 7\n1000000000000 2000000000000\n");
  CHECK(io::read_header(far).unused == 2000000000001 - 4);
}

TEST_CASE("counts that contradict what is there are told, and those that fit settle the first number") {
  temporary_folder const folder;
  auto const counted = folder.write("a.txt", "# Nodes: 3 Edges: 2\n1 2\n2 3\n");
  CHECK(entries_in(counted) == entries{{0, 1, 1}, {1, 2, 1}});
  CHECK(io::read<double>(counted).rows == 3);
  CHECK(io::read_header(counted).rows == 3);
  CHECK(io::read_header(counted).base == 1);
  CHECK(notes_with(counted) == std::vector<std::string>{"vertices are numbered from 1, as the 3 that line 1 counts"});
  CHECK(io::read<double>(counted, {}, {.base = 0}).rows == 4);
  CHECK(notes_with(folder.write("b.txt", "# Nodes: 3 Edges: 3\n# more\n10 20\n20 30\n30 10\n"))[0] ==
        "line 1 counts 3 vertices, but numbers go up to 30");
  CHECK(notes_with(folder.write("c.txt", "#\n# Nodes: 3 Edges: 7\n0 1\n1 2\n")) ==
        std::vector<std::string>{"line 2 counts 7 edges, but there are 2"});
  CHECK(notes_with(folder.write("d.txt", "# Nodes: 9 Edges: 1\n4 2\n")).empty());
}

TEST_CASE("the first number of a list may be given") {
  temporary_folder const folder;
  auto const path = folder.write("a.el", "1 2 5\n3 1 7\n");
  auto const a = io::read<double>(path, {}, {.base = 1});
  CHECK(a.rows == 3);
  CHECK(entries_of(a) == entries{{0, 1, 5}, {2, 0, 7}});
  auto const zero = folder.write("b.csv", "1,2\n0,1\n");
  CHECK(read_complaint(zero, {.base = 1}) == zero + ":2: the vertex 0 is less than 1");
  CHECK(complaint<invalid_argument>([&] { (void)io::read<double>(path, {}, {.base = 2}); }) ==
        "the first vertex is 0 or 1, not 2");
  auto const matrix = folder.write("a.mtx", square + "general\n2 2 1\n1 2 5\n");
  CHECK(io::read<double>(matrix, {}, {.base = 1}).nnz() == 1);
  CHECK(refused(matrix, {.base = 0}) == "Matrix Market numbers from 1, not from 0");
  CHECK(refused(folder.write("a.gr", "p sp 2 1\na 1 2 1\n"), {.base = 0}) == "DIMACS numbers from 1, not from 0");
}

TEST_CASE("any square matrix may be read as undirected") {
  temporary_folder const folder;
  entries const expected = {{1, 0, 5}, {2, 1, 7}, {0, 1, 5}, {1, 2, 7}};
  for (auto const& [name, text] :
       std::vector<std::pair<std::string, std::string>>{{"a.el", "1 0 5\n2 1 7\n"},
                                                        {"a.csv", "1,0,5\n2,1,7\n"},
                                                        {"a.gr", "p sp 3 2\na 2 1 5\na 3 2 7\n"},
                                                        {"a.mtx", square + "general\n3 3 2\n2 1 5\n3 2 7\n"},
                                                        {"b.mtx", square + "symmetric\n3 3 2\n2 1 5\n3 2 7\n"}}) {
    CAPTURE(name);
    auto const path = folder.write(name, text);
    auto const a = io::read<double>(path, {}, {.undirected = true});
    CHECK(entries_of(a) == expected);
    CHECK(a.symmetric);
    auto const header = io::read_header(path, {.undirected = true});
    CHECK(header.symmetric);
    CHECK(header.undirected);
  }
  CHECK(refused(folder.write("c.mtx", square + "general\n3 2 1\n2 1 5\n"), {.undirected = true}) ==
        "a matrix of 3 x 2 is no undirected graph");
  CHECK(refused(folder.write("d.mtx", square + "skew-symmetric\n2 2 1\n2 1 5\n"), {.undirected = true}) ==
        "a skew-symmetric matrix is no undirected graph");
  CHECK(contains(refused(folder.file("b.mtx"), {.undirected = false}), "cannot be read as directed"));
}

TEST_CASE("mirror images of many edges, of which some are listed both ways, are those that lack") {
  temporary_folder const folder;
  std::string text;
  size_type state = 1, count = 0;
  std::vector<std::vector<int>> times(40, std::vector<int>(40));
  while (count++ < 3000) {
    state = (state * 48271) % 2147483647;
    auto const u = state % 40, v = (state / 40) % 40;
    text += std::to_string(u) + ' ' + std::to_string(v) + '\n';
    ++times[static_cast<std::size_t>(u)][static_cast<std::size_t>(v)];
  }
  auto const a = io::read<double>(folder.write("a.el", text), {}, {.undirected = true});
  std::vector<std::vector<int>> found(40, std::vector<int>(40));
  for (std::size_t k = 0; k < a.row.size(); ++k) ++found[a.row[k]][a.col[k]];
  for (std::size_t u = 0; u < 40; ++u) {
    for (std::size_t v = 0; v < 40; ++v) CHECK(found[u][v] == std::max(times[u][v], times[v][u]));
  }
  CHECK_NOTHROW(io::write(folder.file("b.mtx"), a));  // which holds symmetric entries to their mirror images
}

TEST_CASE("vertices may be numbered anew in order of first sight") {
  temporary_folder const folder;
  auto const path = folder.write("a.txt", "# Nodes: 5 Edges: 3\n900000000000 20 1.5\n20 7 2\n7 7 3\n");
  auto const a = io::read<double>(path, {}, {.compact = true});
  CHECK(a.rows == 3);
  CHECK(a.cols == 3);
  CHECK(entries_of(a) == entries{{0, 1, 1.5}, {1, 2, 2}, {2, 2, 3}});
  CHECK(a.names == std::vector<std::int64_t>{900000000000, 20, 7});
  auto const header = io::read_header(path, {.compact = true});
  CHECK(header.rows == 3);
  CHECK(header.fits_32_bit);
  CHECK(header.unused == 0);
  CHECK(io::read<double, std::int64_t>(path).names.empty());
  auto const both = io::read<double>(path, {}, {.undirected = true, .compact = true});
  CHECK(both.nnz() == 5);
  CHECK(both.names == a.names);
}

TEST_CASE("names are the numbers of the file in every format") {
  temporary_folder const folder;
  std::vector<std::int64_t> const names = {3, 9};
  for (auto const& [name, text] :
       std::vector<std::pair<std::string, std::string>>{{"a.mtx", square + "general\n9 9 1\n3 9 5.5\n"},
                                                        {"a.gr", "p sp 9 1\na 3 9 5\n"},
                                                        {"a.txt", "% asym\n3 9\n"},
                                                        {"a.el", "3 9\n"}}) {
    CAPTURE(name);
    auto const path = folder.write(name, text);
    CHECK(io::read<double>(path, {}, {.compact = true}).names == names);
    CHECK(io::read_header(path, {.compact = true}).rows == 2);
  }
  CHECK(refused(folder.write("b.mtx", square + "general\n3 2 1\n2 1 5\n"), {.compact = true}) ==
        "a matrix of 3 x 2 has no one set of vertices to be numbered");
}

TEST_CASE("many vertices are numbered anew") {
  temporary_folder const folder;
  std::string text;
  for (size_type k = 0; k < 20000; ++k)
    text += std::to_string(k * 1000003) + ' ' + std::to_string((k + 1) * 1000003) + '\n';
  auto const a = io::read<double>(folder.write("a.el", text), {}, {.compact = true});
  CHECK(a.rows == 20001);
  std::vector<std::int32_t> expected(20000);
  std::iota(expected.begin(), expected.end(), 0);
  CHECK(a.row == expected);
  CHECK(a.names[777] == 777 * 1000003);
  CHECK(io::read_header(folder.file("a.el"), {.compact = true}).rows == 20001);
}
