// saved_defects.cpp - bytes whose checksums are right and which are no container all the same: forged, not damaged.
#include <heddle/io/save.hpp>
#include <heddle/semirings/semirings.hpp>

#include "tests/io/saved_bytes.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class... Numbers> std::string bytes_of(Numbers const&... numbers) {
  std::string bytes;
  (bytes.append(reinterpret_cast<char const*>(&numbers), sizeof numbers), ...);
  return bytes;
}

/// What loading says of a header that `change` has changed, with a right checksum.
template <class Container, class Change>
std::string said_of(Container const& a, Change change, std::optional<std::string> const& arrays = {}) {
  auto const bytes = saved(a);
  auto header = header_of(bytes);
  change(header);
  auto const forged = sealed(header, arrays.value_or(arrays_of(bytes)));
  one_way_buffer buffer(forged);
  std::istream stream(&buffer);
  auto const one_way = load_complaint<Container>(stream);
  CHECK_FALSE(one_way.empty());
  auto const said = complaint<io_error>([&] { (void)loaded<Container>(forged); });
  CHECK(said.starts_with("the stream: "));
  return said.substr(std::min<std::size_t>(said.size(), 12));
}

void unchanged(detail::saved_header&) {}

matrix<float> forged_matrix() {
  return matrix<float>::build(2, 3, {0, 1, 1}, {1, 0, 2}, {1, 2, 3}, take_first<float>{});
}
vector<std::int32_t> forged_vector() {
  return vector<std::int32_t>::build(6, {1, 4}, {7, 8}, take_first<std::int32_t>{});
}

std::string forged_csr(std::initializer_list<int> offsets, std::initializer_list<int> columns) {
  std::string bytes;
  for (int o : offsets) bytes += bytes_of(o);
  for (int c : columns) bytes += bytes_of(c);
  return bytes + bytes_of(1.0f, 2.0f, 3.0f);
}

}  // namespace

TEST_CASE("forged headers are refused, each in one sentence") {
  auto const a = forged_matrix();
  auto const v = forged_vector();
  CHECK_EQ(said_of(a, [](auto& h) { h.magic += 1; }), "this is not a container that heddle saved");
  CHECK_EQ(said_of(a, [](auto& h) { h.order = 0x04030201; }), "saved by a machine of the other byte order");
  CHECK_EQ(said_of(a, [](auto& h) { h.version = 2; }),
           "saved in version 2 of the format, of which this heddle reads 1");
  std::string const contradiction = "the header contradicts itself";
  CHECK_EQ(said_of(a, [](auto& h) { h.order = 7; }), contradiction);
  CHECK_EQ(said_of(a, [](auto& h) { h.form = static_cast<detail::saved_form>(9); }), contradiction);
  CHECK_EQ(said_of(a, [](auto& h) { h.form = detail::saved_form::dense; }), contradiction);
  CHECK_EQ(said_of(v, [](auto& h) { h.form = detail::saved_form::csr; }), contradiction);
  CHECK_EQ(said_of(v, [](auto& h) { h.form = detail::saved_form::dense; }), contradiction);
  CHECK_EQ(said_of(a, [](auto& h) { h.index_width = 5; }), contradiction);
  CHECK_EQ(said_of(a, [](auto& h) { h.offset_width = 1; }), contradiction);
  CHECK_EQ(said_of(a, [](auto& h) { h.kind = static_cast<detail::element_kind>(99); }), contradiction);
  CHECK_EQ(said_of(a, [](auto& h) { h.width = 0; }), contradiction);
  CHECK_EQ(said_of(a, [](auto& h) { h.rows = -1; }), contradiction);
  CHECK_EQ(said_of(a, [](auto& h) { h.cols = -1; }), contradiction);
  CHECK_EQ(said_of(a, [](auto& h) { h.nnz = -1; }), contradiction);
  CHECK_EQ(said_of(a, [](auto& h) { h.reserved = 1; }), contradiction);
  CHECK_EQ(said_of(v, [](auto& h) { h.nnz = 7; }), contradiction);
  CHECK_EQ(said_of(v, [](auto& h) { h.cols = 2; }), contradiction);
}

