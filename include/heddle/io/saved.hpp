// saved.hpp - the format of saved containers, and its reader and writer, which know values by their size.
#pragma once
#include <functional>
#include <heddle/base/half.hpp>
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/detail/storage/vector_storage.hpp>
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
}  // namespace heddle
