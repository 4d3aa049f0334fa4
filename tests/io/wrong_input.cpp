// wrong_input.cpp - one printable line that names file, line and reason, for everything that can be wrong.
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <heddle/io/load.hpp>

#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

struct wrong_file {
  char const* text;
  char const* complaint;  // behind the file's name
};

std::string const coordinate = "%%MatrixMarket matrix coordinate real general\n";

}  // namespace

TEST_CASE("a wrong banner or size line is named") {
  temporary_folder const folder;
  for (auto const& [text, expected] : std::vector<wrong_file>{
           {"", ":1: the file is empty"},
           {"\n", ":1: the first line must begin with \"%%MatrixMarket\", but it is \"\""},
           {"%%%MatrixMarket matrix coordinate real general\n1 1 0\n",
            ":1: the first line must begin with \"%%MatrixMarket\", but it is \"%%%MatrixMarket matrix coordinate real "
            "general\""},
           {"% %%MatrixMarket matrix coordinate real general\n1 1 0\n", ":1: the first line must begin"},
           {"%%MatrixMarket\n", ":1: the banner needs five words"},
           {"%%MatrixMarket vector coordinate real general\n", ":1: the banner's object is \"vector\", not matrix"},
           {"%%MatrixMarket matrix coord real general\n",
            ":1: the banner's format is \"coord\", not coordinate or array"},
           {"%%MatrixMarket matrix coordinate quad general\n",
            ":1: the banner's field is \"quad\", not real, double, integer, unsigned-integer or pattern"},
           {"\n\n %MatrixMarket matrix coordinate quad general\n", ":3: the banner's field is \"quad\""},
           {"%%MatrixMarket matrix coordinate complex general\n", ":1: complex values are not supported"},
           {"%%MatrixMarket matrix coordinate pattern Hermitian\n1 1 0\n", ":1: a pattern has no values"},
           {"%%MatrixMarket matrix coordinate real upper\n", ":1: the banner's symmetry is \"upper\""},
           {"%%MatrixMarket matrix coordinate real g\x1b[31m\x01\xff\n",
            ":1: the banner's symmetry is \"g\\x1b[31m\\x01\\xff\""},
           {"%%MatrixMarket matrix coordinate real general x\n", ":1: nothing may follow the banner's symmetry"},
           {"%%MatrixMarket matrix array pattern general\n1 1\n", ":1: an array cannot have the field pattern"},
           {"%%MatrixMarket matrix coordinate pattern skew-symmetric\n1 1 0\n", ":1: a pattern has no signs"},
           {"%%MatrixMarket matrix coordinate real general\n%\n", ":2: the file ends before the size line"},
           {"%%MatrixMarket matrix coordinate real general\n%\n2 2\n", ":3: the number of entries is missing"},
           {"%%MatrixMarket matrix coordinate real general\n2 2 1 7\n", ":2: nothing may follow on the line"},
           {"%%MatrixMarket matrix coordinate real general\n2 2.0 1\n",
            ":2: the number of columns \"2.0\" is not a whole number"},
           {"%%MatrixMarket matrix coordinate real general\n-1 2 0\n", ":2: the number of rows -1 is less than 0"},
           {"%%MatrixMarket matrix coordinate real general\n19223372036854775808 1 1\n1 1 1\n",
            ":2: the number of rows \"19223372036854775808\" overflows a 64-bit integer"},
           {"%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n",
            ":2: a symmetric matrix must be square, but this one is 2 x 3"},
           {"%%MatrixMarket matrix array real skew-symmetric\n2 3\n", ":2: a skew-symmetric matrix must be square"},
           {"%%MatrixMarket matrix array real general\n9000000000000000 9000000000000000\n1\n",
            ":2: the number of values overflows"}}) {
    CAPTURE(std::string(text));
    auto const path = folder.write("a.mtx", text);
    CHECK(read_complaint(path).starts_with(path + expected));
    CHECK(complaint<io_error>([&] { (void)io::read_header(path); }).starts_with(path + expected));
  }
}

TEST_CASE("a wrong entry is named") {
  temporary_folder const folder;
  for (auto const& [text, expected] : std::vector<wrong_file>{
           {"2 2 1\n1 1 1 1\n", ":3: nothing may follow on the line, but there is \"1\""},
           {"2 2 1\n1 1 1 % no\n", ":3: nothing may follow on the line, but there is \"% no\""},
           {"2 2 1\n1.0 1 1\n", ":3: the row \"1.0\" is not a whole number"},
           {"2 2 1\n1 1e0 1\n", ":3: the column \"1e0\" is not a whole number"},
           {"2 2 1\n1\n", ":3: the column is missing"},
           {"2 2 1\n1 1\n", ":3: the value is missing"},
           {"2 2 2\n1 1 1\n\n0 1 1\n", ":5: the row 0 is outside 1..2"},
           {"2 2 1\n1 3 1\n", ":3: the column 3 is outside 1..2"},
           {"2 2 1\n-1 1 1\n", ":3: the row -1 is outside 1..2"},
           {"0 2 1\n1 1 1\n", ":3: the row 1 is outside"},
           {"2 2 1\n99999999999999999999 1 1\n", ":3: the row \"99999999999999999999\" overflows a 64-bit integer"},
           {"2 2 1\n1 1 1e999\n", ":3: the value \"1e999\" overflows a 64-bit float"},
           {"2 2 1\n1 1 one\n", ":3: the value \"one\" is not a number"},
           {"2 2 1\n1 1 1.5.2\n", ":3: the value \"1.5.2\" is not a number"},
           {"2 2 1\n1 1 0x10\n", ":3: the value \"0x10\" is not a number"},
           {"2 2 1\n1 1 --1\n", ":3: the value \"--1\" is not a number"},
           {"2 2 1\n1 1 +-1\n", ":3: the value \"+-1\" is not a number"},
           {"2 2 2\n1 1 1\n", ":3: too few entries: the size line says 2, the file holds 1"},
           {"2 2 1\n", ":2: too few entries: the size line says 1, the file holds 0"},
           {"2 2 1\n1 1 1\n% fine\n2 2 2\n", ":5: too many entries: the size line says 1, the file holds 2"},
           {"9 9 1000000000000000\n1 1 1\n", ":3: too few entries: the size line says 1000000000000000"}}) {
    CAPTURE(std::string(text));
    auto const path = folder.write("a.mtx", coordinate + text);
    CHECK(read_complaint(path).starts_with(path + expected));
  }
}

