// matrix_market.cpp - what a Matrix Market file means.
#include <cmath>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>
#include <limits>

#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;
using entries = std::vector<entry<double>>;

TEST_CASE("a general coordinate file keeps its entries in order, duplicates and zeros among them") {
  temporary_folder const folder;
  auto const path = folder.write("a.mtx",
                                 "%%MatrixMarket matrix coordinate real general\n"
                                 "3 4 4\n3 4 -1.5\n1 1 0\n3 4 2e3\n2 1 .5\n");
  auto const a = io::read<double>(path);
  CHECK(a.rows == 3);
  CHECK(a.cols == 4);
  CHECK(a.values == io::field::real);
  CHECK_FALSE(a.symmetric);
  CHECK(entries_of(a) == entries{{2, 3, -1.5}, {0, 0, 0}, {2, 3, 2000}, {1, 0, 0.5}});
}

TEST_CASE("comments, blank lines, tabs, indentation, carriage returns, plus signs and any case are read over") {
  temporary_folder const folder;
  entries const expected{{0, 1, 5}, {1, 0, -6}};
  auto const path = folder.write("a.mtx",
                                 "%%matrixmarket MATRIX Coordinate\tInteger GENERAL  \r\n"
                                 "% a comment\r\n\r\n   %another\r\n \t2 2\t2  \r\n"
                                 "\r\n+1\t2 +5\r\n% in the middle\r\n   2   1   -6\t\r\n\r\n%at the end");
  CHECK(entries_in(path) == expected);
  auto const old = folder.write("b.mtx", "%%MatrixMarket matrix coordinate real general\r2 2 2\r1 2 5\r2 1 -6\r");
  CHECK(entries_in(old) == expected);
  auto const unfinished = folder.write("c.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 5\n2 1 -6");
  CHECK(entries_in(unfinished) == expected);
}

TEST_CASE("a symmetric file lists its stored entries first, then the mirror images of those off the diagonal") {
  temporary_folder const folder;
  auto const path =
      folder.write("a.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 1\n2 1 2\n3 2 3\n3 3 4\n");
  auto const a = io::read<double>(path);
  CHECK(a.symmetric);
  CHECK(entries_of(a) == entries{{0, 0, 1}, {1, 0, 2}, {2, 1, 3}, {2, 2, 4}, {0, 1, 2}, {1, 2, 3}});
}

TEST_CASE("an entry above the diagonal of a symmetric file is mirrored like any other, as wild files need") {
  temporary_folder const folder;
  auto const path = folder.write("a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n1 2\n3 1\n");
  CHECK(entries_in(path) == entries{{0, 1, 1}, {2, 0, 1}, {1, 0, 1}, {0, 2, 1}});
}

TEST_CASE("a symmetric file that lists an entry and its mirror image is refused with the line") {
  temporary_folder const folder;
  std::string const kinds[] = {"real symmetric", "integer skew-symmetric"};
  for (auto const& kind : kinds) {
    CAPTURE(kind);
    auto const path =
        folder.write("a.mtx", "%%MatrixMarket matrix coordinate " + kind +
                                  "\n4 4 6\n2 1 5\n3 1 7\n% here they come\n1 4 1\n1 3 8\n1 2 5\n4 3 2\n");
    CHECK(read_complaint(path) ==
          path + ":7: row 1, column 3 mirrors the entry of line 4, but the file's symmetry asks for one of the two");
  }
  auto const pattern =
      folder.write("b.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 4\n1 1\n1 3\n2 2\n3 1\n");
  CHECK(read_complaint(pattern).starts_with(pattern + ":6: row 3, column 1 mirrors the entry of line 4"));
  std::string text = "%%MatrixMarket matrix coordinate pattern symmetric\n300000 300000 300000\n1 2\n";
  for (int i = 3; i <= 300000; ++i) text += std::to_string(i) + ' ' + std::to_string(i - 1) + '\n';
  CHECK(read_complaint(folder.write("c.mtx", text + "2 1\n"))
            .find("c.mtx:300002: row 2, column 1 mirrors the entry of line 3,") != std::string::npos);
}

