// saved_entries.cpp - what save() wrote, read as entries whatever its types are.
#include <cstring>
#include <heddle/base/half.hpp>
#include <heddle/io/save.hpp>

#include "src/io/saved_checksum.hpp"
#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class T, class I = std::int32_t, class O = std::int32_t> matrix<T, I, O> small_matrix() {
  std::vector<T> const values{T(5), T(0), T(7)};
  return matrix<T, I, O>::build(2, 3, std::vector<I>{0, 1, 1}, std::vector<I>{1, 0, 2}, values,
                                [](auto first, auto) { return first; });
}

std::vector<entry<double>> const saved_entries_expected{{0, 1, 5}, {1, 0, 0}, {1, 2, 7}};

template <class Container> std::string saved(temporary_folder const& folder, Container const& container) {
  save(container, folder.file("a.heddle"));
  return folder.file("a.heddle");
}

}  // namespace

TEST_CASE("a saved matrix of any numbers and indices is read as entries, by its first bytes") {
  temporary_folder const folder;
  CHECK(entries_in(saved(folder, small_matrix<double>())) == saved_entries_expected);
  auto const header = io::read_header(folder.file("a.heddle"));
  CHECK(header.rows == 2);
  CHECK(header.cols == 3);
  CHECK(header.entries == 3);
  CHECK(header.values == io::field::real);
  CHECK(entries_in(folder.write("a.mtx", folder.read("a.heddle"))) == saved_entries_expected);
  CHECK(entries_in(folder.write("b.mtx.gz", gzipped(folder.read("a.heddle")))) == saved_entries_expected);
  CHECK(entries_in<double, std::int64_t>(saved(folder, small_matrix<float, std::int64_t, std::int64_t>())) ==
        saved_entries_expected);
  CHECK(entries_in(saved(folder, small_matrix<std::int8_t, std::int32_t, std::int64_t>())) == saved_entries_expected);
  CHECK(io::read_header(folder.file("a.heddle")).values == io::field::integer);
  CHECK(entries_in(saved(folder, small_matrix<std::uint16_t, std::int64_t, std::int32_t>())) == saved_entries_expected);
  CHECK(entries_in(saved(folder, small_matrix<f16>())) == saved_entries_expected);
  CHECK(entries_in(saved(folder, small_matrix<bf16>())) == saved_entries_expected);
  CHECK(entries_in(saved(folder, small_matrix<bool>())) == std::vector<entry<double>>{{0, 1, 1}, {1, 0, 0}, {1, 2, 1}});
  CHECK(io::read_header(folder.file("a.heddle")).values == io::field::integer);
}

TEST_CASE("a saved matrix of ones alone is a pattern, and large unsigned values stay what they are") {
  temporary_folder const folder;
  auto const ones = matrix<float>::build(2, 2, std::vector<std::int32_t>{0, 1}, std::vector<std::int32_t>{1, 0},
                                         std::vector<float>{}, [](auto first, auto) { return first; });
  auto const path = saved(folder, ones);
  CHECK(io::read_header(path).values == io::field::pattern);
  CHECK(io::read<double>(path).value.empty());
  auto const threes = matrix<float>::build(2, 2, std::vector<std::int32_t>{0, 1}, std::vector<std::int32_t>{1, 0},
                                           std::vector<float>{}, no_duplicates, host_executor(), 3.0f);
  CHECK(entries_in(saved(folder, threes)) == std::vector<entry<double>>{{0, 1, 3}, {1, 0, 3}});
  auto const size = static_cast<size_type>(folder.read("a.heddle").size());  // held as a text and as a matrix
  CHECK(read_complaint(path, {.memory_limit_bytes = 2 * size - 1}).starts_with(path + ": its contents take "));
  CHECK(io::read_header(path, {.memory_limit_bytes = 2 * size}).entries == 2);
  auto const largest = std::numeric_limits<std::uint64_t>::max();
  auto const wide =
      matrix<std::uint64_t>::build(1, 1, std::vector<std::int32_t>{0}, std::vector<std::int32_t>{0},
                                   std::vector<std::uint64_t>{largest}, [](auto first, auto) { return first; });
  CHECK(io::read<std::uint64_t>(saved(folder, wide)).value == std::vector<std::uint64_t>{largest});
}

TEST_CASE("a saved vector, values of a user's type and damaged bytes are refused by name") {
  temporary_folder const folder;
  vector<double> v(7);
  v.set(3, 1.0);
  auto const path = saved(folder, v);
  CHECK(read_complaint(path) == path + ": holds a vector of 7 positions that was saved, and a matrix is wanted");
  struct own {
    double a = 0, b = 0, c = 0;
    bool operator==(own const&) const = default;
  };
  matrix<own> const strange(2, 2);
  CHECK(read_complaint(saved(folder, strange)) ==
        path + ": holds values of a type of 24 bytes that is no number of a file");
  // Halves of one byte, which nobody saves, with a right checksum.
  auto halves = folder.read((saved(folder, matrix<std::int8_t>(2, 2)), "a.heddle"));
  for (auto const kind : {detail::element_kind::f16, detail::element_kind::bf16}) {
    detail::saved_header header;
    std::memcpy(&header, halves.data(), sizeof header);
    header.kind = kind;
    header.checksum = detail::header_checksum(header);
    std::memcpy(halves.data(), &header, sizeof header);
    CHECK(read_complaint(folder.write("halves.heddle", halves)) ==
          folder.file("halves.heddle") + ": holds values of a type of 1 bytes that is no number of a file");
  }
  auto const bytes = folder.read((saved(folder, small_matrix<double>()), "a.heddle"));
  for (std::size_t length = 8; length < bytes.size(); ++length) {
    CAPTURE(length);
    CHECK(read_complaint(folder.write("a.heddle", bytes.substr(0, length))).starts_with(path + ": "));
  }
  for (std::size_t at = 8; at < bytes.size(); ++at) {
    CAPTURE(at);
    auto flipped = bytes;
    flipped[at] ^= 0x10;
    CHECK(read_complaint(folder.write("a.heddle", flipped)).starts_with(path + ": "));
  }
  CHECK(read_complaint(folder.write("a.heddle", bytes + "x")) == path + ": goes on behind the container");
}
