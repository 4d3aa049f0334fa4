// formats.cpp - what a file is: by its contents first, by its extension second.
#include <doctest/doctest.h>

#include <heddle/io/files.hpp>

#include "src/io/magic.hpp"
#include "src/io/text.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/contains.hpp"

using namespace heddle;
using namespace heddle::testing;
using entries = std::vector<entry<double>>;

TEST_CASE("a Matrix Market banner makes a file Matrix Market whatever its name is") {
  temporary_folder const folder;
  std::string const text = "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 1.0\n2 3 2.5\n";
  for (auto const* name : {"a.txt", "a.el", "a.gr", "a.dat", "a", "a.txt.gz", "a.tsv"}) {
    CAPTURE(name);
    CHECK(entries_in(folder.write(name, text)) == entries{{0, 1, 1}, {1, 2, 2.5}});
  }
  auto const wrong = folder.write("b.txt", "%%MatrixMarket matrix coordinate real general\n3 3 2\n0 2 1.0\n");
  CHECK(read_complaint(wrong).starts_with(wrong + ":3: "));
}

TEST_CASE("a banner may have one percent sign, blanks and blank lines before it, and letters of either case") {
  temporary_folder const folder;
  for (std::string const banner :
       {" %%MatrixMarket matrix coordinate real general", "%MatrixMarket matrix coordinate real general",
        "\n \t\n%%matrixmarket MATRIX Coordinate REAL General",
        "\xef\xbb\xbf%%MatrixMarket matrix coordinate double general",
        "\r\n\t%%MatrixMarket\tmatrix coordinate  double\tgeneral\r"}) {
    CAPTURE(banner);
    for (auto const* name : {"a.mtx", "a.mtx.gz", "a.txt", "a"}) {
      CHECK(entries_in(folder.write(name, banner + "\n% of stars\n5 5 1\n2 3 1.5\n")) == entries{{1, 2, 1.5}});
    }
  }
}

TEST_CASE("a problem line makes a file DIMACS whatever its name is") {
  temporary_folder const folder;
  for (auto const* name : {"a.gr", "a.txt", "a.el", "a", "a.graph.gz"}) {
    CAPTURE(name);
    CHECK(entries_in(folder.write(name, "c roads\np sp 4 1\na 1 4 7\n")) == entries{{0, 3, 7}});
  }
  auto const wrong = folder.write("b.txt", "c\np max 4 1\na 1 4 7\n");
  CHECK(read_complaint(wrong) == wrong + ":2: the problem must be sp (shortest paths), not \"max\"");
}

TEST_CASE("a first line of nothing but commas and semicolons says nothing of the format") {
  temporary_folder const folder;
  for (std::string const text : {",", "  ,,", "\r;\n", ";,;\np sp 4 1\na 1 4 7\n", ",\n0 1\n", "# c\n,\n"}) {
    CAPTURE(text);
    for (auto const* name : {"a.mtx", "a.gr", "a.smtx", "a.graph", "a.el", "a.txt", "a.csv", "a.npy", "a.npz"}) {
      CAPTURE(name);
      auto const path = folder.write(name, text);
      CHECK(read_complaint(path).starts_with(path + ":"));
    }
    auto const path = folder.write("a", text);
    CHECK(contains(complaint<invalid_argument>([&] { (void)io::read_header(path); }), "neither its contents nor"));
  }
}

TEST_CASE("an extension that is not known is no hindrance where lines are plainly edges") {
  temporary_folder const folder;
  for (auto const* name : {"a", "a.dat", "out.flights", "a.net.gz"}) {
    CAPTURE(name);
    CHECK(entries_in(folder.write(name, "# one\n0 3\n3 1\n")) == entries{{0, 3, 1}, {3, 1, 1}});
    CHECK(entries_in(folder.write(name, "0 3 1.5\n3 1 2\n")) == entries{{0, 3, 1.5}, {3, 1, 2}});
    CHECK(entries_in(folder.write(name, "0 3 1\n3 1 2\n")) == entries{{0, 3, 1}, {3, 1, 2}});
  }
}

