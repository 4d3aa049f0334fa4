// write.cpp - entries as text, formatted in parallel, plain or gzip.
#include <algorithm>
#include <cmath>
#include <concepts>
#include <heddle/io/files.hpp>
#include <limits>
#include <new>

#include "src/io/entry_text.hpp"
#include "src/io/formats.hpp"
#include "src/io/mirrored_entries.hpp"
#include "src/io/text.hpp"
#include "src/io/text_sink.hpp"
#include "src/io/write_npz.hpp"

namespace heddle::io {
namespace {

using detail::file_format;

constexpr size_type entries_per_piece = 1 << 16;

template <class T, class Index> class writer {
 public:
  writer(std::string const& path, coordinates<T, Index> const& entries, write_options const& options)
      : path_(path),
        choice_(detail::output_format_of(path, options.extension, entries.rows, entries.cols)),
        entries_(entries),
        values_(field_of(entries)),
        is_unsigned_(passes_signed(entries.value)) {}

  void write(progress_callback const& progress) {
    if (choice_.format == file_format::npz) return detail::write_npz(path_, choice_.packed, entries_);
    check();
    detail::text_sink sink(path_, choice_.packed);
    sink.write(as_text().heading(entries_.rows, entries_.cols, num_lines_, entries_.symmetric));
    size_type const at_once =
        seam::min_of<size_type>(4 * host::default_threads(), seam::ceil_div(entries_.nnz(), entries_per_piece));
    std::vector<std::string> pieces(static_cast<std::size_t>(at_once));
    detail::write_pieces(
        sink, entries_.nnz(), entries_per_piece, pieces, progress, [](size_type, size_type) {},
        [this](size_type from, size_type to, std::string& piece) { format(from, to, piece); });
    sink.commit();
  }

 private:
  /// Real values that a file called integers go back as such if they still are.
  static field field_of(coordinates<T, Index> const& entries) {
    if (detail::is_pattern(entries)) return field::pattern;
    if constexpr (std::integral<T>) return field::integer;
    if (entries.values != field::integer) return field::real;
    for (T value : entries.value) {
      bool const whole = std::abs(double(value)) < 0x1p63 && value == std::trunc(value);
      if (!whole || (value == 0 && std::signbit(double(value)))) return field::real;  // -0 is no integer
    }
    return field::integer;
  }

  static bool passes_signed(std::vector<T> const& values) {
    if constexpr (!std::is_same_v<T, std::uint64_t>) return false;
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return std::any_of(values.begin(), values.end(), [](T value) { return value > static_cast<T>(most); });
  }

  bool writes_triangle() const { return choice_.format == file_format::matrix_market && entries_.symmetric; }

  void check() {
    if (entries_.symmetric && (entries_.rows != entries_.cols || !detail::is_mirrored(entries_))) {
      throw invalid_argument(detail::printable_utf8(path_) + ": the entries are marked symmetric and are not");
    }
    num_lines_ = entries_.nnz() - (writes_triangle() ? detail::count_triangles(entries_.row, entries_.col).above : 0);
  }

  detail::entry_text as_text() const { return {choice_.format, values_, is_unsigned_}; }

  void format(size_type from, size_type to, std::string& text) const {
    text.reserve(entries_per_piece * 24);
    auto const lines = as_text();
    T const* const values = entries_.value.data();
    for (auto k = from; k < to; ++k) {
      if (writes_triangle() && entries_.row[k] < entries_.col[k]) continue;
      lines.append_entry(text, entries_.row[k], entries_.col[k], values ? values + k : nullptr);
    }
  }

  std::string const& path_;
  detail::format_choice choice_;
  coordinates<T, Index> const& entries_;
  field values_;
  bool is_unsigned_;
  size_type num_lines_ = 0;
};

}  // namespace

template <class T, class Index>
void write(std::string const& path, coordinates<T, Index> const& entries, progress_callback const& progress,
           write_options const& options) try {
  writer<T, Index>(path, entries, options).write(progress);
} catch (std::bad_alloc const&) {
  throw out_of_memory(detail::printable_utf8(path) + ": what is to be written does not fit into memory");
}

#define INSTANTIATE(T, Index) \
  template void write(std::string const&, coordinates<T, Index> const&, progress_callback const&, write_options const&);
#include "src/io/file_instances.hpp"

}  // namespace heddle::io
