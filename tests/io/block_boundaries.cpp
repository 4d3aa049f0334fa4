// block_boundaries.cpp - files that fill the blocks of a reader, of a writer and of gzip: where blocks begin, what only
// one of them knows, and sizes that fit a piece to the byte.
#include <algorithm>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/io/files.hpp>
#include <heddle/semirings/operators.hpp>

#include "src/io/row_writer.hpp"
#include "tests/io/numpy_bytes.hpp"
#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::seam;
using namespace heddle::testing;

namespace {

constexpr size_type text_block = size_type{1} << 20;  // bytes of text that are parsed at once
constexpr size_type lines_of_block = text_block / 2;  // of two bytes each: the second block begins behind one more

// An array file of one digit a line: entry k, counted down the columns, has the value k % 10.
std::string array_text(std::string const& symmetry, size_type rows, size_type cols, size_type entries) {
  auto text = "%%MatrixMarket matrix array integer " + symmetry + "\n" + std::to_string(rows) + ' ' +
              std::to_string(cols) + '\n';
  for (size_type k = 0; k < entries; ++k) text += static_cast<char>('0' + k % 10), text += '\n';
  return text;
}

// The first entry that is read wrongly, of those that stand in the file and of their mirror images; -1: none.
size_type first_wrong(io::coordinates<std::int32_t> const& a, std::string const& symmetry) {
  size_type k = 0, image = 0, stored = 0;
  bool const symmetric = symmetry == "symmetric", skew = symmetry == "skew-symmetric";
  for (size_type j = 0; j < a.cols; ++j) stored += a.rows - (symmetric ? j : skew ? j + 1 : 0);
  for (size_type j = 0; j < a.cols; ++j) {
    for (size_type i = symmetric ? j : skew ? j + 1 : 0; i < a.rows; ++i, ++k) {
      auto const value = static_cast<std::int32_t>(k % 10);
      if (a.row.at(k) != i || a.col.at(k) != j || a.value.at(k) != value) return k;
      if (i == j || !(symmetric || skew)) continue;
      size_type const at = stored + image++;
      if (a.row.at(at) != j || a.col.at(at) != i || a.value.at(at) != (skew ? -value : value)) return at;
    }
  }
  return a.nnz() == stored + image ? -1 : a.nnz();
}

}  // namespace

TEST_CASE("an array file of several blocks goes on in the middle of a column, whatever its symmetry") {
  temporary_folder const folder;
  struct shape {
    char const* symmetry;
    size_type rows, cols, entries;
  };
  // The last two: the second block begins where a column does, and one entry behind.
  for (auto const& [symmetry, rows, cols, entries] :
       {shape{"general", 700, 1600, 700 * 1600}, shape{"symmetric", 1501, 1501, 1501 * 1502 / 2},
        shape{"skew-symmetric", 1501, 1501, 1501 * 1500 / 2},
        shape{"general", lines_of_block + 1, 2, 2 * lines_of_block + 2},
        shape{"general", lines_of_block, 2, 2 * lines_of_block}}) {
    CAPTURE(std::string(symmetry));
    CAPTURE(rows);
    auto const path = folder.write("a.mtx", array_text(symmetry, rows, cols, entries));
    CHECK(first_wrong(io::read<std::int32_t>(path), symmetry) == -1);
  }
}