TEST_CASE("what may be something else than edges is refused under an unknown extension, with those that are known") {
  temporary_folder const folder;
  for (std::string const text : {"3 3\n2 3\n1 3\n1 2\n",                                      // METIS's triangle
                                 "10 10 10\n1 1 1\n", "2 2 4\n0 0 1\n0 1 2\n1 0 3\n1 1 4\n",  // a size line
                                 "1 2 3 4\n5 6 7 8\n",  // nobody tells what the columns are
                                 "a matrix\n", "1 2\n1 2 3\n", "1 -2\n", "1.5 2\n", "0 1 x\n", "# nothing\n", "{}\n"}) {
    CAPTURE(text);
    auto const path = folder.write("a.tri", text);
    auto const said = complaint<invalid_argument>([&] { (void)io::read<double>(path); });
    CHECK(said.starts_with(path + ": neither its contents nor its extension tells the format"));
    CHECK(contains(said, ".mtx, .gr, "));
    CHECK(complaint<invalid_argument>([&] { (void)io::read_header(path); }) == said);
  }
}

TEST_CASE("whether lines are edges is told by each of the first 64, and by how many there are") {
  temporary_folder const folder;
  auto const is_refused = [&](std::string const& text) {
    auto const said = complaint<invalid_argument>([&] { (void)io::read<double>(folder.write("a.tri", text)); });
    return contains(said, "neither its contents nor its extension");
  };
  CHECK(is_refused("3 4 2\n3 4 5\n1 1 6\n"));  // a size line that just bounds what follows
  CHECK_FALSE(is_refused("3 4 2\n1 5 5\n"));
  CHECK_FALSE(is_refused("3 4 2\n4 1 5\n"));
  CHECK(is_refused("# Nodes: 10\n10 10 10\n1 1 1\n"));
  CHECK(is_refused("# Edges: 2\n10 10 10\n1 1 1\n"));
  CHECK_FALSE(is_refused("# Nodes: 11 Edges: 2\n10 10 10\n1 1 1\n"));
  std::string edges;
  for (int k = 0; k < 64; ++k) {
    CAPTURE(k);
    if (k == 2 || k == 63) CHECK(is_refused(edges + "1 2 3\n"));
    edges += "0 1\n";
  }
  for (size_type const n : {20, 63, 64, 100, 20'000}) {  // METIS's cycles, the last of more text than is looked at
    CAPTURE(n);
    auto cycle = std::to_string(n) + ' ' + std::to_string(n) + '\n';
    for (size_type v = 0; v < n; ++v) {
      cycle += std::to_string((v + n - 1) % n + 1) + ' ' + std::to_string((v + 1) % n + 1) + '\n';
    }
    CHECK(is_refused(cycle));
    CHECK_FALSE(is_refused("0 0\n" + cycle));
  }
}

TEST_CASE("a byte-order mark of UTF-8 is skipped in every format, and wider encodings are refused by name") {
  temporary_folder const folder;
  std::string const mark = "\xef\xbb\xbf";
  CHECK(entries_in(folder.write("a.txt", mark + "# c\n0 1\n")) == entries{{0, 1, 1}});
  CHECK(entries_in(folder.write("b.el.gz", mark + "0 1 5\n")) == entries{{0, 1, 5}});
  CHECK(entries_in(folder.write("c.gr", mark + "p sp 2 1\r\na 1 2 3\r\n")) == entries{{0, 1, 3}});
  CHECK(read_complaint(folder.write("d.txt", mark + "0 1\nx\n")) ==
        folder.file("d.txt") + ":2: the vertex \"x\" is not a whole number");
  auto const wide = [](std::string const& text, bool big) {
    std::string all;
    for (char letter : text) all += big ? std::string{'\0', letter} : std::string{letter, '\0'};
    return all;
  };
  for (auto const& text : {"\xff\xfe" + wide("0 1\n", false), "\xfe\xff" + wide("0 1\n", true),
                           wide("%%MatrixMarket", false), wide("0 1\n", true)}) {
    for (auto const* name : {"a.txt", "a.mtx", "a", "a.gr.gz"}) {
      auto const path = folder.write(name, text);
      CHECK(read_complaint(path) == path + ":1: the text is encoded as UTF-16; save it as UTF-8");
    }
  }
  auto const widest = folder.write("e.txt", std::string("\xff\xfe\0\0"
                                                        "0\0\0\0",
                                                        8));
  CHECK(read_complaint(widest) == widest + ":1: the text is encoded as UTF-32; save it as UTF-8");
}

TEST_CASE("formats that are no text begin with the first byte of a file: no mark before it, no byte behind its end") {
  std::string const mark = "\xef\xbb\xbf";
  for (std::string const magic : {"\x93NUMPY", "PK\x03\x04", "PK\x05\x06", "\x89HEDDLE\n"}) {
    CAPTURE(magic);
    temporary_folder const folder;
    CHECK(read_complaint(folder.write("a.el", mark + magic)).starts_with(folder.file("a.el") + ":1: "));
    // In memory the rest of a magic number stands behind the bytes of the file.
    auto const bytes = mark + magic;
    detail::text cut{.path = "a", .bound = detail::memory_bound(std::nullopt), .bytes = {}};
    cut.bytes.reset(static_cast<char*>(std::malloc(bytes.size())));
    std::copy(bytes.begin(), bytes.end(), cut.bytes.get());
    cut.size = static_cast<size_type>(bytes.size()) - 3, cut.skipped = 3;
    CHECK_FALSE(detail::is_binary(cut.all()));
  }
}

TEST_CASE("fields that common writers use are read as what they mean") {
  temporary_folder const folder;
  auto const read_as = [&](std::string const& words, std::string const& lines) {
    return io::read<double>(folder.write("a.mtx", "%%MatrixMarket matrix " + words + "\n" + lines));
  };
  CHECK(read_as("coordinate unsigned-integer general", "3 3 1\n1 2 4\n").values == io::field::integer);
  CHECK(read_as("array double general", "1 2\n1.5\n2\n").values == io::field::real);
  auto const hermitian = read_as("coordinate real Hermitian", "2 2 1\n2 1 7\n");
  CHECK(hermitian.symmetric);
  CHECK(entries_of(hermitian) == entries{{1, 0, 7}, {0, 1, 7}});
  CHECK(read_as("array integer hermitian", "2 2\n1\n2\n3\n").nnz() == 4);
}

TEST_CASE("zeros on the diagonal of a skew-symmetric matrix are entries like others") {
  temporary_folder const folder;
  auto const path =
      folder.write("a.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 3\n1 1 0\n2 1 7\n2 2 -0.0\n");
  CHECK(entries_in(path) == entries{{0, 0, 0}, {1, 0, 7}, {1, 1, 0}, {0, 1, -7}});
}

TEST_CASE("numbers may begin with any number of zeros") {
  temporary_folder const folder;
  std::string const zeros(40, '0');
  CHECK(entries_in(folder.write("a.mtx", "%%MatrixMarket matrix coordinate integer general\n" + zeros + "3 +" + zeros +
                                             "3 01\n" + zeros + "1 02 " + zeros + "5\n")) == entries{{0, 1, 5}});
  CHECK(entries_in(folder.write("a.el", zeros + "1\t" + zeros + " " + zeros + "2.5\n")) == entries{{1, 0, 2.5}});
  auto const long_number = folder.write("b.el", "0 " + zeros + "9223372036854775808\n");
  CHECK(contains(read_complaint(long_number), ":1: the vertex \"" + zeros));
}
