// write.cpp - what is written reads back the same, and a file appears whole or not at all.
#include <fcntl.h>
#include <unistd.h>

#include <cmath>
#include <heddle/io/files.hpp>
#include <limits>

#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

io::coordinates<double> sample_entries() {
  io::coordinates<double> a;
  a.rows = a.cols = 5;
  a.row = {4, 0, 2, 0};
  a.col = {0, 4, 2, 4};
  a.value = {0.1, -1e300, std::numeric_limits<double>::infinity(), 1.0 / 3};
  return a;
}

}  // namespace

TEST_CASE("every format gives back what was written") {
  temporary_folder const folder;
  auto const a = sample_entries();
  for (auto const* name : {"a.mtx", "a.mtx.gz", "a.gr", "a.gr.gz", "a.el", "a.txt.gz"}) {
    CAPTURE(name);
    io::write(folder.file(name), a);
    auto const b = io::read<double>(folder.file(name));
    CHECK(b.rows == 5);
    CHECK(entries_of(b) == entries_of(a));
  }
  CHECK(folder.read("a.mtx.gz").starts_with("\x1f\x8b"));
}

TEST_CASE("a negative zero among whole numbers keeps its sign") {
  temporary_folder const folder;
  auto const list = folder.write("a.el", "0 1 -0\n1 0 3\n");
  io::write(folder.file("a.mtx"), io::read<double>(list));
  CHECK(std::signbit(io::read<double>(folder.file("a.mtx")).value.front()));
}

TEST_CASE("a pattern stays one, and weighs one where weights are needed") {
  temporary_folder const folder;
  auto a = sample_entries();
  a.value.clear();
  io::write(folder.file("a.mtx"), a);
  CHECK(folder.read("a.mtx") == "%%MatrixMarket matrix coordinate pattern general\n5 5 4\n5 1\n1 5\n3 3\n1 5\n");
  io::write(folder.file("a.gr"), a);
  CHECK(folder.read("a.gr") == "p sp 5 4\na 5 1 1\na 1 5 1\na 3 3 1\na 1 5 1\n");
  io::write(folder.file("a.el"), a);
  CHECK(folder.read("a.el") == "# Nodes: 5 Edges: 4\n4 0\n0 4\n2 2\n0 4\n");
}

TEST_CASE("a symmetric matrix is written as its lower triangle and comes back whole") {
  temporary_folder const folder;
  std::string const text = "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n1 1 4\n3 1 -5\n3 2 1000000\n";
  auto const a = io::read<double>(folder.write("a.mtx", text));
  io::write(folder.file("b.mtx"), a);
  CHECK(folder.read("b.mtx") == text);
  auto wrong = a;
  wrong.row.pop_back(), wrong.col.pop_back(), wrong.value.pop_back();
  CHECK(complaint<invalid_argument>([&] {
          io::write(folder.file("c.mtx"), wrong);
        }).ends_with("the entries are marked symmetric and are not"));
  CHECK_FALSE(std::filesystem::exists(folder.file("c.mtx")));
}

TEST_CASE("entries that are marked symmetric and are not are refused, though as many lie below as above") {
  temporary_folder const folder;
  io::coordinates<double> a;
  a.rows = a.cols = 3;
  a.symmetric = true;
  auto const is_refused = [&](std::vector<std::int32_t> row, std::vector<std::int32_t> col, std::vector<double> value) {
    a.row = row, a.col = col, a.value = value;
    return complaint<invalid_argument>([&] { io::write(folder.file("a.mtx"), a); }) ==
           folder.file("a.mtx") + ": the entries are marked symmetric and are not";
  };
  CHECK(is_refused({1, 0}, {0, 2}, {5, 5}));
  CHECK(is_refused({1, 0}, {0, 1}, {5, 6}));
  CHECK(is_refused({1, 0}, {0, 1}, {0.0, -0.0}));
  CHECK(is_refused({1, 2, 0, 0}, {0, 0, 1, 2}, {5, 6, 6, 5}));
  CHECK(is_refused({1, 1, 2, 0, 0, 0}, {0, 0, 0, 1, 2, 2}, {5, 5, 6, 5, 6, 6}));
  CHECK(is_refused({1, 2, 0, 1}, {0, 1, 1, 0}, {}));
  CHECK(folder.num_files() == 0);
  double const nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(is_refused({0, 1, 2, 1, 0, 0}, {1, 0, 2, 0, 1, 0}, {7, 5, nan, 7, 5, 1}));
  CHECK_FALSE(is_refused({1, 0}, {0, 1}, {nan, nan}));
}

TEST_CASE("a matrix that is not square is refused by formats with one set of vertices") {
  temporary_folder const folder;
  auto a = sample_entries();
  a.cols = 6;
  CHECK(complaint<invalid_argument>([&] { io::write(folder.file("a.gr"), a); }) ==
        folder.file("a.gr") + ": a 5 x 6 matrix is not square, which only .mtx and .npz can hold");
  CHECK(complaint<invalid_argument>([&] { io::write(folder.file("a.csv"), a); }).find("known are .npz, .mtx, .gr") !=
        std::string::npos);
  CHECK(folder.num_files() == 0);
}

