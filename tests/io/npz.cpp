// npz.cpp - sparse matrices as scipy.sparse.save_npz writes them: every format, every type, and every kind of damage.
#include "tests/io/numpy_bytes.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/contains.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// 2 x 3: (0, 1) = 5, (1, 0) = -6, (1, 2) = 7.
std::vector<entry<double>> const three_entries{{0, 1, 5}, {1, 0, -6}, {1, 2, 7}};

archive_members csr(std::string const& data = npy("<f8", "(3,)", elements<double>({5, -6, 7}))) {
  return sparse("csr", shape_of(2, 3),
                {{"indices.npy", npy("<i4", "(3,)", elements<std::int32_t>({1, 0, 2}))},
                 {"indptr.npy", npy("<i4", "(3,)", elements<std::int32_t>({0, 1, 3}))},
                 {"data.npy", data}});
}

archive_members replaced(archive_members members, std::string const& name, std::string const& bytes) {
  for (auto& [known, old] : members) {
    if (known == name) old = bytes;
  }
  return members;
}

std::string npz_refusal(temporary_folder const& folder, std::string const& bytes) {
  auto const path = folder.write("a.npz", bytes);
  auto const said = read_complaint(path);
  auto const of_header = complaint<io_error>([&] { (void)io::read_header(path); });
  CHECK((of_header.empty() || of_header.starts_with(path + ": ")));
  return said.starts_with(path + ": ") ? said.substr(path.size() + 2) : said;
}

}  // namespace

TEST_CASE("csr, csc and coo of an archive of arrays are read in the order of the file, stored, deflated or large") {
  temporary_folder const folder;
  auto const value = npy("<f8", "(3,)", elements<double>({5, -6, 7}));
  for (bool const deflated : {false, true}) {
    for (bool const wide : {false, true}) {
      CHECK(entries_in(folder.write("a.npz", zipped(csr(), deflated, wide))) == three_entries);
      CHECK(entries_in<float, std::int64_t>(folder.file("a.npz")).size() == 3);
    }
  }
  auto const header = io::read_header(folder.file("a.npz"));
  CHECK(header.rows == 2);
  CHECK(header.cols == 3);
  CHECK(header.entries == 3);
  CHECK(header.values == io::field::real);
  CHECK(header.fits_32_bit);
  auto const csc = sparse("csc", shape_of(3, 2),
                          {{"indices.npy", npy("<i8", "(3,)", elements<std::int64_t>({1, 0, 2}))},
                           {"indptr.npy", npy("<i8", "(3,)", elements<std::int64_t>({0, 1, 3}))},
                           {"data.npy", value}});
  CHECK(entries_in(folder.write("b.npz", zipped(csc))) == std::vector<entry<double>>{{1, 0, 5}, {0, 1, -6}, {2, 1, 7}});
  auto const coo = sparse("coo", shape_of(2, 3),
                          {{"row.npy", npy("<i4", "(3,)", elements<std::int32_t>({0, 1, 1}))},
                           {"col.npy", npy("<i4", "(3,)", elements<std::int32_t>({1, 0, 2}))},
                           {"data.npy", value},
                           {"_is_array.npy", npy("|b1", "()", "\x01")}});
  CHECK(entries_in(folder.write("no extension", zipped(coo))) == three_entries);
}

TEST_CASE("of blocks every element is an entry, of diagonals those that are not zero and lie in the matrix") {
  temporary_folder const folder;
  auto const bsr = [&](bool by_columns, std::vector<std::int16_t> const& data) {
    return zipped(sparse("bsr", shape_of(4, 2),
                         {{"indices.npy", npy("<i4", "(2,)", elements<std::int32_t>({0, 1}))},
                          {"indptr.npy", npy("<i4", "(3,)", elements<std::int32_t>({0, 1, 2}))},
                          {"data.npy", npy("<i2", "(2, 2, 1)", elements(data), by_columns)}}));
  };
  std::vector<entry<std::int32_t>> const blocks{{0, 0, 1}, {1, 0, 0}, {2, 1, 3}, {3, 1, 4}};
  CHECK(entries_in<std::int32_t>(folder.write("a.npz", bsr(false, {1, 0, 3, 4}))) == blocks);
  CHECK(entries_in<std::int32_t>(folder.write("a.npz", bsr(true, {1, 3, 0, 4}))) == blocks);
  CHECK(io::read_header(folder.file("a.npz")).values == io::field::integer);
  auto const dia = sparse("dia", shape_of(2, 3),
                          {{"offsets.npy", npy("<i4", "(2,)", elements<std::int32_t>({-1, 1}))},
                           {"data.npy", npy("<f4", "(2, 3)", elements<float>({-6, 9, 9, 9, 5, 7}))}});
  CHECK(entries_in(folder.write("b.npz", zipped(dia))) == std::vector<entry<double>>{{1, 0, -6}, {0, 1, 5}, {1, 2, 7}});
}