TEST_CASE("what one block of an edge list tells holds for the file: a fractional weight, the last vertex") {
  temporary_folder const folder;
  std::string whole;
  for (size_type k = 0; k < 3 * text_block / 6; ++k) whole += "0 1 2\n";
  for (std::size_t const place : {std::size_t{0}, whole.size() / 12 * 6, whole.size() - 6}) {
    CAPTURE(place);
    auto text = whole;
    text.replace(place, 6, place == 0 ? "3 7 .5\n" : "7 3 .5\n");
    auto const path = folder.write("a.el", text);
    auto const a = io::read<double>(path);
    CHECK(a.values == io::field::real);
    CHECK(a.rows == 8);
    auto const header = io::read_header(path);
    CHECK(header.values == io::field::real);
    CHECK(header.rows == 8);
    CHECK(std::count(a.value.begin(), a.value.end(), 0.5) == 1);
  }
  CHECK(io::read_header(folder.write("b.el", whole)).values == io::field::integer);
  auto const lines = std::to_string(whole.size() / 6), middle = std::to_string(whole.size() / 12 + 1);
  auto both = whole;  // numbers of which none is in another block, and too far apart for one type
  both.replace(whole.size() - 6, 6, "0 88888888 9223372036854775808\n");
  both.replace(whole.size() / 12 * 6, 6, "77777777 1 -2\n");
  CHECK(read_complaint(folder.write("c.el", both)) ==
        folder.file("c.el") + ":" + lines + ": there is a value above 9223372036854775807 on line " + lines +
            " and a negative one on line " + middle + ", and no 64-bit integer type holds both");
  both.replace(0, 6, "0 1 9999999999999999999\n");
  CHECK(read_complaint(folder.write("c.el", both)).find("9223372036854775807 on line 1 and") != std::string::npos);
  both.replace(0, 24, "0 1 0.5\n");
  CHECK(io::read_header(folder.write("c.el", both)).unused == 88888889 - 4);
}

TEST_CASE("of errors in several blocks the one on the first line is told, by its number") {
  temporary_folder const folder;
  std::string text = "# edges\n";
  for (size_type k = 0; k < 4 * text_block / 4; ++k) text += "0 1\n";
  auto const spoil = [&](size_type line) { text[static_cast<std::size_t>(8 + (line - 2) * 4)] = 'x'; };
  size_type const last = 4 * text_block / 4 + 1;
  for (size_type const line : {last, last / 2, text_block / 4 + 3, text_block / 4 + 2, size_type{2}}) {
    spoil(line);
    auto const path = folder.write("a.el", text);
    CHECK(read_complaint(path) == path + ":" + std::to_string(line) + ": the vertex \"x\" is not a whole number");
  }
}

TEST_CASE("files of every size about a power of two are read to their last byte, plain and compressed") {
  temporary_folder const folder;
  for (int power = 10; power <= 22; ++power) {
    for (int const off : {-1, 0, 1}) {
      if (power % 2 == 1 && power < 19 && off == 0) continue;
      size_type const size = (size_type{1} << power) + off;
      std::string text =
          "%%MatrixMarket matrix coordinate real general\n" + std::to_string(power + 1) + " 2 2\n1 1 1\n";
      text.append(static_cast<std::size_t>(size) - text.size() - 10, ' ')
          .append("\n")
          .append(std::to_string(power + 1) + " 2 875");
      REQUIRE(static_cast<size_type>(text.size()) == size - 1);
      CAPTURE(size);
      std::vector<entry<double>> const expected{{0, 0, 1}, {power, 1, 875}};
      CHECK(entries_in(folder.write("a.mtx", text)) == expected);         // without the last line end
      CHECK(entries_in(folder.write("b.mtx", text + "\n")) == expected);  // `size` bytes
      CHECK(entries_in(folder.write("c.mtx.gz", gzipped(text))) == expected);
      CHECK(entries_in(folder.write("d.mtx.gz", gzipped(text + "\n"))) == expected);
    }
  }
}

TEST_CASE("entries that fill the writer's pieces and rounds of them to the last come back") {
  temporary_folder const folder;
  size_type const piece = 1 << 16;  // entries that a thread formats at once, four pieces a thread in a round
  int const threads = host::default_threads();
  host::set_default_threads(1);
  for (size_type const n : {piece - 1, piece, piece + 1, 4 * piece, 4 * piece + 1}) {
    CAPTURE(n);
    io::coordinates<std::int32_t> a;
    a.rows = a.cols = n;
    for (size_type k = 0; k < n; ++k) {
      a.row.push_back(static_cast<std::int32_t>(k)), a.col.push_back(static_cast<std::int32_t>(n - 1 - k));
    }
    io::write(folder.file("a.el"), a);
    auto const b = io::read<std::int32_t>(folder.file("a.el"));
    CHECK(b.row == a.row);
    CHECK(b.col == a.col);
  }
  host::set_default_threads(0);
  CHECK(host::default_threads() == threads);
}

