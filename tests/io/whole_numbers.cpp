// whole_numbers.cpp - integers of 64 bits, signed and unsigned, are read exactly or refused with their line.
#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

std::string whole_file(std::vector<std::string> const& values, std::string const& symmetry = "general",
                       std::string const& field = "integer") {
  auto const count = std::to_string(values.size());
  auto text =
      "%%MatrixMarket matrix coordinate " + field + ' ' + symmetry + "\n" + count + ' ' + count + ' ' + count + '\n';
  for (std::size_t k = 0; k < values.size(); ++k) {
    text += std::to_string(k == 0 ? 1 : k + 1) + ' ' + (symmetry == "general" ? std::to_string(k + 1) : "1") + ' ' +
            values[k] + '\n';
  }
  return text;
}

std::string const unsigned_most = "18446744073709551615", beyond_64 = "18446744073709551616",
                  signed_most = "9223372036854775807";

}  // namespace

TEST_CASE("a file whose integers are above 2^63 - 1 is read as unsigned ones, exactly, and written so") {
  temporary_folder const folder;
  std::vector<std::string> const values{signed_most, unsigned_most, "9223372036854775808", "0"};
  auto const text = whole_file(values);
  auto const path = folder.write("a.mtx", text);
  auto const read = io::read<std::uint64_t>(path);
  CHECK(read.value == std::vector<std::uint64_t>{9223372036854775807u, 18446744073709551615u, 9223372036854775808u, 0});
  CHECK(complaint<io_error>([&] { (void)io::read<std::int64_t>(path); }) ==
        path + ":4: the value \"18446744073709551615\" overflows a 64-bit integer");
  io::write(folder.file("b.mtx"), read);
  CHECK(folder.read("b.mtx") == whole_file(values, "general", "unsigned-integer"));  // scipy refuses them as integers
  CHECK(io::read<std::uint64_t>(folder.file("b.mtx")).value == read.value);
  io::write(folder.file("s.mtx"), io::coordinates<std::uint64_t>{1, 1, {0}, {0}, {9223372036854775807u}});
  CHECK(folder.read("s.mtx") == whole_file({signed_most}));
  CHECK(entries_in(path).at(1).value == 0x1p64);
  CHECK(entries_in<float>(path).at(2).value == 0x1p63f);
  CHECK(io::read<std::uint64_t>(folder.write("c.mtx", whole_file({"-0", "+7", "007"}))).value ==
        std::vector<std::uint64_t>{0, 7, 7});
}

TEST_CASE("integers that no type of 64 bits holds together are refused by floating-point readers, too, with the line") {
  temporary_folder const folder;
  auto const refusal = [&](std::string const& text) {
    auto const path = folder.write("a.mtx", text);
    auto const said = read_complaint(path);
    CHECK(complaint<io_error>([&] { (void)io::read<float>(path); }) == said);
    CHECK(!complaint<io_error>([&] { (void)io::read<std::int64_t>(path); }).empty());
    CHECK(!complaint<io_error>([&] { (void)io::read<std::uint64_t>(path); }).empty());
    return said.starts_with(path) ? said.substr(path.size()) : said;
  };
  CHECK(refusal(whole_file({"1", unsigned_most, "5", "-1"})) ==
        ":6: there is a value above 9223372036854775807 on line 4 and a negative one on line 6, and no 64-bit integer "
        "type holds both");
  CHECK(refusal(whole_file({"-1", "5", unsigned_most})) ==
        ":5: there is a value above 9223372036854775807 on line 5 and a negative one on line 3, and no 64-bit integer "
        "type holds both");
  CHECK(refusal(whole_file({"1", beyond_64})) == ":4: the value \"" + beyond_64 + "\" overflows a 64-bit integer");
  CHECK(refusal(whole_file({"-9223372036854775809"})) ==
        ":3: the value \"-9223372036854775809\" overflows a 64-bit integer");
  CHECK(refusal("%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 " + unsigned_most + "\n") ==
        ":3: there is a value above 9223372036854775807 on line 3 and a negative one in the other triangle, and no "
        "64-bit integer type holds both");
  CHECK(refusal("%%MatrixMarket matrix array integer general\n2 1\n" + unsigned_most + "\n-3\n")
            .starts_with(":4: there is"));
}

TEST_CASE("lists of edges whose weights are all whole follow the same rule, those with a real one hold real ones") {
  temporary_folder const folder;
  auto const path = folder.write("a.wel", "0 1 " + unsigned_most + "\n1 0 3\n");
  CHECK(io::read_header(path).values == io::field::integer);
  CHECK(io::read<std::uint64_t>(path).value == std::vector<std::uint64_t>{18446744073709551615u, 3});
  CHECK(complaint<io_error>([&] { (void)io::read<std::int64_t>(path); }) ==
        path + ":1: the value \"18446744073709551615\" overflows a 64-bit integer");
  CHECK(entries_in(path).at(0).value == 0x1p64);
  auto const last = folder.write("e.wel", "0 1 -9223372036854775808\n1 0 " + signed_most + "\n");
  CHECK(io::read<std::int64_t>(last).value.at(0) == std::numeric_limits<std::int64_t>::min());
  for (std::string const& text : std::vector<std::string>{
           "0 1 3\n1 0 " + beyond_64 + "\n", "0 1 -3\n1 0 " + unsigned_most + "\n", "0 1 3\n1 0 -9223372036854775809\n",
           "0 1 -3\n1 0 9223372036854775808\n", "0 1 -9223372036854775808\n1 0 9223372036854775808\n"}) {
    CAPTURE(text);
    auto const wrong = folder.write("b.wel", text);
    CHECK(read_complaint(wrong).starts_with(wrong + ":2: "));
    CHECK(complaint<io_error>([&] { (void)io::read_header(wrong); }) == read_complaint(wrong));
    CHECK(!complaint<io_error>([&] { (void)io::read<std::uint64_t>(wrong); }).empty());
  }
  auto const real = folder.write("c.wel", "0 1 0.5\n1 0 " + beyond_64 + "\n2 0 -1\n");
  CHECK(io::read_header(real).values == io::field::real);
  CHECK(entries_in(real).at(1).value == 0x1p64);
  auto const arcs = folder.write("d.gr", "p sp 2 1\na 1 2 " + beyond_64 + "\n");
  CHECK(read_complaint(arcs) == arcs + ":2: the value \"" + beyond_64 + "\" overflows a 64-bit integer");
}
