// npy_edges.cpp - edges as arrays of numpy, n x 2 or n x 3.
#include "tests/io/numpy_bytes.hpp"
#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

std::string npy_refusal(temporary_folder const& folder, std::string const& bytes) {
  auto const path = folder.write("a.npy", bytes);
  auto const said = read_complaint(path);
  return said.starts_with(path + ": ") ? said.substr(path.size() + 2) : said;
}

}  // namespace

TEST_CASE("an array of n x 2 or n x 3 is a list of edges, by rows or by columns, in either byte order") {
  temporary_folder const folder;
  std::vector<entry<double>> const ones{{0, 1, 1}, {4, 2, 1}}, weighted{{0, 1, 5}, {4, 2, -6}};
  CHECK(entries_in(folder.write("a.npy", npy("<i8", "(2, 2)", elements<std::int64_t>({0, 1, 4, 2})))) == ones);
  auto const header = io::read_header(folder.file("a.npy"));
  CHECK(header.rows == 5);
  CHECK(header.values == io::field::pattern);
  CHECK(entries_in(folder.write("a.npy", npy("<u4", "(2, 2)", elements<std::uint32_t>({0, 4, 1, 2}), true))) == ones);
  CHECK(entries_in(folder.write("b", npy(">i2", "(2, 2)", std::string("\0\0\0\1\0\4\0\2", 8)))) == ones);
  CHECK(entries_in(folder.write("a.npy", npy("<i4", "(2, 3)", elements<std::int32_t>({0, 1, 5, 4, 2, -6})))) ==
        weighted);
  CHECK(io::read_header(folder.file("a.npy")).values == io::field::integer);
  CHECK(entries_in(folder.write("a.npy", npy("<f8", "(2, 3)", elements<double>({0, 4, 1, 2, 5, -6}), true))) ==
        weighted);
  CHECK(io::read_header(folder.file("a.npy")).values == io::field::real);
  CHECK(entries_in(folder.write("a.npy", npy("<f8", "(0, 3)", ""))).empty());
}

TEST_CASE("arrays that are no edges are refused with the row or the shape") {
  temporary_folder const folder;
  CHECK(npy_refusal(folder, npy("<f8", "(2, 2)", elements<double>({0, 1, 2, 1.5}))) ==
        "row 1 has the vertex 1.5, which is no whole number from 0 on");
  CHECK(npy_refusal(folder, npy("<i8", "(2, 2)", elements<std::int64_t>({0, 1, -2, 1}))) ==
        "row 1 has the vertex -2, which is no whole number from 0 on");
  CHECK(npy_refusal(folder, npy("<f4", "(1, 2)", elements<float>({0, std::numeric_limits<float>::quiet_NaN()}))) ==
        "row 0 has the vertex nan, which is no whole number from 0 on");
  CHECK(npy_refusal(folder, npy("<u8", "(1, 2)", elements<std::uint64_t>({0, std::uint64_t(1) << 63}))) ==
        "row 0 has the vertex 9223372036854775808, which is no whole number from 0 on");
  CHECK(npy_refusal(folder, npy("<i4", "(2, 4)", elements<std::int32_t>({0, 1, 4, 2, 0, 0, 0, 0}))) ==
        "edges are an array of n x 2 or n x 3, and this one has the shape (2, 4); save its transpose");
  CHECK(npy_refusal(folder, npy("<i4", "(2,)", elements<std::int32_t>({0, 1}))) ==
        "edges are an array of n x 2 or n x 3, and this one has the shape (2,)");
  CHECK(npy_refusal(folder, npy("<c8", "(1, 2)", std::string(16, '\0'))).find("complex numbers") != std::string::npos);
  CHECK(npy_refusal(folder, npy("|b1", "(1, 2)", std::string(2, '\1'))) ==
        "edges are numbers, and this array holds bool");
  auto const wide = folder.write("a.npy", npy("<i8", "(1, 2)", elements<std::int64_t>({0, 1ll << 31})));
  CHECK(complaint<index_overflow>([&] { (void)io::read<double>(wide); }) ==
        wide + ": vertex 2147483648 needs the index type std::int64_t");
  CHECK(!io::read_header(wide).fits_32_bit);
}

TEST_CASE("headers of arrays are read strictly, cut at whichever byte they are refused") {
  temporary_folder const folder;
  auto const whole = npy("<i8", "(1, 2)", elements<std::int64_t>({0, 1}));
  for (std::size_t length = 6; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(!npy_refusal(folder, whole.substr(0, length)).empty());
  }
  CHECK(npy_refusal(folder, whole + "x").find("takes 16 bytes of elements, and 17 are there") != std::string::npos);
  std::string const strange = "the header of the array is not one that numpy writes";
  CHECK(npy_refusal(folder, npy_with("{'descr': '<i8', 'shape': (0, 2), }", "")) == strange);
  CHECK(npy_refusal(folder, npy_with("{'descr': '<i8', 'fortran_order': False, 'shape': (0, 2), 'more': 1}", "")) ==
        strange);
  CHECK(npy_refusal(folder, npy_with("{'descr': '<i8', 'fortran_order': 0, 'shape': (0, 2)}", "")) == strange);
  CHECK(npy_refusal(folder, npy_with("{'descr': '<i8', 'fortran_order': False, 'shape': (-1, 2)}", "")) == strange);
  CHECK(npy_refusal(folder, npy_with("{'descr': '<i8', 'fortran_order': False, 'shape': (0L, 2L)}", "")).empty());
  CHECK(npy_refusal(folder, npy_with("{'descr': '<i8', 'fortran_order': False, 'shape': (3037000500, 3037000500)}", ""))
            .find("has more elements than can be counted") != std::string::npos);
  auto newer = whole;
  newer[6] = 4;
  CHECK(npy_refusal(folder, newer) == "the array is written in version 4 of the format, of which 1 to 3 are read");
}
