// saved_bytes.hpp - saved containers as text, to be damaged and loaded again.
#pragma once
#include <zlib.h>

#include <cstring>
#include <heddle/io/save.hpp>
#include <sstream>

#include "tests/io/temporary_folder.hpp"

namespace heddle::testing {

/// One type with a tag, one without; both of 8 bytes.
struct saved_pair {
  std::int32_t a, b;
  bool operator==(saved_pair const&) const = default;
};
struct saved_other_pair {
  std::int32_t a, b;
  bool operator==(saved_other_pair const&) const = default;
};

template <class Container> std::string saved(Container const& a) {
  std::ostringstream stream;
  save(a, stream);
  return stream.str();
}

template <class Container> Container loaded(std::string const& bytes) {
  std::istringstream stream(bytes);
  return load<Container>(stream);
}

template <class Container> std::string load_complaint(std::istream& stream) {
  return complaint<io_error>([&] { (void)load<Container>(stream); });
}

/// Bytes that come one after the other, and tell neither how many there are nor where one stands.
class one_way_buffer : public std::streambuf {
 public:
  explicit one_way_buffer(std::string bytes) : bytes_(std::move(bytes)) {
    setg(bytes_.data(), bytes_.data(), bytes_.data() + bytes_.size());
  }

 private:
  std::string bytes_;
};

/// Bytes whose checksums are right, whatever else is not.
inline std::string sealed(detail::saved_header header, std::string const& arrays) {
  auto const crc = [](void const* data, std::size_t bytes) {
    return static_cast<std::uint32_t>(::crc32(0, static_cast<Bytef const*>(data), static_cast<uInt>(bytes)));
  };
  header.checksum = crc(&header, offsetof(detail::saved_header, checksum));
  std::uint32_t const of_arrays = crc(arrays.data(), arrays.size());
  std::string bytes(sizeof header, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes + arrays + std::string(reinterpret_cast<char const*>(&of_arrays), sizeof of_arrays);
}

/// The header and the arrays of saved bytes.
inline detail::saved_header header_of(std::string const& bytes) {
  detail::saved_header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}
inline std::string arrays_of(std::string const& bytes) {
  return bytes.substr(sizeof(detail::saved_header), bytes.size() - sizeof(detail::saved_header) - 4);
}

}  // namespace heddle::testing
