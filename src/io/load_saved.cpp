// load_saved.cpp - containers from bytes, of which nothing is believed.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <heddle/detail/storage/matrix_storage.hpp>

#include "src/io/little_endian.hpp"
#include "src/io/saved_checksum.hpp"
#include "src/io/text.hpp"

namespace heddle::detail {
namespace {

constexpr size_type first_room = size_type{1} << 16;  // elements of an array of which it is not known how many come

std::string element_name(saved_element const& element) {
  auto const bits = 8 * element.width;
  switch (element.kind) {
    case element_kind::own:
      break;
    case element_kind::boolean:
      return "bool";
    case element_kind::signed_integer:
      return concat("int", bits);
    case element_kind::unsigned_integer:
      return concat("uint", bits);
    case element_kind::floating:
      return element.width == 4 ? "float" : element.width == 8 ? "double" : "long double";
    case element_kind::f16:
      return "f16";
    case element_kind::bf16:
      return "bf16";
  }
  return concat("a type of ", element.width, " bytes with tag ", element.tag);
}

// "matrix<float, int32, int64>"
std::string container_name(saved_element const& element, int index_width, int offset_width) {
  auto const index = concat(", int", 8 * index_width);
  if (offset_width == 0) return concat("vector<", element_name(element), index, ">");
  return concat("matrix<", element_name(element), index, ", int", 8 * offset_width, ">");
}

bool is_width(int bytes) { return bytes == 4 || bytes == 8; }

bool is_sound(saved_header const& h) {
  bool const of_matrix = h.form == saved_form::csr || h.form == saved_form::csr_of_one_value;
  bool const forms = h.form >= saved_form::csr && h.form <= saved_form::dense && of_matrix == (h.offset_width != 0);
  bool const widths = is_width(h.index_width) && (h.offset_width == 0 || is_width(h.offset_width)) && h.width > 0;
  bool const sizes = h.rows >= 0 && h.cols >= 0 && h.nnz >= 0 && (of_matrix || (h.cols == 1 && h.nnz <= h.rows)) &&
                     (h.form != saved_form::dense || h.nnz == h.rows);
  return forms && widths && sizes && h.kind <= element_kind::bf16 && h.zero == 0 && h.reserved == 0;
}

// Reads the arrays that a header announces, in order, and then their checksum.
class container_reader {
 public:
  // What is expected; offset_width 0: a vector.
  container_reader(byte_source& in, saved_element const& element, int index_width, int offset_width) : in_(in) {
    in_.read(&header_, sizeof header_, "the header");
    check_header();
    saved_element const found{header_.kind, header_.width, header_.tag};
    if (!(found == element) || header_.index_width != index_width || header_.offset_width != offset_width) {
      throw invalid_argument(concat("load: ", in_.name(), " holds a ",
                                    container_name(found, header_.index_width, header_.offset_width), ", not a ",
                                    container_name(element, index_width, offset_width)));
    }
    size_type const all = saved_bytes(header_), announced = all - static_cast<size_type>(sizeof header_);
    if (all == std::numeric_limits<size_type>::max()) in_.fail("the header announces more bytes than can be counted");
    if (in_.left() >= 0 && announced > in_.left()) {
      in_.fail(concat("the header announces ", announced, " more bytes, and ", in_.left(), " are there"));
    }
  }

  saved_header const& header() const { return header_; }

  // n elements of the host. Memory grows with what has come where it is not known how much will.
  template <class E> buffer<E> array(size_type n, char const* part) {
    executor const host;
    buffer<E> result(host, in_.left() >= 0 ? n : min_of(n, first_room));
    for (size_type have = 0;;) {
      std::size_t const bytes = static_cast<std::size_t>(result.size() - have) * sizeof(E);
      in_.read(result.data() + have, bytes, part);
      checksum_.add(result.data() + have, bytes);
      have = result.size();
      if (have == n) return result;
      buffer<E> larger(host, have > n / 2 ? n : 2 * have);
      copy_bytes(host, larger.data(), host, result.data(), result.bytes());
      result = std::move(larger);
    }
  }

