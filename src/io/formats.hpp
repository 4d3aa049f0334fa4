// formats.hpp - the one table of formats: their names, their extensions, and how contents tell what they are.
#pragma once
#include <string>

#include "src/io/compression.hpp"
#include "src/io/text.hpp"

namespace heddle::detail {

enum class file_format { matrix_market, dimacs, metis, smtx, edge_list, npz, npy, saved };

/// The format of what `beginning` begins: what it says of itself, whatever its name is; else what its extension says;
/// else what it cannot but be. Throws invalid_argument, listing the known extensions, where none of them tells.
file_format format_of(text const& beginning);

/// As people call it: "Matrix Market".
char const* name_of(file_format format);

/// Whether the extension is one that is read.
bool has_known_extension(std::string const& path);

struct format_choice {
  file_format format;
  compression packed;
};

/// What is written to `path`: by `extension` where that is given, else by its own alone. Throws invalid_argument,
/// listing those that can be written.
format_choice output_format_of(std::string const& path, std::string const& extension = {});

/// The same of a matrix, which not every format holds: throws invalid_argument too where this one does not.
format_choice output_format_of(std::string const& path, std::string const& extension, size_type rows, size_type cols);

}  // namespace heddle::detail
