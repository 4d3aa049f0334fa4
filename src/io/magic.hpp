// magic.hpp - the first bytes of formats that are no text.
#pragma once
#include <string_view>

namespace heddle::detail {

inline constexpr std::string_view zip_magic = "PK\x03\x04", empty_zip_magic = "PK\x05\x06", npy_magic = "\x93NUMPY",
                                  saved_magic = "\x89HEDDLE\n";
/// Behind the first stands a digit.
inline constexpr std::string_view bzip2_magic = "BZh", bzip2_block = "1AY&SY";

/// Whether `bytes` begin a file that is no text, in which no line ends are to be mended.
inline bool is_binary(std::string_view bytes) {
  for (auto const magic : {zip_magic, empty_zip_magic, npy_magic, saved_magic}) {
    if (bytes.starts_with(magic)) return true;
  }
  return false;
}

}  // namespace heddle::detail
