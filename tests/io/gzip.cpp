// gzip.cpp - compressed input.
#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

std::string const text = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 5\n2 1 -6\n";
std::vector<entry<double>> const expected{{0, 1, 5}, {1, 0, -6}};

}  // namespace

TEST_CASE("a .mtx.gz file is Matrix Market, and a .gr.gz file DIMACS") {
  temporary_folder const folder;
  CHECK(entries_in(folder.write("a.mtx.gz", gzipped(text))) == expected);
  CHECK(io::read_header(folder.file("a.mtx.gz")).entries == 2);
  CHECK(entries_in(folder.write("a.gr.gz", gzipped("p sp 2 2\na 1 2 5\na 2 1 -6\n"))) == expected);
}

TEST_CASE("concatenated gzip members are one text, zeros after the last are padding") {
  temporary_folder const folder;
  auto const members = gzipped(text.substr(0, 30)) + gzipped("") + gzipped(text.substr(30));
  CHECK(entries_in(folder.write("a.mtx.gz", members)) == expected);
  CHECK(entries_in(folder.write("b.mtx.gz", members + std::string(512, '\0'))) == expected);
}

TEST_CASE("the first bytes tell whether a file is compressed, whatever its name") {
  temporary_folder const folder;
  CHECK(entries_in(folder.write("a.mtx.gz", text)) == expected);
  CHECK(entries_in(folder.write("b.mtx", gzipped(text))) == expected);
}

TEST_CASE("gzip data that end early, are damaged or are followed by something else are refused") {
  temporary_folder const folder;
  auto const whole = gzipped(text);
  for (std::size_t length = 2; length < whole.size(); ++length) {
    CAPTURE(length);
    auto const path = folder.write("a.mtx.gz", whole.substr(0, length));
    CHECK(read_complaint(path).find("the gzip data end early") != std::string::npos);
  }
  auto damaged = whole;
  damaged[damaged.size() - 6] ^= 1;  // the checksum
  auto const path = folder.write("b.mtx.gz", damaged);
  CHECK(read_complaint(path) == path + ":5: the gzip data are damaged (incorrect data check)");
  CHECK(read_complaint(folder.write("c.mtx.gz", whole + "more")).ends_with("bytes follow the end of the gzip data"));
  std::string const padding(5000000, '\0');  // more than is read at once
  for (std::string const& behind : {gzipped(text), std::string("x")}) {
    auto const padded = folder.write("d.mtx.gz", whole + padding + behind);
    CHECK(read_complaint(padded).ends_with("bytes follow the end of the gzip data"));
  }
  CHECK(entries_in(folder.write("e.mtx.gz", whole + padding)) == expected);
}

TEST_CASE("a header is read from a large compressed file, however long its comments are") {
  temporary_folder const folder;
  std::string comments;
  for (int line = 0; line < 40000; ++line) comments += "% comment " + std::to_string(line) + '\n';
  auto const long_text = text.substr(0, text.find('\n') + 1) + comments + text.substr(text.find('\n') + 1);
  auto const path = folder.write("a.mtx.gz", gzipped(long_text));
  CHECK(io::read_header(path).rows == 2);
  CHECK(entries_in(path) == expected);
}
