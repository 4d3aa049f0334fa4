// numpy_bytes.hpp - arrays and archives as numpy writes them, byte by byte, for tests.
#pragma once
#include <zlib.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace heddle::testing {

template <class Number> std::string little_bytes(Number number) {
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

template <class Number> std::string elements(std::vector<Number> const& numbers) {
  std::string bytes;
  for (auto const number : numbers) bytes += little_bytes(number);
  return bytes;
}

/// An array with any dictionary; from version 2 on its length takes four bytes.
inline std::string npy_with(std::string const& dictionary, std::string const& data, char version = 1) {
  auto const length = version == 1 ? little_bytes(static_cast<std::uint16_t>(dictionary.size()))
                                   : little_bytes(static_cast<std::uint32_t>(dictionary.size()));
  return "\x93NUMPY" + std::string{version, '\0'} + length + dictionary + data;
}

inline std::string npy(std::string const& type, std::string const& shape, std::string const& data,
                       bool by_columns = false) {
  return npy_with(
      "{'descr': '" + type + "', 'fortran_order': " + (by_columns ? "True" : "False") + ", 'shape': " + shape + ", }\n",
      data);
}

inline std::string raw_deflated(std::string const& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

using archive_members = std::vector<std::pair<std::string, std::string>>;

/// A zip archive, its members stored or deflated; `wide`: with the fields of large archives, as numpy writes them, and
/// one of a program's own before; `only_places`: sizes of members stand where they do in small ones.
inline std::string zipped(archive_members const& members, bool deflated = false, bool wide = false,
                          bool only_places = false) {
  std::string archive, directory;
  auto const u16 = [](std::size_t n) { return little_bytes(static_cast<std::uint16_t>(n)); };
  auto const u32 = [](std::size_t n) { return little_bytes(static_cast<std::uint32_t>(n)); };
  auto const u64 = [](std::size_t n) { return little_bytes(static_cast<std::uint64_t>(n)); };
  for (auto const& [name, bytes] : members) {
    auto const packed = deflated ? raw_deflated(bytes) : bytes;
    auto const sum = crc32(0, reinterpret_cast<Bytef const*>(bytes.data()), static_cast<uInt>(bytes.size()));
    std::size_t const all_ones = 0xffffffff, place = archive.size();
    auto const in_extra = (only_places ? "" : u64(bytes.size()) + u64(packed.size())) + u64(place);
    auto const extra = wide ? u16(0x7775) + u16(3) + "own" + u16(1) + u16(in_extra.size()) + in_extra : "";
    auto const sizes = wide && !only_places ? u32(all_ones) + u32(all_ones) : u32(packed.size()) + u32(bytes.size());
    auto const common = u16(20) + u16(0) + u16(deflated ? 8 : 0) + u32(0) + u32(sum) + sizes + u16(name.size());
    archive += "PK\x03\x04" + common + u16(0) + name + packed;
    directory += "PK\x01\x02" + u16(20) + common + u16(extra.size()) + u16(0) + u16(0) + u16(0) + u32(0) +
                 u32(wide ? all_ones : place) + name + extra;
  }
  auto const place = archive.size();
  archive += directory;
  if (wide) {
    auto const end = archive.size();
    archive += "PK\x06\x06" + u64(44) + u16(45) + u16(45) + u32(0) + u32(0) + u64(members.size()) +
               u64(members.size()) + u64(directory.size()) + u64(place);
    archive += "PK\x06\x07" + u32(0) + u64(end) + u32(1);
  }
  auto const count = u16(wide ? 0xffff : members.size());
  return archive + "PK\x05\x06" + u16(0) + u16(0) + count + count + u32(wide ? 0xffffffff : directory.size()) +
         u32(wide ? 0xffffffff : place) + u16(0);
}

/// What save_npz adds to the arrays of a format.
inline archive_members sparse(std::string const& format, std::string const& shape, archive_members arrays) {
  std::string const length = std::to_string(format.size());
  arrays.emplace_back("format.npy", npy("|S" + length, "()", format));
  arrays.emplace_back("shape.npy", shape);
  return arrays;
}

inline std::string shape_of(std::int64_t rows, std::int64_t cols) {
  return npy("<i8", "(2,)", elements<std::int64_t>({rows, cols}));
}

}  // namespace heddle::testing
