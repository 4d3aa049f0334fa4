// numpy.cpp - just enough of two formats: NEP 1 of NumPy, and of PKWARE's APPNOTE what is not compressed.
#include "tests/fuzz/support/numpy.hpp"

#include <zlib.h>

#include <cstdint>

namespace heddle::fuzz {
namespace {

void append(std::string& out, std::uint64_t number, int bytes) {
  for (int k = 0; k < bytes; ++k) out += static_cast<char>(number >> 8 * k & 0xff);
}

// What a member's own header and its line in the directory have in common.
std::string facts_of(std::string const& name, std::string const& data) {
  std::string out;
  append(out, 20, 2), append(out, 0, 2), append(out, 0, 2), append(out, 0, 4);  // version, flags, method, time
  append(out, ::crc32(0, reinterpret_cast<Bytef const*>(data.data()), static_cast<uInt>(data.size())), 4);
  append(out, data.size(), 4), append(out, data.size(), 4);
  append(out, name.size(), 2), append(out, 0, 2);
  return out;
}

}  // namespace

std::string npy(std::string const& descr, std::string const& shape, std::string const& data) {
  std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  std::string out = std::string("\x93NUMPY\x01", 7) + '\0';
  append(out, header.size(), 2);
  return out + header + data;
}

std::string zip(std::vector<std::pair<std::string, std::string>> const& members) {
  std::string out, directory;
  for (auto const& [name, data] : members) {
    auto const facts = facts_of(name, data);
    directory += "PK\x01\x02";
    append(directory, 20, 2);
    directory += facts;
    append(directory, 0, 2), append(directory, 0, 2), append(directory, 0, 2), append(directory, 0, 4);
    append(directory, out.size(), 4);
    directory += name;
    out += "PK\x03\x04" + facts + name + data;
  }
  std::string end = "PK\x05\x06";
  append(end, 0, 4), append(end, members.size(), 2), append(end, members.size(), 2);
  append(end, directory.size(), 4), append(end, out.size(), 4), append(end, 0, 2);
  return out + directory + end;
}

}  // namespace heddle::fuzz