TEST_CASE("blocks that are wider than high stand where their place says, by rows or by columns of the array") {
  temporary_folder const folder;
  std::vector<entry<double>> expected;
  std::vector<std::int16_t> by_rows, by_columns(24);
  for (int b = 0; b < 4; ++b) {  // of 2 x 3: at (0, 2), (1, 0), (1, 1) and (3, 1) of a matrix of 4 x 3 blocks
    size_type const row = std::vector<int>{0, 1, 1, 3}[b], col = std::vector<int>{2, 0, 1, 1}[b];
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 3; ++j) {
        by_rows.push_back(static_cast<std::int16_t>(by_rows.size() + 1));
        by_columns[static_cast<std::size_t>((j * 2 + i) * 4 + b)] = by_rows.back();
        expected.push_back({2 * row + i, 3 * col + j, 1.0 * by_rows.back()});
      }
    }
  }
  for (bool const turned : {false, true}) {
    auto const bsr = sparse("bsr", shape_of(8, 9),
                            {{"indices.npy", npy("<i4", "(4,)", elements<std::int32_t>({2, 0, 1, 1}))},
                             {"indptr.npy", npy("<i4", "(5,)", elements<std::int32_t>({0, 1, 3, 3, 4}))},
                             {"data.npy", npy("<i2", "(4, 2, 3)", elements(turned ? by_columns : by_rows), turned)}});
    CHECK(entries_in(folder.write("a.npz", zipped(bsr))) == expected);
  }
  auto const rest = [&](size_type rows, size_type cols) {
    return npz_refusal(folder, zipped(sparse("bsr", shape_of(rows, cols),
                                             {{"indices.npy", npy("<i4", "(0,)", "")},
                                              {"indptr.npy", npy("<i4", "(5,)", std::string(20, '\0'))},
                                              {"data.npy", npy("<i2", "(0, 2, 3)", "")}})));
  };
  CHECK(rest(8, 9) == "");
  CHECK(rest(8, 8) == "data: blocks of 2 x 3 do not fill a matrix of 8 x 8");
  CHECK(rest(9, 9) == "data: blocks of 2 x 3 do not fill a matrix of 9 x 9");
}

TEST_CASE("diagonals that begin and end beside the matrix, and those that are shorter, have what lies within") {
  temporary_folder const folder;
  auto const dia = [&](size_type rows, size_type cols, std::vector<std::int64_t> const& offsets, size_type length,
                       std::string const& type = "<i2") {
    std::vector<std::int16_t> data;
    for (std::size_t k = 0; k < offsets.size() * static_cast<std::size_t>(length); ++k) {
      data.push_back(static_cast<std::int16_t>(k + 1));
    }
    auto const count = std::to_string(offsets.size());
    auto const bytes = type == "|b1" ? std::string(data.size(), '\1') : elements(data);
    return folder.write(
        "a.npz", zipped(sparse("dia", shape_of(rows, cols),
                               {{"offsets.npy", npy("<i8", "(" + count + ",)", elements(offsets))},
                                {"data.npy", npy(type, "(" + count + ", " + std::to_string(length) + ")", bytes)}})));
  };
  using entries = std::vector<entry<double>>;
  CHECK(entries_in(dia(2, 4, {0, 3, 4, 9}, 4)) == entries{{0, 0, 1}, {1, 1, 2}, {0, 3, 8}});
  CHECK(entries_in(dia(4, 2, {0, -2, -3, -4, -9}, 2)) ==
        entries{{0, 0, 1}, {1, 1, 2}, {2, 0, 3}, {3, 1, 4}, {3, 0, 5}});
  CHECK(entries_in(dia(4, 4, {0, 1}, 2)) == entries{{0, 0, 1}, {1, 1, 2}, {0, 1, 4}});  // shorter than the matrix
  CHECK(entries_in(dia(4, 2, {0, -1}, 5)) == entries{{0, 0, 1}, {1, 1, 2}, {1, 0, 6}, {2, 1, 7}});  // and longer
  constexpr auto widest = std::numeric_limits<std::int64_t>::max();
  CHECK(entries_in(dia(2, 2, {widest - 1, widest - 2, 1 - widest}, 2)) == entries{});
  CHECK(io::read_header(dia(2, 2, {0, 1}, 2, "|b1")).values == io::field::pattern);
  CHECK(io::read<double>(folder.file("a.npz")).values == io::field::pattern);
  CHECK(read_complaint(dia(2, 2, {0, 1, 0}, 2)) ==
        folder.file("a.npz") + ": offsets: two diagonals have the same offset");
}

