// contents.hpp - what the first lines of a text say of its format.
#pragma once
#include "src/io/text.hpp"

namespace heddle::detail {

/// Where a Matrix Market banner begins, on the first line that is not blank; null if there is none. One percent sign
/// and blanks before it, which some programs write, are borne with.
char const* find_banner(text const& beginning);
inline bool has_banner(text const& beginning) { return find_banner(beginning) != nullptr; }

/// A problem line of DIMACS, `p sp 4 5`, behind comments `c ...` at most.
bool has_problem_line(text const& beginning);

/// `rows, cols, nnz` and a line of as many offsets as that asks for, which no list of edges has.
bool has_row_offsets(text const& beginning);

/// Comments that call it a graph, as SNAP's and KONECT's do. Else lines of two or three numbers that are edges, since
/// they can be nothing else that is known: neither the adjacency of METIS, nor entries behind a size line, nor with
/// columns whose sense nobody tells.
bool is_plainly_edges(text const& beginning);

}  // namespace heddle::detail
