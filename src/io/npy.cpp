// npy.cpp - the header of an array of numpy: a dictionary of Python with three keys, read strictly.
#include "src/io/npy.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "src/io/magic.hpp"

namespace heddle::detail {
namespace {

/// Walks over the dictionary; what is wrong is told with the name of the array.
class dictionary {
 public:
  dictionary(std::string const& name, std::string_view text) : name_(name), rest_(text) {}

  bool take(char letter) {
    skip_blanks();
    if (rest_.empty() || rest_.front() != letter) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char letter) {
    if (!take(letter)) wrong();
  }
  std::string_view text() {
    skip_blanks();
    if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) wrong();
    auto const end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) wrong();
    auto const found = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return found;
  }
  bool truth() {
    skip_blanks();
    for (bool const value : {false, true}) {
      std::string_view const word = value ? "True" : "False";
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    wrong();
  }
  std::vector<size_type> shape() {
    std::vector<size_type> lengths;
    expect('(');
    while (!take(')')) {
      skip_blanks();
      size_type length = 0;
      auto const [end, status] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), length);
      if (status != std::errc{} || length < 0 || lengths.size() == 8) wrong();
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      (void)take('L');  // Python 2 wrote long numbers so
      lengths.push_back(length);
      if (take(',')) continue;
      expect(')');
      break;
    }
    return lengths;
  }
  bool holds_list() {
    skip_blanks();
    return !rest_.empty() && rest_.front() == '[';
  }
  void expect_end() {
    skip_blanks();
    if (!rest_.empty()) wrong();
  }
  [[noreturn]] void wrong() const { fail(name_, "the header of the array is not one that numpy writes"); }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n\t"), rest_.size())); }

  std::string const& name_;
  std::string_view rest_;
};

[[noreturn]] void fail_elements(std::string const& name, std::string const& what) {
  fail(name, concat("the array holds ", what, ", and only numbers and truth values are read"));
}

bool is_width_of(int width, std::initializer_list<int> widths) {
  return std::find(widths.begin(), widths.end(), width) != widths.end();
}

// '<f8', '|b1', '>i4'.
void apply_type(std::string const& name, std::string_view type, npy_header& header) {
  if (type.size() < 2 || std::string_view("<>|=").find(type[0]) == std::string_view::npos) {
    fail_elements(name, "elements of type " + detail::quoted(type));
  }
  char const letter = type[1];
  int width = 0;
  auto const [end, status] = std::from_chars(type.data() + 2, type.data() + type.size(), width);
  if (letter == 'c') fail_elements(name, concat("complex numbers (", detail::quoted(type), ")"));
  if (letter == 'O') fail_elements(name, "objects of Python");
  bool const counted = status == std::errc{} && end == type.data() + type.size() && width >= 0;
  std::optional<npy_kind> kind;
  if (counted && letter == 'b' && width == 1) kind = npy_kind::boolean;
  if (counted && letter == 'i' && is_width_of(width, {1, 2, 4, 8})) kind = npy_kind::signed_integer;
  if (counted && letter == 'u' && is_width_of(width, {1, 2, 4, 8})) kind = npy_kind::unsigned_integer;
  if (counted && letter == 'f' && is_width_of(width, {4, 8})) kind = npy_kind::floating;
  if (counted && letter == 'S') kind = npy_kind::bytes;
  if (counted && letter == 'U' && width < (1 << 20)) kind = npy_kind::unicode;
  if (!kind) fail_elements(name, "elements of type " + detail::quoted(type));
  header.kind = *kind;
  header.width = letter == 'U' ? 4 * width : width;
  header.swapped = type[0] == '>';
}

