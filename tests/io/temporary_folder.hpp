// temporary_folder.hpp - a folder of a test's own, gone with it, and what the tests of input and output ask of it.
#pragma once
#include <doctest/doctest.h>
#include <stdlib.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <heddle/base/error.hpp>
#include <heddle/io/files.hpp>
#include <iterator>
#include <string>
#include <vector>

namespace heddle::testing {

class temporary_folder {
 public:
  temporary_folder() {
    auto pattern = (std::filesystem::temp_directory_path() / "heddle-test-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  temporary_folder(temporary_folder const&) = delete;
  temporary_folder& operator=(temporary_folder const&) = delete;

  std::string file(std::string const& name) const { return (path_ / name).string(); }

  /// Removed first: file systems wait for the disk where a file is emptied and written anew.
  std::string write(std::string const& name, std::string const& text) const {
    std::filesystem::remove(file(name));
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }

  std::string read(std::string const& name) const {
    std::ifstream stream(file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  /// Names in the folder, hidden ones included.
  std::size_t num_files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
  }

 private:
  std::filesystem::path path_;
};

/// One gzip member.
inline std::string gzipped(std::string const& text) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

template <class T> struct entry {
  size_type row, col;
  T value;
  bool operator==(entry const&) const = default;
};

template <class T> std::ostream& operator<<(std::ostream& out, entry<T> const& e) {
  return out << '(' << e.row << ", " << e.col << ") " << +e.value;
}

/// Entries in file order; those of a pattern have the value one.
template <class T, class Index> std::vector<entry<T>> entries_of(io::coordinates<T, Index> const& coordinates) {
  std::vector<entry<T>> entries;
  for (std::size_t k = 0; k < coordinates.row.size(); ++k) {
    auto const value = coordinates.value.empty() ? T{1} : coordinates.value[k];
    entries.push_back({coordinates.row[k], coordinates.col[k], value});
  }
  return entries;
}

template <class T = double, class Index = std::int32_t> std::vector<entry<T>> entries_in(std::string const& path) {
  return entries_of(io::read<T, Index>(path));
}

/// What Error says when `action` fails, "" if it does not; any other exception passes.
template <class Error, class Action> std::string complaint(Action action) {
  try {
    action();
  } catch (Error const& error) { return error.what(); }
  return "";
}

inline std::string read_complaint(std::string const& path, io::read_options const& options = {}) {
  return complaint<io_error>([&] { (void)io::read<double>(path, {}, options); });
}

}  // namespace heddle::testing