  void finish() {
    std::uint32_t stored = 0;
    in_.read(&stored, sizeof stored, "the checksum");
    if (stored != checksum_.value()) in_.fail("the arrays are damaged: they do not have the checksum that is stored");
  }

  // A bool of another byte than 0 or 1 would be no value.
  void check_values(byte const* values, size_type bytes) const {
    if (header_.kind != element_kind::boolean) return;
    for (size_type k = 0; k < bytes; ++k) {
      if (values[k] > 1) in_.fail(concat("value ", k, " is neither true nor false"));
    }
  }

 private:
  void check_header() {
    saved_header const fresh;
    if (header_.magic != fresh.magic && header_.order != byte_swapped(fresh.order)) {
      in_.fail("this is not a container that heddle saved");
    }
    if (header_.order == byte_swapped(fresh.order)) in_.fail("saved by a machine of the other byte order");
    if (header_.version != fresh.version && header_.order == fresh.order) {
      in_.fail(
          concat("saved in version ", header_.version, " of the format, of which this heddle reads ", fresh.version));
    }
    if (header_.checksum != header_checksum(header_)) in_.fail("the header is damaged: it does not have its checksum");
    if (header_.order != fresh.order || !is_sound(header_)) in_.fail("the header contradicts itself");
  }

  byte_source& in_;
  saved_header header_;
  running_checksum checksum_;
};

template <class E> buffer<E> placed_on(buffer<E>&& made, executor const& exec) {
  return exec.is_host() ? std::move(made) : made.clone(exec);
}

template <index_type I> void check_ascending(byte_source const& in, buffer<I> const& indices, size_type size) {
  for (size_type k = 0; k < indices.size(); ++k) {
    I const i = indices.data()[k];
    if (i < 0 || i >= size) in.fail(concat("entry ", k, " has index ", i, " of ", size));
    if (k > 0 && i <= indices.data()[k - 1]) in.fail(concat("the index of entry ", k, " does not ascend"));
  }
}

}  // namespace

byte_source::byte_source(std::istream& in, std::string name) : in_(&in), name_(std::move(name)) {
  if (!in) fail("cannot be read");
  measure();
}

byte_source::byte_source(std::string const& path) : name_(path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail("is a directory");
  errno = 0;
  auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*file) fail(concat("cannot be read: ", errno ? std::strerror(errno) : "it does not open"));
  file_ = std::move(file);
  in_ = file_.get();
  measure();
}

byte_source::~byte_source() = default;

// Past the stream's own functions, which throw what its owner chose.
void byte_source::measure() {
  auto& bytes = *in_->rdbuf();
  std::streamoff const at = bytes.pubseekoff(0, std::ios::cur, std::ios::in);
  if (at < 0) return;
  std::streamoff const end = bytes.pubseekoff(0, std::ios::end, std::ios::in);
  if (bytes.pubseekpos(at, std::ios::in) != std::streampos(at)) fail("cannot be read: it does not seek back");
  if (end >= at) left_ = end - at;
}

void byte_source::read(void* to, std::size_t bytes, char const* part) {
  auto const wanted = static_cast<std::streamsize>(bytes);
  std::streamsize got = 0;
  try {
    got = in_->rdbuf()->sgetn(static_cast<char*>(to), wanted);
  } catch (std::ios_base::failure const&) { fail("cannot be read"); }
  if (got != wanted) fail(concat("ends within ", part));
  if (left_ >= 0) left_ -= got;
}

void byte_source::require_end() {
  if (in_->rdbuf()->sgetc() != std::char_traits<char>::eof()) fail("goes on behind the container");
}

void byte_source::fail(std::string const& reason) const { detail::fail(name_, reason); }

