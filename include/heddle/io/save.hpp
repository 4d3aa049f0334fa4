// save.hpp - matrices and vectors as bytes, in a file or a stream, and back.
// GraphBLAS C API 2.1, sections 4.2.4.16 to 4.2.4.18 (GrB_Matrix_serialize and the like), with vectors too.
#pragma once
#include <heddle/io/saved.hpp>
#include <heddle/matrix.hpp>
#include <heddle/vector.hpp>
#include <iosfwd>

namespace heddle {

/// How many bytes save() writes of it: a header of 64, the arrays, a checksum of 4. Counts the entries of a vector.
template <class T, index_type I, index_type O> [[nodiscard]] size_type serialized_bytes(matrix<T, I, O> const& a) {
  return detail::saved_bytes(detail::saved_header_of(storage_of(a).csr(), detail::saved_element_of<T>()));
}
template <class T, index_type I> [[nodiscard]] size_type serialized_bytes(vector<T, I> const& v) {
  detail::require_unrecorded(v.exec(), "serialized_bytes");
  return detail::saved_bytes(detail::saved_header_of(storage_of(v), detail::saved_element_of<T>()));
}

/// Writes the container as bytes that load() reads: its types, its shape, the arrays of the form that it is in (CSR; of
/// a vector the list, the bitmap or the dense array) and their checksum. Values are stored as they stand in memory, a
/// struct with its padding; give a type of your own a `saved_tag`. A promise of symmetry is not stored. The file
/// appears whole or not at all. Throws io_error naming the file and the system's reason, or the stream; out_of_memory.
/// Work O(bytes); memory beside it 4 MiB, and of a bitmap its entries as a list, which the vector keeps. Waits for the
/// executor.
template <class T, index_type I, index_type O> void save(matrix<T, I, O> const& a, std::ostream& out) {
  detail::save_matrix(storage_of(a).csr(), detail::saved_element_of<T>(), detail::stream_sink(out));
}
template <class T, index_type I, index_type O> void save(matrix<T, I, O> const& a, std::string const& path) {
  detail::save_file(path, [&](detail::byte_sink const& out) {
    detail::save_matrix(storage_of(a).csr(), detail::saved_element_of<T>(), out);
  });
}
template <class T, index_type I> void save(vector<T, I> const& v, std::ostream& out) {
  detail::require_unrecorded(v.exec(), "save");
  detail::save_vector(storage_of(v), detail::saved_element_of<T>(), detail::stream_sink(out));
}
template <class T, index_type I> void save(vector<T, I> const& v, std::string const& path) {
  detail::require_unrecorded(v.exec(), "save");
  detail::save_file(path, [&](detail::byte_sink const& out) {
    detail::save_vector(storage_of(v), detail::saved_element_of<T>(), out);
  });
}

namespace detail {

template <class T, index_type I, index_type O>
matrix<T, I, O> load_container(std::type_identity<matrix<T, I, O>>, byte_source& in, executor const& exec) {
  auto form = load_matrix<I, O>(in, saved_element_of<T>(), exec);
  matrix<T, I, O> result(form->major, form->minor, exec);
  storage_of(result).assign(std::move(form));
  return result;
}
template <class T, index_type I>
vector<T, I> load_container(std::type_identity<vector<T, I>>, byte_source& in, executor const& exec) {
  vector<T, I> result(0, exec);
  storage_of(result) = load_vector<I>(in, saved_element_of<T>(), exec);
  return result;
}

}  // namespace detail

/// What save() wrote: load<matrix<float>>(path). `Container` is of exactly the types that were saved. A stream is read
/// up to the last byte of the container, so that several may follow one another; a file holds one and nothing else.
/// Safe against any bytes: lengths are compared with what is there before memory is asked for (of a stream that cannot
/// tell, memory grows with what has come), and after the checksum offsets, indices and truth values are checked, so
/// what is given is a container by every rule. Throws io_error naming file and defect; invalid_argument where another
/// type or container is there, naming both; out_of_memory. Work O(bytes).
template <class Container> [[nodiscard]] Container load(std::istream& in, executor const& exec = {}) {
  detail::byte_source source(in);
  return detail::load_container(std::type_identity<Container>{}, source, exec);
}
template <class Container> [[nodiscard]] Container load(std::string const& path, executor const& exec = {}) {
  detail::byte_source source(path);
  Container result = detail::load_container(std::type_identity<Container>{}, source, exec);
  source.require_end();
  return result;
}

}  // namespace heddle
