// read_file.cpp - a file in memory for every input, and what has to hold of what is read from it.
#include "tests/fuzz/support/read_file.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <heddle/io/files.hpp>
#include <heddle/io/generators.hpp>
#include <iterator>
#include <tuple>
#include <utility>

#include "tests/fuzz/support/fuzzer.hpp"

namespace heddle::fuzz {
namespace {

constexpr size_type memory_limit = size_type{1} << 28;

/// Half of the inputs are read as files are read by default; what the others are asked for, their bytes draw.
io::read_options drawn_options(std::string_view bytes, std::string const& columns) {
  io::read_options options = {.memory_limit_bytes = memory_limit, .columns = columns};
  auto bits = ::crc32(0, reinterpret_cast<Bytef const*>(bytes.data()), static_cast<uInt>(bytes.size()));
  auto const draw = [&](unsigned ways) { return std::exchange(bits, bits / ways) % ways; };
  if (draw(2) == 0) return options;
  options.allow_nan = draw(2) == 0;
  options.compact = draw(2) == 0;
  if (auto const said = draw(4); said < 2) options.undirected = said == 0;
  if (auto const base = draw(4); base < 2) options.base = static_cast<size_type>(base);
  return options;
}

/// In memory where the system has such a folder, and gone with the process.
class folder {
 public:
  folder() : path_(std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : std::filesystem::temp_directory_path()) {
    path_ /= "heddle-fuzz-" + std::to_string(::getpid());
    std::filesystem::create_directory(path_);
  }
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(std::string const& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

folder const& own_folder() {
  static folder const one;
  return one;
}

void put(std::string const& path, std::string_view bytes) {
  int const file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  require(file >= 0 && ::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
          "an input can be put into a file");
  ::close(file);
}

template <class T, class Index> auto sorted(io::coordinates<T, Index> const& entries) {
  using bits = std::conditional_t<sizeof(T) == 8, std::uint64_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint8_t>>;
  std::vector<std::tuple<Index, Index, bits>> all;
  for (std::size_t k = 0; k < entries.row.size(); ++k) {
    T value = entries.value.empty() ? T{1} : entries.value[k];
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(value)) value = std::numeric_limits<T>::quiet_NaN();
    }
    all.emplace_back(entries.row[k], entries.col[k], std::bit_cast<bits>(value));
  }
  std::sort(all.begin(), all.end());
  return all;
}

template <class T, class Index>
void check(std::string const& path, io::coordinates<T, Index> const& entries, io::read_options const& options) {
  require(entries.rows >= 0 && entries.cols >= 0, "a shape is not negative");
  require(entries.row.size() == entries.col.size(), "there are as many rows as columns");
  require(entries.value.empty() || entries.value.size() == entries.row.size(), "there are as many values, or none");
  for (Index i : entries.row) require(i >= 0 && i < entries.rows, "rows lie in the shape");
  for (Index j : entries.col) require(j >= 0 && j < entries.cols, "columns lie in the shape");
  io::file_header header;
  require(succeeds([&] { header = io::read_header(path, options); }), "what is read has a header");
  require(header.rows == entries.rows && header.cols == entries.cols, "the header has the same shape");
  require(header.symmetric == entries.symmetric, "the header is as symmetric");
  auto const names = static_cast<size_type>(entries.names.size());
  require(names == (options.compact ? entries.rows : 0), "vertices have names where they are numbered anew");
}

template <class T, class Index> void try_as(std::string const& path, io::read_options const& options) {
  io::coordinates<T, Index> entries;
  if (!succeeds([&] { entries = io::read<T, Index>(path, {}, options); })) return;
  check(path, entries, options);
  auto const again = own_folder().file("again.mtx");
  io::coordinates<T, Index> same;
  require(succeeds([&] {
            io::write(again, entries);
            same = io::read<T, Index>(again, {}, {.memory_limit_bytes = memory_limit});
          }),
          "what was read can be written, and read again");
  require(same.rows == entries.rows && same.cols == entries.cols, "the shape is written");
  require(sorted(same) == sorted(entries), "the entries are written");
}

}  // namespace

void try_file(std::string_view bytes, std::string const& extension, std::string const& columns) {
  auto const options = drawn_options(bytes, columns);
  auto const path = own_folder().file("input" + extension);
  put(path, bytes);
  switch (bytes.size() % 4) {
    case 0:
      return try_as<double, std::int32_t>(path, options);
    case 1:
      return try_as<std::int64_t, std::int64_t>(path, options);
    case 2:
      return try_as<float, std::int32_t>(path, options);
    default:
      return try_as<std::uint8_t, std::int32_t>(path, options);
  }
}

std::string written(std::string const& extension, bool weighted, bool symmetric) {
  auto entries = symmetric ? io::grid<std::int64_t>({.width = 3, .height = 2}) : io::power_law<std::int64_t>({.n = 6});
  if (weighted) io::add_weights(entries);
  auto const path = own_folder().file("seed" + extension);
  io::write(path, entries);
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace heddle::fuzz
