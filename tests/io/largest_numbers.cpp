// largest_numbers.cpp - the last number that a type counts fits, and the next does not: vertices, rows, entries of 32
// bits, whole numbers of 64.
#include <cmath>
#include <heddle/io/files.hpp>
#include <heddle/io/save.hpp>
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>

#include "tests/io/numpy_bytes.hpp"
#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("2^31 - 1 vertices fit 32-bit indices, stated or reached, and 2^31 do not") {
  temporary_folder const folder;
  for (auto const& [name, text] : std::vector<std::pair<char const*, std::string>>{
           {"a.gr", "p sp 2147483647 1\na 1 2147483647 5\n"},
           {"b.el", "0 2147483646\n"},
           {"c.el", "# Nodes: 2147483647 Edges: 1\n0 1\n"},
           {"c.bip", "% bip\n% 1 2147483646 1\n1 1\n"},
           {"d.mtx", "%%MatrixMarket matrix coordinate real general\n2147483647 2147483647 1\n1 2147483647 5\n"}}) {
    auto const path = folder.write(name, text);
    CAPTURE(path);
    CHECK(io::read_header(path).fits_32_bit);
    CHECK(io::read<float>(path).rows == 2147483647);
  }
  for (auto const& [name, text] : std::vector<std::pair<char const*, std::string>>{
           {"a.gr", "p sp 2147483648 1\na 1 2 5\n"},
           {"b.el", "0 2147483647\n"},
           {"c.el", "# Nodes: 2147483648 Edges: 1\n0 1\n"},
           {"c.bip", "% bip\n% 1 2147483646 2\n1 1\n"},
           {"d.mtx", "%%MatrixMarket matrix coordinate real general\n2147483648 5 1\n1 2 5\n"},
           {"e.mtx", "%%MatrixMarket matrix coordinate real general\n5 2147483648 1\n1 2 5\n"}}) {
    auto const path = folder.write(name, text);
    CAPTURE(path);
    CHECK_FALSE(io::read_header(path).fits_32_bit);
    CHECK_THROWS_AS((void)io::read<float>(path), index_overflow);
    auto const a = io::read<float, std::int64_t>(path);
    CHECK(a.nnz() == 1 + a.symmetric);
  }
}

TEST_CASE("2^31 - 1 columns fit 32-bit indices in archives, arrays, saved matrices and smtx, and 2^31 do not") {
  temporary_folder const folder;
  for (std::int64_t const last : {2147483646, 2147483647}) {
    bool const fits = last < 2147483647;
    auto const coo = [&](std::int64_t row, std::int64_t col) {
      return zipped(sparse("coo", shape_of(row + 1, col + 1),
                           {{"row.npy", npy("<i8", "(1,)", elements<std::int64_t>({row}))},
                            {"col.npy", npy("<i8", "(1,)", elements<std::int64_t>({col}))},
                            {"data.npy", npy("<f4", "(1,)", elements<float>({5}))}}));
    };
    using wide = matrix<float, std::int64_t, std::int64_t>;
    save(wide::build(1, last + 1, {0}, {last}, {5.0f}, take_first<float>{}), folder.file("a"));
    folder.write("b.npz", coo(0, last)), folder.write("c.npz", coo(last, 0));
    folder.write("d.npy", npy("<i8", "(1, 2)", elements<std::int64_t>({0, last})));
    folder.write("e.smtx", "1, " + std::to_string(last + 1) + ", 1\n0 1\n" + std::to_string(last) + '\n');
    for (auto const* name : {"a", "b.npz", "c.npz", "d.npy", "e.smtx"}) {
      CAPTURE(std::string(name));
      CAPTURE(last);
      CHECK(io::read_header(folder.file(name)).fits_32_bit == fits);
      size_type read = 0;
      auto const said = complaint<index_overflow>([&] { read = io::read<float>(folder.file(name)).nnz(); });
      CHECK(said.empty() == fits);
      CHECK(read == fits);
      auto const a = io::read<float, std::int64_t>(folder.file(name));
      CHECK(std::max(a.rows, a.cols) == last + 1);
      CHECK(std::max(a.row.at(0), a.col.at(0)) == last);
    }
    auto const graph = folder.write("f.graph", std::to_string(last + 1) + " 1\n2\n1\n");  // read no further
    auto const said = complaint<error>([&] { (void)io::read<float>(graph); });
    CHECK(said.ends_with("vertices need the index type std::int64_t") == !fits);
    CHECK(!said.empty());
  }
}

