// odd_texts.cpp - names with letters that do not print, and numbers of every kind as lines of an output file.
#include <heddle/io/files.hpp>
#include <limits>

#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("letters of a name that do not print are shown as in C, in a message of one line") {
  temporary_folder const folder;
  CHECK(complaint<io_error>([&] { (void)io::read<double>(folder.file("a\tb\rc\nd\x7f.mtx")); }) ==
        folder.file("a\\tb\\rc\\x0ad\\x7f.mtx") + ": no such file");
}

TEST_CASE("letters of UTF-8 are shown as they are, but for those that steer a line, and cut or wrong ones are not") {
  temporary_folder const folder;
  auto const shown = [&](std::string const& name) {
    auto const said = complaint<io_error>([&] { (void)io::read<double>(folder.file(name)); });
    return said.substr(folder.file("").size(), said.find(": no such file") - folder.file("").size());
  };
  for (std::string const name : {"gr\u00f6\u00dfe", "\u20ac \u4e2d\u6587", "\U0001f600", "\ud7ff\ue000\uffff\u00a0"}) {
    CHECK(shown(name) == name);
  }
  CHECK(shown("a\u0085b") == "a\\xc2\\x85b");       // a line's end
  CHECK(shown("\u202e") == "\\xe2\\x80\\xae");      // from right to left
  CHECK(shown("\u2029\u200f\ufeff").size() == 36);  // a paragraph's end, a mark of direction, one of order
  CHECK(shown("\xc3") == "\\xc3");                  // half a letter
  CHECK(shown("\xc3 ") == "\\xc3 ");
  CHECK(shown("\xc0\xaf\x80") == "\\xc0\\xaf\\x80");  // longer than need be
  CHECK(shown("\xe0\x9f\xbf") == "\\xe0\\x9f\\xbf");
  CHECK(shown("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // half of a pair
  CHECK(shown("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
}

TEST_CASE("numbers are written one a line, so that they read back the same") {
  temporary_folder const folder;
  io::output_file file(folder.file("a.txt"));
  file.write_line(0.1f);
  file.write_line(-1.0 / 3);
  file.write_line(std::numeric_limits<std::int64_t>::min());
  file.write_line(std::numeric_limits<std::uint64_t>::max());
  file.commit();
  CHECK(folder.read("a.txt") == "0.1\n-0.3333333333333333\n-9223372036854775808\n18446744073709551615\n");
}

TEST_CASE("entries of floats are held against their mirror images bit for bit") {
  temporary_folder const folder;
  io::coordinates<float> a;
  a.rows = a.cols = 2;
  a.symmetric = true;
  a.row = {0, 1}, a.col = {1, 0}, a.value = {0.1f, 0.1f};
  io::write(folder.file("a.mtx"), a);
  CHECK(folder.read("a.mtx") == "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 0.1\n");
  a.value = {0.0f, -0.0f};
  CHECK(complaint<invalid_argument>([&] { io::write(folder.file("a.mtx"), a); }) ==
        folder.file("a.mtx") + ": the entries are marked symmetric and are not");
}