TEST_CASE("sizes that no file could have are refused before memory is asked for") {
  auto const a = forged_matrix();
  auto const v = forged_vector();
  size_type const greatest = std::numeric_limits<size_type>::max();
  CHECK_EQ(said_of(a, [](auto& h) { h.nnz = size_type{1} << 40; }),
           "the header announces 8796093022224 more bytes, and 40 are there");
  CHECK_EQ(said_of(a, [](auto& h) { h.rows = size_type{1} << 50; }),
           "the header announces 4503599627370528 more bytes, and 40 are there");
  std::string const beyond = "the header announces more bytes than can be counted";
  CHECK_EQ(said_of(a, [=](auto& h) { h.nnz = greatest; }), beyond);
  CHECK_EQ(said_of(a, [=](auto& h) { h.rows = greatest; }), beyond);
  CHECK_EQ(said_of(a, [=](auto& h) { h.cols = greatest; }),
           "matrix: shape 2 x 9223372036854775807 needs 64-bit indices, use matrix<T, std::int64_t, std::int64_t>");
  CHECK_EQ(said_of(v, [=](auto& h) { h.rows = greatest; }), "a length of 9223372036854775807 needs wider indices");
  CHECK_EQ(said_of(v, [](auto& h) { h.rows = h.nnz = size_type{1} << 40; }),
           "the header announces 8796093022212 more bytes, and 20 are there");
}

TEST_CASE("forged arrays of matrices are refused") {
  auto const a = forged_matrix();
  CHECK_EQ(said_of(a, unchanged, forged_csr({1, 1, 3}, {1, 0, 2})), "matrix: offsets run from 1 to 3, not 0 to 3");
  CHECK_EQ(said_of(a, unchanged, forged_csr({0, 1, 2}, {1, 0, 2})), "matrix: offsets run from 0 to 2, not 0 to 3");
  CHECK_EQ(said_of(a, unchanged, forged_csr({0, 2000000000, 3}, {1, 0, 2})), "matrix: offsets decrease at row 1");
  CHECK_EQ(said_of(a, unchanged, forged_csr({0, -5, 3}, {1, 0, 2})), "matrix: offsets decrease at row 0");
  CHECK_EQ(said_of(a, unchanged, forged_csr({0, 1, 3}, {1, 0, 3})), "matrix: row 1 has column 3 of 3");
  CHECK_EQ(said_of(a, unchanged, forged_csr({0, 1, 3}, {-1, 0, 2})), "matrix: row 0 has column -1 of 3");
  CHECK_EQ(said_of(a, unchanged, forged_csr({0, 1, 3}, {1, 2, 2})), "matrix: columns of row 1 do not ascend");
}

TEST_CASE("forged arrays of vectors, and truth values that are none, are refused") {
  auto const v = forged_vector();
  CHECK_EQ(said_of(v, unchanged, bytes_of(1, 6, 7, 8)), "entry 1 has index 6 of 6");
  CHECK_EQ(said_of(v, unchanged, bytes_of(-1, 4, 7, 8)), "entry 0 has index -1 of 6");
  CHECK_EQ(said_of(v, unchanged, bytes_of(4, 4, 7, 8)), "the index of entry 1 does not ascend");
  auto bitmap = forged_vector();
  storage_of(bitmap).write_bitmap();
  CHECK_EQ(said_of(bitmap, unchanged, std::string("\0\1\0\1\1\0", 6) + bytes_of(7, 8)),
           "the bitmap has 3 entries, not the 2 of the header");
  CHECK_EQ(said_of(vector<bool>::dense({true, false, true}), unchanged, std::string("\1\2\0", 3)),
           "value 1 is neither true nor false");
  CHECK_EQ(said_of(matrix<bool>::build(1, 1, {0}, {0}, {}, take_first<bool>{}), unchanged, bytes_of(0, 1, 0) + '\x55'),
           "value 0 is neither true nor false");
}

TEST_CASE("a bitmap whose marks are any bytes but 0 is read as one of ones") {
  auto bitmap = forged_vector();
  storage_of(bitmap).write_bitmap();
  auto const bytes = sealed(header_of(saved(bitmap)), std::string("\0\7\0\0\xff\0", 6) + bytes_of(7, 8));
  auto const read = loaded<vector<std::int32_t>>(bytes);
  CHECK_EQ(saved(read), saved(bitmap));
}