TEST_CASE("2^31 - 1 entries fit 32-bit offsets, of a triangle half as many, as a header tells") {
  temporary_folder const folder;
  auto const fits = [&](std::string const& kind, std::string const& size) {
    return io::read_header(folder.write("a.mtx", "%%MatrixMarket matrix " + kind + "\n" + size + "\n")).fits_32_bit;
  };
  CHECK(fits("coordinate real general", "90000 90000 2147483647"));
  CHECK_FALSE(fits("coordinate real general", "90000 90000 2147483648"));
  for (auto const* symmetry : {"symmetric", "skew-symmetric"}) {
    CAPTURE(std::string(symmetry));
    CHECK(fits(std::string("coordinate real ") + symmetry, "90000 90000 1073741823"));
    CHECK_FALSE(fits(std::string("coordinate real ") + symmetry, "90000 90000 1073741824"));
  }
  CHECK(fits("array real general", "46341 46340"));  // 2147441940
  CHECK_FALSE(fits("array real general", "46341 46341"));
  CHECK(fits("array real symmetric", "46340 46340"));  // 1073720970 of the lower triangle
  CHECK_FALSE(fits("array real symmetric", "46341 46341"));
  CHECK(fits("array real skew-symmetric", "46341 46341"));  // and as many below the diagonal
  CHECK_FALSE(fits("array real skew-symmetric", "46342 46342"));
}

TEST_CASE("whole numbers too large for an integer field are written as real ones, and come back") {
  temporary_folder const folder;
  io::coordinates<double> a;
  a.rows = a.cols = 1;
  for (double const value : {1e20, -1e20, 0x1p63, -0x1p63, 0x1p64, 0x1p63 - 1024, -0x1p63 + 1024, 0x1p53, 1e300}) {
    CAPTURE(value);
    a.row = {0, 0}, a.col = {0, 0}, a.value = {7, value};
    a.values = io::field::integer;
    io::write(folder.file("a.mtx"), a);
    auto const b = io::read<double>(folder.file("a.mtx"));
    CHECK(b.value == a.value);
    CHECK(b.values == (std::abs(value) < 0x1p63 ? io::field::integer : io::field::real));
  }
  io::coordinates<float> f;
  f.rows = f.cols = 1;
  for (float const value : {1e20f, 0x1p63f, 0x1p62f, -0x1p63f}) {
    f.row = {0}, f.col = {0}, f.value = {value};
    f.values = io::field::integer;
    io::write(folder.file("b.mtx"), f);
    CHECK(io::read<float>(folder.file("b.mtx")).value == f.value);
  }
}

TEST_CASE("integers at the limits of 64 bits are written and read to the last digit") {
  temporary_folder const folder;
  io::coordinates<std::int64_t> a;
  a.rows = a.cols = 4;
  a.row = {0, 1, 2, 3}, a.col = {0, 1, 2, 3};
  a.value = {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min(), 0, -1};
  for (auto const* name : {"a.mtx", "a.gr", "a.el", "a.mtx.gz"}) {
    CAPTURE(std::string(name));
    io::write(folder.file(name), a);
    CHECK(io::read<std::int64_t>(folder.file(name)).value == a.value);
  }
}

TEST_CASE(
    "vectors of 2^31 - 1 positions and matrices of as many columns are saved with 32-bit indices, and come back") {
  temporary_folder const folder;
  std::int32_t const last = std::numeric_limits<std::int32_t>::max() - 1;
  auto const v = vector<float>::build(2147483647, {0, last}, {1, 2}, take_first<float>{});
  save(v, folder.file("v"));
  auto const back = load<vector<float>>(folder.file("v"));
  CHECK(back.size() == 2147483647);
  CHECK(back.tuples().index == std::vector<std::int32_t>{0, last});
  auto const a = matrix<float>::build(2, 2147483647, {0, 1}, {last, 0}, {1, 2}, take_first<float>{});
  save(a, folder.file("a"));
  auto const again = load<matrix<float>>(folder.file("a"));
  CHECK(again.cols() == 2147483647);
  CHECK(again.tuples().col == std::vector<std::int32_t>{last, 0});
}
