// value_limits.cpp - numbers at the limits of the type that they are read into, and columns beyond its index type.
#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

std::string one_value(std::string const& text) {
  return "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 " + text + "\n";
}

template <class T> std::string refusal(temporary_folder const& folder, std::string const& text) {
  auto const path = folder.write("a.mtx", one_value(text));
  auto const said = complaint<io_error>([&] { (void)io::read<T>(path); });
  return said.starts_with(path) ? said.substr(path.size()) : said;
}

template <class T> T value_of(temporary_folder const& folder, std::string const& text) {
  return io::read<T>(folder.write("a.mtx", one_value(text))).value.at(0);
}

}  // namespace

TEST_CASE("a real value is read into an integer type up to its limits and not beyond") {
  temporary_folder const folder;
  CHECK(value_of<std::int32_t>(folder, "2147483647.0") == 2147483647);
  CHECK(value_of<std::int32_t>(folder, "-2147483648.0") == std::numeric_limits<std::int32_t>::min());
  CHECK(refusal<std::int32_t>(folder, "2147483648.0") ==
        ":3: the value \"2147483648.0\" is not exactly a 32-bit integer");
  CHECK(refusal<std::int32_t>(folder, "-2147483649.0") ==
        ":3: the value \"-2147483649.0\" is not exactly a 32-bit integer");
  CHECK(value_of<std::uint8_t>(folder, "255.0") == 255);
  CHECK(refusal<std::uint8_t>(folder, "256.0") == ":3: the value \"256.0\" is not exactly an 8-bit unsigned integer");
  CHECK(refusal<std::uint8_t>(folder, "-1.0") == ":3: the value \"-1.0\" is not exactly an 8-bit unsigned integer");
  CHECK(refusal<std::int64_t>(folder, "9223372036854775808.0") ==
        ":3: the value \"9223372036854775808.0\" is not exactly a 64-bit integer");
  CHECK(refusal<std::int32_t>(folder, "0.5") == ":3: the value \"0.5\" is not exactly a 32-bit integer");
  CHECK(refusal<std::int32_t>(folder, "nan") == ":3: the value \"nan\" is not exactly a 32-bit integer");
}

TEST_CASE("more columns than the index type counts are refused as more rows are") {
  temporary_folder const folder;
  auto const path =
      folder.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n1 2147483648 1\n1 2147483648 5\n");
  CHECK(complaint<index_overflow>([&] { (void)io::read<double>(path); }) ==
        path + ":2: a 1 x 2147483648 matrix needs the index type std::int64_t");
  CHECK(entries_in<double, std::int64_t>(path) == std::vector<entry<double>>{{0, 2147483647, 5}});
}

TEST_CASE("the mirror image of a value has its sign changed where the type holds that, and else is refused") {
  temporary_folder const folder;
  auto const skew = [&](std::string const& value) {
    return folder.write("a.mtx", "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 " + value + "\n");
  };
  auto const path = skew("-2147483648");
  std::string const refusal = path + ":3: the mirror image of the value ";
  CHECK(io::read<std::int64_t>(path).value == std::vector<std::int64_t>{-2147483648, 2147483648});
  CHECK(complaint<io_error>([&] { (void)io::read<std::int32_t>(path); }) ==
        refusal + "-2147483648 does not fit the element type");
  CHECK(io::read<std::uint8_t>(skew("0")).value == std::vector<std::uint8_t>{0, 0});
  CHECK(complaint<io_error>([&] { (void)io::read<std::uint8_t>(skew("7")); }) ==
        refusal + "7 does not fit the element type");
}
