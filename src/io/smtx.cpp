// smtx.cpp - a line `rows, columns, nonzeros`, a line of rows + 1 offsets, a line of columns; all count from 0.
// Gale, Zaharia, Young, Elsen, "Sparse GPU Kernels for Deep Learning", SC20.
#include "src/io/smtx.hpp"

#include "src/io/line_blocks.hpp"

namespace heddle::detail {
namespace {

constexpr std::string_view comment_letters = "%#";

/// Numbers one after another, over the ends of lines.
class number_reader {
 public:
  explicit number_reader(text const& source) : source_(source), line_(source.begin()) { find_entry(); }

  bool done() const { return at_ == source_.end(); }

  size_type next(char const* name, size_type low, size_type high) try {
    if (done()) fail_at_end(name);
    size_type number = 0;
    auto const [end, status] = std::from_chars(at_, source_.end(), number);
    bool const plain = status == std::errc{} && (at_token_end(end) || *end == ',') && number >= low && number <= high;
    if (plain) {
      at_ = end;
    } else {
      number = parse_index(at_, name, low, high);
    }
    skip();
    return number;
  } catch (line_error const& error) { fail(source_, error, line_, number_of_line_); }

  /// Nothing else may stand on the line of the last number.
  void expect_end_of_line() const {
    if (done() || at_ == entry_on(line_, comment_letters)) return;
    fail(source_.path, number_of_line_, concat("nothing may follow on the line, but there is ", quoted(line_at(at_))));
  }

  void expect_end() const {
    if (!done()) fail(source_.path, number_of_line_, concat("nothing may follow, but there is ", quoted(line_at(at_))));
  }

  [[noreturn]] void fail_here(std::string const& reason) const { fail(source_.path, line_of_last_, reason); }
  size_type line() const { return line_of_last_; }

 private:
  [[noreturn]] void fail_at_end(char const* name) const {
    fail(source_.path, line_of_last_, concat("the file ends where a ", name, " must stand"));
  }

  /// To the next number, over blanks and a comma.
  void skip() {
    line_of_last_ = number_of_line_;
    at_ = skip_blanks(at_);
    if (*at_ == ',') at_ = skip_blanks(at_ + 1);
    if (!at_line_end(at_)) return;
    go_on();
    find_entry();
  }

  void go_on() {
    line_ = next_line(line_, source_.end());
    ++number_of_line_;
  }

  /// On this line or a later one.
  void find_entry() {
    while (line_ != source_.end() && !entry_on(line_, comment_letters)) go_on();
    at_ = line_ == source_.end() ? line_ : entry_on(line_, comment_letters);
  }

  text const& source_;
  char const* line_;
  char const* at_ = nullptr;
  size_type number_of_line_ = 1, line_of_last_ = 1;
};

struct smtx_sizes {
  size_type rows, cols, entries;
};

smtx_sizes read_sizes(number_reader& numbers) {
  constexpr auto largest = std::numeric_limits<size_type>::max() - 1;
  smtx_sizes sizes;
  sizes.rows = numbers.next("number of rows", 0, largest);
  sizes.cols = numbers.next("number of columns", 0, largest);
  sizes.entries = numbers.next("number of entries", 0, largest);
  numbers.expect_end_of_line();
  return sizes;
}

}  // namespace

io::file_header read_smtx_header(text const& source) {
  number_reader numbers(source);
  auto const sizes = read_sizes(numbers);
  return {.rows = sizes.rows,
          .cols = sizes.cols,
          .entries = sizes.entries,
          .values = io::field::pattern,
          .fits_32_bit = fit_32_bits({sizes.rows, sizes.cols, sizes.entries}),
          .base = 0};
}

template <class T, class Index> io::coordinates<T, Index> read_smtx(text const& source) {
  number_reader numbers(source);
  auto const sizes = read_sizes(numbers);
  require_shape_fits<Index>(source, numbers.line(), sizes.rows, sizes.cols);
  // Each number has a letter of the text; what is claimed beyond that is not there.
  auto const stated = static_cast<double>(sizes.rows) + static_cast<double>(sizes.entries);
  if (stated > static_cast<double>(source.size)) {
    numbers.fail_here(concat(sizes.rows, " rows and ", sizes.entries, " entries are stated, and the file ends before"));
  }
  require_entries_fit(source, sizes.entries, 2 * sizeof(Index));
  io::coordinates<T, Index> result{.rows = sizes.rows, .cols = sizes.cols, .values = io::field::pattern};
  result.row.reserve(static_cast<std::size_t>(sizes.entries));
  result.col.reserve(static_cast<std::size_t>(sizes.entries));
  numbers.next("offset of the first row", 0, 0);
  for (size_type row = 0, begin = 0; row < sizes.rows; ++row) {
    auto const end = numbers.next("offset of a row", begin, sizes.entries);
    result.row.insert(result.row.end(), static_cast<std::size_t>(end - begin), static_cast<Index>(row));
    begin = end;
  }
  if (result.nnz() != sizes.entries) {
    numbers.fail_here(concat("the last offset must be the number of entries, ", sizes.entries, ", not ", result.nnz()));
  }
  for (size_type k = 0; k < sizes.entries; ++k) {
    result.col.push_back(static_cast<Index>(numbers.next("column", 0, sizes.cols - 1)));
  }
  numbers.expect_end();
  return result;
}

#define INSTANTIATE(T, Index) template io::coordinates<T, Index> read_smtx(text const&);
#include "src/io/file_instances.hpp"

}  // namespace heddle::detail