TEST_CASE("a symmetric file gives a matrix that equals its transpose bit for bit, duplicates among its entries") {
  temporary_folder const folder;
  auto const path = folder.write("a.mtx",
                                 "%%MatrixMarket matrix coordinate real symmetric\n4 4 8\n2 1 0.1\n1 3 0.3\n2 1 0.7\n"
                                 "3 3 0.5\n1 3 -0.2\n2 1 0.2\n4 2 1e-3\n1 3 0.9\n");
  auto const a = io::to_matrix(io::read<double>(path), plus<double>{});
  for (size_type i = 0; i < 4; ++i) {
    for (size_type j = 0; j < 4; ++j) CHECK(a.get(i, j) == a.get(j, i));
  }
  CHECK(a.get(0, 1) == 0.1 + 0.7 + 0.2);
}

TEST_CASE("a skew-symmetric file is expanded with its sign") {
  temporary_folder const folder;
  auto const path =
      folder.write("a.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 5\n3 1 -inf\n");
  double const infinity = std::numeric_limits<double>::infinity();
  CHECK(entries_in(path) == entries{{1, 0, 5}, {2, 0, -infinity}, {0, 1, -5}, {0, 2, infinity}});
  CHECK(io::read_header(path).skew);
  CHECK_FALSE(io::read<double>(path).symmetric);
}

TEST_CASE("an array file goes down the columns, in one triangle if it is symmetric or skew-symmetric") {
  temporary_folder const folder;
  auto const general = folder.write("a.mtx", "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n0\n5\n6\n");
  CHECK(entries_in(general) == entries{{0, 0, 1}, {1, 0, 2}, {0, 1, 3}, {1, 1, 0}, {0, 2, 5}, {1, 2, 6}});
  auto const symmetric = folder.write("b.mtx", "%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n");
  CHECK(entries_in(symmetric) == entries{{0, 0, 1}, {1, 0, 2}, {1, 1, 3}, {0, 1, 2}});
  auto const skew = folder.write("c.mtx", "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n");
  CHECK(entries_in(skew) == entries{{1, 0, 1}, {2, 0, 2}, {2, 1, 3}, {0, 1, -1}, {0, 2, -2}, {1, 2, -3}});
}

TEST_CASE("matrices without rows, columns or entries are read") {
  temporary_folder const folder;
  for (auto const* size : {"0 0 0", "0 4 0", "4 0 0", "7 7 0"}) {
    CAPTURE(size);
    auto const path =
        folder.write("a.mtx", std::string("%%MatrixMarket matrix coordinate pattern general\n") + size + "\n");
    CHECK(io::read<float>(path).nnz() == 0);
  }
  auto const array = folder.write("b.mtx", "%%MatrixMarket matrix array real general\n3 0\n");
  CHECK(io::read<float>(array).rows == 3);
  auto const skew = folder.write("c.mtx", "%%MatrixMarket matrix array real skew-symmetric\n1 1\n");
  CHECK(io::read<float>(skew).nnz() == 0);
}

TEST_CASE("a pattern has no values") {
  temporary_folder const folder;
  auto const path = folder.write("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n");
  auto const a = io::read<float>(path);
  CHECK(a.values == io::field::pattern);
  CHECK(a.value.empty());
  CHECK(a.nnz() == 1);
}

