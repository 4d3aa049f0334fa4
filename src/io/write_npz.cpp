// write_npz.cpp - a matrix as an archive that scipy.sparse.load_npz reads.
#include "src/io/write_npz.hpp"

#include <algorithm>
#include <heddle/base/error.hpp>
#include <vector>

#include "src/io/little_endian.hpp"
#include "src/io/saved_checksum.hpp"
#include "src/io/text.hpp"
#include "src/io/text_sink.hpp"
#include "src/io/value_bits.hpp"

namespace heddle::detail {
namespace {

constexpr std::size_t alignment = 64;  // of the elements of an array, as numpy has it

template <class Number> std::string raw_bytes(Number number) {
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}
std::string two(std::size_t number) { return raw_bytes(static_cast<std::uint16_t>(number)); }
std::string four(std::size_t number) { return raw_bytes(static_cast<std::uint32_t>(number)); }
std::string eight(std::size_t number) { return raw_bytes(static_cast<std::uint64_t>(number)); }

template <class T> std::string npy_type() {
  auto const letter = std::is_floating_point_v<T> ? "f" : std::is_signed_v<T> ? "i" : "u";
  return concat(sizeof(T) == 1 ? "|" : "<", letter, sizeof(T));
}

/// What stands before the elements.
std::string npy_heading(std::string const& type, std::string const& shape) {
  std::string dictionary = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  dictionary.append(alignment - 1 - (10 + dictionary.size()) % alignment, ' ').push_back('\n');
  return "\x93NUMPY" + std::string("\x01\x00", 2) + two(dictionary.size()) + dictionary;
}

/// Writes members one behind the other, and then the directory, with the fields of archives of any size.
class zip_writer {
 public:
  explicit zip_writer(text_sink& sink) : sink_(sink) {}

  void member(std::string const& name, std::string_view heading, std::string_view elements) {
    auto const size = heading.size() + elements.size();
    auto const place = place_;
    running_checksum sum;
    sum.add(heading.data(), heading.size());
    sum.add(elements.data(), elements.size());
    auto const common = two(45) + two(0) + two(0) + four(first_of_1980) + four(sum.value()) + four(in_extra) +
                        four(in_extra) + two(name.size());
    auto const sizes = eight(size) + eight(size);
    put("PK\x03\x04" + common + two(20) + name + two(1) + two(16) + sizes);
    put(heading);
    put(elements);
    directory_ += "PK\x01\x02" + two(45) + common + two(28) + two(0) + two(0) + two(0) + four(0) + four(in_extra) +
                  name + two(1) + two(24) + sizes + eight(place);
    ++members_;
  }

  void finish() {
    auto const place = place_;
    put(directory_);
    auto const end = place_;
    put("PK\x06\x06" + eight(44) + two(45) + two(45) + four(0) + four(0) + eight(members_) + eight(members_) +
        eight(directory_.size()) + eight(place));
    put("PK\x06\x07" + four(0) + eight(end) + four(1));
    put("PK\x05\x06" + two(0) + two(0) + two(members_) + two(members_) + four(in_extra) + four(in_extra) + two(0));
  }

 private:
  static constexpr std::size_t in_extra = 0xffffffff;       // the number stands in the extra field
  static constexpr std::size_t first_of_1980 = 0x00210000;  // equal matrices give equal files

  void put(std::string_view bytes) {
    place_ += bytes.size();
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), piece))) sink_.write(bytes.substr(0, piece));
  }

  static constexpr std::size_t piece = std::size_t{1} << 22;

  text_sink& sink_;
  std::string directory_;
  std::size_t place_ = 0, members_ = 0;
};

template <class Number> std::string_view byte_view(std::vector<Number> const& numbers) {
  return {reinterpret_cast<char const*>(numbers.data()), numbers.size() * sizeof(Number)};
}

template <class Number>
void put_array(zip_writer& zip, std::string const& name, std::vector<Number> const& numbers,
               std::string const& type = npy_type<Number>()) {
  zip.member(name + ".npy", npy_heading(type, concat("(", numbers.size(), ",)")), byte_view(numbers));
}

/// Entries whose values are known by their bits and the type that these are of.
template <class Index, class Bits> struct typed_entries {
  size_type rows, cols;
  std::vector<Index> const& row;
  std::vector<Index> const& col;
  value_bits<Bits> value;
  std::string type;
  bool is_pattern;
};
template <class Index, class Bits>  // which clang 14 does not find by itself
typed_entries(size_type, size_type, std::vector<Index> const&, std::vector<Index> const&, value_bits<Bits>, std::string,
              bool)
    ->typed_entries<Index, Bits>;

/// Indices and offsets have one type, as scipy wants it.
template <class Number, class Index, class Bits>
void put_matrix(zip_writer& zip, typed_entries<Index, Bits> const& entries) {
  auto const count = entries.row.size();
  std::vector<Number> offsets(static_cast<std::size_t>(entries.rows) + 1, 0), columns(count);
  for (auto const i : entries.row) ++offsets[static_cast<std::size_t>(i) + 1];
  for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
  auto const next_place = [next = offsets](Index row) mutable {
    return static_cast<std::size_t>(next[static_cast<std::size_t>(row)]++);
  };
  auto column_place = next_place, value_place = next_place;
  for (std::size_t k = 0; k < count; ++k) columns[column_place(entries.row[k])] = static_cast<Number>(entries.col[k]);
  put_array(zip, "indices", columns);
  put_array(zip, "indptr", offsets);
  zip.member("format.npy", npy_heading("|S3", "()"), "csr");
  put_array(zip, "shape", std::vector<std::int64_t>{entries.rows, entries.cols});
  if (entries.is_pattern) {
    std::string const truth(count, '\1');
    return zip.member("data.npy", npy_heading("|b1", concat("(", count, ",)")), truth);
  }
  std::vector<Bits> values(count);
  for (std::size_t k = 0; k < count; ++k) values[value_place(entries.row[k])] = entries.value[k];
  put_array(zip, "data", values, entries.type);
}

}  // namespace

template <class T, class Index>
void write_npz(std::string const& path, compression packed, io::coordinates<T, Index> const& entries) {
  text_sink sink(path, packed);
  zip_writer zip(sink);
  typed_entries const typed{entries.rows,           entries.cols,  entries.row,        entries.col,
                            bits_of(entries.value), npy_type<T>(), is_pattern(entries)};
  bool const narrow = fit_32_bits({entries.rows, entries.cols, entries.nnz()});
  narrow ? put_matrix<std::int32_t>(zip, typed) : put_matrix<std::int64_t>(zip, typed);
  zip.finish();
  sink.commit();
}

#define INSTANTIATE(T, Index) \
  template void write_npz(std::string const&, compression, io::coordinates<T, Index> const&);
#include "src/io/file_instances.hpp"

}  // namespace heddle::detail
