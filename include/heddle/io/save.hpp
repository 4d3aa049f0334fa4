// save.hpp - matrices and vectors as bytes, in a file or a stream, and back; and the format, whose reader and writer
// know values by their size.
// GraphBLAS C API 2.1, sections 4.2.4.16 to 4.2.4.18 (GrB_Matrix_serialize and the like), with vectors too.
#pragma once
#include <functional>
#include <heddle/base/half.hpp>
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/detail/storage/vector_storage.hpp>
#include <heddle/matrix.hpp>
#include <heddle/vector.hpp>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace heddle {

/// Tells saved values of one type of yours from those of another of the same size: any number but 0, by
///   template <> inline constexpr std::uint64_t heddle::saved_tag<my_struct> = 0x6d79'7374'7275'6374;
/// Without it only the size is checked. Numbers and bool need none.
template <class T> inline constexpr std::uint64_t saved_tag = 0;

namespace detail {

enum class element_kind : std::uint16_t { own, boolean, signed_integer, unsigned_integer, floating, f16, bf16 };

struct saved_element {
  element_kind kind = element_kind::own;
  std::uint32_t width = 1;
  std::uint64_t tag = 0;
  bool operator==(saved_element const&) const = default;
};

template <class T> consteval saved_element saved_element_of() {
  auto const kind = [] {
    if (std::is_same_v<T, bool>) return element_kind::boolean;
    if (std::is_same_v<T, f16>) return element_kind::f16;
    if (std::is_same_v<T, bf16>) return element_kind::bf16;
    if (std::is_floating_point_v<T>) return element_kind::floating;
    if (!std::is_integral_v<T>) return element_kind::own;
    return std::is_signed_v<T> ? element_kind::signed_integer : element_kind::unsigned_integer;
  }();
  return {kind, sizeof(T), kind == element_kind::own ? saved_tag<T> : 0};
}

enum class saved_form : std::uint8_t { csr = 1, csr_of_one_value, list, bitmap, dense };

/// The first 64 bytes, in the byte order of the machine. Then come, without gaps,
///   csr               offsets[rows + 1], columns[nnz], values[nnz]
///   csr_of_one_value  offsets[rows + 1], columns[nnz], the value
///   list              indices[nnz], values[nnz]
///   bitmap            present[rows], a byte each, 0 where there is no entry, values[nnz]
///   dense             values[rows]
/// and last the CRC-32 of these arrays, 4 bytes. A vector has as many rows as positions, and one column.
struct saved_header {
  static constexpr std::uint64_t magic_number = 0x0a454c4444454889;  // "\x89HEDDLE\n" where low bytes come first
  static constexpr std::uint32_t order_mark = 0x01020304;
  static constexpr std::uint16_t current_version = 1;

  std::uint64_t magic = magic_number;
  std::uint32_t order = order_mark;
  std::uint16_t version = current_version;
  saved_form form = saved_form::csr;
  std::uint8_t index_width = 4;
  std::uint8_t offset_width = 0;  // 0: a vector
  std::uint8_t zero = 0;
  element_kind kind = element_kind::own;
  std::uint32_t width = 1;  // of an element, in bytes
  std::uint64_t tag = 0;    // of a type of the user's, else 0
  std::int64_t rows = 0, cols = 1, nnz = 0;
  std::uint32_t reserved = 0;
  std::uint32_t checksum = 0;  // CRC-32 of what stands before it
};
static_assert(sizeof(saved_header) == 64 && std::is_trivially_copyable_v<saved_header>);

template <index_type I, index_type O>
saved_header saved_header_of(compressed<I, O> const& form, saved_element const& element);
/// Counts the entries.
template <index_type I> saved_header saved_header_of(vector_storage<I> const& v, saved_element const& element);

/// All bytes, from header to checksum; the greatest size_type where it cannot hold their number.
size_type saved_bytes(saved_header const& header);

/// Takes all bytes that it is given, or throws io_error.
using byte_sink = std::function<void(std::string_view)>;
byte_sink stream_sink(std::ostream& out);
/// save(sink) into a file that appears when all is written.
void save_file(std::string const& path, std::function<void(byte_sink const&)> const& save);

template <index_type I, index_type O>
void save_matrix(compressed<I, O> const& form, saved_element const& element, byte_sink const& out);
template <index_type I>
void save_vector(vector_storage<I> const& v, saved_element const& element, byte_sink const& out);

/// A file, or a stream, that is read once from where it stands.
class byte_source {
 public:
  explicit byte_source(std::istream& in, std::string name = "the stream");
  explicit byte_source(std::string const& path);
  ~byte_source();

  /// Bytes that are left, -1 where that cannot be told.
  size_type left() const { return left_; }
  std::string const& name() const { return name_; }
  /// Fills `to`; throws io_error saying which part ends early.
  void read(void* to, std::size_t bytes, char const* part);
  void require_end();
  /// Throws io_error: the name, and the reason.
  [[noreturn]] void fail(std::string const& reason) const;

 private:
  void measure();

  std::unique_ptr<std::istream> file_;
  std::istream* in_;
  std::string name_;
  size_type left_ = -1;
};

template <index_type I, index_type O>
std::shared_ptr<compressed<I, O> const> load_matrix(byte_source& in, saved_element const& element,
                                                    executor const& exec);
template <index_type I>
vector_storage<I> load_vector(byte_source& in, saved_element const& element, executor const& exec);

}  // namespace detail
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
template <class Container>
[[nodiscard]] Container load(std::istream& in, executor const& exec = detail::usual_executor()) {
  detail::byte_source source(in);
  return detail::load_container(std::type_identity<Container>{}, source, exec);
}
template <class Container>
[[nodiscard]] Container load(std::string const& path, executor const& exec = detail::usual_executor()) {
  detail::byte_source source(path);
  Container result = detail::load_container(std::type_identity<Container>{}, source, exec);
  source.require_end();
  return result;
}

}  // namespace heddle
