// saved_entries.cpp - the entries of a matrix that save() wrote, whatever its types are.
#include "src/io/saved_entries.hpp"

#include <istream>
#include <streambuf>

#include "src/io/saved_checksum.hpp"

namespace heddle::detail {
namespace {

/// Bytes in memory as a stream that can tell how many are left.
class memory_stream : public std::streambuf {
 public:
  explicit memory_stream(std::string_view bytes) {
    auto* const begin = const_cast<char*>(bytes.data());
    setg(begin, begin, begin + bytes.size());
  }

 protected:
  pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode) override {
    auto* const base = from == std::ios_base::beg ? eback() : from == std::ios_base::end ? egptr() : gptr();
    if (offset < eback() - base || offset > egptr() - base) return pos_type(off_type(-1));
    setg(eback(), base + offset, egptr());
    return pos_type(gptr() - eback());
  }
  pos_type seekpos(pos_type place, std::ios_base::openmode which) override {
    return seekoff(off_type(place), std::ios_base::beg, which);
  }
};

/// The header as it stands there; load_matrix() looks whether it is sound.
saved_header peek(text const& source) {
  saved_header header;
  if (source.size < static_cast<size_type>(sizeof header)) fail(source.path, "ends within the header");
  std::memcpy(&header, source.all().data(), sizeof header);
  bool const sound = header.checksum == header_checksum(header) && header.order == saved_header::order_mark &&
                     header.version == saved_header::current_version;
  if (!sound) return header;
  if (header.offset_width == 0) {
    fail(source.path, concat("holds a vector of ", header.rows, " positions that was saved, and a matrix is wanted"));
  }
  bool const is_half = header.kind == element_kind::f16 || header.kind == element_kind::bf16;
  bool const is_own = header.kind == element_kind::own || (is_half && header.width != 2) ||
                      (header.kind == element_kind::floating && header.width != 4 && header.width != 8);
  if (is_own) {
    fail(source.path, concat("holds values of a type of ", header.width, " bytes that is no number of a file"));
  }
  return header;
}

npy_kind kind_of(element_kind kind) {
  if (kind == element_kind::boolean) return npy_kind::boolean;
  if (kind == element_kind::signed_integer) return npy_kind::signed_integer;
  return kind == element_kind::unsigned_integer ? npy_kind::unsigned_integer : npy_kind::floating;
}

/// Values as an array of numbers; halves are widened into `room`.
npy_array array_of(text const& source, saved_header const& header, std::span<byte const> bytes,
                   std::vector<float>& room) {
  npy_array array;
  array.name = source.path;
  array.header.kind = kind_of(header.kind);
  array.header.width = static_cast<int>(header.width);
  array.header.count = static_cast<size_type>(bytes.size()) / header.width;
  array.data = {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
  bool const is_f16 = header.kind == element_kind::f16;
  if (!is_f16 && header.kind != element_kind::bf16) return array;
  npy_elements<std::uint16_t> const halves{array.data.data(), false};
  for (size_type k = 0; k < array.header.count; ++k) {
    room.push_back(is_f16 ? binary16::widen(halves[k]) : upper_half::widen(halves[k]));
  }
  array.header.width = sizeof(float);
  array.data = {reinterpret_cast<char const*>(room.data()), room.size() * sizeof(float)};
  return array;
}

bool all_ones(npy_array const& values) {
  return with_elements(values, [&]<class E>(npy_elements<E> const& elements) {
    return first_refused(values.size(), [&](size_type k) { return elements[k] == E(1); }) < 0;
  });
}

/// do_with(form, values, field) of the container.
template <class I, class O, class Do> void load(text const& source, saved_header const& header, Do const& do_with) {
  memory_stream bytes(source.all());
  std::istream stream(&bytes);
  byte_source in(stream, source.path);
  auto const form = load_matrix<I, O>(in, {header.kind, header.width, header.tag}, executor{});
  in.require_end();
  std::span<byte const> const stored =
      form->one_value ? std::span<byte const>(form->one)
                      : std::span<byte const>(form->values.data(), static_cast<std::size_t>(form->values.size()));
  std::vector<float> widened;
  auto const values = array_of(source, header, stored, widened);
  bool const may_be_pattern = form->one_value || header.kind == element_kind::boolean;
  auto const field = may_be_pattern && all_ones(values)         ? io::field::pattern
                     : values.header.kind == npy_kind::floating ? io::field::real
                                                                : io::field::integer;
  do_with(*form, values, field);
}

template <class Do> void load(text const& source, Do const& do_with) {
  auto const header = peek(source);
  source.bound.require(2 * static_cast<double>(source.size), source.path, "its contents");
  bool const wide_indices = header.index_width == 8, wide_offsets = header.offset_width == 8;
  if (wide_indices) {
    wide_offsets ? load<std::int64_t, std::int64_t>(source, header, do_with)
                 : load<std::int64_t, std::int32_t>(source, header, do_with);
  } else {
    wide_offsets ? load<std::int32_t, std::int64_t>(source, header, do_with)
                 : load<std::int32_t, std::int32_t>(source, header, do_with);
  }
}

}  // namespace

io::file_header saved_entries_header(text const& source) {
  io::file_header result;
  load(source, [&](auto const& form, npy_array const&, io::field field) {
    result = {.rows = form.major,
              .cols = form.minor,
              .entries = form.nnz,
              .values = field,
              .fits_32_bit = fit_32_bits({form.major, form.minor, form.nnz}),
              .base = 0};
  });
  return result;
}

template <class Index>
entry_places<Index> read_saved_entries(text const& source, std::size_t value_bytes, value_taker const& take) {
  entry_places<Index> result;
  load(source, [&](auto const& form, npy_array const& values, io::field field) {
    require_shape_fits<Index>(source, 0, form.major, form.minor);
    source.bound.require(2.0 * static_cast<double>(source.size) +
                             static_cast<double>(form.nnz) * static_cast<double>(2 * sizeof(Index) + value_bytes),
                         source.path, concat(form.nnz, " entries"));
    result.rows = form.major;
    result.cols = form.minor;
    result.values = field;
    result.col.assign(form.indices.data(), form.indices.data() + form.nnz);
    result.row.resize(result.col.size());
    for (size_type i = 0; i < form.major; ++i) {
      std::fill(result.row.begin() + form.offsets.data()[i], result.row.begin() + form.offsets.data()[i + 1],
                static_cast<Index>(i));
    }
    if (field == io::field::pattern) return;
    take(values, form.nnz, [&](size_type k) { return form.one_value ? size_type{0} : k; });
  });
  return result;
}

template entry_places<std::int32_t> read_saved_entries(text const&, std::size_t, value_taker const&);
template entry_places<std::int64_t> read_saved_entries(text const&, std::size_t, value_taker const&);

}  // namespace heddle::detail
