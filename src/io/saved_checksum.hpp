// saved_checksum.hpp - the CRC-32 of saved containers and of members of archives.
#pragma once
#include <heddle/io/save.hpp>

namespace heddle::detail {

/// CRC-32, as in gzip, of bytes that come in pieces.
class running_checksum {
 public:
  void add(void const* data, std::size_t bytes);
  std::uint32_t value() const { return value_; }

 private:
  std::uint32_t value_ = 0;
};

/// Of what stands before it.
std::uint32_t header_checksum(saved_header const& header);

}  // namespace heddle::detail