template <index_type I, index_type O>
std::shared_ptr<compressed<I, O> const> load_matrix(byte_source& in, saved_element const& element,
                                                    executor const& exec) {
  container_reader reader(in, element, sizeof(I), sizeof(O));
  saved_header const& header = reader.header();
  // Which says what is wrong with a shape.
  matrix_storage<I, O> const shape = [&] {
    try {
      return matrix_storage<I, O>(executor{}, header.rows, header.cols, element.width);
    } catch (index_overflow const& wrong) { in.fail(wrong.what()); }
  }();
  auto form = std::make_shared<compressed<I, O>>();
  form->exec = exec;
  form->major = shape.rows();
  form->minor = shape.cols();
  form->nnz = header.nnz;
  form->width = element.width;
  form->one_value = header.form == saved_form::csr_of_one_value;
  auto offsets = reader.template array<O>(header.rows + 1, "the offsets");
  auto columns = reader.template array<I>(header.nnz, "the columns");
  auto values = reader.template array<byte>(form->one_value ? element.width : header.nnz * element.width, "the values");
  reader.finish();
  try {
    check_compressed(executor{}, header.rows, header.cols, offsets.data(), columns.data(), header.nnz);
  } catch (invalid_argument const& wrong) { in.fail(wrong.what()); } catch (index_out_of_range const& wrong) {
    in.fail(wrong.what());
  }
  reader.check_values(values.data(), values.size());
  form->offsets = placed_on(std::move(offsets), exec);
  form->indices = placed_on(std::move(columns), exec);
  if (form->one_value) {
    form->one.assign(values.data(), values.data() + values.size());
  } else {
    form->values = placed_on(std::move(values), exec);
  }
  return form;
}

template <index_type I>
vector_storage<I> load_vector(byte_source& in, saved_element const& element, executor const& exec) {
  container_reader reader(in, element, sizeof(I), 0);
  saved_header const& header = reader.header();
  if (header.rows > std::numeric_limits<I>::max()) in.fail(concat("a length of ", header.rows, " needs wider indices"));
  vector_storage<I> result(exec, header.rows, element.width);
  bool const bitmap = header.form == saved_form::bitmap, list = header.form == saved_form::list;
  auto indices = reader.template array<I>(list ? header.nnz : 0, "the indices");
  auto present = reader.template array<byte>(bitmap ? header.rows : 0, "the bitmap");
  auto values = reader.template array<byte>(header.nnz * element.width, "the values");
  reader.finish();
  check_ascending(in, indices, header.rows);
  reader.check_values(values.data(), values.size());
  if (list) {
    result.assign(sparse_form<I>{placed_on(std::move(indices), exec), placed_on(std::move(values), exec), header.nnz});
    return result;
  }
  bitmap_form form{{}, placed_on(std::move(values), exec), header.nnz};
  if (bitmap) {
    for (size_type i = 0; i < present.size(); ++i) present.data()[i] = present.data()[i] != 0;
    if (size_type const n = primitives::count(executor{}, present.data(), present.size()); n != header.nnz) {
      in.fail(concat("the bitmap has ", n, " entries, not the ", header.nnz, " of the header"));
    }
    form.present = placed_on(std::move(present), exec);
    auto const at = primitives::compact<I>(exec, form.present.data(), header.rows);
    buffer<byte> spread(exec, bytes_of(header.rows, element.width));
    primitives::scatter(exec, spread.data(), at.data(), form.values.data(), header.nnz, element.width);
    form.values = std::move(spread);
  }
  result.assign(std::move(form));
  return result;
}

#define HEDDLE_INSTANTIATE(I, O) \
  template std::shared_ptr<compressed<I, O> const> load_matrix(byte_source&, saved_element const&, executor const&);
#include "src/index_widths.hpp"

template vector_storage<std::int32_t> load_vector(byte_source&, saved_element const&, executor const&);
template vector_storage<std::int64_t> load_vector(byte_source&, saved_element const&, executor const&);

}  // namespace heddle::detail