TEST_CASE("of the numbers of a large archive each stands in its own field or in the wide one") {
  temporary_folder const folder;
  CHECK(entries_in(folder.write("a.npz", zipped(csr(), true, true, true))) == three_entries);
  auto const wide = zipped(csr(), false, true);
  auto const end = wide.size() - 22, wide_end = end - 20 - 56;
  struct number {
    std::size_t narrow, wide, bytes;
  };
  number const numbers[] = {{end + 10, wide_end + 32, 2}, {end + 12, wide_end + 40, 4}, {end + 16, wide_end + 48, 4}};
  for (auto const& only : numbers) {
    CAPTURE(only.narrow - end);
    auto bytes = wide;
    for (auto const& one : numbers) {
      if (one.narrow != only.narrow) bytes.replace(one.narrow, one.bytes, wide.substr(one.wide, one.bytes));
    }
    if (only.bytes == 4) bytes.replace(end + 8, 2, bytes.substr(end + 10, 2));
    CHECK(entries_in(folder.write("b.npz", bytes)) == three_entries);
  }
}

TEST_CASE("an archive may have a comment of any length that the format knows, whatever stands in it") {
  temporary_folder const folder;
  auto const whole = zipped(csr());
  for (std::size_t const length : {1, 22, 4096, 65'534, 65'535}) {
    CAPTURE(length);
    std::string comment(length, 'x');
    if (length > 100) comment.replace(40, 4, "PK\5\6");  // no end, though it looks like one
    auto const commented =
        whole.substr(0, whole.size() - 2) + little_bytes(static_cast<std::uint16_t>(length)) + comment;
    CHECK(entries_in(folder.write("a.npz", commented)) == three_entries);
    CHECK(npz_refusal(folder, commented + "x").find("its directory is not there") != std::string::npos);
  }
}

TEST_CASE("numbers of every type and byte order are read exactly, truth values that are all true as a pattern") {
  temporary_folder const folder;
  auto const read = [&](std::string const& type, std::string const& data) {
    return entries_in(folder.write("a.npz", zipped(csr(npy(type, "(3,)", data)))));
  };
  std::vector<entry<double>> const small{{0, 1, 1}, {1, 0, 2}, {1, 2, 3}};
  CHECK(read("|i1", elements<std::int8_t>({1, 2, 3})) == small);
  CHECK(read("|u1", elements<std::uint8_t>({1, 2, 3})) == small);
  CHECK(read("<i2", elements<std::int16_t>({1, 2, 3})) == small);
  CHECK(read("<u2", elements<std::uint16_t>({1, 2, 3})) == small);
  CHECK(read("<i4", elements<std::int32_t>({1, 2, 3})) == small);
  CHECK(read("<u4", elements<std::uint32_t>({1, 2, 3})) == small);
  CHECK(read("<i8", elements<std::int64_t>({1, 2, 3})) == small);
  CHECK(read("<u8", elements<std::uint64_t>({1, 2, 3})) == small);
  CHECK(read("<f4", elements<float>({1, 2, 3})) == small);
  CHECK(read(">i2", std::string("\0\1\0\2\0\3", 6)) == small);
  CHECK(read(">f4", std::string("\x3f\x80\0\0\x40\0\0\0\x40\x40\0\0", 12)) == small);
  auto const largest = std::numeric_limits<std::uint64_t>::max();
  read("<u8", elements<std::uint64_t>({1, 2, largest}));
  CHECK(io::read<std::uint64_t>(folder.file("a.npz")).value.at(2) == largest);
  CHECK(complaint<io_error>([&] { (void)io::read<std::int64_t>(folder.file("a.npz")); }) ==
        folder.file("a.npz") + ": data: element 2, 18446744073709551615, overflows a 64-bit integer");
  read("|b1", std::string("\1\1\1", 3));
  CHECK(io::read_header(folder.file("a.npz")).values == io::field::pattern);
  CHECK(io::read<float>(folder.file("a.npz")).value.empty());
  CHECK(read("|b1", std::string("\1\0\1", 3)) == std::vector<entry<double>>{{0, 1, 1}, {1, 0, 0}, {1, 2, 1}});
  CHECK(io::read_header(folder.file("a.npz")).values == io::field::integer);
  read("<f8", elements<double>({1, 2.5, std::numeric_limits<double>::quiet_NaN()}));
  CHECK(complaint<io_error>([&] { (void)io::read<std::int32_t>(folder.file("a.npz")); }) ==
        folder.file("a.npz") + ": data: element 1, 2.5, is not exactly a 32-bit integer");
  CHECK(read_complaint(folder.file("a.npz"), {.allow_nan = false}).find("element 2, nan, is not a number") !=
        std::string::npos);
}