TEST_CASE("an entry that its field or symmetry forbids is named") {
  temporary_folder const folder;
  for (auto const& [text, expected] : std::vector<wrong_file>{
           {"coordinate integer general\n2 2 1\n1 1 1.5\n", ":3: the value \"1.5\" is not an integer"},
           {"coordinate integer general\n2 2 1\n1 1 nan\n", ":3: the value \"nan\" is not an integer"},
           {"coordinate integer general\n2 2 1\n1 1 18446744073709551616\n",
            ":3: the value \"18446744073709551616\" overflows"},
           {"coordinate pattern general\n2 2 1\n1 1 1\n", ":3: nothing may follow on the line"},
           {"coordinate real skew-symmetric\n2 2 1\n2 2 1e-9\n",
            ":3: a skew-symmetric matrix has nothing but zeros on its diagonal"},
           {"coordinate unsigned-integer general\n2 2 2\n1 1 7\n2 2 -1\n",
            ":4: the value \"-1\" has a sign, and the file says that none has"},
           {"array real general\n2 1\n1 2\n3\n", ":3: nothing may follow on the line, but there is \"2\""},
           {"array real general\n2 2\n1\n2\n3\n", ":5: too few values: the size line says 4, the file holds 3"},
           {"array real symmetric\n2 2\n1\n2\n3\n4\n", ":6: too many values: the size line says 3"}}) {
    CAPTURE(std::string(text));
    auto const path = folder.write("a.mtx", std::string("%%MatrixMarket matrix ") + text);
    CHECK(read_complaint(path).starts_with(path + expected));
  }
}

TEST_CASE("messages stay printable and short whatever the file holds") {
  temporary_folder const folder;
  auto const path = folder.write("a.mtx", coordinate + "1 1 1\n1 1 \x1b[31m\x07" + std::string(1000, 'x') + "\xff\n");
  auto const message = read_complaint(path);
  CHECK(std::all_of(message.begin(), message.end(), [](char c) { return c >= 0x20 && c < 0x7f; }));
  CHECK(message.size() < path.size() + 200);
  CHECK(message.find("\\x1b[31m\\x07xxx") != std::string::npos);
  auto const binary = folder.write("b.mtx", std::string("\0\1\2\xff\r", 5));
  CHECK(read_complaint(binary).ends_with("but it is \"\\x00\\x01\\x02\\xff\""));
}

TEST_CASE("a 32-bit index type that is too small is refused by name before the entries are looked at") {
  temporary_folder const folder;
  auto const path = folder.write("a.mtx", coordinate + "2147483648 1 1\n2147483648 1 5\n");
  CHECK(complaint<index_overflow>([&] { (void)io::read<double>(path); }) ==
        path + ":2: a 2147483648 x 1 matrix needs the index type std::int64_t");
  CHECK_FALSE(io::read_header(path).fits_32_bit);
  CHECK(entries_in<double, std::int64_t>(path) == std::vector<entry<double>>{{2147483647, 0, 5}});
  CHECK(entries_in(folder.write("b.mtx", coordinate + "2147483647 1 1\n2147483647 1 5\n")).front().row == 2147483646);
}

TEST_CASE("what is not a readable file is named without hanging") {
  temporary_folder const folder;
  CHECK(read_complaint(folder.file("none.mtx")) == folder.file("none.mtx") + ": no such file");
  std::filesystem::create_directory(folder.file("folder.mtx"));
  CHECK(read_complaint(folder.file("folder.mtx")) == folder.file("folder.mtx") + ": is a directory");
  REQUIRE(::mkfifo(folder.file("pipe.mtx").c_str(), 0600) == 0);
  CHECK(read_complaint(folder.file("pipe.mtx")).find(": is not a regular file") != std::string::npos);
  CHECK(read_complaint(folder.file("a.dat")) == folder.file("a.dat") + ": no such file");
  CHECK(complaint<io_error>([] { (void)io::load<double>(""); }) == "\"\": no such file");
  CHECK_THROWS_AS(io::check_extension("a.csv"), invalid_argument);
  CHECK_NOTHROW(io::check_extension("no/such/file.MTX.gz"));
}