TEST_CASE("a matrix that is marked symmetric is looked at to its ends: one wrong entry among runs of right ones") {
  temporary_folder const folder;
  std::int32_t const n = 70'000;  // a run of 65,536 entries of each triangle, and more
  io::coordinates<double> right;
  right.rows = right.cols = n + 2;
  right.symmetric = true;
  for (std::int32_t k = 0; k < n; ++k) {
    right.row.insert(right.row.end(), {k, k + 1}), right.col.insert(right.col.end(), {k + 1, k});
    right.value.insert(right.value.end(), {1.0 * k, 1.0 * k});
  }
  io::write(folder.file("a.mtx"), right);
  CHECK(io::read<double>(folder.file("a.mtx")).nnz() == 2 * n);
  for (std::size_t const at : {std::size_t{1}, std::size_t{n}, std::size_t{2 * n - 1}}) {
    CAPTURE(at);
    auto wrong = right;
    wrong.value[at] += 1;
    CHECK(complaint<invalid_argument>([&] {
            io::write(folder.file("b.mtx"), wrong);
          }).ends_with("the entries are marked symmetric and are not"));
  }
}

TEST_CASE("a size line that lies across the end of what is read for a header is read whole") {
  temporary_folder const folder;
  std::string const banner = "%%MatrixMarket matrix coordinate pattern general\n", size = "5 7 1234567";
  for (std::size_t const limit : {std::size_t{1} << 16, std::size_t{1} << 19}) {
    for (int begins = -15; begins <= 2; ++begins) {
      CAPTURE(limit);
      CAPTURE(begins);
      auto const start = static_cast<std::size_t>(static_cast<size_type>(limit) + begins);
      std::string text = banner + "%";
      text.append(start - 1 - text.size(), ' ').append("\n");
      text += size + "\n" + std::string(200'000, '%') + "\n";
      for (auto const& path : {folder.write("a.mtx", text), folder.write("b.mtx", gzipped(text))}) {
        auto const header = io::read_header(path);
        CHECK(header.rows == 5);
        CHECK(header.cols == 7);
        CHECK(header.entries == 1'234'567);
        if (begins % 5 != 0) break;
      }
    }
  }
}

TEST_CASE("for a header no more is read than its beginning, however little memory there is for the file") {
  temporary_folder const folder;
  auto const path = folder.write(
      "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n5 7 1000000\n" + std::string(4 << 20, '\n'));
  CHECK(io::read_header(path, {.memory_limit_bytes = 1 << 18}).entries == 1'000'000);
  CHECK_THROWS_AS((void)io::read<float>(path, {}, {.memory_limit_bytes = 1 << 18}), io_error);
}

TEST_CASE("rows that are written in runs are the text of the whole matrix, wherever runs and pieces of 1024 end") {
  temporary_folder const folder;
  for (size_type const n : {1023, 1024, 1025, 4096, 9000}) {
    io::coordinates<double> whole{n, n, {}, {}, {}};
    for (std::int32_t k = 0; k < n; ++k) {  // in every other row three
      whole.row.push_back(k / 3 * 2), whole.col.push_back(k % 3), whole.value.push_back(k);
    }
    io::write(folder.file("whole.mtx"), whole);
    auto const text = folder.read("whole.mtx");
    for (size_type const run : {size_type{101}, size_type{683}, n}) {
      for (size_type const text_bytes : {0, 1 << 18}) {  // a piece at once, and four
        CAPTURE(n);
        CAPTURE(run);
        detail::row_writer<double, std::int32_t> writer(folder.file("runs.mtx"), {n, n, n, io::field::real},
                                                        text_bytes);
        std::size_t k = 0;
        for (size_type first = 0; first < n; first += run) {
          size_type const rows = min_of(run, n - first);
          std::vector<std::int32_t> row, col;
          std::vector<double> value;
          for (; k < whole.row.size() && whole.row[k] < first + rows; ++k) {
            row.push_back(whole.row[k] - static_cast<std::int32_t>(first));
            col.push_back(whole.col[k]), value.push_back(whole.value[k]);
          }
          writer.write(matrix<double>::build(rows, n, row, col, value, no_duplicates), first);
        }
        writer.commit();
        CHECK((folder.read("runs.mtx") == text));
      }
    }
  }
  detail::row_writer<double, std::int32_t> writer(folder.file("few.mtx"), {3, 3, 2, io::field::real});
  writer.write(matrix<double>::build(3, 3, {0}, {1}, {5.0}, no_duplicates), 0);
  CHECK_THROWS_WITH_AS(writer.commit(),
                       (folder.file("few.mtx") + ": 1 entries fewer were written than announced").c_str(), error);
}

TEST_CASE("a METIS graph of several blocks goes on with the vertex and the neighbour that the block before ends with") {
  temporary_folder const folder;
  std::int32_t const n = 200'000;             // a path, 2.6 MB
  auto const line_of = [n](std::int32_t v) {  // from 1 on
    return (v > 1 ? std::to_string(v - 1) : "") + (v < n ? ' ' + std::to_string(v + 1) : "") + '\n';
  };
  std::string text = "% a path\n" + std::to_string(n) + ' ' + std::to_string(n - 1) + "\n";
  for (std::int32_t v = 1; v <= n; ++v) text += (v % 1000 == 1 ? " % ahead\n" : "") + line_of(v);
  auto const path = folder.write("a.graph", text);
  auto const a = io::read<float>(path);
  bool right = a.rows == n && a.nnz() == 2 * n - 2;
  for (std::int32_t k = 0; right && k < 2 * n - 2; ++k) {  // 0 1, 1 0, 1 2, 2 1 ...
    right = a.row[k] == (k + 1) / 2 && a.col[k] == (k + 1) / 2 + (k % 2 == 0 ? 1 : -1);
  }
  CHECK(right);
  // The last vertex lists the second in place of its neighbour; then there is a vertex too few.
  auto wrong = text;
  wrong.replace(wrong.size() - line_of(n).size(), line_of(n).size(), "2\n");
  CHECK(read_complaint(folder.write("b.graph", wrong)) ==
        folder.file("b.graph") + ":" + std::to_string(1 + n + n / 1000) +
            ": vertex 199999 lists 200000, but vertex 200000 does not list 199999");
  auto const few = "1" + text.substr(text.find('\n') + 1);  // a million vertices more, of a first line less
  CHECK(read_complaint(folder.write("c.graph", few))
            .starts_with(folder.file("c.graph") + ":" + std::to_string(1 + n + n / 1000) +
                         ": too few vertices: line 1 says "));
  auto const more = text + "% behind\n\n\n" + line_of(n);
  CHECK(read_complaint(folder.write("d.graph", more)).starts_with(folder.file("d.graph") + ":2: "));
}

TEST_CASE(
    "arrays of more elements than a thread takes at once are read to the last, and the first wrong one is named") {
  temporary_folder const folder;
  std::int32_t const n = 140'000;  // 65,536 elements at once, 4096 rows
  std::vector<std::int32_t> offsets, columns;
  std::vector<double> values;
  for (std::int32_t k = 0; k < n; ++k) offsets.push_back(k), columns.push_back(k % 7), values.push_back(k + 1);
  offsets.push_back(n);
  auto const of = [&](auto const& numbers, char const* type) {
    return npy(type, "(" + std::to_string(numbers.size()) + ",)", elements(numbers));
  };
  auto const archive = [&] {
    return folder.write("a.npz", zipped(sparse("csr", shape_of(n, 7),
                                               {{"indices.npy", of(columns, "<i4")},
                                                {"indptr.npy", of(offsets, "<i4")},
                                                {"data.npy", of(values, "<f8")}})));
  };
  auto const a = io::read<std::int32_t>(archive());
  bool right = a.nnz() == n;
  for (std::int32_t k = 0; right && k < n; ++k) right = a.row[k] == k && a.col[k] == k % 7 && a.value[k] == k + 1;
  CHECK(right);
  for (std::size_t const first : {65'535, 65'536, 131'072, n - 1}) {
    CAPTURE(first);
    auto const change = [&](double by) { values[first] += by, values[n - 1] += first + 1 < n ? by : 0; };
    change(0.5);
    CHECK(complaint<io_error>([&] {
            (void)io::read<std::int32_t>(archive());
          }).starts_with(folder.file("a.npz") + ": data: element " + std::to_string(first) + ", "));
    change(-0.5);
    auto const column = std::exchange(columns[first], 7);
    auto const last = std::exchange(columns[n - 1], 7);
    CHECK(read_complaint(archive()) ==
          folder.file("a.npz") + ": indices: element " + std::to_string(first) + ", 7, is outside 0..6");
    columns[n - 1] = last, columns[first] = column;
  }
}