TEST_CASE("archives that are no sparse matrix are refused with what is wrong") {
  temporary_folder const folder;
  auto const with = [&](std::string const& name, std::string const& bytes) {
    return npz_refusal(folder, zipped(replaced(csr(), name, bytes)));
  };
  CHECK(with("data.npy", npy("<c16", "(3,)", std::string(48, '\0'))) ==
        "data: the array holds complex numbers (\"<c16\"), and only numbers and truth values are read");
  CHECK(with("data.npy", npy("|O", "(3,)", "")) ==
        "data: the array holds objects of Python, and only numbers and truth values are read");
  CHECK(with("data.npy", npy_with("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3,), }", ""))
            .find("records") != std::string::npos);
  CHECK(with("format.npy", npy("|S3", "()", "lil")) == "the format is \"lil\", not csr, csc, coo, bsr or dia");
  CHECK(with("format.npy", npy("<U3", "()", std::string("c\0\0\0s\0\0\0r\0\0\0", 12))).empty());
  CHECK(with("shape.npy", npy("<i8", "(1,)", elements<std::int64_t>({3}))) ==
        "a sparse array of 1 dimensions is no matrix");
  CHECK(with("indices.npy", npy("<i4", "(3,)", elements<std::int32_t>({1, 0, 3}))) ==
        "indices: element 2, 3, is outside 0..2");
  CHECK(with("indices.npy", npy("<i4", "(3,)", elements<std::int32_t>({1, -1, 2}))) ==
        "indices: element 1, -1, is outside 0..2");
  CHECK(with("indices.npy", npy("<f4", "(3,)", elements<float>({1, 0, 2}))) ==
        "indices: indices must be integers, and these are of float32");
  CHECK(with("indices.npy", npy("<i4", "(2,)", elements<std::int32_t>({1, 0}))) ==
        "indices: the array has 2 elements, and should have 3");
  CHECK(with("indptr.npy", npy("<i4", "(3,)", elements<std::int32_t>({0, 3, 1}))) ==
        "indptr: element 2, 1, is less than the one before");
  CHECK(with("indptr.npy", npy("<i4", "(3,)", elements<std::int32_t>({1, 1, 3}))) == "indptr: element 0 is 1, not 0");
  CHECK(with("indptr.npy", npy("<i4", "(3,)", elements<std::int32_t>({0, 1, 4}))) ==
        "indptr: element 2, 4, is outside 0..3");
  CHECK(with("indptr.npy", npy("<i4", "(2,)", elements<std::int32_t>({0, 3}))) ==
        "indptr: the array has 2 elements, and should have 3");
  CHECK(with("shape.npy", npy("<i8", "(8192,)", std::string(65'536, '\0'))) == "shape.npy is larger than it can be");
  auto const fewer = replaced(csr(), "indptr.npy", npy("<i4", "(3,)", elements<std::int32_t>({0, 1, 2})));
  CHECK(entries_in(folder.write("b.npz", zipped(fewer))) == std::vector<entry<double>>{{0, 1, 5}, {1, 0, -6}});
  CHECK(npz_refusal(folder, zipped({{"a.npy", "x"}})) ==
        "is not what scipy.sparse.save_npz writes: there is no format.npy");
  auto twice = csr();
  twice.push_back(twice.front());
  CHECK(npz_refusal(folder, zipped(twice)) == "the archive has two members \"indices.npy\"");
}

TEST_CASE("shapes that promise more than is there are refused before memory is asked for") {
  temporary_folder const folder;
  auto const with = [&](std::string const& shape, std::string const& data) {
    return npz_refusal(folder, zipped(csr(npy("<f8", shape, data))));
  };
  CHECK(with("(2000000000000000000,)", "") ==
        "data: an array of shape (2000000000000000000,) has more elements than can be counted");
  CHECK(with("(100000000000000000,)", "").find("100000000000000000 entries take ") == 0);
  CHECK(with("(4,)", elements<double>({5, -6, 7})) ==
        "data: an array of shape (4,) takes 32 bytes of elements, and 24 are there");
  CHECK(with("(3, 1)", elements<double>({5, -6, 7})) == "data: an array of shape (3, 1) does not have 1 dimensions");
  auto wide = zipped(csr(), true, true);
  auto const at = wide.find(little_bytes(std::uint16_t(1)) + little_bytes(std::uint16_t(24)));
  wide[at + 10] = 1;  // of the unpacked size: 2^48 more
  CHECK(npz_refusal(folder, wide).find("\"indices.npy\" cannot hold the ") != std::string::npos);
}

TEST_CASE("an archive that is cut at whichever byte is refused, one with a flipped byte is too or reads the same") {
  temporary_folder const folder;
  for (bool const deflated : {false, true}) {
    auto const whole = zipped(csr(), deflated, deflated);
    for (std::size_t length = 4; length < whole.size(); ++length) {
      CAPTURE(length);
      CHECK(!npz_refusal(folder, whole.substr(0, length)).empty());
    }
    for (std::size_t at = 4; at < whole.size(); ++at) {
      CAPTURE(at);
      auto flipped = whole;
      flipped[at] ^= 0x21;
      auto const path = folder.write("a.npz", flipped);
      std::vector<entry<double>> found;
      auto const said = complaint<io_error>([&] { found = entries_in(path); });
      CHECK((said.empty() ? found == three_entries : said.starts_with(path + ": ")));
    }
  }
}

TEST_CASE("an archive whose arrays unpack to more than the memory allowed is refused") {
  temporary_folder const folder;
  std::size_t const n = 4 << 20;
  auto const zeros = npy("<f8", "(" + std::to_string(n) + ",)", std::string(8 * n, '\0'));
  auto const path = folder.write("a.npz", zipped(csr(zeros), true));
  CHECK(read_complaint(path, {.memory_limit_bytes = size_type{8} << 20}).starts_with(path + ": 4194304 entries take "));
  CHECK(complaint<io_error>([&] {
          (void)io::read_header(path, {.memory_limit_bytes = size_type{8} << 20});
        }).starts_with(path + ": its arrays take "));
  auto const halves = replaced(csr(npy("<f8", "(1048576,)", std::string(8 << 20, '\0'))), "indices.npy",
                               npy("<i4", "(1048576,)", std::string(4 << 20, '\0')));
  CHECK(complaint<io_error>([&] {
          (void)io::read_header(folder.write("b.npz", zipped(halves, true)),
                                {.memory_limit_bytes = size_type{11} << 20});
        }).starts_with(folder.file("b.npz") + ": its arrays take 12.0 MiB"));
}

TEST_CASE("a matrix is written as an archive of csr that reads back, entries of a row in their order") {
  temporary_folder const folder;
  auto const written = [&](auto const& entries) {
    io::write(folder.file("w.npz"), entries);
    return folder.file("w.npz");
  };
  io::coordinates<double> const real{2, 3, {1, 0, 1, 1}, {2, 1, 0, 0}, {7, 5, -6, 1}};
  CHECK(entries_in(written(real)) == std::vector<entry<double>>{{0, 1, 5}, {1, 2, 7}, {1, 0, -6}, {1, 0, 1}});
  io::coordinates<std::uint8_t> const pattern{2, 3, {0, 1}, {1, 2}, {}, io::field::pattern};
  CHECK(io::read_header(written(pattern)).values == io::field::pattern);
  CHECK(io::read<float>(folder.file("w.npz")).value.empty());
  io::coordinates<std::uint64_t> const wide{1, 1, {0}, {0}, {18446744073709551615u}, io::field::integer};
  CHECK(io::read<std::uint64_t>(written(wide)).value == wide.value);
  io::coordinates<std::int64_t, std::int64_t> const large{3,           1ll << 40,           {2},
                                                          {1ll << 39}, {-9007199254740993}, io::field::integer};
  auto const back = io::read<std::int64_t, std::int64_t>(written(large));
  CHECK(back.col == large.col);
  CHECK(back.value == large.value);
  CHECK(back.cols == large.cols);
  io::coordinates<float> const none{0, 0, {}, {}, {}};
  CHECK(io::read<float>(written(none)).nnz() == 0);
}

TEST_CASE("a matrix without entries keeps its type in an archive") {
  temporary_folder const folder;
  io::coordinates<double> none;
  none.rows = none.cols = 3;
  for (auto const [values, type] : {std::pair{io::field::real, "<f8"}, {io::field::pattern, "|b1"}}) {
    none.values = values;
    io::write(folder.file("a.npz"), none);
    CHECK(contains(folder.read("a.npz"), std::string("'descr': '") + type + "'"));
    CHECK(io::read_header(folder.file("a.npz")).values == values);
  }
}
