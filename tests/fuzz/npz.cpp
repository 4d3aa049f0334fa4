// npz.cpp - a fuzzer of the reader of sparse matrices, as scipy.sparse.save_npz writes them: archives of any bytes, and
// archives that are sound of members that are not.
#include "tests/fuzz/support/fuzzer.hpp"
#include "tests/fuzz/support/numpy.hpp"
#include "tests/fuzz/support/read_file.hpp"

namespace heddle::fuzz {
namespace {

constexpr std::string_view separator = "\n--\n";

// Members as text: a name, a line feed and its bytes, with separators between them.
std::string text_of(std::vector<std::pair<std::string, std::string>> const& members) {
  std::string text;
  for (auto const& [name, data] : members) {
    if (!text.empty()) text += separator;
    text += name + '\n' + data;
  }
  return text;
}

std::vector<std::pair<std::string, std::string>> members_of(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> members;
  for (;;) {
    auto const end = text.find(separator);
    auto const part = text.substr(0, end);
    auto const line = std::min(part.find('\n'), part.size());
    members.emplace_back(part.substr(0, line), part.substr(std::min(line + 1, part.size())));
    if (end == std::string_view::npos) return members;
    text.remove_prefix(end + separator.size());
  }
}

std::vector<std::pair<std::string, std::string>> compressed_matrix(std::string const& format, bool wide) {
  auto const indices = [&](std::vector<std::int32_t> const& values) {
    return wide ? npy("<i8", "(" + std::to_string(values.size()) + ",)",
                      bytes_of(std::vector<std::int64_t>(values.begin(), values.end())))
                : npy("<i4", "(" + std::to_string(values.size()) + ",)", bytes_of(values));
  };
  return {{"indices.npy", indices({0, 2, 1})},
          {"indptr.npy", indices({0, 2, 2, 3})},
          {"format.npy", npy("|S3", "()", format)},
          {"shape.npy", npy("<i8", "(2,)", bytes_of(std::vector<std::int64_t>{3, 3}))},
          {"data.npy", npy("<f8", "(3,)", bytes_of(std::vector<double>{1, -2.5, 3}))}};
}

}  // namespace

std::vector<std::string> seeds() {
  auto coo = compressed_matrix("coo", false);
  coo[0].first = "row.npy", coo[1] = {"col.npy", npy("<i4", "(3,)", bytes_of(std::vector<std::int32_t>{0, 1, 2}))};
  std::vector<std::string> all;
  for (auto const& members :
       {compressed_matrix("csr", false), compressed_matrix("csc", true), compressed_matrix("bsr", false), coo}) {
    all.push_back(text_of(members));
    all.push_back(zip(members));
  }
  return all;
}

void try_bytes(std::string_view bytes) {
  try_file(bytes.starts_with("PK") ? std::string(bytes) : zip(members_of(bytes)), ".npz");
}

}  // namespace heddle::fuzz
