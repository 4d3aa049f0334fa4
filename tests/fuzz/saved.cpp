// saved.cpp - a fuzzer of load(), and of read() of what was saved: any bytes, and half of the time with the checksums
// that they would need.
#include <cstring>
#include <heddle/base/half.hpp>
#include <heddle/io/save.hpp>
#include <heddle/semirings/operators.hpp>
#include <sstream>

#include "src/io/saved_checksum.hpp"
#include "tests/fuzz/support/fuzzer.hpp"
#include "tests/fuzz/support/read_file.hpp"

namespace heddle::fuzz {
namespace {

template <class Container> std::string saved(Container const& container) {
  std::ostringstream out;
  save(container, out);
  return out.str();
}

// Behind header and arrays what would have been computed of them.
void mend_checksums(std::string& bytes) {
  detail::saved_header header;
  if (bytes.size() < sizeof header + 4) return;
  std::memcpy(&header, bytes.data(), sizeof header);
  header.checksum = detail::header_checksum(header);
  std::memcpy(bytes.data(), &header, sizeof header);
  detail::running_checksum sum;
  sum.add(bytes.data() + sizeof header, bytes.size() - sizeof header - 4);
  std::uint32_t const value = sum.value();
  std::memcpy(bytes.data() + bytes.size() - 4, &value, 4);
}

template <class T, class I, class O> void check(matrix<T, I, O> const& a) {
  auto const& form = storage_of(a).csr();
  auto const* const offsets = form.offsets.data();
  require(offsets[0] == 0 && offsets[a.rows()] == a.nnz(), "offsets begin at 0 and end at the number of entries");
  for (size_type i = 0; i < a.rows(); ++i) {
    require(offsets[i] <= offsets[i + 1], "offsets do not fall");
    for (O e = offsets[i]; e < offsets[i + 1]; ++e) {
      I const j = form.indices.data()[e];
      require(j >= 0 && j < a.cols() && (e == offsets[i] || form.indices.data()[e - 1] < j), "columns rise in a row");
    }
  }
}
template <class T, class I> void check(vector<T, I> const& v) {
  require(v.nvals() >= 0 && v.nvals() <= v.size(), "a vector has at most as many entries as positions");
  I last = -1;
  for (auto const i : v.tuples().index) require(std::exchange(last, i) < i && i < v.size(), "positions rise");
}

template <class Container> void try_as(std::string const& bytes) {
  std::istringstream in(bytes);
  Container container(0, 0);
  if (!succeeds([&] { container = load<Container>(in); })) return;
  check(container);
  std::istringstream again(saved(container));
  require(succeeds([&] { check(load<Container>(again)); }), "what was loaded can be saved, and loaded again");
}
template <> void try_as<vector<float>>(std::string const& bytes) {
  std::istringstream in(bytes);
  vector<float> container(0);
  if (succeeds([&] { container = load<vector<float>>(in); })) check(container);
}
template <> void try_as<vector<bool, std::int64_t>>(std::string const& bytes) {
  std::istringstream in(bytes);
  vector<bool, std::int64_t> container(0);
  if (succeeds([&] { container = load<vector<bool, std::int64_t>>(in); })) check(container);
}

}  // namespace

std::vector<std::string> seeds() {
  auto const list = vector<float>::build(9, {1, 4, 8}, {1.f, 2.f, 3.f}, take_first<float>{});
  auto const flags = vector<bool, std::int64_t>::build(5, {0, 3}, {true, false}, take_first<bool>{});
  std::vector<std::string> all = {
      saved(matrix<double>::build(3, 4, {0, 1, 2}, {1, 3, 0}, {1., 2., 3.}, take_first<double>{})),
      saved(matrix<std::int8_t, std::int64_t, std::int64_t>::build(
          2, 2, {0, 1}, {1, 0}, {std::int8_t{1}, std::int8_t{2}}, take_first<std::int8_t>{})),
      saved(matrix<f16>::build(2, 2, {0, 1}, {1, 0}, {f16(1), f16(2)}, take_first<f16>{})),
      saved(matrix<bool>::build(2, 2, {0, 1}, {1, 0}, {true, false}, take_first<bool>{})),
      saved(list),
      saved(vector<float>::dense(std::vector<float>{1, 2, 3})),
      saved(flags),
      saved(matrix<double>(0, 0))};
  return all;
}

void try_bytes(std::string_view given) {
  std::string bytes(given);
  if (given.size() % 2 == 0) mend_checksums(bytes);
  try_as<matrix<double>>(bytes);
  try_as<matrix<std::int8_t, std::int64_t, std::int64_t>>(bytes);
  try_as<vector<float>>(bytes);
  try_as<vector<bool, std::int64_t>>(bytes);
  try_file(bytes, ".heddle");
}

}  // namespace heddle::fuzz