TEST_CASE("values become the type that is asked for, if it holds them") {
  temporary_folder const folder;
  auto const path = folder.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 2\n1 1 3.0\n1 1 1e2\n");
  CHECK(io::read<std::int32_t>(path).value == std::vector<std::int32_t>{3, 100});
  CHECK(io::read<std::uint8_t>(path).value == std::vector<std::uint8_t>{3, 100});
  CHECK(io::read<float, std::int64_t>(path).value == std::vector<float>{3, 100});
  auto const wide = folder.write(
      "b.mtx",
      "%%MatrixMarket matrix coordinate integer general\n1 1 2\n1 1 9223372036854775807\n1 1 -9223372036854775808\n");
  CHECK(io::read<std::int64_t>(wide).value.front() == std::numeric_limits<std::int64_t>::max());
  CHECK(io::read<std::int64_t>(wide).value.back() == std::numeric_limits<std::int64_t>::min());
  CHECK(complaint<io_error>([&] { (void)io::read<std::int32_t>(wide); }) ==
        wide + ":3: the value \"9223372036854775807\" overflows a 32-bit integer");
}

TEST_CASE("unusual numbers are read: Fortran exponents, infinities, and what is too small becomes zero") {
  temporary_folder const folder;
  auto const path = folder.write("a.mtx",
                                 "%%MatrixMarket matrix coordinate real general\n1 1 7\n"
                                 "1 1 1.5D+2\n1 1 -2d-1\n1 1 inf\n1 1 -Infinity\n1 1 1e-400\n1 1 +7.\n1 1 5e-324\n");
  auto const value = io::read<double>(path).value;
  double const infinity = std::numeric_limits<double>::infinity();
  CHECK(value == std::vector<double>{150, -0.2, infinity, -infinity, 0, 7, std::numeric_limits<double>::denorm_min()});
  CHECK(io::read<float>(path).value.back() == 0);
}

TEST_CASE("NaN is a real value, unless the reader is told that values are to be ordered") {
  temporary_folder const folder;
  auto const path = folder.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 nan\n");
  CHECK(std::isnan(io::read<double>(path).value.front()));
  CHECK(read_complaint(path, {.allow_nan = false}).starts_with(path + ":3: the value \"nan\" is not a number that"));
  CHECK(complaint<io_error>([&] { (void)io::read<std::int32_t>(path); }).starts_with(path + ":3: "));
}

TEST_CASE("the header is known without reading the entries") {
  temporary_folder const folder;
  auto const path = folder.write("a.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n" +
                                              std::string(200000, '%') + "\n5 5 1500000000\n");
  auto const header = io::read_header(path);
  CHECK(header.rows == 5);
  CHECK(header.entries == 1500000000);
  CHECK(header.values == io::field::integer);
  CHECK(header.symmetric);
  CHECK_FALSE(header.fits_32_bit);
}

TEST_CASE("a file of many blocks keeps every entry in its place and counts lines right") {
  temporary_folder const folder;
  int const n = 300000;
  std::string text = "%%MatrixMarket matrix coordinate integer symmetric\n";
  text += std::to_string(n) + ' ' + std::to_string(n) + ' ' + std::to_string(2 * n - 1) + '\n';
  for (int i = 1; i <= n; ++i) {
    text += std::to_string(i) + ' ' + std::to_string(i) + " 1\n";
    if (i % 1000 == 0) text += "% a comment\n\n";
    if (i > 1) text += std::to_string(i) + ' ' + std::to_string(i - 1) + ' ' + std::to_string(i) + '\n';
  }
  double last = 0;
  auto const a = io::read<std::int32_t>(folder.write("a.mtx", text), [&](double done) { last = done; });
  CHECK(a.nnz() == 3 * n - 2);
  CHECK(last == 1);
  bool right = true;
  for (int k = 0; k < n - 1; ++k) {
    right = right && a.row[2 * k + 2] == k + 1 && a.col[2 * k + 2] == k && a.value[2 * k + 2] == k + 2;
    right = right && a.row[2 * n - 1 + k] == k && a.col[2 * n - 1 + k] == k + 1 && a.value[2 * n - 1 + k] == k + 2;
  }
  CHECK(right);
  auto const broken = folder.write("b.mtx", text.replace(text.rfind(" 1\n"), 3, " x\n"));
  CHECK(read_complaint(broken) ==
        broken + ":" + std::to_string(2 * n + 598) + ": the value \"x\" is not an integer, as the file says it is");
}
