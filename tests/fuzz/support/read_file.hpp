// read_file.hpp - bytes as a file of some name, read, checked, and written and read again.
#pragma once
#include <string>
#include <string_view>

namespace heddle::fuzz {

/// The file is `input` with this extension. It is read as one of several types, by the number of its bytes, and with
/// one of several options: entries lie in the shape, the header says the same, and what is written as Matrix Market is
/// read back the same. `columns` is read_options::columns.
void try_file(std::string_view bytes, std::string const& extension, std::string const& columns = "");

/// What io::write writes of a few entries to a file of this extension: with weights or as a pattern.
std::string written(std::string const& extension, bool weighted, bool symmetric);

}  // namespace heddle::fuzz
