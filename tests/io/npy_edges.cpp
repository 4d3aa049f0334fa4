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

TEST_CASE("headers of every version are read up to 64 KiB, and no further") {
  temporary_folder const folder;
  for (char const version : {1, 2, 3}) {
    CAPTURE(static_cast<int>(version));
    std::string const dictionary = "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2), }";
    auto const padded = [&](std::size_t length) {
      return npy_with(dictionary + std::string(length - dictionary.size(), ' '), elements<std::int64_t>({3, 1}),
                      version);
    };
    std::size_t const longest = 65536 - (version == 1 ? 10 : 12);
    std::vector<entry<double>> const expected{{3, 1, 1}};
    for (std::size_t const length : {dictionary.size(), std::size_t{1000}, longest}) {
      CHECK(entries_in(folder.write("a.npy", padded(length))) == expected);
    }
    CHECK(npy_refusal(folder, padded(longest + 1)) == "the header of the array ends early");
  }
}

TEST_CASE("more edges than a thread takes at once are read to the last, and the first wrong vertex is named") {
  temporary_folder const folder;
  std::int32_t const n = 70'000;  // 65,536 at once, of edges and of vertices
  std::vector<std::int32_t> ends;
  for (std::int32_t k = 0; k < n; ++k) ends.push_back(k), ends.push_back(k % 5);
  auto const array = [&] { return npy("<i4", "(" + std::to_string(n) + ", 2)", elements(ends)); };
  auto const a = io::read<float>(folder.write("a.npy", array()));
  bool right = a.rows == n && a.nnz() == n;
  for (std::int32_t k = 0; right && k < n; ++k) right = a.row[k] == k && a.col[k] == k % 5;
  CHECK(right);
  ends.back() = 3 * n;  // the last of all is the largest
  CHECK(io::read_header(folder.write("a.npy", array())).rows == 3 * n + 1);
  for (std::size_t const first : {139'999, 131'072, 131'071, 65'536, 65'535}) {
    ends[first] = -1;
    CHECK(npy_refusal(folder, array()).starts_with("row " + std::to_string(first / 2) + " has the vertex -1"));
  }
}

TEST_CASE("vertices are numbered as far as 64 bits count them") {
  temporary_folder const folder;
  auto const edge = [](std::uint64_t to) { return npy("<u8", "(1, 2)", elements<std::uint64_t>({0, to})); };
  auto const a = io::read<float, std::int64_t>(folder.write("a.npy", edge(9223372036854775805u)));
  CHECK(a.rows == 9223372036854775806);
  CHECK(a.col.at(0) == 9223372036854775805);
  CHECK(npy_refusal(folder, edge(9223372036854775806u)).starts_with("row 0 has the vertex 9223372036854775806"));
}
