// memory_size.hpp - an amount of memory as people write it: 2G, 512MiB, 1.5T, 4096.
#pragma once
#include <heddle/base/types.hpp>
#include <string>

namespace heddle::cli {

/// Bytes. K, M, G and T, and KiB, MiB, GiB and TiB for them, are powers of 1024, in capitals or not. Throws
/// invalid_argument, naming `option`, unless `text` is such a size, of one byte at least.
size_type memory_size(std::string const& option, std::string const& text);

}  // namespace heddle::cli