/// The number of elements, or of their bytes, may not overflow.
size_type count_elements(std::string const& name, npy_header const& header) {
  __int128 count = 1;
  bool const none = std::find(header.shape.begin(), header.shape.end(), 0) != header.shape.end();
  for (auto const length : header.shape) {
    count *= length;
    if (!none && count * std::max(header.width, 1) > std::numeric_limits<size_type>::max()) {
      fail(name, concat("an array of shape ", shape_text(header), " has more elements than can be counted"));
    }
    if (none) count = 0;
  }
  return static_cast<size_type>(count);
}

}  // namespace

npy_header parse_npy_header(std::string const& name, std::string_view bytes) {
  if (!bytes.starts_with(npy_magic)) fail(name, "this is no array of numpy");
  auto const ends_early = [&] { fail(name, "the header of the array ends early"); };
  if (bytes.size() < 10) ends_early();
  auto const version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) {
    fail(name, concat("the array is written in version ", int(version), " of the format, of which 1 to 3 are read"));
  }
  std::size_t const begin = version == 1 ? 10 : 12;
  if (bytes.size() < begin) ends_early();
  std::size_t const length = version == 1 ? little<std::uint16_t>(bytes, 8) : little<std::uint32_t>(bytes, 8);
  if (length > static_cast<std::size_t>(longest_npy_header) - begin || bytes.size() - begin < length) ends_early();
  npy_header header;
  bool has_type = false, has_order = false, has_shape = false;
  dictionary entries(name, bytes.substr(begin, length));
  entries.expect('{');
  while (!entries.take('}')) {
    auto const key = entries.text();
    entries.expect(':');
    if (key == "descr" && !std::exchange(has_type, true)) {
      if (entries.holds_list()) fail_elements(name, "records");
      apply_type(name, entries.text(), header);
    } else if (key == "fortran_order" && !std::exchange(has_order, true)) {
      header.by_columns = entries.truth();
    } else if (key == "shape" && !std::exchange(has_shape, true)) {
      header.shape = entries.shape();
    } else {
      entries.wrong();
    }
    if (entries.take(',')) continue;
    entries.expect('}');
    break;
  }
  entries.expect_end();
  if (!has_type || !has_order || !has_shape) entries.wrong();
  header.count = count_elements(name, header);
  header.data_begin = begin + length;
  return header;
}

std::string element_name(npy_header const& header) {
  auto const bits = 8 * header.width;
  switch (header.kind) {
    case npy_kind::boolean:
      return "bool";
    case npy_kind::signed_integer:
      return concat("int", bits);
    case npy_kind::unsigned_integer:
      return concat("uint", bits);
    case npy_kind::floating:
      return concat("float", bits);
    default:
      return "text";
  }
}

std::string shape_text(npy_header const& header) {
  std::string all;
  for (auto const length : header.shape) all += (all.empty() ? "" : ", ") + std::to_string(length);
  return "(" + all + (header.shape.size() == 1 ? ",)" : ")");
}

npy_array npy_array_of(std::string const& name, std::string_view bytes) {
  npy_array array{parse_npy_header(name, bytes), name, {}};
  array.data = bytes.substr(array.header.data_begin);
  auto const wanted = static_cast<std::size_t>(array.header.count) * static_cast<std::size_t>(array.header.width);
  if (array.data.size() != wanted) {
    fail(name, concat("an array of shape ", shape_text(array.header), " takes ", wanted, " bytes of elements, and ",
                      array.data.size(), " are there"));
  }
  return array;
}

std::string npy_text(npy_array const& array) {
  auto const kind = array.header.kind;
  if ((kind != npy_kind::bytes && kind != npy_kind::unicode) || array.header.count != 1) {
    fail(array.name, "this is not one text");
  }
  std::string text;
  if (kind == npy_kind::bytes) {
    text = array.data;
  } else {
    npy_elements<std::uint32_t> const letters{array.data.data(), array.header.swapped};
    for (int k = 0; k < array.header.width / 4; ++k) text += letters[k] < 128 ? static_cast<char>(letters[k]) : '?';
  }
  return text.substr(0, text.find('\0'));
}

}  // namespace heddle::detail