TEST_CASE("an output file appears at commit, and not before") {
  temporary_folder const folder;
  io::output_file out(folder.file("levels.txt"));
  out.write("0\n");
  out.write_line(-1);
  out.write_line(0.1);
  out.write_line(0.1f);
  out.write_line(std::numeric_limits<double>::infinity());
  CHECK_FALSE(std::filesystem::exists(folder.file("levels.txt")));
  out.commit();
  CHECK(folder.read("levels.txt") == "0\n-1\n0.1\n0.1\ninf\n");
  CHECK(folder.num_files() == 1);
}

TEST_CASE("an output file that is not committed leaves everything as it was") {
  temporary_folder const folder;
  folder.write("old.txt", "old");
  {
    io::output_file out(folder.file("old.txt"));
    out.write(std::string(1 << 20, 'x'));
    CHECK(folder.num_files() <= 2);  // the new one has no name where the file system allows that
  }
  CHECK(folder.read("old.txt") == "old");
  CHECK(folder.num_files() == 1);
}

TEST_CASE("an output file can be moved before it is committed") {
  temporary_folder const folder;
  io::output_file first(folder.file("a.txt"));
  first.write("one\n");
  io::output_file second(std::move(first));
  io::output_file third(folder.file("b.txt"));
  third = std::move(second);
  third.write("two\n");
  third.commit();
  CHECK(folder.read("a.txt") == "one\ntwo\n");
  CHECK(folder.num_files() == 1);
}

TEST_CASE("a link is followed, a device is written directly") {
  temporary_folder const folder;
  folder.write("target.txt", "old");
  std::filesystem::create_symlink("target.txt", folder.file("link.txt"));
  io::output_file out(folder.file("link.txt"));
  out.write("new");
  out.commit();
  CHECK(folder.read("target.txt") == "new");
  CHECK(std::filesystem::is_symlink(folder.file("link.txt")));
  io::output_file null("/dev/null");
  null.write("gone");
  null.commit();
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("a link to a file that is not there yet is written through, over other links too") {
  temporary_folder const folder;
  std::filesystem::create_directory(folder.file("data"));
  std::filesystem::create_symlink("data/second.txt", folder.file("first.txt"));
  std::filesystem::create_symlink(folder.file("data/third.txt"), folder.file("data/second.txt"));
  for (std::string const text : {"new", "newer"}) {
    io::output_file out(folder.file("first.txt"));
    out.write(text);
    out.commit();
    CHECK(std::filesystem::is_symlink(folder.file("first.txt")));
    CHECK(std::filesystem::is_symlink(folder.file("data/second.txt")));
    CHECK(folder.read("data/third.txt") == text);
  }
}

TEST_CASE("links that lead nowhere or round are named and stay") {
  temporary_folder const folder;
  std::filesystem::create_symlink("none/file.txt", folder.file("nowhere.txt"));
  std::filesystem::create_symlink("loop.txt", folder.file("loop.txt"));
  CHECK(complaint<io_error>([&] { io::output_file(folder.file("nowhere.txt")); }) ==
        folder.file("nowhere.txt") + ": cannot be written: No such file or directory");
  CHECK(complaint<io_error>([&] { io::output_file(folder.file("loop.txt")); }) ==
        folder.file("loop.txt") + ": cannot be written: Too many levels of symbolic links");
  CHECK(folder.num_files() == 2);
  CHECK(std::filesystem::is_symlink(folder.file("nowhere.txt")));
}

TEST_CASE("a file that somebody else holds open is continued where they stand") {
  temporary_folder const folder;
  int const descriptor = ::open(folder.file("a.txt").c_str(), O_WRONLY | O_CREAT, 0600);
  REQUIRE(descriptor >= 0);
  CHECK(::write(descriptor, "one ", 4) == 4);
  io::output_file out("/dev/fd/" + std::to_string(descriptor));
  out.write("two ");
  out.commit();
  CHECK(::write(descriptor, "three", 5) == 5);
  ::close(descriptor);
  CHECK(folder.read("a.txt") == "one two three");
  CHECK(folder.num_files() == 1);
  CHECK(complaint<io_error>([&] { io::output_file("/dev/fd/987654"); }).find("cannot be written") != std::string::npos);
}

TEST_CASE("what cannot be written is named") {
  temporary_folder const folder;
  CHECK(complaint<io_error>([&] { io::output_file(folder.file("none/a.txt")); }) ==
        folder.file("none/a.txt") + ": cannot be written: No such file or directory");
  CHECK(complaint<io_error>([&] { io::output_file(folder.file("")); }) == folder.file("") + ": is a directory");
  if (std::filesystem::exists("/dev/full")) {
    io::output_file full("/dev/full");
    full.write("text");
    CHECK(complaint<io_error>([&] { full.commit(); }).starts_with("/dev/full: cannot be written: "));
  }
}
