// write.cpp - entries as text, formatted in parallel, plain or gzip.
#include <charconv>
#include <cmath>
#include <concepts>
#include <heddle/host/parallel_for.hpp>
#include <heddle/io/output_file.hpp>
#include <heddle/io/write.hpp>
#include <new>

#include "src/io/formats.hpp"
#include "src/io/mirrored_entries.hpp"
#include "src/io/text.hpp"
#include "src/io/text_sink.hpp"

namespace heddle::io {
namespace {

using detail::concat;
using detail::file_format;

constexpr size_type entries_per_piece = 1 << 16;

void append(std::string& text, std::integral auto number) {
  char digits[24];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// The shortest decimal that reads back as the same value; whole numbers without an exponent if the field wants them.
template <std::floating_point Float> void append(std::string& text, Float number, bool whole) {
  char digits[384];
  auto const end = whole ? std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed, 0).ptr
                         : std::to_chars(digits, digits + sizeof digits, number).ptr;
  text.append(digits, end);
}

template <class T, class Index> class writer {
 public:
  writer(std::string const& path, coordinates<T, Index> const& entries)
      : path_(path), choice_(detail::output_format_of(path)), entries_(entries), values_(field_of(entries)) {}

  void write(progress_callback const& progress) {
    check();
    detail::text_sink sink(path_, choice_.packed);
    sink.write(heading());
    size_type const num_pieces = ceil_div(entries_.nnz(), entries_per_piece);
    auto const at_once = static_cast<size_type>(4 * host::default_threads());
    for (size_type first = 0; first < num_pieces; first += at_once) {
      std::vector<std::string> pieces(static_cast<std::size_t>(std::min(at_once, num_pieces - first)));
      host::for_each_run(host::default_threads(), static_cast<size_type>(pieces.size()), 1,
                         [&](size_type begin, size_type end) {
                           for (size_type p = begin; p < end; ++p) format(first + p, pieces[p]);
                         });
      for (std::size_t p = 0; p < pieces.size(); ++p) {
        sink.write(pieces[p]);
        if (progress) progress(static_cast<double>(first + p + 1) / static_cast<double>(num_pieces));
      }
    }
    sink.commit();
  }

 private:
  /// Real values that a file called integers go back as such if they still are.
  static field field_of(coordinates<T, Index> const& entries) {
    bool const is_pattern = std::is_same_v<T, std::uint8_t> || entries.values == field::pattern || entries.nnz() > 0;
    if (entries.value.empty() && is_pattern) return field::pattern;
    if constexpr (std::integral<T>) return field::integer;
    if (entries.values != field::integer) return field::real;
    for (T value : entries.value) {
      bool const whole = std::abs(double(value)) < 0x1p63 && value == std::trunc(value);
      if (!whole || (value == 0 && std::signbit(double(value)))) return field::real;  // -0 is no integer
    }
    return field::integer;
  }

  bool is_matrix_market() const { return choice_.format == file_format::matrix_market; }
  bool writes_triangle() const { return is_matrix_market() && entries_.symmetric; }

  void check() {
    if (!is_matrix_market() && entries_.rows != entries_.cols) {
      throw invalid_argument(concat(detail::printable(path_, 4096), ": a ", entries_.rows, " x ", entries_.cols,
                                    " matrix is not square, which only .mtx and .mtx.gz can hold"));
    }
    if (entries_.symmetric && (entries_.rows != entries_.cols || !detail::is_mirrored(entries_))) {
      throw invalid_argument(detail::printable(path_, 4096) + ": the entries are marked symmetric and are not");
    }
    num_lines_ = entries_.nnz() - (writes_triangle() ? detail::count_triangles(entries_).above : 0);
  }

  std::string heading() const {
    static constexpr char const* field_names[] = {"pattern", "integer", "real"};
    switch (choice_.format) {
      case file_format::matrix_market:
        return concat("%%MatrixMarket matrix coordinate ", field_names[static_cast<int>(values_)],
                      entries_.symmetric ? " symmetric\n" : " general\n", entries_.rows, ' ', entries_.cols, ' ',
                      num_lines_, '\n');
      case file_format::dimacs:
        return concat("p sp ", entries_.rows, ' ', num_lines_, '\n');
      case file_format::edge_list:
        return concat("# Nodes: ", entries_.rows, " Edges: ", num_lines_, '\n');
      default:
        break;  // output_format_of() gives no other
    }
    return {};
  }

  void format(size_type piece, std::string& text) const {
    auto const last = std::min((piece + 1) * entries_per_piece, entries_.nnz());
    text.reserve(entries_per_piece * 24);
    for (auto k = piece * entries_per_piece; k < last; ++k) {
      if (!writes_triangle() || entries_.row[k] >= entries_.col[k]) format_entry(k, text);
    }
  }

  void format_entry(size_type k, std::string& text) const {
    bool const dimacs = choice_.format == file_format::dimacs;
    size_type const first = choice_.format == file_format::edge_list ? 0 : 1;
    if (dimacs) text += "a ";
    append(text, entries_.row[k] + first);
    text += ' ';
    append(text, entries_.col[k] + first);
    if (values_ != field::pattern) {
      text += ' ';
      append_value(text, entries_.value[k]);
    } else if (dimacs) {
      text += " 1";
    }
    text += '\n';
  }

  void append_value(std::string& text, T value) const {
    if constexpr (std::floating_point<T>) {
      append(text, value, values_ == field::integer);
    } else {
      append(text, static_cast<std::int64_t>(value));
    }
  }

  std::string const& path_;
  detail::format_choice choice_;
  coordinates<T, Index> const& entries_;
  field values_;
  size_type num_lines_ = 0;
};

}  // namespace

template <class T, class Index>
void write(std::string const& path, coordinates<T, Index> const& entries, progress_callback const& progress) try {
  writer<T, Index>(path, entries).write(progress);
} catch (std::bad_alloc const&) {
  throw out_of_memory(detail::printable(path, 4096) + ": the text does not fit into memory");
}

#define INSTANTIATE(T, Index) \
  template void write(std::string const&, coordinates<T, Index> const&, progress_callback const&);
#include "src/io/instances.hpp"

}  // namespace heddle::io
