// generate_matrix.hpp - generated graphs as matrices on an executor: on a GPU those whose edges are drawn are made
// there.
#pragma once
#include <heddle/io/generators.hpp>
#include <heddle/matrix.hpp>
#include <optional>

namespace heddle::io {

struct generate_options {
  std::optional<weight_options> weights = {};  // as add_weights() gives them; none: a pattern, every entry one
  size_type key_bytes = size_type{1} << 34;    // on a GPU, at most, for the edges that are put in order at once
};

/// The matrix that to_matrix() makes of generate() and add_weights(), bit for bit, in the memory of `exec`.
/// Generators: those of generators(). T: a type of `coordinates`. Throws what generate() and add_weights() throw,
/// invalid_argument where key_bytes is not positive, index_overflow naming the wider type where Offset does not count
/// the entries, out_of_memory.
///
/// On a GPU rmat, kron, erdos_renyi and urand are drawn there, and nothing goes by way of the host: an edge is a hash
/// of its number, keys of row and column are sorted by radix and each is kept once. Keys of more than `key_bytes` are
/// made in stripes of rows, for each of which all edges are drawn anew. Memory: 16 bytes a vertex, key_bytes (or 16
/// bytes for each end of an edge of one vertex, where that is more) and a little for the sort, beside the columns of
/// the stripes so far; at the end offsets and columns twice, or, in one stripe, once; then the values. So R-MAT of
/// scale 26 and edge_factor 32, some 4.1 G entries, takes 35 GB at its peak as a pattern with 32-bit indices, and 50 as
/// doubles. Work O(edges) for each stripe, and the sort. Reads back twice a stripe. The other generators run on the
/// host.
template <class T, class Index = std::int32_t, index_type Offset = std::int32_t>
[[nodiscard]] matrix<T, Index, Offset> generate_matrix(std::string_view name, generator_values const& values,
                                                       executor exec = {}, generate_options const& options = {});

}  // namespace heddle::io
