// save.cpp - containers as bytes: what is written.
#include <zlib.h>

#include <algorithm>
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/io/files.hpp>
#include <heddle/io/save.hpp>
#include <ostream>
#include <vector>

#include "src/io/saved_checksum.hpp"

namespace heddle::detail {
namespace {

constexpr size_type piece_bytes = size_type{1} << 22;  // of an array, on its way through host memory

// Of sizes that a file claims: the greatest where they are too great.
size_type saturated_sum(size_type a, size_type b) {
  size_type sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<size_type>::max() : sum;
}
size_type saturated_product(size_type a, size_type b) {
  size_type product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<size_type>::max() : product;
}

// Writes header, arrays and checksum one after the other.
class container_writer {
 public:
  container_writer(saved_header header, byte_sink const& out) : out_(out) {
    header.checksum = header_checksum(header);
    out_({reinterpret_cast<char const*>(&header), sizeof header});
  }

  void array(executor const& exec, void const* data, size_type bytes) {
    auto const* const from = static_cast<byte const*>(data);
    std::vector<byte> piece(exec.is_host() ? 0 : std::min(bytes, piece_bytes));
    for (size_type done = 0; done < bytes; done += piece_bytes) {
      size_type const count = std::min(bytes - done, piece_bytes);
      byte const* at = from + done;
      if (!exec.is_host()) {
        copy_bytes(executor{}, piece.data(), exec, at, static_cast<std::size_t>(count));
        at = piece.data();
      }
      checksum_.add(at, static_cast<std::size_t>(count));
      out_({reinterpret_cast<char const*>(at), static_cast<std::size_t>(count)});
    }
  }
  template <class T> void array(buffer<T> const& data, size_type n) {
    array(data.exec(), data.data(), n * static_cast<size_type>(sizeof(T)));
  }

  void finish() {
    std::uint32_t const value = checksum_.value();
    out_({reinterpret_cast<char const*>(&value), sizeof value});
  }

 private:
  byte_sink const& out_;
  running_checksum checksum_;
};

saved_header header_of(saved_element const& element, std::size_t index_width) {
  saved_header header;
  header.index_width = static_cast<std::uint8_t>(index_width);
  header.kind = element.kind;
  header.width = element.width;
  header.tag = element.tag;
  return header;
}

}  // namespace

void running_checksum::add(void const* data, std::size_t bytes) {
  auto const* at = static_cast<Bytef const*>(data);
  for (std::size_t done = 0; done < bytes; done += std::size_t{1} << 30) {  // zlib counts in 32 bits
    std::size_t const count = std::min(bytes - done, std::size_t{1} << 30);
    value_ = static_cast<std::uint32_t>(::crc32(value_, at + done, static_cast<uInt>(count)));
  }
}

std::uint32_t header_checksum(saved_header const& header) {
  running_checksum sum;
  sum.add(&header, offsetof(saved_header, checksum));
  return sum.value();
}

size_type saved_bytes(saved_header const& header) {
  size_type const offsets = saturated_product(saturated_sum(header.rows, 1), header.offset_width),
                  indices = saturated_product(header.nnz, header.index_width),
                  values = saturated_product(header.nnz, header.width);
  size_type const arrays = [&] {
    switch (header.form) {
      case saved_form::csr:
        return saturated_sum(saturated_sum(offsets, indices), values);
      case saved_form::csr_of_one_value:
        return saturated_sum(saturated_sum(offsets, indices), header.width);
      case saved_form::list:
        return saturated_sum(indices, values);
      case saved_form::bitmap:
        return saturated_sum(header.rows, values);
      case saved_form::dense:
        break;
    }
    return values;
  }();
  return saturated_sum(arrays, sizeof(saved_header) + sizeof(std::uint32_t));
}

template <index_type I, index_type O>
saved_header saved_header_of(compressed<I, O> const& form, saved_element const& element) {
  saved_header header = header_of(element, sizeof(I));
  header.form = form.one_value ? saved_form::csr_of_one_value : saved_form::csr;
  header.offset_width = sizeof(O);
  header.rows = form.major;
  header.cols = form.minor;
  header.nnz = form.nnz;
  return header;
}

template <index_type I> saved_header saved_header_of(vector_storage<I> const& v, saved_element const& element) {
  saved_header header = header_of(element, sizeof(I));
  saved_form const forms[] = {saved_form::list, saved_form::bitmap, saved_form::dense};
  header.form = forms[static_cast<int>(v.form())];
  header.rows = v.size();
  header.nnz = v.nvals();
  return header;
}

byte_sink stream_sink(std::ostream& out) {
  return [&out](std::string_view bytes) {
    auto const count = static_cast<std::streamsize>(bytes.size());
    if (!out || out.rdbuf()->sputn(bytes.data(), count) != count) throw io_error("the stream: cannot be written");
  };
}

void save_file(std::string const& path, std::function<void(byte_sink const&)> const& save) {
  io::output_file file(path);
  save([&](std::string_view bytes) { file.write(bytes); });
  file.commit();
}

template <index_type I, index_type O>
void save_matrix(compressed<I, O> const& form, saved_element const& element, byte_sink const& out) {
  require_unrecorded(form.exec, "save");
  container_writer writer(saved_header_of(form, element), out);
  writer.array(form.offsets, form.major + 1);
  writer.array(form.indices, form.nnz);
  if (form.one_value) {
    writer.array(executor{}, form.one.data(), element.width);
  } else {
    writer.array(form.values, form.nnz * element.width);
  }
  writer.finish();
}

template <index_type I>
void save_vector(vector_storage<I> const& v, saved_element const& element, byte_sink const& out) {
  saved_header const header = saved_header_of(v, element);
  // Of a bitmap only the values of entries: what stands elsewhere is whatever was in that memory.
  auto const* const list = header.form == saved_form::dense ? nullptr : &v.sparse(true);
  container_writer writer(header, out);
  if (header.form == saved_form::list) writer.array(list->indices, header.nnz);
  if (header.form == saved_form::bitmap) writer.array(v.bitmap().present, header.rows);
  writer.array(list ? list->values : v.bitmap().values, header.nnz * element.width);
  writer.finish();
}

#define HEDDLE_INSTANTIATE(I, O)                                                        \
  template saved_header saved_header_of(compressed<I, O> const&, saved_element const&); \
  template void save_matrix(compressed<I, O> const&, saved_element const&, byte_sink const&);
#include "src/index_widths.hpp"

#define HEDDLE_INSTANTIATE(I)                                                            \
  template saved_header saved_header_of(vector_storage<I> const&, saved_element const&); \
  template void save_vector(vector_storage<I> const&, saved_element const&, byte_sink const&);
#include "src/each_index.hpp"

}  // namespace heddle::detail
